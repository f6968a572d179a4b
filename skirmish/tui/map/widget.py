"""The map on the screen: shows cells through a camera, repaints what changed, tells of the mouse.

It knows cells and tiles, no game. Rows are kept as ready strips past Textual's own cache of
styled lines, which would copy each of them once more; a camera moves in whole tiles.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.filter import ANSIToTruecolor
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from skirmish.core.geometry import Tile
from skirmish.tui.map import camera
from skirmish.tui.map.cells import Cells
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.paint import Ansi, Palette
from skirmish.tui.map.palettes import palette_of
from skirmish.tui.map.strips import strip_of


class MapView(Widget):
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

    class Clicked(Message):
        """A tile was clicked; `other` with a button that is not the left one."""

        def __init__(self, tile: Tile, *, other: bool) -> None:
            """Keep the tile and which button it was."""
            super().__init__()
            self.tile = tile
            self.other = other

    class Panned(Message):
        """Another part of the board is shown, by the mouse."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Show nothing until there are cells."""
        super().__init__(id=id)
        self._cells: Cells | None = None
        self._cursor: Tile = (0, 0)
        self._camera: Tile = (0, 0)
        self._strips: dict[int, Strip] = {}
        self._pointed: Tile | None = None

    @property
    def cursor(self) -> Tile:
        """The tile that the cursor is on."""
        return self._cursor

    @property
    def window(self) -> Size:
        """How many tiles are shown, across and down."""
        return Size(max(1, self.size.width // COLUMNS), max(1, self.size.height))

    @property
    def part(self) -> tuple[int, int, int, int]:
        """What is shown of the board: its first column and row, tiles across and down."""
        if self._cells is None:
            return 0, 0, 0, 0
        (width, height), (across, down) = self._cells.size, self.window
        return *self._camera, min(width, across), min(height, down)

    @property
    def tiles(self) -> Tile:
        """How many tiles there are, across and down."""
        return self._cells.size if self._cells is not None else (0, 0)

    def show(self, cells: Cells) -> None:
        """Show these cells; only tiles that differ from the last ones are painted again."""
        old, self._cells = self._cells, cells
        if old is None or old.size != cells.size:
            self._keep_in_sight(centre=True)
            self._repaint()
            return
        for row, first, last in cells.changed_from(old):
            self._repaint_tiles(row, first, last)

    def clear(self) -> None:
        """Show nothing."""
        self._cells = None
        self._repaint()

    def move_cursor(self, tile: Tile, *, follow: bool = True) -> None:
        """Put the cursor on a tile; the camera follows, so that it stays off the edge.

        Under the mouse it does not follow: what is clicked twice must stay where it is.
        """
        if tile == self._cursor:
            return
        old, self._cursor = self._cursor, tile
        if follow and self._keep_in_sight():
            self._repaint()
        else:
            for x, y in (old, tile):
                self._repaint_tiles(y, x, x)
        self.move_terminal_cursor()

    def centre(self, tile: Tile) -> None:
        """Put the cursor on a tile and the tile in the middle."""
        self._cursor = tile
        self._keep_in_sight(centre=True)
        self._repaint()

    def look_at(self, tile: Tile) -> None:
        """Bring a tile to the middle; the cursor stays where it is."""
        self._look(camera.centred(tile, self.window))

    def tile_at(self, offset: Offset) -> Tile | None:
        """The tile under a place of the widget, None off the board."""
        if self._cells is None:
            return None
        width, height = self._cells.size
        left, top = self._origin()
        x, y = (offset.x - left) // COLUMNS + self._camera[0], offset.y - top + self._camera[1]
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    def rows(self) -> tuple[str, ...]:
        """What is shown, as plain text."""
        return tuple(self._strip(y).text for y in range(self.size.height))

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a part of the widget."""
        strips = self._filtered([self._strip(y) for y in crop.line_range])
        if crop.column_span != (0, self.size.width):
            first, last = crop.column_span
            strips = [strip.crop(first, last) for strip in strips]
        return strips

    def notify_style_update(self) -> None:
        """Another theme: every row is painted anew."""
        self._strips.clear()
        super().notify_style_update()

    def on_resize(self, _event: events.Resize) -> None:
        """Another size: the cursor stays in sight, and another part of the map is shown."""
        self._keep_in_sight()
        self._repaint()
        self.post_message(self.Panned())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell when the mouse comes to another tile."""
        tile = self.tile_at(event.offset)
        if tile != self._pointed:
            self._pointed = tile
            self.post_message(self.Pointed(tile))

    def on_leave(self, _event: events.Leave) -> None:
        """The mouse is off the map."""
        if self._pointed is not None:
            self._pointed = None
            self.post_message(self.Pointed(None))

    def on_click(self, event: events.Click) -> None:
        """Tell which tile was clicked."""
        tile = self.tile_at(event.offset)
        if tile is not None:
            self.post_message(self.Clicked(tile, other=event.button != 1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the camera down, or right with shift or ctrl."""
        self._scrolled(event, 2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the camera up, or left with shift or ctrl."""
        self._scrolled(event, -2)

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Move the camera right."""
        self._pan(2, 0)
        event.stop()

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Move the camera left."""
        self._pan(-2, 0)
        event.stop()

    def _scrolled(self, event: events.MouseEvent, by: int) -> None:
        sideways = event.shift or event.ctrl
        self._pan(by if sideways else 0, 0 if sideways else by)
        event.stop()

    def _pan(self, dx: int, dy: int) -> None:
        x, y = self._camera
        self._look((x + dx, y + dy))

    def _look(self, place: Tile) -> None:
        if self._set_camera(place):
            self._repaint()
            self.post_message(self.Panned())

    def _set_camera(self, place: Tile) -> bool:
        """Move the camera, never past the board; whether it did move."""
        if self._cells is None:
            return False
        before, self._camera = self._camera, camera.within(place, self._cells.size, self.window)
        return before != self._camera

    def _keep_in_sight(self, *, centre: bool = False) -> bool:
        if centre:
            return self._set_camera(camera.centred(self._cursor, self.window))
        return self._set_camera(camera.following(self._camera, self._cursor, self.window))

    def _origin(self) -> Tile:
        """Where the shown part of the board begins: a small board stands in the middle."""
        if self._cells is None:
            return 0, 0
        width, height = self._cells.size
        return (
            max(0, (self.size.width - width * COLUMNS) // 2),
            max(0, (self.size.height - height) // 2),
        )

    def _repaint(self) -> None:
        self._strips.clear()
        self.refresh()
        # Another part of the board, or another place for it: the cursor is elsewhere as well.
        self.move_terminal_cursor()

    def _repaint_tiles(self, row: int, first: int, last: int) -> None:
        left, top = self._origin()
        y = row - self._camera[1] + top
        if 0 <= y < self.size.height:
            self._strips.pop(y, None)
            x = (first - self._camera[0]) * COLUMNS + left
            spot = Region(x, y, (last - first + 1) * COLUMNS, 1)
            self.refresh(spot.intersection(self.size.region))

    def _strip(self, y: int) -> Strip:
        strip = self._strips.get(y)
        if strip is None:
            strip = self._strips[y] = self._made(y)
        return strip

    def _made(self, y: int) -> Strip:
        palette = palette_of(self.app.theme)
        width = self.size.width
        left, top = self._origin()
        row = y - top + self._camera[1]
        if self._cells is None or y < top or row >= self._cells.size[1]:
            return Strip.blank(width, palette.beyond())
        cursor = self._cursor[0] if row == self._cursor[1] else -1
        chars, paints = self._cells.row(row, self._camera[0], (width - left) // COLUMNS, cursor)
        strip = strip_of(chars, paints, palette)
        return _padded(strip, left, width, palette)

    def _filtered(self, strips: list[Strip]) -> list[Strip]:
        """Strips as the app's filters want them (NO_COLOR); their colours are true ones already."""
        for line_filter in self.app.get_line_filters():
            if not isinstance(line_filter, ANSIToTruecolor):
                under = self.background_colors[1]
                strips = [strip.apply_filter(line_filter, under) for strip in strips]
        return strips

    def move_terminal_cursor(self) -> None:
        """Screen readers and Braille displays follow the terminal's own cursor.

        It stays where it is while something else lies over the map, or nothing is shown.
        """
        if self._cells is None or not self.is_attached or not self.screen.is_current:
            return
        left, top = self._origin()
        (x, y), (x0, y0) = self._cursor, self._camera
        spot = Offset((x - x0) * COLUMNS + left, y - y0 + top)
        self.app.cursor_position = self.region.offset + spot


def _padded(strip: Strip, left: int, width: int, palette: Palette | Ansi) -> Strip:
    right = width - left - strip.cell_length
    if not left and not right:
        return strip
    blank = palette.beyond()
    parts: Iterable[Strip] = (Strip.blank(left, blank), strip, Strip.blank(right, blank))
    return Strip.join(parts)
