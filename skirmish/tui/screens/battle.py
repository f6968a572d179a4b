"""The battle screen: draws a `BattleSession`, and sends it what keys and mouse mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click, Event, MouseDown, MouseEvent
from textual.events import Key as KeyPress
from textual.message import Message
from textual.screen import Screen

from skirmish.core.geometry import Facing, Tile
from skirmish.core.view import News
from skirmish.game import Game
from skirmish.presentation.setup.opponents import ComputerOpponent, OpponentFactory
from skirmish.session import bound_input, cursor_input, order_input
from skirmish.session.announcements import Topic
from skirmish.session.battle_session import BattleSession
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.tui import manual
from skirmish.tui.background import ScreenExecutor
from skirmish.tui.battle_keys import BattleKeys
from skirmish.tui.battle_layout import has_room_beside
from skirmish.tui.battle_log import LogEntry, log_entries
from skirmish.tui.event_banner import EventBanner
from skirmish.tui.guard import RIGHT_BUTTON, GuardedScreen
from skirmish.tui.key_names import after_alt
from skirmish.tui.keys import Key, KeyTable, bindings
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.map.painted_legend import painted_lines
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import MiniMap
from skirmish.tui.prompt_line import rules_shown
from skirmish.tui.prompt_paint import PromptScreen
from skirmish.tui.screen_stack import SETTING_UP
from skirmish.tui.screens.base import HEIGHTS, WIDTHS
from skirmish.tui.screens.battle_display import BattleDisplay
from skirmish.tui.screens.battle_updates import BattleUpdates
from skirmish.tui.screens.briefing import briefing_page
from skirmish.tui.screens.command_line import CommandLine
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import ColumnsPage
from skirmish.tui.screens.panel_page import PanelPage
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import glyphs_of, pressed_at
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.widgets import Footer, LogView, SidePanel, TextLine

__all__ = ["PACE", "BattleScreen"]
PACE = 0.25
"""Seconds for which an opponent's order stays on the screen, if it was seen."""

_DEAF = 0.3
"""Seconds in which keys that were meant for the map do not close the text of an event."""


