"""What all dice have in common that show one face at a time: a rule is run straight through."""

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeVar, TypeVarTuple, overload

from attrs import frozen

from skirmish.core.dice.protocol import Addable, Dice, Part, Tally
from skirmish.errors import DiceProblem

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")
_Sum = TypeVar("_Sum", bound=Addable)
_Numbers = TypeVarTuple("_Numbers")


@frozen
class Choice:
    """A choice that a player may make in mid-roll; `default` is what the policy would choose."""

    what: str
    options: tuple[Any, ...]
    default: Any


Answers = Callable[[Choice], Any]
"""Where choices are answered: gives one of the options, such as the default, or raises.

An exception goes through the rule to whoever ran it; the faces shown so far are kept, so that the
same rule can be run again with those faces and the answer.
"""


class Die(Protocol):
    """What `Dice.die` is."""

    def __call__(self, sides: int, what: str = "") -> int:
        """One die, 1 to `sides`."""
        ...


class SequentialDice:
    """Everything of `Dice` but the die itself, for dice that show one face at a time."""

    __slots__ = ("_answers",)

    die: Die

    def __init__(self, answers: Answers | None) -> None:
        """Ask `answers` for each choice; None goes by the policies."""
        self._answers = answers

    def answer_with(self, answers: Answers) -> None:
        """Ask `answers` for each choice from now on."""
        self._answers = answers

    def sub(self, rule: Callable[[Dice, *_Numbers], _T], *args: *_Numbers) -> _T:
        """A rule as a part of this one; see `Dice.sub`."""
        return rule(self, *args)

    @overload
    def total(
        self, times: int, rule: Callable[[Dice, *_Numbers], int], *args: *_Numbers
    ) -> int: ...

    @overload
    def total(
        self, times: int, rule: Callable[[Dice, *_Numbers], _Sum], *args: *_Numbers
    ) -> _Sum | Literal[0]: ...

    def total(self, times: int, rule: Callable[[Dice, *_Numbers], Any], *args: *_Numbers) -> Any:
        """Independent repeats, added up; see `Dice.total`."""
        if check_repeats(times) == 0:
            return 0
        total = rule(self, *args)
        for _ in range(times - 1):
            total = total + rule(self, *args)
        # A rule that tells hit from miss gives a number of hits, of a single die as well.
        return int(total) if isinstance(total, bool) else total

    def tally(self, most: int, *parts: Part) -> Tally:
        """Parts added up in order, at most `most`; see `Dice.tally`."""
        total, met = 0, True
        for part in parts:
            for _ in range(check_repeats(part.times)):
                rest = (most - total,) if part.bounded else ()
                total = min(most, total + check_countable(part.rule(self, *part.args, *rest)))
            met = met and total >= part.need
        return Tally(total, met)

    def fold(
        self,
        times: int,
        step: Callable[[Dice, _State, *_Numbers], _State],
        state: _State,
        *args: *_Numbers,
    ) -> _State:
        """Repeats of a step, each from where the last one left off; see `Dice.fold`."""
        for _ in range(check_repeats(times)):
            state = step(self, state, *args)
        return state

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """The outcome of every item; see `Dice.each`."""
        outcomes = []
        for item in items:
            state, outcome = step(self, state, item)
            outcomes.append(outcome)
        return tuple(outcomes)

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """A choice in mid-roll; see `Dice.choose`."""
        default = by_policy(what, options, policy)
        if self._answers is None or len(options) == 1:
            return default
        return one_of(what, options, self._answers(Choice(what, options, default)))


def by_policy(what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]) -> _T:
    """What the policy chooses; a single option is no choice and needs none.

    Raises:
        DiceProblem: No options, or something else was chosen.
    """
    if not options:
        raise DiceProblem("there is nothing to choose from", what, "ask only with an option")
    return options[0] if len(options) == 1 else one_of(what, options, policy(options))


def one_of(what: str, options: tuple[_T, ...], chosen: object) -> _T:
    """The option that was chosen.

    Raises:
        DiceProblem: It is none of them.
    """
    try:
        return options[options.index(chosen)]
    except ValueError:
        offered = ", ".join(map(repr, options))
        raise DiceProblem(
            f"{chosen!r} is none of the options", what, f"choose one of {offered}"
        ) from None


def check_repeats(times: int) -> int:
    """How often to repeat.

    Raises:
        DiceProblem: Less than never.
    """
    if times < 0:
        raise DiceProblem(f"a rule cannot be repeated {times} times", "", "repeat 0 times or more")
    return times


def check_countable(outcome: int) -> int:
    """An outcome that a tally can add.

    Raises:
        DiceProblem: It is below 0.
    """
    if outcome < 0:
        raise DiceProblem(f"a tally cannot add {outcome}", "", "add numbers of 0 or more")
    return outcome


def no_such_die(sides: int, where: str) -> DiceProblem:
    """The error for a die without a side."""
    return DiceProblem(f"there is no die of {sides} sides", where, "ask for 1 side or more")
