"""A figure's numbers: attribute modifiers, crippled limbs, Evasion, armour."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from skirmish.core.board import Board
from skirmish.core.figures import Figure, once
from skirmish.core.geometry import Tile, within
from skirmish.rulesets.attack import Modifier, Part, total
from skirmish.rulesets.d20.counters import COVER, PRONE
from skirmish.rulesets.d20.dice import Body, Effects
from skirmish.rulesets.d20.kinds import (
    ARMS,
    HEAD,
    LEGS,
    LIMBS,
    STOCK,
    WORDS,
    Kind,
    Weapon,
    threshold,
)

AVERAGE = 5
"""The attribute whose modifier is 0 (D20-F1)."""
BASE_EVASION = 10
"""Evasion before agility and size (D20-F1)."""
PRONE_NEAR = 5
"""The most tiles at which lying down makes a figure easier to hit (D20-F7)."""
PRONE_SHIFT = 2
"""Evasion that lying down adds from afar, and takes off from near (D20-F7)."""
SHAKES = (*((arm, -4) for arm in ARMS), (HEAD, -4))
"""Accuracy penalties of crippled limbs (D20-F5)."""
HEAD_EVASION = -2
"""Evasion penalty of a crippled head (D20-F5)."""


kind_of, weapons_of = STOCK.kind_of, STOCK.weapons_of


def modifier(value: int) -> int:
    """The modifier of an attribute (D20-F1)."""
    return value - AVERAGE


def health(figure: Figure) -> int:
    """Hit points left."""
    return max(0, kind_of(figure).hp - figure.damage)


def spare(figure: Figure, limb: str) -> int:
    """The damage that a limb can still take before it is crippled (D20-F5)."""
    return max(0, threshold(limb, kind_of(figure).hp) - figure.count(limb))


def ailments(figure: Figure) -> Mapping[str, str]:
    """The limbs that are crippled, in words (D20-F5)."""
    return {limb: f"{WORDS[limb]} crippled" for limb in LIMBS if crippled(figure, limb)}


def crippled(figure: Figure, limb: str) -> bool:
    """Whether a limb is crippled (D20-F5)."""
    return figure.count(limb) >= threshold(limb, kind_of(figure).hp)


def lame(figure: Figure) -> bool:
    """Whether a leg is crippled, so that movement costs double (D20-F5)."""
    return any(crippled(figure, leg) for leg in LEGS)


def handicaps(figure: Figure) -> list[Part]:
    """The Accuracy penalties of crippled limbs (D20-F5)."""
    return [(WORDS[limb], costs, "D20-F5") for limb, costs in SHAKES if crippled(figure, limb)]


def evasion(board: Board, target: Figure, origin: Tile, *, melee: bool = False) -> list[Part]:
    """The parts of a target's Evasion against an attack from a tile (D20-F1, D20-F5, D20-F7)."""
    parts = _agile(target)
    if not melee and (cover := sheltered(board, origin, target.tile)):
        parts.append(("cover", cover, "D20-F7"))
    if lying := lowered(target, origin):
        parts.append(("prone", lying, "D20-F7"))
    return parts


def evading(board: Board, target: Figure, origin: Tile, *, melee: bool = False) -> int:
    """The sum of `evasion`."""
    cover = 0 if melee else sheltered(board, origin, target.tile)
    return agility(target) + cover + lowered(target, origin)


def sheltered(board: Board, origin: Tile, tile: Tile) -> int:
    """The Evasion that cover adds on a tile (D20-F7)."""
    return COVER[board.cover(origin, tile)]


def lowered(target: Figure, origin: Tile) -> int:
    """The Evasion that lying down adds or takes off (D20-F7)."""
    if target.posture != PRONE:
        return 0
    return -PRONE_SHIFT if within(origin, target.tile, PRONE_NEAR) else PRONE_SHIFT


def _agile(target: Figure) -> list[Part]:
    """The parts of Evasion that do not depend on the tile (D20-F1, D20-F5)."""
    parts = list(_nimble(kind_of(target)))
    if crippled(target, HEAD):
        parts.append(("crippled head", HEAD_EVASION, "D20-F5"))
    return parts


@once
def agility(target: Figure) -> int:
    """The sum of `_agile` (D20-F1, D20-F5)."""
    return total(_agile(target))


@lru_cache(maxsize=256)
def _nimble(kind: Kind) -> tuple[Part, ...]:
    """Evasion with agility and size (D20-F1)."""
    parts: tuple[Part, ...] = (
        ("agility", modifier(kind.agility), "D20-F1"),
        ("size", kind.size, "D20-F1"),
    )
    return (("Evasion", BASE_EVASION, "D20-F1"), *(part for part in parts if part[1]))


def body(figure: Figure, weapon: Weapon) -> Body:
    """A figure's armour against a weapon, and its hit points (D20-19, D20-23)."""
    return stops(kind_of(figure), weapon, health(figure))


def stops(kind: Kind, weapon: Weapon, left: int) -> Body:
    """The armour of a kind of figure against a weapon, with hit points left (D20-19, D20-23)."""
    if weapon.damage_type == "energy":
        return Body(kind.energy_dt, kind.energy_dr, left)
    return Body(kind.physical_dt, kind.physical_dr, left)


def armour_lines(target: str, against: Body) -> tuple[Modifier, ...]:
    """A target's armour, for the breakdown."""
    lines = (
        Modifier("armour", target, "off each hit", against.dt, "D20-19"),
        Modifier("armour in percent", target, "off the rest", against.dr, "D20-23"),
    )
    return tuple(line for line in lines if line.value)


@lru_cache(maxsize=256)
def effects_of(weapon: Weapon) -> Effects:
    """The effects of a weapon on a figure that it hits (D20-25)."""
    return Effects(weapon.bleed, weapon.burn, weapon.embed, weapon.stun, weapon.knockdown)
