"""A battle in line mode, from the briefing to the report.

All text comes from the view of the side in the seat. The enemy's actions are printed as that side
learns of them; with two players, when the other one's turn begins.
"""

from __future__ import annotations

from collections.abc import Callable

from skirmish.ai import Choice
from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.game import Game
from skirmish.line import after_battle, battle_text, figure_text, interpreter, turn_text
from skirmish.line.commands import ADVISE, QUIT, TOGETHER, reply_lines
from skirmish.line.console import Console
from skirmish.line.phrases import full_stop
from skirmish.line.turn_text import question_lines, recap_lines
from skirmish.presentation import crash_log
from skirmish.presentation.battle_totals import last_order_mark
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.question_words import call_words
from skirmish.presentation.reasons.advice import ADVISER_OFF, AdviceRequest
from skirmish.presentation.setup.game_setup import player_words, temper_sentences
from skirmish.presentation.setup.opponents import ComputerOpponent, OpponentFactory
from skirmish.presentation.setup.preferences import Preferences
from skirmish.record import UNDO
from skirmish.session import bound_input
from skirmish.session.battle_session import BattleSession
from skirmish.session.executor import QueuedExecutor

_WELCOME = "'help' lists what you can type, 'look' describes the surroundings, 'quit' leaves."
_QUIT_TEXT = "You left the battle."
_END_OF_INPUT = "The input has ended."
_AWAITED = f"Not carried out: {{name}} must press enter on an empty line first; '{QUIT}' leaves."
"""The answer to any other line before a player has come; it repeats nothing of that line."""
_TYPED_AHEAD = "Lines typed ahead were dropped and not carried out."
_NO_ADVICE = f"{ADVISER_OFF.capitalize()} (change it in settings.toml or in the settings screen)."


