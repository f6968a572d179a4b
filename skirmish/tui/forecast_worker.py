"""Works out beside the screen what the order in hand leads to, for the panel to tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import sleep

from textual.screen import Screen

from skirmish.core.orders import Order
from skirmish.presentation.forecast import Forecast, forecast_order
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.tui.background import BackgroundTask, Job
from skirmish.tui.keys import Mode
from skirmish.tui.order_draft import OrderDraft, complete

SETTLED = 0.15
"""Seconds for which an order stays in hand before it is looked into: a cursor that runs on is not
held up."""
_GROUP = "outlook"
_NOTHING = Forecast(moves=False, exchanges=())


class ForecastWorker:
    """Looks into the order that a player has in hand; of several the newest."""

    def __init__(
        self, screen: Screen[None], done: Callable[[], None], say: Callable[[str], None]
    ) -> None:
        """Work for a screen.

        Args:
            screen: It.
            done: Called there when something is known.
            say: Called there before it with what went wrong.
        """
        self._background = BackgroundTask(screen, _GROUP)
        self._done = done
        self._say = say
        self._asked: tuple[LegalOrders, Order] | None = None

    def request(self, offers: LegalOrders, draft: OrderDraft) -> None:
        """Look into the order as it is in hand, unless that is known or begun."""
        order = draft.order
        ready = draft.mode in (Mode.TARGET, Mode.FIELDS) and complete(offers, draft)
        if not ready or order in offers.forecasts or not offers.has_forecast(order):
            return
        if self._asked is None or self._asked[0] is not offers or self._asked[1] != order:
            self._asked = (offers, order)
            self._background.begin(
                partial(_look, offers, order),
                partial(self._keep, offers, order),
                partial(self._failed, offers, order),
            )

    def _failed(self, offers: LegalOrders, order: Order, why: str) -> None:
        self._say(f"what it leads to could not be worked out: {why}")
        self._keep(offers, order, _NOTHING)

    def _keep(self, offers: LegalOrders, order: Order, told: Forecast) -> None:
        offers.forecasts[order] = told
        self._asked = None
        self._done()


def _look(offers: LegalOrders, order: Order, job: Job) -> Forecast:
    """The outlook, once the order has stayed in hand for a while."""
    sleep(SETTLED)
    if job.cancelled:
        return _NOTHING
    told = forecast_order(offers.ruleset, offers.view, order, lambda: job.cancelled)
    return told or _NOTHING
