"""The painted map: ground, overlays, badges and cursor on a console of the visible cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from attrs import define, evolve, field, frozen

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.badges import Badges, draw_cursor
from skirmish.tui.map.camera import origin, tile_cells
from skirmish.tui.map.canvas import UPPER, Canvas, Cells
from skirmish.tui.map.cell_codes import Numbers
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.effect_pixels import draw_effects
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.map.ground import mask_array
from skirmish.tui.map.ground_pixels import GroundPixels, Pixels, ground_pixels, spread
from skirmish.tui.map.label_places import KeptPlaces, PlacedLabels
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.stamp import Stamp
from skirmish.tui.map.terrain_looks import MapTheme, map_theme, snapped

if TYPE_CHECKING:
    from tcod.console import Console

_SPACE = ord(" ")
_OPAQUE = 255
_WASHED = ("zones", "arc", "field", "ground", "threat", "threat_more", "after", "watched")
"""Parts of an overlay that `PixelOverlay.draw_ground` draws."""
_STANDING = ("numbers", "facings", "spent", "health", "chosen", "zones", "fallen")
"""Parts of an overlay that affect objectives and figures."""


@frozen
class Frame:
    """The place of a picture: first tile, columns and rows of the window, and zoom."""

    camera: Tile
    window: Tile
    zoom: int


@frozen(eq=False)
class _Stamps:
    """Objectives, which lie under marks, and figures, which lie over them.

    They are drawn from a view and a key. The marks for figures beyond the edge lie over figures.
    `badges` are the cells of figures, `taken` those of objectives and edge marks, `edges` those of
    edge marks, each with a tile beyond the edge.
    """

    view: View
    key: tuple[object, ...]
    objectives: Stamp
    figures: Stamp
    badges: frozenset[Tile]
    taken: frozenset[Tile]
    edges: Mapping[Tile, Tile]


@frozen(eq=False)
class _KeptBadges:
    """Cached badges for a key, by a figure's id, each with the rest of what it shows."""

    key: tuple[object, ...]
    badges: dict[str, tuple[Figure, object, Stamp]] = field(factory=dict)


