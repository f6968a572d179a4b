"""The `Dice` protocol: what a rule may ask of its dice.

A rule that involves chance is a plain function `rule(dice, *numbers)`: pure, hashable frozen
numbers in, a hashable outcome out. The same function is rolled (`Roller`), played back
(`Script`) and walked for its exact odds (`odds`).
"""

from collections.abc import Callable
from typing import (
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    Protocol,
    Self,
    TypeVar,
    TypeVarTuple,
    overload,
)

from attrs import frozen

from skirmish.core.dice.faces import AGAIN
from skirmish.errors import DiceProblem

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")
_Numbers = TypeVarTuple("_Numbers")


class Addable(Protocol):
    """Outcomes that `Dice.total` can add up, besides whole numbers."""

    def __add__(self, other: Self, /) -> Self:
        """Return the sum of two outcomes."""
        ...


_Sum = TypeVar("_Sum", bound=Addable)


@frozen(cache_hash=True)
class Part:
    """A part of a tally: repeats of a rule whose outcomes are whole numbers of 0 or more.

    Attributes:
        times: Number of repeats.
        rule: Its rule.
        args: The rule's numbers.
        bounded: Whether the rule takes one more number at the end: a bound, at which it cuts its
            outcome.
        need: The total that must be reached after this part, for `Tally.met`.
    """

    times: int
    rule: Callable[..., int]
    args: tuple[Any, ...]
    bounded: bool = False
    need: int = 0


class Tally(NamedTuple):
    """A capped total, and whether the need of each part was met."""

    total: int
    met: bool


class Dice(Protocol):
    """Dice as a rule sees them.

    All methods but `die` state how parts of a rule depend on each other, so that odds can merge
    equal outcomes: a rule of fifty dice is walked quickly when it uses them, and is too wide when
    it asks for each die separately.
    """

    def die(self, sides: int, what: str = "") -> int:
        """Roll one die, 1 to `sides`; `what` names it for the log and for rolls by hand.

        Raises:
            DiceProblem: `sides` is below 1, or the face to be played back does not fit.
        """
        ...

    def sub(self, rule: Callable[["Dice", *_Numbers], _T], *args: *_Numbers) -> _T:
        """Run a rule as a part of this one; odds merge its equal outcomes."""
        ...

    @overload
    def total(
        self, times: int, rule: Callable[["Dice", *_Numbers], int], *args: *_Numbers
    ) -> int: ...

    @overload
    def total(
        self, times: int, rule: Callable[["Dice", *_Numbers], _Sum], *args: *_Numbers
    ) -> _Sum | Literal[0]: ...

    def total(
        self, times: int, rule: Callable[["Dice", *_Numbers], _Sum], *args: *_Numbers
    ) -> _Sum | Literal[0]:
        """Return the sum of independent repeats of a rule; 0 for no repeats.

        Raises:
            DiceProblem: `times` is negative.
        """
        ...

    def tally(self, most: int, *parts: Part) -> Tally:
        """Add up parts in order; the total is capped at `most`, but all dice are rolled.

        Odds add the parts without enumerating pairs of outcomes.

        Raises:
            DiceProblem: `times` of a part or an outcome is negative.
        """
        ...

    def each(
        self,
        step: Callable[["Dice", _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """Return the outcome of every item: targets that share a roll, or a supply of rounds.

        `step(dice, state, item)` returns the state for the next item and this item's outcome. Odds
        are computed for one item at a time (`odds(..., only=i)`): all other outcomes in the tuple
        are then `NOT_ASKED`, so a rule returns this result, as it is or inside its own value, and
        never reads it. Such a rule calls `each` itself, not inside a `sub` or `total`.
        """
        ...

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """Let a player choose in mid-roll; with a single option there is no question.

        Args:
            what: The subject of the choice, for the question.
            options: The options, at least one.
            policy: The choice where no player is asked; odds use it.

        Raises:
            DiceProblem: There are no options, or the choice is not one of them.
        """
        ...


def open_ended(dice: Dice, sides: int, cap: int, what: str = "") -> int:
    """Return the sum of an open-ended die: it is rolled again on its highest face, up to `cap`.

    `cap` is the sum from which nothing changes any more, so rolling stops there and the odds are
    finite and exact. If `cap` >= `sides`, the first face is the lesser of `sides` and the sum.
    """
    total, again = 0, f"{what}{AGAIN}"
    while True:
        face = dice.die(sides, again if total else what)
        total += face
        if face < sides or total >= cap:
            return min(total, cap)


class NotAsked:
    """Placeholder for the outcome of an item whose odds are not asked for; reading it fails."""

    def __repr__(self) -> str:
        return "NOT_ASKED"

    def __getattr__(self, name: str) -> NoReturn:
        # Special methods are looked up by copy, pickle and test reports.
        raise AttributeError(name) if name.startswith("__") else _read()

    def __bool__(self) -> NoReturn:
        raise _read()


def _read() -> DiceProblem:
    return DiceProblem(
        "a rule reads the outcome of an item whose odds are not asked",
        remedy="return what `each` gives, unread",
    )


# Any, because it replaces an outcome of any type.
NOT_ASKED: Any = NotAsked()