class BattleScreen(PromptScreen, GuardedScreen, Screen[None]):
    """One battle, from the view of the side in the seat.

    Nothing is shown while the seat is empty.
    """

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [*bindings()]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    DEFAULT_CSS = """
    BattleScreen {
        #status { background: $panel; text-style: bold; }
        #middle { height: 1fr; }
        #left { width: 1fr; }
        #log { height: 3; background: $surface; }
        #middle { layers: ground above event; }
        EventBanner { layer: event; dock: bottom; }
        #right { width: 38; background: $surface; }
        #beside { width: 0; background: $surface; display: none; }
        #roster { height: 2fr; }
        #log-beside { height: 3fr; }
        &.-beside #beside { display: block; }
        #brief { height: 2; display: none; background: $panel; }
        #hint { background: $panel; }
        &.-narrow #right {
            layer: above; dock: right; width: 50%; min-width: 40; max-width: 44; height: 100%;
            display: none;
        }
        &.-narrow.-drawer #right { display: block; }
        &.-narrow #beside { layer: above; dock: right; }
        &.-narrow.-left #right { dock: left; }
        &.-narrow #brief { display: block; }
        &.-flat #log { display: none; }
        &.-slim #middle { layout: vertical; }
        &.-slim #right { width: 1fr; height: 45%; }
    }
    """

    class BattleOver(Message):
        """The battle is over; its screen stays."""

        def __init__(self, game: Game) -> None:
            """Keep the game, for the report."""
            super().__init__()
            self.game = game

    class PlayerChanged(Message):
        """Another player is next: nothing is shown until that player takes the seat."""

        def __init__(self, screen: BattleScreen, next_side: str) -> None:
            """Keep the screen and the side that comes next."""
            super().__init__()
            self.screen = screen
            self.next_side = next_side

    class AiOrderDone(Message):
        """The computer gave an order, or could not find one."""

    class Resumed(Message):
        """No other screen lies over the battle any more."""

    class Left(Message):
        """The player leaves the battle; its record is kept."""

    def __init__(
        self,
        game: Game,
        *,
        hire: OpponentFactory = ComputerOpponent,
        glyphs: Glyphs | None = None,
        pace: float = PACE,
        own_keys: Mapping[str, str] | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Show a game.

        Args:
            game: The battle, new or resumed.
            hire: Makes the opponent of a side that no person plays.
            glyphs: Marks that the terminal can show; by default those that fit it.
            pace: Seconds for which an opponent's order stays on the screen.
            own_keys: The player's own keys by id; the app's keymap has them too.
            settings: What the screen shows and draws.
        """
        super().__init__()
        self.own_keys = dict(own_keys or {})
        keys = KeyTable(self.own_keys)
        executor = ScreenExecutor(self, lambda: self.watching)
        self.session = BattleSession(game, executor, hire=hire, keys=keys, pace=pace)
        self._display = BattleDisplay(self, self.session, glyphs or fitting(), self.own_keys)
        self._keys = BattleKeys(self.session, self.own_keys)
        self._board, self._log = MapView(id="map"), LogView(id="log")
        self._deaf = _DEAF if pace else 0.0
        hidden, deaf = self._display.hidden_in, self._deaf
        self._banner = EventBanner(self._board, self._log, hidden, deaf=deaf, id="event")
        drawn = self.session, self._display, self._board, self._banner
        self.updates = BattleUpdates(self, *drawn, animated=bool(pace), report=self._report)
        self.settings = settings or Settings()

    @property
    def settings(self) -> Settings:
        """What the screen shows and draws."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        self.session.preferences = settings.preferences
        self._display.minutes = settings.clock

    def apply_settings(self, settings: Settings) -> None:
        """Apply other keys, marks and settings."""
        self._display.use_glyphs(glyphs_of(self.app))
        self.own_keys.clear()
        self.own_keys.update(settings.keys)
        self.settings = settings
        self.draw()

    def say(self, words: str) -> None:
        """Show words to the player, until the next input."""
        self.session.say(words)

    def compose(self) -> ComposeResult:
        """Status, map over log, side panel, hints, keys."""
        yield TextLine(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield self._board
                yield self._log
            with Vertical(id="right"):
                yield SidePanel(id="panel")
                yield MiniMap(id="mini")
            with Vertical(id="beside"):
                yield SidePanel(id="roster")
                yield LogView(id="log-beside")
            yield self._banner
        with Vertical(id="brief"):
            yield TextLine(id="brief-figure")
            yield TextLine(id="brief-order")
        yield TextLine(id="hint")
        yield Footer(id="footer")

    def on_mount(self) -> None:
        """Begin as soon as the size is known."""
        self.query_one("#status", TextLine).set_content(Content(SETTING_UP))
        self.set_interval(1, self._tick)
        self.call_after_refresh(self.session.begin)

    def on_resize(self) -> None:
        """Write the panels for the new width."""
        self.call_after_refresh(self.draw)
        self.call_after_refresh(self._banner.lay)

    def _get_breakpoint_classes(
        self, dimension: int, breakpoints: list[tuple[int, str]]
    ) -> set[str]:
        """The classes for a size; a narrow screen with room beside its map counts as wide."""
        found = super()._get_breakpoint_classes(dimension, breakpoints)
        board, size = self.session.game.state.board, (self.app.size.width, self.app.size.height)
        beside = "-narrow" in found and has_room_beside(size, (board.width, board.height))
        return {"-wide"} if beside else found

    def on_screen_resume(self) -> None:
        """Move the terminal's cursor back to the map, and tell the app."""
        self._banner.wake()
        self.call_after_refresh(self.query_one(MapView).move_terminal_cursor)
        self.post_message(self.Resumed())

    def on_unmount(self) -> None:
        """Stop the adviser and the computer."""
        self.session.close()

    # Display.

    def draw(self, *, follow: bool = True) -> None:
        """Draw everything; the camera follows the cursor unless told not to."""
        self.updates.draw(follow=follow)

    def _tick(self) -> None:
        if self.settings.clock and self.is_current:
            self.draw(follow=False)

    def _report(self, topic: Topic) -> None:
        """Tell the app what has happened."""
        if topic is Topic.NEXT_PLAYER:
            self.post_message(self.PlayerChanged(self, self.session.game.viewing_side))
        elif topic is Topic.AI_ORDER:
            self.post_message(self.AiOrderDone())
        else:
            self.post_message(self.BattleOver(self.session.game))

    @property
    def watching(self) -> bool:
        """Whether something is played on the map."""
        return self.updates.watching

    def row_of(self, tile: Tile) -> int:
        """The row of the screen in which the map shows a tile."""
        return self._board.region.y + self._board.viewport.place_of(tile)[1]

    def unwatched(self) -> tuple[News, ...]:
        """The news of the seated side since its last order that the player has not watched."""
        return self.updates.unwatched()

    def _forward_event(self, event: Event) -> None:
        """Pass on input; a key or a button first ends what is being played."""
        if self.watching and self._ends_playing(event):
            self.updates.interrupt(by_mouse=isinstance(event, MouseDown))
        if not self._banner.is_open or not isinstance(event, KeyPress | MouseEvent):
            super()._forward_event(event)
        elif isinstance(event, KeyPress | Click):
            self.updates.read_on()

    def _ends_playing(self, event: Event) -> bool:
        """Whether input ends what is being played: a button or key that does not control it."""
        if isinstance(event, KeyPress):
            return not self._keys.hurries(event.key)
        if not isinstance(event, MouseDown):
            return False
        pressed = self.query_one(Footer).press(event.screen_offset)
        return pressed not in ("hurry", "skip")

    @property
    def glyphs(self) -> Glyphs:
        """The marks that the terminal can show."""
        return self._display.glyphs

    # Keys.

    def action_hurry(self) -> None:
        """Show the enemy's bound faster."""
        self.updates.hurry()

    def action_skip(self) -> None:
        """Skip the rest of the enemy's bound."""
        self.session.controller.end_pressed = self._pressed_at
        self.updates.skip()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action of the key table applies now; other actions always do."""
        spelled = f"{action}({', '.join(map(repr, parameters))})" if parameters else action
        return self._keys.applies(spelled)

    def table(self) -> Sequence[Key]:
        """The keys that apply under these rules in this part of the battle."""
        return self._keys.table()

    def action_mark(self) -> None:
        """Add the figure to the group, or remove it."""
        self.session.do(bound_input.mark)

    def action_repeat(self) -> None:
        """Draft the last order for the current figure."""
        self.session.do(bound_input.repeat)

    def action_go_on(self) -> None:
        """Go on with the current figure's move that was stopped."""
        self.session.do(bound_input.go_on)

    def action_step(self, direction: str) -> None:
        """Handle a direction key."""
        self.session.do(cursor_input.step, Facing[direction])

    def action_leap(self, direction: str) -> None:
        """Move the cursor to the edge of the reach, or by several tiles."""
        self.session.do(cursor_input.leap, Facing[direction])

    def action_jump(self, direction: str) -> None:
        """Move the cursor to the next thing of interest."""
        self.session.do(cursor_input.jump, Facing[direction])

    def action_take_hint(self) -> None:
        """Draft what the hint says."""
        self.session.do(order_input.take_hint)

    def action_next(self, by: int) -> None:
        """Go to the next figure, target or line."""
        self.session.do(order_input.next_choice, by)

    def action_confirm(self) -> None:
        """Confirm; if the computer was stopped, let it go on."""
        self.session.confirm(self._pressed_at)

    def action_row(self, number: int, by: int = 1) -> None:
        """Click on a line of the panel; `by`: -1 in the left half of a value."""
        self.session.do(order_input.row, number, by)

    def action_figure(self, name: str) -> None:
        """Choose an own figure of the roster, or aim at an enemy of it."""
        self.session.choose_figure(name)

    def action_numbered(self, place: int) -> None:
        """Choose a figure by its place in the roster."""
        self.session.choose_numbered(place)

    def action_back(self) -> None:
        """Undo a step of the draft, then close the panel over the map; or stop the computer."""
        controller = self.session.controller
        looks = controller.look or controller.advice is not None
        chosen = self.session.mode in (Mode.SELECT, Mode.WAIT) and not controller.draft.verb
        if chosen and not looks and self._display.close_drawer():
            self.draw()
        else:
            self.session.back()

    def action_verb(self, name: str) -> None:
        """Begin an order of the figure."""
        self.session.do(order_input.verb, name)

    def action_verbs(self) -> None:
        """Open the list of the figure's orders."""
        self.session.do(order_input.menu)

    def action_options(self) -> None:
        """Open the details of the order."""
        self.session.do(order_input.options)

    def action_share(self, by: int) -> None:
        """Change the share of the marked line, or take another variant."""
        self.session.do(order_input.share, by)

    def action_switch(self, what: str) -> None:
        """Switch look mode or an overlay."""
        self.session.do(Controller.switch, what)

    def action_zoom(self, by: int) -> None:
        """Make the tiles of a painted map larger or smaller, or say why not."""
        if refused := self.query_one("#map", MapView).zoom_by(by):
            self.say(refused)

    def action_news(self, by: int) -> None:
        """Show the enemy's next or previous action on the map."""
        self.session.next_enemy_action(by)

    def action_advise(self) -> None:
        """Ask for advice; while it is shown, show the next candidate."""
        self.session.advise()

    def action_undo(self) -> None:
        """Take the last order back, if it told nothing."""
        self.session.undo()

    def action_end(self) -> None:
        """End the bound."""
        self.session.do(bound_input.end, self._pressed_at)

    @property
    def _pressed_at(self) -> float:
        """When the current key was pressed; infinite without a pace, as in tests."""
        return pressed_at(self.app) if self._deaf else math.inf

    # A separate name: two keys with one action could not be enabled separately.
    action_ready = action_end

    def action_resign(self) -> None:
        """Give the battle up."""
        self.session.do(bound_input.resign)

    def action_leave(self) -> None:
        """Leave the battle as it stands."""
        self.post_message(self.Left())

    # Pages over the battle.

    def action_type(self) -> None:
        """Open the command line."""
        if self.session.seat:
            self.app.push_screen(CommandLine(self.session, self.action_leave))

    def action_panel(self) -> None:
        """Open the panel over the map; if it is open, show the rest of it, or close it."""
        if self._display.open_drawer():
            return
        if self._display.shows_whole_panel and self._display.close_drawer():
            self.draw()
            return
        controller, played = self.session.controller, not self.session.computer_level
        self.app.push_screen(
            PanelPage(
                lambda width: side_panel_lines(controller, (width, 0), played=played).clickable,
                self._keys.meaning_over_panel,
                left=self._display.left_is_freer(),
            )
        )

    def action_close_panel(self) -> None:
        """Close the panel over the map."""
        self._display.close_drawer()
        self.draw()

    def action_refuse(self, name: str) -> None:
        """Say why a key does nothing now."""
        self.say(self._keys.why_not(name))

    async def on_key(self, event: KeyPress) -> None:
        """Explain why a key does nothing now.

        Over a slow line, `escape` followed by a letter arrives as that letter with `alt`: run both
        keys.
        """
        if (letter := after_alt(event.key)) and event.key not in self.active_bindings:
            for key in ("escape", letter):
                if (active := self.active_bindings.get(key)) is not None and active.enabled:
                    await self.app.run_action(active.binding.action, active.node)
            return
        acts = self.session.seat and self.session.mode is not Mode.WAIT
        if acts and (why := self._keys.why_not(event.key)):
            self.say(why)

    def action_help(self) -> None:
        """Show keys, orders, the legend of the map."""
        legal, theme = self.session.controller.legal, self._board.painted_theme
        painted = painted_lines(legal, theme) if theme else ()
        narrow = self.has_class("-narrow")
        shown = self._display.signs(legal.view)
        lines = manual.help_lines(
            *(legal, self.glyphs, self.own_keys, painted), narrow=narrow, shown=shown
        )
        self.app.push_screen(ColumnsPage("Help", lines))

    def action_settings(self) -> None:
        """Show the settings."""
        from skirmish.tui.screens.settings import show_settings

        show_settings(self.app)

    def action_briefing(self) -> None:
        """Show the briefing and the score."""
        session = self.session
        self.app.push_screen(briefing_page(session.controller.legal, session.game.players))

    def action_rules(self) -> None:
        """Show the rules, those that apply to the odds first."""
        session = self.session
        self.app.push_screen(RulesPage(session.game.ruleset, rules_shown(session.controller)))

    def action_log(self) -> None:
        """Show the whole log; a chosen line is shown on the map."""
        session = self.session
        entries = log_entries(session.controller.legal.view, session.game.ruleset)
        self.app.push_screen(LogPage(entries), self._chose_entry)

    def _chose_entry(self, entry: LogEntry | None) -> None:
        if entry is not None and entry.action is not None:
            self.session.show_action(entry.action)

    # Mouse.

    @on(MapView.Pointed)
    def _pointed(self, event: MapView.Pointed) -> None:
        """Preview a click."""
        self.session.point(event.tile)

    @on(MapView.Pressed)
    def _pressed(self, event: MapView.Pressed) -> None:
        """Choose the figure below the mouse."""
        self.session.press(event.tile)

    @on(MapView.Clicked)
    def _clicked(self, event: MapView.Clicked) -> None:
        """Choose, propose or confirm; the right button goes back, or turns a figure if dragged."""
        if event.other and event.start != event.tile:
            self.session.face(event.start, event.tile)
        elif event.other and self.session.seat:
            self.session.back()
        elif event.start != event.tile:
            self.session.drag(event.start, event.tile)
        else:
            self.session.click(event.tile)

    def on_click(self, event: Click) -> None:
        """Go back at a right click beside the map, too."""
        on_map = isinstance(event.widget, MapView) and event.widget.tile_at(event.offset)
        if event.button == RIGHT_BUTTON and not on_map and self.session.seat:
            self.action_back()

    @on(MiniMap.Aimed)
    def _aimed(self, event: MiniMap.Aimed) -> None:
        """Show the part of the map that was clicked on the minimap."""
        self.query_one("#map", MapView).look_at(event.tile)

    @on(MapView.Panned)
    def _panned(self) -> None:
        """Draw what depends on the visible part of the map."""
        self.updates.draw_camera()

    @on(SidePanel.Sized)
    def _sized(self) -> None:
        """Draw again after the panel was resized."""
        self.draw(follow=False)

    @on(SidePanel.Chosen)
    async def _chosen(self, event: SidePanel.Chosen) -> None:
        """Run the action of a panel line."""
        await self.run_action(event.action)
