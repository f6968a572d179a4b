"""Planned attacks and their numbers: pools and modifiers by name, of both sides.

A pool is a list of parts (name, value, rule). Its total is the number of dice, and the breakdown
shows the same parts. A part that keeps a pool at its floor is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from attrs import frozen

from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, distance2, in_arc, on_line, within
from skirmish.core.state import State
from skirmish.rulesets.attack import Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.present import in_reach
from skirmish.rulesets.dice_pool.counters import (
    AIMED,
    DEFENDING,
    FIRED,
    HOLDING,
    PRONE,
    RAN,
    SHOT_AT,
    SPLIT,
    SPLIT_TARGETS,
    SPLIT_WITH,
    SURPRISED,
)
from skirmish.rulesets.dice_pool.dice import (
    Target,
    armour_left,
    beyond,
    cover_dice,
    divisor,
    range_threshold,
    recoil,
    volley,
)
from skirmish.rulesets.dice_pool.figures import Gun, boxes_left, kind_of, wounds

TARGETED = -1
"""Half-angle of an attack that has one target and no area (POOL-10)."""
WIDE_CHOKE_REACH = 2
"""Increments that a cone of a wide choke reaches (POOL-F12)."""
MOST_EXTRA = 9
"""The most extra hits that an order can name (POOL-30)."""
RUNNING = -2
"""Modifier of an attack by a running figure, in dice (POOL-F7)."""
HELD = -2
"""Modifier of a held shot, in dice (POOL-F14)."""
ANOTHER_TARGET = -2
"""Dice for each other target of a split burst (POOL-F7)."""
INTO_COMBAT = -3
"""Modifier for a target in reach of the shooter's side, in dice (POOL-F7)."""
PRONE_FROM = 10
"""Distance in tiles from which lying down helps (POOL-F8)."""
PRONE_DICE = 2
"""Dice of defence for lying down (POOL-F8)."""
AMBUSH = 6
"""Bonus of a figure that attacks out of hiding, in dice (POOL-F15)."""
ALERT = 3
"""Bonus of a figure in full defence or with a held action, in dice (POOL-F15)."""
LEAST = 1
"""Minimum dice of an attack; other pools may be empty (POOL-F3)."""


def floored(parts: list[Part], least: int = 0, rule: str = "POOL-F3") -> list[Part]:
    """The parts, kept at a floor (POOL-F3)."""
    short = least - total(parts)
    kept = [part for part in parts if part[1]]
    return [*kept, ("never fewer", short, rule)] if short > 0 else kept


def skilled(figure: Figure) -> list[Part]:
    """Parts of an attack pool that do not depend on the target (POOL-F3, POOL-F7, POOL-F9)."""
    kind = kind_of(figure)
    return [
        ("skill", kind.skill, "POOL-F3"),
        ("agility", kind.agility, "POOL-F3"),
        ("wounds", -wounds(figure), "POOL-F9"),
        ("running", RUNNING * figure.count(RAN), "POOL-F7"),
        ("aim", figure.count(AIMED), "POOL-F7"),
    ]


def kick(figure: Figure, gun: Gun, rounds: int) -> Part:
    """Dice lost to recoil (POOL-15, POOL-F6)."""
    lost = recoil(gun.rate, figure.count(FIRED), rounds, gun.compensation)
    return ("recoil", -lost, "POOL-15")


def far(shooter: Tile, aim: Tile, gun: Gun) -> Part:
    """Dice lost to range (POOL-F5, POOL-A13)."""
    return ("range", -beyond(distance2(shooter, aim), gun.increment), "POOL-F5")


def choke_die(gun: Gun) -> Part:
    """The bonus of a wide choke, in dice (POOL-44)."""
    return ("wide choke", int(gun.choke == "wide"), "POOL-44")


def others_aimed_at(state: State, figure: Figure, target: str) -> Part:
    """The penalty for the other targets of a split burst (POOL-F7)."""
    others = figure.count(SPLIT_TARGETS) if figure.count(SPLIT) else 0
    if others and target and state.linked(SHOT_AT, a=figure.id, b=target):
        others -= 1
    return ("other targets", ANOTHER_TARGET * others, "POOL-F7")


