"""The attack of a shot with everything that counts in it (POOL-17 to 39, POOL-41 to 48)."""

from __future__ import annotations

from functools import lru_cache

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, in_arc, on_line, within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.dice_pool import arithmetic
from skirmish.rulesets.dice_pool.gun import Gun, trooper
from skirmish.rulesets.dice_pool.outcome import boxes_left
from skirmish.rulesets.dice_pool.pools import (
    HELD,
    LEAST,
    ambush,
    choke_die,
    far,
    floored,
    guard,
    in_combat,
    kick,
    others_aimed_at,
    skilled,
)
from skirmish.rulesets.dice_pool.rules import Target, volley
from skirmish.rulesets.dice_pool.shot import TARGETED, Shot, in_split, shot_of


def area_of(state: State, origin: Tile, aim: Tile, half: int, length: int) -> int:
    """Mask of a line or a cone from a tile towards another (POOL-22, POOL-23, POOL-48)."""
    if half:
        return areas.cone(state.board, origin, aim, length, half)
    return areas.line(state.board, origin, aim, length)


def subjects_of(state: State, shot: Shot) -> tuple[Figure, ...]:
    """Whom a shot may strike, in the order in which it meets them (POOL-18, POOL-A10)."""
    if shot.half == TARGETED:
        return (state.figures[shot.target],)
    origin, board = shot.shooter.tile, state.board
    seen = board.seen_from(origin)
    met = 0  # figure by figure: it is asked far more often than its area is drawn
    for figure in state.figures.values():
        if figure.at is not None and seen & board.bit(figure.at) and _covers(shot, figure.at):
            met |= board.bit(figure.at)
    return areas.inside(state, met, origin)


def _covers(shot: Shot, tile: Tile) -> bool:
    """Whether a shot's line or cone lies over a tile, walls apart; it is as `area_of` has it."""
    origin = shot.shooter.tile
    axis = shot.aim[0] - origin[0], shot.aim[1] - origin[1]
    if not within(origin, tile, shot.length):
        return False
    return in_arc(origin, axis, tile, shot.half) if shot.half else on_line(origin, axis, tile)


def pool_of(state: State, shot: Shot) -> list[Part]:
    """The dice of the weapon test; they go by what is aimed at, whoever else is struck."""
    figure, gun = shot.shooter, shot.gun
    parts = [*skilled(figure), far(figure.tile, shot.aim, gun), kick(figure, gun, shot.rounds)]
    parts.append(choke_die(gun))
    if shot.target:
        parts.append(in_combat(state, figure, state.figures[shot.target]))
    if shot.burst == "split" and in_split(figure, gun):
        parts.append(others_aimed_at(state, figure, shot.target))
    if shot.held:
        parts.append(("held action", HELD, "POOL-F14"))
    return floored(parts, LEAST)


def target_of(state: State, shot: Shot, figure: Figure) -> tuple[Target, tuple[Modifier, ...]]:
    """The numbers of one subject, and its lines of the breakdown."""
    parts = guard(state, shot.shooter, figure)
    numbers = numbers_of(state, shot, figure, total(parts))
    lines = modifiers("guard", figure.id, parts)
    if less := numbers.threshold:
        lines += (Modifier("threshold", figure.id, "wide burst at range", less, "POOL-24"),)
    return numbers, (*lines, *harm_lines(figure, shot.gun))


def numbers_of(state: State, shot: Shot, figure: Figure, dice: int) -> Target:
    """The numbers of one subject, with so many dice to defend itself."""
    gun, kind = shot.gun, trooper(figure)
    penalty = arithmetic.beyond(distance2(shot.shooter.tile, figure.tile), gun.increment)
    return Target(
        guard=dice,
        dv=gun.dv,
        av=arithmetic.armour(kind.av, gun.ap),
        body=kind.body,
        boxes=boxes_left(figure),
        threshold=arithmetic.threshold(penalty, wide_burst=shot.wide, choke=bool(gun.choke)),
        halves=arithmetic.halves(gun.rate, penalty, wide=shot.wide),
        ambush=ambush(state, shot.shooter, figure),
        extra=shot.extra,
    )


def harm_lines(figure: Figure, gun: Gun) -> tuple[Modifier, ...]:
    """Base damage and what armour is left, as lines of the breakdown."""
    return _harm_lines(figure.id, trooper(figure).av, gun)


@lru_cache(maxsize=1024)
def _harm_lines(name: str, av: int, gun: Gun) -> tuple[Modifier, ...]:
    choked = gun.dv - gun.arm.dv
    damage: list[Part] = [("base damage", gun.arm.dv, "POOL-31")]
    damage += [("wide choke", choked, "POOL-44")] if choked else []
    armour: list[Part] = [("armour", av, "POOL-33"), ("AP", gun.ap, "POOL-33")]
    return (*modifiers("damage", name, damage), *modifiers("armour", name, floored(armour)))


def attack_of(state: State, shot: Shot) -> Attack:
    """A shot as data: whom it may strike hangs on the state, its own dice do not."""
    met = subjects_of(state, shot)
    pool = pool_of(state, shot)
    found = [target_of(state, shot, figure) for figure in met]
    on = shot.target or shot.shooter.id
    direct = shot.half == TARGETED
    return Attack(
        volley,
        (total(pool), shot.rounds, shot.stops, tuple(numbers for numbers, _ in found)),
        tuple(figure.id for figure in met),
        named=shot.target,
        modifiers=(*modifiers("attack", on, pool), *(line for _, many in found for line in many)),
        policy=policy_of(shot),
        each=True,
        apart=not shot.stops,
        at=None if direct else shot.aim,
        area=0 if direct else _mask(state, shot),
    )


def _mask(state: State, shot: Shot) -> int:
    return area_of(state, shot.shooter.tile, shot.aim, shot.half, shot.length)


def policy_of(shot: Shot) -> str:
    """How many extra hits the odds take to be chosen (POOL-30)."""
    if shot.rounds == 1:
        return ""
    return "extra=least" if not shot.extra else "extra=most"


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order to fire; None where it can't be made."""
    shot = shot_of(state, order)
    return None if isinstance(shot, Refusal) else attack_of(state, shot)
