"""Stat blocks of trait die: kinds of figure and weapons, and the armoury that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import Check, Stock, within

DICE = (4, 6, 8, 10, 12)
"""The dice that a trait may be (AMMO-F2)."""
Mode = Literal["single", "double", "burst", "auto", "rapid"]
MODES: tuple[Mode, ...] = ("single", "double", "burst", "auto", "rapid")
Template = Literal["", "small", "medium", "large"]
RADII = {"": 0, "small": 1, "medium": 2, "large": 3}
"""Radius of a template in tiles (AMMO-F24)."""
WILD_LIMIT = 4
"""The wound that puts a wild card out; any other figure is out at the first (AMMO-F12)."""
QUARTERS = 4
"""Weights are kept in quarters of a Significant Item (AMMO-F22)."""


@frozen(kw_only=True, cache_hash=True)
class Kind(figures.Kind):
    """A kind of figure. Traits are dice by their sides: 4, 6, 8, 10 or 12.

    `pace` is in tiles, `si` in whole Significant Items. A `wild_card` rolls a Wild Die beside its
    traits and is out at its fourth wound; any other figure is out at the first.
    """

    agility: int = 6
    spirit: int = 6
    strength: int = 6
    vigor: int = 6
    shooting: int = 6
    fighting: int = 6
    throwing: int = 6
    purchase: int = 6
    pace: int = 6
    armour: int = 0
    wild_card: bool = False
    si: int = 8
    weapons: tuple[str, ...] = ()

    @property
    def limit(self) -> int:
        """The wound that puts it out (AMMO-F12)."""
        return WILD_LIMIT if self.wild_card else 1


@frozen(kw_only=True, cache_hash=True)
class Weapon(figures.Weapon):
    """A weapon: damage is `dice` dice of `sides` plus `bonus`, ranges are in tiles.

    A weapon for close combat (`melee`) adds the strength die. Ammunition of a weapon with a
    `magazine` is counted in tokens, with a `count` in pieces; with neither it never runs out.
    `weight` is in quarters of a Significant Item, for the weapon or for one piece. `cost` is that
    of 50 rounds or of one piece, `price` that of the weapon itself.

    AMMO-01, AMMO-07.
    """

    dice: int = 0
    sides: int = 6
    bonus: int = 0
    ap: int = 0
    melee: bool = False
    short: int = 0
    medium: int = 0
    long: int = 0
    modes: tuple[Mode, ...] = ()
    rof: int = 1
    shotgun: bool = False
    template: Template = ""
    flight: Literal["thrown", "launched"] = "launched"
    magazine: int = 0
    spare: int = 0
    count: int = 0
    weight: int = 0
    cost: int = 0
    price: int = 0

    @property
    def at_tiles(self) -> str:
        """How it attacks a tile."""
        if self.template and self.flight == "thrown":
            return "throw"
        return "fire" if self.template else ""


TRAITS = (
    *("agility", "spirit", "strength", "vigor"),
    *("shooting", "fighting", "throwing", "purchase"),
)


def _kind_checks(kind: Kind) -> Iterator[Check]:
    for trait in TRAITS:
        value = getattr(kind, trait)
        yield value in DICE, f"{trait} must be 4, 6, 8, 10 or 12, not {value}"
    for name, low, high in (("pace", 0, 20), ("armour", 0, 20), ("si", 0, 40), ("points", 0, 999)):
        yield within(kind, name, low, high)


_WEAPON_RANGES = (
    *(("dice", 0, 10), ("sides", 4, 12), ("bonus", -9, 30), ("ap", 0, 40), ("rof", 1, 6)),
    *(("magazine", 0, 400), ("spare", 0, 40), ("count", 0, 40), ("weight", 0, 80)),
    *(("cost", 0, 9999), ("price", 0, 9999)),
)


def _weapon_checks(arm: Weapon) -> Iterator[Check]:
    for name, low, high in _WEAPON_RANGES:
        yield within(arm, name, low, high)
    for wrong, fault in _contradictions(arm):
        yield not wrong, fault


def _contradictions(weapon: Weapon) -> Iterator[tuple[bool, str]]:
    """Invalid combinations in a weapon, each with its fault (AMMO-07, AMMO-F15)."""
    ranged, area = weapon.short > 0, bool(weapon.template)
    bands = [weapon.short, weapon.medium, weapon.long]
    ordered = 0 <= weapon.short <= weapon.medium <= weapon.long <= 300
    yield not ordered, f"short, medium and long must rise from 0 to 300, not be {bands}"
    yield weapon.sides % 2 == 1, f"sides must be 4, 6, 8, 10 or 12, not {weapon.sides}"
    yield not ranged and weapon.long > 0, "long needs a short range"
    yield ranged and not weapon.dice, "a weapon with a range needs damage dice"
    yield not ranged and not weapon.melee, "it has neither a range nor melee = true"
    yield weapon.melee and ranged, "melee cannot be combined with a range: make it two weapons"
    aimed = ranged and not area
    yield aimed and not weapon.modes, "modes are needed by a weapon with a range and no template"
    yield not aimed and bool(weapon.modes), "modes must be [] with a template or without a range"
    yield (
        bool(weapon.magazine and weapon.count),
        "magazine and count cannot be combined: tokens or pieces, not both",
    )
    yield area and bool(weapon.magazine), "magazine cannot be combined with a template: write count"
    yield weapon.rof > 1 and "auto" not in weapon.modes, f"rof {weapon.rof} needs the mode auto"
    yield "rapid" in weapon.modes and not weapon.magazine, "the mode rapid needs a magazine"
    yield len(set(weapon.modes)) < len(weapon.modes), "modes names one mode twice"
    yield weapon.spare > 0 and not weapon.magazine, "spare needs a magazine"
    yield weapon.shotgun and not weapon.modes, "shotgun needs modes"


STOCK = Stock("skirmish.rulesets.trait_die", Kind, Weapon, _kind_checks, _weapon_checks)
