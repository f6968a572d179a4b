"""Stat blocks of d20: kinds of figure, weapons, parts of a body; the armoury that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import Check, Stock, within

Skill = Literal["guns", "energy", "melee", "explosives"]


DamageType = Literal["physical", "energy"]


Band = Literal["close", "medium", "long", "extreme"]


BANDS: tuple[Band, ...] = ("close", "medium", "long", "extreme")


@frozen(kw_only=True, cache_hash=True)
class Kind(figures.Kind):
    """A kind of figure. Strength, perception and agility are attributes; 5 is average.

    `hp` are its hit points; `guns`, `energy`, `melee` and `explosives` its skills. The DT for the
    type of damage is subtracted from each hit, then the DR in percent from their sum. `size` adds
    to Evasion: it is positive for small figures, negative for large ones.

    D20-F1, D20-19, D20-23.
    """

    hp: int
    strength: int = 5
    perception: int = 5
    agility: int = 5
    guns: int = 0
    energy: int = 0
    melee: int = 0
    explosives: int = 0
    physical_dt: int = 0
    physical_dr: int = 0
    energy_dt: int = 0
    energy_dr: int = 0
    size: int = 0
    weapons: tuple[str, ...] = ()


@frozen(kw_only=True, cache_hash=True)
class Weapon(figures.Weapon):
    """A weapon. Ranges and `radius` are in tiles, costs in action points.

    Each hit does `damage_dice` dice of `damage_sides` and `damage_bonus`, times `gatling`. A burst
    is `fire_rate` + 1 shots, each with `burst_penalty` less Accuracy; a `fire_rate` of 0 fires no
    bursts, an `ap_single` of 0 no single shots. A natural face from 21 - `crit_range` on is a
    CRIT. `close` to `extreme` are the far ends of the range bands; a weapon with `extreme` 0 is for
    close combat. A weapon with a `radius` is aimed at a tile and hits all within; an
    `indirect` one shoots over obstacles. `magazine` is in rounds, for thrown weapons the number
    carried; 0 if it needs none.

    D20-04, D20-07, D20-08, D20-30, D20-F2, D20-F8.
    """

    skill: Skill = "guns"
    damage_type: DamageType = "physical"
    damage_dice: int = 0
    damage_sides: int = 6
    damage_bonus: int = 0
    ap_single: int = 4
    ap_burst: int = 0
    fire_rate: int = 0
    burst_penalty: int = 0
    gatling: int = 1
    crit_range: int = 1
    crit_die: int = 6
    close: int = 0
    medium: int = 0
    long: int = 0
    extreme: int = 0
    best: Band = "close"
    magazine: int = 0
    radius: int = 0
    indirect: bool = False
    thrown: bool = False
    two_handed: bool = False
    bleed: int = 0
    burn: int = 0
    embed: int = 0
    stun: bool = False
    knockdown: bool = False

    @property
    def at_tiles(self) -> str:
        """How it attacks a tile."""
        if self.radius and self.thrown:
            return "throw"
        return "fire" if self.radius else ""


HEAD = "head"
TORSO = "torso"
LEFT_ARM = "left_arm"
RIGHT_ARM = "right_arm"
LEFT_LEG = "left_leg"
RIGHT_LEG = "right_leg"
LIMBS = (HEAD, TORSO, LEFT_ARM, RIGHT_ARM, LEFT_LEG, RIGHT_LEG)
ARMS = (LEFT_ARM, RIGHT_ARM)
LEGS = (LEFT_LEG, RIGHT_LEG)
LOCATION_DIE = 20
_LOCATIONS = (
    (3, RIGHT_LEG),
    (6, LEFT_LEG),
    (9, RIGHT_ARM),
    (12, LEFT_ARM),
    (18, TORSO),
    (20, HEAD),
)
"""The last face of the location die for each limb (D20-F3)."""


LOCATION: tuple[int, ...] = tuple(
    LIMBS.index(next(limb for last, limb in _LOCATIONS if face <= last))
    for face in range(1, LOCATION_DIE + 1)
)
"""For each face of the location die, from 1 on, the index of the limb in `LIMBS` (D20-F3)."""
CALLED: Mapping[str, int] = {HEAD: -9, TORSO: -3, **dict.fromkeys((*ARMS, *LEGS), -6)}
"""The penalty on Accuracy of calling a limb (D20-F4)."""
PERCENT: Mapping[str, int] = {HEAD: 25, TORSO: 50, **dict.fromkeys((*ARMS, *LEGS), 30)}
"""The share of the full hit points, in percent, that cripples a limb (D20-F5)."""
WORDS: Mapping[str, str] = {limb: limb.replace("_", " ") for limb in LIMBS}


@lru_cache(maxsize=1024)
def threshold(limb: str, hp: int) -> int:
    """The Cripple Threshold of a limb of a figure with these full hit points, rounded half up.

    D20-F5.
    """
    return (PERCENT[limb] * hp + 50) // 100


def bursts_only(weapon: Weapon) -> bool:
    """Whether a weapon fires no single shots (D20-F6)."""
    return not weapon.ap_single and not weapon.thrown


def direct(weapon: Weapon) -> bool:
    """Whether a weapon is fired at a figure."""
    return weapon.extreme > 0 and not weapon.radius


def bursting(weapon: Weapon) -> bool:
    """Whether a weapon is an explosive, aimed at a tile (D20-F11)."""
    return weapon.radius > 0


def held(weapon: Weapon) -> bool:
    """Whether a weapon is for close combat (D20-F14)."""
    return weapon.skill == "melee" and not weapon.radius


def shots(weapon: Weapon, *, burst: bool) -> int:
    """Shots of an attack: one, or a burst's fire rate and one (D20-06, D20-31)."""
    return weapon.fire_rate + 1 if burst else 1


