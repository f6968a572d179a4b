"""Dice that roll."""

from collections.abc import Callable, Iterable
from math import floor
from random import Random
from sys import maxsize

from skirmish.core.dice.faces import Face, fit, wanted
from skirmish.core.dice.straight import Answers, Die, Straight, no_such_die

_Shown = list[tuple[int, int, str]]


class Roller(Straight):
    """Dice that roll, and keep what they show.

    The face at each place depends on the key and the place alone: given faces are played back
    first, and each of them uses up the roll it stands for. So a rule that was broken off and is
    run again, with its key and the faces kept, goes on as if it had not been.
    """

    __slots__ = ("_shown", "die")

    def __init__(
        self,
        key: str | Random,
        given: Iterable[Face] = (),
        answers: Answers | None = None,
    ) -> None:
        """Make ready to roll.

        Args:
            key: Names a sequence of rolls, the same under every version of Python, such as
                "seed:number"; or a generator that several rollers share.
            given: Faces to show before any is rolled.
            answers: Where choices are answered; None goes by the policies.
        """
        super().__init__(answers)
        rng = key if isinstance(key, Random) else Random(key)
        self._shown: _Shown = []
        # `random()` is the one method whose sequence Python promises to keep.
        self.die: Die = _die(rng.random, tuple(given), self._shown)

    @property
    def faces(self) -> tuple[Face, ...]:
        """What was shown so far, given faces included."""
        return tuple(Face(*shown) for shown in self._shown)


def _die(random: Callable[[], float], given: tuple[Face, ...], shown: _Shown) -> Die:
    # A closure and no method: what it uses is at hand faster than attributes are, and no other
    # function of the rules is called as often.
    for _ in given:
        random()
    # One comparison turns aside both that are rare: a given face, and a die without sides.
    least_sides = maxsize if given else 1

    def die(sides: int, what: str = "") -> int:
        if sides < least_sides:
            return given_face(sides, what)
        face = floor(random() * sides) + 1
        shown.append((sides, face, what))
        return face

    def given_face(sides: int, what: str) -> int:
        nonlocal least_sides
        position = len(shown)
        if sides < 1:
            raise no_such_die(sides, wanted(position, sides, what))
        face = fit(given[position], position, sides, what)
        shown.append((sides, face, what))
        if len(shown) == len(given):
            least_sides = 1
        return face

    return die
