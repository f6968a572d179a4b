"""The battle: one game, the view of the side that plays, and the keys and the mouse.

What a key means is decided by the `Controller`, what the computer does by the `AiDriver`.
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
from skirmish.tui import manual
from skirmish.tui.adviser import Adviser
from skirmish.tui.ai_driver import AiDriver
from skirmish.tui.animation import Animator, Marks, frames
from skirmish.tui.battle_log import LogEntry, log_entries
from skirmish.tui.controller import Controller
from skirmish.tui.group_move import give_order
from skirmish.tui.guard import GuardedScreen
from skirmish.tui.keys import KEYS, Key, Mode, bindings, in_part, in_rules, usable, with_own
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
"""Seconds that an opponent's order stays on the screen before the next, where it was seen."""


class BattleScreen(GuardedScreen, Screen[None]):
    """One battle, from the side whose player sits before the screen."""

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
        """The battle has ended; the screen stays and can be looked at."""

        def __init__(self, game: Game) -> None:
            """Keep the game, for the report."""
            super().__init__()
            self.game = game

    class PlayerChanged(Message):
        """Another player comes to the keyboard: nothing is shown until `take_seat`."""

        def __init__(self, screen: BattleScreen, next_side: str) -> None:
            """Keep whose view comes next."""
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
        """Sit down at a game.

        Args:
            game: The battle, new or going on.
            hire: Finds whoever plays a side that no person plays.
            glyphs: Marks that the terminal can show; those that fit it, if none are given.
            pace: Seconds for which an opponent's order is looked at.
            own_keys: Keys that the player gave himself, by id; the app's keymap has them too.
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
        self.controller = Controller(game.ruleset, game.view(game.sides[0]), self.own_keys)

    def apply_settings(self, settings: Settings) -> None:
        """Other keys and marks may count from now on."""
        self._display.use(glyphs_of(self.app))
        self.own_keys.clear()
        self.own_keys.update(settings.keys)
        self.settings = settings
        self.draw()

    def compose(self) -> ComposeResult:
        """Status, map over log, panel, hints, keys."""
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
        """Begin where the game stands, as soon as it is known how much room there is."""
        self.set_interval(1, self._tick)
        self.call_after_refresh(self._begin)

    def on_resize(self) -> None:
        """Panels are written for their width."""
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        """What lay over the map is gone: the terminal's cursor goes back to it."""
        self.call_after_refresh(self.query_one(MapView).move_terminal_cursor)

    def on_unmount(self) -> None:
        """The battle is left: nobody waits for what is thought beside it."""
        self.seat = ""
        self.adviser.stop()
        self.ai_driver.cancel()

    def _begin(self) -> None:
        if self.game.must_cover(""):
            self._hide()
        else:
            self.take_seat(self.game.viewing_side or self.game.sides[0])

    # Whose turn at the keyboard it is.

    def take_seat(self, side: str) -> None:
        """A side's player sits before the screen now; what the computer thought of is forgotten."""
        self.ai_driver.cancel()
        self.seat = side
        self.controller = Controller(self.game.ruleset, self.game.view(side), self.own_keys)
        self.query_one(MapView).centre(self.controller.cursor)
        self.draw()
        self.proceed()

    def cover(self) -> None:
        """Nobody sits before the screen: nothing of a view stays on it, nothing is thought of."""
        self._animator.stop()
        self.adviser.stop()
        self.ai_driver.cancel()
        self.seat = ""
        self._display.blank()

    def _hide(self) -> None:
        """Somebody else comes."""
        self.cover()
        self.post_message(self.PlayerChanged(self, self.game.viewing_side))

    def proceed(self) -> None:
        """Play goes on: it is over, or somebody acts."""
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
        """Give an order of the player who sits here."""
        known = self.known()
        if self.done(self.seat, order):
            self.renew()
            self._confirm(order, known)
            self.proceed()

    def _confirm(self, order: Order, known: int) -> None:
        """Say that an order was carried out, where the log has nothing to say of it."""
        view = self.controller.offers.view
        verb = self.game.verbs.get(order.verb)
        if not order.figure or verb is None or self.controller.notice:
            return
        if not log_sentences(view, view.news[known:], self.game.ruleset):
            self.controller.notice = f"{order.figure}: {order_words(view, verb, order)}, done"
            self.draw()

    def known(self) -> int:
        """How much the player has learnt so far."""
        return len(self.game.view(self.seat).news)

    def done(self, side: str, order: Order) -> bool:
        """Whether an order was carried out; what is wrong with it stands on the desk then."""
        try:
            self.game.order(side, order)
        except SkirmishError as error:
            self.controller.explain(str(error))
            return False
        return True

    def renew(self) -> None:
        """Show what has happened."""
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
        """The marks that stand on the map for a moment."""
        return self.controller.flash

    def mark(self, marks: Marks) -> None:
        """Marks on the map for a moment."""
        self.controller.flash = marks
        self.draw(follow=False)

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call something after a while."""
        self.set_timer(seconds, then)

    # What is shown.

    @property
    def mode(self) -> Mode:
        """What the screen waits for."""
        mine = self.game.to_act == self.seat and not self.game.over
        return self.controller.mode if mine and not self.ai_driver.thinking else Mode.WAIT

    def _tick(self) -> None:
        if self.settings.clock and self.seat and self.is_current:
            self.draw(follow=False)

    def draw(self, *, follow: bool = True) -> None:
        """Show everything as it is now; the camera goes after the cursor unless told not to."""
        if not self.seat:
            return
        self.controller.hints, self.controller.detail = self.settings.hints, self.settings.odds
        self._display.write(follow=follow)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key of the table does something now; actions of others are not our business."""
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
        """The keys that mean anything under these rules in this part of the battle."""
        offers = self.controller.offers
        table = with_own(KEYS, self.own_keys)
        return [
            k for k in table if in_part(k, offers.battle_part) and in_rules(k, offers.known_verbs)
        ]

    def _acted(self, order: Order | None = None) -> None:
        if order is not None:
            give_order(self, order)
        self.draw()

    def action_mark(self) -> None:
        """The figure there goes along with the marked ones, or not."""
        self.controller.clear_transient()
        self.controller.mark()
        self._acted()

    def action_repeat(self) -> None:
        """The last order once more, for the figure at hand."""
        self.controller.clear_transient()
        self.controller.repeat()
        self._acted()

    def action_step(self, direction: str) -> None:
        """A direction key."""
        self.controller.clear_transient()
        self.controller.step(Facing[direction])
        self._acted()

    def action_next(self, by: int) -> None:
        """The next figure, target or line."""
        self.controller.clear_transient()
        self.controller.next(by)
        self._acted()

    def action_confirm(self) -> None:
        """The confirm key; where the computer was stopped it goes on."""
        if self.adviser.taken():
            return
        self.controller.clear_transient()
        if self.ai_driver.stopped:
            self.ai_driver.toggle_stop()
            self._acted()
        else:
            self._acted(self.controller.confirm())

    def action_row(self, number: int) -> None:
        """A line of the panel was clicked."""
        self.controller.clear_transient()
        self._acted(self.controller.row(number))

    def action_figure(self, name: str) -> None:
        """A figure of the roster was clicked."""
        if self.mode not in (Mode.WAIT, Mode.ANSWER):
            self.controller.clear_transient()
            self.controller.choose(name)
            self._acted()

    def action_back(self) -> None:
        """Back; while the computer thinks, stop it; when it was stopped, let it go on."""
        if self.adviser.stop():
            return
        self.controller.clear_transient()
        if not self.game.over and self.game.players.get(self.game.to_act) != HUMAN:
            self.ai_driver.toggle_stop()
        else:
            self.controller.back()
        self._acted()

    def action_verb(self, name: str) -> None:
        """Something for the chosen figure to do."""
        self.controller.clear_transient()
        self.controller.verb(name)
        self._acted()

    def action_verbs(self) -> None:
        """All that the chosen figure can do."""
        self.controller.clear_transient()
        self.controller.menu()
        self._acted()

    def action_options(self) -> None:
        """The order's details."""
        self.controller.clear_transient()
        self.controller.options()
        self._acted()

    def action_share(self, by: int) -> None:
        """A larger or smaller share."""
        self.controller.clear_transient()
        self.controller.share(by)
        self._acted()

    def action_switch(self, what: str) -> None:
        """Look mode, arcs, levels: on or off."""
        self.controller.clear_transient()
        self.controller.switch(what)
        self._acted()

    def action_news(self, by: int) -> None:
        """What the enemy did, one deed after the other, on the map."""
        shown = self.controller.shown_action
        self.controller.clear_transient()
        self.controller.next_enemy_action(by, shown)
        self._acted()

    def action_panel(self) -> None:
        """All that the side panel says."""
        self.app.push_screen(
            ReflowPage("In full", lambda width: side_panel_lines(self.controller, (width, 0)).lines)
        )

    def action_advise(self) -> None:
        """What the computer would do for this side; while that is shown, the next best."""
        self.adviser.pressed()

    def action_undo(self) -> None:
        """Take the newest order back, if nothing came of it."""
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

    # A name of its own: two keys with one action could not be told apart when one is out of use.
    action_ready = action_end

    def action_resign(self) -> None:
        """Give the battle up."""
        self.controller.clear_transient()
        self._acted(self.controller.resign())

    def action_type(self) -> None:
        """A line for orders and questions."""
        if self.seat:
            self.app.push_screen(CommandLine(self))

    def action_leave(self) -> None:
        """Leave the battle as it stands."""
        self.post_message(self.Left())

    def action_help(self) -> None:
        """Keys, orders, the map."""
        lines = manual.help_lines(self.controller.offers, self.glyphs, self.own_keys)
        self.app.push_screen(Page("Help", lines))

    def action_settings(self) -> None:
        """Colours, what is told, keys."""
        show_settings(self.app)

    def action_briefing(self) -> None:
        """What the battle is about, and how it stands."""
        self.app.push_screen(briefing_page(self.controller.offers.view, self.game.players))

    def action_rules(self) -> None:
        """The rules, those behind what is shown first."""
        self.app.push_screen(RulesPage(self.game.ruleset, rules_shown(self.controller)))

    def action_log(self) -> None:
        """The whole log, to filter; a line of it goes to its place on the map."""
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
        """The mouse shows what a click would do."""
        if self.seat:
            self.controller.point(event.tile)
            self.draw(follow=False)

    @on(MapView.Clicked)
    def _clicked(self, event: MapView.Clicked) -> None:
        """A click chooses, proposes, confirms; another button goes back."""
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
        """A click on the small map: the large one shows that part."""
        self.query_one("#map", MapView).look_at(event.tile)

    @on(MapView.Panned)
    @on(SidePanel.Sized)
    def _panned(self) -> None:
        """The small map's frame goes along, and the lines of the panel with its size."""
        self.draw(follow=False)

    @on(SidePanel.Chosen)
    async def _chosen(self, event: SidePanel.Chosen) -> None:
        """A line of the panel does what it says."""
        await self.run_action(event.action)
