"""Fire at a tile: area weapons, indirect fire, what is thrown, gas and smoke (BAY-11, BAY-15).

Where it comes down is judged on what the side sees, whom it strikes there on who is there.
"""

from __future__ import annotations

from functools import partial
from math import isqrt

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.core.text import by_id
from skirmish.rulesets.attack import Aim, Attack, Modifier
from skirmish.rulesets.common.clouds import footprint
from skirmish.rulesets.common.present import present_at
from skirmish.rulesets.common.scatter import landings
from skirmish.rulesets.opposed_d6.ammunition import loaded
from skirmish.rulesets.opposed_d6.burst import chosen_weapon
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.factors import (
    Part,
    attack_parts,
    defence,
    guard,
    guard_lines,
    guard_parts,
    modifiers,
    total,
)
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import blocker, fighting, out_of_reach
from skirmish.rulesets.opposed_d6.rules import SCATTER_DIE, Guard, blast, come_down

FALL_OFF = 3
WEAKEST = -5
"""The lowest attack factor that is still rolled; the area ends where it would be less (BAY-A7)."""
SPOTTED = 5
UNSPOTTED = 2
"""What the d10 is divided by, rounded up, for how far a round scatters in tiles."""


@frozen
class Round:
    """A shot at a tile as ordered, and possible."""

    shooter: Figure
    weapon: Arm
    aim: Tile


def round_of(state: State, order: Order) -> Round | Refusal:
    """What an order to fire at a tile amounts to on what its side sees, or why it can't be."""
    shooter, aim = state.figures[order.figure], order.target_tile
    weapon = chosen_weapon(shooter, order)
    if isinstance(weapon, Refusal):
        return weapon
    if refused := loaded(state, shooter, weapon) or fighting(state, shooter):
        return refused
    if not state.board.inside(aim):
        return Refusal(f"{order.target} is off the map", "BAY-15", "aim at a tile of it")
    if aim == shooter.tile:
        return Refusal(f"{shooter.id} stands there itself", "BAY-15", "aim elsewhere")
    if refused := out_of_reach(shooter, weapon, aim):
        return refused
    if weapon.fire == "direct" and (refused := _no_clear_shot(state, shooter, aim)):
        return refused
    return Round(shooter, weapon, aim)


