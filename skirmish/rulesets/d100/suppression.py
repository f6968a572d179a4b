"""Suppressive fire: the order, its free attacks, threats on a path (EP-28 to EP-36)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import cast

from attrs import frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, metres
from skirmish.core.orders import WEAPON, Field, Order, Refusal, Verb
from skirmish.core.state import State, Zone
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Modifier, Part
from skirmish.rulesets.common import slots, suppression
from skirmish.rulesets.common.areas import inside, wedge
from skirmish.rulesets.common.moves import HELD, Before
from skirmish.rulesets.common.present import expose, no_aim_point
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d100 import ammunition
from skirmish.rulesets.d100.accuracy import TargetNumber, band, blow, blow_lines, full_defence
from skirmish.rulesets.d100.budget import COMPLEX_ACTION, take_attack, turn_comes
from skirmish.rulesets.d100.dice import NOTHING, OPPOSED, Blow, strike, volley
from skirmish.rulesets.d100.figures import (
    automatic_weapons,
    defends,
    disabled,
    kind_of,
    prone,
    skill,
    weapon_of,
    wounded,
)
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.d100.outcomes import loss
from skirmish.rulesets.d100.shooting import set_mode
from skirmish.rulesets.d100.wounds import inflict
from skirmish.rulesets.families import Count, Family, Spots
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat, costliest

SUPPRESS_VERB = Verb(
    "suppress",
    "keeps a cone under automatic fire until its next action phase",
    target=Shape.TILE,
    fields=(
        WEAPON_FIELD,
        Field("length", Shape.NUMBER, "the length of the cone in tiles", usual="to the tile"),
    ),
    exposed=True,
)
HALF_WIDTH = 10
"""Tiles to each side of the axis at the far end (EP-32)."""
SLOT = "slot"
SHOWN = "for figures that leave cover or end their action in the open"
"""The assumption of the odds of suppressive fire (EP-33, EP-34)."""


def weapon_for(figure: Figure, order: Order) -> Weapon | Refusal:
    """The weapon for an order to suppress: one with automatic fire (EP-28)."""
    fitting = automatic_weapons(figure)
    if weapon := slots.wanted(fitting, order):
        return weapon
    wanted, names = order.get(WEAPON), slots.ids(fitting)
    what = f"{figure.id} has no weapon for automatic fire"
    return Refusal(what if not wanted else f"{wanted} has no automatic fire", "EP-28", names)


def length_of(figure: Figure, order: Order) -> int:
    """The length of the cone: as ordered, else just enough to include the tile (EP-A10)."""
    away2 = distance2(figure.tile, order.target_tile)
    whole = metres(figure.tile, order.target_tile)
    return order.number("length", whole + (whole * whole < away2))


@frozen
class Suppression:
    """A figure's cone of automatic fire, as ordered."""

    figure: Figure
    weapon: Weapon
    tile: Tile
    length: int


def suppression_of(state: State, order: Order) -> Suppression | Refusal:
    """The fire of an order, or why it is impossible at any time (EP-A10, EP-A11, EP-28)."""
    figure, tile = state.figures[order.figure], order.target_tile
    weapon = weapon_for(figure, order)
    if isinstance(weapon, Refusal):
        return weapon
    if lacking := ammunition.lacking(state, figure, weapon, ammunition.SUPPRESSION, "EP-A11"):
        return lacking
    if refused := no_aim_point(state, figure, tile, "EP-32"):
        return refused
    length = length_of(figure, order)
    if not 1 <= length <= weapon.extreme:
        most = f"1 to {weapon.extreme} tiles"
        return Refusal(f"{weapon.name} does not reach {length} tiles", "EP-A10", most)
    return Suppression(figure, weapon, tile, length)


def _ready(_known: View, plan: Suppression) -> Refusal | None:
    """Why the weapon is not set to automatic fire (EP-28)."""
    figure, weapon = plan.figure, plan.weapon
    if set_mode(figure, weapon) != "full":
        change = "'mode full' sets it; then suppress in a later phase"
        return Refusal(f"{weapon.name} is set to {set_mode(figure, weapon)}", "EP-28", change)
    return None


def _options(known: View, figure: Figure) -> Iterator[Family]:
    """The orders to suppress for each weapon, a Complex action (EP-29)."""
    for weapon in automatic_weapons(figure):
        yield from _cones(known, figure, weapon)


def _cones(known: View, figure: Figure, weapon: Weapon) -> Iterator[Family]:
    """The cones that a weapon can cover if it is set to automatic fire (EP-28, EP-A10, EP-A11)."""
    if "full" not in weapon.modes or set_mode(figure, weapon) != "full":
        return
    if ammunition.lacking(known.state, figure, weapon, ammunition.SUPPRESSION, ""):
        return
    board = known.state.board
    mask = board.disc(figure.tile, weapon.extreme) & ~board.bit(figure.tile)
    lengths = (("length", Count(1, weapon.extreme)),)
    spots, fixed = Spots(mask, board), slots.naming(weapon, automatic_weapons(figure))
    place = (slots.of(figure, weapon.id),)
    yield Family(SUPPRESS.name, figure.id, spots, lengths, fixed=fixed, place=place)


