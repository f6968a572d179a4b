"""Plain stat blocks for tests: numbers that are easy to add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from skirmish.rulesets.dice_pool.kinds import Kind, Weapon
from tests.position import Arms, Position, position


def man(**changed: Any) -> Kind:
    """Two dice for everything, 4 to shoot with; nine boxes, no armour, one pass."""
    plain = {"body": 2, "agility": 2, "reaction": 2, "skill": 2, "intuition": 1, "edge": 1}
    more = {"points": 10, "dodge": 1, "melee": 1}
    return Kind("man", "man", glyph="m", **{**plain, **more, **changed})


def gun(**changed: Any) -> Weapon:
    """A rifle: damage 4, increment 10, no recoil to speak of, every mode, from SA."""
    plain = {"dv": 4, "increment": 10, "modes": ("sa", "ss", "bf", "fa"), "rate": 1}
    return Weapon("gun", "gun", **{"magazine": 30, "compensation": 20, **plain, **changed})


def scene(
    drawing: str, *arms: Arms, kinds: Mapping[str, Kind] | None = None, **more: Any
) -> Position:
    """A position in which everybody is a `man`, and blue's figures carry these weapons."""
    small: Mapping[str, Sequence[Arms]] = {
        letter: arms for letter in drawing if letter.isalpha() and letter.islower()
    }
    capital = {letter: () for letter in drawing if letter.isalpha() and letter.isupper()}
    known = {**{letter: man() for letter in (*small, *capital)}, **(kinds or {})}
    weapons = {**capital, **small, **more.pop("weapons", {})}
    return position(drawing, ruleset="dice_pool", kinds=known, weapons=weapons, kind=man(), **more)
