"""Keeps few frames of an animation in flight: the terminal is asked where its cursor is.

Its answer comes when it has taken all that was written before. Without this, frames pile up on a
slow line, and what a key does is shown seconds later. An answer takes the processor about as long
as a small frame, so one is asked for only after so much text that a slow line needs time for it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

ASK = "\x1b[6n"
PATIENCE = 1.5
"""Seconds after which a terminal is taken not to answer."""
SLOW_ANSWER = 0.4
"""Seconds from which an answer is slow."""
LATE = 0.15
"""Seconds for which an answer may lie unread: after more, this machine is busy, not the line."""
_SLOW_ANSWERS = 3
"""So many slow answers in a row make a slow line."""
_UNANSWERED = 2
"""After so many questions without an answer none is asked."""
ENOUGH = 256
"""Characters written since the last question before the next one: 0.3 s at 9600 bit/s."""


PROBED = 1.0
"""Seconds from one question outside of an animation to the next."""


class FrameGate:
    """Whether another frame may be written.

    Attributes:
        slow: Whether the line was found too slow for frames.
    """

    def __init__(self, write: Callable[[str], bool], now: Callable[[], float] = monotonic) -> None:
        """Begin open; `write` writes to the terminal and says whether there is one."""
        self.slow = False
        self._write = write
        self._now = now
        self._asked: list[float] = []
        self._late = self._unasked = 0
        self._probed = -PROBED

    @property
    def open(self) -> bool:
        """Whether the last frame was taken."""
        return not self._asked or self._now() - self._asked[-1] > PATIENCE

    def wrote(self, characters: int) -> None:
        """Count what was written to the screen."""
        self._unasked += characters

    def ask(self) -> None:
        """Ask the terminal to say when it has taken what was written, if that was enough."""
        wanted = self._unasked >= ENOUGH and self.open and len(self._asked) < _UNANSWERED
        if wanted and self._write(ASK):
            self._asked.append(self._now())
            self._unasked = 0

    def probe(self) -> None:
        """Ask like after a frame, but seldom: so much output at once shows whether a line is slow.

        Else each turn of the wheel would cost an answer.
        """
        now = self._now()
        if now - self._probed >= PROBED:
            self._probed = now
            self.ask()

    def answered(self, read: float | None = None) -> bool:
        """The terminal has answered the oldest question; whether the line was found slow by it.

        Args:
            read: When the answer was read, by the same clock; None: now.
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
        """Take the line for a quick one until it is found slow again."""
        self.slow, self._late = False, 0

    def forget(self) -> None:
        """Expect no answer: something else may have read it."""
        self._asked.clear()
