"""The battle behind the title: a recorded game of the computer against itself, dim.

It is loaded in a thread after the first frame, and shown only where maps are painted. Where the
player has switched animation off, one moment of it stands still.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve, frozen

from skirmish.core.events import Moved
from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.session.playback import ALL, Playback, playback_of
from skirmish.tui.animation import frames
from skirmish.tui.map.badges import Canvas
from skirmish.tui.map.camera import centred, within
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

    def moments(self) -> Iterator[tuple[View, Overlay]]:
        """What is shown, moment after moment, from the middle to the end, again and again."""
        while True:
            for at in range(self._middle + 1, self.playback.last + 1):
                yield from self._step(at)

    @property
    def _middle(self) -> int:
        turns = [self.playback.battle.state_at(s.line).clock.turn for s in self.playback.steps]
        return turns.index(STILL_TURN) if STILL_TURN in turns else 0

    def _view(self, at: int) -> View:
        """All at a step but for the objectives, which mean nothing here."""
        view = self.playback.view(at)
        bare = evolve(view.state.setup, objectives=())
        return evolve(view, state=evolve(view.state, setup=bare))

    def _step(self, at: int) -> Iterator[tuple[View, Overlay]]:
        before, after = self._view(at - 1), self._view(at)
        news = self.playback.steps[at].news
        for one in news:
            if isinstance(one.event, Moved):
                for tile in one.event.path[:-1]:
                    yield _moved(before, one.event.figure, tile), Overlay()
        flashes = frames(after, news)
        for marks in flashes:
            yield after, Overlay(flash=marks)
        if flashes or _places(before) != _places(after):
            yield after, Overlay()


def _moved(view: View, name: str, tile: Tile) -> View:
    """A view with a figure on another tile."""
    state = view.state
    figure = state.figures.get(name)
    if figure is None:
        return view
    figures = {**state.figures, name: evolve(figure, at=tile)}
    return evolve(view, state=evolve(state, figures=figures))


def _places(view: View) -> Mapping[str, Tile | None]:
    return {name: figure.at for name, figure in view.state.figures.items()}


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

    def move_terminal_cursor(self) -> None:
        """Leave the terminal's cursor in the menu."""

    def _painted(self, view: View, overlay: Overlay) -> Console:
        board, window = view.state.board, (self.size.width, self.size.height)
        tiles = board.width, board.height
        zoom = covering_zoom(tiles, window)
        across, down = tile_cells(zoom)
        room = window[0] // across, window[1] // down
        first = within(centred((tiles[0] // 2, tiles[1] // 2), room), tiles, room)
        console = self._painter.paint(view, overlay, first, window, zoom)
        background = rgb(self.app.theme_variables["background"].lstrip("#")[:6])
        dim(console, background)
        canvas = Canvas(console.rgb, 0, 0, (0, 0), 1)
        for (x, y), text, colour in self._words:
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
