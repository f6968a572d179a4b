"""Random numbers of the generator: whole numbers that depend on a key alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from skirmish.core.dice import Roller

T = TypeVar("T")


class Draw:
    """Draws in a row from a key; the same key gives the same draws on every machine."""

    def __init__(self, key: str) -> None:
        """Begin the sequence that this key names."""
        self._key = key
        self._roller = Roller(key)

    def part(self, name: str) -> Draw:
        """Return draws of their own, which do not depend on those made so far."""
        return Draw(f"{self._key} {name}")

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1."""
        return self._roller.die(count) - 1

    def between(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, both included; `low` if `high` is smaller."""
        return low + self.below(max(1, high - low + 1))

    def chance(self, percent: int) -> bool:
        """Return whether an event of this probability happens."""
        return self.below(100) < percent

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """Return the options in another order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
