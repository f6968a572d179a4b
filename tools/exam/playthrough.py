"""Plays a position by a level; records its orders with reasons, first and last state."""

from __future__ import annotations

from attrs import field, frozen

from skirmish.ai import Choice, Pace, Stream, think
from skirmish.core.orders import END, Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.errors import SkirmishError
from skirmish.game import Game, Opening
from skirmish.rulesets.ruleset import Ruleset

HUMAN = "human"
IDLE = "idle"
"""A stand-in for a level; it ends each bound at once."""
_AT_ONCE = Pace(cut=lambda: True)


@frozen
class GivenOrder:
    """An order with the reasons for it and the view that its side had."""

    order: Order
    view: View = field(repr=False)
    reasons: str = ""


@frozen
class Playthrough:
    """A position that was played.

    `start`: state when the side began to act. `end`: state just before its last bound ends.
    `given`: its orders except those that end bounds. `gain`: expected gain of its first order in
    thousandths of a point. `rolled`: whether any dice were rolled.
    """

    ruleset: Ruleset
    side: str
    start: State = field(repr=False)
    end: State = field(repr=False)
    given: tuple[GivenOrder, ...] = ()
    gain: int = 0
    rolled: bool = False


class Refused(Exception):
    """An order of `before` was refused; has its index, what is wrong and the remedy."""

    def __init__(self, at: int, fault: SkirmishError) -> None:
        """Take the index of the order, and the error of its refusal."""
        super().__init__(at, fault)
        self.at, self.what, self.remedy = at, fault.what, fault.remedy


def opened_game(opening: Opening, before: tuple[str, ...], seed: int) -> tuple[Game, int]:
    """Play these orders; returns the game, and how many were given before another side's turn.

    `before`: the orders, each with its side, as in `red: overwatch r1`.

    Raises:
        Refused: One of them cannot be given.
    """
    game = Game.new(opening, seed, dict.fromkeys(opening.state.setup.sides, HUMAN))
    for at, line in enumerate(before):
        who, _, order = line.partition(":")
        if game.to_act != who:
            return game, at
        try:
            game.order(who, order)
        except SkirmishError as fault:
            raise Refused(at, fault) from None
    return game, len(before)


def play_position(game: Game, side: str, level: str, bounds: int) -> Playthrough:
    """Play a number of bounds of a side; the other side ends its own bounds at once."""
    play = _Play(game, side, level)
    for left in range(bounds, 0, -1):
        play.bound(last=left == 1)
        while left > 1 and game.to_act not in ("", side):
            game.order(game.to_act, Order.of(END.name))
    rolled = any(entry.faces for entry in game.lines[play.first :])
    return Playthrough(
        game.ruleset, side, play.start, play.end, tuple(play.given), play.gain, rolled
    )


class _Play:
    """A position that is being played."""

    def __init__(self, game: Game, side: str, level: str) -> None:
        self.game, self.side, self.level = game, side, level
        self.start = self.end = game.state
        self.first = len(game.lines)
        self.given: list[GivenOrder] = []
        self.gain = 0
        self._stream = Stream("exam")
        self._previous: Choice | None = None

    def bound(self, *, last: bool) -> None:
        """Play all orders of one bound; the last bound is not ended."""
        game, point = self.game, self.game.state.clock.point
        while game.to_act and game.state.clock.point == point and self._to_act():
            choice = self._thought()
            over = choice.order.verb == END.name
            if over and last:
                return
            game.order(game.to_act, choice.order)
            if not over:
                self.end = game.state

    def _to_act(self) -> bool:
        """Whether the side's bound continues; the other side may have to answer during an order."""
        return self.game.to_act == self.side or self.game.state.pending is not None

    def _thought(self) -> Choice:
        game, acting = self.game, self.game.to_act
        view = game.view(acting)
        mine = acting == self.side
        previous = self._previous if mine else None
        level, pace = ("random", _AT_ONCE) if self.level == IDLE else (self.level, None)
        choice = think(game.ruleset, view, level, self._stream, previous=previous, pace=pace)
        if mine:
            reasons = choice.explanation
            if self._previous is None:
                self.gain = reasons.chosen.gain
            if choice.order.verb != END.name:
                told = str(reasons) if reasons.chosen.terms else f"{choice.order}, {reasons}"
                self.given.append(GivenOrder(choice.order, view, told))
            self._previous = choice
        return choice
