"""A clock for each side, as players may agree on one: it is shown, and decides nothing.

No rule and no record knows it; the time of the computer, and that behind a curtain, is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MINUTE = 60


class Clocks:
    """How much time each side has used before the screen."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with all clocks at nothing, none of them running."""
        self._now = now
        self._used: dict[str, float] = {}
        self._side = ""
        self._since = 0.0

    def run(self, side: str) -> None:
        """From now on this side's clock runs; "" stops all."""
        now = self._now()
        if self._side:
            self._used[self._side] = self._used.get(self._side, 0.0) + now - self._since
        self._side, self._since = side, now

    def used(self, side: str) -> int:
        """Whole seconds that a side has used."""
        running = self._now() - self._since if side and side == self._side else 0.0
        return int(self._used.get(side, 0.0) + running)

    def words(self, side: str, minutes: int) -> str:
        """What a side has left of so many minutes, or by how much it is over."""
        left = minutes * MINUTE - self.used(side)
        rest = f"{abs(left) // MINUTE}:{abs(left) % MINUTE:02}"
        return f"{rest} left" if left >= 0 else f"{rest} over time"
