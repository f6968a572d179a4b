"""Screen updates without what the terminal shows already.

Textual paints a screen whole whenever its layout changes, often several times in a row and mostly
with what stands there; over a slow line that takes seconds. So the cells of the terminal are kept
as arrays, each update is compared with them, and only runs of cells that differ are written.

What is kept may be wrong, what is written never is: whatever leaves a doubt (another size, another
screen, an update for another size, characters that are not one column wide) makes cells unknown,
and the app forgets all of them after another program had the terminal.
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
"""The library in whose arrays cells are compared."""


class Pieces(CompositorUpdate):
    """Pieces of rows, one after the other; `size` is that of the screen they are of, if known.

    Attributes:
        written: How many characters they came to.
    """

    def __init__(
        self, pieces: Iterable[Piece], size: Size | None = None, runs: Sequence[PaintedRuns] = ()
    ) -> None:
        """Paint these; `runs` are of painted cells, beside the pieces."""
        self.pieces = tuple(pieces)
        self.size = size
        self.runs = runs
        self.written = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self.pieces and not any(runs.starts for runs in self.runs)

    def render_segments(self, console: Console) -> str:
        """Each piece behind the place where it begins."""
        pieces = [f"\x1b[{y + 1};{x + 1}H{strip.render(console)}" for x, y, strip in self.pieces]
        text = "".join([*pieces, *(runs.render(console) for runs in self.runs)])
        self.written = len(text)
        return text

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        """Nothing: Textual writes what `render_segments` gives."""
        return ()


class DiffRenderer:
    """What stands in each cell of a terminal, where that is known."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._cells: ScreenCells | None = None
        self._size: Size | None = None
        self._screen: Screen[Any] | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was painted yet."""
        return self._size is not None

    def forget(self) -> None:
        """Take all cells as unknown: something else may have written to the terminal."""
        if self._cells is not None:
            self._cells.forget()

    def saved(
        self, update: RenderableType, size: Size, screen: Screen[Any] | None = None
    ) -> RenderableType:
        """What has to be written for an update; from then on all of it counts as shown.

        `size` is that of the terminal, `screen` the one that is painted.
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
        # Textual ends each row with a new line: below the last one of a terminal it would scroll.
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
    """Whether a screen of which parts are painted is as large as the terminal."""
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
