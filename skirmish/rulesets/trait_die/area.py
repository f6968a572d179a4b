"""Area weapons: aimed at a tile, scattered on a miss, striking all under the template.

AMMO-F15, AMMO-F24. The landing is computed from what the side sees; it strikes the figures that are
really there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from math import isqrt
from typing import cast

from attrs import field, frozen

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.dice import Distribution, odds
from skirmish.core.events import Burst, Fired
from skirmish.core.figures import Figure
from skirmish.core.geometry import (
    SCATTER_D10,
    Tile,
    distance2,
    facing_towards,
    scatter_tile,
    tile_text,
)
from skirmish.core.orders import WEAPON, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import by_id, pluralize
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Aim, Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.common import areas, slots
from skirmish.rulesets.common.areas import landings, rolled_to
from skirmish.rulesets.common.present import expose, no_aim_point
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Family, Spots
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.accuracy import band, distance_parts, rounds_in
from skirmish.rulesets.trait_die.ammunition import cite_magazine, empty, take
from skirmish.rulesets.trait_die.budget import ONE_ACTION, end_aim, spend
from skirmish.rulesets.trait_die.dice import (
    Guard,
    Harm,
    blast,
    come_down,
    dice_words,
    lob,
    suffered,
    with_damage,
)
from skirmish.rulesets.trait_die.figures import (
    condition,
    guard,
    kind_of,
    toughness_parts,
    weapons_of,
)
from skirmish.rulesets.trait_die.kinds import RADII, Weapon
from skirmish.rulesets.trait_die.wounds import follow, tell

THROWN_DIE, LAUNCHED_DIE = 6, 10
"""Dice for the distance of a miss (AMMO-F15)."""


BOMBARD_VERB = Verb(
    "bombard",
    "throws or launches an explosive at a tile",
    target=Shape.TILE,
    fields=(WEAPON_FIELD,),
    dice=True,
)


@frozen
class Throw:
    """A shot at a tile that was ordered and is possible."""

    shooter: Figure
    weapon: Weapon
    aim: Tile


def area_weapons(figure: Figure) -> tuple[Weapon, ...]:
    """The area weapons of a figure (AMMO-F15)."""
    return tuple(weapon for weapon in weapons_of(figure) if weapon.template)


def throw_of(state: State, order: Order) -> Throw | Refusal:
    """The shot of an order to fire at a tile, or why it is refused (AMMO-F15)."""
    shooter, aim = state.figures[order.figure], order.target_tile
    weapon = slots.wanted(area_weapons(shooter), order)
    if weapon is None:
        what = f"{shooter.id} has no {order.get('weapon', 'weapon')} that bursts"
        return Refusal(what, "AMMO-F15", "fire at a figure instead")
    if refused := empty(state, shooter, weapon):
        return refused
    if refused := no_aim_point(state, shooter, aim):
        return refused
    return off_aim(state, shooter, weapon, aim, "AMMO-F15") or Throw(shooter, weapon, aim)


def off_aim(state: State, shooter: Figure, weapon: Weapon, aim: Tile, rule: str) -> Refusal | None:
    """Why a tile is too far for a weapon, or out of sight, which `rule` forbids.

    AMMO-F3, AMMO-F15.
    """
    if band(weapon, distance2(shooter.tile, aim)) is None:
        what = f"{tile_text(aim)} is beyond {weapon.long} tiles"
        return Refusal(what, "AMMO-F3", "aim nearer")
    if not state.board.sees(shooter.tile, aim):
        return Refusal(f"{shooter.id} does not see that tile", rule, "aim at a tile that it sees")
    return None


def throw_parts(shot: Throw) -> list[Part]:
    """Modifiers of the roll: range and the shooter's own condition, not cover (AMMO-F15)."""
    return [*distance_parts(shot.weapon, shot.shooter.tile, shot.aim), *condition(shot.shooter)]


def fall(board: Board, shot: Throw) -> tuple[tuple[Tile | None, ...], ...]:
    """The landing tiles of a miss, for each face of the distance die and of the d10 (AMMO-F15).

    The distance die is multiplied by 1, 2 or 3 by range, but the distance is at most half of that
    to the aim point.
    """
    here, aim = shot.shooter.tile, shot.aim
    times, most = _scatter_of(shot)
    thrown = shot.weapon.flight == "thrown"
    faces = range(1, (THROWN_DIE if thrown else LAUNCHED_DIE) + 1)
    made: dict[int, tuple[Tile | None, ...]] = {}
    for far in dict.fromkeys(min(face * times, most) for face in faces):
        axis = facing_towards(here, aim)
        made[far] = landings(board, here, aim, axis, (far,) * 10, thrown=True)
    return tuple(made[min(face * times, most)] for face in faces)


