"""Exact odds: a walk through every path of a rule's dice.

A part that a rule asks for as a whole (`sub`, `total`, `tally`, `each`) is one branch point with a
branch for each of its outcomes, however many paths lead there. Its odds are computed once and
cached.

The rule itself is run once for each path. The first run takes the first branch at each point. Each
later run plays back the branches of the one before and takes the next branch at the last point,
until none is left.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import repeat
from math import lcm
from typing import Any, Literal, ParamSpec, TypeVar, TypeVarTuple, cast, overload

from skirmish.core.dice.distribution import Distribution, certain
from skirmish.core.dice.protocol import NOT_ASKED, Addable, Dice, Part, Tally
from skirmish.core.dice.sequential import by_policy, check_countable, check_repeats, no_such_die
from skirmish.core.dice.sums import Term, added_up, power, tallied
from skirmish.errors import DiceProblem, RuleTooWide

MAX_PATHS = 100_000
MAX_POINTS = 500
MAX_STATES = 10_000
MAX_CACHED_OUTCOMES = 1_000_000
"""Total outcomes of all cached results, at about 250 bytes each."""
_KEPT = 16_384
_STRIDE = 16

_P = ParamSpec("_P")
_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")
_Sum = TypeVar("_Sum", bound=Addable)
_Numbers = TypeVarTuple("_Numbers")


def odds(
    rule: Callable[[Dice, *_Numbers], _T], *args: *_Numbers, only: int | None = None
) -> Distribution[_T]:
    """Return the exact distribution of a rule's outcomes.

    Args:
        rule: A pure function; its numbers and outcomes are hashable.
        args: The rule's numbers.
        only: Index from 0 of the one item asked for, of those that share a roll (`Dice.each`);
            the outcomes of all others are `NOT_ASKED`.

    Raises:
        RuleTooWide: Too many paths; the message names the rule or the part of it.
        DiceProblem: The rule asks for something impossible, or `only` is missing.
    """
    return _odds(rule, args, only)


def odds_each(
    rule: Callable[[Dice, *_Numbers], tuple[_T, ...]], *args: *_Numbers, item: int
) -> Distribution[_T]:
    """Return the odds of one item, from 0, of a rule that returns the result of `Dice.each`.

    Raises:
        RuleTooWide: As for `odds`.
        DiceProblem: As for `odds`; or the rule returned no outcome for the item.
    """
    return _odds_each(rule, args, item)


def clear_odds_cache() -> None:
    """Drop all cached results."""
    _Held.outcomes = 0
    for forget in _forget:
        forget()


class _Held:
    """Number of outcomes in the cached results."""

    outcomes = 0


_forget: list[Callable[[], None]] = [power.cache_clear]


def _kept(answer: Callable[_P, Distribution[_T]]) -> Callable[_P, Distribution[_T]]:
    """Cache results by their arguments, until all together hold too many outcomes."""

    @lru_cache(maxsize=_KEPT)
    @wraps(answer)
    def weighed(*args: _P.args, **named: _P.kwargs) -> Distribution[_T]:
        found = answer(*args, **named)
        if _Held.outcomes + len(found) > MAX_CACHED_OUTCOMES:
            clear_odds_cache()
        _Held.outcomes += len(found)
        return found

    _forget.append(weighed.cache_clear)
    # The numbers of a rule are hashable, which `ParamSpec` cannot say.
    return cast("Callable[_P, Distribution[_T]]", weighed)


@_kept
def _odds(rule: Callable[..., Any], args: tuple[Any, ...], only: int | None) -> Distribution[Any]:
    return _Walk(rule, only).walk(*args)


@_kept
def _odds_each(rule: Callable[..., Any], args: tuple[Any, ...], item: int) -> Distribution[Any]:
    def of_item(outcomes: tuple[_T, ...]) -> _T:
        if not 0 <= item < len(outcomes) or outcomes[item] is NOT_ASKED:
            what = f"it returned no outcome for item {item}"
            raise DiceProblem(what, name_of(rule), "return one for each item on every path")
        return outcomes[item]

    return _odds(rule, args, item).map(of_item)


@_kept
def _summed(times: int, rule: Callable[..., Any], args: tuple[Any, ...]) -> Distribution[Any]:
    if check_repeats(times) == 0:
        return certain(0)
    return added_up(odds(rule, *args), times, name_of(rule))


@_kept
def _tallied(most: int, parts: tuple[Part, ...]) -> Distribution[Tally]:
    terms = tuple(
        Term(_part_of(part, most), check_repeats(part.times), part.need) for part in parts
    )
    return tallied(terms, most, name_of(parts[0].rule) if parts else "").map(Tally._make)


def _part_of(part: Part, most: int) -> Distribution[int]:
    if not part.times:
        return certain(0)
    numbers = (*part.args, most) if part.bounded else part.args
    found: Distribution[int] = odds(part.rule, *numbers)
    check_countable(min(found.weights))
    return found


@_kept
def _last_of(
    step: Callable[..., Any], state: object, items: tuple[Any, ...]
) -> Distribution[tuple[Any, Any]]:
    # One item at a time, so that the odds of each next item build on the cached ones.
    if len(items) == 1:
        return odds(step, state, items[0])
    if len(items) > _STRIDE:  # computed first, so that 200 items do not nest 200 deep
        _last_of(step, state, items[:-_STRIDE])
    before = _last_of(step, state, items[:-1]).map(lambda pair: pair[0])
    last = before.then(lambda state: odds(step, state, items[-1]))
    if len(last) > MAX_STATES:
        raise RuleTooWide(
            f"its repeats leave more than {MAX_STATES:,} states",
            name_of(step),
            "keep only what later repeats need in the state",
        )
    return last


class Paths:
    """A walk through all paths of a rule; the subclass adds the methods of `Dice`.

    Each of those methods first takes the next value of `_played`, and makes a branch point when
    there is none.
    """

    __slots__ = (
        "_branches",
        "_ends",
        "_paths",
        "_played",
        "_rule",
        "_taken",
        "_totals",
        "_weights",
    )

    def __init__(self, rule: Callable[..., Any]) -> None:
        """Start at the beginning of a rule."""
        self._rule = rule
        self._paths = 1
        # The current path: the value taken at each branch point, the branches left there, and the
        # weight and the denominator of the path up to there.
        self._taken: list[Any] = []
        self._branches: list[Iterator[tuple[Any, int]]] = []
        self._weights = [1]
        self._totals = [1]
        # An exhausted list iterator stays exhausted, although the tape grows.
        self._played: Iterator[Any] = iter(self._taken)
        # The weights of the outcomes, by the denominators of the paths there.
        self._ends: dict[int, dict[Any, int]] = {}

    def walk(self, *args: object) -> Distribution[Any]:
        """Return the odds of the rule with these numbers."""
        rule, tape, ways = self._rule, self._taken, self._weights
        numbers = (self, *args)
        self._end(rule(*numbers))
        while self._branches:
            depth, before = len(tape), ways[-2]
            end = self._ends.setdefault(self._totals[-1], {})
            for tape[-1], weight in self._branches[-1]:
                way = ways[-1] = before * weight
                self._played = iter(tape)
                outcome = rule(*numbers)
                if len(tape) > depth:
                    self._end(outcome)
                    break
                end[outcome] = end.get(outcome, 0) + way
            else:
                for stack in (self._branches, tape, ways, self._totals):
                    stack.pop()
        return self._odds()

    def _end(self, outcome: object) -> None:
        end = self._ends.setdefault(self._totals[-1], {})
        end[outcome] = end.get(outcome, 0) + self._weights[-1]

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
        """Make a branch for each outcome of a part."""
        return self._branch(iter(part.weights.items()), len(part), part.denominator)

    def _branch(self, ways: Iterator[tuple[_T, int]], size: int, denominator: int) -> _T:
        """Make a branch point and take its first branch; weights are out of `denominator`."""
        self._paths += size - 1
        if self._paths > MAX_PATHS or len(self._taken) == MAX_POINTS:
            raise RuleTooWide(
                f"its dice fall in more than {MAX_PATHS:,} ways, or are over {MAX_POINTS} in a row",
                name_of(self._rule),
                "ask for parts of it with sub, total or tally, so that equal outcomes merge",
            )
        taken, weight = next(ways)
        self._taken.append(taken)
        self._branches.append(ways)
        self._weights.append(self._weights[-1] * weight)
        self._totals.append(self._totals[-1] * denominator)
        return taken


def name_of(rule: Callable[..., Any]) -> str:
    """Return a rule as the place in a message."""
    return f"rule {getattr(rule, '__qualname__', repr(rule))}"


class _Walk(Paths):
    """The dice of a rule on a walk through all its paths."""

    __slots__ = ("_only",)

    def __init__(self, rule: Callable[..., Any], only: int | None) -> None:
        super().__init__(rule)
        self._only = only

    def die(self, sides: int, what: str = "") -> int:
        """Make a branch for each face."""
        face: int
        for face in self._played:
            return face
        if sides < 1:
            raise no_such_die(sides, what or name_of(self._rule))
        return self._branch(zip(range(1, sides + 1), repeat(1), strict=False), sides, sides)

    def sub(self, rule: Callable[[Dice, *_Numbers], _T], *args: *_Numbers) -> _T:
        """Make a branch for each outcome of the rule."""
        outcome: _T
        for outcome in self._played:
            return outcome
        return self._merged(odds(rule, *args))

    @overload
    def total(
        self, times: int, rule: Callable[[Dice, *_Numbers], int], *args: *_Numbers
    ) -> int: ...

    @overload
    def total(
        self, times: int, rule: Callable[[Dice, *_Numbers], _Sum], *args: *_Numbers
    ) -> _Sum | Literal[0]: ...

    def total(
        self, times: int, rule: Callable[[Dice, *_Numbers], object], *args: *_Numbers
    ) -> object:
        """Make a branch for each sum."""
        for total in self._played:
            return total
        return self._merged(_summed(times, rule, args))

    def tally(self, most: int, *parts: Part) -> Tally:
        """Make a branch for each total, with its needs met and without."""
        tally: Tally
        for tally in self._played:
            return tally
        return self._merged(_tallied(most, parts))

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """Make a branch for each outcome of the item asked for."""
        outcomes: tuple[_T, ...]
        for outcomes in self._played:
            return outcomes
        return self._merged(self._shared(step, state, items))

    def _shared(
        self, step: Callable[..., Any], state: object, items: tuple[Any, ...]
    ) -> Distribution[tuple[Any, ...]]:
        if self._only is None and not items:
            return certain(())
        asked = 0 if self._only is None and len(items) == 1 else self._only
        if asked is None or not 0 <= asked < len(items):
            who = f"{len(items)} items share its roll"
            raise DiceProblem(
                who if asked is None else f"{who}, and item {asked} is none of them",
                name_of(self._rule),
                "ask for the odds of one item at a time: only=0, only=1, ...",
            )
        left, right = (NOT_ASKED,) * asked, (NOT_ASKED,) * (len(items) - asked - 1)
        last = _last_of(step, state, items[: asked + 1])
        return last.map(lambda pair: (*left, pair[1], *right))

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """Return the choice of the policy."""
        return by_policy(what, options, policy)
