"""A battle played back, as it is drawn: the map, the log, what happened, how far it is.

Which key does what is the replay screen's business.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer

from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.explain_record import RecordExplainer
from skirmish.presentation.log import log_sentences
from skirmish.tui import panels
from skirmish.tui.bars import Log, Panel
from skirmish.tui.column import Side
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.widget import MapView
from skirmish.tui.reel import ALL, Reel, eyes_of, reel_of
from skirmish.tui.replay_lines import bar_words, happened, standing_lines
from skirmish.tui.screens.map_sheet import MapSheet
from skirmish.tui.screens.why import can_explain
from skirmish.tui.sentences import content_of
from skirmish.tui.trace import Trace
from skirmish.tui.whole import goals_mask

LOG_NEWS = 200
SPEEDS = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds that each step is shown while the replay plays."""
USUAL = 1


class ReelScreen(MapSheet):
    """A battle that happened, from whose eyes one may see it."""

    sheet = "replay"
    DEFAULT_CSS = """
    ReelScreen {
        #left { width: 1fr; }
        #log { height: 4; background: $surface; }
        #panel { width: 30; padding: 0 0 0 1; border-left: vkey $edge; background: $surface; }
        &.-wide #panel { width: 38; }
        &.-flat #log { display: none; }
        &.-slim #middle { layout: vertical; }
        &.-slim #panel { width: 1fr; height: 45%; border-left: none; }
        &.-high #log { height: 9; }
    }
    """

    def __init__(self, game: Game, eyes: str | None = None, line: int = 0) -> None:
        """Show a battle, which is only looked at.

        Args:
            game: The battle.
            eyes: Whose eyes to begin with; None for the first that may be.
            line: After which line of the record to begin.
        """
        super().__init__()
        allowed = eyes_of(game)
        # While the battle lasts nobody looks with other eyes than those he came with.
        self._allowed = allowed if game.over else (allowed[0] if eyes is None else eyes,)
        self._game = game
        self._looked = RecordExplainer(game)
        self._reel = reel_of(game, self._allowed[0] if eyes is None else eyes)
        self._at = self._reel.at_line(line)
        self._speed = USUAL
        self._timer: Timer | None = None
        self._look = False
        self._view = self._reel.view(self._at)
        self._deeds: tuple[Trace, ...] = ()

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
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(id="map")
                yield Log(id="log")
            yield Panel(id="panel")

    def begin(self) -> None:
        """Begin where it was asked to."""
        super().begin()
        self.go(self._at)

    @property
    def shown(self) -> View:
        """The view that is drawn."""
        return self._view

    def roams(self) -> None:
        """Look about: the map follows the battle no longer."""
        self._look = True
        self.stop()

    def go(self, at: int) -> None:
        """Show a step; the map follows what happened at it."""
        self._at = min(max(0, at), self._reel.last)
        self._view = self._reel.view(self._at)
        self._deeds = self._reel.deeds(self._at)
        self.unpoint()
        places = [deed.tile for deed in self._deeds if deed.tile is not None]
        if places and not self._look:
            self.query_one(MapView).move_cursor(places[-1])
        if self._at == self._reel.last:
            self.stop()
        self.draw()

    def stop(self) -> None:
        """Let it no longer go on by itself."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # What is shown.

    def draw(self) -> None:
        """Draw the map as it was at the step, the log up to it, and what happened."""
        if not self.is_attached:
            return
        last = self._deeds[-1] if self._deeds and not self._look else None
        overlay = Overlay(
            path=last.path if last else (),
            targets=last.tiles if last else (),
            levels=self.levels,
            goals=goals_mask(self._view) if self.levels else 0,
            numbers=self.numbers,
        )
        self.query_one(MapView).show(self.composed(overlay))
        news = self._reel.told(self._at, LOG_NEWS)
        said = log_sentences(self._view, news, self._game.ruleset)
        self.query_one(Log).tell([content_of(one) for one in said])
        self.write()

    def write(self) -> None:
        """Write where it is, and what stands beside the map."""
        setup, eyes = self._game.state.setup, self._reel.eyes
        whose = "all is seen" if eyes == ALL else f"as {setup.sides[eyes].name} saw it"
        self.say_title(f"{setup.title}: replay, {whose}")
        width = self.query_one("#hint").content_size.width
        state = "looking about" if self._look else "playing" if self.playing else "paused"
        self.say_hint(bar_words(self._reel, self._at, width, f"{state}, speed {self._speed + 1}"))
        panel = self.query_one(Panel)
        panel.say(self.beside(panel.content_size.width), more=self.key("replay.panel"))

    def beside(self, width: int) -> Sequence[Content]:
        """What stands beside the map, for so many columns."""
        side = Side(width)
        if self._look or self.pointing:
            self._describe(side)
        else:
            side.add(*happened(self._reel, self._at, self._view))
            if can_explain(self._looked, self._reel.steps[self._at].line):
                side.add(panels.plain(f"{self.key('replay.why')}: why", "dim"))
            side.gap()
            seen = self._reel.eyes == ALL
            side.add(*standing_lines(self._view, side.width, all_seen=seen))
        return side.lines

    def _describe(self, side: Side) -> None:
        """The tile under the cursor or the mouse, and who stands on it."""
        tile = self.focus_tile
        side.add(panels.heading("look", side.width))
        side.add(
            *panels.tile_lines(self._view, tile, None, side.width, sight=self._reel.eyes != ALL)
        )
        figure = self._view.state.standing(tile)
        if figure is not None:
            side.gap()
            seen_by = self._own_view(figure.who.side)
            side.add(*panels.card(self._game.ruleset, seen_by, figure, side.width))

    def _own_view(self, side: str) -> View:
        """The view that tells all of a side's figures, where all may be told."""
        return self._view if self._reel.eyes != ALL else self._reel.for_side(self._at, side)
