"""Every path through a rule's dice: the rule is run once for each of them.

The first run takes the first way at each cut that the rule asks for. Each later run plays back
the cuts of the one before and takes the next way at the last of them, until no way is left
anywhere.
"""

from collections.abc import Callable, Iterator
from math import lcm
from typing import Any, TypeVar

from skirmish.core.dice.distribution import Distribution
from skirmish.errors import RuleTooWide

MOST_PATHS = 100_000
MOST_CUTS = 500

_T = TypeVar("_T")


class Paths:
    """A walk through a rule; whoever inherits gives it the words of `Dice`.

    Each word begins with what is in `_played`, and makes a cut when there is nothing in it.
    """

    __slots__ = ("_cuts", "_ends", "_out_of", "_paths", "_played", "_rule", "_tape", "_ways")

    def __init__(self, rule: Callable[..., Any]) -> None:
        """Stand at the beginning of this rule."""
        self._rule = rule
        self._paths = 1
        # The path at hand: what was taken at each cut, what is still to be taken there, and the
        # weight and the denominator of the path up to there.
        self._tape: list[Any] = []
        self._cuts: list[Iterator[tuple[Any, int]]] = []
        self._ways = [1]
        self._out_of = [1]
        # Once it has ended, a list's iterator never begins again, though the tape grows.
        self._played: Iterator[Any] = iter(self._tape)
        # The weights of the outcomes, by the denominators of the paths there.
        self._ends: dict[int, dict[Any, int]] = {}

    def walk(self, *args: object) -> Distribution[Any]:
        """The odds of the rule with these numbers."""
        rule, tape, ways = self._rule, self._tape, self._ways
        numbers = (self, *args)
        self._end(rule(*numbers))
        while self._cuts:
            depth, before = len(tape), ways[-2]
            end = self._ends.setdefault(self._out_of[-1], {})
            for tape[-1], weight in self._cuts[-1]:
                way = ways[-1] = before * weight
                self._played = iter(tape)
                outcome = rule(*numbers)
                if len(tape) > depth:
                    self._end(outcome)
                    break
                end[outcome] = end.get(outcome, 0) + way
            else:
                for stack in (self._cuts, tape, ways, self._out_of):
                    stack.pop()
        return self._odds()

    def _end(self, outcome: object) -> None:
        end = self._ends.setdefault(self._out_of[-1], {})
        end[outcome] = end.get(outcome, 0) + self._ways[-1]

    def _odds(self) -> Distribution[Any]:
        if len(self._ends) == 1:
            return Distribution(*self._ends.values())
        common = lcm(*self._ends)
        weights: dict[Any, int] = {}
        for denominator, end in self._ends.items():
            for outcome, ways in end.items():
                weights[outcome] = weights.get(outcome, 0) + ways * (common // denominator)
        return Distribution(weights)

    def _merged(self, part: Distribution[_T]) -> _T:
        """A cut with one way for each outcome of a part."""
        return self._cut(iter(part.weights.items()), len(part), part.denominator)

    def _cut(self, ways: Iterator[tuple[_T, int]], size: int, denominator: int) -> _T:
        """Go on by the first of `size` ways, whose weights are out of `denominator`."""
        self._paths += size - 1
        if self._paths > MOST_PATHS or len(self._tape) == MOST_CUTS:
            raise RuleTooWide(
                f"its dice fall in more than {MOST_PATHS:,} ways, or are over {MOST_CUTS} in a row",
                name_of(self._rule),
                "ask for parts of it with sub, total or fold, so that equal outcomes merge",
            )
        taken, weight = next(ways)
        self._tape.append(taken)
        self._cuts.append(ways)
        self._ways.append(self._ways[-1] * weight)
        self._out_of.append(self._out_of[-1] * denominator)
        return taken


def name_of(rule: Callable[..., Any]) -> str:
    """A rule as the place in a message."""
    return f"rule {getattr(rule, '__qualname__', repr(rule))}"