@lru_cache(maxsize=1024)
def usable(weapons: tuple[Weapon, ...]) -> tuple[tuple[Weapon, bool], ...]:
    """The weapons and modes that a figure can fire or go on overwatch with; True is bursts.

    D20-04, D20-41, D20-F6.
    """
    found = []
    for weapon in weapons:
        if direct(weapon):
            if weapon.ap_single or weapon.thrown:
                found.append((weapon, False))
            if weapon.fire_rate:
                found.append((weapon, True))
    return tuple(found)


CRIT_DICE = (4, 6, 8, 10, 12)
MOST_AP = 20
MOST_DR = 90
WHOLE = 100
_Range = tuple[str, int, int]


_KIND_RANGES: tuple[_Range, ...] = (
    ("points", 0, 999),
    ("hp", 1, 120),
    *((name, 1, 10) for name in ("strength", "perception", "agility")),
    *((name, -5, 20) for name in ("guns", "energy", "melee", "explosives")),
    *((name, 0, 40) for name in ("physical_dt", "energy_dt")),
    *((name, 0, WHOLE) for name in ("physical_dr", "energy_dr")),
    ("size", -5, 5),
)


_WEAPON_RANGES: tuple[_Range, ...] = (
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


def _kind_checks(kind: Kind) -> Iterator[Check]:
    for name, low, high in _KIND_RANGES:
        yield within(kind, name, low, high)
    # With a DR in between, one hit point takes 11 to 100 points of damage: a CRIT die may go on for
    # up to 3,000 rolls, and the exact odds have weights of thousands of digits.
    for name in ("physical_dr", "energy_dr"):
        value = getattr(kind, name)
        told = f"{name} must be from 0 to {MOST_DR}, or {WHOLE}, not {value}"
        between = MOST_DR < value < WHOLE
        yield not between, f"{told}: between them one CRIT can take thousands of rolls"


def _weapon_checks(arm: Weapon) -> Iterator[Check]:
    """Checks of a weapon's stat block (D20-04, D20-F11)."""
    for name, low, high in _WEAPON_RANGES:
        yield within(arm, name, low, high)
    bands = [getattr(arm, band) for band in BANDS]
    melee = not arm.extreme
    harms = bool(arm.damage_dice) or arm.damage_bonus > 0
    yield arm.crit_die in CRIT_DICE, f"crit_die must be 4, 6, 8, 10 or 12, not {arm.crit_die}"
    yield (
        bands[0] >= 0 and bands == sorted(bands) and bands[-1] <= FARTHEST,
        f"close, medium, long and extreme must rise from 0 to {FARTHEST}, not be {bands}",
    )
    yield harms, "no damage: it needs damage_dice or a damage_bonus above 0"
    yield (
        not melee or arm.skill == "melee",
        'a weapon without a range is for close combat and needs skill = "melee"',
    )
    yield not melee or not arm.radius, "radius needs a range"
    yield arm.extreme == 0 or arm.close > 0, "close above 0 is needed for a weapon with a range"
    yield not arm.thrown or not melee, "thrown needs a range"
    yield from _firing_checks(arm)


def _firing_checks(arm: Weapon) -> Iterator[Check]:
    """Checks of how a weapon is fired: singly, in bursts, at an area."""
    shoots = bool(arm.ap_single) or bool(arm.fire_rate)
    yield shoots or not arm.extreme, "it can't be fired: it needs ap_single or a fire_rate"
    yield not arm.fire_rate or arm.ap_burst > 0, "fire_rate needs ap_burst"
    yield arm.fire_rate > 0 or not arm.ap_burst, "ap_burst needs a fire_rate"
    yield (
        not arm.fire_rate or _bursts(arm),
        "fire_rate is for direct fire: no radius, not thrown",
    )
    yield not arm.radius or arm.ap_single > 0, "radius needs ap_single"
    yield not arm.radius or arm.skill == "explosives", 'radius needs skill = "explosives"'
    yield arm.radius > 0 or not arm.indirect, "indirect needs a radius"
    yield not (arm.thrown and arm.indirect), "indirect cannot be combined with thrown"


def _bursts(arm: Weapon) -> bool:
    return not arm.radius and not arm.thrown and arm.extreme > 0


STOCK = Stock("skirmish.rulesets.d20", Kind, Weapon, _kind_checks, _weapon_checks)
