"""Stat blocks of trait die: kinds of figure and weapons, and the armoury that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from attrs import frozen

from skirmish.core import figures
from skirmish.rulesets.common.stock import read_stock

DICE = (4, 6, 8, 10, 12)
"""The dice that a trait may be."""
Mode = Literal["single", "double", "burst", "auto", "rapid"]
MODES: tuple[Mode, ...] = ("single", "double", "burst", "auto", "rapid")
Template = Literal["", "small", "medium", "large"]
RADII = {"": 0, "small": 1, "medium": 2, "large": 3}
"""Radius of a template in tiles."""
WILD_LIMIT = 4
"""The wound that puts a wild card out; any other figure is out at the first."""
QUARTERS = 4
"""Weights are kept in quarters of a Significant Item."""


@frozen(kw_only=True, cache_hash=True)
class Kind(figures.Kind):
    """A kind of figure. Traits are dice by their sides: 4, 6, 8, 10 or 12.

    `pace` is in tiles, `si` in whole Significant Items. A `wild_card` rolls a Wild Die beside its
    traits and takes three wounds; any other figure is out at the first.
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
        """The wound that puts it out."""
        return WILD_LIMIT if self.wild_card else 1


@frozen(kw_only=True, cache_hash=True)
class Weapon(figures.Weapon):
    """A weapon: damage is `dice` dice of `sides` plus `bonus`, ranges are in tiles.

    One that is for close combat (`melee`) adds the strength die. One with a `magazine` is kept in
    tokens, one with a `count` in pieces; either none never runs out. `weight` is in quarters of a
    Significant Item, that of the weapon or of one piece. `cost` is that of its ammunition, for 50
    rounds or for one piece, and `price` that of the weapon itself.
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


@cache
def _stock() -> tuple[Mapping[str, Kind], Mapping[str, Weapon]]:
    """The stat blocks of `armoury.toml`, read once."""
    return read_stock("skirmish.rulesets.trait_die", Kind, Weapon)


def kinds() -> Mapping[str, Kind]:
    """The armoury's kinds of figure by id."""
    return _stock()[0]


def weapons() -> Mapping[str, Weapon]:
    """The armoury's weapons by id."""
    return _stock()[1]
