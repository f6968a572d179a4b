"""Odds the plain way: every fall of every single die, nothing merged, nothing added up at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any

from skirmish.core.dice import Distribution
from skirmish.core.dice.sequential import SequentialDice


class Needed(Exception):
    """A die that is asked for behind the faces at hand."""

    def __init__(self, sides: int) -> None:
        """A die of so many sides."""
        super().__init__(sides)
        self.sides = sides


class Single(SequentialDice):
    """Dice that show these faces, then say which die is asked for next."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        """Show these."""
        self._left: Iterator[int] = iter(faces)

    def die(self, sides: int, what: str = "") -> int:
        """The next face."""
        for face in self._left:
            return face
        raise Needed(sides)


def by_single_dice(rule: Callable[..., Any], *args: object) -> Distribution[Any]:
    """The odds of a rule, by running it once for each way in which its dice fall."""
    ends: dict[Any, Fraction] = {}
    todo: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while todo:
        faces, chance = todo.pop()
        try:
            outcome = rule(Single(faces), *args)
        except Needed as need:
            share = chance / need.sides
            todo += [((*faces, face), share) for face in range(1, need.sides + 1)]
        else:
            ends[outcome] = ends.get(outcome, Fraction(0)) + chance
    common = lcm(*(chance.denominator for chance in ends.values()))
    return Distribution({outcome: int(chance * common) for outcome, chance in ends.items()})
