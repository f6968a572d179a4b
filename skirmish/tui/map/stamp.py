"""Cells that are drawn once and put over several pictures: badges stay while the ground changes."""

from __future__ import annotations

from typing import Self

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from skirmish.core.geometry import Tile
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.terrain_looks import Colour


@frozen(eq=False)
class Stamp(Canvas):
    """A canvas whose cells are put over other cells later.

    Everything drawn must have a ground, or be drawn by `put_above`.
    """

    _written: NDArray[np.bool_]
    _late: dict[Tile, tuple[str, Colour, Tile]] = field(factory=dict, init=False)

    @classmethod
    def like(cls, canvas: Canvas) -> Self:
        """An empty stamp with the size and place of a canvas."""
        cells = np.zeros_like(canvas.cells)
        written = np.zeros(cells.shape, np.bool_)
        return cls(cells, canvas.left, canvas.top, canvas.origin, canvas.zoom, written)

    def of_tile(self, tile: Tile) -> Self:
        """An empty stamp for a single tile and the row above it."""
        cells = np.zeros((self.zoom + 1, 2 * self.zoom), self.cells.dtype)
        return type(self)(cells, *tile, (0, 1), self.zoom, np.zeros(cells.shape, np.bool_))

    def paste(self, tile: Self) -> None:
        """Copy in a stamp of a single tile, as far as there is room."""
        x, y = self.place((tile.left, tile.top))
        down, across = self.cells.shape
        left, top = max(0, -x), max(0, -y)
        rows = slice(1 + top, 1 + min(self.zoom, down - y))
        columns = slice(left, min(2 * self.zoom, across - x))
        written = tile._written[rows, columns]
        part = slice(y + top, y + rows.stop - 1), slice(x + left, x + columns.stop)
        self.cells[part][written] = tile.cells[rows, columns][written]
        self._written[part] |= written
        for row, column in np.argwhere(written).tolist() if self._late else ():
            self._late.pop((x + left + column, y + top + row), None)
        for (column, row), (char, ink, _) in tile._late.items():
            self.put_above(x + column, y + row - 1, char, ink)

    def put(self, x: int, y: int, char: str, ink: Colour, ground: Colour | None = None) -> None:
        """Write one cell."""
        if self.inside(x, y):
            super().put(x, y, char, ink, ground)
            self._written[y, x] = True
            self._late.pop((x, y), None)

    def put_row(self, x: int, y: int, words: str, ink: Colour, ground: Colour) -> None:
        """Write several cells in a row, all in the window."""
        super().put_row(x, y, words, ink, ground)
        end = x + len(words)
        self._written[y, x:end] = True
        for column in range(x, end) if self._late else ():
            self._late.pop((column, y), None)

    def put_above(self, x: int, y: int, char: str, ink: Colour) -> None:
        """Write one cell on the ground above it, which may be known only in `put_over`."""
        above = y - 1 if self.inside(x, y - 1) else y
        if not self.inside(x, y) or self._written[above, x]:
            super().put_above(x, y, char, ink)
        else:
            self._late[x, y] = char, ink, (x, above)

    def put_over(self, canvas: Canvas) -> None:
        """Copy the cells over those of a canvas of the same size."""
        late = [(at, char, ink, canvas.under(*up)) for at, (char, ink, up) in self._late.items()]
        canvas.cells[self._written] = self.cells[self._written]
        for (x, y), char, ink, ground in late:
            canvas.put(x, y, char, ink, ground)
