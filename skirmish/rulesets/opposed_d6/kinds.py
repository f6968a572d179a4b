"""Stat blocks of opposed d6: kinds of figure, weapons; the armoury that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import Check, Stock, within

Quality = Literal["inferior", "ordinary", "superior", "exceptional"]
QUALITY: dict[str, int] = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
"""The bonus of each quality on all rolls of a figure (BAY-F4)."""
OFFICER = 1
"""The bonus of an officer (BAY-F4, BAY-F8)."""
Defence = Literal["physical", "abc", "psi"]
"""The factor of a figure that a weapon is rolled against (BAY-01, BAY-29)."""


@frozen(kw_only=True)
class Kind(figures.Kind):
    """A kind of figure. Factors defend; the range factor is the weapon's.

    `move` is in tiles a bound. `shield` adds to `physical` against what comes from the front
    180 degrees. Crew and irregular figures flee where others are suppressed.

    BAY-F4, BAY-F5, BAY-F8.
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

    `fire`: direct needs sight of the target; indirect shoots over obstacles; thrown is
    indirect and stops where it is blocked. `arc` is the whole arc in degrees, a multiple of 45.
    `radius` above 0 makes it an area weapon that falls off by 3 each further radius up to
    `max_radius` (0: no limit). `automatic` may divide its factor. After a shot it misses
    `reload_bounds` shooting phases. `cloud` stays for `duration` bounds. `magazine` is in rounds,
    for the house rule of ammunition tokens. `melee` adds to the guard in close combat;
    a weapon with range 0 is for close combat only.

    BAY-10, BAY-13, BAY-14, BAY-17, BAY-19, BAY-20, BAY-29.
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

    @property
    def at_tiles(self) -> str:
        """How it attacks a tile."""
        if self.fire == "thrown":
            return "throw"
        return "fire" if lobbed(self) else ""

    @property
    def sector(self) -> tuple[int, int | None] | None:
        """Degrees of its arc, and its range in tiles; None for close combat only."""
        return (self.arc, self.range) if self.range else None


def aimed(weapon: Weapon) -> bool:
    """Whether a weapon shoots at figures; all others shoot at tiles (BAY-03)."""
    return weapon.range > 0 and _single(weapon)


def lobbed(weapon: Weapon) -> bool:
    """Whether a weapon shoots at tiles: area weapons, indirect fire, thrown weapons, clouds.

    BAY-11, BAY-15.
    """
    return weapon.range > 0 and not aimed(weapon)


ARC_STEP = 45
WHOLE_CIRCLE = 360


def _kind_checks(kind: Kind) -> Iterator[Check]:
    yield within(kind, "move", 0, 40, " tiles")
    yield within(kind, "shield", 0, 9)
    yield within(kind, "points", 0, 999)
    for name in ("physical", "abc", "psi"):
        yield within(kind, name, -9, 19)


def _weapon_checks(arm: Weapon) -> Iterator[Check]:
    """Checks of a weapon's stat block (BAY-10, BAY-14, BAY-19, BAY-20, BAY-29)."""
    arc_fits = arm.arc % ARC_STEP == 0 and ARC_STEP <= arm.arc <= WHOLE_CIRCLE
    yield arc_fits, f"arc must be a multiple of 45 up to 360, not {arm.arc}"
    yield within(arm, "range", 0, 200, " tiles")
    yield within(arm, "min_range", 0, max(0, arm.range), " tiles (`range`)")
    yield within(arm, "factor", int(arm.range > 0 and arm.cloud != "smoke"), 19)
    yield within(arm, "radius", 0, 20)
    yield (
        not arm.max_radius or 0 < arm.radius <= arm.max_radius <= 20,
        f"max_radius must be from {max(1, arm.radius)} (`radius`) to 20, not {arm.max_radius}"
        if arm.radius > 0
        else "max_radius needs a radius",
    )
    yield not arm.selective or arm.radius > 0, "selective needs a radius"
    yield (
        not arm.automatic or _single(arm),
        'automatic needs fire = "direct", no radius and no cloud',
    )
    yield not arm.cloud or arm.duration > 0, "cloud needs a duration"
    yield bool(arm.cloud) or not arm.duration, "duration needs a cloud"
    yield not arm.cloud or arm.radius > 0, "cloud needs a radius"
    yield arm.cloud != "gas" or arm.against == "abc", 'cloud = "gas" needs against = "abc"'
    yield within(arm, "duration", 0, 20)
    yield within(arm, "reload_bounds", 0, 20)
    yield within(arm, "magazine", 0, 2000)
    yield within(arm, "melee", -9, 9)


def _single(arm: Weapon) -> bool:
    return arm.fire == "direct" and not arm.radius and not arm.cloud


STOCK = Stock("skirmish.rulesets.opposed_d6", Kind, Weapon, _kind_checks, _weapon_checks)
