"""The opposed agility roll of an interrupt, and its exact odds (AMMO-F16).

The dice have no highest total, so no walk through them ends. But a die of s sides reaches s more
with 1/s of the chance, so all sums over its totals are geometric series.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm, prod
from sys import maxsize

from attrs import frozen

from skirmish.core.dice import Dice, open_ended
from skirmish.rulesets.trait_die.rules import WILD


@frozen
class Agile:
    """A figure in an opposed agility roll."""

    sides: int
    wild: bool = False
    modifier: int = 0

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of its dice, of which the better counts."""
        return (self.sides, WILD) if self.wild else (self.sides,)


def agility(dice: Dice, who: Agile) -> int:
    """An agility total, as high as the dice go."""
    total = open_ended(dice, who.sides, maxsize, "agility")
    if who.wild:
        total = max(total, open_ended(dice, WILD, maxsize, "wild"))
    return total + who.modifier


def first(dice: Dice, holder: Agile, actor: Agile) -> bool:
    """Whether who holds goes before who acts: the higher total, a tie to the holder (AMMO-F16)."""
    return dice.sub(agility, holder) >= dice.sub(agility, actor)


@lru_cache(maxsize=1024)
def chance_first(holder: Agile, actor: Agile) -> Fraction:
    """The exact chance that `first` is true.

    The sum over all totals n of the holder: P(holder = n) * P(actor <= n). With P(total <= n) as
    the product of 1 - P(die > n) over the dice, each addend is a sum of products of P(die > n). Of
    such a product the part of the series from `start` on is geometric over `period` totals.
    """
    period = lcm(*holder.dice, *actor.dice)
    lowest, start = 1 + holder.modifier, 1 + max(holder.modifier, actor.modifier)
    chance = Fraction(0)
    for sign, mine in _choices(holder):
        for other_sign, theirs in _choices(actor):
            if not mine:  # P(holder = n) is a difference, in which the 1 of the product cancels
                continue
            addends = [_addend(n, mine, theirs) for n in range(lowest, start + period)]
            shrinks = prod(sides ** (period // sides) for sides, _ in mine + theirs)
            tail = sum(addends[start - lowest :], Fraction(0)) / (1 - Fraction(1, shrinks))
            chance += sign * other_sign * (sum(addends[: start - lowest], tail))
    return chance


_Dice = tuple[tuple[int, int], ...]
"""Dice by their sides and what is added to them."""


def _choices(who: Agile) -> Iterator[tuple[int, _Dice]]:
    """The addends of the product of 1 - P(die > n): which dice stand in each, and its sign."""
    dice = [(sides, who.modifier) for sides in who.dice]
    for size in range(len(dice) + 1):
        for chosen in combinations(dice, size):
            yield (-1) ** size, chosen


def _addend(n: int, mine: _Dice, theirs: _Dice) -> Fraction:
    """One addend of P(holder = n) * P(actor <= n)."""
    return (_above(n, mine) - _above(n - 1, mine)) * _above(n, theirs)


def _above(n: int, dice: _Dice) -> Fraction:
    """The chance that all of some dice come to more than n."""
    return prod((_over(sides, n - modifier) for sides, modifier in dice), start=Fraction(1))


def _over(sides: int, n: int) -> Fraction:
    """The chance that a die which aces comes to more than n: the aces, then the rest."""
    if n < 1:
        return Fraction(1)
    aces, rest = divmod(n, sides)
    return Fraction(sides - rest, sides ** (aces + 1))
