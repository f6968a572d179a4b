"""A battle in line mode, from the briefing to the report: who is spoken to, and what is told when.

Everything that is said comes from the view of the side that sits there; what the enemy does is
told as it is learnt, and to the other of two players when he sits down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.line import after, afterwards, chances, news, people, reports, talk
from skirmish.line.console import Console
from skirmish.line.questions import question_lines
from skirmish.line.recap import recap
from skirmish.line.reply import ADVISE, QUIT, Wishes
from skirmish.presentation import crash_log
from skirmish.presentation.advice import ADVISER_OFF, advice_lines
from skirmish.presentation.battle_totals import last_order_mark
from skirmish.presentation.game_setup import player_words, temper_sentences
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.opponents import ComputerOpponent, OpponentFactory, Opponents
from skirmish.record import UNDO

_WELCOME = "'help' tells what can be typed, 'look' what is around, 'quit' leaves."
_LEFT = "You leave the battle."
_END_OF_INPUT = "The input has ended."
_NO_ADVICE = f"{ADVISER_OFF.capitalize()} (in settings.toml; the screen's settings change it)."


class LinePlay:
    """One battle between a console and a game."""

    def __init__(
        self,
        game: Game,
        console: Console,
        hire: OpponentFactory = ComputerOpponent,
        wishes: Wishes | None = None,
    ) -> None:
        """Sit down at a game.

        Args:
            game: The battle, new or going on.
            console: Whom it is told.
            hire: Finds whoever plays a side that no person plays.
            wishes: What the settings say of advice and odds; None is as nothing is set.
        """
        self._game = game
        self._console = console
        self._opponents = Opponents(game, hire)
        self._wishes = wishes or Wishes()
        self._seat = ""
        self._figure = ""
        self._offers: LegalOrders | None = None
        self._told = {side: last_order_mark(game, side) for side in game.sides}
        self._since = dict(self._told)
        self._rules: list[str] = []
        self._briefed: list[str] = []
        self._moment: tuple[object, ...] = ()
        self._sure = ""

    @property
    def seat(self) -> str:
        """The side that is spoken to; nobody between two players."""
        return self._seat

    def run(self) -> None:
        """Play until the battle is over, or its player leaves it."""
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
            if self._game.players.get(self._game.to_act) != HUMAN:
                self._computer()
            elif self._game.curtain(self._seat):
                if not self._hand_over(self._game.sitting):
                    return
            elif not self._turn():
                return
        self._news()
        game, console = self._game, self._console
        # Whoever types may ask on; a pipe gets all of it and the end.
        told = after.report(game, whole=not console.typed)
        console.say(["", "The battle is over.", *told, *crash_log.record_lines(game, line=True)])
        if console.typed:
            afterwards.ask_on(game, console)

    # Who is spoken to.

    def _begin(self) -> bool:
        """The first words; false where the player leaves at once."""
        game = self._game
        if game.curtain(""):
            return self._hand_over(game.sitting)
        self._sit(game.sitting or game.sides[0])
        self._brief()
        return True

    def _brief(self) -> None:
        game, setup = self._game, self._view.state.setup
        players = [
            f"{setup.sides[side].name}: {player_words(player)}."
            for side, player in game.players.items()
        ]
        you = [f"You lead {setup.sides[self._seat].name}."] if game.sitting else []
        self._briefed.append(self._seat)
        known = self._known
        begun = bool(known.view.state.clock.turn)
        about = [f"{setup.title}. {game.ruleset.name}."] if begun else reports.briefing(known)
        players += temper_sentences(setup.sides.values(), game.players)
        self._console.say([*game.notices, *about, *players, *you, _WELCOME])

    def _sit(self, side: str) -> None:
        self._seat, self._figure, self._moment, self._sure = side, "", (), ""
        self._offers = None

    def _hand_over(self, side: str) -> bool:
        """Call for another player, and wait until he is there; false where nobody comes."""
        name = self._game.state.setup.sides[side].name
        first = not self._seat
        console = self._console
        self._sit("")
        if not first:
            console.clear()
            if not console.clears:
                console.say(["What was said so far stays above: this output cannot be cleared."])
        warning = (
            "The screen was cleared; a multiplexer, a log or a screen reader may still hold it."
        )
        console.say([f"{name}: your turn.", *([warning] if console.clears and not first else [])])
        console.forget_typed()
        while line := console.ask("Press enter when you are alone"):
            if line.strip().casefold() == QUIT:
                break
        if line is None or line:
            self._leave(_END_OF_INPUT if line is None else _LEFT)
            return False
        self._sit(side)
        if side not in self._briefed:
            self._brief()
        return True

    # What is known.

    def _view_of(self, side: str) -> View:
        return self._game.view(side)

    @property
    def _view(self) -> View:
        return self._view_of(self._seat)

    @property
    def _known(self) -> LegalOrders:
        """What the side in the seat may do, on its view as it is now."""
        view = self._view
        if self._offers is None or self._offers.view is not view:
            self._offers = LegalOrders(self._game.ruleset, view)
        return self._offers

    # What is told.

    def _news(self) -> bool:
        """What the side learnt and was not told yet; whether there was anything to tell."""
        known, told = self._known, self._told[self._seat]
        self._told[self._seat] = len(known.view.news)
        lines = news.news(known, self._figure, told)
        self._console.say(lines)
        return bool(lines)

    def _turn(self) -> bool:
        """Tell what is new, hear one line, do what it says; false when the player leaves."""
        self._news()
        offers = self._known
        clock, question = offers.view.state.clock, offers.view.question
        if self._moment != (clock, question):
            if self._moment[:1] != (clock,) and question is None:
                self._figure = news.first_figure(offers, self._figure)
                self._console.say(recap(offers, self._since[self._seat]))
                self._console.say(news.opening(offers, self._figure))
                self._console.say(filter(None, [self._game.warning]))
            self._moment = (clock, question)
            self._console.say(question_lines(offers, odds=self._wishes.odds))
        prompt = "answer" if question is not None else self._figure
        line = self._console.ask(prompt or self._seat)
        if line is None:
            self._leave(_END_OF_INPUT)
            return False
        return self._heard(line)

    # What is done.

    def _heard(self, line: str) -> bool:
        answer = talk.reply(self._known, self._figure, line, odds=self._wishes.odds)
        self._figure = answer.figure
        self._console.say(self._once(answer.lines))
        if answer.deed == QUIT:
            self._leave(_LEFT)
            return False
        if answer.deed == UNDO:
            self._undo()
        elif answer.deed.startswith(ADVISE):
            self._advise(answer.deed.partition(" ")[2])
        elif answer.deed:
            self._tried(lambda: self._game.order(self._seat, answer.deed))
        elif answer.order is not None:
            self._give(answer.order)
        if not answer.deed and answer.order is None:
            self._sure = ""
        return True

    def _advise(self, level: str) -> None:
        usual, numbers = self._wishes.adviser, self._wishes.odds
        if not usual:
            self._console.say([_NO_ADVICE])
            return
        try:
            told = advice_lines(self._game, self._seat, level or usual, numbers=numbers)
        except Exception as error:  # noqa: BLE001 - no question may end a battle
            told = [crash_log.failure_notice(error)]
        self._console.say(told)

    def _once(self, lines: Sequence[str]) -> list[str]:
        """Lines without the words of rules that forbade something before."""
        told = []
        for line in lines:
            rule = line.partition(": ")[0]
            forbids = (
                lines[0].startswith(chances.REFUSED) and rule in self._known.ruleset.statements
            )
            if not forbids or rule not in self._rules:
                told.append(line)
            else:
                told[0] = f"{told[0].removesuffix('.')} ({rule})."
            if forbids:
                self._rules.append(rule)
        return told

    def _undo(self) -> None:
        if self._tried(lambda: self._game.undo(self._seat)):
            known = self._known
            self._told[self._seat] = len(known.view.news)
            self._moment = (known.view.state.clock, known.view.question)
            figure = known.view.state.figures.get(self._figure)
            here = [] if figure is None else [people.own_words(known, figure)]
            self._console.say([f"Taken back. {news.standing(known, self._figure)}", *here])

    def _give(self, order: Order) -> None:
        """Give an order; one that cannot be taken back is asked for twice, where one can ask."""
        doubt = news.doubt(self._known, order) if self._console.typed else ""
        if doubt and self._sure != str(order):
            self._sure = str(order)
            self._console.say([doubt])
            return
        self._sure = ""
        before, lesson = self._known, reports.lesson(self._known)
        if not self._tried(lambda: self._game.order(self._seat, order)):
            return
        game = self._game
        self._since[self._seat] = len(self._view.news)
        if not game.over and game.to_act == self._seat and game.sitting == self._seat:
            told, more = self._news(), news.changed(before, self._known, order)
            quiet = not (told or more)
            self._console.say(
                [*more, *news.after_order(self._known, self._figure, order, quiet=quiet)]
            )
            self._console.say(line for line in reports.lesson(self._known) if line not in lesson)

    def _tried(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except SkirmishError as error:
            remedy = f"; {error.remedy}" if error.remedy else ""
            self._console.say([f"Not done: {error.what}{remedy}."])
            return False
        return True

    def _computer(self) -> None:
        """The computer's next order; whoever sits there is told what he sees of it."""
        game, side = self._game, self._game.to_act
        game.order(side, self._opponents.of(side)(game.view(side)))
        if self._seat and (game.sitting in ("", self._seat)):
            self._news()

    # The end.

    def _leave(self, why: str) -> None:
        self._console.say(["", why, *crash_log.record_lines(self._game, line=True)])
