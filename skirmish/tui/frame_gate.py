"""Limits the frames of an animation in flight, by asking the terminal for its cursor position.

The answer comes when the terminal has taken all that was written before. Without this, frames pile
up on a slow line, and the effect of a key is shown seconds later. Reading an answer takes as much
processor time as a small frame, so a question is asked only after enough text that a slow line
needs time for it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

ASK = "\x1b[6n"
PATIENCE = 1.5
"""Seconds after which a terminal is assumed not to answer."""
SLOW_ANSWER = 0.4
"""An answer that takes more seconds is slow."""
LATE = 0.15
"""Maximum seconds that an answer may lie unread: after more, this machine is busy, not the line."""
_SLOW_ANSWERS = 3
"""Number of slow answers in a row that make a slow line."""
_UNANSWERED = 2
"""Number of unanswered questions after which no more are asked."""
ENOUGH = 256
"""Characters that must be written between two questions: 0.3 s at 9600 bit/s."""


PROBED = 1.0
"""Minimum seconds between two questions outside of an animation."""


class FrameGate:
    """Decides whether another frame may be written.

    Attributes:
        slow: Whether the line was found too slow for frames.
    """

    def __init__(self, write: Callable[[str], bool], now: Callable[[], float] = monotonic) -> None:
        """Begin open; `write` writes to the terminal and returns whether there is one."""
        self.slow = False
        self._write = write
        self._now = now
        self._asked: list[float] = []
        self._late = self._unasked = 0
        self._probed = -PROBED

    @property
    def open(self) -> bool:
        """Whether the last frame was taken, or the terminal does not answer."""
        return not self._asked or self._now() - self._asked[-1] > PATIENCE

    def wrote(self, characters: int) -> None:
        """Count characters written to the screen."""
        self._unasked += characters

    def ask(self) -> None:
        """Ask the terminal whether it has taken the text, if enough was written."""
        wanted = self._unasked >= ENOUGH and self.open and len(self._asked) < _UNANSWERED
        if wanted and self._write(ASK):
            self._asked.append(self._now())
            self._unasked = 0

    def probe(self) -> None:
        """Ask outside of an animation, at most once in `PROBED` seconds.

        Large output shows whether a line is slow, but each turn of the wheel must not cost an
        answer.
        """
        now = self._now()
        if now - self._probed >= PROBED:
            self._probed = now
            self.ask()

    def answered(self, read: float | None = None) -> bool:
        """Handle the answer to the oldest question.

        Args:
            read: When the answer was read, by the same clock; None for now.

        Returns:
            Whether the line was found slow just now.
        """
        if not self._asked:
            return False
        now = self._now()
        read = now if read is None else read
        waited = read - self._asked.pop(0)
        if now - read > LATE:
            return False
        self._late = self._late + 1 if waited > SLOW_ANSWER else 0
        before, self.slow = self.slow, self.slow or self._late >= _SLOW_ANSWERS
        return self.slow and not before

    def measure_again(self) -> None:
        """Assume a quick line until it is found slow again."""
        self.slow, self._late = False, 0

    def forget(self) -> None:
        """Expect no answers: another program may have read them."""
        self._asked.clear()
