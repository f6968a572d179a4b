"""Keys that were pressed before their screen was seen, and were meant for the previous one."""

from __future__ import annotations

from math import inf

from attrs import define, field
from textual._time import get_time


@define
class EarlyKeys:
    """Distinguishes keys meant for a screen from keys pressed in haste as it appeared.

    A key is early if it is pressed before the screen is painted, within `deaf` seconds of that, or
    within `deaf` seconds of another early key. After the first key that is not early, none is.
    """

    deaf: float
    _since: float = field(default=inf, init=False)
    _over: bool = field(default=False, init=False)

    def painted(self) -> None:
        """Note that the screen has been painted."""
        self._since = get_time()

    def is_early(self, pressed: float) -> bool:
        """Whether a key, pressed at a time of Textual's clock, was not meant for the screen."""
        if self._over or self.deaf <= 0:
            return False
        self._over = pressed >= self._since + self.deaf
        if not self._over and self._since < pressed:
            self._since = pressed
        return not self._over
