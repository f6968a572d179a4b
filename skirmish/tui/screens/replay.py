"""The replay of a battle, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click, Event, MouseDown
from textual.events import Key as KeyPress
from textual.style import Style
from textual.timer import Timer

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.text import pluralize
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.presentation.battle_totals import fallen_figures
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import Clip
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.presentation.visibility import watched_ground
from skirmish.presentation.wording import count_words
from skirmish.session.playback import Playback, fork_refusal
from skirmish.session.replay_session import SPEEDS, ReplaySession
from skirmish.tui import panel_lines
from skirmish.tui.battle_log import LogEntry, log_content, log_with_places
from skirmish.tui.guard import RIGHT_BUTTON
from skirmish.tui.keys import Key
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

_DONE, _LEFT = "━", "─"
_LEAST = 8
_STEP = "step"
"""Key of the style of a cell of the progress line: the step that it stands for."""
DIGITS = 6
_FRAMES = 4
"""Rows that the frames of both rosters need."""


class ReplayScreen(MapScreen):
    """A replay from the view of a side, or with everything shown."""

    key_group = "replay"
    rare_keys = ("replay.why",)
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("replay")
    DEFAULT_CSS = """
    ReplayScreen {
        #left { width: 1fr; }
        #log { height: 4; background: $surface; }
        #panel { width: 30; background: $surface; }
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
            eyes: The side whose view is shown first; None for the widest view allowed.
            line: The line of the record after which to begin.
            fork: Called with the playback and the index of a step, to fork a game there.
            report: Called with the game and the viewpoint, to show the report.
        """
        super().__init__()
        self.session = ReplaySession(game, eyes, line)
        self._game = game
        self._fork = fork
        self._report = report
        self._explainer = RecordExplainer(game)
        self._timer: Timer | None = None
        self._look = False
        self._player: MapPlayer | None = None

    @property
    def playing(self) -> bool:
        """Whether the replay plays by itself."""
        return self._timer is not None

    def table(self) -> Sequence[Key]:
        """The keys; while the replay plays, the play key is labelled "stop"."""
        keys = super().table()
        if not self.playing:
            return keys
        return [evolve(key, label="stop") if key.action == "play" else key for key in keys]

    def body(self) -> ComposeResult:
        """The map over the log, the panel beside them."""
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(id="map")
                yield LogView(id="log")
            yield SidePanel(id="panel")

    def begin(self) -> None:
        """Show the first step."""
        super().begin()
        self._arrive()

    @property
    def shown(self) -> View:
        """The view that is drawn."""
        return self.session.view

    def stop_following(self) -> None:
        """Enter look mode: the map no longer follows the battle."""
        self._look = True
        self.stop()

    def _show(self, intent: Callable[[], None]) -> None:
        """Go to another step, to which the map moves; the next step is first played."""
        if self._player is not None:
            self._player.stop()
        intent()
        self.clear_pointed()
        clip = self.session.clip
        if clip is None or self._look or not self._watch(clip):
            self._arrive()

    def _watch(self, clip: Clip) -> bool:
        """Play what happened in the step. Returns whether there is anything to see."""
        if self._player is None:
            self._player = MapPlayer(self.query_one(MapView))
        self._player.factor = 1 / self.session.seconds
        return self._player.play(timeline_of(clip), self._watching_overlay, self._arrive)

    def _watching_overlay(self, view: View) -> Overlay:
        return Overlay(
            levels=self.levels,
            numbers=self.numbers,
            health=health_bars(self._game.ruleset, view),
            watched=watched_ground(self._game.ruleset, view),
            fallen=self._fallen(view),
        )

    def _fallen(self, view: View) -> tuple[tuple[Tile, Figure], ...]:
        """The fallen that the viewpoint saw fall so far, except on tiles where a figure stands."""
        session = self.session
        lying = fallen_figures(session.battle, session.playback.eyes, session.step.line)
        return tuple(one for one in lying.items() if view.state.standing(one[0]) is None)

    @property
    def _watching(self) -> bool:
        return self._player is not None and self._player.playing

    def _forward_event(self, event: Event) -> None:
        """Pass on input; a key or a button first ends what is being played."""
        if self._player is not None and isinstance(event, KeyPress | MouseDown):
            self._player.stop()
        super()._forward_event(event)

    def _arrive(self) -> None:
        """Show a step without playing it."""
        if not self.is_attached:
            return
        places = [action.tile for action in self.session.actions if action.tile is not None]
        if places and not self._look:
            self.query_one(MapView).move_cursor(places[-1])
        if self.session.at_end:
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
        last = self.session.actions[-1] if self.session.actions and not self._look else None
        overlay = Overlay(
            path=last.path if last else (),
            targets=last.tiles if last else (),
            levels=self.levels,
            goals=goals_mask(self.session.view) if self.levels else 0,
            numbers=self.numbers,
            health=health_bars(self._game.ruleset, self.session.view),
            watched=watched_ground(self._game.ruleset, self.shown),
            fallen=self._fallen(self.shown),
        )
        self.query_one(MapView).draw(self.shown, overlay)
        self.fit_panel()
        news = self.session.recent_news()
        said = log_sentences(self.session.view, news, self._game.ruleset)
        view = self.session.view
        self.query_one(LogView).set_lines([log_content(one, view) for one in said])
        self.write()

    def write(self) -> None:
        """Write title, progress and panel."""
        setup, eyes = self._game.state.setup, self.session.playback.eyes
        all_seen = self.session.shows_all
        whose = "everything is shown" if all_seen else f"as {setup.sides[eyes].name} saw it"
        self.set_title(f"{setup.title}: replay, {whose}")
        self._offer_keys()
        width = self.query_one("#hint").content_size.width
        state = "looking around" if self._look else "playing" if self.playing else "paused"
        keys = (
            (self.key(f"replay.{name}"), _clicked(f"speed({by})"))
            for name, by in (("slower", -1), ("faster", 1))
        )
        both = Content(" ").join(Content.styled(*key) for key in keys)
        speed = f"{state}, speed {self.session.speed} of {len(SPEEDS)} ("
        tail = Content.assemble(speed, both, ")")
        self.hint_line = progress_content(self.session, width, tail)
        panel = self.query_one(SidePanel)
        shown = self._panel_lines(*panel.content_size)
        panel.set_content(shown.lines, more=self.key("replay.panel"), boxed=shown.boxed)

    def panel_content(self, width: int) -> Sequence[Content]:
        """All lines of the panel for a width."""
        return self._panel_lines(width).lines

    def _panel_lines(self, width: int, rows: int = 0) -> PanelLines:
        """The lines of the panel; rosters are left out if they do not fit into `rows` (0: any)."""
        panel = PanelLines(width)
        if self._look or self.pointing:
            self._describe(panel)
        else:
            panel.box("step")
            panel.add(*step_lines(self.session))
            if can_explain(self._explainer, self.session.step.line):
                panel.add(panel_lines.plain(f"{self.key('replay.why')}: why", "dim"))
            panel.box("score")
            all_seen = self.session.shows_all
            panel.add(*score_lines(self.session.view, panel.width, all_seen=all_seen))
            panel.close()
            self._add_rosters(panel, rows)
        panel.close()
        return panel

    def _add_rosters(self, panel: PanelLines, rows: int) -> None:
        """Add the figures of both sides as the viewpoint knows them."""
        rules, view = self._game.ruleset, self.session.view
        own = sum(figure.who.side == view.side for figure in view.state.figures.values())
        lines = panel_lines.roster(rules, view, (), "", panel.width)
        if rows and len(panel.lines) + len(lines) + _FRAMES > rows:
            return
        for side, listed in ((view.side, lines[:own]), (view.enemy, lines[own:])):
            panel.box(view.state.setup.sides[side].name, panel_lines.side_colour(view, side))
            panel.add(*listed)

    def _describe(self, panel: PanelLines) -> None:
        """Describe the tile in focus and the figure on it."""
        tile = self.focus_tile
        panel.box("look")
        panel.add(
            *panel_lines.tile_lines(
                self.session.view, tile, None, panel.width, sight=not self.session.shows_all
            )
        )
        figure = self.session.view.state.standing(tile)
        if figure is not None:
            seen_by = self.session.view_of(figure.who.side)
            panel_lines.add_card(panel, self._game.ruleset, seen_by, figure)

    # Moving through the battle.

    def _go(self, intent: Callable[[], None]) -> None:
        self.stop()
        self._show(intent)

    def _start(self) -> None:
        self.stop()
        self._timer = self.set_interval(self.session.seconds, self._tick)

    def _tick(self) -> None:
        # Wait while another screen is on top, or the last step is still watched.
        if self.is_current and not self._watching:
            self._show(lambda: self.session.go_steps(1))

    def action_forward(self, by: int) -> None:
        """Go one step forward or back; in look mode move the cursor."""
        self._go_or_look(by, self.session.go_steps, "E", "W")

    def action_bound(self, by: int) -> None:
        """Go to the next or previous bound."""
        self._go_or_look(by, self.session.go_bound, "S", "N")

    def action_turn(self, by: int) -> None:
        """Go to the next or previous turn."""
        self._go_or_look(by, self.session.go_turn, "SE", "NE")

    async def on_click(self, event: Click) -> None:
        """Go to the step clicked in the progress line."""
        at = event.style.meta.get(_STEP)
        if at is not None and event.button != RIGHT_BUTTON:
            self._go(lambda: self.session.go(at))

    def action_end(self, by: int) -> None:
        """Go to the end, or the beginning."""
        self._go_or_look(by, self.session.go_end, "SW", "NW")

    def _go_or_look(self, by: int, go: Callable[[int], None], ahead: str, back: str) -> None:
        if self._look:
            self.action_step(ahead if by > 0 else back)
        else:
            self._go(lambda: go(by))

    def action_play(self) -> None:
        """Play or stop; at the end play from the beginning."""
        if self.playing:
            self.stop()
        else:
            if self.session.at_end:
                self._show(lambda: self.session.go(0))
            self._start()
        self.draw()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.session.change_speed(by)
        if self.playing:
            self._start()
        self.draw()

    def action_jump(self) -> None:
        """Choose a bound from a list."""
        self.stop()
        places, here = self.session.bound_choices()
        self.app.push_screen(ListDialog("Go to", places, here), self._jumped)
        self.draw()

    def _jumped(self, chosen: int | None) -> None:
        if chosen is not None:
            self._go(lambda: self.session.go(chosen))

    def action_number(self) -> None:
        """Ask for a step, or for a line of the record if the battle is over."""
        self.stop()
        what = "Line of the record" if self._game.over else "Step"
        span = f"0 to {self.session.greatest_number}"
        self.app.push_screen(InputDialog(what, span, digits=DIGITS), self._typed)

    def _typed(self, typed: str | None) -> None:
        if typed:
            self._go(lambda: self.session.go_number(int(typed)))

    def show_line(self, line: int) -> None:
        """Go to a line of the record; show everything if the current viewpoint did not see it."""
        self._go(lambda: self.session.go_line(line))

    # Views.

    def action_eyes(self) -> None:
        """Change the viewpoint, if others are allowed."""
        if self.session.eyes_fixed:
            name = self._game.state.setup.sides[self.session.playback.eyes].name
            self.show_message(
                "View fixed", f"This battle is not over: only the view of {name} can be shown."
            )
            return
        self._show(self.session.change_eyes)

    def action_look(self) -> None:
        """Switch look mode, in which direction keys move the cursor."""
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
        news = self.session.placed_news()
        entries = log_with_places(self.session.view, news, self._game.ruleset)
        until = "" if self.session.at_end else "up to this step"
        self.app.push_screen(LogPage(entries, "go there", until=until), self._retold)
        self.draw()

    def _retold(self, entry: LogEntry | None) -> None:
        if entry is not None:
            self._go(lambda: self.session.go(entry.place))

    # Explanation, fork, report.

    def action_why(self) -> None:
        """Show why the computer gave the order of this step."""
        self.stop()
        show_why(self.app, self._explainer, self.session.step.line, self.show_message)

    def action_computer(self) -> None:
        """Go to the computer's next order."""
        self._go(lambda: self.session.go_next_of(self._explainer.lines))

    def action_fork(self) -> None:
        """Fork a game here."""
        self.stop()
        refused = fork_refusal(self.session.playback, self.session.at)
        if refused or self._fork is None:
            self.show_message(
                "No other game can start here", refused or "there is no place to play it"
            )
        else:
            self._fork(self.session.playback, self.session.at)

    def action_report(self) -> None:
        """Show the report as far as the viewpoint may know it."""
        self.stop()
        if self._report is not None:
            self._report(self._game, self.session.playback.eyes)

    def action_back(self) -> None:
        """Leave look mode, else the replay."""
        if self._look:
            self.action_look()
            return
        self.stop()
        self.leave()


def progress_content(session: ReplaySession, width: int, tail: Content) -> Content:
    """The progress: step, line, a bar whose cells lead to their steps, and a tail."""
    at, last = session.at, session.playback.last
    head, longest = (
        f"step {number} of {last}" + f", line {step.number}" * session.shows_all
        for number, step in ((at, session.step), (last, session.playback.steps[last]))
    )
    head = head.ljust(len(longest))  # The bar keeps its place.
    room = max(_LEAST, width - len(head) - tail.cell_length - 4)
    done = round(room * at / last) if last else room
    rest = (_LEFT * (room - done), "$foreground 40%")
    bar = Content.assemble((_DONE * done, "$accent"), rest)
    for cell in range(room):
        at = round(last * cell / (room - 1))
        bar = bar.stylize(Style.from_meta({_STEP: at}), cell, cell + 1)
    return Content.assemble(head, "  ", bar, "  ", tail)


def _clicked(action: str) -> Style:
    """The style of text that runs an action of the screen when it is clicked."""
    return Style.from_meta({"@click": f"screen.{action}"})


def step_lines(session: ReplaySession) -> list[Content]:
    """The bound, the order and the news of the step shown."""
    step, view = session.step, session.view
    lines = [panel_lines.plain(session.bound_name(), "bold")]
    if step.order:
        name = view.state.setup.sides[step.side].name
        lines += [Content(""), Content.assemble((f"{name}: ", "dim"), (step.order, "bold $accent"))]
    # Earlier news name the zones that end in this step.
    known = evolve(view, news=session.recent_news())
    said = log_sentences(known, step.news, session.battle.ruleset)
    lines += [Content("")] if said else []
    lines += [log_content(one, view) for one in said]
    if not session.at:
        lines.append(panel_lines.plain("The beginning. Step forward, or play.", "italic"))
    return lines


def score_lines(view: View, width: int, *, all_seen: bool) -> list[Content]:
    """Points and figures on the map of each side, as far as they are known."""
    state = view.state
    lines: list[Content] = []
    for side, setup in state.setup.sides.items():
        mine = [figure for figure in state.figures.values() if figure.side == side]
        left = sum(figure.at is not None for figure in mine)
        seen = "on the map" if all_seen or side == view.side else "in sight"
        score = count_words("points", state.tally.score.get(side, 0))
        lines.append(panel_lines.two_ends(setup.name, score, width))
        figures = pluralize(left, "figure")
        lines.append(panel_lines.two_ends("", f"{figures} {seen}", width, "", "dim"))
    return lines
