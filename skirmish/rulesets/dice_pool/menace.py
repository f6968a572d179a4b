"""How much one figure threatens another from where both stand: for the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from skirmish.core.dice import odds, odds_each
from skirmish.core.figures import Figure
from skirmish.core.geometry import distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.dice_pool import arithmetic
from skirmish.rulesets.dice_pool.arithmetic import ROUNDS, action
from skirmish.rulesets.dice_pool.gun import Gun, arms, guns, out_of_order, trooper
from skirmish.rulesets.dice_pool.outcome import boxes, boxes_left
from skirmish.rulesets.dice_pool.pools import LEAST, choke_die, dodging, floored, skilled
from skirmish.rulesets.dice_pool.rules import (
    NO_SCATTER,
    SCATTER_DIE,
    SCATTER_LESS,
    Harm,
    Target,
    blast,
    enough,
    volley,
)
from skirmish.rulesets.dice_pool.shot import reach
from skirmish.rulesets.dice_pool.striking import fists, parrying, striking

NOTHING = Fraction(0)


def menace(state: State, shooter: str, target: str) -> Fraction:
    """Points that the target's side can expect to lose to the shooter's best attack.

    The shooter may turn, load and set its weapon first; other figures do not stand in the way.
    """
    return _menace(state, shooter, target, ready=False)


def at_once(state: State, shooter: str, target: str) -> Fraction:
    """The same with weapons as they are set and loaded now."""
    return _menace(state, shooter, target, ready=True)


def _menace(state: State, shooter: str, target: str, *, ready: bool) -> Fraction:
    one, other = state.figures[shooter], state.figures[target]
    if one.at is None or other.at is None:
        return NOTHING
    best = _blow(state, one, other) if in_reach(state.board, one.at, other.at) else NOTHING
    seen = bool(state.board.seen_from(one.at) & state.board.bit(other.at))
    for gun in guns(one):
        if gun.arm.blast:
            if seen or gun.arm.lobbed:
                best = max(best, _blast(state, one, gun, other, ready=ready))
        elif seen:
            best = max(best, _shots(state, one, gun, other, ready=ready))
    return best * other.who.kind.points


def _blow(state: State, one: Figure, other: Figure) -> Fraction:
    blades = [arm for arm in arms(one) if not arm.increment] or [fists(one)]
    pool, guard = total(striking(one)), total(parrying(state, one, other))
    return max(
        share_lost(pool, 1, _target(other, guard, arm.dv, arm.ap), boxes(other)) for arm in blades
    )


def _shots(state: State, one: Figure, gun: Gun, other: Figure, *, ready: bool) -> Fraction:
    away2 = distance2(one.tile, other.tile)
    if away2 > reach(gun) ** 2 or (ready and out_of_order(one, gun, gun.arm.volley)):
        return NOTHING
    penalty = arithmetic.beyond(away2, gun.increment)
    guard = total(floored(dodging(state, other, one.tile)))
    target = _target(other, guard, gun.dv, gun.ap)
    target = target._replace(halves=arithmetic.halves(gun.rate, penalty, wide=False))
    pool = total(skilled(one)) - penalty + choke_die(gun)[1]
    return max(
        share_lost(
            max(LEAST, pool - arithmetic.recoil(gun.rate, 0, rounds, gun.compensation)),
            rounds,
            target,
            boxes(other),
        )
        for rounds in ways(gun, ready=ready)
    )


def ways(gun: Gun, *, ready: bool) -> Iterator[int]:
    """The numbers of rounds that a weapon may send at one target in one attack."""
    settings = [gun] if ready else [evolve(gun, mode=mode) for mode in gun.arm.modes] or [gun]
    for one in settings:
        if not one.bursts:
            yield one.arm.volley
            continue
        for burst in ("short", "long", "full"):
            loaded = not ready or gun.rounds >= ROUNDS[burst]
            if loaded and action(burst, one.mode) is not None:
                yield ROUNDS[burst]
    yield 0


def _target(figure: Figure, guard: int, dv: int, ap: int) -> Target:
    kind = trooper(figure)
    return Target(guard, dv, arithmetic.armour(kind.av, ap), kind.body, boxes_left(figure))


def share_lost(pool: int, rounds: int, target: Target, limit: int) -> Fraction:
    """The share of its points that an attack costs a figure's side on average."""
    return share_among(pool, rounds, True, (target,), 0, limit) if rounds else NOTHING


@lru_cache(maxsize=16384)
def share_among(
    pool: int, rounds: int, stops: bool, targets: tuple[Target, ...], place: int, limit: int
) -> Fraction:
    """The same of one of several targets of an attack, by its place among them."""
    chances = odds_each(volley, pool, rounds, stops, targets, item=place)
    left = targets[place].boxes
    return chances.expect(lambda struck: _share(struck, left, limit))


def _share(struck: Harm, left: int, limit: int) -> Fraction:
    """Half by boxes, the rest when it is out (as `harm.loss`)."""
    if struck.damage >= left:
        return 1 - Fraction(limit - left, 2 * limit)
    return Fraction(struck.damage, 2 * limit)


def _blast(state: State, one: Figure, gun: Gun, other: Figure, *, ready: bool) -> Fraction:
    away2 = distance2(one.tile, other.tile)
    if away2 > gun.reach**2 or (ready and out_of_order(one, gun, 1)):
        return NOTHING
    pool = max(LEAST, total(skilled(one)) - arithmetic.beyond(away2, gun.increment))
    target = _target(other, 0, gun.dv, gun.ap)
    scatters = bool(state.rule("scatter", True))
    return blasted(pool if scatters else 0, gun.arm.blast, target, boxes(other))


@lru_cache(maxsize=1024)
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
    return chances.expect(lambda struck: _share(struck, target.boxes, limit))
