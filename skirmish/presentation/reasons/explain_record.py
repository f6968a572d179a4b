"""Reasons for the computer's recorded orders, found by computing them again from the record.

The same views, level and seed give the same orders of a bound, so no reasons are recorded. After a
computation that was cut short, or under another version of the program, the result may differ; then
the explanation says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, field, frozen

from skirmish.ai import LEVELS, Choice, Explanation, Stream, key_of, think
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.explanation import simply
from skirmish.ai.think import REMEMBERED
from skirmish.core.figures import Figure
from skirmish.core.orders import READY, Order, parse_order
from skirmish.core.sanitize import escaped
from skirmish.core.setup import DEPLOYMENT
from skirmish.core.view import View
from skirmish.core.view import view as view_of
from skirmish.errors import RecordProblem, UsageProblem
from skirmish.game import HUMAN, Game
from skirmish.game.opening import data_hash
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import order_sentence, reason_lines
from skirmish.presentation.setup.opponents import bound_lines
from skirmish.record import PLAYER, UNDO, Entry
from skirmish.rulesets.common import deploy
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.ruleset import Ruleset

DIFFERENT_ORDER = "on thinking again, the computer chooses another order"
RANDOM = "random"
"""The level that draws its orders at random, so that there is nothing to explain."""


@frozen
class ExplainedOrder:
    """An order of the computer with its reasons, computed again on its side's view.

    `line` is the index of its line in the record from 1, `number` the number written there, `level`
    the player at that time.
    """

    line: int
    number: int
    side: str
    level: str
    order: Order
    view: View = field(repr=False)
    explanation: Explanation = field(repr=False)

    @property
    def matches(self) -> bool:
        """Whether computing again gives the recorded order."""
        return self.explanation.chosen.order == self.order

    @property
    def difference(self) -> str:
        """A note that computing again gives another order; "" if it gives the same."""
        return "" if self.matches else DIFFERENT_ORDER

    def lines(self, ruleset: Ruleset) -> list[str]:
        """The order and its reasons as text lines, with the new order if it differs."""
        lines = reason_lines(LegalOrders(ruleset, self.view), self.explanation)
        if self.matches:
            return lines
        return [
            order_sentence(self.view, verbs_of(ruleset), self.order),
            f"  {DIFFERENT_ORDER}:",
            *lines,
        ]


class RecordExplainer:
    """Reasons of the computer in one game, computed on request.

    Attributes:
        game: The game.
    """

    def __init__(self, game: Game) -> None:
        """Prepare a game; whether the reader may see all of it is up to the caller."""
        self.game = game
        self._players = tuple(_players(game))
        self._standing = [line for line, _ in game.standing_lines]
        self._latest: dict[str, tuple[int, Choice]] = {}

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the record with orders of the computer that are not undone."""
        return tuple(line for line in self._standing if not self.missing_reason(line))

    def missing_reason(self, line: int) -> str:
        """Why a line has no reasons; "" if it has."""
        game = self.game
        if not line:
            return "no order has been given yet"
        if not 0 < line <= len(game.lines):
            return f"the record has lines 1 to {len(game.lines)}"
        entry, level = game.lines[line - 1], self._players[line - 1]
        side = game.state.setup.sides[entry.side].name
        if entry.verb == PLAYER:
            return "this line hands a side to another player"
        if entry.verb == UNDO or line not in self._standing:
            return "the order was taken back"
        if level == HUMAN:
            return f"a person gave this order for {side}"
        if level == RANDOM:
            return f"{side} was played at random"
        if level not in LEVELS:
            return f"unknown player '{escaped(level)}' of {side}"
        if self._nothing_to_deploy(line, entry):
            return f"{side} had nothing to deploy"
        return ""

    def order(self, line: int) -> Order:
        """The order of a line."""
        return parse_order(self.game.lines[line - 1].order, self.game.verbs)

    def turn(self, line: int) -> int:
        """The turn in which a line was written; 0 before the first."""
        return self.game.state_at(line - 1).clock.turn

    def check_rules(self) -> None:
        """Check that the rules are those under which the battle was fought.

        Raises:
            RecordProblem: They have changed since.
        """
        head, rules = self.game.record.head, self.game.ruleset
        if (head.version, head.data) != (rules.version, data_hash(rules)):
            what = f"begun under {rules.name} version {head.version} ({head.data[:8]})"
            remedy = "use the version of skirmish that played it"
            raise RecordProblem(f"{what}, which has changed since", remedy=remedy)

    def explain(self, line: int) -> ExplainedOrder:
        """The order of a line with its reasons.

        Raises:
            UsageProblem: The line has none.
            RecordProblem: The rules have changed since.
        """
        self.check_rules()
        game = self.game
        if why := self.missing_reason(line):
            known = self.lines
            remedy = (
                f"such as line {self.game.lines[known[0] - 1].number}"
                if known
                else "the computer gave no orders in this record"
            )
            number = game.lines[line - 1].number if 0 < line <= len(game.lines) else line
            raise UsageProblem(f"line {number} has no reasons: {why}", remedy=remedy)
        entry, level = game.lines[line - 1], self._players[line - 1]
        view = game.view_at(line - 1, entry.side)
        stream = Stream(key_of(game.seed, entry.side))
        thought = think(game.ruleset, view, level, stream, previous=self._before(line))
        self._latest[entry.side] = (line, thought)
        order, thoughts = self.order(line), thought.explanation
        return ExplainedOrder(line, entry.number, entry.side, level, order, view, thoughts)

    def _before(self, line: int) -> Choice | None:
        """The choice before a line, for which the earlier orders of its bound are computed."""
        game, side = self.game, self.game.lines[line - 1].side
        known, latest = self._latest.get(side, (0, None))
        lines = bound_lines(game, line, side)
        if known in lines:
            lines = lines[lines.index(known) + 1 :]
        elif latest is not None:  # of another bound: only its cache is useful
            latest = evolve(latest, point=-1)
        for before in lines:
            view, stream = game.view_at(before - 1, side), Stream(key_of(game.seed, side))
            level = self._players[before - 1]
            latest = think(game.ruleset, view, level, stream, previous=latest)
        return latest

    def _nothing_to_deploy(self, line: int, entry: Entry) -> bool:
        """Whether the line only ends the deployment of a side with nothing to deploy."""
        before = self.game.state_at(line - 1)
        deploying = before.clock.phase == DEPLOYMENT and entry.verb == READY.name
        return deploying and not deploy.movable(before, entry.side)


def previous_choice(game: Game, side: str, memory: ThoughtCache | None = None) -> Choice:
    """What an adviser must know of the orders that a side has given in the present bound.

    Args:
        game: The battle.
        side: The side that acts.
        memory: Cache of earlier advice; it only saves time.
    """
    tried: list[tuple[Order, Figure | None]] = []
    for line in bound_lines(game, len(game.lines) + 1, side):
        order = parse_order(game.lines[line - 1].order, game.verbs)
        figures = view_of(game.state_at(line - 1), side).state.figures
        tried.append((order, figures.get(order.figure)))
    last = Order(game.lines[-1].verb) if game.lines else Order(READY.name)
    point, kept = game.state.clock.point, tuple(tried[-REMEMBERED:])
    return Choice(last, simply(last, ""), memory, point, len(tried), kept)


def _players(game: Game) -> Iterator[str]:
    """The player of each line's side at the time of the line."""
    players = dict(game.record.head.players)
    for entry in game.lines:
        yield players[entry.side]
        if entry.verb == PLAYER:
            players[entry.side] = entry.new_player