def _no_clear_shot(state: State, shooter: Figure, aim: Tile) -> Refusal | None:
    """Why a direct weapon can't be aimed at a tile: it must see it, and nobody stands between."""
    if not state.board.sees(shooter.tile, aim):
        return Refusal(f"{shooter.id} does not see that tile", "BAY-16", "aim where it sees")
    if (other := blocker(state, shooter, aim)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", "shoot from elsewhere")
    return None


def fall(state: State, shot: Round) -> tuple[Tile | None, ...]:
    """Where a round comes down for each face of the d10; a single tile when it can't scatter."""
    shooter, weapon, aim = shot.shooter, shot.weapon, shot.aim
    exact = weapon.fire == "direct" or not state.rule("scatter", True)
    if exact or _sees(state, shooter, aim):
        return (aim,)
    by = SPOTTED if spotted(state, shooter, aim) else UNSPOTTED
    distances = tuple(-(-face // by) for face in range(1, SCATTER_DIE + 1))
    thrown = weapon.fire == "thrown"
    return landings(state.board, shooter.tile, aim, shooter.facing, distances, thrown=thrown)


def spotted(state: State, shooter: Figure, aim: Tile) -> bool:
    """Whether a friend that is not suppressed sees the aim point (BAY-11)."""
    return any(
        friend.id != shooter.id and not friend.count("suppressed") and _sees(state, friend, aim)
        for friend in state.of_side(shooter.side)
    )


def _sees(state: State, figure: Figure, tile: Tile) -> bool:
    """Whether a figure sees a point: in line of sight, and no farther off than one can see."""
    farthest = int(state.rule("sight", 0))
    near = not farthest or within(figure.tile, tile, farthest)
    return near and state.board.sees(figure.tile, tile)


def band(away2: int, radius: int) -> int:
    """How many further multiples of its radius an area weapon has to reach (BAY-18, BAY-A7).

    `away2` is the square of the distance. 0 is within the radius, 1 up to twice of it, and so on.
    """
    return isqrt(away2 - 1) // radius if away2 else 0


def weakened(weapon: Arm, factor: int, away2: int) -> int | None:
    """What distance takes off an area attack with this final factor; None beyond its reach.

    A cloud is as strong as anywhere within its radius, and ends there; a weapon without a radius
    strikes its tile alone.
    """
    if not weapon.radius:
        return None if away2 else 0
    most = weapon.radius if weapon.cloud else weapon.max_radius
    if most and away2 > most * most:
        return None
    less = FALL_OFF * band(away2, weapon.radius)
    return None if factor - less < WEAKEST else less


def burst_on(state: State, shooter: Figure, weapon: Arm, tile: Tile | None) -> Attack:
    """The attack of an area weapon that comes down on a tile; on nobody off the map (BAY-30).

    Friend and foe are struck alike, the shooter too, unless the weapon is selective (BAY-17);
    a victim must be in line of sight of the tile (BAY-16), or in the cloud.
    """
    if tile is None or weapon.cloud == SMOKE:
        return Attack(blast, ((),), (), at=tile, each=True)
    parts = attack_parts(shooter, weapon, weapon.factor)
    cloud = footprint(state, tile, weapon.radius) if weapon.cloud else None
    subjects, victims, lines = [], [], list[Modifier]()
    for name in by_id(state.figures):
        figure = state.figures[name]
        if figure.at is None or (weapon.selective and figure.side == shooter.side):
            continue
        if not (figure.at in cloud if cloud else state.board.sees(tile, figure.at)):
            continue
        less = weakened(weapon, total(parts), distance2(tile, figure.at))
        if less is None:
            continue
        mine = [*parts, ("distance", -less, "BAY-18")] if less else parts
        numbers, about = _victim(state, shooter, weapon, tile, figure, mine)
        subjects.append(name)
        victims.append(numbers)
        lines += about
    return Attack(
        blast, (tuple(victims),), tuple(subjects), modifiers=tuple(lines), at=tile, each=True
    )


def _victim(
    state: State, shooter: Figure, weapon: Arm, tile: Tile, figure: Figure, attack: list[Part]
) -> tuple[tuple[int, Guard], tuple[Modifier, ...]]:
    """A victim's numbers and its part of the breakdown.

    Front and cover are judged from the burst, from the shooter when it is on the figure's tile.
    """
    origin = shooter.tile if tile == figure.at else tile
    parts = defence(state.board, shooter.tile, weapon, figure, figure.tile, origin)
    about = modifiers("attack", figure.id, attack) + guard_lines(state, figure, parts)
    return (total(attack), guard(state, figure, parts)), about


def cloud_on(state: State, zone: Zone, names: tuple[str, ...]) -> Attack:
    """The attack of a gas cloud on figures that stand in it (BAY-20, BAY-29)."""
    parts: list[Part] = [
        (zone.kind, zone.numbers["factor"], "BAY-20"),
        ("skill of who fired it", zone.numbers["skill"], "BAY-20"),
    ]
    victims, lines = [], list[Modifier]()
    for name in names:
        figure = state.figures[name]
        guarded = guard_parts(state.board, figure, figure.tile, figure.tile, "abc")
        victims.append((total(parts), guard(state, figure, guarded)))
        lines += modifiers("attack", name, parts) + guard_lines(state, figure, guarded)
    return Attack(blast, (tuple(victims),), names, modifiers=tuple(lines), each=True)


def thrown_at(state: State, shot: Round, tiles: tuple[Tile | None, ...]) -> Attack | Aim:
    """The attack of a round that comes down on one of these tiles."""
    if len(tiles) > 1:
        return Aim(come_down, (tiles,), at=partial(burst_on, state, shot.shooter, shot.weapon))
    return burst_on(state, shot.shooter, shot.weapon, tiles[0])


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack of an order to fire at a tile; None where it can't be made or rolls no die."""
    shot = round_of(state, order)
    if isinstance(shot, Refusal):
        return None
    tiles = fall(state, shot)
    there = present_at(state, shot.shooter.side, shot.aim)
    named = there.id if there is not None and there.side != shot.shooter.side else ""
    if len(tiles) > 1:
        at = partial(burst_on, state, shot.shooter, shot.weapon)
        return Aim(come_down, (tiles,), at=at, named=named)
    if shot.weapon.cloud == SMOKE:
        return None
    burst = burst_on(state, shot.shooter, shot.weapon, tiles[0])
    return evolve(burst, named=named if named in burst.subjects else "")
