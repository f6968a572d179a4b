"""Stat blocks of opposed d6: what a kind of figure and a weapon are, field by field."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from skirmish.core.figures import Kind, Weapon

Quality = Literal["inferior", "ordinary", "superior", "exceptional"]
QUALITY: dict[str, int] = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
OFFICER = 1
Defence = Literal["physical", "abc", "psi"]


@frozen(kw_only=True)
class Troop(Kind):
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
class Arm(Weapon):
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
