"""Random numbers of the generator, smooth random fields, and random plots of a rectangle.

All values are whole numbers that depend only on a key. Noise libraries compute in floating point,
which may differ in the last bit from machine to machine; a generated map must not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from skirmish.core.dice import Roller
from skirmish.core.setup import Area

T = TypeVar("T")


class Draw:
    """A sequence of draws from a key; the same key gives the same draws on every machine."""

    def __init__(self, key: str) -> None:
        """Start the sequence that this key names."""
        self._key = key
        self._roller = Roller(key)

    def part(self, name: str) -> Draw:
        """A separate sequence of draws, which does not depend on those made so far."""
        return Draw(f"{self._key} {name}")

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        return self._roller.die(count) - 1

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included; `low` if `high` is smaller."""
        return low + self.below(max(1, high - low + 1))

    def chance(self, percent: int) -> bool:
        """Whether an event of this probability happens."""
        return self.below(100) < percent

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in random order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]


ONE = 256
"""The range of values, and the unit of the interpolation."""


class Noise:
    """A smooth field over a map that is symmetric under a half turn."""

    def __init__(self, draw: Draw, size: tuple[int, int], cell: int) -> None:
        """Draw the lattice.

        Args:
            draw: Random numbers.
            size: Width and height of the map in tiles.
            cell: Tiles between two points of the lattice: the size of the patches.
        """
        self._size, self._cell = size, cell
        wide, high = size[0] // cell + 2, size[1] // cell + 2
        self._points = [[draw.below(ONE) for _ in range(wide)] for _ in range(high)]

    def __call__(self, x: int, y: int) -> int:
        """The value at a tile, 0 to 255; high and low values are about equally frequent."""
        width, height = self._size
        mean = (self._at(x, y) + self._at(width - 1 - x, height - 1 - y)) // 2
        # Means lie closer to the middle than the values that they are computed from.
        return min(max(0, (mean - ONE // 2) * 7 // 5 + ONE // 2), ONE - 1)

    def _at(self, x: int, y: int) -> int:
        column, row = x // self._cell, y // self._cell
        along, down = _smooth(x % self._cell, self._cell), _smooth(y % self._cell, self._cell)
        upper = _between(self._points[row][column], self._points[row][column + 1], along)
        lower = _between(self._points[row + 1][column], self._points[row + 1][column + 1], along)
        return _between(upper, lower, down)


def _smooth(part: int, whole: int) -> int:
    """3t² - 2t³ of t = part / whole, in units of 1 / ONE."""
    return part * part * (3 * whole - 2 * part) * ONE // (whole * whole * whole)


def _between(low: int, high: int, share: int) -> int:
    return low + (high - low) * share // ONE


def plots(area: Area, least: tuple[int, int], lane: int, draw: Draw, most: int = 0) -> list[Area]:
    """Divide an area into plots with lanes between them.

    Args:
        area: The area.
        least: Smallest width and height of a plot.
        lane: Width of the lanes, in tiles.
        draw: Random numbers.
        most: A plot with more tiles than this is divided whenever it can be; 0: always divide.
    """
    return list(_divided(area, least, lane, draw, most))


def _divided(
    area: Area, least: tuple[int, int], lane: int, draw: Draw, most: int
) -> Iterator[Area]:
    left, top, right, bottom = area
    wide, high = right - left + 1, bottom - top + 1
    spare = wide - 2 * least[0] - lane, high - 2 * least[1] - lane
    enough = wide * high <= most and draw.chance(50)
    if max(spare) < 0 or enough:
        if wide >= least[0] and high >= least[1]:
            yield area
        return
    # The dimension with more room for a cut, measured in smallest plots.
    across = spare[1] < 0 or (spare[0] >= 0 and spare[0] * least[1] >= spare[1] * least[0])
    if across:
        cut = left + least[0] + draw.below(spare[0] + 1)
        halves = (left, top, cut - 1, bottom), (cut + lane, top, right, bottom)
    else:
        cut = top + least[1] + draw.below(spare[1] + 1)
        halves = (left, top, right, cut - 1), (left, cut + lane, right, bottom)
    for half in halves:
        yield from _divided(half, least, lane, draw, most)
