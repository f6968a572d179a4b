"""Maps scaled to the available room: the preview of a scenario, the minimap of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen
from textual import events
from textual.geometry import Offset
from textual.message import Message

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.setup import area_mask
from skirmish.core.view import View
from skirmish.tui.map.camera import nearly_all
from skirmish.tui.map.cells import Cells, Composer, Overlay, label_places
from skirmish.tui.map.order_overlay import goals_mask
from skirmish.tui.map.paint import INK_MASK, Ink
from skirmish.tui.map.whole_map import Fit, OverviewPainter, crowded_out, paint_whole
from skirmish.tui.map.widget import MapView
from skirmish.tui.settings_app import glyphs_of, is_map_painted, is_palette_fixed

if TYPE_CHECKING:
    from tcod.console import Console

NOWHERE: Tile = (-1, -1)
_SHARE = 3
"""A block shows its marked tiles if they are at least one in this many."""
ROWS = 9
"""Rows of the minimap."""


@frozen(eq=False)
class _Drawn:
    """A frame at full size, and the tiles that must stay visible when it is scaled down."""

    cells: Cells
    kept: tuple[Tile, ...]


class ScaledMap(MapView):
    """A map without a cursor, painted or lettered, scaled down so that all of it fits."""

    ZOOMABLE = False

    class Scaled(Message):
        """The map has another size, and may have room for more or fewer signs."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin empty."""
        super().__init__(id=id)
        self._drawn: _Drawn | None = None
        self._composer = Composer()

    def on_mount(self) -> None:
        """Move the cursor off the map."""
        self._composer = Composer(glyphs_of(self.app))
        self.centre(NOWHERE)

    def draw(self, view: View | None, overlay: Overlay | None = None) -> None:
        """Show a view's map; None shows nothing."""
        self._drawn, shown = None, overlay or Overlay()
        if view is not None and is_map_painted(self.app):
            super().draw(view, shown)
            return
        if view is not None:
            cells = self._composer.compose(view, shown)
            figures = view.state.figures.values()
            places = (
                *(place for place, *_ in label_places(view, shown)),
                *(tile for tile, _ in shown.fallen),
                *(figure.at for figure in figures if figure.at is not None),
            )
            self._drawn = _Drawn(cells, places)
        self._fit()

    def crowded_out(self, view: View, overlay: Overlay) -> Sequence[Figure]:
        """The fallen of an overlay that a map this small has no room to show."""
        if not self.painted or not self.size.area:
            return ()
        return crowded_out(view, overlay.fallen, (self.size.width, self.size.height))

    def on_resize(self, _event: events.Resize) -> None:
        """Scale again."""
        if self.painted:
            self._repaint()
        else:
            self._fit()
        self.post_message(self.Scaled())

    def tile_at(self, offset: Offset) -> Tile | None:
        """The tile at a place of the widget; None off the map."""
        if not self.painted:
            return super().tile_at(offset)
        return self._place((self.size.width, self.size.height)).tile_at((offset.x, offset.y))

    def _place(self, window: Tile) -> Fit:
        """The position and scale of the painted map in the window."""
        return Fit.of(self.tiles, window)

    def _painted(self, view: View, overlay: Overlay) -> Console:
        return paint_whole(self._painter, view, overlay, (self.size.width, self.size.height))

    def _fit(self) -> None:
        self.clear()
        if self._drawn is not None and self.size.area:
            cells, room = self._drawn.cells, self.viewport.window
            self.show(shrink(cells, fitted_size(cells.size, room), self._drawn.kept))