def in_combat(state: State, figure: Figure, target: Figure) -> Part:
    """The penalty for shooting at a target in reach of the shooter's side (POOL-F7)."""
    mixed = any(
        in_reach(state.board, target.tile, friend.tile) for friend in state.of_side(figure.side)
    )
    return ("into close combat", INTO_COMBAT * mixed, "POOL-F7")


def dodging(state: State, target: Figure, origin: Tile) -> list[Part]:
    """Parts of a figure's defence against an attack from a tile (POOL-F3, POOL-F8, POOL-F9)."""
    kind = kind_of(target)
    cover = cover_dice(state.board.cover(origin, target.tile)) if origin != target.tile else 0
    far_off = distance2(origin, target.tile) >= PRONE_FROM * PRONE_FROM
    low = PRONE_DICE if target.posture == PRONE and far_off else 0
    return [
        ("reaction", kind.reaction, "POOL-F3"),
        ("full defence", kind.dodge * target.count(DEFENDING), "POOL-F3"),
        ("cover", cover, "POOL-F8"),
        ("prone", low, "POOL-F8"),
        ("wounds", -wounds(target), "POOL-F9"),
    ]


def guard(state: State, shooter: Figure, target: Figure) -> list[Part]:
    """The defence of a target against a shooter; empty if the shooter has surprised it (POOL-F15).

    POOL-F3.
    """
    if state.linked(SURPRISED, a=target.id, b=shooter.id):
        return []
    return floored(dodging(state, target, shooter.tile))


def surprise_parts(
    state: State, shooter: Figure, target: Figure
) -> tuple[list[Part], list[Part]] | None:
    """The pools of both in the test of surprise, if a hidden figure attacks an enemy.

    POOL-F15.
    """
    if not shooter.count(HIDDEN) or shooter.side == target.side:
        return None
    if state.linked(SURPRISED, a=target.id, b=shooter.id):
        return None
    alert = ALERT if target.count(DEFENDING) or target.count(HOLDING) else 0
    return wits(shooter, AMBUSH), wits(target, alert)


def ambush(state: State, shooter: Figure, target: Figure) -> tuple[int, int] | None:
    """Dice of both in the test of surprise (POOL-F15)."""
    parts = surprise_parts(state, shooter, target)
    return parts and (total(parts[0]), total(parts[1]))


def surprise_lines(
    state: State, shooter: Figure, targets: Iterable[Figure]
) -> tuple[Modifier, ...]:
    """The dice in the tests of surprise as lines of the breakdown (POOL-F15)."""
    found = {target.id: surprise_parts(state, shooter, target) for target in targets}
    rolled: dict[str, list[Part]] = {}
    for name, parts in found.items():
        if parts is not None:
            rolled[shooter.id], rolled[name] = parts
    return tuple(
        line for name, parts in rolled.items() for line in modifiers("surprise", name, parts)
    )


def wits(figure: Figure, bonus: int) -> list[Part]:
    """Reaction and intuition, for surprise (POOL-F15, POOL-F9)."""
    kind = kind_of(figure)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F15"),
        ("intuition", kind.intuition, "POOL-F15"),
        ("ready for it", bonus, "POOL-F15"),
        ("wounds", -wounds(figure), "POOL-F9"),
    ]
    return floored(parts)


def nerve(figure: Figure) -> list[Part]:
    """Reaction and edge, under suppressive fire (POOL-F13, POOL-F9)."""
    kind = kind_of(figure)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F13"),
        ("edge", kind.edge, "POOL-F13"),
        ("wounds", -wounds(figure), "POOL-F9"),
    ]
    return floored(parts)


