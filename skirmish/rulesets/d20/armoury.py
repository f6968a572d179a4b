"""The armoury of d20: its stat blocks, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from attrs import frozen

from skirmish.core.figures import Kind, Weapon
from skirmish.rulesets.common import slots, start
from skirmish.rulesets.common.stock import read_stock
from skirmish.rulesets.common.tokens import capacity
from skirmish.rulesets.d20.kinds import BANDS, Arm, Fighter
from skirmish.rulesets.d20.limbs import LIMBS, WORDS, threshold

CRIT_DICE = (4, 6, 8, 10, 12)
MOST_AP = 20
MOST_DR = 90
WHOLE = 100
_Range = tuple[str, int, int]
_FIGHTER: tuple[_Range, ...] = (
    ("points", 0, 999),
    ("hp", 1, 120),
    *((name, 1, 10) for name in ("strength", "perception", "agility")),
    *((name, -5, 20) for name in ("guns", "energy", "melee", "explosives")),
    *((name, 0, 40) for name in ("physical_dt", "energy_dt")),
    *((name, 0, WHOLE) for name in ("physical_dr", "energy_dr")),
    ("size", -5, 5),
)
_ARM: tuple[_Range, ...] = (
    ("damage_dice", 0, 6),
    ("damage_sides", 2, 12),
    ("damage_bonus", -20, 60),
    ("ap_single", 0, MOST_AP),
    ("ap_burst", 0, MOST_AP),
    ("fire_rate", 0, 11),
    ("burst_penalty", 0, 20),
    ("gatling", 1, 6),
    ("crit_range", 1, 10),
    ("magazine", 0, 2000),
    ("radius", 0, 20),
    *((name, 0, 20) for name in ("bleed", "burn", "embed")),
)
FARTHEST = 200


@frozen
class Armoury:
    """All kinds of figure and weapons by id."""

    kinds: Mapping[str, Fighter]
    weapons: Mapping[str, Arm]


@cache
def armoury() -> Armoury:
    """The stat blocks of `armoury.toml`, read once."""
    return Armoury(*read_stock("skirmish.rulesets.d20", Fighter, Arm))


def kinds() -> Mapping[str, Fighter]:
    """The kinds of figure by id."""
    return armoury().kinds


def weapons() -> Mapping[str, Arm]:
    """The weapons by id."""
    return armoury().weapons


def equipped(carried: tuple[Weapon, ...], _given: start.Given) -> Mapping[str, int]:
    """The counters of full magazines, in rounds and in tokens."""
    counters: dict[str, int] = {}
    for slot, arm in enumerate(carried[: slots.MOST]):
        if isinstance(arm, Arm) and arm.magazine:
            counters[slots.name("rounds", slot)] = arm.magazine
            counters[slots.name("tokens", slot)] = capacity(arm.magazine)
    return counters


def faults(kind: Kind, carried: tuple[Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about: tuple[str, ...] = ()
    if isinstance(kind, Fighter):
        about = (*_off_range(kind, _FIGHTER), *_dr_faults(kind))
    arms = [arm for arm in carried if isinstance(arm, Arm)]
    found = (fault for arm in arms for fault in (*_off_range(arm, _ARM), *_arm_faults(arm)))
    return (*about, *found, *slots.faults(kind.id, carried))


def state_faults(kind: Kind, carried: tuple[Weapon, ...], state: start.Given) -> start.Wrong:
    """What of a scenario's `state` no such figure can come with, by key."""
    if not isinstance(kind, Fighter):
        return {}
    arms = tuple(arm for arm in carried if isinstance(arm, Arm))
    found: dict[str, tuple[str, str]] = {}
    for limb in LIMBS:
        most = threshold(limb, kind.hp)
        found.update(start.above(state, limb, most, f": its {WORDS[limb]} is crippled at {most}"))
    return {
        **found,
        **start.damaged(kind, state, kind.hp, "bleed", "burn"),
        **start.loaded(arms, state, "rounds", lambda arm, _: arm.magazine),
        **start.loaded(arms, state, "tokens", lambda arm, _: capacity(arm.magazine)),
        **start.without_weapon(arms, state, "rounds", "tokens"),
    }


def _off_range(block: Kind | Weapon, ranges: Iterable[_Range]) -> Iterator[str]:
    for name, low, high in ranges:
        value = getattr(block, name)
        if not low <= value <= high:
            yield f"{block.id}: {name} {value} is not {low} to {high}"


def _dr_faults(kind: Fighter) -> Iterator[str]:
    # Between, one hit point takes 11 to 100 points of damage: a CRIT die may go on for up to 3,000
    # rolls, and the exact odds have weights of thousands of digits.
    for name in ("physical_dr", "energy_dr"):
        if MOST_DR < getattr(kind, name) < WHOLE:
            told = f"{kind.id}: {name} {getattr(kind, name)} is not 0 to {MOST_DR}, or {WHOLE}"
            yield f"{told}: between them one CRIT can take thousands of rolls"


def _arm_faults(arm: Arm) -> Iterator[str]:
    bands = [getattr(arm, band) for band in BANDS]
    melee = not arm.extreme
    shoots = bool(arm.ap_single) or bool(arm.fire_rate)
    harms = bool(arm.damage_dice) or arm.damage_bonus > 0
    checks = (
        (arm.crit_die in CRIT_DICE, f"crit_die {arm.crit_die} is not one of 4, 6, 8, 10, 12"),
        (
            bands[0] >= 0 and bands == sorted(bands) and bands[-1] <= FARTHEST,
            f"close to extreme {bands} are no rising ranges from 0 to {FARTHEST}",
        ),
        (harms, "no damage: damage_dice or a damage_bonus above 0"),
        (not melee or arm.skill == "melee", "without a range it is for close combat: skill melee"),
        (not melee or not arm.radius, "a radius without a range"),
        (arm.extreme == 0 or arm.close > 0, "a weapon with a range has a close one"),
        (not arm.thrown or not melee, "thrown without a range"),
        (shoots or melee, "neither ap_single nor fire_rate: it can't be fired"),
        (not arm.fire_rate or arm.ap_burst > 0, "a fire_rate without ap_burst"),
        (arm.fire_rate > 0 or not arm.ap_burst, "ap_burst without a fire_rate"),
        (not arm.fire_rate or _bursts(arm), "bursts are direct fire: no radius, not thrown"),
        (not arm.radius or arm.ap_single > 0, "an explosive needs ap_single"),
        (not arm.radius or arm.skill == "explosives", "a radius goes with skill explosives"),
        (arm.radius > 0 or not arm.indirect, "indirect without a radius"),
        (not (arm.thrown and arm.indirect), "thrown is indirect already"),
    )
    return (f"{arm.id}: {fault}" for right, fault in checks if not right)


def _bursts(arm: Arm) -> bool:
    return not arm.radius and not arm.thrown and arm.extreme > 0
