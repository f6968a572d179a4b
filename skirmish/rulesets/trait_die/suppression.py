"""Suppressive fire: an automatic weapon on a template of ground (AMMO-F14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.common import areas, slots
from skirmish.rulesets.common.present import expose, no_aim_point
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.accuracy import (
    DEPLETION,
    RECOIL,
    band,
    distance_parts,
    harm_of,
    met_by,
    rounds_in,
    rounds_part,
)
from skirmish.rulesets.trait_die.ammunition import cite_use, empty, left, take
from skirmish.rulesets.trait_die.area import off_aim, tile_families
from skirmish.rulesets.trait_die.budget import WHOLE_BOUND, end_aim, spend
from skirmish.rulesets.trait_die.counters import WHOLE
from skirmish.rulesets.trait_die.dice import (
    Ducking,
    Harm,
    Outcome,
    Sweep,
    dice_words,
    ducked,
    suppress,
    swept,
)
from skirmish.rulesets.trait_die.figures import (
    condition,
    guard,
    kind_of,
    shelter,
    wounds,
)
from skirmish.rulesets.trait_die.kinds import RADII, Weapon
from skirmish.rulesets.trait_die.shooting import guns
from skirmish.rulesets.trait_die.wounds import follow, tell

TEMPLATE = RADII["medium"]
"""The radius of suppressive fire in tiles (AMMO-F14)."""


SUPPRESS_VERB = Verb(
    "suppress",
    "pins down figures near a tile with automatic fire; takes the whole turn",
    target=Shape.TILE,
    fields=(WEAPON_FIELD,),
    dice=True,
)


@frozen
class Suppression:
    """Suppressive fire that was ordered and is possible."""

    shooter: Figure
    weapon: Weapon
    aim: Tile


def automatic(figure: Figure) -> tuple[Weapon, ...]:
    """The automatic weapons of a figure (AMMO-F14)."""
    return tuple(weapon for weapon in guns(figure) if "auto" in weapon.modes)


def suppression_plan(state: State, order: Order) -> Suppression | Refusal:
    """The suppressive fire of an order, or why it is refused (AMMO-F14)."""
    shooter, aim = state.figures[order.figure], order.target_tile
    weapon = slots.wanted(automatic(shooter), order)
    if weapon is None:
        what = f"{shooter.id} has no automatic {order.get('weapon', 'weapon')}"
        return Refusal(what, "AMMO-F14", "fire at a figure instead")
    if refused := empty(state, shooter, weapon) or no_aim_point(state, shooter, aim):
        return refused
    return off_aim(state, shooter, weapon, aim, "AMMO-F14") or Suppression(shooter, weapon, aim)


def shooting_parts(shot: Suppression) -> list[Part]:
    """Modifiers of the one shooting roll, for range but not for cover (AMMO-F14)."""
    reach = band(shot.weapon, distance2(shot.shooter.tile, shot.aim)) or 0
    return [
        *distance_parts(shot.weapon, shot.shooter.tile, shot.aim),
        ("recoil", RECOIL, "AMMO-F14"),
        *rounds_part(rounds_in(shot.shooter, shot.weapon), "auto", reach),
        *condition(shot.shooter),
    ]


def spirit_parts(state: State, shot: Suppression, victim: Figure) -> list[Part]:
    """Modifiers of the Spirit roll of a figure under fire; its cover helps (AMMO-F14)."""
    cover = shelter(state.board, shot.shooter.tile, victim)
    return [*((name, -value, "AMMO-F14") for name, value, _ in cover), *wounds(victim)]


def sweep_of(state: State, shot: Suppression) -> Sweep:
    """The shooting roll in bare numbers (AMMO-12, AMMO-F14)."""
    kind = kind_of(shot.shooter)
    counted = bool(shot.weapon.magazine)
    return Sweep(
        sides=kind.shooting,
        wild=kind.wild_card,
        modifier=total(shooting_parts(shot)),
        deplete=DEPLETION["auto"] if counted else 0,
        tokens=left(state, shot.shooter, shot.weapon) if counted else 0,
        harm=harm_of(shot.weapon, rounds_in(shot.shooter, shot.weapon), "single"),
    )


def template(state: State, shot: Suppression) -> int:
    """Mask of the tiles under fire: the part of the template that the shooter sees (AMMO-F14)."""
    board = state.board
    return areas.blast(board, shot.aim, TEMPLATE) & board.seen_from(shot.shooter.tile)


def under_fire(state: State, shot: Suppression) -> tuple[Figure, ...]:
    """The figures under fire, nearest to the aim point first (AMMO-F14)."""
    return areas.inside(state, template(state, shot), shot.aim)


def ducking(state: State, shot: Suppression, victim: Figure) -> Ducking:
    """The numbers of a figure under fire (AMMO-F14)."""
    spirit = total(spirit_parts(state, shot, victim))
    tough = guard(victim, tough_parts(shot, victim))
    return Ducking(kind_of(victim).spirit, kind_of(victim).wild_card, spirit, tough)


def tough_parts(shot: Suppression, victim: Figure) -> list[Part]:
    """The toughness of a figure under fire (AMMO-F12, AMMO-F14, AMMO-F21)."""
    return met_by(victim, shot.weapon, rounds_in(shot.shooter, shot.weapon))


def suppression_of(state: State, shot: Suppression) -> Attack:
    """The attack of suppressive fire on all figures under it (AMMO-F14)."""
    mask, sweep = template(state, shot), sweep_of(state, shot)
    subjects = by_id(figure.id for figure in areas.inside(state, mask, shot.aim))
    lines: list[Modifier] = [*modifiers("shooting", "", shooting_parts(shot))]
    for name in subjects:
        victim = state.figures[name]
        lines += modifiers("spirit", name, spirit_parts(state, shot, victim))
        lines += modifiers("toughness", name, tough_parts(shot, victim))
    return Attack(
        rule=suppress,
        args=(
            sweep,
            tuple(ducking(state, shot, state.figures[name]) for name in subjects),
        ),
        subjects=subjects,
        modifiers=tuple(lines),
        rolled=dice_words("Shooting", sweep.sides, sweep.wild),
        each=True,
        apart=True,
        at=shot.aim,
        area=mask,
    )


def _suppress_options(known: View, figure: Figure) -> Iterator[Family]:
    for weapon in automatic(figure):
        if empty(known.state, figure, weapon) is None:
            yield from tile_families(known.state, figure, weapon, SUPPRESS.name)


def _suppress(scene: Scene, shot: Suppression) -> None:
    """Carry out suppressive fire on a template (AMMO-F5, AMMO-F14)."""
    scene.cite("AMMO-F2", "AMMO-F5")
    known, name = scene.view(scene.side).state, shot.shooter.id
    expose(scene, name)
    scene.attempt(name, partial(suppression_of, scene.state, shot))
    sweep = sweep_of(known, shot)
    pinned, lost = swept(scene.dice, sweep)
    spend(scene, name, WHOLE)
    end_aim(scene, name)
    scene.emit(Fired(name, shot.weapon.id, at=shot.aim, how=SUPPRESS.name))
    cite_use(scene, shot.shooter, shot.weapon, SUPPRESS.name, lost)
    take(scene, name, shot.weapon, lost)
    if pinned:
        _pin(scene, shot, sweep.harm)


def _pin(scene: Scene, shot: Suppression, harm: Harm) -> None:
    """Roll the Spirit of all figures under fire, and apply the results (AMMO-F14)."""
    struck: dict[str, Outcome] = {}
    victims = {
        victim.id: ducking(scene.state, shot, victim) for victim in under_fire(scene.state, shot)
    }
    for subject in by_id(victims):
        struck[subject] = ducked(scene.dice, harm, victims[subject])
        tell(scene, subject, struck[subject], shot.shooter.id, SUPPRESS.name)
    scene.note_outcomes(struck, struck.values())
    for subject, outcome in struck.items():
        follow(scene, subject, outcome)


SUPPRESS = Action(
    verb=SUPPRESS_VERB,
    cost=WHOLE_BOUND,
    plan=lambda known, order: suppression_plan(known.state, order),
    options=_suppress_options,
    attack=suppression_of,
    carry_out=_suppress,
)
