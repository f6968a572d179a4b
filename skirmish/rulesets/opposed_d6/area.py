"""Fire at a tile: area weapons, indirect fire, thrown weapons, gas and smoke (BAY-11, BAY-15).

The landing is judged on the side's view, the hits on the true state. Also the attacks of a gas
cloud on figures that are still in it later.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isqrt
from typing import cast

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Burst, Fired, Struck
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent, distance2, within
from skirmish.core.knowledge import sees_figure
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import STEPS, State, Zone
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Aim, Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.common import slots, zones
from skirmish.rulesets.common.areas import landings
from skirmish.rulesets.common.present import expose, no_aim_point, present, present_at
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.families import Family, Spots
from skirmish.rulesets.opposed_d6.accuracy import attack_parts, defence
from skirmish.rulesets.opposed_d6.ammunition import deplete, loaded
from skirmish.rulesets.opposed_d6.budget import (
    FIRST_MOVES,
    OTHER_MOVES,
    SHOT_OF_BOUND,
    loading,
    spend,
)
from skirmish.rulesets.opposed_d6.close_combat import fighting, free_to_shoot
from skirmish.rulesets.opposed_d6.counters import GAS, INJURY, MOVEMENT, SMOKE, SUPPRESSED
from skirmish.rulesets.opposed_d6.dice import SCATTER_DIE, Effect, Guard, blast, come_down, judge
from skirmish.rulesets.opposed_d6.figures import guard, guard_lines, guard_parts, skill, weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon, lobbed
from skirmish.rulesets.opposed_d6.line_of_fire import (
    BLOCKED_REMEDY,
    arc_rules,
    blocker,
    out_of_reach,
)
from skirmish.rulesets.opposed_d6.morale import suffer
from skirmish.rulesets.opposed_d6.shooting import (
    FIRE,
    OF_SHOT,
    chosen,
    named,
    slow_rules,
    usable,
)
from skirmish.rulesets.scene import Scene

FALL_OFF = 3
"""Penalty for each further multiple of the radius (BAY-18, BAY-A7)."""
WEAKEST = -5
"""The lowest attack factor that is still rolled; the area ends where it would be less (BAY-A7)."""
SPOTTED = 5
UNSPOTTED = 2
"""Divisors of the d10, rounded up, for the distance of scatter in tiles.

