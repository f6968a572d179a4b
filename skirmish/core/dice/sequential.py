"""Dice that show one face at a time: random (`Roller`), or given (`Script`)."""

from collections.abc import Callable, Iterable
from math import floor
from random import Random
from sys import maxsize
from typing import Any, Literal, Protocol, TypeVar, TypeVarTuple, overload

from skirmish.core.dice.faces import Face, checked_face, die_place, faces_text
from skirmish.core.dice.protocol import Addable, Dice, Part, Tally
from skirmish.errors import DiceProblem

_T = TypeVar("_T")
_State = TypeVar("_State")
_Item = TypeVar("_Item")
_Sum = TypeVar("_Sum", bound=Addable)
_Numbers = TypeVarTuple("_Numbers")


class Die(Protocol):
    """The type of `Dice.die`."""

    def __call__(self, sides: int, what: str = "") -> int:
        """Roll one die, 1 to `sides`."""
        ...


class SequentialDice:
    """All methods of `Dice` but `die`, for dice that show one face at a time."""

    __slots__ = ()

    die: Die

    def sub(self, rule: Callable[[Dice, *_Numbers], _T], *args: *_Numbers) -> _T:
        """Run a rule as a part of this one; see `Dice.sub`."""
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
        """Return the sum of independent repeats; see `Dice.total`."""
        if check_repeats(times) == 0:
            return 0
        total = rule(self, *args)
        for _ in range(times - 1):
            total = total + rule(self, *args)
        # The total of a rule with bool outcomes is a number, also for a single repeat.
        return int(total) if isinstance(total, bool) else total

    def tally(self, most: int, *parts: Part) -> Tally:
        """Add up parts in order, capped at `most`; see `Dice.tally`."""
        total, met = 0, True
        for part in parts:
            for _ in range(check_repeats(part.times)):
                rest = (most - total,) if part.bounded else ()
                total = min(most, total + check_countable(part.rule(self, *part.args, *rest)))
            met = met and total >= part.need
        return Tally(total, met)

    def each(
        self,
        step: Callable[[Dice, _State, _Item], tuple[_State, _T]],
        state: _State,
        items: tuple[_Item, ...],
    ) -> tuple[_T, ...]:
        """Return the outcome of every item; see `Dice.each`."""
        outcomes = []
        for item in items:
            state, outcome = step(self, state, item)
            outcomes.append(outcome)
        return tuple(outcomes)

    def choose(
        self, what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]
    ) -> _T:
        """Choose by the policy; see `Dice.choose`."""
        return by_policy(what, options, policy)


def by_policy(what: str, options: tuple[_T, ...], policy: Callable[[tuple[_T, ...]], _T]) -> _T:
    """Return the choice of the policy; it is not called for a single option.

    Raises:
        DiceProblem: There are no options, or the choice is not one of them.
    """
    if not options:
        raise DiceProblem("there is nothing to choose from", what, "ask only with an option")
    chosen = options[0] if len(options) == 1 else policy(options)
    if chosen not in options:
        offered = ", ".join(map(repr, options))
        raise DiceProblem(f"{chosen!r} is none of the options", what, f"choose one of {offered}")
    return chosen


def check_repeats(times: int) -> int:
    """Return the number of repeats.

    Raises:
        DiceProblem: It is negative.
    """
    if times < 0:
        raise DiceProblem(f"a rule cannot be repeated {times} times", "", "repeat 0 times or more")
    return times


def check_countable(outcome: int) -> int:
    """Return an outcome that a tally can add.

    Raises:
        DiceProblem: It is negative.
    """
    if outcome < 0:
        raise DiceProblem(f"a tally cannot add {outcome}", "", "add numbers of 0 or more")
    return outcome


def no_such_die(sides: int, where: str) -> DiceProblem:
    """Return the error for a die with less than one side."""
    return DiceProblem(f"there is no die of {sides} sides", where, "ask for 1 side or more")


_Shown = list[tuple[int, int, str]]


