"""Planned fire at figures and its numbers: range, mode, ammunition (AMMO-F3 to AMMO-F11)."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Modifier, Part, modifiers, total
from skirmish.rulesets.common.present import present
from skirmish.rulesets.trait_die.ammunition import left
from skirmish.rulesets.trait_die.catalogue import STANDARD_ROUNDS, Rounds
from skirmish.rulesets.trait_die.counters import AIMS_AT
from skirmish.rulesets.trait_die.dice import Allotted, Guard, Harm, Volley, dice_words, with_damage
from skirmish.rulesets.trait_die.equipment import loaded_with
from skirmish.rulesets.trait_die.figures import (
    condition,
    exposed,
    guard,
    kind_of,
    shelter,
    toughness_parts,
)
from skirmish.rulesets.trait_die.kinds import Kind, Weapon
from skirmish.rulesets.trait_die.odds import VolleyAttack, volley_attack

BANDS = (("short range", 0), ("medium range", -2), ("long range", -4))
"""Ranges and their modifiers (AMMO-F3)."""
MODE_PARTS = {
    "single": (),
    "double": (("double tap", 1, "AMMO-F9"),),
    "burst": (("three-round burst", 2, "AMMO-F9"),),
    "auto": (),
    "rapid": (("rapid attack", -4, "AMMO-F11"),),
}
"""Modifiers of each mode to the roll (AMMO-F9, AMMO-F11)."""
RECOIL = -2
"""Modifier of recoil (AMMO-F10, AMMO-F14)."""
DEPLETION = {"single": 1, "double": 2, "burst": 3, "auto": 3, "rapid": 3}
"""The highest face of a trait die that costs a token (AMMO-09 to AMMO-13, AMMO-08)."""
LIMB_PENALTY, HEAD_PENALTY = -2, -4
"""Modifiers of called shots (AMMO-F7)."""
HEAD_DAMAGE = 4
"""Damage added by a hit on the head (AMMO-F7)."""
POLICY = "the Wild Die replaces the lowest die, if it is better"
"""The placing of the Wild Die that the odds assume, in words (AMMO-F10)."""


@frozen
class Fire:
    """Fire that was ordered and is possible; each share is a target and its dice, in order.

    `asks`: whether its side is asked which die the Wild Die replaces.
    """

    shooter: Figure
    weapon: Weapon
    mode: str
    shares: tuple[tuple[Figure, int], ...]
    limb: str = ""
    asks: bool = False

    @property
    def dice(self) -> int:
        """The total number of trait dice."""
        return sum(count for _, count in self.shares)


def band(weapon: Weapon, away2: int) -> int | None:
    """The range that a squared distance is in: 0 short, 1 medium, 2 long; None beyond.

    AMMO-F3.
    """
    for place, reach in enumerate((weapon.short, weapon.medium, weapon.long)):
        if away2 <= reach * reach:
            return place
    return None


def distance_parts(weapon: Weapon, origin: Tile, tile: Tile) -> list[Part]:
    """The modifier of the range (AMMO-F3)."""
    name, value = BANDS[band(weapon, distance2(origin, tile)) or 0]
    return [(name, value, "AMMO-F3")] if value else []


def aim_part(state: State, shooter: Figure, target: Figure) -> list[Part]:
    """The bonus of an aim at that target (AMMO-F6)."""
    return [("aim", 2, "AMMO-F6")] if state.linked(AIMS_AT, shooter.id, target.id) else []


def called_part(limb: str) -> list[Part]:
    """The modifier of a called shot (AMMO-F7)."""
    if limb == "head":
        return [("at the head", HEAD_PENALTY, "AMMO-F7")]
    return [("at a limb", LIMB_PENALTY, "AMMO-F7")] if limb == "limb" else []


def rounds_in(figure: Figure, weapon: Weapon) -> Rounds:
    """The kind of ammunition that a figure fires with a weapon (AMMO-F21)."""
    return loaded_with(figure, weapon) if weapon.magazine or weapon.count else STANDARD_ROUNDS


def rounds_part(rounds: Rounds, mode: str, range_band: int) -> list[Part]:
    """The modifier of the ammunition (AMMO-F21)."""
    if rounds.tracking and mode in ("burst", "auto"):
        return [(rounds.name, rounds.tracking, "AMMO-F21")]
    if rounds.steady and mode == "single" and range_band:
        return [(rounds.name, rounds.steady, "AMMO-F21")]
    return []


def soft_bonus(rounds: Rounds, kind: Kind) -> int:
    """Damage added by soft ammunition against a figure without armour (AMMO-F21)."""
    return 0 if kind.armour else rounds.soft


def met_by(figure: Figure, weapon: Weapon, rounds: Rounds) -> list[Part]:
    """The toughness of a figure against a weapon with such ammunition (AMMO-F12, AMMO-F21)."""
    parts = toughness_parts(figure, weapon.ap, rounds)
    # More damage against bare skin is the same as less toughness.
    if soft := soft_bonus(rounds, kind_of(figure)):
        parts.append((rounds.name, -soft, "AMMO-F21"))
    return parts


def harm_of(weapon: Weapon, rounds: Rounds, mode: str) -> Harm:
    """The damage of a hit with a ranged weapon (AMMO-F9, AMMO-F21)."""
    more = {"double": 1, "burst": 2}.get(mode, 0)
    return Harm(weapon.dice, weapon.sides, weapon.bonus + more + rounds.damage)


def mode_parts(mode: str, dice: int) -> list[Part]:
    """Modifiers of the mode to each of so many trait dice (AMMO-F9, AMMO-F10, AMMO-F11)."""
    recoil = mode == "auto" and dice > 1
    return [*MODE_PARTS[mode], *([("recoil", RECOIL, "AMMO-F10")] if recoil else [])]


def aimed_parts(state: State, fire: Fire, target: Figure) -> list[Part]:
    """All modifiers to a trait die at a target (AMMO-F3)."""
    shooter, weapon = fire.shooter, fire.weapon
    here = shooter.tile
    reach = band(weapon, distance2(here, target.tile)) or 0
    return [
        *distance_parts(weapon, here, target.tile),
        *shelter(state.board, here, target),
        *mode_parts(fire.mode, fire.dice),
        *called_part(fire.limb),
        *rounds_part(rounds_in(shooter, weapon), fire.mode, reach),
        *exposed(target),
        *aim_part(state, shooter, target),
        *condition(shooter),
    ]


def bystanders(state: State, fire: Fire, target: Figure) -> tuple[str, ...]:
    """The figures beside a target that a stray shot may hit, as the shooter's side can tell.

    AMMO-F18.
    """
    near = (
        other.id
        for other in present(state, fire.shooter.side)
        if other.id not in (fire.shooter.id, target.id) and adjacent(other.tile, target.tile)
    )
    return by_id(near)


def stray_face(fire: Fire) -> int:
    """The highest face of a missed die that hits a figure beside the target (AMMO-F18).

    AMMO-F21.
    """
    careful = rounds_in(fire.shooter, fire.weapon).careful
    wide = fire.mode == "auto" or (fire.weapon.shotgun and not careful)
    return 2 if wide else 1


def attack_of(state: State, fire: Fire) -> VolleyAttack:
    """The attack of an order to fire, with one outcome for each figure that it can strike.

    AMMO-08, AMMO-F7, AMMO-F18.
    """
    near = {target.id: bystanders(state, fire, target) for target, _ in fire.shares}
    subjects = tuple(dict.fromkeys((*near, *by_id(n for names in near.values() for n in names))))
    shares, aimed = _allotted(state, fire, near, subjects)
    guards, tough = _guards(state, fire, subjects)
    weapon, kind = fire.weapon, kind_of(fire.shooter)
    plan = Volley(
        sides=kind.shooting,
        wild=kind.wild_card,
        shares=shares,
        guards=guards,
        harm=harm_of(weapon, rounds_in(fire.shooter, weapon), fire.mode),
        deplete=DEPLETION[fire.mode] if weapon.magazine else 0,
        tokens=left(state, fire.shooter, weapon) if weapon.magazine else 0,
        stray=stray_face(fire),
        called=HEAD_DAMAGE if fire.limb == "head" else 0,
    )
    return volley_attack(
        plan,
        subjects=subjects,
        named=subjects[0],
        modifiers=(*aimed, *tough),
        policy=POLICY if plan.wild and fire.dice > 1 else "",
        rolled=with_damage(
            dice_words("Shooting", plan.sides, plan.wild, fire.dice), plan.harm, plan.called
        ),
    )


def _allotted(
    state: State, fire: Fire, near: Mapping[str, tuple[str, ...]], subjects: tuple[str, ...]
) -> tuple[tuple[Allotted, ...], list[Modifier]]:
    """The dice for each target as bare numbers, and the breakdown of their modifiers."""
    shares: list[Allotted] = []
    lines: dict[str, tuple[Modifier, ...]] = {}
    for target, count in fire.shares:
        parts = aimed_parts(state, fire, target)
        lines[target.id] = modifiers("shooting", target.id, parts)
        there = tuple(subjects.index(name) for name in near[target.id])
        shares.append(Allotted(subjects.index(target.id), count, total(parts), there))
    return tuple(shares), [line for some in lines.values() for line in some]


def _guards(
    state: State, fire: Fire, subjects: tuple[str, ...]
) -> tuple[tuple[Guard, ...], list[Modifier]]:
    """The toughness of each figure, and its breakdown (AMMO-F12, AMMO-F21)."""
    rounds = rounds_in(fire.shooter, fire.weapon)
    guards: list[Guard] = []
    lines: list[Modifier] = []
    for name in subjects:
        figure = state.figures[name]
        parts = met_by(figure, fire.weapon, rounds)
        guards.append(guard(figure, parts))
        lines += modifiers("toughness", name, parts)
    return tuple(guards), lines
