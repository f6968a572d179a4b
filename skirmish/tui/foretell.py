"""Works out beside the screen what the order in hand leads to, for the panel to tell."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from textual.screen import Screen
from textual.worker import get_current_worker

from skirmish.core.orders import Order
from skirmish.telling.offers import Offers
from skirmish.telling.outlook import Outlook, outlook
from skirmish.tui.keys import Mode
from skirmish.tui.pick import Pick, complete

SETTLED = 0.15
"""Seconds for which an order stays in hand before it is looked into: a cursor that runs on is not
held up."""
_GROUP = "outlook"
_NOTHING = Outlook(moves=False, exchanges=())


class Foreteller:
    """Looks into the order that a player has in hand; of several the newest."""

    def __init__(self, screen: Screen[None], done: Callable[[], None]) -> None:
        """Work for a screen; `done` is called there when something is known."""
        self._screen = screen
        self._done = done
        self._asked: tuple[Offers, Order] | None = None

    def look(self, offers: Offers, pick: Pick) -> None:
        """Look into the order as it is in hand, unless that is known or begun."""
        order = pick.order
        ready = pick.mode in (Mode.TARGET, Mode.FIELDS) and complete(offers, pick)
        if not ready or order in offers.outlooks or not offers.foretold(order):
            return
        if self._asked is None or self._asked[0] is not offers or self._asked[1] != order:
            self._asked = (offers, order)
            self._screen.run_worker(
                lambda: self._work(offers, order),
                group=_GROUP,
                exclusive=True,
                thread=True,
                exit_on_error=False,
            )

    def _work(self, offers: Offers, order: Order) -> None:
        worker = get_current_worker()
        sleep(SETTLED)
        if worker.is_cancelled:
            return
        told: Outlook | None = None
        try:
            told = outlook(offers.ruleset, offers.view, order, lambda: worker.is_cancelled)
        finally:
            # Whatever went wrong, the panel must not wait for ever.
            if not worker.is_cancelled:
                self._screen.app.call_from_thread(self._keep, offers, order, told or _NOTHING)

    def _keep(self, offers: Offers, order: Order, told: Outlook) -> None:
        offers.outlooks[order] = told
        self._asked = None
        self._done()