def cone(state: State, figure: Figure, tile: Tile, length: int) -> int:
    """Mask of the ground that suppressive fire covers (EP-32, EP-F23)."""
    return wedge(state.board, figure.tile, tile, length, HALF_WIDTH)


def _suppress(scene: Scene, plan: Suppression) -> None:
    """Lay the zone and spend the rounds (EP-30, EP-29, EP-28)."""
    state, name, weapon = scene.state, plan.figure.id, plan.weapon
    scene.cite("EP-28", "EP-29", "EP-30", "EP-32", "EP-A10", "EP-A11", "EP-F23")
    expose(scene, name)
    scene.emit(Fired(name, weapon.id, at=plan.tile, how="suppression"))
    take_attack(scene, name)
    ammunition.use_for_suppression(scene, name, weapon)
    tiles = state.board.tiles_of(cone(state, plan.figure, plan.tile, plan.length))
    if tiles:
        suppression.lay(scene, name, tiles, {SLOT: slots.of(plan.figure, weapon.id)})


def waiting_zones(state: State, figure: Figure) -> tuple[Zone, ...]:
    """The enemy's zones that have not attacked a figure yet (EP-33, EP-34, EP-A9)."""
    return tuple(
        zone
        for zone in state.zones.values()
        if zone.kind == suppression.KIND
        and zone.side != figure.side
        and zone.owner in state.figures
        and not suppression.struck(state, zone, figure.id)
    )


def covered(state: State, zone: Zone, tile: Tile) -> bool:
    """Whether a tile has any cover against the owner of a zone (EP-A9, EP-33, EP-34)."""
    return state.board.cover(state.figures[zone.owner].tile, tile) > 0


def bare_shot(shooter: Figure, weapon: Weapon, target: Figure) -> TargetNumber | None:
    """The target number of a free attack: only range and wounds count (EP-35).

    EP-34, EP-F14.
    """
    reached = band(weapon, distance2(shooter.tile, target.tile))
    if reached is None:
        return None
    wounds: Part = ("wounds", wounded(shooter), "EP-35")
    return TargetNumber((weapon.skill, skill(kind_of(shooter), weapon), "EP-34"), (reached, wounds))


