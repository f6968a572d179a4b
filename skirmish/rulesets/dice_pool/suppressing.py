"""Suppressive fire: twenty rounds into a cone, and whoever shows himself in it (POOL-F13)."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.events import Fired, Stopped
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import STEPS, Clock, State, Zone
from skirmish.rulesets.action import LAPSED
from skirmish.rulesets.attack import Attack, Modifier
from skirmish.rulesets.common import areas, suppression
from skirmish.rulesets.common.parts import Part, modifiers, total
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import look_at
from skirmish.rulesets.dice_pool import arithmetic
from skirmish.rulesets.dice_pool.actions import forget_split, spend
from skirmish.rulesets.dice_pool.arithmetic import COMPLEX, SUPPRESSION, pass_of
from skirmish.rulesets.dice_pool.cited import of_choke, of_gun
from skirmish.rulesets.dice_pool.fire import area_of, harm_lines
from skirmish.rulesets.dice_pool.firing import gone_wrong, use_up
from skirmish.rulesets.dice_pool.gun import Gun, gun_of, out_of_order, trooper
from skirmish.rulesets.dice_pool.outcome import boxes_left
from skirmish.rulesets.dice_pool.pools import LEAST, choke_die, floored, nerve, skilled
from skirmish.rulesets.dice_pool.rolling import pool_of as dice_of
from skirmish.rulesets.dice_pool.rolling import roll
from skirmish.rulesets.dice_pool.rules import HIT, Target, pinned, suppress
from skirmish.rulesets.dice_pool.shot import enemy_at, out_of_reach, reach
from skirmish.rulesets.scene import Scene

CONE = 1
"""Half of its angle in units of 22.5 degrees."""


@frozen
class Sweep:
    """Suppressive fire as ordered, and possible."""

    shooter: Figure
    gun: Gun
    aim: Tile


def sweep_of(state: State, order: Order) -> Sweep | Refusal:
    """What an order to suppress amounts to, or why it can't be."""
    shooter, aim = state.figures[order.figure], order.target_tile
    gun = gun_of(shooter, order)
    if isinstance(gun, Refusal):
        return gun
    if gun.mode != "fa":
        return Refusal(f"the {gun.arm.name} is not in FA mode", "POOL-F13", "see 'mode'")
    if refused := out_of_order(shooter, gun, SUPPRESSION):
        return refused
    there = enemy_at(state, shooter, aim)
    if isinstance(there, Refusal):
        return there
    return out_of_reach(state, shooter, gun, aim) or Sweep(shooter, gun, aim)


def pool_of(sweep: Sweep) -> list[Part]:
    """The dice of its test: neither recoil nor range count."""
    return floored([*skilled(sweep.shooter), choke_die(sweep.gun)], LEAST)


def mask_of(state: State, sweep: Sweep) -> int:
    """The tiles that it covers."""
    return area_of(state, sweep.shooter.tile, sweep.aim, CONE, reach(sweep.gun))


def attack_of(state: State, sweep: Sweep) -> Attack:
    """What it does as it is laid: to all that stand uncovered in it, friend and foe."""
    origin, mask = sweep.shooter.tile, mask_of(state, sweep)
    met = tuple(
        figure
        for figure in areas.inside(state, mask, origin)
        if figure.id != sweep.shooter.id and uncovered(state, origin, figure.tile)
    )
    found = [_target(figure, sweep.gun) for figure in met]
    pool = pool_of(sweep)
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


def attack(state: State, order: Order) -> Attack | None:
    """The attack of an order to suppress; None where it can't be made."""
    sweep = sweep_of(state, order)
    return None if isinstance(sweep, Refusal) else attack_of(state, sweep)


def uncovered(state: State, origin: Tile, tile: Tile) -> bool:
    """Whether a tile has no cover of any kind against fire from another."""
    return not state.board.cover(origin, tile)


def _target(figure: Figure, gun: Gun) -> tuple[Target, tuple[Modifier, ...]]:
    parts = nerve(figure)
    lines = (*modifiers("guard", figure.id, parts), *harm_lines(figure, gun))
    return numbers(figure, gun.dv, gun.ap), lines


def numbers(figure: Figure, dv: int, ap: int) -> Target:
    """One who shows himself in it."""
    kind = trooper(figure)
    av = arithmetic.armour(kind.av, ap)
    return Target(total(nerve(figure)), dv, av, kind.body, boxes_left(figure))


def carry_out(scene: Scene, order: Order) -> None:
    """Lays suppressive fire, if what came before has left it possible."""
    figure = scene.state.figures[order.figure]
    if figure.at is None:
        return
    sweep = sweep_of(scene.view(figure.side).state, order)
    if isinstance(sweep, Refusal):
        scene.emit(Stopped(figure.id, LAPSED))
        return
    look_at(scene, figure.id, sweep.aim)
    expose(scene, figure.id)
    plan = attack_of(scene.state, sweep)
    scene.emit(Fired(figure.id, sweep.gun.arm.id, at=sweep.aim, how="suppress"))
    spend(scene, figure.id, COMPLEX)
    forget_split(scene, figure.id)
    use_up(scene, figure.id, sweep.gun, SUPPRESSION)
    start, pool = len(scene.dice.faces), dice_of(plan)
    roll(scene, figure.id, plan, pool=pool)
    scene.cite(*of_gun(sweep.gun), *of_choke(sweep.gun), "POOL-48", "POOL-F12", "POOL-F13")
    hits = sum(face.face >= HIT for face in scene.dice.faces[start : start + pool])
    _lay(scene, sweep, hits)
    for name in plan.subjects:
        if not scene.state.figures[name].fate:
            _mark(scene, figure.id, name)
    gone_wrong(scene, figure.id, sweep.gun, start, pool)


def _lay(scene: Scene, sweep: Sweep, hits: int) -> None:
    tiles = scene.state.board.tiles_of(mask_of(scene.state, sweep))
    numbers = {"hits": hits, "dv": sweep.gun.dv, "ap": sweep.gun.ap}
    suppression.lay(scene, sweep.shooter.id, tiles, numbers)


def end_of_pass(clock: Clock) -> int:
    """The clock point at which the present pass is over."""
    return clock.turn * STEPS + 2 * pass_of(clock.step) + 1


def _mark(scene: Scene, owner: str, name: str) -> None:
    for zone in scene.state.zones.values():
        if zone.kind == suppression.KIND and zone.owner == owner:
            suppression.mark(scene, zone, name, end_of_pass(scene.state.clock))
            return


def caught(state: State, figure: Figure, tile: Tile) -> tuple[Zone, ...]:
    """The zones that strike a figure which is about to enter a tile: it comes in, or leaves cover.

    Each strikes it at most once a pass.
    """
    found = []
    for zone in suppression.zones_on(state, tile):
        owner = state.figures.get(zone.owner)
        # Of the enemy's zones on a view the owner may be out of sight.
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
    """Lets suppressive fire strike a figure before it enters a tile."""
    for zone in caught(scene.state, scene.state.figures[name], tile):
        figure = scene.state.figures[name]
        if figure.at is None or zone.id not in scene.state.zones:
            return
        suppression.mark(scene, zone, name, end_of_pass(scene.state.clock))
        target = numbers(figure, zone.numbers["dv"], zone.numbers["ap"])
        attack = Attack(pinned, (zone.numbers["hits"], (target,)), (name,), each=True)
        scene.cite("POOL-F13")
        roll(scene, zone.owner, attack)
