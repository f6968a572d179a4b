"""The cells of a window on the map, and functions that write words and signs into them."""

from __future__ import annotations

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from skirmish.core.geometry import Tile
from skirmish.tui.map.terrain_looks import Colour

UPPER, LOWER, LEFT, RIGHT = "▀▄▌▐"
"""Blocks that fill half of a cell."""
Cells = NDArray[np.void]
"""A console's array [y, x] of character, ink and ground: `ch`, `fg`, `bg`."""


@frozen(eq=False)
class Canvas:
    """The cells of a window: `cells` is a console's array of character, ink and ground, [y, x].

    `left` and `top` are the tile in the corner, `origin` is the cell where that tile begins.
    """

    cells: Cells
    left: int
    top: int
    origin: Tile
    zoom: int

    @property
    def text_row(self) -> int:
        """The row of a tile with the letters of a badge."""
        return (self.zoom - 1) // 2

    def place(self, tile: Tile) -> Tile:
        """The first cell of a tile."""
        x, y = self.origin
        zoom = self.zoom
        return x + (tile[0] - self.left) * 2 * zoom, y + (tile[1] - self.top) * zoom

    def inside(self, x: int, y: int) -> bool:
        """Whether a cell is in the window."""
        down, across = self.cells.shape
        return bool(0 <= x < across and 0 <= y < down)

    def is_map(self, x: int, y: int) -> bool:
        """Whether words on a cell can belong to the map."""
        return self.inside(x, y)

    def put(self, x: int, y: int, char: str, ink: Colour, ground: Colour | None = None) -> None:
        """Write one cell; without `ground` it gets the mean of the pixels under it."""
        if not self.inside(x, y):
            return
        cell = self.cells[y, x]
        if ground is None:
            ground = self.under(x, y)
        cell["ch"] = ord(char)
        cell["fg"] = ink.astype(np.uint8)
        cell["bg"] = ground.astype(np.uint8)

    def put_half(self, x: int, y: int, half: str, ink: Colour) -> None:
        """Colour half a cell of pixels or plain ground; a cell with a letter is left as it is."""
        if not self.inside(x, y):
            return
        cell = self.cells[y, x]
        if cell["ch"] not in (ord(UPPER), ord(LOWER), ord(" ")):
            return
        upper, lower = self.upper(x, y), self.lower(x, y)
        match half:
            case "▀":
                upper = ink
            case "▄":
                lower = ink
            case _:
                self.put(x, y, half, ink)
                return
        self.put(x, y, UPPER, upper, lower)

    def put_above(self, x: int, y: int, char: str, ink: Colour) -> None:
        """Write one cell, with the cell above it as ground in place of the hidden one."""
        if self.inside(x, y):
            self.put(x, y, char, ink, self.under(x, y - 1 if self.inside(x, y - 1) else y))

    def under(self, x: int, y: int) -> Colour:
        """The mean colour of a cell of pixels."""
        cell = self.cells[y, x]
        lower: Colour = cell["bg"].astype(np.float32)
        if cell["ch"] != ord(UPPER):
            return lower
        mean: Colour = (lower + cell["fg"]) / np.float32(2)
        return mean

    def upper(self, x: int, y: int) -> Colour:
        """The colour of the upper pixel of a cell."""
        return self._pixel(x, y, UPPER)

    def lower(self, x: int, y: int) -> Colour:
        """The colour of the lower pixel of a cell."""
        return self._pixel(x, y, LOWER)

    def _pixel(self, x: int, y: int, half: str) -> Colour:
        cell = self.cells[y, x]
        part: Colour = cell["fg" if cell["ch"] == ord(half) else "bg"].astype(np.float32)
        return part

    def text(self, x: int, y: int, words: str, ink: Colour, ground: Colour | None = None) -> None:
        """Write several cells in a row."""
        if ground is None:
            for step, char in enumerate(words):
                self.put(x + step, y, char, ink)
            return
        down, across = self.cells.shape
        first, end = max(0, -x), min(len(words), across - x)
        if 0 <= y < down and first < end:
            self.put_row(x + first, y, words[first:end], ink, ground)

    def put_row(self, x: int, y: int, words: str, ink: Colour, ground: Colour) -> None:
        """Write several cells in a row, all in the window."""
        row = self.cells[y, x : x + len(words)]
        row["ch"] = np.frombuffer(words.encode("utf-32-le"), np.uint32)
        row["fg"], row["bg"] = ink, ground