def _scatter_of(shot: Throw) -> tuple[int, int]:
    """The multiplier of the distance die, and the most tiles that a miss scatters (AMMO-F15)."""
    away2 = distance2(shot.shooter.tile, shot.aim)
    return (band(shot.weapon, away2) or 0) + 1, isqrt(away2) // 2


def scattered(known: tuple[State, Order] | None, direction: int, distance: int, off: int) -> str:
    """What made `off` tiles of the distance die of a miss; "" for nothing (AMMO-F15)."""
    shot = None if known is None else throw_of(*known)
    if known is None or not isinstance(shot, Throw):
        less = "at most half of the way, or something stops it"
        return less if off < distance else "x2 at medium range, x3 at long, at most half of the way"
    (times, most), (here, aim) = _scatter_of(shot), (shot.shooter.tile, shot.aim)
    far = min(distance * times, most)
    axis = facing_towards(here, aim)
    there = scatter_tile(here, aim, axis, SCATTER_D10[direction], far)
    steps = max(abs(there[0] - aim[0]), abs(there[1] - aim[1]))
    stops = rolled_to(known[0].board, aim, there) != there
    slants = steps < far and not stops
    why = [f"x{times} by range"] * (times > 1)
    why += ["at most half of the way"] * (far < distance * times)
    parts = [", ".join(why) + ": " * bool(why) + pluralize(far, "tile")] * (bool(why) or slants)
    parts += ["something stops it"] * stops + [pluralize(steps, "diagonal step")] * slants
    return ", ".join(parts)


def numbers_of(
    state: State, shot: Throw
) -> tuple[int, bool, int, Tile, tuple[tuple[Tile | None, ...], ...]]:
    """The arguments of `dice.lob` for a shot (AMMO-F15)."""
    kind = kind_of(shot.shooter)
    sides = kind.throwing if shot.weapon.flight == "thrown" else kind.shooting
    return (
        *(sides, kind.wild_card, total(throw_parts(shot))),
        *(shot.aim, fall(state.board, shot)),
    )


def piercing(shot: Throw) -> int:
    """The armour piercing of a burst (AMMO-F21)."""
    return shot.weapon.ap + rounds_in(shot.shooter, shot.weapon).ap


def harm_of_burst(shot: Throw) -> Harm:
    """The damage of a burst (AMMO-F24)."""
    more = rounds_in(shot.shooter, shot.weapon).damage
    return Harm(shot.weapon.dice, shot.weapon.sides, shot.weapon.bonus + more)


def caught_by(state: State, weapon: Weapon, tile: Tile) -> tuple[int, tuple[str, ...]]:
    """The mask of a template on a tile, and the figures under it, lower ids first (AMMO-F24)."""
    mask = areas.blast(state.board, tile, RADII[weapon.template])
    return mask, by_id(figure.id for figure in areas.inside(state, mask, tile))


