"""A battle played back, as it is drawn: the map, the log, what happened, how far it is.

Which key does what is the replay screen's business.
"""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.telling.story import story
from skirmish.tui import panels
from skirmish.tui.bars import Log, Panel
from skirmish.tui.column import Side
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.reel import ALL, Reel, eyes_of, reel_of
from skirmish.tui.replay_lines import bar_words, happened, standing_lines
from skirmish.tui.screens.sheet import Sheet
from skirmish.tui.sentences import content_of
from skirmish.tui.settled import glyphs_of
from skirmish.tui.trace import Trace
from skirmish.tui.whole import area_mask

LOG_NEWS = 200
SPEEDS = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds that each step is shown while the replay plays."""
USUAL = 1


class ReelScreen(Sheet):
    """A battle that happened, from whose eyes one may see it."""

    sheet = "replay"
    DEFAULT_CSS = """
    ReelScreen {
        #left { width: 1fr; }
        #log { height: 4; background: $surface; }
        #panel { width: 30; padding: 0 0 0 1; border-left: vkey $panel; background: $surface; }
        &.-wide #panel { width: 38; }
        &.-high #log { height: 9; }
        &.-ascii #panel { border-left: ascii $panel; }
    }
    """

    def __init__(self, game: Game, eyes: str | None = None) -> None:
        """Show a battle, which is only looked at; without `eyes` with the first that may be."""
        super().__init__()
        allowed = eyes_of(game)
        # While the battle lasts nobody looks with other eyes than those he came with.
        self._allowed = allowed if game.over else (allowed[0] if eyes is None else eyes,)
        self._game = game
        self._reel = reel_of(game, self._allowed[0] if eyes is None else eyes)
        self._at = 0
        self._speed = USUAL
        self._timer: Timer | None = None
        self._look = False
        self._levels = False
        self._pointed: Tile | None = None
        self._view = self._reel.view(0)
        self._deeds: tuple[Trace, ...] = ()
        self._composer = Composer()

    @property
    def at(self) -> int:
        """The place of the step that is shown."""
        return self._at

    @property
    def reel(self) -> Reel:
        """What is played back."""
        return self._reel

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def body(self) -> ComposeResult:
        """The map over the log, the panel beside them."""
        with Horizontal():
            with Vertical(id="left"):
                yield MapView(id="map")
                yield Log(id="log")
            yield Panel(id="panel")

    def on_mount(self) -> None:
        """Begin at the beginning, as soon as it is known how much room there is."""
        glyphs = glyphs_of(self.app)
        self._composer = Composer(glyphs)
        self.set_class(glyphs.ascii, "-ascii")
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        board, places = self._view.state.board, self._places()
        middle = (board.width // 2, board.height // 2)
        self.query_one(MapView).centre(places[0] if places else middle)
        self.go(0)

    def on_resize(self) -> None:
        """All is written for its width."""
        self.call_after_refresh(self._draw)

    def _places(self) -> tuple[Tile, ...]:
        figures = self._view.state.figures.values()
        return tuple(figure.at for figure in figures if figure.at is not None)

    def go(self, at: int) -> None:
        """Show a step; the map follows what happened at it."""
        self._at = min(max(0, at), self._reel.last)
        self._view = self._reel.view(self._at)
        self._deeds = self._reel.deeds(self._at)
        self._pointed = None
        places = [deed.tile for deed in self._deeds if deed.tile is not None]
        if places and not self._look:
            self.query_one(MapView).move_cursor(places[-1])
        if self._at == self._reel.last:
            self._stop()
        self._draw()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # What is shown.

    def _draw(self) -> None:
        if not self.is_attached:
            return
        last = self._deeds[-1] if self._deeds and not self._look else None
        goals = 0
        if self._levels:
            board = self._view.state.board
            for goal in self._view.state.setup.objectives:
                goals |= area_mask(board, goal.area)
        overlay = Overlay(
            path=last.path if last else (),
            targets=last.tiles if last else (),
            levels=self._levels,
            goals=goals,
        )
        self.query_one(MapView).show(self._composer.compose(self._view, overlay))
        news = self._reel.told(self._at, LOG_NEWS)
        said = story(self._view, news, self._game.ruleset)
        self.query_one(Log).tell([content_of(one) for one in said])
        self._write()

    def _write(self) -> None:
        setup, eyes = self._game.state.setup, self._reel.eyes
        whose = "all is seen" if eyes == ALL else f"as {setup.sides[eyes].name} saw it"
        self.say_title(f"{setup.title}: replay, {whose}")
        width = self.query_one("#hint").content_size.width
        state = "looking about" if self._look else "playing" if self.playing else "paused"
        self.say_hint(bar_words(self._reel, self._at, width, f"{state}, speed {self._speed + 1}"))
        panel = self.query_one(Panel)
        side = Side(panel.content_size.width)
        if self._look or self._pointed is not None:
            self._describe(side)
        else:
            side.add(*happened(self._reel, self._at, self._view))
            side.gap()
            side.add(*standing_lines(self._view, side.width, all_seen=eyes == ALL))
        panel.say(side.lines, more="p")

    def _describe(self, side: Side) -> None:
        """The tile under the cursor or the mouse, and who stands on it."""
        tile = self.query_one(MapView).cursor if self._pointed is None else self._pointed
        side.add(panels.heading("look", side.width))
        side.add(*panels.tile_lines(self._view, tile, None, side.width))
        figure = self._view.state.standing(tile)
        if figure is not None:
            side.gap()
            seen_by = self._own_view(figure.who.side)
            side.add(*panels.card(self._game.ruleset, seen_by, figure, side.width))

    def _own_view(self, side: str) -> View:
        """The view that tells all of a side's figures, where all may be told."""
        return self._view if self._reel.eyes != ALL else self._reel.for_side(self._at, side)

    @on(MapView.Pointed)
    def _on_pointed(self, event: MapView.Pointed) -> None:
        self._pointed = event.tile
        self._write()

    @on(MapView.Clicked)
    def _on_clicked(self, event: MapView.Clicked) -> None:
        self._look = True
        self._stop()
        self.query_one(MapView).move_cursor(event.tile, follow=False)
        self._draw()
