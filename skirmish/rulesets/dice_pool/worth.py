"""What attacks cost a figure's side on average, by their numbers alone: for the computer player.

All are exact shares of a figure's points, from the odds of the rules themselves; each is worked
out once. `limit` is always the number of boxes that the target has in all.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from skirmish.core.dice import Dice, odds, odds_each
from skirmish.rulesets.dice_pool.rules import (
    GUARD,
    NO_SCATTER,
    SCATTER_DIE,
    SCATTER_LESS,
    Harm,
    Target,
    attack_hits,
    blast,
    enough,
    hit,
    most_extra,
    struck,
    suppress,
)

NOTHING = Fraction(0)


@lru_cache(maxsize=16384)
def share_lost(pool: int, rounds: int, target: Target, limit: int) -> Fraction:
    """What an attack with rounds takes off its one target (POOL-A13, POOL-26 to 35)."""
    bare = target._replace(guard=0, threshold=0)
    chances = odds(net_hits, pool, target.guard)
    lost = sum(
        weight * _by_net(hits - target.threshold, rounds, bare, limit)
        for hits, weight in chances.weights.items()
        if hits > target.threshold
    )
    return Fraction(lost, chances.denominator * _whole(bare, limit))


def net_hits(dice: Dice, pool: int, guard: int) -> int:
    """The hits of a weapon test over those of the defence."""
    return dice.sub(attack_hits, pool) - dice.total(guard, hit, GUARD)


@lru_cache(maxsize=16384)
def _by_net(net: int, rounds: int, target: Target, limit: int) -> int:
    """What so many net hits take off a figure, as a part of `_whole`."""
    chances = odds(struck, net, most_extra(net, rounds, target), target)
    lost = sum(
        weight * _part(harm, target.boxes, limit) for harm, weight in chances.weights.items()
    )
    return lost * (_paths(target) // chances.denominator)


def _whole(target: Target, limit: int) -> int:
    """All of a figure's points, in the whole numbers that `_by_net` counts in."""
    return 2 * limit * _paths(target)


def _paths(target: Target) -> int:
    """The weight of all that a Body roll may show: a third of the faces hit."""
    return int(3**target.body)


def _part(harm: Harm, left: int, limit: int) -> int:
    """Of twice the boxes: half by those filled, the rest when it is out (as `harm.loss`)."""
    return limit + left if harm.damage >= left else harm.damage


def _share(harm: Harm, left: int, limit: int) -> Fraction:
    return Fraction(_part(harm, left, limit), 2 * limit)


@lru_cache(maxsize=4096)
def share_pinned(pool: int, target: Target, limit: int) -> Fraction:
    """What suppressive fire takes off one who shows himself in it (POOL-F13)."""
    chances = odds_each(suppress, pool, (target,), item=0)
    return chances.expect(lambda harm: _share(harm, target.boxes, limit))


@lru_cache(maxsize=4096)
def blasted(pool: int, radius: int, target: Target, limit: int) -> Fraction:
    """The average over test and d10; only how far it goes counts, not which way. Pool 0: exact."""
    near = [_at_distance(away, radius, target, limit) for away in range(SCATTER_DIE + 1)]
    if not pool:
        return near[0]

    def scattered(hits: int) -> Fraction:
        faces = range(1, SCATTER_DIE + 1)
        return sum((near[max(0, f - SCATTER_LESS * hits)] for f in faces), NOTHING) / SCATTER_DIE

    return odds(enough, pool, NO_SCATTER).expect(scattered)


def _at_distance(away: int, radius: int, target: Target, limit: int) -> Fraction:
    if away > radius:
        return NOTHING
    numbers = target._replace(dv=max(0, target.dv - away))
    chances = odds_each(blast, (numbers,), item=0)
    return chances.expect(lambda harm: _share(harm, target.boxes, limit))
