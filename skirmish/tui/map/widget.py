"""The map on the screen, painted or in letters, with a cursor, a camera and the mouse.

It knows views and tiles, no game. Rows are kept as ready strips past Textual's own cache of
styled lines, which would copy each of them once more; the camera moves in whole tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map import camera
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.effect_cells import cells_with_effects
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.paint import Ansi, Palette
from skirmish.tui.map.painter import ZOOMS, Painter, origin, tile_cells
from skirmish.tui.map.palettes import palette_of
from skirmish.tui.map.rows import CellFrame
from skirmish.tui.map.strips import strip_of
from skirmish.tui.map.terrain_looks import MapTheme
from skirmish.tui.prompt_paint import CellWidget
from skirmish.tui.settings_app import SettingsApp, glyphs_of, is_map_painted, is_palette_fixed

if TYPE_CHECKING:
    from tcod.console import Console

PAN = 2
"""Tiles that a turn of the wheel moves the map by."""


class MapView(CellWidget):
    """A window on the cells of a board, with a cursor."""

    ALLOW_SELECT = False
    can_focus = False

    DEFAULT_CSS = """
    MapView { width: 1fr; height: 1fr; }
    """

    class Pointed(Message):
        """The mouse came to another tile, or off the board (None)."""

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
            other: Whether it was a button that is not the left one.
        """

        def __init__(self, tile: Tile, *, start: Tile, other: bool) -> None:
            """Keep the tiles and which button it was."""
            super().__init__()
            self.tile = tile
            self.start = start
            self.other = other

    class Panned(Message):
        """Another part of the board is shown, by the mouse."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Show nothing until there is something to draw."""
        super().__init__(id=id)
        self._cells: Cells | None = None
        self._scene: tuple[View, Overlay] | None = None
        self._moment: Moment | None = None
        self._stage: tuple[View, Overlay, Cells] | None = None
        self._composer = Composer()
        self._painter = Painter()
        self._moment_painter = self._painter.beside()
        self._frame: CellFrame | None = None
        self._zoom = ZOOMS[0]
        self._zoom_chosen = False
        self._laid: tuple[int, ...] = ()
        """The sizes as they were before the wheel: what is below the mouse stays the map."""
        self._cursor: Tile = (0, 0)
        self._camera: Tile = (0, 0)
        self._covered: Tile = (0, 0)
        self._kept: tuple[Tile, ...] = ()
        self._uncovered: Tile = (0, 0)
        self._strips: dict[int, Strip] = {}
        self._pressed: Tile | None = None
        self._pointed: Tile | None = None
        self._held: Tile | None = None
        """The tile on which a button went down, until the mouse or the cursor goes elsewhere."""

    @property
    def cursor(self) -> Tile:
        """The tile that the cursor is on."""
        return self._cursor

    @property
    def painted(self) -> bool:
        """Whether the map is painted now, not drawn in letters."""
        return self._scene is not None

    @property
    def painted_theme(self) -> MapTheme | None:
        """The colours of the painted map; None where it is drawn in letters."""
        return self._painter.theme if self.painted else None

    @property
    def zoom(self) -> int:
        """How large a painted tile is, 1 to 3."""
        return self._zoom

    @property
    def zooms(self) -> tuple[int, ...]:
        """The sizes of a tile to choose from: one if the player has chosen, or for letters."""
        if not self.painted:
            return ZOOMS[:1]
        return self._laid or ((self._zoom,) if self._zoom_chosen else ZOOMS)

    @property
    def tile_size(self) -> Tile:
        """Columns and rows of the terminal that a tile takes."""
        return tile_cells(self._zoom) if self.painted else (COLUMNS, 1)

    @property
    def window(self) -> Size:
        """How many whole tiles there is room for, across and down."""
        (columns, rows), room = self.tile_size, self._room
        return Size(max(1, room[0] // columns), max(1, room[1] // rows))

    @property
    def _room(self) -> Tile:
        """Columns and rows over which nothing lies."""
        size = self.size
        return max(0, size.width - sum(self._covered)), size.height

    @property
    def part(self) -> tuple[int, int, int, int]:
        """What is shown of the board: its first column and row, tiles across and down."""
        (width, height), (across, down) = self.tiles, self.window
        return *self._camera, min(width, across), min(height, down)

    @property
    def tiles(self) -> Tile:
        """How many tiles there are, across and down."""
        if self._scene is not None:
            board = self._scene[0].state.board
            return board.width, board.height
        return self._cells.size if self._cells is not None else (0, 0)

    def draw(self, view: View, overlay: Overlay) -> None:
        """Show what a side sees, painted or in letters as the settings and the terminal have it."""
        self._moment = None
        if is_map_painted(self.app):
            self._paint(view, overlay)
        else:
            self._scene = self._frame = None
            self.show(self._composed(view, overlay))

    def show_moment(self, moment: Moment, overlay: Overlay) -> None:
        """Show a moment of what happens; the camera goes where it does."""
        before, self._moment = self._moment, moment
        moved = moment.focus is not None and self._follow(moment.focus)
        if is_map_painted(self.app):
            if moved:
                self._frame = None
            elif self._looks_the_same(before, moment, overlay):
                return
            self._paint(moment.view, overlay)
        else:
            self._scene = self._frame = None
            if self._stage is None or self._stage[:2] != (moment.view, overlay):
                cells = self._composed(moment.view, overlay)
                self._stage = moment.view, overlay, cells
            self.show(cells_with_effects(self._stage[2], moment, self._composer.glyphs))
        if moved:
            self._repaint()
            self.post_message(self.Panned())

    def _looks_the_same(self, before: Moment | None, moment: Moment, overlay: Overlay) -> bool:
        """Whether a moment looks on a painted map as the one that is shown."""
        return (
            before is not None
            and self._scene is not None
            and self._scene[1] == overlay
            and before.look(self._zoom) == moment.look(self._zoom)
        )

    def _follow(self, tile: Tile) -> bool:
        """Bring a tile to the middle if it is out of sight or at the edge; whether it was."""
        x, y, across, down = self.part
        if x < tile[0] < x + across - 1 and y < tile[1] < y + down - 1:
            return False
        return self._set_camera(camera.centred(tile, self.window))

    def _composed(self, view: View, overlay: Overlay) -> Cells:
        """The cells of a map in letters."""
        glyphs = glyphs_of(self.app)
        if self._composer.glyphs != glyphs:
            self._composer = Composer(glyphs)
        return self._composer.compose(view, overlay)

    def _paint(self, view: View, overlay: Overlay) -> None:
        """Paint a map where it has changed."""
        glyphs = glyphs_of(self.app)
        new = self._scene is None or self.tiles != (view.state.board.width, view.state.board.height)
        self._scene, self._cells = (view, overlay), None
        self._painter.glyphs = self._moment_painter.glyphs = glyphs
        self._show_theme()
        if new:
            self._choose_zoom()
            self._keep_in_sight(centre=True)
        self._repaint() if new else self._repaint_changes()

    def _show_theme(self) -> None:
        for painter in (self._painter, self._moment_painter):
            painter.show_theme(self.app.theme, flat=is_palette_fixed(self.app))

    def prepare(self, view: View, overlay: Overlay) -> None:
        """Paint what comes after the moments that are shown now, without showing it."""
        if self.painted and all(self._room):
            where = self._camera, self._room, self._zoom
            self._painter.bare_picture(view, overlay, *where)

    def show(self, cells: Cells) -> None:
        """Show these cells; only tiles that differ from the last ones are painted again."""
        old, self._cells = self._cells, cells
        if old is None or old.size != cells.size:
            self._keep_in_sight(centre=True)
            self._repaint()
            return
        for row, first, last in cells.changed_from(old):
            self._repaint_tiles(row, first, last)

    def zoom_by(self, by: int) -> str:
        """Make the tiles of a painted map larger or smaller; why not, or an empty text."""
        self._laid = ()
        return self._set_zoom(self._zoom + by)

    def next_zoom(self) -> str:
        """Take the next size of tiles, after the largest the smallest; why not, or nothing."""
        return self._set_zoom(self._zoom % ZOOMS[-1] + 1)

    def _set_zoom(self, zoom: int) -> str:
        if not self.painted:
            return "A map drawn in letters has one size. Settings: a painted map can be zoomed."
        if zoom not in ZOOMS:
            return "The map cannot be zoomed further."
        self._zoom, self._zoom_chosen = zoom, True
        self._keep_in_sight(centre=True)
        self._repaint()
        self.post_message(self.Panned())
        self.paint_now()
        return ""

    def _choose_zoom(self) -> None:
        """The largest zoom at which the map fits, else at which enough of it is shown."""
        if not self._zoom_chosen:
            self._zoom = camera.best_zoom(self.tiles, (self.size.width, self.size.height))

    def clear(self) -> None:
        """Show nothing."""
        self._cells = self._scene = self._moment = self._stage = None
        self._repaint()

    def draw_with_cursor(
        self, view: View, overlay: Overlay, tile: Tile, *, follow: bool = True
    ) -> None:
        """Show what a side sees and put the cursor on a tile, in one paint."""
        if self.painted and self._shows_well(tile):
            self._cursor = tile
        elif self.painted and follow:
            old, self._cursor, self._frame = self._cursor, tile, None
            self._held = self._held if tile == old else None
            self._follow_cursor(old)
        self.draw(view, overlay)
        self.move_cursor(tile, follow=follow)

    def _shows_well(self, tile: Tile) -> bool:
        """Whether the camera can stay where it is with the cursor on a tile."""
        wanted = camera.after_move(self._camera, self._cursor, tile, self.window)
        return self._camera == camera.within(wanted, self.tiles, self.window)

    def move_cursor(self, tile: Tile, *, follow: bool = True) -> None:
        """Put the cursor on a tile; the camera follows, so that it stays off the edge.

        Under the mouse it does not follow: what is clicked twice must stay where it is.
        """
        if tile == self._cursor:
            return
        old, self._cursor = self._cursor, tile
        self._held = None if follow else self._held
        if follow and self._follow_cursor(old):
            self._repaint()
        elif self.painted:
            self._repaint_changes()
        else:
            for x, y in (old, tile):
                self._repaint_tiles(y, x, x)
        self.move_terminal_cursor()

    def show_cursor(self) -> None:
        """Move the camera back to the cursor, if it went elsewhere."""
        wanted = camera.after_jump(self._camera, self._cursor, self.window)
        if not self._holds and self._set_camera(wanted):
            self._repaint()
            self.post_message(self.Panned())

    def centre(self, tile: Tile) -> None:
        """Put the cursor on a tile and the tile in the middle."""
        self._cursor = tile
        self._keep_in_sight(centre=True)
        self._repaint()

    def look_at(self, tile: Tile) -> None:
        """Bring a tile to the middle; the cursor stays where it is."""
        self._look(camera.centred(tile, self.window))

    def cover(self, left: int, right: int, tiles: tuple[Tile, ...] = ()) -> None:
        """Keep the map out of columns over which something lies, and tiles in sight beside it.

        When nothing lies over the map any more, it goes back to where it was; but a tile that was
        clicked stays below the mouse.
        """
        if (left, right) == self._covered and tiles == self._kept:
            return
        before = self._covered, self._camera
        place = None if self._held is None else self.place_of(self._held)
        if before[0] == (0, 0):
            self._uncovered = self._camera
        self._covered, self._kept = (left, right), tiles
        if place is None or not self._hold_at(place):
            self._make_room(left - before[0][0])
        if (self._covered, self._camera) != before:
            self._repaint()

    def _make_room(self, shift: int) -> None:
        """Move the camera for what lies over the map: by so many columns, and to what is kept."""
        if self._covered == (0, 0):
            self._set_camera(self._uncovered)
            self._keep_in_sight()
        else:
            x, y = self._camera
            place = x + shift // self.tile_size[0], y
            self._set_camera(camera.showing(place, self._kept, self.window))

    def _hold_at(self, place: Offset) -> bool:
        """Bring the held tile back to a place of the widget; False where it is out of sight."""
        if self._held is not None:
            moved = self.place_of(self._held).x - place.x
            x, y = self._camera
            self._set_camera((x + round(moved / self.tile_size[0]), y))
        return self._holds

    @property
    def _holds(self) -> bool:
        """Whether the map must stay where it is: a tile in sight is held below the mouse."""
        if self._held is None:
            return False
        (x, y), (left, top, across, down) = self._held, self.part
        return left <= x < left + across and top <= y < top + down

    def tile_at(self, offset: Offset) -> Tile | None:
        """The tile under a place of the widget, None off the board."""
        (width, height), (left, top) = self.tiles, self._origin()
        columns, rows = self.tile_size
        x = (offset.x - left) // columns + self._camera[0]
        y = (offset.y - top) // rows + self._camera[1]
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    def place_of(self, tile: Tile) -> Offset:
        """The place in the widget where a tile begins."""
        (left, top), (columns, rows) = self._origin(), self.tile_size
        (x, y), (x0, y0) = tile, self._camera
        return Offset((x - x0) * columns + left, (y - y0) * rows + top)

    def rows(self) -> tuple[str, ...]:
        """What is shown, as plain text."""
        return tuple(strip.text for strip in self._rows(range(self.size.height)))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        picture, filters = self._picture(), self._filters()
        if picture is not None and not filters and self._covered == (0, 0):
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
        """Another size: the cursor stays in sight, and another part of the map is shown."""
        self._choose_zoom()
        self._keep_in_sight()
        self._repaint()
        self.post_message(self.Panned())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell when the mouse comes to another tile."""
        tile = self.tile_at(event.offset)
        if tile != self._pointed:
            self._pointed, self._held = tile, None
            self.post_message(self.Pointed(tile))

    def on_leave(self, _event: events.Leave) -> None:
        """The mouse is off the map."""
        self._laid = ()
        if self._pointed is not None:
            self._pointed = self._held = None
            self.post_message(self.Pointed(None))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Keep where a click or a drag begins; on a mark at the edge there is no tile."""
        self._pressed = None if self._beyond(event.offset) else self.tile_at(event.offset)
        self._held = self._pressed
        if self._pressed is not None and event.button == 1:
            self.post_message(self.Pressed(self._pressed))

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked, or from where to where the mouse was dragged.

        A mark at the edge shows what it is for.
        """
        tile, start = self.tile_at(event.offset), self._pressed
        self._pressed = None
        beyond = self._beyond(event.offset) if start is None and event.button == 1 else None
        if beyond is not None:
            self.look_at(beyond)
        elif tile is not None:
            self.post_message(self.Clicked(tile, start=start or tile, other=event.button != 1))

    def _beyond(self, offset: Offset) -> Tile | None:
        """The tile beyond the edge that a mark under a place of the widget is for, if any."""
        again = self._held is not None and self.tile_at(offset) == self._held
        if again or not self.painted or self._moment is not None:
            return None
        return self._painter.marked_beyond((offset.x - self._covered[0], offset.y))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out, or move the camera: down, with shift right."""
        self._scrolled(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in, or move the camera: up, with shift left."""
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
        """Zoom a painted map; move one in letters, or with shift or ctrl."""
        if event.shift or (event.ctrl and not self.painted):
            self._pan(by * PAN, 0)
        elif self.painted and not event.ctrl:
            laid = self.zooms
            self.zoom_by(-by)
            self._laid = laid
        else:
            self._pan(0, by * PAN)
        event.stop()

    def _pan(self, dx: int, dy: int) -> None:
        x, y = self._camera
        self._look((x + dx, y + dy))

    def _look(self, place: Tile) -> None:
        if self._set_camera(place):
            self._repaint()
            self.post_message(self.Panned())
            self.paint_now()

    def _set_camera(self, place: Tile) -> bool:
        """Move the camera, never past the board; whether it did move."""
        if self.tiles == (0, 0):
            return False
        before, self._camera = self._camera, camera.within(place, self.tiles, self.window)
        return before != self._camera

    def _keep_in_sight(self, *, centre: bool = False) -> bool:
        if centre:
            return self._set_camera(camera.centred(self._cursor, self.window))
        if self._holds:
            return False
        return self._set_camera(camera.following(self._camera, self._cursor, self.window))

    def _follow_cursor(self, old: Tile) -> bool:
        """Move the camera, if it must, after the cursor has left a tile; whether it moved."""
        wanted = camera.after_move(self._camera, old, self._cursor, self.window)
        return not self._holds and self._set_camera(wanted)

    def _origin(self) -> Tile:
        """The cell where the shown part of the board begins: a small one stands in the middle."""
        left, top = origin(self.tiles, self._room, self.tile_size)
        return self._covered[0] + left, top

    def _repaint(self) -> None:
        self._strips.clear()
        self._frame = None
        self.refresh()
        if self.painted and isinstance(self.app, SettingsApp):
            self.call_after_refresh(self.app.frame_gate.probe)
        # Another part of the board, or another place for it: the cursor is elsewhere as well.
        self.move_terminal_cursor()

    def _repaint_changes(self) -> None:
        """Paint the cells again that look different now."""
        old, self._frame = self._frame, None
        new = None if old is None else self._picture()
        if old is None or new is None or old.size != new.size:
            self._repaint()
            return
        if (changed := new.changed_from(old)) is not None:
            for y in changed.line_range:
                self._strips.pop(y, None)
            self.refresh(changed.translate(Offset(self._covered[0], 0)))
        self.move_terminal_cursor()

    def _picture(self) -> CellFrame | None:
        """The painted cells of the window; None for letters, or without room."""
        size = self._room
        if self._frame is not None and self._frame.size != size:
            # Textual may ask for rows before it reports the new size.
            self._frame = None
            self._strips.clear()
        if self._frame is None and self._scene is not None and size[0] and size[1]:
            self._frame = CellFrame.of(self._painted(*self._scene), flat=self._painter.theme.flat)
        return self._frame

    def _painted(self, view: View, overlay: Overlay) -> Console:
        """The window, painted."""
        size, (x, y) = self._room, self._cursor
        if self._moment is not None:
            where = self._camera, size, self._zoom
            return self._moment_painter.paint_moment(self._moment, overlay, *where)
        cursor = self._cursor if x >= 0 and y >= 0 else None
        return self._painter.paint(view, overlay, self._camera, size, self._zoom, cursor)

    def _repaint_tiles(self, row: int, first: int, last: int) -> None:
        left, top = self._origin()
        y = row - self._camera[1] + top
        if 0 <= y < self.size.height:
            self._strips.pop(y, None)
            x = (first - self._camera[0]) * COLUMNS + left
            spot = Region(x, y, (last - first + 1) * COLUMNS, 1)
            self.refresh(spot.intersection(self.size.region))

    def _rows(self, lines: Iterable[int]) -> list[Strip]:
        """Some rows as strips; those that are known are kept."""
        picture, width = self._picture(), self.size.width
        kept, found = self._strips, []
        for y in lines:
            strip = kept.get(y)
            if strip is None:
                strip = kept[y] = self._made(y, picture, width)
            found.append(strip)
        return found

    def _made(self, y: int, picture: CellFrame | None, width: int) -> Strip:
        palette = palette_of(self.app.theme)
        if picture is not None:
            # While it lays the screen out, Textual may ask for rows below the present size.
            inside = y < picture.size[1]
            strip = picture.row(y) if inside else Strip.blank(width, palette.beyond())
            return _padded(strip, self._covered[0], width, palette)
        left, top = self._origin()
        row = y - top + self._camera[1]
        if self._cells is None or y < top or row >= self._cells.size[1]:
            return Strip.blank(width, palette.beyond())
        cursor = self._cursor[0] if row == self._cursor[1] else -1
        chars, paints = self._cells.row(row, self._camera[0], (width - left) // COLUMNS, cursor)
        strip = strip_of(chars, paints, palette)
        return _padded(strip, left, width, palette)

    def _filters(self) -> list[LineFilter]:
        """The app's filters (NO_COLOR) that strips need: their colours are true ones already."""
        return [one for one in self.app.get_line_filters() if not isinstance(one, ANSIToTruecolor)]

    def _filtered(self, strips: list[Strip], filters: Sequence[LineFilter]) -> list[Strip]:
        for line_filter in filters:
            under = self.background_colors[1]
            strips = [strip.apply_filter(line_filter, under) for strip in strips]
        return strips

    def move_terminal_cursor(self) -> None:
        """Screen readers and Braille displays follow the terminal's own cursor.

        It stays where it is while something else lies over the map, or nothing is shown.
        """
        if self.tiles == (0, 0) or not self.is_attached or not self.screen.is_current:
            return
        self.app.cursor_position = self.region.offset + self.place_of(self._cursor)


def _padded(strip: Strip, left: int, width: int, palette: Palette | Ansi) -> Strip:
    right = width - left - strip.cell_length
    if not left and not right:
        return strip
    blank = palette.beyond()
    parts: Iterable[Strip] = (Strip.blank(left, blank), strip, Strip.blank(right, blank))
    return Strip.join(parts)
