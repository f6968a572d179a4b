"""Who may fire at a figure for the way it went: opportunity fire, once movement is over (BAY-22).

An attack on it where it ends is no danger of the way (BAY-21).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.opposed_d6 import modes, shooting
from skirmish.rulesets.opposed_d6.burst import MOST_AID, burst_of
from skirmish.rulesets.opposed_d6.declared import FIRE
from skirmish.rulesets.opposed_d6.factors import arms
from skirmish.rulesets.opposed_d6.fire_choices import able_to_aid
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.outcome import loss
from skirmish.rulesets.opposed_d6.readiness import SHOT, loading, unready
from skirmish.rulesets.opposed_d6.rules import Effect
from skirmish.rulesets.threat import Threat, Walk, costliest, standing


def threats(walk: Walk) -> Iterator[Threat]:
    """The one direct attack that the enemy may make on it, if that is opportunity fire.

    BAY-31, BAY-23: of all that its figures can do, with what aid they have, by which the walker
    loses most. A figure that does more with a burst where the walker ends is left out; its burst
    takes the place of no direct attack.
    """
    state = _shooting(walk)
    lost = partial(loss, state, walk.name)
    each = (
        costliest(_shots(walk, state, shooter), walk.name, Effect.NOTHING, lost)
        for shooter in standing(state, walk.enemy)
        if unready(state, shooter) is None
    )
    direct = (one for one in each if one is not None and one.order.verb == shooting.FIRE.name)
    best = costliest(direct, walk.name, Effect.NOTHING, lost)
    if best is not None and best.step >= 0:
        yield best


def _shooting(walk: Walk) -> State:
    """The battle as the enemy's shooting begins: each has its shot of this bound."""
    state = walk.after
    fresh = {
        figure.id: evolve(figure, counters={**figure.counters, SHOT: 0})
        for figure in standing(state, walk.enemy)
    }
    clock = evolve(state.clock, phase=FIRE, side=walk.enemy)
    return evolve(state, clock=clock, figures={**state.figures, **fresh})


def _shots(walk: Walk, state: State, shooter: Figure) -> Iterator[Threat]:
    """Every shot of a figure; those at where the mover stands have step -1."""
    for weapon in arms(shooter):
        if loading(state, shooter, weapon) is None:
            yield from _with(walk, state, shooter, weapon)


def _with(walk: Walk, state: State, shooter: Figure, weapon: Arm) -> Iterator[Threat]:
    for way, order in modes.modes(state, shooter.id, weapon.id, walk.name).items():
        yield from _threat(walk, state, way, order)
        burst = burst_of(state, order) if order.verb == shooting.FIRE.name else None
        if burst is None or isinstance(burst, Refusal):
            continue
        friends = able_to_aid(state, shooter, burst.rolls[0][0])[:MOST_AID]
        if friends:
            aided = order.with_field("aid", friends)
            yield from _threat(walk, state, f"{way}, aided by {', '.join(friends)}", aided)


def _threat(walk: Walk, state: State, way: str, order: Order) -> Iterator[Threat]:
    plan = shooting.attack(state, order)
    if plan is None:
        return
    step, tile = -1, walk.way[-1]
    burst = burst_of(state, order) if order.verb == shooting.FIRE.name else None
    if burst is not None and not isinstance(burst, Refusal) and burst.rolls[0][0].penalty:
        tile = burst.rolls[0][0].at
        step = max((n for n, one in enumerate(walk.way) if one == tile), default=0)
    yield Threat(order.figure, step, tile, way, order, plan)
