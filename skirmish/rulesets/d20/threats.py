"""Who may fire at a figure on its way: overwatch, again and again while points last (D20-41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.dice import Script
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State, Zone
from skirmish.rulesets.common import watch
from skirmish.rulesets.d20 import action_points, fire, overwatch
from skirmish.rulesets.d20.body import arms
from skirmish.rulesets.d20.outcome import SPARED, loss
from skirmish.rulesets.d20.shot import BURST, FIRE, Shot, attack_of, shot_of
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.threat import Threat, Walk, costliest


def threats(walk: Walk) -> Iterator[Threat]:
    """The attacks from overwatch that each watcher can make along the way.

    Weapon and mode are those that it would cost most where it first comes under fire.
    """
    for zone in watch.zones(walk.before):
        watcher = walk.before.figures.get(zone.owner)
        if zone.side == walk.enemy and watcher is not None and watcher.at is not None:
            yield from _by(walk, zone, watcher)


def _by(walk: Walk, zone: Zone, watcher: Figure) -> Iterator[Threat]:
    chosen: Threat | None = None
    for step, (here, there) in enumerate(zip(walk.way, walk.way[1:], strict=False)):
        if here not in zone.tiles or there not in zone.tiles:
            continue
        state = walk.at(step)
        state = evolve(state, figures={**state.figures, watcher.id: watcher})
        orders = _orders(watcher, walk.name) if chosen is None else (chosen.order,)
        options = (one for order in orders if (one := _attack(walk, state, step, order)))
        one = costliest(options, walk.name, SPARED, partial(loss, state, walk.name))
        if one is not None:
            chosen = one
            yield one
            watcher = _fired(state, one.order)


def _orders(watcher: Figure, target: str) -> Iterator[Order]:
    """Every way in which one can be on overwatch."""
    for weapon, bursts in overwatch.usable(arms(watcher)):
        order = Order.of(FIRE, watcher.id, target, weapon=weapon.id)
        yield order.with_field("mode", BURST) if bursts else order


def _attack(walk: Walk, state: State, step: int, order: Order) -> Threat | None:
    shot = shot_of(state, order, watch=True)
    if isinstance(shot, Refusal) or action_points.short(shot.shooter, shot.points):
        return None
    attack, way = attack_of(state, shot), "overwatch, burst" if shot.burst else "overwatch"
    return Threat(shot.shooter.id, step, walk.way[step], way, order, attack)


def _fired(state: State, order: Order) -> Figure:
    """A watcher with what an attack has left it: points, rounds, recoil (D20-43 to D20-45)."""
    shot = shot_of(state, order, watch=True)
    scene = Scene(state, state.figures[order.figure].side, order, Script(()), ())
    if isinstance(shot, Shot):
        fire.spend(scene, shot)
    watcher = scene.state.figures[order.figure]
    if isinstance(shot, Shot) and shot.burst:
        bursts = watcher.count("watch_bursts") + 1
        watcher = evolve(watcher, counters={**watcher.counters, "watch_bursts": bursts})
    return watcher
