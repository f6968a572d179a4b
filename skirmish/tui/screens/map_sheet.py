"""What the screens with a map to walk over have in common: the cursor, by keys and by mouse.

The battle is none of them: there the cursor belongs to the player's hand, which orders come from.
"""

from __future__ import annotations

from abc import abstractmethod

from textual import on

from skirmish.core.geometry import Facing, Tile
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.tui.map.cells import Cells, Composer, Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.sheet import Sheet
from skirmish.tui.settings import Settings
from skirmish.tui.settled import glyphs_of


class MapSheet(Sheet):
    """A screen with a map and a cursor on it.

    Attributes:
        levels: Whether the height of the ground is shown, and objectives.
        numbers: Whether figures show their numbers in place of where they face.
    """

    def __init__(self) -> None:
        """Begin with nothing pointed at."""
        super().__init__()
        self.levels = False
        self.numbers = False
        self._pointed: Tile | None = None
        self._composer = Composer()

    def on_mount(self) -> None:
        """Only now is it known what the terminal can show, and how much of it there is."""
        self._composer = Composer(glyphs_of(self.app))
        self.call_after_refresh(self.begin)

    def settle(self, settings: Settings) -> None:
        """Other marks may count from now on."""
        super().settle(settings)
        self._composer = Composer(glyphs_of(self.app))
        self.draw()

    def on_resize(self) -> None:
        """What is written is written for its width."""
        self.call_after_refresh(self.draw)

    # What a screen says of itself.

    @property
    @abstractmethod
    def shown(self) -> View:
        """The view that is drawn."""

    @abstractmethod
    def draw(self) -> None:
        """Draw the map, and write what stands beside it."""

    @abstractmethod
    def write(self) -> None:
        """Write what stands beside the map."""

    def roams(self) -> None:
        """The player looks for himself from now on."""

    # The map.

    @property
    def focus_tile(self) -> Tile:
        """The tile that is told of: the one under the mouse, else under the cursor."""
        return self.query_one(MapView).cursor if self._pointed is None else self._pointed

    @property
    def pointing(self) -> bool:
        """Whether the mouse is on a tile."""
        return self._pointed is not None

    def places(self) -> tuple[Tile, ...]:
        """Where figures stand, in the order of their ids."""
        figures = self.shown.state.figures
        found = (figures[name].at for name in by_id(figures))
        return tuple(place for place in found if place is not None)

    def begin(self) -> None:
        """Begin at the first figure, else in the middle."""
        board, places = self.shown.state.board, self.places()
        middle = (board.width // 2, board.height // 2)
        self.query_one(MapView).centre(places[0] if places else middle)
        self.draw()

    def composed(self, overlay: Overlay) -> Cells:
        """The frame of the view that is drawn."""
        return self._composer.compose(self.shown, overlay)

    def unpoint(self) -> None:
        """Forget the mouse, until it moves."""
        self._pointed = None

    def action_step(self, direction: str) -> None:
        """Move the cursor."""
        board = self.query_one(MapView)
        dx, dy = Facing[direction].delta
        tile = (board.cursor[0] + dx, board.cursor[1] + dy)
        self.unpoint()
        if self.shown.state.board.inside(tile):
            board.move_cursor(tile)
        self.write()

    def action_next(self, by: int) -> None:
        """To the next figure, or the one before."""
        places, board = self.places(), self.query_one(MapView)
        if places:
            at = places.index(board.cursor) + by if board.cursor in places else min(by - 1, 0)
            self.unpoint()
            self.roams()
            board.move_cursor(places[at % len(places)])
            self.draw()

    def action_switch(self, what: str) -> None:
        """Levels, numbers: on or off."""
        setattr(self, what, not getattr(self, what))
        self.draw()

    @on(MapView.Pointed)
    def _on_pointed(self, event: MapView.Pointed) -> None:
        self._pointed = event.tile
        self.write()

    @on(MapView.Clicked)
    def _on_clicked(self, event: MapView.Clicked) -> None:
        self.roams()
        self.query_one(MapView).move_cursor(event.tile, follow=False)
        self.draw()
