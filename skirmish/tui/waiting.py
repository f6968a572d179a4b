"""Waiting for a thought: how far it is, and what cuts it off.

Of the enemy's thought only the time is told: who of his figures is weighed, and of how many, is
his secret.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from skirmish.ai import Pace

LONGEST = 3.0
"""Seconds after which a thought takes up no further figure; few thoughts last so long."""
PATIENCE = 1
"""Whole seconds before it is said how long a thought has taken."""
OFTEN = 0.25
"""Seconds between two looks at how far it is."""


class Waiting:
    """One thought in a thread, as a screen waits for it."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """It begins now."""
        self._now = now
        self._since = now()
        self._figure, self._number, self._of = "", 0, 0
        self.stopped = False

    @property
    def pace(self) -> Pace:
        """What the thought is given, so that it tells how far it is and can be cut off."""
        return Pace(self._cut, self._tell)

    def _cut(self) -> bool:
        return self.stopped or self._now() - self._since > LONGEST

    def _tell(self, figure: str, number: int, of: int) -> None:
        self._figure, self._number, self._of = figure, number, of

    @property
    def how_far(self) -> str:
        """Which own figure is weighed: ` b3, 4 of 9`; empty before the first."""
        return f" {self._figure}, {self._number} of {self._of}" if self._figure else ""

    @property
    def how_long(self) -> str:
        """The whole seconds it has taken: ` 2 s`; empty at first."""
        seconds = int(self._now() - self._since)
        return f" {seconds} s" if seconds >= PATIENCE else ""