BAY-11, BAY-F11.
"""
OF_AREA = ("BAY-15", "BAY-16", "BAY-17", "BAY-30", "BAY-A7")
BOMBARD_VERB = Verb(
    "bombard",
    "fires at a tile: area and indirect weapons, grenades, gas and smoke",
    target=Shape.TILE,
    fields=(WEAPON_FIELD,),
    dice=True,
)


@frozen
class Round:
    """A shot at a tile as ordered, and possible."""

    shooter: Figure
    weapon: Weapon
    aim: Tile


def round_of(state: State, order: Order) -> Round | Refusal:
    """The shot that an order makes at a tile, or why it is refused (BAY-15, BAY-A2, BAY-11)."""
    shooter, aim = state.figures[order.figure], order.target_tile
    weapon = chosen(shooter, order, lobbed, other=FIRE.name)
    if isinstance(weapon, Refusal):
        return weapon
    if refused := loaded(state, shooter, weapon) or fighting(state, shooter):
        return refused
    if refused := no_aim_point(state, shooter, aim, "BAY-15") or out_of_reach(shooter, weapon, aim):
        return refused
    if weapon.fire == "direct" and (refused := _no_clear_shot(state, shooter, aim)):
        return refused
    return Round(shooter, weapon, aim)


def _no_clear_shot(state: State, shooter: Figure, aim: Tile) -> Refusal | None:
    """Why a direct weapon can't be aimed at a tile: it must see it, with no figure in between.

    BAY-08, BAY-16.
    """
    if not state.board.sees(shooter.tile, aim):
        return Refusal(
            f"{shooter.id} does not see that tile", "BAY-16", "aim at a tile that it sees"
        )
    if (other := blocker(state, shooter, aim)) is not None:
        return Refusal(f"{other.id} stands in between", "BAY-08", BLOCKED_REMEDY)
    return None


def fall(state: State, shot: Round) -> tuple[Tile | None, ...]:
    """Where a round comes down for each face of the d10 (BAY-F11); one tile without scatter.

    BAY-11.
    """
    shooter, weapon, aim = shot.shooter, shot.weapon, shot.aim
    exact = weapon.fire == "direct" or not state.rule("scatter", True)
    if exact or _sees(state, shooter, aim):
        return (aim,)
    by = SPOTTED if spotted(state, shooter, aim) else UNSPOTTED
    distances = tuple(-(-face // by) for face in range(1, SCATTER_DIE + 1))
    thrown = weapon.fire == "thrown"
    return landings(state.board, shooter.tile, aim, shooter.facing, distances, thrown=thrown)


def spotted(state: State, shooter: Figure, aim: Tile) -> bool:
    """Whether a friend that is not suppressed sees the aim point (BAY-11, BAY-F11)."""
    return any(
        friend.id != shooter.id and not friend.count(SUPPRESSED) and _sees(state, friend, aim)
        for friend in state.of_side(shooter.side)
    )


def _sees(state: State, figure: Figure, tile: Tile) -> bool:
    """Whether a figure sees a tile: in line of sight, and within the limit of sight.

    BAY-11, BAY-F11.
    """
    farthest = int(state.rule("sight", 0))
    near = not farthest or within(figure.tile, tile, farthest)
    return near and state.board.sees(figure.tile, tile)


def band(away2: int, radius: int) -> int:
    """The number of further multiples of the radius up to a distance (BAY-18, BAY-A7).

    `away2` is the square of the distance. 0 is within the radius, 1 up to twice of it, and so on.
    """
    return isqrt(away2 - 1) // radius if away2 else 0


def weakened(weapon: Weapon, factor: int, away2: int) -> int | None:
    """The penalty for distance to an area attack with this final factor; None out of its area.

    BAY-18, BAY-19.

    A cloud is equally strong within its radius, and ends there; a weapon without a radius hits its
    tile alone.

    BAY-15, BAY-A7, BAY-F12.
    """
    if not weapon.radius:
        return None if away2 else 0
    most = weapon.radius if weapon.cloud else weapon.max_radius
    if most and away2 > most * most:
        return None
    less = FALL_OFF * band(away2, weapon.radius)
    return None if factor - less < WEAKEST else less


def burst_on(state: State, shooter: Figure, weapon: Weapon, tile: Tile | None) -> Attack:
    """The attack of an area weapon that comes down on a tile; no subjects off the map (BAY-30).

    Friend and foe are struck alike, the shooter too, unless the weapon is selective (BAY-17);
    a victim must be in line of sight of the tile (BAY-16), or in the cloud.

    BAY-15, BAY-18, BAY-F12.
    """
    if tile is None or weapon.cloud == SMOKE:
        return Attack(blast, ((),), (), at=tile, each=True)
    parts = attack_parts(shooter, weapon, weapon.factor)
    cloud = zones.footprint(state, tile, weapon.radius) if weapon.cloud else None
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
    state: State, shooter: Figure, weapon: Weapon, tile: Tile, figure: Figure, attack: list[Part]
) -> tuple[tuple[int, Guard], tuple[Modifier, ...]]:
    """A victim's numbers and its part of the breakdown (BAY-F5).

    Front and cover are judged from the burst, from the shooter when it is on the figure's tile.
    """
    origin = shooter.tile if tile == figure.at else tile
    parts = defence(state.board, shooter.tile, weapon, figure, figure.tile, origin)
    about = modifiers("attack", figure.id, attack) + guard_lines(state, figure, parts)
    return (total(attack), guard(state, figure, parts)), about


def cloud_on(state: State, zone: Zone, names: tuple[str, ...]) -> Attack:
    """The attack of a gas cloud on figures that stand in it (BAY-20, BAY-29, BAY-F12)."""
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


def gas_to_come(state: State, name: str) -> Iterator[tuple[Zone, Attack | None]]:
    """The gas that attacks a figure on its tile as its next movement begins, if that comes.

    Counters that are reset by then do not count. The attack is None if its numbers are not known.

    BAY-F1, BAY-20, BAY-F12.
    """
    figure, declared = state.figures[name], state.setup.declared
    begins = cloud_end(state, figure.side, 1)
    if begins // STEPS > state.setup.turns:
        return
    rested = state.with_figure(declared.reset(figure, (MOVEMENT,)))
    for zone in state.zones.values():
        lasts = not zone.until or zone.until > begins
        if zone.kind == GAS and figure.at in zone.tiles and lasts:
            known = _known_gas(state, zone)
            yield zone, None if known is None else cloud_on(rested, known, (name,))


def _known_gas(state: State, zone: Zone) -> Zone | None:
    """A cloud with its numbers, those of an enemy's at their worst; None if its owner is unknown.

    BAY-20.
    """
    if zone.numbers:
        return zone
    owner = state.figures.get(zone.owner)
    if owner is None:
        return None
    factor = max((one.factor for one in weapons_of(owner) if one.cloud == GAS), default=0)
    skilled = total(skill(owner.with_counters({INJURY: 0})))
    return evolve(zone, numbers={"factor": factor, "skill": skilled})


def thrown_at(state: State, shot: Round, tiles: tuple[Tile | None, ...]) -> Attack | Aim:
    """The attack of a round that comes down on one of these tiles (BAY-F11)."""
    if len(tiles) > 1:
        return Aim(come_down, (tiles,), at=partial(burst_on, state, shot.shooter, shot.weapon))
    return burst_on(state, shot.shooter, shot.weapon, tiles[0])


def attack_of(state: State, shot: Round) -> Attack | Aim | None:
    """The attack that a round makes, named after an enemy on its aim; None without dice."""
    tiles = fall(state, shot)
    if len(tiles) == 1 and shot.weapon.cloud == SMOKE:
        return None
    there = present_at(state, shot.shooter.side, shot.aim)
    enemy = there.id if there is not None and there.side != shot.shooter.side else ""
    attack = thrown_at(state, shot, tiles)
    if isinstance(attack, Attack) and enemy not in attack.subjects:
        return attack
    return evolve(attack, named=enemy)


def aim_points(state: State, figure: Figure, weapon: Weapon) -> int:
    """Mask of the tiles that a weapon may be aimed at (BAY-04, BAY-08, BAY-16, BAY-A2)."""
    board, here = state.board, figure.tile
    mask = board.arc_mask(here, figure.facing, weapon.arc // 45, weapon.range)
    for tile in board.tiles_of(mask & board.disc(here, weapon.min_range)):
        if distance2(here, tile) < weapon.min_range**2:
            mask &= ~board.bit(tile)
    if weapon.fire == "direct":
        mask &= board.seen_from(here)
        for tile in board.tiles_of(mask & _shadows(state, figure)):
            if blocker(state, figure, tile) is not None:
                mask &= ~board.bit(tile)
    return mask


def _shadows(state: State, figure: Figure) -> int:
    """A mask of all tiles that a figure may block, and some more."""
    here, mask = figure.tile, 0
    for other in present(state, figure.side):
        if other.id != figure.id:
            mask |= state.board.arc_mask(here, _towards(here, other.tile), _width(here, other.tile))
    return mask


def _towards(a: Tile, b: Tile) -> Tile:
    return b[0] - a[0], b[1] - a[1]


def _width(a: Tile, b: Tile) -> int:
    """Half-angle, in units of 22.5 degrees, that a tile takes up as seen from another."""
    return 2 if adjacent(a, b) else 1


def _options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    if not any(map(lobbed, weapons_of(figure))) or not free_to_shoot(state, figure):
        return
    for weapon in usable(state, figure):
        if lobbed(weapon) and (mask := aim_points(state, figure, weapon)):
            spots, fixed = Spots(mask, state.board), named(figure, weapon)
            place = (slots.of(figure, weapon.id),)
            yield Family(BOMBARD.name, figure.id, spots, fixed=fixed, place=place)


def _carry_out(scene: Scene, shot: Round) -> None:
    """Fire at a tile as ordered. The d10 is reported with the shot, the attack die with the burst.

    BAY-12, BAY-F11.
    """
    shooter, weapon = shot.shooter, shot.weapon
    tiles = fall(scene.view(scene.side).state, shot)
    scene.attempt(shooter.id, partial(thrown_at, scene.state, shot, tiles))
    scene.cite(*_shot_rules(shooter, weapon, shot.aim, len(tiles)))
    if weapon.fire == "direct":
        expose(scene, shooter.id)
    tile = tiles[0] if len(tiles) == 1 else come_down(scene.dice, tiles)
    scene.emit(Fired(shooter.id, weapon.id, at=shot.aim))
    spend(scene, shooter.id, weapon)
    if tile is not None:
        _burst(scene, scene.state.figures[shooter.id], weapon, tile)


def _burst(scene: Scene, shooter: Figure, weapon: Weapon, tile: Tile) -> None:
    """Apply a round that came down on a tile: its attack, its cloud.

    BAY-20, BAY-30, BAY-F12.
    """
    scene.cite(*_burst_rules(weapon))
    if weapon.cloud == SMOKE:
        scene.emit(Burst(tile, weapon.id))
        land_cloud(scene, weapon, tile, shooter.id)
        return
    attack = burst_on(scene.state, shooter, weapon, tile)
    start = scene.dice.rolled
    effects = scene.roll(attack)
    scene.note_outcomes(attack.subjects, effects)
    scene.emit(Burst(tile, weapon.id), dice=(start, 1))
    shows = _shows(scene, shooter, weapon)
    for place in range(len(effects)):
        _tell(scene, attack, start, place, source=shooter.id)
    scene.skip_dice()
    if weapon.cloud:
        land_cloud(scene, weapon, tile, shooter.id)
    deplete(scene, shooter.id, weapon, scene.dice.faces[start].face)
    for name, effect in zip(attack.subjects, effects, strict=True):
        # Away from the shooter, or from the burst if that would reveal an unseen shooter.
        origin = shooter.tile if shows and name != shooter.id else tile
        suffer(scene, name, cast("Effect", effect), origin)


def _shows(scene: Scene, shooter: Figure, weapon: Weapon) -> bool:
    """Whether the enemy learns which figure fired: direct fire by a figure that it sees."""
    enemy = scene.state.setup.enemy(shooter.side)
    return weapon.fire == "direct" and sees_figure(scene.state, enemy, shooter.id)


def gas(scene: Scene, zone: Zone, names: tuple[str, ...]) -> None:
    """A cloud of gas attacks figures that begin their bound in it (BAY-20, BAY-F12).

    It attacks with its weapon's factor and the shooter's skill; the attack die, one for
    all, belongs to the first figure.
    """
    scene.cite("BAY-20", "BAY-F12")
    attack = cloud_on(scene.state, zone, names)
    start = scene.dice.rolled
    scene.attempt(zone.owner, lambda: attack)
    effects = scene.roll(attack)
    scene.note_outcomes(names, effects)
    for place in range(len(names)):
        _tell(scene, attack, start, place, how=zone.kind)
    scene.skip_dice()
    centre = (zone.numbers["x"], zone.numbers["y"])
    for name, effect in zip(names, effects, strict=True):
        suffer(scene, name, cast("Effect", effect), centre)


def _tell(
    scene: Scene, attack: Attack, start: int, place: int, *, source: str = "", how: str = ""
) -> None:
    """Report the effect of an area attack on one figure; a hidden figure that is hit is exposed.

    With `how`, there is no burst event, so the attack die is reported with the first figure.
    """
    faces, name = scene.dice.faces, attack.subjects[place]
    factor, guard = cast("tuple[tuple[int, Guard], ...]", attack.args[0])[place]
    die = start + 1 + place
    total, defence = faces[start].face + factor, faces[die].face + guard.factor
    if effect := judge(total, defence, guard):
        expose(scene, name)
    sums = {"attack": total, "guard": defence}
    dice = (start, 2) if how and not place else (die, 1)
    scene.emit(Struck(name, effect.word, source=source, how=how, sums=sums), dice=dice)


def land_cloud(scene: Scene, weapon: Weapon, tile: Tile, owner: str) -> str:
    """Lay a weapon's cloud round a tile; return the zone's id (BAY-F12, BAY-20).

    `duration` is counted at the start of each bound of the side that fired, so the cloud ends with
    the start of the last one. Its numbers are the weapon's factor, its owner's skill (quality,
    rank, injuries) and its centre.
    """
    figure = scene.state.figures[owner]
    skilled = total(skill(figure))
    numbers = {"factor": weapon.factor, "skill": skilled, "x": tile[0], "y": tile[1]}
    return zones.lay_cloud(
        scene,
        weapon.cloud,
        figure.side,
        tile,
        weapon.radius,
        owner=owner,
        until=cloud_end(scene.state, figure.side, weapon.duration),
        numbers=numbers,
    )


def cloud_end(state: State, side: str, duration: int) -> int:
    """The clock point of the `duration`-th next start of a side's bound (BAY-F12)."""
    step = FIRST_MOVES if side == state.setup.first else OTHER_MOVES
    upcoming = state.clock.turn * STEPS + step
    if upcoming <= state.clock.point:
        upcoming += STEPS
    return upcoming + (duration - 1) * STEPS


def _shot_rules(shooter: Figure, weapon: Weapon, aim: Tile, landings: int) -> Iterator[str]:
    """Rules of a shot at a tile; those of its effect are in `_burst_rules`."""
    yield from (*OF_SHOT, *arc_rules(shooter, weapon, aim), *slow_rules(weapon))
    yield from ("BAY-08",) if weapon.fire == "direct" else ("BAY-11", "BAY-A2")
    yield from ("BAY-F11",) if landings > 1 else ()


def _burst_rules(weapon: Weapon) -> Iterator[str]:
    """Rules of a round that came down on the map: its area, its limit, its cloud."""
    if weapon.cloud:
        yield from ("BAY-20", "BAY-F12")
    if weapon.cloud != SMOKE:
        yield from OF_AREA if weapon.radius else ("BAY-30",)
    if weapon.max_radius:
        yield "BAY-19"


BOMBARD = Action(
    verb=BOMBARD_VERB,
    cost=SHOT_OF_BOUND,
    plan=lambda known, order: round_of(known.state, order),
    ready=lambda known, shot: loading(known.state, shot.shooter, shot.weapon),
    options=_options,
    attack=attack_of,
    carry_out=_carry_out,
)