class Roller(SequentialDice):
    """Random dice that keep their faces.

    The face at each position depends only on the key and the position: given faces are played back
    first, and each uses up the roll at its position. So a rule that was interrupted continues with
    the same rolls when it is run again with its key and its faces so far.
    """

    __slots__ = ("_shown", "die")

    def __init__(self, key: str | Random, given: Iterable[Face] = ()) -> None:
        """Prepare the dice.

        Args:
            key: Names a sequence of rolls, the same under every version of Python, such as
                "seed:number"; or a generator that several rollers share.
            given: Faces to show before any is rolled.
        """
        self._shown: _Shown = []
        self.die: Die = _die(key, tuple(given), self._shown)

    @property
    def rolled(self) -> int:
        """The number of `faces`."""
        return len(self._shown)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces so far, given ones included."""
        return tuple(Face(*shown) for shown in self._shown)


def _die(key: str | Random, given: tuple[Face, ...], shown: _Shown) -> Die:
    # A closure instead of a method, because local variables are faster than attributes and no
    # other function of the rules is called as often.
    # One comparison selects all rare cases: a given face, the first die after those (most orders
    # roll none, and seeding a generator takes longer than many orders), a die without sides.
    least_sides = maxsize
    random = _after(key, len(given)) if isinstance(key, Random) else _unseeded

    def die(sides: int, what: str = "") -> int:
        if sides < least_sides:
            return rare(sides, what)
        face = floor(random() * sides) + 1
        shown.append((sides, face, what))
        return face

    def rare(sides: int, what: str) -> int:
        nonlocal least_sides, random
        position = len(shown)
        if sides < 1:
            raise no_such_die(sides, die_place(position, sides, what))
        if position < len(given):
            face = checked_face(given[position], position, sides, what)
            shown.append((sides, face, what))
            return face
        least_sides = 1
        if not isinstance(key, Random):
            random = _after(Random(key), len(given))
        return die(sides, what)

    return die


def _unseeded() -> float:
    raise RuntimeError("no die was rolled yet")


def _after(rng: Random, rolls: int) -> Callable[[], float]:
    """Return the source of rolls after `rolls` are used up."""
    # `random()` is the only method whose sequence Python guarantees.
    for _ in range(rolls):
        rng.random()
    return rng.random


class Script(SequentialDice):
    """Dice that show the given faces and no others.

    A face that is missing, of another die or out of range is an error that names the requested
    die.
    """

    __slots__ = ("_faces", "_shown", "_wanted")

    def __init__(self, faces: Iterable[Face]) -> None:
        """Show these faces in order."""
        self._faces = tuple(faces)
        self._shown: list[Face] = []
        self._wanted: tuple[int, str] | None = None

    @property
    def rolled(self) -> int:
        """The number of `faces`."""
        return len(self._shown)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces so far, each with its purpose."""
        return tuple(self._shown)

    @property
    def left(self) -> tuple[Face, ...]:
        """The faces that were not used yet."""
        return self._faces[len(self._shown) :]

    @property
    def wanted(self) -> tuple[int, str] | None:
        """Sides and purpose of the die for which no face was left, for players who roll by hand."""
        return self._wanted

    def check_used_up(self) -> None:
        """Refuse faces that were not used.

        Raises:
            DiceProblem: Faces are left.
        """
        if self.left:
            place = f"after die {len(self._shown)}"
            raise DiceProblem(f"not rolled: {faces_text(self.left)}", place, "leave them out")

    def die(self, sides: int, what: str = "") -> int:
        """One die; see `Dice.die`."""
        position = len(self._shown)
        if sides < 1:
            raise no_such_die(sides, die_place(position, sides, what))
        if position == len(self._faces):
            self._wanted = sides, what
            where = die_place(position, sides, what)
            raise DiceProblem("no face is left", where, f"add {sides}:1 to {sides}:{sides}")
        face = checked_face(self._faces[position], position, sides, what)
        self._shown.append(Face(sides, face, what))
        return face
