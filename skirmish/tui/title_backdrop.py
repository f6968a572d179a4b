"""The battle behind the title: a recorded game of the computer against itself, dimmed.

It is loaded in a thread after the first frame, and shown only if maps are painted. If the player
has switched animation off, a single moment of it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Self

import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray
from textual.geometry import Region

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.log.effects import Clip, Door, Drop, Effect, Impact, Sighting, Walk, Word
from skirmish.session.playback import ALL, Playback, playback_of
from skirmish.tui.map.camera import ZOOMS, centred, origin, tile_cells, within
from skirmish.tui.map.canvas import UPPER, Cells
from skirmish.tui.map.cell_codes import Flags, Numbers, Places
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.painter import copied, packed
from skirmish.tui.map.terrain_looks import Colour, rgb
from skirmish.tui.map.widget import MapView

if TYPE_CHECKING:
    from tcod.console import Console

RECORD = "title_battle.skr"
STILL_TURN = 3
"""The turn whose beginning is shown if nothing moves."""
Words = tuple[tuple[Tile, str, str], ...]
"""Words over a map: for each the first cell, the text and the colour as a hex number."""


@define
class TitleBattle:
    """The recorded game behind the title; the last views are kept, so that none is made twice."""

    title: str
    playback: Playback
    _views: dict[int, View] = field(factory=dict, init=False)

    @classmethod
    def load(cls) -> TitleBattle:
        """Read the record that comes with the game.

        Raises:
            SkirmishError: It is missing or damaged.
        """
        with as_file(files("skirmish.tui") / RECORD) as path:
            game = Game.replay(path)
        return cls(game.state.setup.title, playback_of(game, ALL))

    @property
    def still(self) -> View:
        """A view from the middle of the battle."""
        return self._view(self._middle)

    def clips(self) -> Iterator[Clip]:
        """The steps from the middle to the end, repeated forever."""
        while True:
            for at in range(self._middle + 1, self.playback.last + 1):
                before, after = self._view(at - 1), self._view(at)
                yield Clip(before, after, self.playback.steps[at].news)

    @property
    def _middle(self) -> int:
        turns = [self.playback.battle.state_at(s.line).clock.turn for s in self.playback.steps]
        return turns.index(STILL_TURN) if STILL_TURN in turns else 0

    def _view(self, at: int) -> View:
        """Everything at a step, without objectives, which have no meaning here."""
        if at not in self._views:
            view = self.playback.view(at)
            bare = evolve(view.state.setup, objectives=())
            made = evolve(view, state=evolve(view.state, setup=bare))
            self._views = {last: one for last, one in self._views.items() if last == at - 1}
            self._views[at] = made
        return self._views[at]


class Backdrop(MapView):
    """A dimmed map that fills its widget, with words over it; it takes no input."""

    ZOOMABLE = False
    DEFAULT_CSS = """
    Backdrop { width: 100%; height: 100%; display: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin hidden."""
        super().__init__(id=id)
        self._painter.edges = self._moment_painter.edges = False
        self._words: Words = ()
        self._still: DimPicture | None = None
        self._covered_tiles = Region()

    def write(self, words: Words) -> None:
        """Set the words over the map."""
        if words != self._words:
            self._words = words
            if self.painted:
                self._repaint()

    def lie_behind(self, region: Region) -> None:
        """Mark a part of the widget as covered: effects there are not painted."""
        (x, y), (across, down) = self._place_of((0, 0)), tile_cells(self.viewport.zoom)
        corner = -(-(region.x - x) // across), -(-(region.y - y) // down)
        end = (region.right - x) // across, (region.bottom - y) // down
        self._covered_tiles = Region.from_corners(*corner, *end)

    def show_moment(self, moment: Moment, overlay: Overlay) -> None:
        """Show a moment, unless all of it is covered and nothing shown before must be removed."""
        before = self._moment
        if not self._is_hidden(moment) or (before is not None and not self._is_hidden(before)):
            super().show_moment(moment, overlay)

    def _is_hidden(self, moment: Moment) -> bool:
        return self._scene is not None and all(map(self._is_covered, moment.effects))

    def _is_covered(self, effect: Effect) -> bool:
        """Whether all of an effect is certainly covered."""
        match effect:
            case Walk():
                tiles = effect.tiles
            case Word() | Sighting():
                # Words are wider than a tile and rise from it; brackets close in around a tile.
                (x, y), (far, up) = effect.at, (2, 2) if isinstance(effect, Word) else (1, 1)
                tiles = (x - far, y - up), (x + far, y + 1)
            case Impact() | Drop() | Door():
                tiles = (effect.at,)
            case _:
                return False
        return all(map(self._covered_tiles.contains_point, tiles))

    def end_moment(self) -> None:
        """Show the scene without effects; the next clip goes on from there."""
        if self._scene is not None:
            self.draw(*self._scene)

    def _follow(self, tile: Tile) -> bool:
        """Keep the shown part, wherever the cursor is."""
        del tile
        return False

    def move_terminal_cursor(self) -> None:
        """Do nothing: the terminal's cursor stays in the menu."""

    def _fit_zoom(self) -> None:
        """Set the smallest zoom at which the map covers the widget, else the largest."""
        self.viewport.zoom = covering_zoom(self.tiles, (self.size.width, self.size.height))

    @property
    def _first_tile(self) -> Tile:
        """The tile in the upper left corner, so that the middle of the map is shown."""
        tiles, room = self.tiles, self.viewport.window
        return within(centred((tiles[0] // 2, tiles[1] // 2), room), tiles, room)

    def _place_of(self, tile: Tile) -> Tile:
        """The cell where a tile begins."""
        (left, top), (across, down) = self._first_tile, tile_cells(self.viewport.zoom)
        x, y = origin(self.tiles, (self.size.width, self.size.height), (across, down))
        return x + (tile[0] - left) * across, y + (tile[1] - top) * down

    def _painted(self, view: View, overlay: Overlay) -> Console:
        where = self._first_tile, (self.size.width, self.size.height), self.viewport.zoom
        bare = self._painter.bare_picture(view, overlay, *where)
        key = (where, self._words, self.app.theme)
        if self._still is None or self._still.bare is not bare or self._still.key != key:
            background = rgb(self.app.theme_variables["background"].lstrip("#")[:6])
            self._still = DimPicture.of(key, bare, background, self._words)
        live = None
        if self._moment is not None:
            live = self._painter.paint_moment(self._moment, overlay, *where)
        return self._painter.snap(self._still.console(live))


@frozen(eq=False)
class _Letters:
    """Characters over a picture: their places, their colours, and whether they have a ground."""

    columns: Places
    rows: Places
    chars: Numbers
    inks: NDArray[np.float32]
    plain: Flags

    @classmethod
    def of(cls, words: Words, window: Tile) -> Self:
        """The characters of words that lie within a window."""
        found: dict[Tile, tuple[int, Colour, bool]] = {}
        for (x, y), text, colour in words:
            ink = rgb(colour)
            # Among the figures of the battle plain letters need a ground of their own, drawn ones
            # a ground without letters.
            plain = text.isascii()
            for column, char in enumerate(f" {text} " if text else "", x - 1):
                if 0 <= column < window[0] and 0 <= y < window[1]:
                    found[column, y] = ord(char), ink, plain
        places = np.array(list(found), np.intp).reshape(-1, 2)
        chars = np.array([char for char, _, _ in found.values()], np.uint32)
        inks = np.array([ink for _, ink, _ in found.values()], np.float32).reshape(-1, 3)
        plains = np.array([plain for _, _, plain in found.values()], np.bool_)
        return cls(places[:, 0], places[:, 1], chars, inks, plains)

    def write(self, cells: Cells, which: Flags, background: Colour) -> None:
        """Write some of the characters, over the background or over darkened pixels."""
        y, x = self.rows[which], self.columns[which]
        lower = cells["bg"][y, x].astype(np.float32)
        upper = np.where((cells["ch"][y, x] == ord(UPPER))[:, None], cells["fg"][y, x], lower)
        plain = self.plain[which][:, None]
        pixels = (lower + upper) / np.float32(2)
        grounds = np.where(plain, background, (pixels + background) / np.float32(2))
        cells["ch"][y, x], cells["fg"][y, x] = self.chars[which], self.inks[which]
        cells["bg"][y, x] = grounds.astype(np.uint8)


@frozen(eq=False)
class DimPicture:
    """A bare picture, dimmed and with words over it."""

    key: tuple[object, ...]
    bare: Console
    background: Colour
    letters: _Letters
    shown: Console

    @classmethod
    def of(
        cls,
        key: tuple[object, ...],
        bare: Console,
        background: Colour,
        words: Words,
    ) -> Self:
        """Dim a bare picture and write words over it; `key` identifies its inputs."""
        letters = _letters(words, (bare.width, bare.height))
        shown = copied(bare)
        dim(shown.rgb, background)
        letters.write(shown.rgb, np.ones(len(letters.chars), np.bool_), background)
        return cls(key, bare, background, letters, shown)

    def console(self, live: Console | None = None) -> Console:
        """A copy of the picture, with the cells of a live picture that differ from the bare one."""
        found = copied(self.shown)
        if live is None:
            return found
        differs = packed(self.bare) != packed(live)
        changed: Flags = differs[..., 0] | differs[..., 1] | differs[..., 2]
        part = live.rgb[changed]
        dim(part, self.background)
        found.rgb[changed] = part
        over = changed[self.letters.rows, self.letters.columns]
        self.letters.write(found.rgb, over, self.background)
        return found


@lru_cache(maxsize=4)
def _letters(words: Words, window: Tile) -> _Letters:
    return _Letters.of(words, window)


def covering_zoom(tiles: Tile, window: Tile) -> int:
    """The smallest zoom at which a map covers a window, else the largest."""
    for zoom in ZOOMS:
        across, down = tile_cells(zoom)
        if tiles[0] * across >= window[0] and tiles[1] * down >= window[1]:
            return zoom
    return ZOOMS[-1]


def dim(cells: Cells, background: Colour) -> None:
    """Move all colours of some cells halfway to a background."""
    under = background.astype(np.uint8)
    for plane in ("fg", "bg"):
        colours = cells[plane]
        # The mean of two bytes, rounded down, without an overflow.
        cells[plane] = (colours & under) + ((colours ^ under) >> 1)
