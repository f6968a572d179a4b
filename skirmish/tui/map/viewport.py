"""The part of a board that a window shows, its zoom, and the cursor in it.

It knows no screen: places are columns and rows from the corner of the window.
"""

from __future__ import annotations

from collections.abc import Callable

from skirmish.core.geometry import Tile
from skirmish.tui.map import camera
from skirmish.tui.map.camera import ZOOMS, origin, tile_cells


class Viewport:
    """A window on a board, with a camera, a zoom and a cursor.

    Attributes:
        board: Tiles of the board, across and down.
        painted: Whether it is painted; a lettered board has one size.
        zoom: The size of a painted tile, 1 to 3.
        cursor: The tile of the cursor.
        camera: The first tile shown.
        covered: Columns at the left and at the right that a widget covers.
        spare: Columns at the right that are reserved for a widget.
        held: The tile on which a button went down, until mouse or cursor moves to another tile.
            While it is in sight it stays under the mouse.
    """

    def __init__(self, size: Callable[[], Tile]) -> None:
        """Begin without a board; `size` returns the columns and rows of the window."""
        self._size = size
        self.board: Tile = (0, 0)
        self.painted = False
        self.zoom = ZOOMS[0]
        self._zoom_chosen = False
        self._laid_out: tuple[int, ...] = ()
        """The sizes before the wheel was turned, so that the mouse stays over the map."""
        self.cursor: Tile = (0, 0)
        self.camera: Tile = (0, 0)
        self.covered: Tile = (0, 0)
        self.spare = 0
        self.held: Tile | None = None
        self._kept: tuple[Tile, ...] = ()
        self._uncovered: Tile = (0, 0)

    # Places.

    @property
    def tile_size(self) -> Tile:
        """Columns and rows of a tile."""
        return tile_cells(self.zoom if self.painted else ZOOMS[0])

    @property
    def room(self) -> Tile:
        """Columns and rows for the map, which no widget covers or is about to cover."""
        width, height = self._beside
        return width - sum(self._margins), height

    @property
    def left(self) -> int:
        """Columns at the left of the room."""
        return self.covered[0] + self._margins[0]

    @property
    def window(self) -> Tile:
        """The number of whole tiles that fit, across and down."""
        (columns, rows), room = self.tile_size, self.room
        return max(1, room[0] // columns), max(1, room[1] // rows)

    @property
    def part(self) -> tuple[int, int, int, int]:
        """The visible part of the board: its first column and row, tiles across and down."""
        (x, y), (width, height), (across, down) = self.camera, self.board, self.window
        return x, y, min(width - x, across), min(height - y, down)

    @property
    def origin(self) -> Tile:
        """The cell where the visible part of the board begins; a small board is centred."""
        left, top = origin(self.board, self.room, self.tile_size)
        return self.left + left, top

    @property
    def _beside(self) -> Tile:
        """Columns and rows beside widgets over the map."""
        (width, height), (left, right) = self._size(), self.covered
        return max(0, width - left - max(right, self.spare)), height

    @property
    def _margins(self) -> Tile:
        """Columns at the left and at the right of a board beside a widget that are not for it.

        A small board stays where it is without the widget, unless all of it can stand beside that.
        """
        (left, right), (width, _), (across, _) = self.covered, self._beside, self.tile_size
        if (left, right) == (0, 0):
            return 0, 0
        drawn, free = self.board[0] * across, max(0, self._size()[0] - self.spare)
        before, _ = origin(self.board, (free, 1), (across, 1))
        if drawn <= width:
            start = min(max(0, before - left), width - drawn)
            return start, width - drawn - start
        return max(0, before - left), max(0, free - drawn - before - max(0, right - self.spare))

    def tile_at(self, place: Tile) -> Tile | None:
        """The tile at a place; None off the board."""
        (width, height), (left, top) = self.board, self.origin
        columns, rows = self.tile_size
        x = (place[0] - left) // columns + self.camera[0]
        y = (place[1] - top) // rows + self.camera[1]
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    def place_of(self, tile: Tile) -> Tile:
        """The place where a tile begins."""
        (left, top), (columns, rows) = self.origin, self.tile_size
        (x, y), (x0, y0) = tile, self.camera
        return (x - x0) * columns + left, (y - y0) * rows + top

    # The zoom.

    @property
    def zooms(self) -> tuple[int, ...]:
        """The possible tile sizes: a single one after the player has chosen, or for letters."""
        if not self.painted:
            return ZOOMS[:1]
        return self._laid_out or ((self.zoom,) if self._zoom_chosen else ZOOMS)

    def fit_zoom(self) -> None:
        """Set the zoom that suits the board best, unless the player has chosen one."""
        if not self._zoom_chosen:
            self.zoom = camera.best_zoom(self.board, self._size())

    def choose_zoom(self, zoom: int, *, by_wheel: bool = False) -> str:
        """Set the tile size; return why that is not possible, or an empty text.

        By the wheel, the room for the map does not change until the mouse leaves the map.
        """
        self._laid_out = self.zooms if by_wheel else ()
        if not self.painted:
            return "A map drawn in letters has one size. Settings: a painted map can be zoomed."
        if zoom not in ZOOMS:
            return "The map cannot be zoomed further."
        self.zoom, self._zoom_chosen = zoom, True
        self.centre()
        return ""

    def end_wheel(self) -> None:
        """Let the room for the map follow its zoom again."""
        self._laid_out = ()

    # The camera. Methods that move it return whether it moved.

    def move_to(self, place: Tile) -> bool:
        """Move the camera, never past the board."""
        if self.board == (0, 0):
            return False
        before, self.camera = self.camera, camera.within(place, self.board, self.window)
        return before != self.camera

    def pan(self, dx: int, dy: int) -> bool:
        """Move the camera by some tiles."""
        return self.move_to((self.camera[0] + dx, self.camera[1] + dy))

    def look_at(self, tile: Tile) -> bool:
        """Centre a tile."""
        return self.move_to(camera.centred(tile, self.window))

    def centre(self) -> bool:
        """Centre the cursor."""
        return self.look_at(self.cursor)

    def follow(self, tile: Tile) -> bool:
        """Centre a tile if it is out of sight or at the edge."""
        x, y, across, down = self.part
        if x < tile[0] < x + across - 1 and y < tile[1] < y + down - 1:
            return False
        return self.look_at(tile)

    def keep_cursor_in_sight(self) -> bool:
        """Keep the cursor off the edge, unless a tile is held."""
        return self._move_unless_held(camera.following(self.camera, self.cursor, self.window))

    def show_cursor(self) -> bool:
        """Move the camera back to the cursor, if it was moved away."""
        return self._move_unless_held(camera.after_jump(self.camera, self.cursor, self.window))

    def put_cursor(self, tile: Tile, *, follow: bool) -> bool:
        """Put the cursor on a tile; with `follow` the camera follows it."""
        old, self.cursor = self.cursor, tile
        if not follow:
            return False
        if tile != old:
            self.held = None
        return self._move_unless_held(camera.after_move(self.camera, old, tile, self.window))

    def shows_well(self, tile: Tile) -> bool:
        """Whether the camera can stay in place with the cursor on a tile."""
        window = self.window
        wanted = camera.after_move(self.camera, self.cursor, tile, window)
        return self.camera == camera.within(wanted, self.board, window)

    def cover(
        self, left: int, right: int, tiles: tuple[Tile, ...] = (), around: tuple[Tile, ...] = ()
    ) -> bool:
        """Keep the map out of columns that a widget covers, and tiles in sight beside it.

        If the map must move for them, those `around` them come into sight, too. When no widget
        covers the map any more, it returns to its former place; but a held tile stays under the
        mouse. Returns whether the map has moved.
        """
        if (left, right) == self.covered and tiles == self._kept:
            return False
        before, start = (self.covered, self.camera), self.origin[0]
        place = None if self.held is None else self.place_of(self.held)
        if before[0] == (0, 0):
            self._uncovered = self.camera
        self.covered, self._kept = (left, right), tiles
        if self.held is None or place is None or not self._hold_at(self.held, place):
            self._make_room(self.origin[0] - start, around)
        return (self.covered, self.camera) != before

    def _make_room(self, shift: int, around: tuple[Tile, ...]) -> None:
        """Move the camera for a widget over the map: by so many columns, and to the kept tiles."""
        if self.covered == (0, 0):
            self.move_to(self._uncovered)
            self.show_cursor()
        else:
            (x, y), window = self.camera, self.window
            place = camera.within((x + shift // self.tile_size[0], y), self.board, window)
            if camera.showing(place, self._kept, window) != place:
                place = camera.showing(place, (*self._kept, *around), window)
            self.move_to(place)

    def _hold_at(self, held: Tile, place: Tile) -> bool:
        """Move the held tile back to a place; False if it is out of sight."""
        moved = self.place_of(held)[0] - place[0]
        self.pan(round(moved / self.tile_size[0]), 0)
        return self._holds

    @property
    def _holds(self) -> bool:
        """Whether the map must not move, because a visible tile is held under the mouse."""
        if self.held is None:
            return False
        (x, y), (left, top, across, down) = self.held, self.part
        return left <= x < left + across and top <= y < top + down

    def _move_unless_held(self, place: Tile) -> bool:
        return not self._holds and self.move_to(place)
