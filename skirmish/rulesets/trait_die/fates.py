"""What one die may roll and one hit does: tables of whole-number weights for `reckoning`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import lcm

from attrs import frozen

from skirmish.core.dice import Distribution, odds
from skirmish.rulesets.trait_die.rules import RAISE, Guard, Harm, shot, wild_margin
from skirmish.rulesets.trait_die.toll import NOTHING, toll_of

MISSED, HIT, RAISED = 0, 1, 3
"""Bits, so that the best of several is all of them together."""
BELOW = -1
"""A margin that misses, where it does not matter by how much."""
Blow = tuple[int, int]
"""The hit of one die and its toll."""
SPARED: Blow = MISSED, NOTHING
Roll = tuple[int, bool, bool]
"""The margin of a die, whether it costs a token, whether it goes astray."""


@frozen
class Blows:
    """What a hit does to a figure, plain or with a raise: weights out of `out_of`."""

    out_of: int
    plain: Mapping[Blow, int]
    raised: Mapping[Blow, int]

    def of(self, margin: int, own: int, met: int) -> Mapping[Blow, int]:
        """What a die does to the figure by its margin.

        `own`: whether it is the target. `met`: among how many a stray finds it, 0 for no stray.
        """
        if own and margin >= 0:
            return self.raised if margin >= RAISE else self.plain
        if own or margin >= 0 or not met:
            return {SPARED: self.out_of}
        shared = {blow: weight // met for blow, weight in self.plain.items()}
        shared[SPARED] = self.out_of - self.out_of // met
        return shared


@lru_cache(maxsize=2048)
def blows_on(harm: Harm, guard: Guard, shares: int) -> Blows:
    """What a hit does to a figure (AMMO-F12); all weights can be divided by `shares`."""
    plain, raised = (odds(toll_of, harm, better, guard) for better in (False, True))
    out_of = lcm(plain.denominator, raised.denominator) * shares

    def scaled(hit: int, tolls: Distribution[int]) -> Mapping[Blow, int]:
        scale = out_of // tolls.denominator
        return {(hit, toll): weight * scale for toll, weight in tolls.weights.items()}

    return Blows(out_of, scaled(HIT, plain), scaled(RAISED, raised))


@lru_cache(maxsize=2048)
def rolls_of(
    sides: int, modifier: int, deplete: int, stray: int, alike: bool
) -> Mapping[Roll, int]:
    """What a die may roll, the highest margin first; `alike`: told by grade alone."""
    rolls: dict[Roll, int] = {}
    for (margin, face), weight in odds(shot, sides, modifier).weights.items():
        told = grade(margin) if alike else margin
        key = told, face <= deplete, margin < 0 and face <= stray
        rolls[key] = rolls.get(key, 0) + weight
    return dict(sorted(rolls.items(), reverse=True))


def grade(margin: int) -> int:
    """The least margin that does the same."""
    return RAISE if margin >= RAISE else 0 if margin >= 0 else BELOW


@lru_cache(maxsize=256)
def wilds_of(modifier: int) -> Distribution[int]:
    """The margins of the Wild Die."""
    return odds(wild_margin, modifier)
