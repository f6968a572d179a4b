"""The battle screen: one game, the view of the side that plays, its keys and the mouse.

The `Controller` decides what a key means, the `AiDriver` what the computer does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.presentation.log import log_sentences
from skirmish.presentation.opponents import ComputerOpponent, OpponentFactory
from skirmish.presentation.wording import order_words
from skirmish.session.controller import Controller, Marks
from skirmish.session.order_draft import Mode
from skirmish.tui import manual
from skirmish.tui.adviser import Adviser
from skirmish.tui.ai_driver import AiDriver
from skirmish.tui.animation import Animator, frames
from skirmish.tui.battle_log import LogEntry, log_entries
from skirmish.tui.group_move import give_order
from skirmish.tui.guard import GuardedScreen
from skirmish.tui.keys import (
    KEYS,
    Key,
    KeyTable,
    bindings,
    in_part,
    in_rules,
    usable,
    with_own_keys,
)
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import MiniMap
from skirmish.tui.screens.base import HEIGHTS, WIDTHS
from skirmish.tui.screens.battle_display import BattleDisplay
from skirmish.tui.screens.briefing import briefing_page
from skirmish.tui.screens.command_line import CommandLine
from skirmish.tui.screens.log_page import LogPage
from skirmish.tui.screens.page import Page, ReflowPage
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import glyphs_of, show_settings
from skirmish.tui.side_panel import side_panel_lines
from skirmish.tui.status_bar import rules_shown
from skirmish.tui.widgets import Footer, LogView, SidePanel, TextLine

__all__ = ["PACE", "BattleScreen"]
PACE = 0.25
"""Seconds for which an opponent's order stays on the screen, if it was seen."""


