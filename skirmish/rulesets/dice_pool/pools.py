"""What adds to the dice: pools and modifiers by name, for who attacks and who is attacked.

A pool is a list of parts (name, value, rule); what is rolled with is their total, and the
breakdown shows the same parts. A part that keeps a pool at its floor is one of them.
"""

from __future__ import annotations

from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.common.contact import in_reach
from skirmish.rulesets.common.parts import Part, total
from skirmish.rulesets.dice_pool.arithmetic import beyond, cover_dice, recoil
from skirmish.rulesets.dice_pool.declared import (
    AIM,
    DEFENDING,
    FIRED,
    HOLDING,
    PRONE,
    RAN,
    SHOT_AT,
    SPLIT,
    SPLIT_TARGETS,
    SURPRISED,
)
from skirmish.rulesets.dice_pool.gun import Gun, trooper
from skirmish.rulesets.dice_pool.outcome import wounds

RUNNING = -2
HELD = -2
ANOTHER_TARGET = -2
INTO_COMBAT = -3
PRONE_FROM = 10
PRONE_DICE = 2
AMBUSH = 6
ALERT = 3
LEAST = 1
"""Dice of an attack at least; other pools may be empty."""


def floored(parts: list[Part], least: int = 0) -> list[Part]:
    """The parts, kept at a floor (POOL-F3)."""
    short = least - total(parts)
    kept = [part for part in parts if part[1]]
    return [*kept, ("never fewer", short, "POOL-F3")] if short > 0 else kept


def skilled(figure: Figure) -> list[Part]:
    """What a figure shoots with, whatever at."""
    kind = trooper(figure)
    return [
        ("skill", kind.skill, "POOL-F3"),
        ("agility", kind.agility, "POOL-F3"),
        ("wounds", -wounds(figure), "POOL-F9"),
        ("running", RUNNING * figure.count(RAN), "POOL-F7"),
        ("aim", figure.count(AIM), "POOL-F7"),
    ]


def kick(figure: Figure, gun: Gun, rounds: int) -> Part:
    """Dice lost to recoil (POOL-15)."""
    lost = recoil(gun.rate, figure.count(FIRED), rounds, gun.compensation)
    return ("recoil", -lost, "POOL-15")


def far(shooter: Tile, aim: Tile, gun: Gun) -> Part:
    """Dice lost to range (POOL-F5)."""
    return ("range", -beyond(distance2(shooter, aim), gun.increment), "POOL-F5")


def choke_die(gun: Gun) -> Part:
    """A wide choke finds its mark more easily (POOL-44)."""
    return ("wide choke", int(gun.choke == "wide"), "POOL-44")


def others_aimed_at(state: State, figure: Figure, target: str) -> Part:
    """What each other target of a split burst costs (POOL-F7)."""
    others = figure.count(SPLIT_TARGETS) if figure.count(SPLIT) else 0
    if others and target and state.linked(SHOT_AT, a=figure.id, b=target):
        others -= 1
    return ("other targets", ANOTHER_TARGET * others, "POOL-F7")


def in_combat(state: State, figure: Figure, target: Figure) -> Part:
    """What it costs to shoot at one that is in reach of the shooter's side (POOL-F7)."""
    mixed = any(
        in_reach(state.board, target.tile, friend.tile) for friend in state.of_side(figure.side)
    )
    return ("into close combat", INTO_COMBAT * mixed, "POOL-F7")


def dodging(state: State, target: Figure, origin: Tile) -> list[Part]:
    """What a figure defends with against what comes from a tile."""
    kind = trooper(target)
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
    """The dice of a target against a shooter: none where it is surprised by it (POOL-F15)."""
    if state.linked(SURPRISED, a=target.id, b=shooter.id):
        return []
    return floored(dodging(state, target, shooter.tile))


def ambush(state: State, shooter: Figure, target: Figure) -> tuple[int, int] | None:
    """Dice of both in the test of surprise, where a hidden figure attacks an enemy (POOL-F15)."""
    if not shooter.count(HIDDEN) or shooter.side == target.side:
        return None
    if state.linked(SURPRISED, a=target.id, b=shooter.id):
        return None
    alert = ALERT if target.count(DEFENDING) or target.count(HOLDING) else 0
    return total(wits(shooter, AMBUSH)), total(wits(target, alert))


def wits(figure: Figure, bonus: int) -> list[Part]:
    """Reaction and intuition, for surprise (POOL-F15)."""
    kind = trooper(figure)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F15"),
        ("intuition", kind.intuition, "POOL-F15"),
        ("ready for it", bonus, "POOL-F15"),
        ("wounds", -wounds(figure), "POOL-F9"),
    ]
    return floored(parts)


def nerve(figure: Figure) -> list[Part]:
    """Reaction and edge, under suppressive fire (POOL-F13)."""
    kind = trooper(figure)
    parts: list[Part] = [
        ("reaction", kind.reaction, "POOL-F13"),
        ("edge", kind.edge, "POOL-F13"),
        ("wounds", -wounds(figure), "POOL-F9"),
    ]
    return floored(parts)
