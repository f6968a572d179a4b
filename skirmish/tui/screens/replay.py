"""The replay of a battle, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Event, MouseDown
from textual.events import Key as KeyPress
from textual.timer import Timer

from skirmish.core.events import Bound
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.effects import Clip, timeline_of
from skirmish.presentation.explain_record import RecordExplainer
from skirmish.presentation.log import log_sentences
from skirmish.presentation.wording import count_words
from skirmish.session.enemy_actions import SeenAction
from skirmish.session.playback import (
    ALL,
    Playback,
    allowed_eyes,
    bound_words,
    fork_refusal,
    playback_of,
)
from skirmish.tui import panel_lines
from skirmish.tui.battle_log import LogEntry, log_with_places, sentence_content
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.order_overlay import goals_mask, health_bars
from skirmish.tui.map.widget import MapView
from skirmish.tui.map_player import MapPlayer
from skirmish.tui.panel_lines import PanelLines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.dialogs import InputDialog, ListDialog
from skirmish.tui.screens.explanation import can_explain, show_why
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.map_screen import MapScreen
from skirmish.tui.screens.page import ReflowPage, show_help
from skirmish.tui.widgets import LogView, SidePanel

_DONE, _LEFT = "=", "-"
_LEAST = 8
DIGITS = 6
LOG_NEWS = 200
SPEEDS = (2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds per step while the replay plays."""
USUAL = 1