class BattleScreen(GuardedScreen, Screen[None]):
    """One battle, from the view of the side whose player is before the screen.

    `seat` is that side; empty while the screen is covered.
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
        #right { width: 30; padding: 0 0 0 1; border-left: vkey $edge; background: $surface; }
        #hint { background: $panel; }
        &.-wide #right { width: 38; }
        &.-high #log { height: 9; }
        &.-flat #log { display: none; }
        &.-slim #middle { layout: vertical; }
        &.-slim #right { width: 1fr; height: 45%; border-left: none; }
    }
    """

    class BattleOver(Message):
        """The battle is over; its screen stays."""

        def __init__(self, game: Game) -> None:
            """Keep the game, for the report."""
            super().__init__()
            self.game = game

    class PlayerChanged(Message):
        """Another player comes: nothing is shown until `take_seat`."""

        def __init__(self, screen: BattleScreen, next_side: str) -> None:
            """Keep the screen and the side that comes next."""
            super().__init__()
            self.screen = screen
            self.next_side = next_side

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
            settings: How much the screen tells and draws.
        """
        super().__init__()
        self.game = game
        self.seat = ""
        self._pace = pace
        self.own_keys = dict(own_keys or {})
        self._display = BattleDisplay(self, glyphs or fitting())
        self._animator = Animator(self)
        self.ai_driver = AiDriver(self, hire, pace)
        self.adviser = Adviser(self)
        self.settings = settings or Settings()
        self.controller = Controller(
            game.ruleset, game.view(game.sides[0]), KeyTable(self.own_keys)
        )

    def apply_settings(self, settings: Settings) -> None:
        """Apply other keys, marks and settings."""
        self._display.use_glyphs(glyphs_of(self.app))
        self.own_keys.clear()
        self.own_keys.update(settings.keys)
        self.settings = settings
        self.draw()

    def compose(self) -> ComposeResult:
        """Status, map over log, side panel, hints, keys."""
        yield TextLine(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(id="map")
                yield LogView(id="log")
            with Vertical(id="right"):
                yield SidePanel(id="panel")
                yield MiniMap(id="mini")
        yield TextLine(id="hint")
        yield Footer(id="footer")

    def on_mount(self) -> None:
        """Begin as soon as the size is known."""
        self.set_interval(1, self._tick)
        self.call_after_refresh(self._begin)

    def on_resize(self) -> None:
        """Write the panels for the new width."""
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        """Move the terminal's cursor back to the map."""
        self.call_after_refresh(self.query_one(MapView).move_terminal_cursor)

    def on_unmount(self) -> None:
        """Stop the adviser and the computer."""
        self.seat = ""
        self.adviser.stop()
        self.ai_driver.cancel()

    def _begin(self) -> None:
        if self.game.must_cover(""):
            self._hide()
        else:
            self.take_seat(self.game.viewing_side or self.game.sides[0])

    # Players before the screen.

    def take_seat(self, side: str) -> None:
        """Show a side's view to its player and let play go on."""
        self.ai_driver.cancel()
        self.seat = side
        keys = KeyTable(self.own_keys)
        self.controller = Controller(self.game.ruleset, self.game.view(side), keys)
        self.query_one(MapView).centre(self.controller.cursor)
        self.draw()
        self.proceed()

    def cover(self) -> None:
        """Show no view, and stop the adviser and the computer."""
        self._animator.stop()
        self.adviser.stop()
        self.ai_driver.cancel()
        self.seat = ""
        self._display.blank()

    def _hide(self) -> None:
        """Cover the screen and report that another player comes."""
        self.cover()
        self.post_message(self.PlayerChanged(self, self.game.viewing_side))

    def proceed(self) -> None:
        """Let play go on: to the end, the next player, or the computer."""
        game = self.game
        if not self.is_attached or not self.seat:
            return
        if game.over:
            self.ai_driver.cancel()
            self.draw()
            self.post_message(self.BattleOver(game))
        elif game.players.get(game.to_act) == HUMAN:
            if game.must_cover(self.seat):
                self._hide()
            elif game.warning and not self.controller.notice:
                self.controller.notice = game.warning
                self.draw()
        elif not self.ai_driver.thinking:
            self.ai_driver.play()

    # Orders.

    def give(self, order: Order) -> None:
        """Give an order of the player."""
        known = self.news_count()
        if self.carry_out(self.seat, order):
            self.renew()
            self._confirm(order, known)
            self.proceed()

    def _confirm(self, order: Order, known: int) -> None:
        """Confirm an order as carried out, if the log has no sentence on it."""
        view = self.controller.offers.view
        verb = self.game.verbs.get(order.verb)
        if not order.figure or verb is None or self.controller.notice:
            return
        if not log_sentences(view, view.news[known:], self.game.ruleset):
            self.controller.notice = f"{order.figure}: {order_words(view, verb, order)}, done"
            self.draw()

    def news_count(self) -> int:
        """Number of news that the player has."""
        return len(self.game.view(self.seat).news)

    def carry_out(self, side: str, order: Order) -> bool:
        """Carry out an order; False with a notice if it is refused."""
        try:
            self.game.order(side, order)
        except SkirmishError as error:
            self.controller.explain(str(error))
            return False
        return True

    def renew(self) -> None:
        """Show what has changed."""
        if self.seat:
            known = len(self.controller.offers.view.news)
            view = self.game.view(self.seat)
            self.controller.renew(view)
            if self.settings.animation and self._pace:
                self._animator.show(frames(view, view.news[known:]))
            self.draw()

    @property
    def glyphs(self) -> Glyphs:
        """The marks that the terminal can show."""
        return self._display.glyphs

    @property
    def marks(self) -> Marks:
        """The marks of the animation."""
        return self.controller.flash

    def mark(self, marks: Marks) -> None:
        """Set the marks of the animation."""
        self.controller.flash = marks
        self.draw(follow=False)

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function after a delay."""
        self.set_timer(seconds, then)

    # Display.

    @property
    def mode(self) -> Mode:
        """What the screen waits for."""
        mine = self.game.to_act == self.seat and not self.game.over
        return self.controller.mode if mine and not self.ai_driver.thinking else Mode.WAIT

    def _tick(self) -> None:
        if self.settings.clock and self.seat and self.is_current:
            self.draw(follow=False)

    def draw(self, *, follow: bool = True) -> None:
        """Draw everything; the camera follows the cursor unless told not to."""
        if not self.seat:
            return
        self.controller.preferences = self.settings.preferences
        self._display.write(follow=follow)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key of the table applies now; actions of others always do."""
        spelled = f"{action}({', '.join(map(repr, parameters))})" if parameters else action
        mine = [key for key in KEYS if key.action == spelled]
        if not mine:
            return True
        offers = self.controller.offers
        if action == "confirm" and self.ai_driver.stopped:
            return True
        return bool(self.seat) and any(
            usable(key, self.mode, offers.battle_part) and in_rules(key, offers.known_verbs)
            for key in mine
        )

    def table(self) -> Sequence[Key]:
        """The keys that apply under these rules in this part of the battle."""
        offers = self.controller.offers
        table = with_own_keys(KEYS, self.own_keys)
        return [
            k for k in table if in_part(k, offers.battle_part) and in_rules(k, offers.known_verbs)
        ]

    def _acted(self, order: Order | None = None) -> None:
        if order is not None:
            give_order(self, order)
        self.draw()

    def action_mark(self) -> None:
        """Add the figure to the group, or remove it."""
        self.controller.clear_transient()
        self.controller.mark()
        self._acted()

    def action_repeat(self) -> None:
        """Draft the last order for the current figure."""
        self.controller.clear_transient()
        self.controller.repeat()
        self._acted()

    def action_step(self, direction: str) -> None:
        """Handle a direction key."""
        self.controller.clear_transient()
        self.controller.step(Facing[direction])
        self._acted()

    def action_next(self, by: int) -> None:
        """Go to the next figure, target or line."""
        self.controller.clear_transient()
        self.controller.next(by)
        self._acted()

    def action_confirm(self) -> None:
        """Confirm; if the computer was stopped, let it go on."""
        if self.adviser.accept():
            return
        self.controller.clear_transient()
        if self.ai_driver.stopped:
            self.ai_driver.toggle_stop()
            self._acted()
        else:
            self._acted(self.controller.confirm())

    def action_row(self, number: int) -> None:
        """Click on a line of the panel."""
        self.controller.clear_transient()
        self._acted(self.controller.row(number))

    def action_figure(self, name: str) -> None:
        """Click on a figure of the roster."""
        if self.mode not in (Mode.WAIT, Mode.ANSWER):
            self.controller.clear_transient()
            self.controller.choose(name)
            self._acted()

    def action_back(self) -> None:
        """Go back; while the computer plays, stop it or let it go on."""
        if self.adviser.stop():
            return
        self.controller.clear_transient()
        if not self.game.over and self.game.players.get(self.game.to_act) != HUMAN:
            self.ai_driver.toggle_stop()
        else:
            self.controller.back()
        self._acted()

    def action_verb(self, name: str) -> None:
        """Begin an order of the figure."""
        self.controller.clear_transient()
        self.controller.verb(name)
        self._acted()

    def action_verbs(self) -> None:
        """Open the list of the figure's orders."""
        self.controller.clear_transient()
        self.controller.menu()
        self._acted()

    def action_options(self) -> None:
        """Open the details of the order."""
        self.controller.clear_transient()
        self.controller.options()
        self._acted()

    def action_share(self, by: int) -> None:
        """Change the share of the marked line, or take another variant."""
        self.controller.clear_transient()
        self.controller.share(by)
        self._acted()

    def action_switch(self, what: str) -> None:
        """Switch look mode or an overlay."""
        self.controller.clear_transient()
        self.controller.switch(what)
        self._acted()

    def action_news(self, by: int) -> None:
        """Show the enemy's next action on the map, or the one before."""
        shown = self.controller.shown_action
        self.controller.clear_transient()
        self.controller.next_enemy_action(by, shown)
        self._acted()

    def action_panel(self) -> None:
        """Show the whole side panel."""
        self.app.push_screen(
            ReflowPage("In full", lambda width: side_panel_lines(self.controller, (width, 0)).lines)
        )

    def action_advise(self) -> None:
        """Ask for advice; while it is shown, show the next candidate."""
        self.adviser.pressed()

    def action_undo(self) -> None:
        """Take the last order back, if it told nothing."""
        self.controller.clear_transient()
        try:
            self.game.undo(self.seat)
        except SkirmishError as error:
            self.controller.explain(str(error))
        else:
            self.renew()
            self.controller.notice = "taken back"
        self._acted()

    def action_end(self) -> None:
        """End the bound."""
        self.controller.clear_transient()
        self._acted(self.controller.end())

    # A name of its own: two keys with one action could not be enabled separately.
    action_ready = action_end

    def action_resign(self) -> None:
        """Give the battle up."""
        self.controller.clear_transient()
        self._acted(self.controller.resign())

    def action_type(self) -> None:
        """Open the command line."""
        if self.seat:
            self.app.push_screen(CommandLine(self))

    def action_leave(self) -> None:
        """Leave the battle as it stands."""
        self.post_message(self.Left())

    def action_help(self) -> None:
        """Show keys, orders, the legend of the map."""
        lines = manual.help_lines(self.controller.offers, self.glyphs, self.own_keys)
        self.app.push_screen(Page("Help", lines))

    def action_settings(self) -> None:
        """Show the settings."""
        show_settings(self.app)

    def action_briefing(self) -> None:
        """Show the briefing and the score."""
        self.app.push_screen(briefing_page(self.controller.offers.view, self.game.players))

    def action_rules(self) -> None:
        """Show the rules, those behind the odds first."""
        self.app.push_screen(RulesPage(self.game.ruleset, rules_shown(self.controller)))

    def action_log(self) -> None:
        """Show the whole log; a chosen line is shown on the map."""
        entries = log_entries(self.controller.offers.view, self.game.ruleset)
        self.app.push_screen(LogPage(entries), self._retold)

    def _retold(self, entry: LogEntry | None) -> None:
        if entry is not None and (action := entry.action) is not None:
            self.controller.clear_transient()
            self.controller.show_action(action)
            self.controller.notice = action.text
            self.draw()

    @on(MapView.Pointed)
    def _pointed(self, event: MapView.Pointed) -> None:
        """Preview a click."""
        if self.seat:
            self.controller.point(event.tile)
            self.draw(follow=False)

    @on(MapView.Clicked)
    def _clicked(self, event: MapView.Clicked) -> None:
        """Choose, propose or confirm; the other button goes back."""
        if not self.seat:
            return
        if event.other:
            self.action_back()
            return
        self.controller.clear_transient()
        order = self.controller.click(event.tile) if self.mode is not Mode.WAIT else None
        if order is not None:
            give_order(self, order)
        self.draw(follow=False)

    @on(MiniMap.Aimed)
    def _aimed(self, event: MiniMap.Aimed) -> None:
        """Show the part of the map that was clicked on the minimap."""
        self.query_one("#map", MapView).look_at(event.tile)

    @on(MapView.Panned)
    @on(SidePanel.Sized)
    def _panned(self) -> None:
        """Draw again after the map was panned or the panel resized."""
        self.draw(follow=False)

    @on(SidePanel.Chosen)
    async def _chosen(self, event: SidePanel.Chosen) -> None:
        """Run the action of a panel line."""
        await self.run_action(event.action)
