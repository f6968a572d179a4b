"""Stat blocks for tests: an average fighter and a plain gun, changed where a test needs it."""

from __future__ import annotations

from typing import Any

from skirmish.rulesets.d20.kinds import Kind, Weapon
from tests.position import Position, field_of, position

FISTS = Weapon(id="fists", name="fists", skill="melee", damage_bonus=2)


def man(**numbers: Any) -> Kind:
    """All attributes 5, no skill, no armour, 20 hit points: Evasion 10, 8 action points."""
    return Kind(**{"id": "man", "name": "man", "glyph": "m", "points": 10, "hp": 20, **numbers})


def gun(**numbers: Any) -> Weapon:
    """Does 4 to 10 tiles, 20 and 30 beyond; 2 points a shot, 3 a burst where it has a fire rate."""
    fields: dict[str, Any] = {"damage_bonus": 4, "ap_single": 2, "magazine": 40, "crit_die": 8}
    fields |= {"close": 10, "medium": 20, "long": 30, "extreme": 40}
    fields |= {"ap_burst": 3} if numbers.get("fire_rate") else {}
    return Weapon(**{"id": "gun", "name": "gun", **fields, **numbers})


def bomb(**numbers: Any) -> Weapon:
    """Radius 1, does 6, flies 5 tiles at close range and 20 at most."""
    fields: dict[str, Any] = {"skill": "explosives", "damage_bonus": 6, "radius": 1, "thrown": True}
    fields |= {"close": 5, "medium": 10, "long": 15, "extreme": 20, "magazine": 3}
    return Weapon(**{"id": "bomb", "name": "bomb", **fields, **numbers})


def duel(
    drawing: str = "a . . R", *weapons: Weapon, target: Kind | None = None, **setup: Any
) -> Position:
    """Blue a with these weapons (a plain gun) and red R with the same, average unless said."""
    arms = weapons or (gun(),)
    shooter = setup.pop("shooter", man())
    kinds = {"a": shooter, "R": target or man(), **setup.pop("kinds", {})}
    carried = {"a": arms, "R": arms, **setup.pop("weapons", {})}
    return position(
        drawing or field_of(45, 1), ruleset="d20", kind=man(), kinds=kinds, weapons=carried, **setup
    )