@frozen
class BurstAttack(Attack):
    """A burst; its odds are weighted over hits with and without a raise (AMMO-F24)."""

    raise_of: tuple[int, int] = field(default=(0, 1), kw_only=True)
    """Weight of the ways to land here with a raise, and of all ways to land here."""

    @property
    def numbers(self) -> tuple[Harm, bool, tuple[Guard, ...]]:
        """The damage, whether it has a raise, and the guard of each subject."""
        return cast("tuple[Harm, bool, tuple[Guard, ...]]", self.args)

    @property
    def basis(self) -> tuple[Hashable, ...]:
        """All that its odds depend on, the way of its landing included."""
        return self.rule, self.args, self.raise_of

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of the outcome for one subject."""
        ways, out_of = self.raise_of
        index = self.subjects.index(figure)
        harm, raised, guards = self.numbers

        def caught(better: bool) -> Distribution[Hashable]:
            struck = odds(blast, harm, better, (guards[index],), only=0)
            return struck.map(lambda outcomes: outcomes[0])

        if ways in (0, out_of):
            return caught(raised or ways > 0)
        return Distribution({True: ways, False: out_of - ways}).then(caught)


def burst_on(
    state: State, shot: Throw, tile: Tile | None, raised: bool, raise_of: tuple[int, int] = (0, 1)
) -> BurstAttack:
    """The attack of an area weapon that lands on a tile; off the map it has no subjects.

    AMMO-F24.
    """
    harm = harm_of_burst(shot)
    if tile is None:
        return BurstAttack(blast, (harm, raised, ()), (), at=None, each=True)
    mask, subjects = caught_by(state, shot.weapon, tile)
    guards, rounds = [], rounds_in(shot.shooter, shot.weapon)
    lines: list[Modifier] = [*modifiers(_skill(shot).lower(), "", throw_parts(shot))]
    for name in subjects:
        parts = toughness_parts(state.figures[name], shot.weapon.ap, rounds)
        guards.append(guard(state.figures[name], parts))
        lines += modifiers("toughness", name, parts)
    return BurstAttack(
        rule=blast,
        args=(harm, raised, tuple(guards)),
        subjects=subjects,
        modifiers=tuple(lines),
        each=True,
        at=tile,
        area=mask,
        raise_of=raise_of,
    )


def _skill(shot: Throw) -> str:
    """The skill that an area weapon is aimed with (AMMO-F15)."""
    return "Throwing" if shot.weapon.flight == "thrown" else "Shooting"


def aim_of(state: State, shot: Throw) -> Aim:
    """The attack of a shot at a tile: its possible landings, and the attack at each (AMMO-F15)."""
    numbers = numbers_of(state, shot)
    fallen = odds(lob, *numbers)
    there = {tile: weight for (tile, better), weight in fallen.weights.items() if better}
    all_ways: dict[Tile | None, int] = {}
    for (tile, _), weight in fallen.weights.items():
        all_ways[tile] = all_ways.get(tile, 0) + weight

    def at(tile: Tile | None) -> Attack:
        raise_of = (there.get(tile, 0), all_ways.get(tile, 1))
        return burst_on(state, shot, tile, False, raise_of)

    rolled = with_damage(dice_words(_skill(shot), *numbers[:2]), harm_of_burst(shot))
    return Aim(come_down, numbers, at, rolled=rolled)


def aim_points(board: Board, figure: Figure, weapon: Weapon) -> int:
    """Mask of the tiles that a weapon may be aimed at (AMMO-F3, AMMO-F15)."""
    here = figure.tile
    return board.disc(here, weapon.long) & board.seen_from(here) & ~board.bit(here)


def tile_families(state: State, figure: Figure, weapon: Weapon, verb: str) -> Iterator[Family]:
    """A family of orders to aim a weapon at a tile."""
    mask = aim_points(state.board, figure, weapon)
    if mask:
        spots = Spots(mask, state.board)
        yield Family(verb, figure.id, spots, fixed=((WEAPON, weapon.id),))


def _bombard_options(known: View, figure: Figure) -> Iterator[Family]:
    for weapon in area_weapons(figure):
        if empty(known.state, figure, weapon) is None:
            yield from tile_families(known.state, figure, weapon, BOMBARD.name)


def _bombard(scene: Scene, shot: Throw) -> None:
    """Fire an area weapon; it strikes the figures where it lands.

    AMMO-07, AMMO-F5, AMMO-F6, AMMO-F15.
    """
    scene.cite("AMMO-F2", "AMMO-F5", "AMMO-F15")
    known = scene.view(scene.side).state
    name, weapon = shot.shooter.id, shot.weapon
    expose(scene, name)
    scene.attempt(name, partial(aim_of, scene.state, shot))
    tile, raised = lob(scene.dice, *numbers_of(known, shot))
    spend(scene, name)
    end_aim(scene, name)
    how = "throw" if weapon.flight == "thrown" else ""
    scene.emit(Fired(name, weapon.id, at=shot.aim, how=how))
    cite_magazine(scene, shot.shooter, weapon)
    take(scene, name, weapon, 1 if weapon.count else 0)
    if tile is not None:
        scene.emit(Burst(tile, weapon.id))
        _burst(scene, name, burst_on(scene.state, shot, tile, raised))


def _burst(scene: Scene, name: str, attack: BurstAttack) -> None:
    """Apply the damage of a burst to all figures under it, then its effects (AMMO-F24)."""
    scene.cite("AMMO-F24")
    harm, raised, guards = attack.numbers
    outcomes = []
    for subject, met in zip(attack.subjects, guards, strict=True):
        outcome = suffered(scene.dice, (raised,), harm, met)
        outcomes.append(outcome)
        tell(scene, subject, outcome, name, "burst")
    scene.note_outcomes(attack.subjects, outcomes)
    for subject, outcome in zip(attack.subjects, outcomes, strict=True):
        follow(scene, subject, outcome)


BOMBARD = Action(
    verb=BOMBARD_VERB,
    cost=ONE_ACTION,
    plan=lambda known, order: throw_of(known.state, order),
    options=_bombard_options,
    attack=aim_of,
    carry_out=_bombard,
)
