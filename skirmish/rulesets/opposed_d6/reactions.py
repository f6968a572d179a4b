"""Opportunity fire at a figure for its path, once movement is over (BAY-22).

Attacks on its last tile are not included (BAY-21), except by gas that lies there. `uncovered` is
about its friends.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal, granted
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6 import area
from skirmish.rulesets.opposed_d6.accuracy import Burst, attack_of
from skirmish.rulesets.opposed_d6.budget import loading, unready
from skirmish.rulesets.opposed_d6.close_combat import clashes
from skirmish.rulesets.opposed_d6.counters import GAS, SHOOTING, SHOT
from skirmish.rulesets.opposed_d6.dice import Effect
from skirmish.rulesets.opposed_d6.estimates import lane
from skirmish.rulesets.opposed_d6.figures import weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon
from skirmish.rulesets.opposed_d6.morale import recovered
from skirmish.rulesets.opposed_d6.outcomes import loss
from skirmish.rulesets.opposed_d6.shooting import FIRE, MOST_AID, able_to_aid, burst_of
from skirmish.rulesets.opposed_d6.suggestions import ways_to_use
from skirmish.rulesets.threat import ForeseenPath, Threat, costliest, standing


def threats(walk: ForeseenPath) -> tuple[Threat, ...]:
    """Fire at a figure's path, if it moves, then gas on its last tile (BAY-22, BAY-20)."""
    fire = _opportunity_fire(walk) if len(walk.way) > 1 else ()
    return (*fire, *_gas(walk))


def _gas(walk: ForeseenPath) -> Iterator[Threat]:
    """The gas that attacks a figure where it ends, as its next movement begins (BAY-20)."""
    mover = evolve(walk.after.figures[walk.name], at=walk.way[-1])
    state = walk.after.with_figure(mover)
    last, acts = len(walk.way) - 1, state.setup.declared.zones[GAS].acts
    for zone, attack in area.gas_to_come(state, walk.name):
        order = Order(area.BOMBARD.name, zone.owner)
        yield Threat("", last, mover.tile, acts, order, attack, lasting=True, zone=zone.id)


def _opportunity_fire(walk: ForeseenPath) -> tuple[Threat, ...]:
    """The one direct attack that the enemy may make on it, if that is opportunity fire.

    BAY-31, BAY-23: of all attacks of its figures, with the aid they can have, the one that costs
    the walker most. A figure that does more with an area attack on the walker's last tile is left
    out: area attacks do not take the place of the direct attack.
    """
    state = _shooting(recovered(walk.after, walk.name), walk.enemy)
    lost = partial(loss, state, walk.name)
    each = (
        costliest(_shots(walk, state, shooter), walk.name, Effect.NOTHING, lost)
        for shooter in standing(state, walk.enemy)
        if unready(state, shooter) is None
    )
    direct = (one for one in each if one is not None and one.order.verb == FIRE.name)
    best = costliest(direct, walk.name, Effect.NOTHING, lost)
    return () if best is None or best.step < 0 else (best,)


def aided(state: State, order: Order) -> Order:
    """A shot with the aid that friends can give it in their next shooting (BAY-27, BAY-31)."""
    fresh = _shooting(state, state.figures[order.figure].side)
    burst = burst_of(fresh, order) if order.verb == FIRE.name else None
    return _with_friends(fresh, order, burst) if isinstance(burst, Burst) else order


def uncovered(before: State, after: State, mover: str) -> Iterator[tuple[str, str]]:
    """The friends whose danger a figure's move changes, each with the enemy (BAY-08, BAY-F9).

    The figure leaves or enters their line of fire, or they fight each other as the bound ends.
    """
    side = before.figures[mover].side
    ends = before.board.mask_of(state.figures[mover].tile for state in (before, after))
    for friend in before.of_side(side):
        if friend.id == mover:
            continue
        states = (recovered(state, friend.id) for state in (before, after))
        fights = (one for state in states for one in clashes(state, friend.id))
        fought = [order.target for order in fights if order.figure == friend.id]
        for enemy in before.of_side(before.setup.enemy(side)):
            if enemy.id in fought or lane(before.board, enemy.tile, friend.tile) & ends:
                yield friend.id, enemy.id


def _with_friends(state: State, order: Order, burst: Burst) -> Order:
    friends = able_to_aid(state, burst.shooter, burst.rolls[0][0])[:MOST_AID]
    return order.with_field("aid", friends) if friends else order


def _shooting(state: State, side: str) -> State:
    """The battle as a side's shooting begins: each has its shot of this bound."""
    fresh = {figure.id: figure.with_counters({SHOT: 0}) for figure in standing(state, side)}
    clock = evolve(state.clock, phase=SHOOTING, side=side)
    return evolve(state, clock=clock, figures={**state.figures, **fresh})


def _shots(walk: ForeseenPath, state: State, shooter: Figure) -> Iterator[Threat]:
    """Every shot of a figure; those at where the mover stands have step -1."""
    for weapon in weapons_of(shooter):
        if loading(state, shooter, weapon) is None:
            yield from _with(walk, state, shooter, weapon)


def _with(walk: ForeseenPath, state: State, shooter: Figure, weapon: Weapon) -> Iterator[Threat]:
    walker = state.figures[walk.name]
    for way, order in ways_to_use(state, shooter, weapon.id, walker):
        if order.verb != FIRE.name:
            yield from _lobbed(walk, state, way, order)
            continue
        burst = burst_of(state, order)
        if isinstance(burst, Refusal):
            continue
        yield _fired(walk, state, way, order, burst)
        aided = _with_friends(state, order, burst)
        with_aid = None if aided == order else burst_of(state, aided)
        if isinstance(with_aid, Burst):
            yield _fired(walk, state, way, aided, with_aid)


def _lobbed(walk: ForeseenPath, state: State, way: str, order: Order) -> Iterator[Threat]:
    shot = granted(area.round_of(state, order))
    attack = None if shot is None else area.attack_of(state, shot)
    if attack is not None:
        yield Threat(order.figure, -1, walk.way[-1], way, order, attack)


def _fired(walk: ForeseenPath, state: State, way: str, order: Order, burst: Burst) -> Threat:
    step, tile, first = -1, walk.way[-1], burst.rolls[0][0]
    if first.penalty:
        tile = first.at
        step = max((n for n, one in enumerate(walk.way) if one == tile), default=0)
    return Threat(order.figure, step, tile, way, order, attack_of(state, burst))