def bare_dodge(state: State, target: Figure) -> TargetNumber | None:
    """The guard against suppressive fire's free attack (EP-34, EP-35, EP-F8)."""
    if not defends(state, target):
        return None
    parts = (full_defence(target), ("wounds", wounded(target), "EP-35"))
    return TargetNumber(("half Fray", kind_of(target).fray // 2, "EP-34"), parts)


def free_blow(state: State, zone: Zone, target: Figure) -> tuple[Blow, tuple[Modifier, ...]] | None:
    """The free attack of a zone as bare numbers, and its breakdown; None out of range.

    EP-34, EP-35.
    """
    return free_shot(state, state.figures[zone.owner], zone_weapon(state, zone), target)


def zone_weapon(state: State, zone: Zone) -> Weapon:
    """The weapon of a zone."""
    return weapon_of(state.figures[zone.owner].who.weapons[zone.numbers.get(SLOT, 0)])


def free_shot(
    state: State, owner: Figure, weapon: Weapon, target: Figure
) -> tuple[Blow, tuple[Modifier, ...]] | None:
    """A free attack with a weapon: only range, wounds and full defence count (EP-35, EP-34).

    Damage is that of a single shot, margin and criticals included (EP-36). None out of range.
    """
    shot = bare_shot(owner, weapon, target)
    if shot is None:
        return None
    numbers = weapon, target, shot, bare_dodge(state, target)
    return blow(*numbers), blow_lines(*numbers)


def foreseen(state: State, plan: Suppression) -> Attack | None:
    """The free attacks that an order may bring: on each enemy in the cone, if it shows itself.

    The order itself rolls nothing. None if no enemy is there.
    """
    figure, weapon = plan.figure, plan.weapon
    mask = cone(state, figure, plan.tile, plan.length)
    there = [other for other in inside(state, mask, figure.tile) if other.side != figure.side]
    shots = [(other, free_shot(state, figure, weapon, other)) for other in there]
    found = [(other.id, *shot) for other, shot in shots if shot is not None]
    if not found:
        return None
    return Attack(
        volley,
        (tuple(one for _, one, _ in found),),
        tuple(name for name, _, _ in found),
        modifiers=tuple(line for _, _, lines in found for line in lines),
        policy=SHOWN,
        each=True,
        at=plan.tile,
        area=mask,
        apart=True,
    )


SUPPRESS = Action(
    verb=SUPPRESS_VERB,
    plan=lambda known, order: suppression_of(known.state, order),
    ready=_ready,
    cost=COMPLEX_ACTION,
    options=_options,
    attack=foreseen,
    carry_out=_suppress,
)
"""The order to suppress, a Complex action (EP-28, EP-29)."""


def free_attack(name: str, numbers: Blow, lines: tuple[Modifier, ...]) -> Attack:
    """The free attack on a figure as an `Attack`."""
    return Attack(volley, ((numbers,),), (name,), named=name, modifiers=lines, each=True)


def shoot(scene: Scene, zone: Zone, name: str) -> None:
    """Make the free attack on a figure: one for each zone, without rounds (EP-34, EP-A12).

    EP-36, EP-A9.
    """
    found = free_blow(scene.state, zone, scene.state.figures[name])
    if found is None:
        return
    suppression.mark(scene, zone, name)
    scene.attempt(zone.owner, lambda: free_attack(name, *found))
    harm = strike(scene.dice, found[0])
    scene.cite("EP-35", "EP-36", "EP-A9", "EP-A12", *OPPOSED)
    weapon, target = zone_weapon(scene.state, zone), scene.state.figures[name]
    inflict(scene, weapon, target, harm, zone.owner, "suppression")


def left_cover(scene: Scene, name: str) -> None:
    """After a step, let every zone attack in which it led out of cover (EP-34, EP-A9)."""
    track = scene.state.tracks.get(name)
    figure = scene.state.figures[name]
    if track is None or len(track.steps) < 2 or figure.at is None:
        return
    start, here = track.steps[-2].tile, track.steps[-1].tile
    for zone in waiting_zones(scene.state, figure):
        if scene.state.figures[name].at is None or zone.id not in scene.state.zones:
            continue
        there = start in zone.tiles and here in zone.tiles
        if there and covered(scene.state, zone, start) and not covered(scene.state, zone, here):
            scene.cite("EP-34")
            shoot(scene, zone, name)


def watch(state: State, name: str) -> Before | None:
    """The check before each step of a figure's walk; None if no zone waits for it.

    EP-34.
    """
    figure = state.figures[name]
    if not waiting_zones(state, figure):
        return None
    return partial(_before_step, len(state.tracks[name].steps) if name in state.tracks else 0)


def _before_step(steps: int, scene: Scene, name: str, _tile: Tile) -> str:
    """Attack if the last step led out of cover; a figure that is brought down stops.

    `steps` is the number of steps of earlier walks, which were checked already.

    EP-34.
    """
    track = scene.state.tracks.get(name)
    before = scene.state.figures[name]
    if track is not None and len(track.steps) > steps:
        left_cover(scene, name)
    after = scene.state.figures[name]
    if after.at is None or disabled(scene.state, after) or (prone(after) and not prone(before)):
        return HELD
    return ""


def ended_in_the_open(scene: Scene) -> None:
    """Attack each figure that could act in this bound and ends it uncovered in a zone (EP-33).

    EP-A9.
    """
    state = scene.state
    if not state.zones:
        return
    for figure in tuple(state.of_side(state.clock.side)):
        if not turn_comes(state, figure) or disabled(state, figure):
            continue
        for zone in waiting_zones(state, figure):
            now = scene.state
            at = now.figures[figure.id].at
            there = at is not None and at in zone.tiles and zone.id in now.zones
            if there and not covered(now, zone, cast("Tile", at)):
                scene.cite("EP-33")
                shoot(scene, zone, figure.id)


def threats(walk: ForeseenPath) -> Iterator[Threat]:
    """The free attack of each zone that waits for a figure on a path (EP-33, EP-34).

    It comes when the figure leaves cover, or when its bound ends.
    """
    for zone in waiting_zones(walk.before, walk.before.figures[walk.name]):
        owner = walk.before.figures[zone.owner]
        step = _shown(walk, zone)
        if owner.at is None or step is None:
            continue
        lasting = step == len(walk.way)
        at = min(step, len(walk.way) - 1)
        state = walk.at(at)
        found = (
            Threat(
                owner.id,
                at,
                walk.way[at],
                "suppressive fire",
                Order.of(SUPPRESS.name, owner.id, walk.way[at], weapon=weapon.id),
                free_attack(walk.name, *blow),
                lasting=lasting,
            )
            for weapon in _weapons(zone, owner)
            if (blow := free_shot(state, owner, weapon, state.figures[walk.name]))
        )
        worst = costliest(found, walk.name, NOTHING, partial(loss, state, walk.name))
        if worst is not None:
            yield worst


def _weapons(zone: Zone, owner: Figure) -> tuple[Weapon, ...]:
    """The weapons that a zone may have been laid with: its own one if that is known."""
    if SLOT in zone.numbers:
        return (weapon_of(owner.who.weapons[zone.numbers[SLOT]]),)
    return automatic_weapons(owner)


def _shown(walk: ForeseenPath, zone: Zone) -> int | None:
    """The step that leads out of cover in a zone; one past the last if the path ends uncovered."""

    def bare(step: int) -> bool:
        tile = walk.way[step]
        return tile in zone.tiles and not covered(walk.before, zone, tile)

    for step in range(1, len(walk.way)):
        before = walk.way[step - 1]
        if bare(step) and before in zone.tiles and covered(walk.before, zone, before):
            return step
    if bare(len(walk.way) - 1) and turn_comes(walk.before, walk.before.figures[walk.name]):
        return len(walk.way)
    return None
