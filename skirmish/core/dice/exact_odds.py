"""Exact odds: what each word of `Dice` means when every path is walked.

A part that a rule asks for as a whole (`sub`, `total`, `fold`, `each`) is one cut with one way
for each of its outcomes, however many paths lead there. Its odds are worked out once and kept.

The rule itself is run once for each path. The first run takes the first way at each cut. Each
later run plays back the cuts of the one before and takes the next way at the last of them, until
no way is left anywhere.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from itertools import repeat
from math import lcm
from typing import Any, Literal, ParamSpec, TypeVar, TypeVarTuple, cast, overload

from skirmish.core.dice.distribution import Distribution, certain, merged
from skirmish.core.dice.protocol import NOT_ASKED, Addable, Dice, Part, Tally
from skirmish.core.dice.sequential import by_policy, check_countable, check_repeats, no_such_die
from skirmish.core.dice.sums import Term, added_up, power, tallied
from skirmish.errors import DiceProblem, RuleTooWide

MOST_PATHS = 100_000
MOST_CUTS = 500
MOST_STATES = 10_000
MOST_KEPT = 1_000_000
"""Outcomes that all answers kept may hold together, at about 250 bytes each."""
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
    """How likely each outcome of a rule is, exactly.

    Args:
        rule: Pure; its numbers and its outcomes are hashable values.
        args: The rule's numbers.
        only: Of the items that share a roll (`Dice.each`), the one that is asked for, from 0;
            in what the rule returns, the outcomes of all others are `NOT_ASKED`.

    Raises:
        RuleTooWide: Too many paths; the message names the rule, or the part of it, to mend.
        DiceProblem: The rule asks for what no dice can do, or `only` is needed.
    """
    return _odds(rule, args, only)


def odds_each(
    rule: Callable[[Dice, *_Numbers], tuple[_T, ...]], *args: *_Numbers, item: int
) -> Distribution[_T]:
    """The odds of one item, from 0, of a rule that returns what `Dice.each` gave it.

    Raises:
        RuleTooWide: As for `odds`.
        DiceProblem: As for `odds`; or the rule returned no outcome for the item.
    """
    return _odds_each(rule, args, item)


def clear_odds_cache() -> None:
    """Drop all answers kept, so that each is worked out anew when it is asked for again."""
    _Held.outcomes = 0
    for forget in _forget:
        forget()


class _Held:
    """How many outcomes the answers hold that were kept since all were dropped."""

    outcomes = 0


_forget: list[Callable[[], None]] = [power.cache_clear]


def _kept(answer: Callable[_P, Distribution[_T]]) -> Callable[_P, Distribution[_T]]:
    """Keep answers by their numbers, until all together hold too many outcomes."""

    @lru_cache(maxsize=_KEPT)
    @wraps(answer)
    def weighed(*args: _P.args, **named: _P.kwargs) -> Distribution[_T]:
        found = answer(*args, **named)
        if _Held.outcomes + len(found) > MOST_KEPT:
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
def _folded(
    times: int, step: Callable[..., Any], state: object, args: tuple[Any, ...]
) -> Distribution[Any]:
    weights = {state: 1}
    follow: dict[Any, Distribution[Any]] = {}
    for _ in range(check_repeats(times)):
        for begun in weights:
            if begun not in follow:
                follow[begun] = odds(step, begun, *args)
        weights = merged(weights, follow.__getitem__)
        _check_narrow(len(weights), step)
    return Distribution(weights)


@_kept
def _last_of(
    step: Callable[..., Any], state: object, items: tuple[Any, ...]
) -> Distribution[tuple[Any, Any]]:
    # One item at a time, so that asking for each item in turn does not begin anew.
    if len(items) == 1:
        return odds(step, state, items[0])
    if len(items) > _STRIDE:  # worked out before, so that 200 items do not nest 200 deep
        _last_of(step, state, items[:-_STRIDE])
    before = _last_of(step, state, items[:-1]).map(lambda pair: pair[0])
    last = before.then(lambda state: odds(step, state, items[-1]))
    _check_narrow(len(last), step)
    return last


def _check_narrow(states: int, step: Callable[..., Any]) -> None:
    if states > MOST_STATES:
        raise RuleTooWide(
            f"its repeats leave more than {MOST_STATES:,} states",
            name_of(step),
            "keep only what later repeats need in the state",
        )


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


class _Walk(Paths):
    """The dice of a rule whose every path is walked."""

    __slots__ = ("_only",)

    def __init__(self, rule: Callable[..., Any], only: int | None) -> None:
        super().__init__(rule)
        self._only = only

    def die(self, sides: int, what: str = "") -> int:
        """A cut with one way for each face."""
        face: int
        for face in self._played:
            return face
        if sides < 1:
            raise no_such_die(sides, what or name_of(self._rule))
        return self._cut(zip(range(1, sides + 1), repeat(1), strict=False), sides, sides)

    def sub(self, rule: Callable[[Dice, *_Numbers], _T], *args: *_Numbers) -> _T:
        """A cut with one way for each outcome of the rule."""
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
        """A cut with one way for each sum."""
        for total in self._played:
            return total
        return self._merged(_summed(times, rule, args))

    def tally(self, most: int, *parts: Part) -> Tally:
        """A cut with one way for each total, with its needs met and without."""
        tally: Tally
        for tally in self._played:
            return tally
        return self._merged(_tallied(most, parts))

    def fold(
        self,
        times: int,
        step: Callable[[Dice, _State, *_Numbers], _State],
        state: _State,
        *args: *_Numbers,
    ) -> _State:
        """A cut with one way for each state that the repeats may leave."""
        last: _State
        for last in self._played:
            return last
        states: Distribution[_State] = _folded(times, step, state, args)
        return self._merged(states)

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """A cut with one way for each outcome of the item that is asked for."""
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
        """What the policy chooses on this path."""
        return by_policy(what, options, policy)