@define(eq=False)
class Painter:
    """Paints maps; caches the ground of the last board and the last picture without its cursor.

    Attributes:
        theme: The colours.
        glyphs: The signs of figures.
        edges: Whether marks at the edges show what is beyond them.
    """

    theme: MapTheme = field(factory=lambda: map_theme("dark"))
    glyphs: Glyphs = field(factory=fitting)
    edges: bool = True
    _ground: dict[int, tuple[Board, GroundPixels]] = field(factory=dict, init=False)
    _sight: tuple[tuple[int, int], Pixels] | None = field(default=None, init=False)
    _washed: tuple[View, tuple[object, ...], Part, Pixels] | None = field(default=None, init=False)
    _stamps: _Stamps | None = field(default=None, init=False)
    _places: KeptPlaces = field(factory=KeptPlaces, init=False)
    _labels: PlacedLabels = field(default=(), init=False)
    _badges: _KeptBadges = field(factory=lambda: _KeptBadges(()), init=False)
    _last: tuple[View, Overlay, Frame, int, Console] | None = field(default=None, init=False)

    def beside(self) -> Painter:
        """Another painter that shares the ground, for pictures between those of this one."""
        other = Painter(self.theme, self.glyphs, self.edges)
        other._ground = self._ground
        return other

    def show_theme(self, name: str, *, flat: bool = False) -> None:
        """Paint in another theme from now on; with `flat` in the palette of 256 colours."""
        theme = map_theme(name, flat=flat)
        if theme is not self.theme:
            self.theme = theme
            self._ground.clear()
            self._sight = self._washed = self._stamps = self._last = None
            self._badges = _KeptBadges(())

    def paint(
        self,
        view: View,
        overlay: Overlay,
        camera: Tile,
        window: Tile,
        zoom: int,
        cursor: Tile | None = None,
        phase: int = 0,
    ) -> Console:
        """The cells of a window on what a side sees.

        Args:
            view: What the side sees.
            overlay: The overlay.
            camera: The first tile shown.
            window: Columns and rows of the terminal.
            zoom: 1, 2 or 3.
            cursor: The tile of the cursor, if it is shown.
            phase: Any number; a change of it moves smoke and gas.
        """
        console = copied(self._without_cursor(view, overlay, Frame(camera, window, zoom), phase))
        if cursor is not None:
            canvas = self._canvas(console.rgb, view, Frame(camera, window, zoom))
            occupied = any(one.at == cursor for one in view.state.figures.values())
            draw_cursor(canvas, cursor, self.theme, occupied=occupied)
        return self.snap(console)

    def paint_moment(
        self, moment: Moment, overlay: Overlay, camera: Tile, window: Tile, zoom: int
    ) -> Console:
        """The cells of a window on a moment being played; without a cursor."""
        view, frame = moment.view, Frame(camera, window, zoom)
        console = copied(self._without_cursor(view, overlay, frame, 0))
        canvas = self._canvas(console.rgb, view, frame)
        draw_effects(canvas, moment, overlay, self.theme, self.glyphs)
        return self.snap(console)

    def bare_picture(
        self, view: View, overlay: Overlay, camera: Tile, window: Tile, zoom: int
    ) -> Console:
        """The cells of a window without a cursor, in all colours; cached, so do not change them."""
        return self._without_cursor(view, overlay, Frame(camera, window, zoom), 0)

    def marked_beyond(self, cell: Tile) -> Tile | None:
        """The tile beyond the edge for the mark at a cell of the last picture, if there is one."""
        return None if self._stamps is None else self._stamps.edges.get(cell)

    def labelled(self, cell: Tile) -> Tile | None:
        """The tile of the label at a cell of the last picture, if there is one."""
        places = ((label.tile, place.cells) for label, place in self._labels)
        return next((tile for tile, cells in places if cell in cells), None)

    def snap(self, console: Console) -> Console:
        """Convert a console to the palette of 256 colours if the theme is flat; return it."""
        if self.theme.flat:
            for plane in ("fg", "bg"):
                console.rgb[plane] = snapped(console.rgb[plane])
        return console

    def _without_cursor(self, view: View, overlay: Overlay, frame: Frame, phase: int) -> Console:
        last = self._last
        if last is not None and last[0] is view and last[1:4] == (overlay, frame, phase):
            return last[4]
        console = self._painted(view, overlay, frame, phase)
        self._last = view, overlay, frame, phase, console
        return console

    def _painted(self, view: View, overlay: Overlay, frame: Frame, phase: int) -> Console:
        pixels = self.pixels(view, overlay, frame, 2 * frame.zoom, phase)
        console = self._blank(frame.window)
        canvas = self._canvas(console.rgb, view, frame)
        _lay(console, pixels, canvas.origin)
        stamps = self._stamps_of(view, overlay, frame, canvas)
        badges, taken = Badges(canvas, view, overlay, self.theme, self.glyphs), stamps.taken
        stamps.objectives.put_over(canvas)
        labels = self._labels = badges.labels(stamps.badges, taken, self._places)
        badges.marks(labels)
        stamps.figures.put_over(canvas)
        badges.covered_counts()
        badges.write(labels)
        return console

    def _stamps_of(self, view: View, overlay: Overlay, frame: Frame, canvas: Canvas) -> _Stamps:
        # Objective labels avoid the chances of falls, so those are part of the key.
        names = (*_STANDING, "falls") if overlay.falls else _STANDING
        key = (frame, self.glyphs, *(getattr(overlay, name) for name in names))
        kept = self._stamps
        if kept is None or kept.view is not view or kept.key != key:
            below, above = Stamp.like(canvas), Stamp.like(canvas)
            badges = Badges(below, view, overlay, self.theme, self.glyphs)
            taken: set[Tile] = set()
            badges.objectives(taken)
            self._put_figures(evolve(badges, canvas=above), above)
            covered = frozenset(badges.badge_cells())
            edges = evolve(badges, canvas=above).beyond(covered, taken) if self.edges else {}
            kept = self._stamps = _Stamps(view, key, below, above, covered, frozenset(taken), edges)
        return kept

    def _put_figures(self, badges: Badges, stamp: Stamp) -> None:
        """Draw ghosts and figures; the badges of unchanged figures are reused."""
        badges.draw_ghosts()
        state, overlay = badges.view.state, badges.overlay
        shown = overlay.numbers, overlay.facings, stamp.zoom, self.glyphs, state.clock.point
        key = (*shown, *state.setup.sides, state.setup.declared)
        if self._badges.key != key:
            self._badges = _KeptBadges(key)
        kept, health = self._badges.badges, badges.health
        for name, figure in state.figures.items():
            if figure.at is None or not badges.is_in_window(figure.at):
                continue
            look = figure.at == overlay.chosen, name in overlay.spent, health.get(name)
            found = kept.get(name)
            if found is None or found[0] is not figure or found[1] != look:
                tile = stamp.of_tile(figure.at)
                evolve(badges, canvas=tile).badge(figure, figure.at)
                found = kept[name] = figure, look, tile
            stamp.paste(found[2])

    def pixels(
        self, view: View, overlay: Overlay, frame: Frame, size: int, phase: int = 0
    ) -> Pixels:
        """Ground and overlay of the tiles in a frame, with `size` pixels per tile."""
        part = _part(view.state.board, frame)
        found = self._washed_ground(view, overlay, part, size, phase).copy()
        PixelOverlay.of(view, part, size, self.theme, found).draw_order(overlay)
        return found

    def _washed_ground(
        self, view: View, overlay: Overlay, part: Part, size: int, phase: int
    ) -> Pixels:
        """The ground with the overlays that stay while an order is drafted."""
        filled = bool(overlay.area or overlay.falls)
        key = (size, phase, filled, *(getattr(overlay, name) for name in _WASHED))
        kept = self._washed
        if kept is None or kept[0] is not view or kept[1] != key or kept[2] != part:
            found = _cut(self._seen_ground(view, size), Part(0, 0, 0, 0), part, size).copy()
            new = [part]
            if kept is not None and kept[0] is view and kept[1] == key:
                # The camera has moved: copy the pixels that are still visible.
                both, *new = _apart(part, kept[2])
                _cut(found, part, both, size)[:] = _cut(kept[3], kept[2], both, size)
            for one in new:
                if one.across > 0 and one.down > 0:
                    pixels = _cut(found, part, one, size)
                    PixelOverlay.of(view, one, size, self.theme, pixels).draw_ground(overlay, phase)
            kept = self._washed = view, key, part, found
        return kept[3]

    def finish(
        self,
        view: View,
        overlay: Overlay,
        pixels: Pixels,
        canvas: Callable[[Cells], Canvas],
        window: Tile,
    ) -> Console:
        """A window of cells with these pixels, and figures and labels over them."""
        console = self._blank(window)
        drawn = canvas(console.rgb)
        _lay(console, pixels, drawn.origin)
        Badges(drawn, view, overlay, self.theme, self.glyphs).draw()
        return console

    def bare(self, pixels: Pixels, start: Tile, window: Tile) -> Console:
        """A window of cells with these pixels, beginning at a cell, and nothing over them."""
        console = self._blank(window)
        _lay(console, pixels, start)
        return console

    def _blank(self, window: Tile) -> Console:
        red, green, blue = self.theme.colours["beyond"].astype(int).tolist()
        return copied(_blank(window, (red, green, blue)))

    def _canvas(self, cells: Cells, view: View, frame: Frame) -> Canvas:
        board = view.state.board
        start = origin((board.width, board.height), frame.window, tile_cells(frame.zoom))
        return Canvas(cells, *frame.camera, start, frame.zoom)

    def _seen_ground(self, view: View, size: int) -> Pixels:
        """The ground, dimmed where it is out of sight."""
        board = view.state.board
        kept = self._ground.get(size)
        if kept is None or (kept[0] is not board and not _same_ground(kept[0], board)):
            kept = board, ground_pixels(board, size, self.theme)
        self._ground[size] = board, kept[1]
        ground, key = kept[1], (id(kept[1]), view.seen)
        if self._sight is None or self._sight[0] != key:
            seen = spread(mask_array(view.seen, board.width, board.height), size)
            self._sight = key, np.where(seen[..., None], ground.lit, ground.dim)
        return self._sight[1]


