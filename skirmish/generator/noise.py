"""Value noise in whole numbers: smooth fields for woods, craters and banks.

Noise libraries compute in floating point, which may differ in the last bit from machine to machine.
A generated map must not, so lattice and interpolation are whole numbers.
"""

from __future__ import annotations

from skirmish.generator.draw import Draw

ONE = 256
"""The whole range of a value, and the unit of the interpolation."""


class Noise:
    """A smooth field over a map, the same when the map is turned by half."""

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
        """Return the value at a tile, 0 to 255; high and low values are about as frequent."""
        width, height = self._size
        mean = (self._at(x, y) + self._at(width - 1 - x, height - 1 - y)) // 2
        # Means lie closer to the middle than what they are the means of.
        return min(max(0, (mean - ONE // 2) * 7 // 5 + ONE // 2), ONE - 1)

    def _at(self, x: int, y: int) -> int:
        column, row = x // self._cell, y // self._cell
        along, down = _smooth(x % self._cell, self._cell), _smooth(y % self._cell, self._cell)
        upper = _between(self._points[row][column], self._points[row][column + 1], along)
        lower = _between(self._points[row + 1][column], self._points[row + 1][column + 1], along)
        return _between(upper, lower, down)


def _smooth(part: int, whole: int) -> int:
    """Return 3t² - 2t³ of t = part / whole, in units of 1 / ONE."""
    return part * part * (3 * whole - 2 * part) * ONE // (whole * whole * whole)


def _between(low: int, high: int, share: int) -> int:
    return low + (high - low) * share // ONE
