"""The battle behind the title: a recorded game of the computer against itself, dim.

It is loaded in a thread after the first frame, and shown only where maps are painted. Where the
player has switched animation off, one moment of it stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.effects import Clip
from skirmish.session.playback import ALL, Playback, playback_of
from skirmish.tui.map.camera import centred, within
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.painter import ZOOMS, tile_cells
from skirmish.tui.map.terrain_looks import Colour, rgb
from skirmish.tui.map.widget import MapView

if TYPE_CHECKING:
    from tcod.console import Console

RECORD = "title_battle.skr"
STILL_TURN = 3
"""The turn whose beginning is shown where nothing moves."""
_DIM = 0.5
_BLANK = " "


@frozen
class TitleBattle:
    """The recorded game behind the title."""

    title: str
    playback: Playback

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
        """A moment from the middle of the battle."""
        return self._view(self._middle)

    def clips(self) -> Iterator[Clip]:
        """What happens, step after step, from the middle to the end, again and again."""
        while True:
            for at in range(self._middle + 1, self.playback.last + 1):
                before, after = self._view(at - 1), self._view(at)
                yield Clip(before, after, self.playback.steps[at].news)

    @property
    def _middle(self) -> int:
        turns = [self.playback.battle.state_at(s.line).clock.turn for s in self.playback.steps]
        return turns.index(STILL_TURN) if STILL_TURN in turns else 0

    def _view(self, at: int) -> View:
        """All at a step but for the objectives, which mean nothing here."""
        view = self.playback.view(at)
        bare = evolve(view.state.setup, objectives=())
        return evolve(view, state=evolve(view.state, setup=bare))


class Backdrop(MapView):
    """A dim map that covers its widget, with words over it; it takes no input."""

    DEFAULT_CSS = """
    Backdrop { width: 100%; height: 100%; display: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        """Begin hidden."""
        super().__init__(id=id)
        self._words: tuple[tuple[Tile, str, str], ...] = ()

    def write(self, words: tuple[tuple[Tile, str, str], ...]) -> None:
        """Set the words over the map: each with its first cell and its colour, a hex number."""
        if words != self._words:
            self._words = words
            if self.painted:
                self._repaint()

    def zoom_by(self, by: int) -> str:
        """Do nothing: the map always covers the widget."""
        del by
        return ""

    def _follow(self, tile: Tile) -> bool:
        """Stay where it is."""
        del tile
        return False

    def move_terminal_cursor(self) -> None:
        """Leave the terminal's cursor in the menu."""

    def _painted(self, view: View, overlay: Overlay) -> Console:
        board, window = view.state.board, (self.size.width, self.size.height)
        tiles = board.width, board.height
        zoom = covering_zoom(tiles, window)
        across, down = tile_cells(zoom)
        room = window[0] // across, window[1] // down
        first = within(centred((tiles[0] // 2, tiles[1] // 2), room), tiles, room)
        console = (
            self._painter.paint(view, overlay, first, window, zoom)
            if self._moment is None
            else self._painter.paint_moment(self._moment, overlay, first, window, zoom)
        )
        background = rgb(self.app.theme_variables["background"].lstrip("#")[:6])
        dim(console, background)
        canvas = Canvas(console.rgb, 0, 0, (0, 0), 1)
        for (x, y), text, colour in self._words:
            if text and text.isascii():
                # Letters among the figures of the battle could not be read.
                canvas.text(x - 1, y, f" {text} ", rgb(colour), background)
                continue
            for column, char in enumerate(text, x):
                if char != _BLANK and canvas.inside(column, y):
                    canvas.put(column, y, char, rgb(colour))
        return self._painter.snap(console)


def covering_zoom(tiles: Tile, window: Tile) -> int:
    """The smallest zoom at which a map covers a window, else the largest."""
    for zoom in ZOOMS:
        across, down = tile_cells(zoom)
        if tiles[0] * across >= window[0] and tiles[1] * down >= window[1]:
            return zoom
    return ZOOMS[-1]


def dim(console: Console, background: Colour) -> None:
    """Bring all colours nearer to a background."""
    for plane in ("fg", "bg"):
        mixed = console.rgb[plane] * np.float32(_DIM) + background * np.float32(1 - _DIM)
        console.rgb[plane] = mixed.astype(np.uint8)
