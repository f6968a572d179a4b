"""Expected loss from attacks, in points and shares of points, for the computer player.

The shares are exact: they come from the odds of the rules and are cached by bare numbers. `limit`
is always the total number of boxes of the target.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.dice import odds, odds_each
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.action import ZERO
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import prospects
from skirmish.rulesets.common.present import in_reach
from skirmish.rulesets.dice_pool.accuracy import (
    LEAST,
    PRONE_FROM,
    choke_die,
    dodging,
    reach,
    skilled,
)
from skirmish.rulesets.dice_pool.ammunition import out_of_order
from skirmish.rulesets.dice_pool.close_combat import fists, parrying, striking
from skirmish.rulesets.dice_pool.counters import FIRED, PRONE
from skirmish.rulesets.dice_pool.dice import (
    BURSTS,
    NO_SCATTER,
    SCATTER_DIE,
    SCATTER_LESS,
    Harm,
    Target,
    armour_left,
    beyond,
    boxes_filled,
    burst_cost,
    divisor,
    enough,
    most_extra,
    recoil,
    successes_of,
    suppress,
    ways,
)
from skirmish.rulesets.dice_pool.figures import Gun, boxes, boxes_left, gun_in, kind_of, weapons_of
from skirmish.rulesets.dice_pool.suppression import Sweep, numbers, suppression_pool


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side is expected to lose to the shooter's best attack.

    The shooter may turn, load and set its weapon first; other figures do not stand in the way.
    """
    return menace_of(state, state.figures[shooter], state.figures[target])


def menace_of(state: State, one: Figure, other: Figure, *, ready: bool = False) -> Fraction:
    """The same for two figures as given, whatever the state holds about them.

    `ready`: with weapons as they are set and loaded now, and with the recoil of this pass.
    """
    if one.at is None or other.at is None:
        return ZERO
    best = _blow(state, one, other) if in_reach(state.board, one.at, other.at) else ZERO
    seen = state.board.sees(one.at, other.at)
    earlier = one.count(FIRED) if ready else 0
    pair = None
    for slot, weapon in enumerate(weapons_of(one)):
        if not weapon.increment or not (seen or weapon.lobbed):
            continue
        gun = gun_in(one, slot)
        if gun.spent or (ready and out_of_order(one, gun, weapon.volley)):
            continue
        pair = pair or pair_of(state, one, other)
        if weapon.explodes:
            share = _blast(state, gun, pair)
        else:
            share = _shots(gun, pair, volleys(gun, ready=ready), earlier)
        best = max(best, share)
    return best * other.who.kind.points if best else ZERO


def setting(board: Board, one: Figure, at: Tile, other: Figure, there: Tile) -> Hashable:
    """All numbers of the ground that affect `menace`."""
    away2, weapons = distance2(at, there), weapons_of(one)
    guns = [gun_in(one, slot) for slot, weapon in enumerate(weapons) if weapon.increment]
    return (
        tuple([_ranged(gun, away2) for gun in guns]),
        other.posture == PRONE and away2 >= PRONE_FROM**2,
        *prospects.ground(board, at, there),
    )


def _ranged(gun: Gun, away2: int) -> tuple[int, bool, bool]:
    """The range penalty, and whether a shot and a blast reach that far."""
    penalty = beyond(away2, gun.increment)
    return penalty, away2 <= reach(gun) ** 2, away2 <= gun.reach**2


class Pair(NamedTuple):
    """The numbers of a shooter and its target that do not depend on the weapon.

    `target` has its guard and armour, and no damage yet; `limit` is its total number of boxes.
    """

    away2: int
    skill: int
    target: Target
    limit: int


def pair_of(state: State, one: Figure, other: Figure) -> Pair:
    """Return the numbers of two figures on the table."""
    guard = max(0, total(dodging(state, other, one.tile)))
    away2 = distance2(one.tile, other.tile)
    return Pair(away2, total(skilled(one)), _target(other, guard, 0, 0), boxes(other))


def shot_at(gun: Gun, pair: Pair, rounds: int, *, earlier: int, dice: int = 0) -> Fraction:
    """The expected loss of a visible enemy to one shot after `earlier` rounds, as a share."""
    return _shots(gun, pair._replace(skill=pair.skill + dice), (rounds,), earlier)


def blast_at(state: State, one: Figure, gun: Gun, other: Figure) -> Fraction:
    """The expected loss of a figure to a blast aimed at it, as a share of its points."""
    return _blast(state, gun, pair_of(state, one, other))


def reaching(gun: Gun, other: Figure, away: int) -> Fraction:
    """The share of a blast's damage after armour that is left at a distance in tiles."""
    armour = armour_left(kind_of(other).av, gun.ap)
    if away > gun.weapon.blast_reach or gun.dv <= armour:
        return ZERO
    return Fraction(max(0, gun.dv - away - armour), gun.dv - armour)


def points_pinned(sweep: Sweep, other: Figure) -> Fraction:
    """The expected loss in points of a figure that shows itself in suppressive fire (POOL-F13)."""
    target = numbers(other, sweep.gun.dv, sweep.gun.ap)
    share = share_pinned(total(suppression_pool(sweep)), target, boxes(other))
    return share * other.who.kind.points


def _blow(state: State, one: Figure, other: Figure) -> Fraction:
    blades = [weapon for weapon in weapons_of(one) if not weapon.increment] or [fists(one)]
    pool, guard = total(striking(one)), total(parrying(state, one, other))
    return max(
        share_lost(pool, 1, _target(other, guard, weapon.dv, weapon.ap), boxes(other))
        for weapon in blades
    )