class ReplayScreen(MapScreen):
    """A replay from the view of a side, or of all."""

    key_group = "replay"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("replay")
    DEFAULT_CSS = """
    ReplayScreen {
        #left { width: 1fr; }
        #log { height: 4; background: $surface; }
        #panel { width: 30; background: $surface; }
        &.-wide #panel { width: 28%; min-width: 38; max-width: 64; }
        &.-flat #log { display: none; }
        &.-slim #middle { layout: vertical; }
        &.-slim #panel { width: 1fr; height: 45%; }
        &.-high #log { height: 9; }
    }
    """

    def __init__(
        self,
        game: Game,
        *,
        eyes: str | None = None,
        line: int = 0,
        fork: Callable[[Playback, int], None] | None = None,
        report: Callable[[Game, str], None] | None = None,
    ) -> None:
        """Replay a battle.

        Args:
            game: The battle; it is not changed.
            eyes: The first eyes; None for the widest view allowed.
            line: The line of the record to begin after.
            fork: Called with the playback and the index of a step, to fork a game there.
            report: Called with the game and the eyes, to show the report.
        """
        super().__init__()
        allowed = allowed_eyes(game)
        # While the battle lasts the eyes cannot be changed.
        self._allowed = allowed if game.over else (allowed[0] if eyes is None else eyes,)
        self._game = game
        self._fork = fork
        self._report = report
        self._explainer = RecordExplainer(game)
        self._playback = playback_of(game, self._allowed[0] if eyes is None else eyes)
        self._at = self._playback.at_line(line)
        self._speed = USUAL
        self._timer: Timer | None = None
        self._look = False
        self._view = self._playback.view(self._at)
        self._actions: tuple[SeenAction, ...] = ()
        self._player: MapPlayer | None = None

    @property
    def at(self) -> int:
        """Index of the step shown."""
        return self._at

    @property
    def playback(self) -> Playback:
        """The playback."""
        return self._playback

    @property
    def playing(self) -> bool:
        """Whether it plays by itself."""
        return self._timer is not None

    def body(self) -> ComposeResult:
        """The map over the log, the panel beside them."""
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(id="map")
                yield LogView(id="log")
            yield SidePanel(id="panel")

    def begin(self) -> None:
        """Go to the first step to show."""
        super().begin()
        self.go(self._at)

    @property
    def shown(self) -> View:
        """The view that is drawn."""
        return self._view

    def stop_following(self) -> None:
        """Stop following the battle with the map."""
        self._look = True
        self.stop()

    def go(self, at: int) -> None:
        """Show a step; the map follows its actions. The next step is watched first."""
        if self._player is not None:
            self._player.stop()
        before, old = self._view, self._at
        self._at = min(max(0, at), self._playback.last)
        self._view = self._playback.view(self._at)
        self._actions = self._playback.actions(self._at)
        self.clear_pointed()
        if self._at != old + 1 or self._look or not self._watch_step(before):
            self._arrive()

    def _watch_step(self, before: View) -> bool:
        """Play what happened in the step; whether there is anything to be seen."""
        if self._player is None:
            self._player = MapPlayer(self.query_one(MapView))
        self._player.factor = 1 / SPEEDS[self._speed]
        timeline = timeline_of(Clip(before, self._view, self._playback.steps[self._at].news))
        return self._player.play(timeline, self._watching_overlay, self._arrive)

    def _watching_overlay(self, view: View) -> Overlay:
        return Overlay(
            levels=self.levels,
            numbers=self.numbers,
            health=health_bars(self._game.ruleset, view),
        )

    @property
    def _watching(self) -> bool:
        return self._player is not None and self._player.playing

    def _forward_event(self, event: Event) -> None:
        """Pass on input; a key or a button first ends what is played."""
        if self._player is not None and isinstance(event, KeyPress | MouseDown):
            self._player.stop()
        super()._forward_event(event)

    def _arrive(self) -> None:
        """Show a step as it stands."""
        if not self.is_attached:
            return
        places = [action.tile for action in self._actions if action.tile is not None]
        if places and not self._look:
            self.query_one(MapView).move_cursor(places[-1])
        if self._at == self._playback.last:
            self.stop()
        self.draw()

    def stop(self) -> None:
        """Stop playing."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # Display.

    def draw(self) -> None:
        """Draw the map at the step, the log up to it, and the panel."""
        if not self.is_attached:
            return
        if self._watching:
            self.write()
            return
        last = self._actions[-1] if self._actions and not self._look else None
        overlay = Overlay(
            path=last.path if last else (),
            targets=last.tiles if last else (),
            levels=self.levels,
            goals=goals_mask(self._view) if self.levels else 0,
            numbers=self.numbers,
            health=health_bars(self._game.ruleset, self._view),
        )
        self.query_one(MapView).draw(self.shown, overlay)
        news = self._playback.recent_news(self._at, LOG_NEWS)
        said = log_sentences(self._view, news, self._game.ruleset)
        self.query_one(LogView).set_lines([sentence_content(one) for one in said])
        self.write()

    def write(self) -> None:
        """Write title, progress and panel."""
        setup, eyes = self._game.state.setup, self._playback.eyes
        whose = "everything is shown" if eyes == ALL else f"as {setup.sides[eyes].name} saw it"
        self.set_title(f"{setup.title}: replay, {whose}")
        width = self.query_one("#hint").content_size.width
        state = "looking around" if self._look else "playing" if self.playing else "paused"
        self.set_hint(
            progress_words(self._playback, self._at, width, f"{state}, speed {self._speed + 1}")
        )
        panel = self.query_one(SidePanel)
        panel.set_content(
            self.panel_content(panel.content_size.width), more=self.key("replay.panel")
        )

    def panel_content(self, width: int) -> Sequence[Content]:
        """The lines of the panel for a width."""
        panel = PanelLines(width)
        if self._look or self.pointing:
            self._describe(panel)
        else:
            panel.box("step")
            panel.add(*step_lines(self._playback, self._at, self._view))
            if can_explain(self._explainer, self._playback.steps[self._at].line):
                panel.add(panel_lines.plain(f"{self.key('replay.why')}: why", "dim"))
            panel.box("score")
            seen = self._playback.eyes == ALL
            panel.add(*score_lines(self._view, panel.width, all_seen=seen))
        panel.close()
        return panel.lines

    def _describe(self, panel: PanelLines) -> None:
        """Describe the tile in focus and the figure on it."""
        tile = self.focus_tile
        panel.box("look")
        panel.add(
            *panel_lines.tile_lines(
                self._view, tile, None, panel.width, sight=self._playback.eyes != ALL
            )
        )
        figure = self._view.state.standing(tile)
        if figure is not None:
            seen_by = self._own_view(figure.who.side)
            panel_lines.add_card(panel, self._game.ruleset, seen_by, figure)

    def _own_view(self, side: str) -> View:
        """The view of a side's own figures if everything is shown, else the present view."""
        return self._view if self._playback.eyes != ALL else self._playback.for_side(self._at, side)

    # Moving through the battle.

    def _moved(self, at: int) -> None:
        self.stop()
        self.go(at)

    def _start(self) -> None:
        self.stop()
        self._timer = self.set_interval(SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        # Wait while another screen is on top, or the last step is still watched.
        if self.is_current and not self._watching:
            self.go(self._at + 1)

    def action_forward(self, by: int) -> None:
        """Go one step on or back; in look mode move the cursor."""
        if self._look:
            self.action_step("E" if by > 0 else "W")
        else:
            self._moved(self._at + by)

    def action_bound(self, by: int) -> None:
        """Go to the next bound, or the one before."""
        if self._look:
            self.action_step("S" if by > 0 else "N")
        else:
            self._moved(self._playback.next_bound(self._at, by))

    def action_turn(self, by: int) -> None:
        """Go to the next turn, or the one before."""
        if self._look:
            self.action_step("SE" if by > 0 else "NE")
        else:
            self._moved(self._playback.next_turn(self._at, by))

    def action_end(self, by: int) -> None:
        """Go to the end, or the beginning."""
        if self._look:
            self.action_step("SW" if by > 0 else "NW")
        else:
            self._moved(self._playback.last if by > 0 else 0)

    def action_play(self) -> None:
        """Play or stop; at the end play from the beginning."""
        if self.playing:
            self.stop()
        else:
            if self._at == self._playback.last:
                self.go(0)
            self._start()
        self.draw()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = min(max(0, self._speed + by), len(SPEEDS) - 1)
        if self.playing:
            self._start()
        self.draw()

    def action_jump(self) -> None:
        """Choose a bound from a list."""
        self.stop()
        steps, here = self._playback.steps, self._playback.next_bound(self._at + 1, -1)
        lines = [(at, steps[at].bound) for at in self._playback.bounds()]
        self.app.push_screen(ListDialog("Go to", lines, here), self._jumped)
        self.draw()

    def _jumped(self, chosen: int | None) -> None:
        if chosen is not None:
            self.go(chosen)

    def action_number(self) -> None:
        """Ask for a step, or for a line of the record if the battle is over."""
        self.stop()
        over = self._game.over
        what = "Line of the record" if over else "Step"
        last = self._playback.steps[-1].line if over else self._playback.last
        self.app.push_screen(InputDialog(what, f"0 to {last}", digits=DIGITS), self._typed)

    def _typed(self, typed: str | None) -> None:
        if typed:
            number = int(typed)
            self.go(self._playback.at_line(number) if self._game.over else number)

    def show_line(self, line: int) -> None:
        """Go to a line of the record; show all if the present eyes did not see it."""
        self.stop()
        at = self._playback.at_line(line)
        if self._playback.steps[at].line != line and ALL in self._allowed:
            self._playback = playback_of(self._game, ALL)
            at = self._playback.at_line(line)
        self.go(at)

    # Views.

    def action_eyes(self) -> None:
        """Change the eyes, if others are allowed."""
        if len(self._allowed) == 1:
            name = self._game.state.setup.sides[self._allowed[0]].name
            self.show_message(
                "View fixed", f"This battle is not over: only the view of {name} can be shown."
            )
            return
        line = self._playback.steps[self._at].line
        after = self._allowed.index(self._playback.eyes) + 1
        self._playback = playback_of(self._game, self._allowed[after % len(self._allowed)])
        self.go(self._playback.at_line(line))

    def action_look(self) -> None:
        """Switch look mode, in which the keys move the cursor."""
        self.stop()
        self._look = not self._look
        self.draw()

    def action_panel(self) -> None:
        """Show the whole panel."""
        self.app.push_screen(ReflowPage("In full", self.panel_content))

    def action_help(self) -> None:
        """Show the help page."""
        show_help(self, "replay")

    def action_log(self) -> None:
        """Show the log up to this step; a chosen line leads to its step."""
        self.stop()
        steps = self._playback.steps[: self._at + 1]
        told = [(at, news) for at, step in enumerate(steps) for news in step.news]
        entries = log_with_places(self._view, told, self._game.ruleset)
        self.app.push_screen(LogPage(entries, "go there"), self._retold)
        self.draw()

    def _retold(self, entry: LogEntry | None) -> None:
        if entry is not None:
            self._moved(entry.place)

    # Explanation, fork, report.

    def action_why(self) -> None:
        """Show why the computer gave the order of this step."""
        self.stop()
        show_why(self.app, self._explainer, self._playback.steps[self._at].line, self.show_message)

    def action_fork(self) -> None:
        """Fork a game here."""
        self.stop()
        refused = fork_refusal(self._playback, self._at)
        if refused or self._fork is None:
            self.show_message(
                "No other game can start here", refused or "there is no place to play it"
            )
        else:
            self._fork(self._playback, self._at)

    def action_report(self) -> None:
        """Show the report as far as these eyes may know."""
        self.stop()
        if self._report is not None:
            self._report(self._game, self._playback.eyes)

    def action_back(self) -> None:
        """Leave look mode, else the replay."""
        if self._look:
            self.action_look()
            return
        self.stop()
        self.leave()


def progress_words(playback: Playback, at: int, width: int, tail: str) -> str:
    """The progress: step, line, a bar, and a tail."""
    head = f"step {at} of {playback.last}"
    if playback.eyes == ALL:
        head += f", line {playback.steps[at].line}"
    room = max(_LEAST, width - len(head) - len(tail) - 6)
    done = round(room * at / playback.last) if playback.last else room
    return f"{head}  [{_DONE * done}{_LEFT * (room - done)}]  {tail}"


def step_lines(playback: Playback, at: int, view: View) -> list[Content]:
    """The bound, the order and the news of a step."""
    step = playback.steps[at]
    lines = [panel_lines.plain(text, "bold") for text in _bound_now(playback, at)]
    if step.order:
        name = view.state.setup.sides[step.side].name
        lines += [Content(""), Content.assemble((f"{name}: ", "dim"), (step.order, "bold $accent"))]
    said = log_sentences(view, step.news, playback.battle.ruleset)
    lines += [Content("")] if said else []
    lines += [sentence_content(one) for one in said]
    if not at:
        lines.append(panel_lines.plain("The beginning. Step on, or let it play.", "italic"))
    return lines


def _bound_now(playback: Playback, at: int) -> list[str]:
    """The name of the bound that a step is in."""
    for step in reversed(playback.steps[:at] or playback.steps[:1]):
        began = [one.event for one in step.news if isinstance(one.event, Bound)]
        if began:
            return [bound_words(playback.battle, began[-1])]
    return ["before the first turn"]


def score_lines(view: View, width: int, *, all_seen: bool) -> list[Content]:
    """Points and remaining figures, as far as they are known."""
    state = view.state
    lines: list[Content] = []
    for side, setup in state.setup.sides.items():
        mine = [figure for figure in state.figures.values() if figure.side == side]
        left = sum(figure.at is not None for figure in mine)
        seen = "on the map" if all_seen or side == view.side else "in sight"
        score = count_words("points", state.tally.score.get(side, 0))
        lines.append(panel_lines.two_ends(setup.name, score, width))
        lines.append(panel_lines.two_ends("", f"{left} {seen}", width, "", "dim"))
    return lines
