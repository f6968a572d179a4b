"""An order that is put together when the chances against its enemies are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from skirmish.presentation.odds.target_chances import Stance, enemies_near
from skirmish.presentation.orders.legal_orders import LegalOrders

UNREAD = 0.25
"""Seconds after an attack or advice that was awaited is shown in which it is not confirmed: no
player has read it."""


@frozen
class PendingOrder:
    """An order that is put together by `then` when the chances against `enemies` are known."""

    legal: LegalOrders
    figure: str
    verb: str
    enemies: tuple[str, ...]
    then: Callable[[], None]

    @property
    def missing(self) -> bool:
        """Whether chances for which it waits are not known."""
        known = self.legal.target_chances.get(Stance(self.figure), {})
        return any(name not in known for name in self.enemies)


class AwaitedOrder:
    """The order of a player that waits for its chances, if one does.

    Attributes:
        pending: The order, while its best way is still being calculated.
    """

    def __init__(self, *, waits: bool) -> None:
        """Begin with none; `waits`: orders wait, else each is put together at once."""
        self.pending: PendingOrder | None = None
        self._waits = waits
        self._shown_at: float | None = None

    def begin(
        self,
        legal: LegalOrders,
        figure: str,
        verb: str,
        targets: Iterable[str],
        then: Callable[[], None],
    ) -> None:
        """Do something with a figure when its chances against these figures are known."""
        meant = tuple(targets)
        near = enemies_near(legal.view, figure) if self._waits and meant else ()
        enemies = tuple(name for name in near if name in meant)
        self.pending = PendingOrder(legal, figure, verb, enemies, then)
        if not self.pending.missing:
            self.go_on()

    def go_on(self) -> None:
        """Put the order together by the chances that are known."""
        pending = self.pending
        self.drop()
        if pending is not None:
            pending.then()

    def drop(self) -> None:
        """Wait no longer."""
        self.pending = None

    def chances_found(self, now: float) -> bool:
        """Put the order together if nothing is missing now; whether there was one."""
        ready = self.pending is not None and not self.pending.missing
        if ready:
            self.go_on()
            self.note_shown(now)
        return ready

    def note_shown(self, now: float) -> None:
        """An order, or advice, is shown that the player has waited for."""
        self._shown_at = now

    def input_handled(self) -> None:
        """What needed no waiting is shown in answer to the input itself, and is read."""
        self._shown_at = None

    def is_unread(self, now: float) -> bool:
        """Whether an order is still awaited, or was shown too lately to be read."""
        late = self._shown_at is not None and now < self._shown_at + UNREAD
        return late or self.pending is not None
