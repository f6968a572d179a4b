"""A map drawn to fit the room there is: whole where it fits, else several tiles in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from attrs import frozen
from textual import events

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.paint import LEVEL, Ink
from skirmish.tui.map.widget import MapView

NOWHERE: Tile = (-1, -1)
_INK = (1 << LEVEL) - 1
_SHARE = 3
"""A block is drawn as what is not plain in it, from a third of its tiles on."""


@frozen(eq=False)
class _Drawn:
    """A frame at full size, and the tiles that must not be lost when it is made smaller."""

    cells: Cells
    kept: tuple[Tile, ...]


class Sketch(MapView):
    """A map to be looked at, without a cursor."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._drawn: _Drawn | None = None
        self._composer = Composer()

    def on_mount(self) -> None:
        """No tile is under a cursor."""
        self.centre(NOWHERE)

    def draw(self, view: View | None, overlay: Overlay | None = None) -> None:
        """Show a view's map; nothing for None."""
        self._drawn = None
        if view is not None:
            cells = self._composer.compose(view, overlay or Overlay())
            places = (figure.at for figure in view.state.figures.values())
            self._drawn = _Drawn(cells, tuple(place for place in places if place is not None))
        self._fit()

    def on_resize(self, _event: events.Resize) -> None:
        """Another size, another scale."""
        self._fit()

    def _fit(self) -> None:
        if self._drawn is None or not self.size.area:
            self.clear()
            return
        across, down = self.window
        width, height = self._drawn.cells.size
        step = max(1, -(-width // across), -(-height // down))
        self.clear()
        self.show(shrunk(self._drawn.cells, step, self._drawn.kept))


def shrunk(cells: Cells, step: int, kept: Iterable[Tile]) -> Cells:
    """A frame with one tile for each block of step x step; tiles that are kept come through."""
    if step == 1:
        return cells
    width, height = cells.size
    picks = np.array(
        [[_pick(cells, x, y, step) for x in range(0, width, step)] for y in range(0, height, step)]
    )
    for x, y in kept:
        picks[y // step, x // step] = (x, y)
    rows, columns = picks[:, :, 1], picks[:, :, 0]
    return Cells(cells.chars[rows, columns], cells.paints[rows, columns])


def _pick(cells: Cells, left: int, top: int, step: int) -> Tile:
    """The tile that stands for a block."""
    block = cells.paints[top : top + step, left : left + step, 0] & _INK
    inks = Counter(int(ink) for ink in block.flat)
    plain = inks.pop(int(Ink.PLAIN), 0)
    if not inks or sum(inks.values()) * _SHARE < plain + sum(inks.values()):
        return left, top
    chosen = max(inks, key=lambda ink: (inks[ink], ink))
    at = int(np.argmax(block.reshape(-1) == chosen))
    return left + at % block.shape[1], top + at // block.shape[1]