@frozen
class Shot:
    """A shot that was ordered and is possible.

    `burst` is empty for a single attack. `half` is half the angle of its cone in units of 22.5
    degrees, 0 for a line, `TARGETED` for one target. `cost` is in halves of a pass. `extra` is the
    most extra hits where no player is asked; with `enemies_only` figures of its side get none;
    `ask` lets its side choose them.
    """

    shooter: Figure
    gun: Gun
    aim: Tile
    target: str
    burst: str
    rounds: int
    wide: bool
    half: int
    cost: int
    held: bool
    extra: int
    ask: bool = False
    enemies_only: bool = False

    @property
    def stops(self) -> bool:
        """Whether a body stops a round (POOL-20, POOL-A11, POOL-A16, POOL-F11)."""
        spray = not self.burst and self.gun.choke == "wide"
        return not (self.gun.weapon.penetrating or spray)

    @property
    def length(self) -> int:
        """The reach of its area, in tiles."""
        return reach(self.gun)


def reach(gun: Gun) -> int:
    """The reach of a weapon in tiles; with a wide choke, two increments (POOL-F12).

    POOL-F5, POOL-A4.
    """
    return WIDE_CHOKE_REACH * gun.increment if gun.choke == "wide" else gun.reach


def in_split(figure: Figure, gun: Gun) -> bool:
    """Whether a figure is in the midst of a split burst with this weapon (POOL-16, POOL-A15)."""
    return bool(figure.count(SPLIT)) and figure.count(SPLIT_WITH) == gun.slot


def area_of(state: State, origin: Tile, aim: Tile, half: int, length: int) -> int:
    """Mask of a line or a cone from a tile towards another (POOL-18, POOL-F12).

    POOL-22, POOL-23, POOL-41, POOL-43, POOL-46 to 48.
    """
    if half:
        return areas.cone(state.board, origin, aim, length, half)
    return areas.line(state.board, origin, aim, length)


def subjects_of(state: State, shot: Shot) -> tuple[Figure, ...]:
    """The figures that a shot may strike, in the order in which it meets them (POOL-18, POOL-A10).

    POOL-10, POOL-F12.
    """
    if shot.half == TARGETED:
        return (state.figures[shot.target],)
    origin, board = shot.shooter.tile, state.board
    seen = board.seen_from(origin)
    met = 0  # figure by figure: faster than drawing the whole area, which is rarely needed
    for figure in state.figures.values():
        if figure.at is not None and seen & board.bit(figure.at) and _covers(shot, figure.at):
            met |= board.bit(figure.at)
    return areas.inside(state, met, origin)


def _covers(shot: Shot, tile: Tile) -> bool:
    """Whether a shot's line or cone covers a tile, walls ignored; it agrees with `area_of`.

    POOL-18, POOL-22, POOL-23, POOL-F12.
    """
    origin = shot.shooter.tile
    axis = shot.aim[0] - origin[0], shot.aim[1] - origin[1]
    if not within(origin, tile, shot.length):
        return False
    return in_arc(origin, axis, tile, shot.half) if shot.half else on_line(origin, axis, tile)


def shot_pool(state: State, shot: Shot) -> list[Part]:
    """The dice of the weapon test; they depend on the aim, not on other figures in the area.

    POOL-A13, POOL-F3, POOL-F14.
    """
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


def held_pool(figure: Figure, gun: Gun, rounds: int) -> list[Part]:
    """The dice of a held shot, without those that depend on its target (POOL-F14)."""
    parts = [*skilled(figure), kick(figure, gun, rounds), choke_die(gun)]
    return floored([*parts, ("held action", HELD, "POOL-F14")], LEAST)


def target_of(state: State, shot: Shot, figure: Figure) -> tuple[Target, tuple[Modifier, ...]]:
    """The numbers of one subject, and its lines of the breakdown (POOL-24, POOL-A13)."""
    parts = guard(state, shot.shooter, figure)
    numbers = numbers_of(state, shot, figure, total(parts))
    lines = modifiers("guard", figure.id, parts)
    if less := numbers.threshold:
        lines += (Modifier("threshold", figure.id, "wide burst at range", less, "POOL-24"),)
    return numbers, (*lines, *harm_lines(figure, shot.gun))


