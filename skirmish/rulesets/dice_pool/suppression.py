"""Suppressive fire: the order, and its effect on figures that show themselves (POOL-F13)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.events import Fired
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal, Verb, refused
from skirmish.core.state import State, Zone
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Attack, Modifier, Part, modifiers, total
from skirmish.rulesets.common import areas, suppression
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool.accuracy import (
    LEAST,
    area_of,
    choke_die,
    floored,
    harm_lines,
    nerve,
    reach,
    skilled,
)
from skirmish.rulesets.dice_pool.ammunition import FIREARM_FIELD, out_of_order
from skirmish.rulesets.dice_pool.area import aim_points
from skirmish.rulesets.dice_pool.budget import (
    end_of_pass,
    forget_split,
    spend,
    takes,
)
from skirmish.rulesets.dice_pool.dice import (
    COMPLEX,
    SUCCESS,
    SUPPRESSION,
    Target,
    armour_left,
    pinned,
    suppress,
)
from skirmish.rulesets.dice_pool.figures import Gun, boxes_left, gun_of, guns, kind_of, named
from skirmish.rulesets.dice_pool.rolling import (
    dice_of,
    gone_wrong,
    mishaps_of,
    of_choke,
    of_gun,
    roll,
)
from skirmish.rulesets.dice_pool.shooting import (
    enemy_at,
    free_to_fire,
    out_of_reach,
    place_of,
    use_up,
)
from skirmish.rulesets.families import Family, Spots
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import ForeseenPath, Threat

CONE = 1
"""Half-angle of suppressive fire, in units of 22.5 degrees (POOL-48, POOL-F13)."""
SUPPRESS_VERB = Verb(
    "suppress",
    "fires twenty rounds into a cone, at all figures exposed in it until its next pass; Complex",
    target=Shape.TILE,
    fields=(FIREARM_FIELD,),
    dice=True,
)


@frozen
class Sweep:
    """Suppressive fire that was ordered and is possible (POOL-F13)."""

    shooter: Figure
    gun: Gun
    aim: Tile


def sweep_of(state: State, order: Order) -> Sweep | Refusal:
    """The suppressive fire of an order, or why it is refused (POOL-A14, POOL-F13)."""
    shooter, aim = state.figures[order.figure], order.target_tile
    gun = gun_of(shooter, order)
    if isinstance(gun, Refusal):
        return gun
    if gun.mode != "fa":
        return Refusal(f"the {gun.weapon.name} is not in FA mode", "POOL-F13", "'mode fa' sets it")
    if broken := out_of_order(shooter, gun, SUPPRESSION):
        return broken
    there = refused(enemy_at(state, shooter, aim))
    return there or out_of_reach(state, shooter, gun, aim) or Sweep(shooter, gun, aim)


def suppression_pool(sweep: Sweep) -> list[Part]:
    """The dice of its test; recoil and range do not count (POOL-F13)."""
    return floored([*skilled(sweep.shooter), choke_die(sweep.gun)], LEAST)


def swept(state: State, sweep: Sweep) -> int:
    """Mask of the tiles that it covers (POOL-48, POOL-F12, POOL-F13)."""
    return area_of(state, sweep.shooter.tile, sweep.aim, CONE, reach(sweep.gun))


def suppression_of(state: State, sweep: Sweep) -> Attack:
    """Its attack when it is laid, on all uncovered figures in it, friends too (POOL-F13)."""
    origin, mask = sweep.shooter.tile, swept(state, sweep)
    met = tuple(
        figure
        for figure in areas.inside(state, mask, origin)
        if figure.id != sweep.shooter.id and uncovered(state, origin, figure.tile)
    )
    found = [_target(figure, sweep.gun) for figure in met]
    pool = suppression_pool(sweep)
    lines = modifiers("attack", sweep.shooter.id, pool)
    return Attack(
        suppress,
        (total(pool), tuple(numbers for numbers, _ in found)),
        tuple(figure.id for figure in met),
        modifiers=(*lines, *(line for _, many in found for line in many)),
        each=True,
        apart=True,
        at=sweep.aim,
        area=mask,
    )


def uncovered(state: State, origin: Tile, tile: Tile) -> bool:
    """Whether a tile has no cover at all against fire from another (POOL-F13)."""
    return not state.board.cover(origin, tile)


def _target(figure: Figure, gun: Gun) -> tuple[Target, tuple[Modifier, ...]]:
    parts = nerve(figure)
    lines = (*modifiers("guard", figure.id, parts), *harm_lines(figure, gun))
    return numbers(figure, gun.dv, gun.ap), lines


def numbers(figure: Figure, dv: int, ap: int) -> Target:
    """The numbers of a figure that shows itself in the fire (POOL-33, POOL-F13)."""
    kind = kind_of(figure)
    av = armour_left(kind.av, ap)
    return Target(total(nerve(figure)), dv, av, kind.body, boxes_left(figure))


def _suppress_options(known: View, figure: Figure) -> Iterator[Family]:
    state = known.state
    for gun in guns(figure):
        if gun.mode != "fa" or not free_to_fire(state, figure, gun, COMPLEX, SUPPRESSION):
            continue
        if mask := aim_points(state, figure, gun):
            spots, said = Spots(mask, state.board), tuple(named(figure, gun).items())
            place = place_of(gun, said)
            yield Family(SUPPRESS.name, figure.id, spots, fixed=said, place=place)


def _suppress(scene: Scene, sweep: Sweep) -> None:
    """Lay suppressive fire as ordered; its successes are rolled once (POOL-F4, POOL-F13)."""
    name = sweep.shooter.id
    look_at(scene, name, sweep.aim)
    expose(scene, name)
    attack = suppression_of(scene.state, sweep)
    scene.emit(Fired(name, sweep.gun.weapon.id, at=sweep.aim, how="suppress"))
    spend(scene, name, COMPLEX)
    forget_split(scene, name)
    use_up(scene, name, sweep.gun, SUPPRESSION)
    start, pool = scene.dice.rolled, dice_of(attack)
    roll(scene, name, attack, pool=pool)
    scene.cite(*of_gun(sweep.gun), *of_choke(sweep.gun), "POOL-48", "POOL-F12", "POOL-F13")
    successes = sum(face.face >= SUCCESS for face in scene.dice.faces[start : start + pool])
    _lay(scene, sweep, successes)
    for struck in attack.subjects:
        if not scene.state.figures[struck].fate:
            _mark(scene, name, struck)
    gone_wrong(scene, name, sweep.gun, start, pool)


def _lay(scene: Scene, sweep: Sweep, successes: int) -> None:
    """Keep the successes of suppressive fire with its cone (POOL-F13)."""
    tiles = scene.state.board.tiles_of(swept(scene.state, sweep))
    numbers = {"hits": successes, "dv": sweep.gun.dv, "ap": sweep.gun.ap}
    suppression.lay(scene, sweep.shooter.id, tiles, numbers)


def _mark(scene: Scene, owner: str, name: str) -> None:
    """Note that the zone has struck a figure in this pass (POOL-F13)."""
    for zone in scene.state.zones.values():
        if zone.kind == suppression.KIND and zone.owner == owner:
            suppression.mark(scene, zone, name, end_of_pass(scene.state.clock))
            return


SUPPRESS = Action(
    verb=SUPPRESS_VERB,
    plan=lambda known, order: sweep_of(known.state, order),
    cost=takes(COMPLEX),
    options=_suppress_options,
    attack=suppression_of,
    mishaps=lambda state, sweep: mishaps_of(suppression_of(state, sweep)),
    carry_out=_suppress,
)


def caught(state: State, figure: Figure, tile: Tile) -> tuple[Zone, ...]:
    """The zones that strike a figure about to enter a tile: it enters them, or leaves cover.

    Each strikes it at most once a pass.

    POOL-F13.
    """
    found = []
    for zone in suppression.zones_on(state, tile):
        owner = state.figures.get(zone.owner)
        # In a view, the owner of an enemy's zone may be out of sight.
        if owner is None or owner.at is None:
            continue
        if owner.id == figure.id or suppression.struck(state, zone, figure.id):
            continue
        comes_in = figure.tile not in zone.tiles
        leaves = not uncovered(state, owner.at, figure.tile) and uncovered(state, owner.at, tile)
        if comes_in or leaves:
            found.append(zone)
    return tuple(found)


def strike(scene: Scene, name: str, tile: Tile) -> None:
    """Let suppressive fire strike a figure before it enters a tile (POOL-F13)."""
    for zone in caught(scene.state, scene.state.figures[name], tile):
        figure = scene.state.figures[name]
        if figure.at is None or zone.id not in scene.state.zones:
            return
        suppression.mark(scene, zone, name, end_of_pass(scene.state.clock))
        target = numbers(figure, zone.numbers["dv"], zone.numbers["ap"])
        attack = Attack(pinned, (zone.numbers["hits"], (target,)), (name,), each=True)
        scene.cite("POOL-F13")
        roll(scene, zone.owner, attack)


def swept_on_the_way(walk: ForeseenPath, zone: Zone, owner: Figure) -> Iterator[Threat]:
    """Suppressive fire on a figure that enters it, or leaves cover in it, once a pass.

    POOL-F13.
    """
    for step, there in enumerate(walk.way[1:], 1):
        state = walk.at(step - 1)
        figure = state.figures[walk.name]
        if zone not in caught(_with(state, zone), figure, there):
            continue
        order = Order.of(SUPPRESS.name, owner.id, there)
        attack = _strike(figure, zone, owner)
        if attack is not None:
            way = "suppressive fire"
            yield Threat(owner.id, step, walk.way[step - 1], way, order, attack)
        return


def _with(state: State, zone: Zone) -> State:
    """The battle with only one zone, because owners of others may be out of sight."""
    return evolve(state, zones={zone.id: zone})


def _strike(figure: Figure, zone: Zone, owner: Figure) -> Attack | None:
    """The attack of a zone on a figure; the successes of an enemy's zone are unknown.

    Then all results of its test are possible.
    """
    if zone.numbers:
        target = numbers(figure, zone.numbers["dv"], zone.numbers["ap"])
        return Attack(pinned, (zone.numbers["hits"], (target,)), (figure.id,), each=True)
    gun = _sweeper(owner)
    if gun is None:
        return None
    pool = total(suppression_pool(Sweep(owner, gun, figure.tile)))
    target = numbers(figure, gun.dv, gun.ap)
    return Attack(suppress, (pool, (target,)), (figure.id,), each=True, apart=True)


def _sweeper(owner: Figure) -> Gun | None:
    """The weapon that can have laid it, set to full automatic fire."""
    able = (gun for gun in guns(owner) if "fa" in gun.weapon.modes)
    gun = next(able, None)
    return None if gun is None else evolve(gun, mode="fa")
