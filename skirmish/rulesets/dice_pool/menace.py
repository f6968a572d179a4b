"""How much one figure threatens another from where both stand: for the computer player.

What a state says is put into numbers here; what the numbers come to is in `worth`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.dice_pool import arithmetic, suppressing
from skirmish.rulesets.dice_pool.arithmetic import ROUNDS, action
from skirmish.rulesets.dice_pool.declared import FIRED
from skirmish.rulesets.dice_pool.gun import Gun, arms, gun_in, out_of_order, trooper
from skirmish.rulesets.dice_pool.outcome import boxes, boxes_left
from skirmish.rulesets.dice_pool.pools import LEAST, choke_die, dodging, skilled
from skirmish.rulesets.dice_pool.rules import Target
from skirmish.rulesets.dice_pool.shot import reach
from skirmish.rulesets.dice_pool.striking import fists, parrying, striking
from skirmish.rulesets.dice_pool.suppressing import Sweep
from skirmish.rulesets.dice_pool.worth import (
    NOTHING,
    blasted,
    share_lost,
    share_pinned,
)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    The shooter may turn, load and set its weapon first; other figures do not stand in the way.
    """
    return menace_of(state, state.figures[shooter], state.figures[target])


def menace_of(state: State, one: Figure, other: Figure, *, ready: bool = False) -> Fraction:
    """The same of two figures as they are given, whatever the state says of them.

    `ready`: with weapons as they are set and loaded now, and the recoil of this pass.
    """
    if one.at is None or other.at is None:
        return NOTHING
    best = _blow(state, one, other) if in_reach(state.board, one.at, other.at) else NOTHING
    seen = state.board.seen_from(one.at) & state.board.bit(other.at)
    earlier = one.count(FIRED) if ready else 0
    pair = None
    for slot, arm in enumerate(arms(one)):
        if not arm.increment or not (seen or arm.lobbed):
            continue
        gun = gun_in(one, slot)
        if gun.spent or (ready and out_of_order(one, gun, arm.volley)):
            continue
        pair = pair or pair_of(state, one, other)
        if arm.explodes:
            share = _blast(state, gun, pair)
        else:
            share = _shots(gun, pair, volleys(gun, ready=ready), earlier)
        best = max(best, share)
    return best * other.who.kind.points if best else NOTHING


class Pair(NamedTuple):
    """What counts between a shooter and its target but for the weapon.

    `target` has its guard and armour, and no damage yet; `limit` is the boxes it has in all.
    """

    away2: int
    skill: int
    target: Target
    limit: int


def pair_of(state: State, one: Figure, other: Figure) -> Pair:
    """Two figures on the table."""
    guard = max(0, total(dodging(state, other, one.tile)))
    away2 = distance2(one.tile, other.tile)
    return Pair(away2, total(skilled(one)), _target(other, guard, 0, 0), boxes(other))


def shot_at(gun: Gun, pair: Pair, rounds: int, *, earlier: int, dice: int = 0) -> Fraction:
    """The share of the points of an enemy in sight that one shot costs after earlier ones."""
    return _shots(gun, pair._replace(skill=pair.skill + dice), (rounds,), earlier)


def blast_at(state: State, one: Figure, gun: Gun, other: Figure) -> Fraction:
    """The share of its points that a blast aimed at somebody costs its side."""
    return _blast(state, gun, pair_of(state, one, other))


def reaching(gun: Gun, other: Figure, away: int) -> Fraction:
    """The share of a blast's damage behind armour that is left so many tiles from its centre."""
    armour = arithmetic.armour(trooper(other).av, gun.ap)
    if away > gun.arm.blast_reach or gun.dv <= armour:
        return NOTHING
    return Fraction(max(0, gun.dv - away - armour), gun.dv - armour)


def pinned(sweep: Sweep, other: Figure) -> Fraction:
    """Points that suppressive fire takes off one who shows himself in it (POOL-F13)."""
    numbers = suppressing.numbers(other, sweep.gun.dv, sweep.gun.ap)
    share = share_pinned(total(suppressing.pool_of(sweep)), numbers, boxes(other))
    return share * other.who.kind.points


def _blow(state: State, one: Figure, other: Figure) -> Fraction:
    blades = [arm for arm in arms(one) if not arm.increment] or [fists(one)]
    pool, guard = total(striking(one)), total(parrying(state, one, other))
    return max(
        share_lost(pool, 1, _target(other, guard, arm.dv, arm.ap), boxes(other)) for arm in blades
    )


@lru_cache(maxsize=32768)
def _shots(gun: Gun, pair: Pair, rounds: tuple[int, ...], earlier: int) -> Fraction:
    """The best of several numbers of rounds, after those fired earlier in the pass."""
    if pair.away2 > reach(gun) ** 2:
        return NOTHING
    penalty = arithmetic.beyond(pair.away2, gun.increment)
    target = pair.target._replace(
        dv=gun.dv,
        av=arithmetic.armour(pair.target.av, gun.ap),
        halves=arithmetic.halves(gun.rate, penalty, wide=False),
    )
    pool = pair.skill - penalty + choke_die(gun)[1]
    best = NOTHING
    for number in rounds:
        lost = arithmetic.recoil(gun.rate, earlier, number, gun.compensation)
        best = max(best, share_lost(max(LEAST, pool - lost), number, target, pair.limit))
    return best


@lru_cache(maxsize=1024)
def volleys(gun: Gun, *, ready: bool) -> tuple[int, ...]:
    """The numbers of rounds that a weapon may send at one target in one attack."""
    settings = [gun] if ready else [evolve(gun, mode=mode) for mode in gun.arm.modes] or [gun]
    found = (rounds for one in settings for rounds in _volleys(one, ready=ready))
    return tuple(dict.fromkeys(found))


def _volleys(gun: Gun, *, ready: bool) -> Iterator[int]:
    if not gun.bursts:
        yield gun.arm.volley
        return
    for burst in ("short", "long", "full"):
        loaded = not ready or gun.rounds >= ROUNDS[burst]
        if loaded and action(burst, gun.mode) is not None:
            yield ROUNDS[burst]


def _target(figure: Figure, guard: int, dv: int, ap: int) -> Target:
    kind = trooper(figure)
    return Target(guard, dv, arithmetic.armour(kind.av, ap), kind.body, boxes_left(figure))


def _blast(state: State, gun: Gun, pair: Pair) -> Fraction:
    if pair.away2 > gun.reach**2:
        return NOTHING
    pool = max(LEAST, pair.skill - arithmetic.beyond(pair.away2, gun.increment))
    target = pair.target._replace(guard=0, dv=gun.dv, av=arithmetic.armour(pair.target.av, gun.ap))
    scatters = bool(state.rule("scatter", True))
    return blasted(pool if scatters else 0, gun.arm.blast_reach, target, pair.limit)
