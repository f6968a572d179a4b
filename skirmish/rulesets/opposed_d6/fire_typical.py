"""A short list of sensible shots for a figure: best targets, with aid, divided, at good tiles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.common.present import present
from skirmish.rulesets.opposed_d6 import ammunition, veil
from skirmish.rulesets.opposed_d6.area_attack import burst_on
from skirmish.rulesets.opposed_d6.burst import MOST_AID, MOST_ROLLS, aimed, equal_shares, together
from skirmish.rulesets.opposed_d6.declared import SMOKE
from skirmish.rulesets.opposed_d6.factors import arms, attack_parts, defence, guard, total
from skirmish.rulesets.opposed_d6.fire_choices import (
    COMBAT,
    able_to_aid,
    aim_points,
    elsewhere,
    named,
    ready,
    reloads,
    shots,
    usable,
)
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire
from skirmish.rulesets.opposed_d6.menace import share_lost
from skirmish.rulesets.opposed_d6.outcome import loss
from skirmish.rulesets.opposed_d6.rules import Effect

TARGETS = 4
WITH_AID = 2
TILES = 2


@frozen
class Prospect:
    """A clear shot and the points that it takes on average, what is special about it left out.

    `idle` are the friends that could aid it and have nothing else to attack, `busy` the others.
    """

    weapon: Arm
    shot: LineOfFire
    order: Order
    points: Fraction
    idle: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure in the shooting, the most promising first."""
    state = known.state
    figure = state.figures[name]
    if not ready(state, figure):
        return ()
    best = sorted(_prospects(state, figure), key=lambda one: -one.points)[:TARGETS]
    prospects = [_with_friends(state, figure, one) for one in best]
    orders = [one.order for one in prospects]
    for one in prospects[:WITH_AID]:
        orders += _aided(one)
    if prospects and prospects[0].weapon.automatic:
        orders += _divided(figure, prospects)
    for weapon in usable(state, figure):
        if weapon.cloud == SMOKE:
            orders += veil.orders(state, figure, weapon)
        elif not aimed(weapon):
            orders += _best_tiles(state, figure, weapon)
    able = bool(orders)
    for weapon, fixed in reloads(state, figure):
        if not able or not ammunition.tokens(figure, weapon):
            orders.append(Order.of("reload", name, **dict(fixed)))
    return tuple(orders)


def _prospects(state: State, figure: Figure) -> Iterator[Prospect]:
    for weapon in usable(state, figure):
        if not aimed(weapon):
            continue
        for shot in shots(state, figure, weapon):
            fixed = named(figure, weapon) + (COMBAT if shot.engaged else ())
            order = Order.of("fire", figure.id, shot.target.id, **dict(fixed))
            yield Prospect(weapon, shot, order, _points(state, figure, weapon, shot))


def _points(state: State, figure: Figure, weapon: Arm, shot: LineOfFire) -> Fraction:
    factor = total(attack_parts(figure, weapon, weapon.factor)) + shot.penalty
    parts = defence(state.board, figure.tile, weapon, shot.target, shot.at, figure.tile)
    lost = share_lost(factor, guard(state, shot.target, parts))
    return lost * shot.target.who.kind.points


def _with_friends(state: State, figure: Figure, one: Prospect) -> Prospect:
    """The shot with all the aid that costs nothing: friends without another enemy to attack.

    They may not attack this one by themselves once it has been fired at (BAY-31). Who would do
    least alone comes first.
    """

    def alone(name: str) -> Fraction:
        friend = state.figures[name]
        weapon = next(weapon for weapon in arms(friend) if aimed(weapon))
        return _points(state, friend, weapon, one.shot)

    target = one.shot.target.id
    idle: list[str] = []
    busy: list[str] = []
    for name in sorted(able_to_aid(state, figure, one.shot), key=alone):
        (busy if elsewhere(state, state.figures[name], target) else idle).append(name)
    helpers = tuple(idle[:MOST_AID])
    order = one.order.with_field("aid", by_id(helpers)) if helpers else one.order
    return evolve(one, order=order, idle=helpers, busy=tuple(busy))


def _aided(one: Prospect) -> Iterator[Order]:
    """The shot with one, two and three friends that could attack another enemy instead."""
    for count in range(1, min(len(one.busy), MOST_AID - len(one.idle)) + 1):
        yield one.order.with_field("aid", by_id((*one.idle, *one.busy[:count])))


def _divided(figure: Figure, prospects: list[Prospect]) -> Iterator[Order]:
    """The best target twice and three times, and with each other one that a burst can take in."""
    best = prospects[0]
    factor = best.weapon.factor
    for rolls in range(2, min(MOST_ROLLS, factor) + 1):
        yield best.order.with_field("rolls", rolls)
    for other in prospects[1:]:
        free = best.shot.engaged or not other.shot.engaged
        if other.weapon is best.weapon and free and together(figure, best.shot, other.shot):
            names = (best.shot.target.id, other.shot.target.id)
            split = tuple(zip(names, equal_shares(factor, 2), strict=True))
            yield best.order.with_field("split", split)


def _best_tiles(state: State, figure: Figure, weapon: Arm) -> Iterator[Order]:
    """The tiles where a burst would cost the enemy most and friends least, if it is worth it."""
    mask = aim_points(state, figure, weapon)
    tiles = [tile for tile in _aim_tiles(state, figure, weapon) if mask & state.board.bit(tile)]
    gains = [(_gain(state, figure, weapon, tile), tile) for tile in tiles]
    gains.sort(key=lambda pair: (-pair[0], pair[1]))
    for gain, tile in gains[:TILES]:
        if gain > 0:
            yield Order.of("bombard", figure.id, tile, **dict(named(figure, weapon)))


def _aim_tiles(state: State, figure: Figure, weapon: Arm) -> tuple[Tile, ...]:
    """Where enemies stand, and midway between two of them that one burst could strike."""
    enemies = [f.tile for f in present(state, figure.side) if f.side != figure.side]
    middle = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        for a, b in combinations(enemies, 2)
        if distance2(a, b) <= (2 * weapon.radius) ** 2
    ]
    return tuple(dict.fromkeys([*enemies, *middle]))


def _gain(state: State, figure: Figure, weapon: Arm, tile: Tile) -> Fraction:
    chances = odds_of(burst_on(state, figure, weapon, tile), Effect.NOTHING)
    side_of = {name: state.figures[name].side for name in chances.figures}
    lost = chances.expected_loss(lambda name, out: loss(state, name, out), side_of)
    enemy = state.setup.enemy(figure.side)
    return lost.get(enemy, Fraction(0)) - lost.get(figure.side, Fraction(0))
