"""A figure's numbers: wounds, cover, toughness, Parry, agility.

A sum is a list of parts (name, value, rule). Its total is used in the roll, and the breakdown shows
the same parts.
"""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.rulesets.attack import Part, total
from skirmish.rulesets.trait_die.catalogue import STANDARD_ROUNDS, Rounds
from skirmish.rulesets.trait_die.counters import (
    ACTS,
    COVER,
    FIRED_RAPIDLY,
    PRONE,
    RAN,
    RECOVERING,
    SHAKEN,
)
from skirmish.rulesets.trait_die.dice import Agile, Guard
from skirmish.rulesets.trait_die.kinds import STOCK, Kind

COVER_NAMES = ("", "light cover", "medium cover", "heavy cover")
"""Names of the grades of cover (AMMO-F3)."""
PRONE_COVER = -2
"""Modifier to attacks on a figure that lies down (AMMO-F3)."""
PRONE_FROM = 3
"""Distance in tiles beyond which lying down counts (AMMO-F3)."""


kind_of, weapons_of = STOCK.kind_of, STOCK.weapons_of


def most_wounds(figure: Figure) -> int:
    """Wounds that put a figure out (AMMO-F12)."""
    return kind_of(figure).limit


def wounds(figure: Figure) -> list[Part]:
    """The modifier of wounds: -1 each to every trait roll (AMMO-F8)."""
    return [("wounds", -figure.damage, "AMMO-F8")] if figure.damage else []


def condition(figure: Figure) -> list[Part]:
    """Modifiers of a figure's own condition to all its rolls in its bound (AMMO-F5).

    AMMO-F4, AMMO-F8, AMMO-F13.
    """
    parts = wounds(figure)
    if figure.count(RAN):
        parts.append(("running", -2, "AMMO-F4"))
    if figure.count(ACTS):
        parts.append(("further action", -2 * figure.count(ACTS), "AMMO-F5"))
    if figure.count(RECOVERING):
        parts.append(("just recovered", -2, "AMMO-F13"))
    return parts


def shelter(board: Board, origin: Tile, target: Figure) -> list[Part]:
    """The modifier for cover or for lying down, whichever is better for the target (AMMO-F3)."""
    grade = board.cover(origin, target.tile)
    name, value = COVER_NAMES[grade], COVER[grade]
    low = target.posture == PRONE and distance2(origin, target.tile) > PRONE_FROM**2
    if low and value > PRONE_COVER:
        name, value = "prone", PRONE_COVER
    return [(name, value, "AMMO-F3")] if value else []


def exposed(target: Figure) -> list[Part]:
    """The modifier for a target that has fired rapidly (AMMO-F11)."""
    return [("fired rapidly", 2, "AMMO-F11")] if target.count(FIRED_RAPIDLY) else []


def toughness_parts(target: Figure, ap: int, rounds: Rounds = STANDARD_ROUNDS) -> list[Part]:
    """A figure's toughness against damage: 2, half of vigor, and unpierced armour.

    The ammunition may pierce more of the armour (AMMO-F12, AMMO-F21).
    """
    kind = kind_of(target)
    more = min(max(0, kind.armour - ap), rounds.ap)
    return [*hide_parts(kind, ap), *([(rounds.name, -more, "AMMO-F21")] if more else [])]


def hide_parts(kind: Kind, ap: int) -> list[Part]:
    """The toughness of a kind of figure, ammunition left out (AMMO-F12)."""
    parts: list[Part] = [("toughness", 2 + kind.vigor // 2, "AMMO-F12")]
    if kind.armour:
        parts.append(("armour", kind.armour, "AMMO-F12"))
        if pierced := min(kind.armour, ap):
            parts.append(("armour pierced", -pierced, "AMMO-F12"))
    return parts


def guard(target: Figure, parts: list[Part]) -> Guard:
    """The guard of a figure, with the total of its toughness (AMMO-F12)."""
    return Guard(total(parts), wounds_left(target), bool(target.count(SHAKEN)))


def wounds_left(target: Figure) -> int:
    """Wounds that would put a figure out now (AMMO-F12)."""
    return max(1, most_wounds(target) - target.damage)


def parry(figure: Figure) -> int:
    """Target number of Fighting rolls against a figure (AMMO-F19)."""
    return 2 + kind_of(figure).fighting // 2


def agile(figure: Figure) -> Agile:
    """The numbers of a figure's agility roll (AMMO-F8, AMMO-F16)."""
    kind = kind_of(figure)
    return Agile(kind.agility, kind.wild_card, total(wounds(figure)))
