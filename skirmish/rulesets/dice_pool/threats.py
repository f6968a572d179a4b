"""What may befall a figure on its way: held shots, once each, and suppressive fire (POOL-F13, F14).

How many hits suppressive fire has had, its enemy is not told: all that it may have had count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import in_arc
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.common import suppression, watch
from skirmish.rulesets.common.parts import total
from skirmish.rulesets.dice_pool import suppressing, ways
from skirmish.rulesets.dice_pool.fire import attack_of
from skirmish.rulesets.dice_pool.gun import Gun, arms, guns
from skirmish.rulesets.dice_pool.holding import ARC
from skirmish.rulesets.dice_pool.outcome import loss
from skirmish.rulesets.dice_pool.rules import MISSED, pinned, suppress
from skirmish.rulesets.dice_pool.shot import shot_of
from skirmish.rulesets.dice_pool.suppressing import Sweep
from skirmish.rulesets.threat import Threat, Walk, costliest


def threats(walk: Walk) -> Iterator[Threat]:
    """The held shots that come before its steps and after them, and the fire that it walks into."""
    figures = walk.before.figures
    for zone in walk.before.zones.values():
        owner = figures.get(zone.owner)
        if owner is None or owner.at is None:
            continue
        if zone.kind == suppression.KIND and owner.id != walk.name:
            yield from _swept(walk, zone, owner)
        elif zone.kind in watch.KINDS and zone.side == walk.enemy:
            yield from _held(walk, owner)


def _held(walk: Walk, watcher: Figure) -> Iterator[Threat]:
    """The first shot that one who holds an action has, the one that would cost most there."""
    for step, tile in enumerate(walk.way):
        if not in_arc(watcher.tile, watcher.facing, tile, ARC):
            continue
        state = walk.at(step)
        lost = partial(loss, state, walk.name)
        shot = costliest(_shots(walk, state, step, watcher), walk.name, MISSED, lost)
        if shot is not None:
            yield shot
            return


def _shots(walk: Walk, state: State, step: int, watcher: Figure) -> Iterator[Threat]:
    for arm in arms(watcher):
        for way, order in ways.modes(state, watcher.id, arm.id, walk.name).items():
            held = order.with_field("held", "yes")
            if order.verb != "fire" or order.get("cone"):
                continue
            shot = shot_of(state, held)
            if not isinstance(shot, Refusal):
                attack = attack_of(state, shot)
                yield Threat(watcher.id, step, walk.way[step], f"held, {way}", held, attack)


def _swept(walk: Walk, zone: Zone, owner: Figure) -> Iterator[Threat]:
    """What suppressive fire does to who comes into it, or leaves cover in it: once a pass."""
    for step, there in enumerate(walk.way[1:], 1):
        state = walk.at(step - 1)
        figure = state.figures[walk.name]
        if zone not in suppressing.caught(_with(state, zone), figure, there):
            continue
        order = Order.of("suppress", owner.id, there)
        attack = _strike(figure, zone, owner)
        if attack is not None:
            way = "suppressive fire"
            yield Threat(owner.id, step, walk.way[step - 1], way, order, attack)
        return


def _with(state: State, zone: Zone) -> State:
    """The battle with one zone alone: of others the owner may be out of sight."""
    return evolve(state, zones={zone.id: zone})


def _strike(figure: Figure, zone: Zone, owner: Figure) -> Attack | None:
    """The attack of a zone on a figure; of the enemy's the hits are what its test may bring."""
    if zone.numbers:
        target = suppressing.numbers(figure, zone.numbers["dv"], zone.numbers["ap"])
        return Attack(pinned, (zone.numbers["hits"], (target,)), (figure.id,), each=True)
    gun = _sweeper(owner)
    if gun is None:
        return None
    pool = total(suppressing.pool_of(Sweep(owner, gun, figure.tile)))
    target = suppressing.numbers(figure, gun.dv, gun.ap)
    return Attack(suppress, (pool, (target,)), (figure.id,), each=True, apart=True)


def _sweeper(owner: Figure) -> Gun | None:
    """The weapon that can have laid it, set to full automatic fire."""
    able = (gun for gun in guns(owner) if "fa" in gun.arm.modes)
    gun = next(able, None)
    return None if gun is None else evolve(gun, mode="fa")
