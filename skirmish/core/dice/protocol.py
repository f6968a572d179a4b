"""What a rule may ask of the dice it is handed.

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

from skirmish.errors import DiceProblem

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")
_Numbers = TypeVarTuple("_Numbers")


class Addable(Protocol):
    """Outcomes that `Dice.total` can add up, besides whole numbers."""

    def __add__(self, other: Self, /) -> Self:
        """Two of them as one."""
        ...


_Sum = TypeVar("_Sum", bound=Addable)


@frozen(cache_hash=True)
class Part:
    """A part of a tally: repeats of a rule whose outcomes are whole numbers of 0 or more.

    Attributes:
        times: How often it is repeated.
        rule: Its rule.
        args: The rule's numbers.
        bounded: The rule has one number more, the last: how much still counts. What it gives is
            at most that; with a lower one it gives what it would with a higher one, cut.
        need: What the total must have reached after this part, for `Tally.met`.
    """

    times: int
    rule: Callable[..., int]
    args: tuple[Any, ...]
    bounded: bool = False
    need: int = 0


class Tally(NamedTuple):
    """A total, at most what counts, and whether each part left it as high as was needed."""

    total: int
    met: bool


class Dice(Protocol):
    """Dice as a rule sees them.

    Everything but `die` says how parts of a rule hang together, so that odds can merge what
    makes no difference: a rule of fifty dice is walked in a moment when it is told in these words
    and is too wide when it asks for each die by itself.
    """

    def die(self, sides: int, what: str = "") -> int:
        """One die, 1 to `sides`; `what` names it for the log and for who rolls it by hand.

        Raises:
            DiceProblem: It has less than one side, or the face to be played back does not fit.
        """
        ...

    def sub(self, rule: Callable[["Dice", *_Numbers], _T], *args: *_Numbers) -> _T:
        """A rule as a part of this one; in odds its equal outcomes are one."""
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
        """Independent repeats of a rule, added up; no repeats are 0.

        Raises:
            DiceProblem: Fewer than no repeats.
        """
        ...

    def tally(self, most: int, *parts: Part) -> Tally:
        """Parts added up in order; a total never counts above `most`, but all dice are rolled.

        In odds the parts are added without a look at each pair of outcomes.

        Raises:
            DiceProblem: Fewer than no repeats, or an outcome below 0.
        """
        ...

    def fold(
        self,
        times: int,
        step: Callable[["Dice", _State, *_Numbers], _State],
        state: _State,
        *args: *_Numbers,
    ) -> _State:
        """Repeats of a step, each from the state that the last one left; in odds states merge.

        Raises:
            DiceProblem: Fewer than no repeats.
        """
        ...

    def each(
        self,
        step: Callable[["Dice", _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """The outcome of every item: targets that share a roll, or a supply of rounds.

        `step(dice, state, item)` gives the state for the next item and this item's outcome. Odds
        are asked for one item at a time (`odds(..., only=i)`): all other outcomes in the tuple
        are then `NOT_ASKED`, so a rule returns what it gets here, bare or inside a value of its
        own, and never reads it. A rule asked so reaches `each` itself, not in a `sub`, `total`
        or `fold`.
        """
        ...

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """A choice that a player makes in mid-roll; a single option is no choice.

        Args:
            what: What is chosen, for the question.
            options: What there is to choose from, at least one.
            policy: What is chosen where nobody is asked, one of the options; odds go by it.

        Raises:
            DiceProblem: No options, or something else was chosen.
        """
        ...


def open_ended(dice: Dice, sides: int, cap: int, what: str = "") -> int:
    """Sum of a die that is rolled again on its highest face, at most `cap`.

    `cap` is the sum from which nothing changes any more, so rolling stops there and the odds are
    finite and exact. The first face is the lesser of `sides` and the sum, when `cap` is no less
    than `sides`.
    """
    total = 0
    while True:
        face = dice.die(sides, what)
        total += face
        if face < sides or total >= cap:
            return min(total, cap)


class NotAsked:
    """Stands for the outcome of an item whose odds are not asked; reading it is an error."""

    def __repr__(self) -> str:
        return "NOT_ASKED"

    def __getattr__(self, name: str) -> NoReturn:
        # Special methods are looked for by anybody: copy, pickle, a test's report.
        raise AttributeError(name) if name.startswith("__") else _read()

    def __bool__(self) -> NoReturn:
        raise _read()


def _read() -> DiceProblem:
    return DiceProblem(
        "a rule reads the outcome of an item whose odds are not asked",
        remedy="return what `each` gives, unread",
    )


# Any: it stands for an outcome of every type.
NOT_ASKED: Any = NotAsked()