@lru_cache(maxsize=32768)
def _shots(gun: Gun, pair: Pair, rounds: tuple[int, ...], earlier: int) -> Fraction:
    """The best expected loss over several numbers of rounds, after those fired in the pass."""
    if pair.away2 > reach(gun) ** 2:
        return ZERO
    penalty = beyond(pair.away2, gun.increment)
    target = pair.target._replace(
        dv=gun.dv,
        av=armour_left(pair.target.av, gun.ap),
        halves=divisor(gun.rate, penalty, wide=False),
    )
    pool = pair.skill - penalty + choke_die(gun)[1]
    best = ZERO
    for number in rounds:
        lost = recoil(gun.rate, earlier, number, gun.compensation)
        best = max(best, share_lost(max(LEAST, pool - lost), number, target, pair.limit))
    return best


@lru_cache(maxsize=1024)
def volleys(gun: Gun, *, ready: bool) -> tuple[int, ...]:
    """The numbers of rounds that a weapon can fire at one target in one attack."""
    settings = [gun] if ready else [evolve(gun, mode=mode) for mode in gun.weapon.modes] or [gun]
    found = (rounds for one in settings for rounds in _volleys(one, ready=ready))
    return tuple(dict.fromkeys(found))


def _volleys(gun: Gun, *, ready: bool) -> Iterator[int]:
    if not gun.bursts:
        yield gun.weapon.volley
        return
    for burst in ("short", "long", "full"):
        loaded = not ready or gun.rounds >= BURSTS[burst]
        if loaded and burst_cost(burst, gun.mode) is not None:
            yield BURSTS[burst]


def _target(figure: Figure, guard: int, dv: int, ap: int) -> Target:
    kind = kind_of(figure)
    return Target(guard, dv, armour_left(kind.av, ap), kind.body, boxes_left(figure))


def _blast(state: State, gun: Gun, pair: Pair) -> Fraction:
    if pair.away2 > gun.reach**2:
        return ZERO
    pool = max(LEAST, pair.skill - beyond(pair.away2, gun.increment))
    target = pair.target._replace(guard=0, dv=gun.dv, av=armour_left(pair.target.av, gun.ap))
    scatters = bool(state.rule("scatter", True))
    return blasted(pool if scatters else 0, gun.weapon.blast_reach, target, pair.limit)


@lru_cache(maxsize=16384)
def share_lost(pool: int, rounds: int, target: Target, limit: int) -> Fraction:
    """The expected loss of the one target of an attack with rounds (POOL-A13, POOL-26 to 35)."""
    bare = target._replace(guard=0, threshold=0)
    lost = sum(
        weight * _by_net(successes - target.threshold, rounds, bare, limit)
        for successes, weight in net_successes(pool, target.guard)
        if successes > target.threshold
    )
    return Fraction(lost, ways(pool + target.guard + bare.body) * 2 * limit)


@lru_cache(maxsize=4096)
def net_successes(pool: int, guard: int) -> tuple[tuple[int, int], ...]:
    """The weight of each number of net successes above 0."""
    attack, defence = successes_of(pool), successes_of(guard)
    return tuple([(net, sum(map(mul, attack[net:], defence))) for net in range(1, pool + 1)])


@lru_cache(maxsize=16384)
def _by_net(net: int, rounds: int, target: Target, limit: int) -> int:
    """The weighted loss of a figure by a number of net successes, summed over its Body roll."""
    return _filled(boxes_filled(net, most_extra(net, rounds, target), target), target, limit)


def _filled(boxes: tuple[int, ...], target: Target, limit: int) -> int:
    """The weighted loss for numbers of filled boxes, indexed by successes of the Body roll."""
    weights = successes_of(target.body)
    return sum(w * _part(n, target.boxes, limit) for w, n in zip(weights, boxes, strict=True))


def _part(damage: int, left: int, limit: int) -> int:
    """Loss out of twice the boxes: damage, plus the rest when it is out (as `harm.loss`)."""
    return limit + left if damage >= left else damage


def _share(harm: Harm, left: int, limit: int) -> Fraction:
    return Fraction(_part(harm.damage, left, limit), 2 * limit)


@lru_cache(maxsize=4096)
def share_pinned(pool: int, target: Target, limit: int) -> Fraction:
    """Expected loss of a figure that shows itself in the fire, as a share of points (POOL-F13)."""
    chances = odds_each(suppress, pool, (target,), item=0)
    return chances.expect(lambda harm: _share(harm, target.boxes, limit))


@lru_cache(maxsize=4096)
def blasted(pool: int, radius: int, target: Target, limit: int) -> Fraction:
    """The average over test and d10, by distance only, not direction; with a pool of 0, exact."""
    near = [_at_distance(away, radius, target, limit) for away in range(SCATTER_DIE + 1)]
    if not pool:
        return near[0]

    def scattered(successes: int) -> Fraction:
        faces = range(1, SCATTER_DIE + 1)
        return sum((near[max(0, f - SCATTER_LESS * successes)] for f in faces), ZERO) / SCATTER_DIE

    return odds(enough, pool, NO_SCATTER).expect(scattered)


def _at_distance(away: int, radius: int, target: Target, limit: int) -> Fraction:
    if away > radius:
        return ZERO
    if target.dv <= away:
        return ZERO
    boxes = boxes_filled(0, 0, target._replace(dv=target.dv - away))
    return Fraction(_filled(boxes, target, limit), ways(target.body) * 2 * limit)
