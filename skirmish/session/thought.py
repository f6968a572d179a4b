"""How far a search of the computer is, and when it is cut off."""

from __future__ import annotations

from collections.abc import Callable

from skirmish.ai import Pace

LONGEST = 3.0
"""Seconds after which the search considers no further figure; few searches last so long."""
PATIENCE = 1
"""Whole seconds before the elapsed time is shown."""
OFTEN = 0.25
"""Seconds between two updates of the progress."""


class ThoughtProgress:
    """Progress of one search of the computer in a thread."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start the time; `now` is the clock in seconds."""
        self._now = now
        self._since = now()
        self._figure, self._number, self._of = "", 0, 0
        self.stopped = False

    @property
    def pace(self) -> Pace:
        """The callbacks by which the search reports progress and can be cut off."""
        return Pace(self._cut, self._tell)

    def _cut(self) -> bool:
        return self.stopped or self._now() - self._since > LONGEST

    def _tell(self, figure: str, number: int, of: int) -> None:
        self._figure, self._number, self._of = figure, number, of

    @property
    def progress(self) -> str:
        """The own figure being considered, as in ` b3, 4 of 9`; empty before the first."""
        return f" {self._figure}, {self._number} of {self._of}" if self._figure else ""

    @property
    def elapsed(self) -> str:
        """Elapsed whole seconds, as in ` 2 s`; empty at first."""
        seconds = int(self._now() - self._since)
        return f" {seconds} s" if seconds >= PATIENCE else ""