def fitted_size(size: Tile, room: Tile) -> Tile:
    """The largest size with the same proportions that fits, at most the given one."""
    (width, height), (across, down) = size, room
    if width <= across and height <= down:
        return size
    if width * down > height * across:
        return across, max(1, height * across // width)
    return max(1, width * down // height), down


def shrink(cells: Cells, size: Tile, kept: Iterable[Tile]) -> Cells:
    """A frame scaled down: each tile stands for a block; kept tiles stay visible.

    Args:
        cells: The frame.
        size: Tiles across and down, at most those of the frame.
        kept: Tiles that must stay visible.
    """
    (width, height), (across, down) = cells.size, size
    if cells.size == size:
        return cells
    columns = [(n * width // across, (n + 1) * width // across) for n in range(across)]
    rows = [(n * height // down, (n + 1) * height // down) for n in range(down)]
    picks = np.array([[_pick(cells, column, row) for column in columns] for row in rows])

    def scaled(tile: Tile) -> Tile:
        return ((tile[0] + 1) * across - 1) // width, ((tile[1] + 1) * down - 1) // height

    for tile in kept:
        x, y = scaled(tile)
        picks[y, x] = tile
    where = picks[:, :, 1], picks[:, :, 0]
    return Cells(
        cells.chars[where],
        cells.paints[where],
        tuple((mask[where], sign) for mask, sign in cells.watches),
        tuple((mask[where], signs) for mask, signs in cells.fences),
        tuple(
            evolve(label, area=(*scaled(label.area[:2]), *scaled(label.area[2:])))
            for label in cells.labels
        ),
        frozenset(map(scaled, cells.taken)),
        None if cells.open is None else cells.open[where],
    )


def _pick(cells: Cells, columns: Tile, rows: Tile) -> Tile:
    """The tile that represents a block; the bounds of columns and rows are half-open."""
    (left, right), (top, bottom) = columns, rows
    inks = [int(ink) & INK_MASK for ink in cells.paints[top:bottom, left:right, 0].flat]
    marked = [ink for ink in inks if ink != Ink.PLAIN]
    if len(marked) * _SHARE < len(inks):
        return left, top
    commonest = max(marked, key=lambda ink: (marked.count(ink), ink))
    down, across = divmod(inks.index(commonest), right - left)
    return left + across, top + down


class MiniMap(ScaledMap):
    """The whole map in small, with a frame around the part in the window.

    It is hidden when the window shows nearly the whole map. A click moves the window there.
    """

    DEFAULT_CSS = """
    MiniMap { height: 9; display: none; }
    MiniMap.-needed { display: block; }
    """  # as many rows as ROWS says

    class Aimed(Message):
        """A tile was clicked."""

        def __init__(self, tile: Tile) -> None:
            """Keep the tile of the board."""
            super().__init__()
            self.tile = tile

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin hidden."""
        super().__init__(id=id)
        self._told: tuple[View, tuple[int, int, int, int]] | None = None
        self._style = (False, False, "")
        """Whether it was painted, whether in few colours, and its theme."""
        self._overview = OverviewPainter(self._painter)

    def empty(self) -> None:
        """Show nothing."""
        self._told = None
        self.draw(None)

    def follow(self, view: View, large: MapView, *, fits: bool = True) -> None:
        """Show the part in the window; hide if that is nearly the whole map or there is no room."""
        board, part = view.state.board, large.viewport.part
        left, top, across, down = part
        whole = nearly_all(board.width, across) and nearly_all(board.height, down)
        needed = fits and not whole
        self.set_class(needed, "-needed")
        painted = is_map_painted(self.app)  # then it has a frame for the part
        style = painted, is_palette_fixed(self.app), self.app.theme
        known = self._told is not None and self._told[0] is view and self._told[1] == part
        if needed and not (known and self._style == style):
            self._told, self._style = (view, part), style
            window = area_mask(board, (left, top, left + across - 1, top + down - 1))
            self.draw(view, Overlay() if painted else Overlay(ground=window))

    def _place(self, window: Tile) -> Fit:
        return Fit.scaled(self.tiles, window)

    def _painted(self, view: View, overlay: Overlay) -> Console:
        del overlay  # it marks the part in the window on a lettered map only
        part = self._told[1] if self._told is not None else (0, 0, 0, 0)
        window = self.size.width, self.size.height
        return self._overview.paint(view, goals_mask(view), part, window)

    # The mouse does not point at tiles of this map.

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Ignore the mouse."""
        event.prevent_default()

    def on_click(self, event: events.Click) -> None:
        """Report the tile of the board that was clicked."""
        event.prevent_default()
        spot, size = self.tile_at(event.offset), self.tiles
        if spot is not None and self._told is not None:
            board = self._told[0].state.board
            x, y = ((2 * spot[0] + 1) * board.width, (2 * spot[1] + 1) * board.height)
            self.post_message(self.Aimed((x // (2 * size[0]), y // (2 * size[1]))))