def numbers_of(state: State, shot: Shot, figure: Figure, dice: int) -> Target:
    """The numbers of one subject that defends itself with so many dice (POOL-A8).

    POOL-24, POOL-26, POOL-30, POOL-A5, POOL-A13, POOL-F15.
    """
    gun, kind = shot.gun, kind_of(figure)
    penalty = beyond(distance2(shot.shooter.tile, figure.tile), gun.increment)
    return Target(
        guard=dice,
        dv=gun.dv,
        av=armour_left(kind.av, gun.ap),
        body=kind.body,
        boxes=boxes_left(figure),
        threshold=range_threshold(penalty, wide_burst=shot.wide, choke=bool(gun.choke)),
        halves=divisor(gun.rate, penalty, wide=shot.wide),
        ambush=ambush(state, shot.shooter, figure),
        extra=0 if shot.enemies_only and figure.side == shot.shooter.side else shot.extra,
    )


def harm_lines(figure: Figure, gun: Gun) -> tuple[Modifier, ...]:
    """Base damage, remaining armour and the roll to resist, as lines of the breakdown.

    POOL-31, POOL-33, POOL-44.
    """
    kind = kind_of(figure)
    return (*_harm_lines(figure.id, kind.av, gun), body_roll(figure.id, kind.body))


def body_roll(name: str, body: int) -> Modifier:
    """The dice of the roll to resist damage, as a line of the breakdown (POOL-F9)."""
    return Modifier("Body roll", name, "Body", body, "POOL-F9")


@lru_cache(maxsize=1024)
def _harm_lines(name: str, av: int, gun: Gun) -> tuple[Modifier, ...]:
    choked = gun.dv - gun.weapon.dv
    damage: list[Part] = [("base damage", gun.weapon.dv, "POOL-31")]
    damage += [("wide choke", choked, "POOL-44")] if choked else []
    return (*modifiers("damage", name, damage), *modifiers("armour", name, armour(av, gun.ap)))


def armour(av: int, ap: int) -> list[Part]:
    """The armour that an attack leaves, never below 0 (POOL-33, POOL-A3)."""
    return floored([("armour", av, "POOL-33"), ("AP", ap, "POOL-33")], rule="POOL-A3")


def attack_of(state: State, shot: Shot) -> Attack:
    """A shot as an `Attack`; the state decides which figures it may strike.

    POOL-18, POOL-A13.
    """
    met = subjects_of(state, shot)
    pool = shot_pool(state, shot)
    found = [target_of(state, shot, figure) for figure in met]
    on = shot.target or shot.shooter.id
    direct = shot.half == TARGETED
    return Attack(
        volley,
        (total(pool), shot.rounds, shot.stops, tuple(numbers for numbers, _ in found)),
        tuple(figure.id for figure in met),
        named=shot.target,
        modifiers=(
            *surprise_lines(state, shot.shooter, met),
            *modifiers("attack", on, pool),
            *(line for _, many in found for line in many),
        ),
        policy=policy_of(shot),
        each=True,
        apart=not shot.stops,
        at=None if direct else shot.aim,
        area=0 if direct else _mask(state, shot),
    )


def _mask(state: State, shot: Shot) -> int:
    return area_of(state, shot.shooter.tile, shot.aim, shot.half, shot.length)


def policy_of(shot: Shot) -> str:
    """The extra hits that the odds assume, in words (POOL-30)."""
    if shot.rounds == 1:
        return ""
    if not shot.extra:
        return "no extra hits are taken"
    but = ", none on its own side" if shot.enemies_only else ""
    return f"all extra hits are taken{but}: {_divided(shot)}"


def _divided(shot: Shot) -> str:
    """The number of extra hits for net successes, in words, at the aimed tile (POOL-26 to 28).

    POOL-37 to 39, POOL-A6.
    """
    penalty = beyond(distance2(shot.shooter.tile, shot.aim), shot.gun.increment)
    parts = [f"recoil rate {shot.gun.rate or '1/2'}"]
    parts += ["wide burst 1"] * shot.wide + [f"range {penalty}"] * bool(penalty)
    halves = divisor(shot.gun.rate, penalty, wide=shot.wide)
    hits, net = (1, halves // 2) if halves % 2 == 0 else (2, halves)
    each = "each net success" if net == 1 else f"each {net} net successes"
    return f"{hits} for {each} ({' + '.join(parts)})"
