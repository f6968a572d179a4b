"""The armoury of the dice pool: stat blocks, what is wrong with one, what a figure starts with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.dice_pool.arithmetic import CHOKES, boxes
from skirmish.rulesets.dice_pool.declared import (
    CHOKE,
    JAMMED,
    LOCKED,
    MODE,
    MODE_WORDS,
    ROUNDS,
    UNREADY,
)
from skirmish.rulesets.dice_pool.kinds import AREA_MODES, Arm, Trooper


@frozen
class Armoury:
    """All kinds of figure and weapons by id."""

    kinds: Mapping[str, Trooper]
    weapons: Mapping[str, Arm]


@cache
def armoury() -> Armoury:
    """The stat blocks of `armoury.toml`, read once."""
    return Armoury(*read_stock("skirmish.rulesets.dice_pool", Trooper, Arm))


def kinds() -> Mapping[str, Trooper]:
    """The kinds of figure by id."""
    return armoury().kinds


def weapons() -> Mapping[str, Arm]:
    """The weapons by id."""
    return armoury().weapons


def equipped(carried: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """The counters of fresh weapons: full, and in the first of their modes."""
    counters: dict[str, int] = {}
    for slot, arm in enumerate(carried):
        if isinstance(arm, Arm) and arm.increment:
            counters[slots.name(ROUNDS, slot)] = arm.magazine
            if arm.modes:
                counters[slots.name(MODE, slot)] = MODE_WORDS.index(arm.modes[0])
    return counters


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about = _trooper_faults(kind) if isinstance(kind, Trooper) else ()
    arms = [arm for arm in carried if isinstance(arm, Arm)]
    return (
        *about,
        *slots.faults(kind.id, carried),
        *(fault for arm in arms for fault in _arm_faults(arm)),
    )


def state_faults(kind: Kind, carried: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    if not isinstance(kind, Trooper):
        return {}
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))
    return {
        **start.damaged(kind, state, boxes(kind.body)),
        **start.loaded(arms, state, ROUNDS, lambda arm, _: arm.magazine),
        **start.worded(arms, state, MODE, MODE_WORDS, _has_mode),
        **start.worded(arms, state, CHOKE, CHOKES, lambda arm, _: arm.choke),
        **start.without_weapon(arms, state, ROUNDS, MODE, CHOKE, JAMMED, LOCKED, UNREADY),
    }


def _has_mode(arm: Arm, mode: str) -> bool:
    return mode in arm.modes or (mode == MODE_WORDS[0] and not arm.modes)


_DICE = (
    *(("body", 1), ("agility", 0), ("reaction", 0), ("intuition", 0), ("edge", 0)),
    *(("skill", 0), ("dodge", 0), ("melee", 0), ("av", 0)),
)
"""The dice of a kind and the least of each; 12 are the most."""
MOST_DICE = 12


def _trooper_faults(kind: Trooper) -> Iterator[str]:
    for name, least in _DICE:
        value = getattr(kind, name)
        if not least <= value <= MOST_DICE:
            yield f"{kind.id}: {name} {value} is not {least} to {MOST_DICE}"
    if not 1 <= kind.passes <= 4:
        yield f"{kind.id}: passes {kind.passes} are not 1 to 4"
    if not 0 <= kind.move <= 40:
        yield f"{kind.id}: move {kind.move} is not 0 to 40 tiles"
    if not 0 <= kind.points <= 999:
        yield f"{kind.id}: points {kind.points} are not 0 to 999"


def _arm_faults(arm: Arm) -> Iterator[str]:
    shoots = arm.increment > 0
    bursts = any(mode in AREA_MODES for mode in arm.modes)
    checks = (
        (1 <= arm.dv <= 30, f"dv {arm.dv} is not 1 to 30"),
        (-20 <= arm.ap <= 20, f"ap {arm.ap} is not -20 to 20"),
        (0 <= arm.increment <= 40, f"increment {arm.increment} is not 0 to 40 tiles"),
        (len(dict.fromkeys(arm.modes)) == len(arm.modes), "a mode twice"),
        (0 <= arm.rate <= 9, f"rate {arm.rate} is not 0 to 9"),
        (0 <= arm.compensation <= 20, f"compensation {arm.compensation} is not 0 to 20"),
        (0 <= arm.magazine <= 2000, f"magazine {arm.magazine} is not 0 to 2000"),
        (not shoots or arm.magazine > 0, "a weapon that shoots has a magazine of 1 or more"),
        (1 <= arm.volley <= 10, f"volley {arm.volley} is not 1 to 10"),
        (arm.volley == 1 or not arm.modes, "a volley is for a weapon without modes"),
        (arm.volley == 1 or not (arm.choke or arm.explodes), "a volley has no choke and no blast"),
        (arm.volley <= max(1, arm.magazine), "a volley of more than the magazine"),
        (0 <= arm.blast <= 20, f"blast {arm.blast} is not 0 to 20 tiles"),
        (not (arm.explodes and (bursts or arm.choke)), "a blast with bursts or a choke"),
        (not arm.lobbed or arm.explodes, "lobbed, but not explosive"),
        (
            not (arm.recoverable and (arm.modes or arm.explodes)),
            "only a weapon without modes and blast is recoverable",
        ),
        (shoots or not _shooting(arm), "with increment 0 it is for close combat and has dv and ap"),
    )
    return (f"{arm.id}: {fault}" for right, fault in checks if not right)


def _shooting(arm: Arm) -> bool:
    """Whether a weapon has anything that only one to shoot with has."""
    numbers = arm.rate or arm.compensation or arm.magazine or arm.explodes or arm.volley > 1
    return bool(arm.modes or numbers or arm.choke or arm.penetrating or arm.recoverable)
