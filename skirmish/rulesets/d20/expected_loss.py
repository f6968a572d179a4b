"""Expected losses by attacks: equal to those by their odds, computed from bare numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import mul

from attrs import frozen

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
    steps,
    volleys,
)
from skirmish.rulesets.d20.figures import body, effects_of, spare
from skirmish.rulesets.d20.kinds import LOCATION, Weapon
from skirmish.rulesets.d20.outcomes import CRIPPLED_COSTS, Stake, stake_of


@frozen(cache_hash=True)
class Struck:
    """The hits of a weapon, the armour that they meet, and the figure's stake."""

    hits: Hits
    against: Body
    stake: Stake


def points_of(state: State, shot: Shot) -> Fraction:
    """The points that an attack costs the target's side on average."""
    return losses_of(shot, margin_of(state, shot))[0]


def expected(state: State, shot: Shot) -> ExpectedLoss:
    """The expected loss by an attack on a figure."""
    return ExpectedLoss(shot.target.id, *losses_of(shot, margin_of(state, shot)))


def losses_of(shot: Shot, margin: int) -> tuple[Fraction, Fraction, Fraction]:
    """The mean points that an attack with this margin costs, and the chances of any and of all."""
    left = spare(shot.target, shot.limb) if shot.limb else 0
    rolled = shots_of(shot.weapon, margin, shot.burst, shot.limb)
    return _expected(rolled, _struck(shot.target, shot.weapon), left)


def _struck(target: Figure, weapon: Weapon) -> Struck:
    """The numbers of a weapon against a figure, kept with the figure."""
    key = ("struck", weapon)
    found: Struck | None = target.cache.get(key)
    if found is None:
        stake = stake_of(target, effects_of(weapon))
        found = target.cache[key] = Struck(hits_of(weapon), body(target, weapon), stake)
    return found


def chance_of(state: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    rolled = shots_of(shot.weapon, margin_of(state, shot), shot.burst)
    misses = sum(weight for (_, _, count), weight in volleys(rolled).items() if not count)
    return 1 - Fraction(misses, D20**rolled.count)


@lru_cache(maxsize=16_384)
def _expected(shots: Shots, struck: Struck, limb: int) -> tuple[Fraction, Fraction, Fraction]:
    """The mean points that an attack costs, the chances of any loss and of putting the figure out.

    `limb`: the damage that a called limb can still take; 0 if none is called or it is crippled.
    """
    rounding, stake, ends = shots.readings.rounding, struck.stake, []
    for (crit, called, count), weight in volleys(shots).items():
        if count:
            die = shots.crit_die if crit else 0
            parts, ways, falls, whole = _cost(count, die, struck, limb * called)
            ends.append((weight * parts, weight * ways, weight * falls, whole))
            if limb and not called:
                hits, against = struck.hits, struck.against
                faces = LOCATION.count(shots.limb)
                cripples = crippling(count, faces, limb, hits, against, rounding)
                costs = weight * CRIPPLED_COSTS * stake.hp * cripples.numerator
                ends.append((costs, 0, 0, cripples.denominator))
    common = lcm(*(whole for *_, whole in ends))
    lost, hit, out = (sum(end[i] * (common // end[-1]) for end in ends) for i in range(3))
    whole = common * D20**shots.count
    return stake.worth(lost, whole), Fraction(hit, whole), Fraction(out, whole)


@lru_cache(maxsize=16_384)
def _cost(count: int, crit_die: int, struck: Struck, limb: int) -> tuple[int, int, int, int]:
    """Parts of its worth that some hits and a CRIT die cost a figure, summed by their weights.

    Also the weight of results that cost any, that put it out, and of all. `limb`: the damage that
    cripples the limb to which all hits go, or 0.
    """
    weights, whole = losses(count, crit_die, struck.hits, struck.against, READINGS.rounding)
    costs = _costs(struck.stake, struck.against, limb)
    free = bisect_right(costs, 0)  # more damage never costs less
    down = bisect_left(steps(struck.against, READINGS.rounding), struck.stake.left)
    return sum(map(mul, weights, costs)), sum(weights[free:]), sum(weights[down:]), whole


@lru_cache(maxsize=4096)
def _costs(stake: Stake, against: Body, limb: int) -> tuple[int, ...]:
    """Parts of its worth that each total of damage costs a figure."""
    return tuple(
        [
            stake.parts(loss, crippled=0 < limb <= loss < stake.left)
            for loss in steps(against, READINGS.rounding)
        ]
    )


def blasted(figure: Figure, weapon: Weapon) -> ExpectedLoss:
    """The expected loss of a figure within a blast."""
    struck = _struck(figure, weapon)
    parts, ways, falls, whole = _cost(1, 0, struck, 0)
    lost = struck.stake.worth(parts, whole)
    return ExpectedLoss(figure.id, lost, Fraction(ways, whole), Fraction(falls, whole))
