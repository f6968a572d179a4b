"""Expected loss of attacks: exact, as by their odds, from the bare numbers of the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from skirmish.core.figures import Figure
from skirmish.core.state import State
from skirmish.rulesets.attack import ExpectedLoss
from skirmish.rulesets.d20.accuracy import Shot, hits_of, margin_of, shots_of
from skirmish.rulesets.d20.dice import (
    D20,
    READINGS,
    Body,
    Hits,
    Shots,
    crippling,
    losses,
    volleys,
)
from skirmish.rulesets.d20.figures import body, effects_of, spare
from skirmish.rulesets.d20.kinds import Weapon
from skirmish.rulesets.d20.outcomes import CRIPPLED_COSTS, Stake, stake_of


def points_of(state: State, shot: Shot) -> Fraction:
    """Points that an attack costs the target's side on average."""
    return expected(state, shot).lost


def expected(state: State, shot: Shot) -> ExpectedLoss:
    """What an attack on a figure costs it on average."""
    target, weapon = shot.target, shot.weapon
    rolled = shots_of(weapon, margin_of(state, shot), burst=shot.burst, limb=shot.limb)
    left = spare(target, shot.limb) if shot.limb else 0
    stake = stake_of(target, effects_of(weapon))
    lost, hit = _expected(rolled, hits_of(weapon), body(target, weapon), stake, left)
    return ExpectedLoss(target.id, lost, hit)


def chance_of(state: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    rolled = shots_of(shot.weapon, margin_of(state, shot), burst=shot.burst)
    misses = sum(weight for (_, _, count), weight in volleys(rolled).items() if not count)
    return 1 - Fraction(misses, D20**rolled.count)


@lru_cache(maxsize=16_384)
def _expected(
    shots: Shots, hits: Hits, against: Body, stake: Stake, limb: int
) -> tuple[Fraction, Fraction]:
    """Points that an attack costs on average, and the chance that it costs any.

    `limb`: what a called limb can still take; 0 where none is called or it is crippled.
    """
    rounding, ends = shots.readings.rounding, []
    for (crit, called, count), weight in volleys(shots).items():
        if count:
            dice = count, shots.crit_die if crit else 0
            parts, ways, whole = _cost(dice, hits, against, stake, limb * called)
            ends.append((weight * parts, weight * ways, whole))
            if limb and not called:
                cripples = crippling(count, shots.limb, limb, hits, against, rounding)
                costs = weight * CRIPPLED_COSTS * stake.hp * cripples.numerator
                ends.append((costs, 0, cripples.denominator))
    common = lcm(*(whole for _, _, whole in ends))
    lost = sum(parts * (common // whole) for parts, _, whole in ends)
    struck = sum(ways * (common // whole) for _, ways, whole in ends)
    whole = common * D20**shots.count
    return stake.worth(lost, whole), Fraction(struck, whole)


@lru_cache(maxsize=16_384)
def _cost(
    dice: tuple[int, int], hits: Hits, against: Body, stake: Stake, limb: int
) -> tuple[int, int, int]:
    """Parts of its worth that so many hits and a CRIT die cost a figure, by their weights.

    Also the weight of those that cost any, and of all. `limb`: what the limb can take that all
    hits go to, or 0.
    """
    weights, whole = losses(*dice, hits, against, READINGS.rounding)
    parts = ways = 0
    for loss, weight in weights.items():
        cost = stake.parts(loss, crippled=0 < limb <= loss < stake.left)
        parts += weight * cost
        ways += weight * (cost > 0)
    return parts, ways, whole


def blasted(figure: Figure, weapon: Weapon) -> ExpectedLoss:
    """What a blast costs a figure that is within."""
    stake = stake_of(figure, effects_of(weapon))
    parts, ways, whole = _cost((1, 0), hits_of(weapon), body(figure, weapon), stake, 0)
    return ExpectedLoss(figure.id, stake.worth(parts, whole), Fraction(ways, whole))
