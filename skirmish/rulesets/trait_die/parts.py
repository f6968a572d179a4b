"""What adds to the rolls of trait die: modifiers by name, toughness, damage (AMMO-F3 to AMMO-F9).

A sum is a list of parts (name, value, rule); what is rolled with is their total, and the breakdown
shows the same parts.
"""

from __future__ import annotations

from typing import cast

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.common.parts import Part, total
from skirmish.rulesets.trait_die.burden import loaded_with
from skirmish.rulesets.trait_die.contest import Agile
from skirmish.rulesets.trait_die.declared import AIM, PRONE
from skirmish.rulesets.trait_die.kinds import Arm, Soldier
from skirmish.rulesets.trait_die.rounds import STANDARD_ROUNDS, Rounds
from skirmish.rulesets.trait_die.rules import Guard, Harm

COVER = (("", 0), ("light cover", -1), ("medium cover", -2), ("heavy cover", -4))
"""What the board's cover is worth, by its grade; nothing on it is near total cover (-6)."""
PRONE_COVER = -2
PRONE_FROM = 3
"""Tiles beyond which lying down is worth something."""
BANDS = (("short range", 0), ("medium range", -2), ("long range", -4))
MODE_PARTS = {
    "single": (),
    "double": (("double tap", 1, "AMMO-F9"),),
    "burst": (("three-round burst", 2, "AMMO-F9"),),
    "auto": (),
    "rapid": (("rapid attack", -4, "AMMO-F11"),),
}
RECOIL = -2
DEPLETION = {"single": 1, "double": 2, "burst": 3, "auto": 3, "rapid": 3}
"""The highest face of a trait die that costs a token (AMMO-09 to AMMO-13)."""
LIMB, HEAD = -2, -4
HEAD_DAMAGE = 4


def soldier(figure: Figure) -> Soldier:
    """The stat block of a figure."""
    return cast("Soldier", figure.who.kind)


def arms(figure: Figure) -> tuple[Arm, ...]:
    """The weapons of a figure."""
    return cast("tuple[Arm, ...]", figure.who.weapons)


def limit(figure: Figure) -> int:
    """Wounds that put a figure out, all told."""
    return soldier(figure).limit


def wounds(figure: Figure) -> list[Part]:
    """A wound takes 1 off every trait roll (AMMO-F8)."""
    return [("wounds", -figure.damage, "AMMO-F8")] if figure.damage else []


def condition(figure: Figure) -> list[Part]:
    """What a figure's own state adds to whatever it rolls in its bound."""
    parts = wounds(figure)
    if figure.count("run"):
        parts.append(("running", -2, "AMMO-F4"))
    if figure.count("acts"):
        parts.append(("further action", -2 * figure.count("acts"), "AMMO-F5"))
    if figure.count("recovering"):
        parts.append(("just recovered", -2, "AMMO-F13"))
    return parts


def band(arm: Arm, away2: int) -> int | None:
    """Which range a distance is in, by its square: 0 short, 1 medium, 2 long; None beyond."""
    for place, reach in enumerate((arm.short, arm.medium, arm.long)):
        if away2 <= reach * reach:
            return place
    return None


def distance_parts(arm: Arm, origin: Tile, tile: Tile) -> list[Part]:
    """What the range takes off."""
    name, value = BANDS[band(arm, distance2(origin, tile)) or 0]
    return [(name, value, "AMMO-F3")] if value else []


def shelter(board: Board, origin: Tile, target: Figure) -> list[Part]:
    """What cover or lying down takes off, the better of the two (AMMO-F3)."""
    name, value = COVER[board.cover(origin, target.tile)]
    low = target.posture == PRONE and distance2(origin, target.tile) > PRONE_FROM**2
    if low and value > PRONE_COVER:
        name, value = "prone", PRONE_COVER
    return [(name, value, "AMMO-F3")] if value else []


def exposed(target: Figure) -> list[Part]:
    """Who has fired rapidly is easier to hit (AMMO-F11)."""
    return [("fired rapidly", 2, "AMMO-F11")] if target.count("rapid") else []


def aim_part(state: State, shooter: Figure, target: Figure) -> list[Part]:
    """What aiming at that target before is worth (AMMO-F6)."""
    return [("aim", 2, "AMMO-F6")] if state.linked(AIM, shooter.id, target.id) else []


def called_part(limb: str) -> list[Part]:
    """What a called shot takes off (AMMO-F7)."""
    if limb == "head":
        return [("at the head", HEAD, "AMMO-F7")]
    return [("at a limb", LIMB, "AMMO-F7")] if limb == "limb" else []


def rounds_in(figure: Figure, arm: Arm) -> Rounds:
    """What a figure fires with a weapon."""
    return loaded_with(figure, arm) if arm.magazine or arm.count else STANDARD_ROUNDS


def rounds_part(rounds: Rounds, mode: str, range_band: int) -> list[Part]:
    """What the ammunition adds to the roll (AMMO-F21)."""
    if rounds.tracking and mode in ("burst", "auto"):
        return [(rounds.name, rounds.tracking, "AMMO-F21")]
    if rounds.steady and mode == "single" and range_band:
        return [(rounds.name, rounds.steady, "AMMO-F21")]
    return []


def toughness_parts(target: Figure, ap: int) -> list[Part]:
    """What damage must reach: 2, half of vigor, and armour as far as it is not pierced."""
    return hide_parts(soldier(target), ap)


def hide_parts(kind: Soldier, ap: int) -> list[Part]:
    """The same of a kind of figure."""
    parts: list[Part] = [("toughness", 2 + kind.vigor // 2, "AMMO-F12")]
    if kind.armour:
        parts.append(("armour", kind.armour, "AMMO-F12"))
        if pierced := min(kind.armour, ap):
            parts.append(("armour pierced", -pierced, "AMMO-F12"))
    return parts


def guard(target: Figure, parts: list[Part]) -> Guard:
    """A figure as damage meets it."""
    return Guard(total(parts), wounds_left(target), bool(target.count("shaken")))


def wounds_left(target: Figure) -> int:
    """Wounds that would put a figure out now."""
    return max(1, limit(target) - target.damage)


def soft_bonus(rounds: Rounds, kind: Soldier) -> int:
    """What soft ammunition adds against who wears no armour (AMMO-F21)."""
    return 0 if kind.armour else rounds.soft


def harm_of(arm: Arm, rounds: Rounds, mode: str) -> Harm:
    """The damage of a hit with a weapon of range."""
    more = {"double": 1, "burst": 2}.get(mode, 0)
    return Harm(arm.dice, arm.sides, arm.bonus + more + rounds.damage)


def agile(figure: Figure) -> Agile:
    """A figure as its agility is rolled for."""
    kind = soldier(figure)
    return Agile(kind.agility, kind.wild_card, total(wounds(figure)))
