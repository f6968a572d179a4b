"""Random numbers of the opponent: a stream from a seed that no other dice share."""

from __future__ import annotations

from skirmish.core.dice import Roller


def key_of(seed: int, side: str) -> str:
    """The key of the chance of the computer that plays a side of a game with this seed."""
    return f"opponent {seed} {side}"


class Stream:
    """Draws in a row (`pick`), and draws that depend on a label alone (`number`).

    `number` makes a doubtful opponent steady: asked twice about the same order at the same
    moment it doubts in the same way.
    """

    def __init__(self, key: str) -> None:
        """Begin the stream that this key names."""
        self._key = key
        self._roller = Roller(key)

    def pick(self, count: int) -> int:
        """The next draw, 0 to count - 1."""
        return self._roller.die(count) - 1

    def number(self, label: str, count: int) -> int:
        """A draw from 0 to count - 1 that depends on the key and the label alone."""
        return Roller(f"{self._key} {label}").die(count) - 1
