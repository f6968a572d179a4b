"""The map on the screen, painted or lettered, with a cursor, a camera and the mouse.

It knows views and tiles, but no game. Rows are kept as finished strips, bypassing Textual's own
cache of styled lines, which would copy each of them again. The `Viewport` decides which part of the
board they show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.camera import ZOOMS
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.edge_marks import EdgeMark, letter_edge_marks
from skirmish.tui.map.effect_cells import cells_with_effects
from skirmish.tui.map.glyphs import side_inks
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.paint import Ansi, Ink, Palette
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.palettes import palette_of
from skirmish.tui.map.rows import CellFrame
from skirmish.tui.map.strips import strip_of
from skirmish.tui.map.terrain_looks import Colour, MapTheme
from skirmish.tui.map.viewport import Viewport
from skirmish.tui.prompt_paint import CellWidget
from skirmish.tui.settings_app import SettingsApp, glyphs_of, is_map_painted, is_palette_fixed

if TYPE_CHECKING:
    from tcod.console import Console

PAN = 2
"""Tiles by which a turn of the wheel moves the map."""


class MapView(CellWidget):
    """A window on the cells of a board, with a cursor."""

    ALLOW_SELECT = False
    ZOOMABLE: ClassVar = True
    can_focus = False

    DEFAULT_CSS = """
    MapView { width: 1fr; height: 1fr; }
    """

    class Pointed(Message):
        """The mouse moved to another tile, or off the board (None)."""

        def __init__(self, tile: Tile | None) -> None:
            """Keep the tile."""
            super().__init__()
            self.tile = tile

    class Pressed(Message):
        """The left button went down on a tile."""

        def __init__(self, tile: Tile) -> None:
            """Keep the tile."""
            super().__init__()
            self.tile = tile

    class Clicked(Message):
        """A tile was clicked.

        Attributes:
            tile: The tile where the button was released.
            start: The tile where it was pressed; another one if the mouse was dragged.
            other: Whether it was another button than the left one.
        """

        def __init__(self, tile: Tile, *, start: Tile, other: bool) -> None:
            """Keep the tiles and which button it was."""
            super().__init__()
            self.tile = tile
            self.start = start
            self.other = other

    class Panned(Message):
        """The visible part of the board has changed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Show nothing until something is drawn."""
        super().__init__(id=id)
        self.viewport = Viewport(lambda: self.size)
        self._cells: Cells | None = None
        self._known: View | None = None
        """The view of a lettered map; a painted one has a scene."""
        self._edges: tuple[View | None, tuple[int, ...], tuple[EdgeMark, ...]] = None, (), ()
        self._labelled: tuple[Cells, tuple[int, ...], Cells] | None = None
        self._scene: tuple[View, Overlay] | None = None
        self._views = 0
        """How often the painted view has changed so far."""
        self._moment: Moment | None = None
        self._stage: tuple[View, Overlay, Cells] | None = None
        self._composer = Composer()
        self._painter = Painter()
        self._moment_painter = self._painter.beside()
        self._frame: CellFrame | None = None
        self._strips: dict[int, Strip] = {}
        self._pressed: Tile | None = None
        self._meant: tuple[tuple[object, ...], Tile | None] | None = None
        self._pointed: Tile | None = None

    @property
    def cursor(self) -> Tile:
        """The tile of the cursor."""
        return self.viewport.cursor

    @property
    def painted(self) -> bool:
        """Whether the map is now painted instead of lettered."""
        return self.viewport.painted

    @property
    def painted_theme(self) -> MapTheme | None:
        """The colours of the painted map; None for a lettered one."""
        return self._painter.theme if self.painted else None

    @property
    def tiles(self) -> Tile:
        """The number of tiles, across and down."""
        return self.viewport.board

    def _keep(self, scene: tuple[View, Overlay] | None, cells: Cells | None = None) -> None:
        """Store what is shown: the scene of a painted map, or the cells of a lettered one."""
        before, after = (one and one[0] for one in (self._scene, scene))
        self._views += before is not after
        self._scene, self._cells, port = scene, cells, self.viewport
        self._known = None
        port.painted = scene is not None
        if scene is not None:
            board = scene[0].state.board
            port.board = board.width, board.height
        else:
            port.board = cells.size if cells is not None else (0, 0)

    def draw(self, view: View, overlay: Overlay) -> None:
        """Show what a side sees, painted or lettered as settings and terminal require."""
        self._moment = None
        if is_map_painted(self.app):
            self._paint(view, overlay)
        else:
            self._frame = None
            self.show(self._composed(view, overlay), view)

    def show_moment(self, moment: Moment, overlay: Overlay) -> None:
        """Show a moment of the events being played; the camera follows them."""
        before, self._moment = self._moment, moment
        moved = moment.focus is not None and self._follow(moment.focus)
        if is_map_painted(self.app):
            if moved:
                self._frame = None
            elif self._looks_the_same(before, moment, overlay):
                return
            self._paint(moment.view, overlay)
        else:
            self._frame = None
            if self._stage is None or self._stage[:2] != (moment.view, overlay):
                cells = self._composed(moment.view, overlay)
                self._stage = moment.view, overlay, cells
            cells = cells_with_effects(self._stage[2], moment, self._composer.glyphs)
            self.show(cells, moment.view)
        if moved:
            self._repaint()
            self.post_message(self.Panned())

    def _looks_the_same(self, before: Moment | None, moment: Moment, overlay: Overlay) -> bool:
        """Whether a moment looks like the one shown, on a painted map."""
        zoom = self.viewport.zoom
        return (
            before is not None
            and self._scene is not None
            and self._scene[1] == overlay
            and before.look(zoom) == moment.look(zoom)
        )

    def _follow(self, tile: Tile) -> bool:
        """Centre a tile if it is out of sight or at the edge. Returns whether the map moved."""
        return self.viewport.follow(tile)

    def _composed(self, view: View, overlay: Overlay) -> Cells:
        """The cells of a lettered map."""
        glyphs = glyphs_of(self.app)
        if self._composer.glyphs != glyphs:
            self._composer = Composer(glyphs)
        return self._composer.compose(view, overlay)

    def _paint(self, view: View, overlay: Overlay) -> None:
        """Paint the parts of the map that have changed."""
        glyphs = glyphs_of(self.app)
        before = self.painted, self.tiles
        self._keep((view, overlay))
        new = before != (True, self.tiles)
        self._painter.glyphs = self._moment_painter.glyphs = glyphs
        self._show_theme()
        if new:
            self._fit_zoom()
            self.viewport.centre()
        self._repaint() if new else self._repaint_changes()

    def _show_theme(self) -> None:
        for painter in (self._painter, self._moment_painter):
            painter.show_theme(self.app.theme, flat=is_palette_fixed(self.app))

    def prepare(self, view: View, overlay: Overlay) -> None:
        """Paint the picture that follows the moments shown now, without showing it."""
        port = self.viewport
        if self.painted and all(port.room):
            self._painter.bare_picture(view, overlay, port.camera, port.room, port.zoom)

    def show(self, cells: Cells, view: View | None = None) -> None:
        """Show these cells; only tiles that differ from the last ones are repainted.

        If all cells belong to a `view`, marks at the edges show what is beyond them.
        """
        old, edges = self._finished(), self._edges[2]
        self._keep(None, cells)
        self._known = view
        if old is None or old.size != cells.size:
            self.viewport.centre()
            self._repaint()
            return
        new = self._finished() or cells
        for row, first, last in new.changed_from(old):
            self._repaint_tiles(row, first, last)
        for mark in {*edges} ^ {*self._letter_edges()}:
            row = self.viewport.camera[1] + mark.place[1]
            self._repaint_tiles(row, self.viewport.camera[0], cells.size[0])

    def _finished(self) -> Cells | None:
        """The cells of a lettered map, with the labels for the visible part."""
        cells, part = self._cells, self.viewport.part
        if cells is None:
            return None
        if self._labelled is None or self._labelled[:2] != (cells, part):
            places = (cell for mark in self._letter_edges() for cell in mark.cells)
            covered = {(part[0] + x // COLUMNS, part[1] + y) for x, y in places}
            self._labelled = cells, part, cells.finished(part, covered)
        return self._labelled[2]

    def _letter_edges(self) -> tuple[EdgeMark, ...]:
        """The marks at the edges of a lettered map; cached while it shows the same."""
        known, part = self._known, self.viewport.part
        if self._edges[0] is not known or self._edges[1] != part:
            pointers = self._composer.glyphs.pointers
            marks = letter_edge_marks(known, part, pointers) if known is not None else ()
            self._edges = known, part, marks
        return self._edges[2]

    def zoom_by(self, by: int, *, by_wheel: bool = False) -> str:
        """Make the tiles of a painted map larger or smaller; return why not, or an empty text."""
        return self._choose_zoom(self.viewport.zoom + by, by_wheel=by_wheel)

    def next_zoom(self) -> str:
        """Take the next tile size, after the largest the smallest; return why not, or ""."""
        return self._choose_zoom(self.viewport.zoom % ZOOMS[-1] + 1)

    def _choose_zoom(self, zoom: int, *, by_wheel: bool = False) -> str:
        if not self.ZOOMABLE:
            return ""
        refused = self.viewport.choose_zoom(zoom, by_wheel=by_wheel)
        if not refused:
            self._show_other_part()
        return refused

    def _fit_zoom(self) -> None:
        """Choose the zoom for the size of the widget."""
        self.viewport.fit_zoom()

    def clear(self) -> None:
        """Show nothing."""
        self._keep(None)
        self._moment = self._stage = None
        self._repaint()

    def draw_with_cursor(
        self, view: View, overlay: Overlay, tile: Tile, *, follow: bool = True
    ) -> None:
        """Show what a side sees with the cursor on a tile, in one paint."""
        if self.painted and self.viewport.shows_well(tile):
            self.viewport.cursor = tile
        elif self.painted and follow:
            self._frame = None
            self.viewport.put_cursor(tile, follow=True)
        self.draw(view, overlay)
        self.move_cursor(tile, follow=follow)

    def move_cursor(self, tile: Tile, *, follow: bool = True) -> None:
        """Put the cursor on a tile; the camera follows to keep it off the edge.

        With the mouse the camera does not follow, because a tile that is clicked twice must not
        move.
        """
        old = self.cursor
        if tile == old:
            return
        if self.viewport.put_cursor(tile, follow=follow):
            self._repaint()
        elif self.painted:
            self._repaint_changes()
        else:
            for x, y in (old, tile):
                self._repaint_tiles(y, x, x)
        self.move_terminal_cursor()

    def show_cursor(self) -> None:
        """Move the camera back to the cursor, if it was moved away."""
        if self.viewport.show_cursor():
            self._repaint()
            self.post_message(self.Panned())

    def centre(self, tile: Tile) -> None:
        """Put the cursor on a tile and centre it."""
        self.viewport.cursor = tile
        self.viewport.centre()
        self._repaint()

    def look_at(self, tile: Tile) -> None:
        """Centre a tile; the cursor stays where it is."""
        if self.viewport.look_at(tile):
            self._show_other_part()

    def _pan(self, dx: int, dy: int) -> None:
        if self.viewport.pan(dx, dy):
            self._show_other_part()

    def _show_other_part(self) -> None:
        """Paint another part of the board, chosen by the player, at once."""
        self._repaint()
        self.post_message(self.Panned())
        self.paint_now()

    def set_aside(self, columns: int) -> None:
        """Reserve columns on the right for a widget, so that the map need not move for it."""
        if columns != self.viewport.spare:
            self.viewport.spare = columns
            self.viewport.keep_cursor_in_sight()
            self._repaint()

    def cover(
        self, left: int, right: int, tiles: tuple[Tile, ...] = (), around: tuple[Tile, ...] = ()
    ) -> None:
        """Keep the map out of columns that a widget covers, and tiles in sight beside it."""
        if self.viewport.cover(left, right, tiles, around):
            self._repaint()

    def tile_at(self, offset: Offset) -> Tile | None:
        """The tile at a place of the widget, or the tile of the label there; None off the board.

        The tile of the last press at this place still counts, even if its label is gone by now.
        """
        port = self.viewport
        if self._meant is not None and self._meant[0] == self._spot(offset):
            return self._meant[1]
        tile = port.tile_at(offset)
        if not self.painted or self._moment is not None or tile == port.held:
            return tile
        return self._painter.labelled((offset.x - port.left, offset.y)) or tile

    def _spot(self, offset: Offset) -> tuple[object, ...]:
        """Key of a place in the widget, for the current view and the visible part."""
        return offset, self.viewport.part, self.viewport.zoom, self._views

    def rows(self) -> tuple[str, ...]:
        """The rows shown, as plain text."""
        return tuple(strip.text for strip in self._rows(range(self.size.height)))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        picture, filters = self._picture(), self._filters()
        if picture is not None and not filters and picture.size[0] == self.size.width:
            columns, rows = picture.size
            if crop.right <= columns and crop.bottom <= rows:
                return [picture.row(y, crop.x, crop.right) for y in crop.line_range]
        strips = self._filtered(self._rows(crop.line_range), filters)
        if crop.column_span != (0, self.size.width):
            first, last = crop.column_span
            strips = [strip.crop(first, last) for strip in strips]
        return strips

    def notify_style_update(self) -> None:
        """Repaint every row when the theme changes."""
        self._strips.clear()
        self._frame = None
        self._show_theme()
        super().notify_style_update()

    def on_resize(self, _event: events.Resize) -> None:
        """Keep the cursor in sight, and report that another part of the map is shown."""
        self._fit_zoom()
        self.viewport.keep_cursor_in_sight()
        self._repaint()
        self.post_message(self.Panned())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report when the mouse moves to another tile."""
        tile = self.tile_at(event.offset)
        if tile != self._pointed:
            self._pointed, self.viewport.held = tile, None
            self.post_message(self.Pointed(tile))

    def on_leave(self, _event: events.Leave) -> None:
        """Report that the mouse has left the map."""
        self.viewport.end_wheel()
        if self._pointed is not None:
            self._pointed = self.viewport.held = None
            self.post_message(self.Pointed(None))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Note where a click or a drag begins; a mark at the edge is no tile."""
        self._pressed = None if self._beyond(event.offset) else self.tile_at(event.offset)
        self.viewport.held = self._pressed
        self._meant = self._spot(event.offset), self._pressed
        if self._pressed is not None and event.button == 1:
            self.post_message(self.Pressed(self._pressed))

    def on_click(self, event: events.Click) -> None:
        """Report the tile clicked, and the tile where the mouse was pressed.

        A click on a mark at the edge shows the tile that it stands for.
        """
        tile, start = self.tile_at(event.offset), self._pressed
        self._pressed = None
        beyond = self._beyond(event.offset) if start is None and event.button == 1 else None
        if beyond is not None:
            self.look_at(beyond)
        elif tile is not None:
            self.post_message(self.Clicked(tile, start=start or tile, other=event.button != 1))

    def _beyond(self, offset: Offset) -> Tile | None:
        """The tile beyond the edge for the mark at a place of the widget, if there is one."""
        port = self.viewport
        again = port.held is not None and self.tile_at(offset) == port.held
        if again or self._moment is not None:
            return None
        if not self.painted:
            place = offset.x - port.origin[0], offset.y - port.origin[1]
            return next((mark.tile for mark in self._letter_edges() if place in mark.cells), None)
        return self._painter.marked_beyond((offset.x - port.left, offset.y))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out, or move the camera: down, with shift to the right."""
        self._scrolled(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in, or move the camera: up, with shift to the left."""
        self._scrolled(event, -1)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Move the camera right."""
        self._pan(PAN, 0)
        event.stop()

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Move the camera left."""
        self._pan(-PAN, 0)
        event.stop()

    def _scrolled(self, event: events.MouseEvent, by: int) -> None:
        """Zoom a painted map; move a lettered one, or any with shift or ctrl."""
        if event.shift or (event.ctrl and not self.painted):
            self._pan(by * PAN, 0)
        elif self.painted and not event.ctrl:
            self.zoom_by(-by, by_wheel=True)
        else:
            self._pan(0, by * PAN)
        event.stop()

    def _repaint(self) -> None:
        self._strips.clear()
        self._frame = None
        self.refresh()
        if self.painted and isinstance(self.app, SettingsApp):
            self.call_after_refresh(self.app.frame_gate.probe)
        # The board, or its visible part, may have moved, and the cursor with it.
        self.move_terminal_cursor()

    def _repaint_changes(self) -> None:
        """Repaint the cells that look different now."""
        old, self._frame = self._frame, None
        new = None if old is None else self._picture()
        if old is None or new is None or old.size != new.size:
            self._repaint()
            return
        if (changed := new.changed_from(old)) is not None:
            for y in changed.line_range:
                self._strips.pop(y, None)
            self.refresh(changed.translate(Offset(self.viewport.left, 0)))
        self.move_terminal_cursor()

    def _picture(self) -> CellFrame | None:
        """The painted cells of the window; None for a lettered map, or without room."""
        size = self.viewport.room
        theme, (columns, rows) = self._painter.theme, size
        if not theme.flat and self.viewport.covered == (0, 0):
            columns = self.size.width  # Including reserved columns, so that rows need no padding.
        if self._frame is not None and self._frame.size != (columns, rows):
            # Textual may ask for rows before it reports the new size.
            self._frame = None
            self._strips.clear()
        if self._frame is None and self._scene is not None and size[0] and size[1]:
            frame = CellFrame.of(self._painted(*self._scene), flat=theme.flat)
            self._frame = frame.widened(columns, _number(theme.colours["beyond"]))
        return self._frame

    def _painted(self, view: View, overlay: Overlay) -> Console:
        """Paint the window."""
        port = self.viewport
        where = port.camera, port.room, port.zoom
        if self._moment is not None:
            return self._moment_painter.paint_moment(self._moment, overlay, *where)
        cursor = port.cursor if min(port.cursor) >= 0 else None
        return self._painter.paint(view, overlay, *where, cursor)

    def _repaint_tiles(self, row: int, first: int, last: int) -> None:
        x, y = self.viewport.place_of((first, row))
        if 0 <= y < self.size.height:
            self._strips.pop(y, None)
            spot = Region(x, y, (last - first + 1) * COLUMNS, 1)
            self.refresh(spot.intersection(self.size.region))

    def _rows(self, lines: Iterable[int]) -> list[Strip]:
        """Some rows as strips, which are cached."""
        picture, width = self._picture(), self.size.width
        kept, found = self._strips, []
        for y in lines:
            strip = kept.get(y)
            if strip is None:
                strip = kept[y] = self._made(y, picture, width)
            found.append(strip)
        return found

    def _made(self, y: int, picture: CellFrame | None, width: int) -> Strip:
        palette, port = palette_of(self.app.theme), self.viewport
        if picture is not None:
            # During layout Textual may ask for rows below the current size.
            inside = y < picture.size[1]
            strip = picture.row(y) if inside else Strip.blank(width, palette.beyond())
            return _padded(strip, port.left, width, palette)
        (left, top), (x, row) = port.origin, port.camera
        row += y - top
        cells = self._finished()
        if cells is None or y < top or row >= cells.size[1]:
            return Strip.blank(width, palette.beyond())
        cursor = port.cursor[0] if row == port.cursor[1] else -1
        count = (width - left) // COLUMNS
        marks = tuple(mark for mark in self._letter_edges() if mark.place[1] == y - top)
        chars, paints = cells.row(row, x, count, cursor, self._inked(marks))
        strip = strip_of(chars, paints, palette)
        return _padded(strip, left, width, palette)

    def _inked(self, marks: Iterable[EdgeMark]) -> Iterator[tuple[int, str, int]]:
        """Marks of a row of a lettered map: first column, words and ink."""
        inks = side_inks(tuple(self._known.state.setup.sides)) if self._known else {}
        return ((mark.place[0], mark.words, inks.get(mark.side, Ink.MARK)) for mark in marks)

    def _filters(self) -> list[LineFilter]:
        """The app's filters (NO_COLOR) that strips need; their colours are already true colours."""
        return [one for one in self.app.get_line_filters() if not isinstance(one, ANSIToTruecolor)]

    def _filtered(self, strips: list[Strip], filters: Sequence[LineFilter]) -> list[Strip]:
        for line_filter in filters:
            under = self.background_colors[1]
            strips = [strip.apply_filter(line_filter, under) for strip in strips]
        return strips

    def move_terminal_cursor(self) -> None:
        """Move the terminal's own cursor, which screen readers and Braille displays follow.

        It stays in place while another screen lies over the map, or nothing is shown.
        """
        if self.tiles == (0, 0) or not self.is_attached or not self.screen.is_current:
            return
        self.app.cursor_position = self.region.offset + self.viewport.place_of(self.cursor)


def _number(colour: Colour) -> int:
    """A colour as 0xRRGGBB."""
    return int.from_bytes(colour.astype("u1").tobytes())


def _padded(strip: Strip, left: int, width: int, palette: Palette | Ansi) -> Strip:
    right = width - left - strip.cell_length
    if not left and not right:
        return strip
    blank = palette.beyond()
    parts: Iterable[Strip] = (Strip.blank(left, blank), strip, Strip.blank(right, blank))
    return Strip.join(parts)