def _same_ground(a: Board, b: Board) -> bool:
    return a.tiles == b.tiles and a.levels == b.levels and a.width == b.width


def _part(board: Board, frame: Frame) -> Part:
    """The tiles shown in a window; the last ones may be cut."""
    (left, top), cells = frame.camera, tile_cells(frame.zoom)
    across, down = (-(-room // wide) for room, wide in zip(frame.window, cells, strict=True))
    return Part(left, top, min(across, board.width - left), min(down, board.height - top))


def _cut(pixels: Pixels, have: Part, part: Part, size: int) -> Pixels:
    """The pixels of a part, cut from those of another part `have`."""
    top, left = (part.top - have.top) * size, (part.left - have.left) * size
    return pixels[top : top + part.down * size, left : left + part.across * size]


def _apart(part: Part, old: Part) -> tuple[Part, ...]:
    """The intersection of two parts, and the rest of the first: above, below, left, right."""
    right, bottom = part.left + part.across, part.top + part.down
    x, y = (min(max(part.left, old.left), right), min(max(part.top, old.top), bottom))
    x_end = max(x, min(right, old.left + old.across))
    y_end = max(y, min(bottom, old.top + old.down))
    return (
        Part(x, y, x_end - x, y_end - y),
        Part(part.left, part.top, part.across, y - part.top),
        Part(part.left, y_end, part.across, bottom - y_end),
        Part(part.left, y, x - part.left, y_end - y),
        Part(x_end, y, right - x_end, y_end - y),
    )


def _lay(console: Console, pixels: Pixels, start: Tile) -> None:
    """Put pairs of pixels into cells, as far as there is room."""
    x, y = start
    part = packed(console)[y : y + pixels.shape[0] // 2, x : x + pixels.shape[1]]
    down, across, _ = part.shape
    opaque = np.full((2 * down, across, 4), _OPAQUE, np.uint8)
    opaque[..., :3] = pixels[: 2 * down, :across]
    numbers = opaque.view(np.uint32)[..., 0]
    part[..., 1], part[..., 2] = numbers[::2], numbers[1::2]
    part[..., 0] = np.where(numbers[::2] == numbers[1::2], _SPACE, ord(UPPER))


def packed(console: Console) -> Numbers:
    """The cells as integers, without a copy: character, ink, ground, [y, x, plane]."""
    cells: Numbers = console.rgba.view(np.uint32).reshape(console.height, console.width, 3)
    return cells


@lru_cache(maxsize=4)
def _blank(window: Tile, ground: tuple[int, int, int]) -> Console:
    """A console of blanks to be copied, which takes less time than filling one."""
    # Loading tcod takes long, so it is imported only when a map is painted.
    from tcod.console import Console

    console = Console(*window, order="C")
    console.clear(bg=ground)
    return console


def copied(console: Console) -> Console:
    """A copy of a console."""
    cells = console.rgba.view(np.uint32).copy().view(console.rgba.dtype)
    return type(console)(console.width, console.height, order="C", buffer=cells)