class LinePlay:
    """A battle played over a console."""

    def __init__(
        self,
        game: Game,
        console: Console,
        hire: OpponentFactory = ComputerOpponent,
        preferences: Preferences | None = None,
    ) -> None:
        """Prepare to play.

        Args:
            game: A new or resumed battle.
            console: Input and output.
            hire: Makes the opponent for a side that no person plays.
            preferences: Settings for advice and odds; None for the defaults.
        """
        self._game = game
        self._console = console
        self._preferences = preferences or Preferences()
        # One step at a time, so that the news of each of the computer's orders is printed.
        self._executor = QueuedExecutor(raising=True)
        self._session = BattleSession(
            game, self._executor, hire=hire, preferences=self._preferences
        )
        self._called_before = False
        self._news_told = {side: last_order_mark(game, side) for side in game.sides}
        self._news_at_order = dict(self._news_told)
        self._briefed: list[str] = []
        self._announced: tuple[object, ...] = ()
        self._to_confirm = ""

    @property
    def seat(self) -> str:
        """The side whose view is printed; "" between two players."""
        return self._session.seat

    @property
    def _figure(self) -> str:
        """The active figure."""
        return self._session.controller.draft.figure

    def run(self) -> None:
        """Play until the battle is over or the player leaves."""
        try:
            self._run()
        except KeyboardInterrupt:
            self._leave("Stopped.")
            raise
        except (SkirmishError, OSError):
            raise
        except Exception as error:
            self._console.say(["", *crash_log.exit_lines(error, self._game, line=True)])
            raise SystemExit(1) from error

    def _run(self) -> None:
        if not self._begin():
            return
        while not self._game.over:
            if not self.seat:
                if not self._hand_over(self._game.viewing_side):
                    return
            elif self._executor.pending:
                self._let_play_go_on()
            elif not self._turn():
                return
        self._tell_news()
        game, console = self._game, self._console
        # A person may ask for more of the report; a pipe gets all of it at once.
        report_lines = after_battle.report_lines(game, whole=not console.interactive)
        console.say(
            ["", "The battle is over.", *report_lines, *crash_log.record_lines(game, line=True)]
        )
        if console.interactive:
            self._drop_typed_ahead()
            after_battle.answer_questions(game, console)

    def _drop_typed_ahead(self) -> None:
        """Drop lines that were typed for the turn that is over."""
        if self._console.discard_input():
            self._console.say([_TYPED_AHEAD])

    # Seats.

    def _begin(self) -> bool:
        """Begin with the first seat; false if the player leaves at once."""
        self._session.begin()
        if not self.seat:
            return self._hand_over(self._game.viewing_side)
        self._brief()
        return True

    def _brief(self) -> None:
        game, setup = self._game, self._known.view.state.setup
        players = [
            f"{setup.sides[side].name}: {player_words(player)}."
            for side, player in game.players.items()
        ]
        you = [f"You lead {setup.sides[self.seat].name}."] if game.viewing_side else []
        self._briefed.append(self.seat)
        known = self._known
        begun = bool(known.view.state.clock.turn)
        about = (
            [f"{setup.title}. {game.ruleset.name}."] if begun else battle_text.briefing_lines(known)
        )
        players += temper_sentences(setup.sides.values(), game.players)
        self._console.say([*game.notices, *about, *players, *you, _WELCOME])

    def _hand_over(self, side: str) -> bool:
        """Call the other player and wait for a key; false if the player leaves."""
        name = self._game.state.setup.sides[side].name
        first, self._called_before = not self._called_before, True
        console = self._console
        if not first:
            console.clear()
            if not console.can_clear:
                console.say(["Earlier text stays above: this output cannot be cleared."])
        warning = (
            "The screen was cleared; a multiplexer, a log or a screen reader may still hold it."
        )
        call = f"{call_words(self._game.view(side))}."
        console.say([call, *([warning] if console.can_clear and not first else [])])
        self._drop_typed_ahead()
        while line := console.ask("When only you can see the screen, press enter"):
            if line.strip().casefold() == QUIT:
                break
            console.say([_AWAITED.format(name=name)])
        if line is None or line:
            self._leave(_END_OF_INPUT if line is None else _QUIT_TEXT)
            return False
        self._session.take_seat(side)
        self._announced, self._to_confirm = (), ""
        if side not in self._briefed:
            self._brief()
        return True

    # Views.

    @property
    def _known(self) -> LegalOrders:
        """Legal orders of the seated side, on its current view."""
        return self._session.controller.legal

    def _choose(self, figure: str) -> None:
        if figure and figure != self._figure:
            self._session.controller.choose(figure)

    # Output.

    def _tell_news(self) -> bool:
        """Tell the side's untold news; true if there was any."""
        known, count = self._known, self._news_told[self.seat]
        self._news_told[self.seat] = len(known.view.news)
        lines = turn_text.news_lines(known, self._figure, count)
        self._console.say(lines)
        return bool(lines)

    def _turn(self) -> bool:
        """Tell the news, read one line and act on it; false when the player leaves."""
        self._tell_news()
        legal = self._known
        clock, question = legal.view.state.clock, legal.view.question
        if self._announced != (clock, question):
            if self._announced[:1] != (clock,) and question is None:
                self._choose(turn_text.active_figure(legal, self._figure))
                self._console.say(recap_lines(legal, self._news_at_order[self.seat]))
                exact = self._preferences.exact_odds
                self._console.say(turn_text.opening_lines(legal, self._figure, show_odds=exact))
                self._console.say(filter(None, [self._game.warning]))
            self._announced = (clock, question)
            self._console.say(question_lines(legal, show_odds=self._preferences.exact_odds))
        prompt = "answer" if question is not None else self._figure
        line = self._console.ask(prompt or self.seat)
        if line is None:
            self._leave(_END_OF_INPUT)
            return False
        return self._handle(line)

    # Actions.

    def _handle(self, line: str) -> bool:
        answer = interpreter.respond(
            self._known, self._figure, line, show_odds=self._preferences.exact_odds
        )
        self._choose(answer.figure)
        self._console.say(reply_lines(self._known, answer, self._session.rules_quoted))
        if answer.control == QUIT:
            self._leave(_QUIT_TEXT)
            return False
        if answer.control == UNDO:
            self._undo()
        elif answer.control == ADVISE:
            self._advise(answer.level, answer.about)
        elif answer.control == TOGETHER:
            bound_input.set_group(self._session.controller, answer.group)
            self._say_notice()
        elif answer.control:
            self._attempt(lambda: self._session.hand_over(self.seat, answer.player))
        elif answer.order is not None:
            self._give_order(answer.order)
        if not answer.control and answer.order is None:
            self._to_confirm = ""
        return True

    def _advise(self, level: str, about: str) -> None:
        usual, numbers = self._preferences.adviser, self._preferences.exact_odds
        if not usual:
            self._console.say([_NO_ADVICE])
            return

        def tell(question: AdviceRequest, thought: Choice) -> None:
            self._console.say(question.lines(thought.explanation, numbers=numbers))

        try:
            self._session.ask_adviser(tell, level or usual, about=about)
            self._executor.run()
        except Exception as error:  # noqa: BLE001 - no question may end a battle
            self._session.adviser.stop()
            self._console.say([crash_log.failure_notice(error)])

    def _undo(self) -> None:
        if self._attempt(self._session.undo):
            known = self._known
            self._news_told[self.seat] = len(known.view.news)
            self._announced = (known.view.state.clock, known.view.question)
            figure = known.view.state.figures.get(self._figure)
            here = [] if figure is None else [figure_text.own_words(known, figure)]
            exact = self._preferences.exact_odds
            state = turn_text.situation_words(known, self._figure, show_odds=exact)
            self._console.say([f"Taken back. {state}", *here])

    def _give_order(self, order: Order) -> None:
        """Give an order; at a terminal an order that cannot be undone needs confirmation."""
        doubt, exact = "", self._preferences.exact_odds
        if self._console.interactive:
            doubt = turn_text.confirmation(self._known, order, show_odds=exact)
        if doubt and self._to_confirm != str(order):
            self._to_confirm = str(order)
            self._console.say([doubt])
            return
        self._to_confirm = ""
        before, lesson = self._known, battle_text.lesson_lines(self._known)
        game, side = self._game, self.seat
        together = order.figure in self._session.controller.group
        self._session.controller.clear_transient()
        if not self._attempt(lambda: self._session.give_order(order)):
            return
        if together and self.seat == side:
            self._say_notice()
        self._news_at_order[side] = len(game.view(side).news)
        if not game.over and game.to_act == self.seat and game.viewing_side == self.seat:
            has_news, known = self._tell_news(), self._known
            changes = turn_text.change_lines(before, known, order)
            quiet = not (has_news or changes)
            status = turn_text.after_order_lines(
                known, self._figure, order, quiet=quiet, show_odds=exact
            )
            self._console.say([*changes, *status])
            if known.view.state.clock == before.view.state.clock:
                # Those of a new bound come with its opening lines.
                told = battle_text.lesson_lines(known)
                self._console.say(line for line in told if line not in lesson)

    def _say_notice(self) -> None:
        """Print the session's notice."""
        notice = self._session.controller.notice
        self._console.say([full_stop(notice[:1].upper() + notice[1:])] if notice else [])

    def _attempt(self, do: Callable[[], object]) -> bool:
        """Carry out an order or undo; false with the reason if it is refused."""
        try:
            do()
            failure = self._session.failure
        except SkirmishError as error:
            failure = error
        if failure is not None:
            remedy = f"; {failure.remedy}" if failure.remedy else ""
            self._console.say([f"Not done: {failure.what}{remedy}."])
        return failure is None

    def _let_play_go_on(self) -> None:
        """Let the computer think or give its order, and print what the seated side sees."""
        self._executor.step()
        if self._session.failure is not None:
            raise self._session.failure
        if self._game.viewing_side in ("", self.seat):
            self._tell_news()

    # End.

    def _leave(self, why: str) -> None:
        self._console.say(["", why, *crash_log.record_lines(self._game, line=True)])
