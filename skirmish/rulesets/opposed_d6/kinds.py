"""Stat blocks of opposed d6: kinds of figure, weapons; the armoury that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.stock import read_stock

Quality = Literal["inferior", "ordinary", "superior", "exceptional"]
QUALITY: dict[str, int] = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
OFFICER = 1
Defence = Literal["physical", "abc", "psi"]


@frozen(kw_only=True)
class Kind(figures.Kind):
    """A kind of figure. Factors defend; the range factor is the weapon's.

    `move` is in tiles a bound. `shield` adds to `physical` against what comes from the front
    180 degrees. Crew and irregular figures flee where others are suppressed.
    """

    physical: int
    abc: int = 0
    psi: int = 0
    move: int = 6
    quality: Quality = "ordinary"
    shield: int = 0
    officer: bool = False
    crew: bool = False
    irregular: bool = False
    weapons: tuple[str, ...] = ()


@frozen(kw_only=True)
class Weapon(figures.Weapon):
    """A weapon. `factor` is the Range Combat Factor (BAY-28), ranges are in tiles.

    `fire`: direct needs sight of the target; indirect shoots over what is between; thrown is
    indirect and stops where it is blocked. `arc` is the whole arc in degrees, a multiple of 45.
    `radius` above 0 makes it an area weapon that falls off by 3 each further radius up to
    `max_radius` (0: no limit). `automatic` may divide its factor. After a shot it misses
    `reload_bounds` shooting phases. `cloud` stays for `duration` bounds. `magazine` is in rounds,
    for the house rule of ammunition tokens. `melee` adds to the Physical factor in close combat;
    a weapon with range 0 is for close combat only.
    """

    factor: int = 0
    fire: Literal["direct", "indirect", "thrown"] = "direct"
    range: int = 0
    min_range: int = 0
    arc: int = 90
    against: Defence = "physical"
    radius: int = 0
    max_radius: int = 0
    selective: bool = False
    automatic: bool = False
    reload_bounds: int = 0
    cloud: Literal["", "gas", "smoke"] = ""
    duration: int = 0
    magazine: int = 0
    melee: int = 0


def aimed(weapon: Weapon) -> bool:
    """Whether a weapon shoots at figures; all others shoot at tiles."""
    return weapon.range > 0 and _single(weapon)


def lobbed(weapon: Weapon) -> bool:
    """Whether a weapon shoots at tiles: areas, indirect fire, what is thrown, clouds."""
    return weapon.range > 0 and not aimed(weapon)


ARC_STEP = 45
WHOLE_CIRCLE = 360


@cache
def _stock() -> tuple[Mapping[str, Kind], Mapping[str, Weapon]]:
    """The stat blocks of `armoury.toml`, read once."""
    return read_stock("skirmish.rulesets.opposed_d6", Kind, Weapon)


def kinds() -> Mapping[str, Kind]:
    """The armoury's kinds of figure by id."""
    return _stock()[0]


def weapons() -> Mapping[str, Weapon]:
    """The armoury's weapons by id."""
    return _stock()[1]


def faults(kind: figures.Kind, carried: tuple[figures.Weapon, ...]) -> tuple[str, ...]:
    """What is wrong with a figure's stat blocks beyond the types of their fields."""
    about = _kind_faults(kind) if isinstance(kind, Kind) else ()
    arms = [arm for arm in carried if isinstance(arm, Weapon)]
    found = (fault for arm in arms for fault in _weapon_faults(arm))
    return (*about, *found, *slots.faults(kind.id, carried))


def _kind_faults(kind: Kind) -> Iterator[str]:
    checks = (
        (0 <= kind.move <= 40, f"move {kind.move} is not 0 to 40 tiles"),
        (0 <= kind.shield <= 9, f"shield {kind.shield} is not 0 to 9"),
        (0 <= kind.points <= 999, f"points {kind.points} are not 0 to 999"),
        (-9 <= kind.physical <= 19, f"physical {kind.physical} is not -9 to 19"),
        (-9 <= kind.abc <= 19, f"abc {kind.abc} is not -9 to 19"),
        (-9 <= kind.psi <= 19, f"psi {kind.psi} is not -9 to 19"),
    )
    return (f"{kind.id}: {fault}" for right, fault in checks if not right)


def _weapon_faults(arm: Weapon) -> Iterator[str]:
    arc_fits = arm.arc % ARC_STEP == 0 and ARC_STEP <= arm.arc <= WHOLE_CIRCLE
    in_order = 0 <= arm.min_range <= arm.range <= 200
    strikes = arm.range > 0 and arm.cloud != "smoke"
    checks = (
        (arc_fits, f"arc {arm.arc} is not a multiple of 45 up to 360"),
        (in_order, f"{arm.min_range} to {arm.range} are no ranges from 0 to 200"),
        (strikes <= arm.factor <= 19, f"factor {arm.factor} is not {int(strikes)} to 19"),
        (0 <= arm.radius <= 20, f"radius {arm.radius} is not 0 to 20"),
        (
            not arm.max_radius or 0 < arm.radius <= arm.max_radius <= 20,
            f"max_radius {arm.max_radius} is not {max(1, arm.radius)} to 20, with a radius",
        ),
        (not arm.selective or arm.radius > 0, "selective without a radius"),
        (not arm.automatic or _single(arm), "automatic fire is direct, at single figures"),
        (bool(arm.cloud) == (arm.duration > 0), "a cloud has a duration, and nothing else has"),
        (not arm.cloud or arm.radius > 0, "a cloud without a radius"),
        (arm.cloud != "gas" or arm.against == "abc", "gas is against the ABC factor"),
        (0 <= arm.duration <= 20, f"duration {arm.duration} is not 0 to 20"),
        (0 <= arm.reload_bounds <= 20, f"reload_bounds {arm.reload_bounds} are not 0 to 20"),
        (0 <= arm.magazine <= 2000, f"magazine {arm.magazine} is not 0 to 2000"),
        (-9 <= arm.melee <= 9, f"melee {arm.melee} is not -9 to 9"),
    )
    return (f"{arm.id}: {fault}" for right, fault in checks if not right)


def _single(arm: Weapon) -> bool:
    return arm.fire == "direct" and not arm.radius and not arm.cloud
