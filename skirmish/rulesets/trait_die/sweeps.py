"""Suppressive fire: an automatic weapon on a template of ground (AMMO-F14)."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.trait_die.ammunition import empty, left
from skirmish.rulesets.trait_die.kinds import RADII, Arm
from skirmish.rulesets.trait_die.parts import (
    DEPLETION,
    RECOIL,
    band,
    condition,
    distance_parts,
    guard,
    harm_of,
    rounds_in,
    rounds_part,
    shelter,
    soldier,
    toughness_parts,
    wounds,
)
from skirmish.rulesets.trait_die.rules import Ducking, Sweep, suppress
from skirmish.rulesets.trait_die.shots import guns

TEMPLATE = RADII["medium"]


@frozen
class Hail:
    """Suppressive fire as ordered, and possible."""

    shooter: Figure
    arm: Arm
    aim: Tile


def automatic(figure: Figure) -> tuple[Arm, ...]:
    """The automatic weapons of a figure."""
    return tuple(arm for arm in guns(figure) if "auto" in arm.modes)


def hail_of(state: State, order: Order) -> Hail | Refusal:
    """What an order of suppressive fire amounts to, or why it can't be."""
    shooter, aim = state.figures[order.figure], order.target_tile
    wanted = order.get("weapon")
    arm = next((arm for arm in automatic(shooter) if wanted in ("", arm.id)), None)
    if arm is None:
        what = f"{shooter.id} has no automatic {wanted or 'weapon'}"
        return Refusal(what, "AMMO-F14", "fire at a figure instead")
    if refused := empty(state, shooter, arm):
        return refused
    if not state.board.inside(aim) or aim == shooter.tile:
        return Refusal(f"{order.target} is no place to fire at", remedy="aim elsewhere")
    if band(arm, distance2(shooter.tile, aim)) is None:
        return Refusal(f"{order.target} is beyond {arm.long} tiles", "AMMO-F3", "aim nearer")
    if not state.board.sees(shooter.tile, aim):
        return Refusal(f"{shooter.id} does not see that tile", "AMMO-F14", "aim where it sees")
    return Hail(shooter, arm, aim)


def hail_parts(hail: Hail) -> list[Part]:
    """What counts on the one shooting roll: range does, cover does not."""
    reach = band(hail.arm, distance2(hail.shooter.tile, hail.aim)) or 0
    return [
        *distance_parts(hail.arm, hail.shooter.tile, hail.aim),
        ("recoil", RECOIL, "AMMO-F14"),
        *rounds_part(rounds_in(hail.shooter, hail.arm), "auto", reach),
        *condition(hail.shooter),
    ]


def spirit_parts(state: State, hail: Hail, victim: Figure) -> list[Part]:
    """What counts on the Spirit roll of a figure under fire: its cover helps."""
    cover = shelter(state.board, hail.shooter.tile, victim)
    return [*((name, -value, "AMMO-F14") for name, value, _ in cover), *wounds(victim)]


def sweep_of(state: State, hail: Hail) -> Sweep:
    """The shooting roll in bare numbers."""
    kind = soldier(hail.shooter)
    counted = bool(hail.arm.magazine)
    return Sweep(
        sides=kind.shooting,
        wild=kind.wild_card,
        modifier=total(hail_parts(hail)),
        deplete=DEPLETION["auto"] if counted else 0,
        tokens=left(state, hail.shooter, hail.arm) if counted else 0,
        harm=harm_of(hail.arm, rounds_in(hail.shooter, hail.arm), "single"),
    )


def template(state: State, hail: Hail) -> int:
    """Mask of the ground under fire: the template, as far as the shooter sees it."""
    board = state.board
    return areas.blast(board, hail.aim, TEMPLATE) & board.seen_from(hail.shooter.tile)


def under(state: State, hail: Hail) -> tuple[Figure, ...]:
    """Who is under fire, nearest to the aim point first."""
    return areas.inside(state, template(state, hail), hail.aim)


def ducking(state: State, hail: Hail, victim: Figure) -> Ducking:
    """A figure under fire in bare numbers."""
    spirit = total(spirit_parts(state, hail, victim))
    tough = guard(victim, tough_parts(hail, victim))
    return Ducking(soldier(victim).spirit, soldier(victim).wild_card, spirit, tough)


def tough_parts(hail: Hail, victim: Figure) -> list[Part]:
    """What damage meets on a figure under fire."""
    return toughness_parts(victim, hail.arm.ap + rounds_in(hail.shooter, hail.arm).ap)


def attack_of(state: State, hail: Hail) -> Attack:
    """The attack of suppressive fire, on whoever is there."""
    mask = template(state, hail)
    subjects = by_id(figure.id for figure in areas.inside(state, mask, hail.aim))
    lines: list[Modifier] = [*modifiers("shooting", "", hail_parts(hail))]
    for name in subjects:
        victim = state.figures[name]
        lines += modifiers("spirit", name, spirit_parts(state, hail, victim))
        lines += modifiers("toughness", name, tough_parts(hail, victim))
    return Attack(
        rule=suppress,
        args=(
            sweep_of(state, hail),
            tuple(ducking(state, hail, state.figures[name]) for name in subjects),
        ),
        subjects=subjects,
        modifiers=tuple(lines),
        each=True,
        apart=True,
        at=hail.aim,
        area=mask,
    )
