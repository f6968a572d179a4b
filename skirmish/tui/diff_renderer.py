"""Screen updates without the parts that the terminal shows already.

Textual paints a whole screen whenever its layout changes, often several times in a row and mostly
with unchanged content; over a slow line that takes seconds. So the cells of the terminal are kept
as arrays, each update is compared with them, and only runs of cells that differ are written.

The kept cells may be wrong, but what is written never is: any doubt (another size, another screen,
an update for another size, characters that are not one column wide) makes cells unknown, and the
app forgets all cells after another program had the terminal.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from textual.geometry import Size
    from textual.screen import Screen

    from skirmish.tui.map.rows import Piece
    from skirmish.tui.screen_cells import PaintedRuns, ScreenCells


_NUMPY = "numpy"
"""The library whose arrays hold the cells."""


class Pieces(CompositorUpdate):
    """Pieces of rows, one after the other; `size` is that of their screen, if known.

    Attributes:
        written: Number of characters rendered.
    """

    def __init__(
        self, pieces: Iterable[Piece], size: Size | None = None, runs: Sequence[PaintedRuns] = ()
    ) -> None:
        """Paint these pieces; `runs` are runs of painted cells besides them."""
        self.pieces = tuple(pieces)
        self.size = size
        self.runs = runs
        self.written = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self.pieces and not any(runs.starts for runs in self.runs)

    def render_segments(self, console: Console) -> str:
        """The pieces as text, each after a move of the cursor to its place."""
        pieces = [f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for x, y, strip in self.pieces]
        text = "".join([*pieces, *(runs.render(console) for runs in self.runs)])
        self.written = len(text)
        return text

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """Return nothing: Textual writes the result of `render_segments`."""
        return ()


class DiffRenderer:
    """The known content of each cell of a terminal."""

    def __init__(self) -> None:
        """Begin with all cells unknown."""
        self._cells: ScreenCells | None = None
        self._size: Size | None = None
        self._screen: Screen[Any] | None = None

    @property
    def begun(self) -> bool:
        """Whether anything has been painted yet."""
        return self._size is not None

    def forget(self) -> None:
        """Make all cells unknown: another program may have written to the terminal."""
        if self._cells is not None:
            self._cells.forget()

    def saved(
        self, update: RenderableType, size: Size, screen: Screen[Any] | None = None
    ) -> RenderableType:
        """Return what must be written for an update, and count all of the update as shown.

        `size` is that of the terminal, `screen` the screen that is painted.
        """
        changed = (size, screen) != (self._size, self._screen)
        self._size, self._screen = size, screen
        cells = self._known_cells(size)
        match update:
            case LayoutUpdate():
                pieces, fits = _rows(update), update.region == size.region
            case ChopsUpdate():
                pieces, fits = _pieces(update), _fills(update, size)
            case Pieces():
                pieces, fits = iter(update.pieces), update.size == size
            case _:
                self.forget()
                return update
        # Textual ends each row with a newline, which would scroll the terminal at its last row.
        within = (one for one in pieces if one[1] < size.height)
        if cells is None:
            return Pieces(within)
        if changed or cells.full or not fits:
            cells.forget()
        plain, runs = cells.replaced(within)
        return Pieces(plain, size, runs)

    def _known_cells(self, size: Size) -> ScreenCells | None:
        """The cells of a terminal of this size; None until the library for arrays is loaded."""
        if _NUMPY not in sys.modules:  # The first frame does not wait for it.
            return None
        from skirmish.tui.screen_cells import ScreenCells

        if self._cells is None or self._cells.size != (size.width, size.height):
            self._cells = ScreenCells(size.width, size.height)
        return self._cells


def _fills(update: ChopsUpdate, size: Size) -> bool:
    """Whether a partial update is for a screen as large as the terminal."""
    return len(update.chops) == size.height and all(
        ends[-1] == size.width for ends in update.chop_ends if ends
    )


def _rows(update: LayoutUpdate) -> Iterator[Piece]:
    """The strips of an update of the whole screen, each with its place."""
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _pieces(update: ChopsUpdate) -> Iterator[Piece]:
    """The pieces that an update of spans writes, as Textual cuts them."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or x > right or end <= left:
                continue
            whole = left <= x < right and end <= right
            yield x, y, strip if whole else strip.crop(0, min(end, right) - x)
