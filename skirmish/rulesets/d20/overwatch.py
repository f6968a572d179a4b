"""Overwatch: a cone that a figure covers, and the attacks that it makes on who acts in it.

The zone keeps mode, weapon and standing order; how many attacks are left follows from the action
points and rounds at hand (D20-41 to D20-45, D20-F10).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State, Zone
from skirmish.core.view import view
from skirmish.rulesets.common import areas, reactions, slots, watch
from skirmish.rulesets.d20 import action_points, ammunition, fire
from skirmish.rulesets.d20.body import arms
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.shot import (
    BURST,
    FIRE,
    SINGLE,
    Shot,
    attack_of,
    bursts_only,
    chosen,
    direct,
    shot_of,
    shots,
    unable,
)
from skirmish.rulesets.scene import Scene

HALF_CONE = 2
"""Half of 90 degrees, in units of 22.5."""
MODE = Field("mode", Shape.WORD, "single shots or bursts", SINGLE, (SINGLE, BURST))
WEAPON = Field("weapon", Shape.WORD, "which weapon (default: the first that fits)")
VERB = Verb(
    "overwatch",
    "covers 90 degrees until its next turn, and ends this one",
    fields=(
        Field("face", Shape.FACING, "where it looks (default: its facing)"),
        MODE,
        reactions.REPLY,
        WEAPON,
        reactions.WHEN,
    ),
)


def refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    """Why a figure may not go on overwatch so: weapon, mode, points, rounds."""
    weapon = chosen(figure, order, melee=False)
    if isinstance(weapon, Refusal):
        return weapon
    bursts = order.get("mode") == BURST
    points, what, _ = Shot(figure, weapon, figure, bursts or bursts_only(weapon)).price
    short = action_points.short(figure, points, what, "D20-F10")
    if short and bursts_only(weapon):
        return short
    return unable(state, figure, weapon, bursts=bursts) or short


def cost(weapon: Arm, *, bursts: bool) -> int:
    """What each attack from overwatch costs (D20-43)."""
    return action_points.of_attack(weapon, burst=bursts)


def attacks_left(state: State, figure: Figure, weapon: Arm, *, bursts: bool) -> int:
    """How many attacks a figure can make on overwatch: by its points and what is in the weapon."""
    times = action_points.left(figure) // max(1, cost(weapon, bursts=bursts))
    while times and ammunition.empty(state, figure, weapon, times * shots(weapon, burst=bursts)):
        times -= 1
    return times


def cone(state: State, figure: Figure, weapon: Arm, facing: Facing) -> int:
    """Mask of what overwatch with a weapon covers."""
    return areas.cone(state.board, figure.tile, facing, weapon.long, HALF_CONE)


def enter(scene: Scene, order: Order) -> None:
    """A figure goes on overwatch."""
    name = order.figure
    facing = order.facing("face")
    if facing is not None and facing is not scene.state.figures[name].facing:
        scene.emit(Turned(name, facing))
    figure = scene.state.figures[name]
    weapon = chosen(figure, order, melee=False)
    if isinstance(weapon, Refusal):
        raise TypeError(f"{order}: {weapon}")
    scene.cite("D20-F10", *(("D20-41",) if order.get("mode") == BURST else ()))
    scene.emit(Counted(name, "watching", 1))
    numbers = {
        "burst": int(order.get("mode") == BURST),
        "slot": slots.of(figure, weapon.id),
        "when": reactions.percent(order),
        "ask": int(reactions.asks(scene.state, order)),
    }
    tiles = scene.state.board.tiles_of(cone(scene.state, figure, weapon, figure.facing))
    watch.lay(scene, name, tiles, numbers)


def end(scene: Scene, side: str) -> None:
    """Ends all overwatch of a side."""
    for zone in tuple(watch.zones(scene.state)):
        if zone.side == side:
            watch.lift(scene, zone.owner)


def answer(scene: Scene, actor: str, to: Tile | None) -> None:
    """Lets all whose cone an enemy acts in answer it, before its step or attack is made."""
    reactions.react(scene, actor, to, _offers, _fire)


def _offers(state: State, actor: str, to: Tile | None) -> Iterator[reactions.Reaction]:
    figure = state.figures[actor]
    for zone in watch.zones(state):
        inside = figure.at in zone.tiles and (to is None or to in zone.tiles)
        # Of the enemy's zones on a view the owner may be out of sight.
        if zone.side == figure.side or not inside or zone.owner not in state.figures:
            continue
        order = standing_order(state, zone, actor)
        known = view(state, zone.side).state
        shot = shot_of(known, order, watch=True)
        if not isinstance(shot, Refusal) and _can_pay(shot):
            numbers = zone.numbers
            yield reactions.Reaction(
                zone.owner, order, chance(known, shot), numbers["when"], bool(numbers["ask"])
            )


def replies(state: State, name: str) -> Iterator[tuple[str, Fraction]]:
    """The chance of any hit on each enemy in the cone of a watcher, should it act where it is."""
    for zone in watch.zones(state):
        if zone.owner != name:
            continue
        for foe in state.of_side(state.setup.enemy(zone.side)):
            shot = shot_of(state, standing_order(state, zone, foe.id), watch=True)
            if foe.at in zone.tiles and not isinstance(shot, Refusal) and _can_pay(shot):
                yield foe.id, chance(state, shot)


def _can_pay(shot: Shot) -> bool:
    return action_points.short(shot.shooter, shot.points) is None


def standing_order(state: State, zone: Zone, target: str) -> Order:
    """The attack that a zone's owner makes on who acts in it."""
    watcher = state.figures[zone.owner]
    order = Order.of(FIRE, watcher.id, target, weapon=weapon_of(watcher, zone).id)
    return order.with_field("mode", BURST) if zone.numbers["burst"] else order


def weapon_of(watcher: Figure, zone: Zone) -> Arm:
    """The weapon that a figure watches with."""
    return arms(watcher)[zone.numbers["slot"]]


def chance(known: State, shot: Shot) -> Fraction:
    """The chance that an attack hits at all."""
    return attack_of(known, shot).odds_on(shot.target.id).chance(_hits)


def _hits(harmed: object) -> bool:
    return bool(getattr(harmed, "hits", 0))


def _fire(scene: Scene, reaction: reactions.Reaction) -> None:
    """Makes an attack from overwatch; the last one that can be made ends it."""
    watcher = scene.state.figures[reaction.figure]
    known = scene.view(watcher.side).state
    shot = shot_of(known, reaction.order, watch=True)
    if isinstance(shot, Refusal):
        return
    fire.resolve(scene, known, shot)
    after = scene.state.figures[watcher.id]
    short = action_points.short(after, shot.points)
    if short or unable(scene.state, after, shot.weapon, bursts=shot.burst):
        watch.lift(scene, watcher.id)
    watch.come_out(scene, watcher.id)


@lru_cache(maxsize=1024)
def usable(weapons: tuple[Arm, ...]) -> tuple[tuple[Arm, bool], ...]:
    """The weapons and modes that one could watch or fire with; True is bursts."""
    found = []
    for weapon in weapons:
        if direct(weapon):
            if weapon.ap_single or weapon.thrown:
                found.append((weapon, False))
            if weapon.fire_rate:
                found.append((weapon, True))
    return tuple(found)
