"""The seat before the screen: one game, the view of who plays, and what is drawn.

It says what is shown and lets play go on; which key does what is the battle screen's business, and
what the opponent does is `rival`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.presentation.log import log_sentences
from skirmish.presentation.opponents import ComputerOpponent, OpponentFactory
from skirmish.presentation.wording import order_words
from skirmish.tui.adviser import Adviser
from skirmish.tui.bars import Footer, Line, Log, Panel
from skirmish.tui.desk import Desk
from skirmish.tui.flash import Flasher, Marks, frames
from skirmish.tui.guard import Guarded
from skirmish.tui.keys import Mode
from skirmish.tui.map.glyphs import Glyphs, fitting
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import MiniMap
from skirmish.tui.rival import Rival
from skirmish.tui.screens.display import Display
from skirmish.tui.screens.room import HEIGHTS, WIDTHS
from skirmish.tui.settings import Settings
from skirmish.tui.settled import glyphs_of

if TYPE_CHECKING:
    from skirmish.tui.screens.battle import BattleScreen

PACE = 0.25
"""Seconds that an opponent's order stays on the screen before the next, where it was seen."""


class SeatScreen(Guarded, Screen[None]):
    """One battle, from the side whose player sits before the screen."""

    ALLOW_SELECT = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    DEFAULT_CSS = """
    SeatScreen {
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

    class BattleOver(Message, namespace="battle_screen"):
        """The battle has ended; the screen stays and can be looked at."""

        def __init__(self, game: Game) -> None:
            """Keep the game, for the report."""
            super().__init__()
            self.game = game

    class SittingEnded(Message, namespace="battle_screen"):
        """Another player comes to the keyboard: nothing is shown until `take_seat`."""

        def __init__(self, screen: BattleScreen, next_side: str) -> None:
            """Keep whose view comes next."""
            super().__init__()
            self.screen = screen
            self.next_side = next_side

    class Left(Message, namespace="battle_screen"):
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
        self._display = Display(self, glyphs or fitting())
        self._flasher = Flasher(self)
        self.rival = Rival(self, hire, pace)
        self.adviser = Adviser(self)
        self.settings = settings or Settings()
        self.desk = Desk(game.ruleset, game.view(game.sides[0]), self.own_keys)

    def settle(self, settings: Settings) -> None:
        """Other keys and marks may count from now on."""
        self._display.use(glyphs_of(self.app))
        self.own_keys.clear()
        self.own_keys.update(settings.keys)
        self.settings = settings
        self.draw()

    def compose(self) -> ComposeResult:
        """Status, map over log, panel, hints, keys."""
        yield Line(id="status")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield MapView(id="map")
                yield Log(id="log")
            with Vertical(id="right"):
                yield Panel(id="panel")
                yield MiniMap(id="mini")
        yield Line(id="hint")
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
        self.rival.forget()

    def _begin(self) -> None:
        if self.game.must_cover(""):
            self._hide()
        else:
            self.take_seat(self.game.viewing_side or self.game.sides[0])

    # Whose turn at the keyboard it is.

    def take_seat(self, side: str) -> None:
        """A side's player sits before the screen now; what the computer thought of is forgotten."""
        self.rival.forget()
        self.seat = side
        self.desk = Desk(self.game.ruleset, self.game.view(side), self.own_keys)
        self.query_one(MapView).centre(self.desk.cursor)
        self.draw()
        self.proceed()

    def cover(self) -> None:
        """Nobody sits before the screen: nothing of a view stays on it, nothing is thought of."""
        self._flasher.stop()
        self.adviser.stop()
        self.rival.forget()
        self.seat = ""
        self._display.blank()

    def _hide(self) -> None:
        """Somebody else comes."""
        self.cover()
        self.post_message(self.SittingEnded(cast("BattleScreen", self), self.game.viewing_side))

    def proceed(self) -> None:
        """Play goes on: it is over, or somebody acts."""
        game = self.game
        if not self.is_attached or not self.seat:
            return
        if game.over:
            self.rival.forget()
            self.draw()
            self.post_message(self.BattleOver(game))
        elif game.players.get(game.to_act) == HUMAN:
            if game.must_cover(self.seat):
                self._hide()
            elif game.warning and not self.desk.notice:
                self.desk.notice = game.warning
                self.draw()
        elif not self.rival.thinking:
            self.rival.play()

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
        view = self.desk.offers.view
        verb = self.game.verbs.get(order.verb)
        if not order.figure or verb is None or self.desk.notice:
            return
        if not log_sentences(view, view.news[known:], self.game.ruleset):
            self.desk.notice = f"{order.figure}: {order_words(view, verb, order)}, done"
            self.draw()

    def known(self) -> int:
        """How much the player has learnt so far."""
        return len(self.game.view(self.seat).news)

    def done(self, side: str, order: Order) -> bool:
        """Whether an order was carried out; what is wrong with it stands on the desk then."""
        try:
            self.game.order(side, order)
        except SkirmishError as error:
            self.desk.explain(str(error))
            return False
        return True

    def renew(self) -> None:
        """Show what has happened."""
        if self.seat:
            known = len(self.desk.offers.view.news)
            view = self.game.view(self.seat)
            self.desk.renew(view)
            if self.settings.animation and self._pace:
                self._flasher.show(frames(view, view.news[known:]))
            self.draw()

    @property
    def glyphs(self) -> Glyphs:
        """The marks that the terminal can show."""
        return self._display.glyphs

    @property
    def marks(self) -> Marks:
        """The marks that stand on the map for a moment."""
        return self.desk.flash

    def mark(self, marks: Marks) -> None:
        """Marks on the map for a moment."""
        self.desk.flash = marks
        self.draw(follow=False)

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call something after a while."""
        self.set_timer(seconds, then)

    # What is shown.

    @property
    def mode(self) -> Mode:
        """What the screen waits for."""
        mine = self.game.to_act == self.seat and not self.game.over
        return self.desk.mode if mine and not self.rival.thinking else Mode.WAIT

    def _tick(self) -> None:
        if self.settings.clock and self.seat and self.is_current:
            self.draw(follow=False)

    def draw(self, *, follow: bool = True) -> None:
        """Show everything as it is now; the camera goes after the cursor unless told not to."""
        if not self.seat:
            return
        self.desk.hints, self.desk.detail = self.settings.hints, self.settings.odds
        self._display.write(follow=follow)
