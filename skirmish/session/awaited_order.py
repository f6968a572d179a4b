"""An order that is drafted as soon as the chances against its enemies are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from skirmish.presentation.odds.target_chances import Stance, enemies_near
from skirmish.presentation.orders.legal_orders import LegalOrders

UNREAD = 0.25
"""Seconds after an awaited attack or advice is shown in which it cannot be confirmed: the player
has not read it yet.
"""


@frozen
class PendingOrder:
    """An order that `then` drafts as soon as the chances against `enemies` are known."""

    legal: LegalOrders
    figure: str
    verb: str
    enemies: tuple[str, ...]
    then: Callable[[], None]

    @property
    def missing(self) -> bool:
        """Whether a chance that it waits for is not known yet."""
        known = self.legal.target_chances.get(Stance(self.figure), {})
        return any(name not in known for name in self.enemies)


class AwaitedOrder:
    """The player's order that waits for its chances, if there is one.

    Attributes:
        pending: The order, while its chances are still being calculated.
    """

    def __init__(self, *, waits: bool) -> None:
        """Begin with none. If `waits` is False, every order is drafted at once."""
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
        """Call `then` as soon as the figure's chances against the targets are known."""
        meant = tuple(targets)
        near = enemies_near(legal.view, figure) if self._waits and meant else ()
        enemies = tuple(name for name in near if name in meant)
        self.pending = PendingOrder(legal, figure, verb, enemies, then)
        if not self.pending.missing:
            self.go_on()

    def go_on(self) -> None:
        """Draft the order with the chances that are known."""
        pending = self.pending
        self.drop()
        if pending is not None:
            pending.then()

    def drop(self) -> None:
        """Wait no longer."""
        self.pending = None

    def chances_found(self, now: float) -> bool:
        """Draft the order if no chance is missing any more. Returns whether it was drafted."""
        ready = self.pending is not None and not self.pending.missing
        if ready:
            self.go_on()
            self.note_shown(now)
        return ready

    def note_shown(self, now: float) -> None:
        """Note that an order or advice which the player waited for is shown now."""
        self._shown_at = now

    def input_handled(self) -> None:
        """Note that what is shown answers the input itself, so it counts as read."""
        self._shown_at = None

    def is_unread(self, now: float) -> bool:
        """Whether an order is still awaited, or was shown too recently to be read."""
        late = self._shown_at is not None and now < self._shown_at + UNREAD
        return late or self.pending is not None
