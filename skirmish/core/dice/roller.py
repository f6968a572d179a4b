"""Random dice."""

from collections.abc import Callable, Iterable
from math import floor
from random import Random
from sys import maxsize

from skirmish.core.dice.faces import Face, checked_face, die_place
from skirmish.core.dice.sequential import Answers, Die, SequentialDice, no_such_die

_Shown = list[tuple[int, int, str]]


class Roller(SequentialDice):
    """Random dice that keep their faces.

    The face at each position depends only on the key and the position: given faces are played back
    first, and each uses up the roll at its position. So a rule that was interrupted continues with
    the same rolls when it is run again with its key and its faces so far.
    """

    __slots__ = ("_shown", "die")

    def __init__(
        self,
        key: str | Random,
        given: Iterable[Face] = (),
        answers: Answers | None = None,
    ) -> None:
        """Prepare the dice.

        Args:
            key: Names a sequence of rolls, the same under every version of Python, such as
                "seed:number"; or a generator that several rollers share.
            given: Faces to show before any is rolled.
            answers: Callback for choices; None uses the policies.
        """
        super().__init__(answers)
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
