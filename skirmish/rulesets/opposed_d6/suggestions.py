"""A short list of sensible orders for a figure, each of them legal; every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, facing_towards
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View
from skirmish.rulesets.action import families_of
from skirmish.rulesets.attack import odds_of, total
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import foes
from skirmish.rulesets.common.suggestions import aim_tiles, best_tiles, typical_moves
from skirmish.rulesets.opposed_d6.accuracy import attack_parts, defence, equal_shares, together
from skirmish.rulesets.opposed_d6.ammunition import RELOAD, reloads, tokens
from skirmish.rulesets.opposed_d6.area import BOMBARD, aim_points, burst_on, round_of
from skirmish.rulesets.opposed_d6.close_combat import free_to_shoot, in_contact
from skirmish.rulesets.opposed_d6.counters import SHOOTING, SMOKE
from skirmish.rulesets.opposed_d6.dice import Effect
from skirmish.rulesets.opposed_d6.estimates import Pairs, share_lost, smoke_worth, threats_in_sight
from skirmish.rulesets.opposed_d6.figures import guard, weapons_of
from skirmish.rulesets.opposed_d6.kinds import Weapon, aimed
from skirmish.rulesets.opposed_d6.line_of_fire import LineOfFire, covers
from skirmish.rulesets.opposed_d6.movement import MOVEMENTS
from skirmish.rulesets.opposed_d6.outcomes import loss
from skirmish.rulesets.opposed_d6.shooting import (
    COMBAT,
    FIRE,
    MOST_AID,
    MOST_ROLLS,
    able_to_aid,
    named,
    shots,
    usable,
)

TARGETS = 4
WITH_AID = 2
TILES = 2
SMOKE_PAYS = 1
"""The least gain of smoke, in points: the figure may want to see through there itself."""
SHOOTERS = 3
"""The most enemies against whose fire smoke is suggested."""


@frozen
class Prospect:
    """A clear shot, its order, and the points that it costs the target on average without aid.

    `idle` are the friends that could aid it and have nothing else to attack, `busy` the others.
    """

    weapon: Weapon
    shot: LineOfFire
    order: Order
    points: Fraction
    idle: tuple[str, ...] = ()
    busy: tuple[str, ...] = ()


def actions(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure: its moves, or in the shooting the most promising shots."""
    figure = known.state.figures[name]
    if figure.at is None:
        return ()
    if known.state.clock.phase == SHOOTING:
        return _shooting(known.state, figure)
    return typical_moves(known, name, families_of(MOVEMENTS, known, figure))


def _shooting(state: State, figure: Figure) -> tuple[Order, ...]:
    if not free_to_shoot(state, figure):
        return ()
    best = sorted(_prospects(state, figure), key=lambda one: -one.points)[:TARGETS]
    prospects = [_with_friends(state, figure, one) for one in best]
    found = [one.order for one in prospects]
    for one in prospects[:WITH_AID]:
        found += _aided(one)
    if prospects and prospects[0].weapon.automatic:
        found += _divided(figure, prospects)
    for weapon in usable(state, figure):
        if weapon.cloud == SMOKE:
            found += _smoke(state, figure, weapon)
        elif not aimed(weapon):
            found += _best_tiles(state, figure, weapon)
    able = bool(found)
    for weapon, fixed in reloads(state, figure):
        if not able or not tokens(figure, weapon):
            found.append(Order.of(RELOAD.name, figure.id, **dict(fixed)))
    return tuple(found)


def _prospects(state: State, figure: Figure) -> Iterator[Prospect]:
    for weapon in usable(state, figure):
        if not aimed(weapon):
            continue
        for shot in shots(state, figure, weapon):
            fixed = named(figure, weapon) + (COMBAT if shot.engaged else ())
            order = Order.of(FIRE.name, figure.id, shot.target.id, **dict(fixed))
            yield Prospect(weapon, shot, order, _points(state, figure, weapon, shot))


def _points(state: State, figure: Figure, weapon: Weapon, shot: LineOfFire) -> Fraction:
    factor = total(attack_parts(figure, weapon, weapon.factor)) + shot.penalty
    parts = defence(state.board, figure.tile, weapon, shot.target, shot.at, figure.tile)
    lost = share_lost(factor, guard(state, shot.target, parts))
    return lost * shot.target.who.kind.points


def _with_friends(state: State, figure: Figure, one: Prospect) -> Prospect:
    """The shot with all the aid that costs nothing: friends without another enemy to attack.

    They may not attack this one by themselves once it has been fired at (BAY-31). The friend that
    would do least alone comes first.
    """

    def alone(name: str) -> Fraction:
        friend = state.figures[name]
        weapon = next(weapon for weapon in weapons_of(friend) if aimed(weapon))
        return _points(state, friend, weapon, one.shot)

    target = one.shot.target.id
    idle: list[str] = []
    busy: list[str] = []
    for name in sorted(able_to_aid(state, figure, one.shot), key=alone):
        (busy if _elsewhere(state, state.figures[name], target) else idle).append(name)
    helpers = tuple(idle[:MOST_AID])
    order = one.order.with_field("aid", by_id(helpers)) if helpers else one.order
    return evolve(one, order=order, idle=helpers, busy=tuple(busy))


def _aided(one: Prospect) -> Iterator[Order]:
    """The shot with one, two and three friends that could attack another enemy instead."""
    for count in range(1, min(len(one.busy), MOST_AID - len(one.idle)) + 1):
        yield one.order.with_field("aid", by_id((*one.idle, *one.busy[:count])))


def _divided(figure: Figure, prospects: list[Prospect]) -> Iterator[Order]:
    """Bursts of 2 and 3 rolls at the best target, and one shared with each other target."""
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


def _best_tiles(state: State, figure: Figure, weapon: Weapon) -> Iterator[Order]:
    """The tiles where a burst would cost the enemy most and friends least, if it is worth it."""
    tiles = aim_tiles(state, figure, aim_points(state, figure, weapon), weapon.radius)
    for tile in best_tiles(tiles, partial(_gain, state, figure, weapon))[:TILES]:
        yield Order.of(BOMBARD.name, figure.id, tile, **dict(named(figure, weapon)))


def _gain(state: State, figure: Figure, weapon: Weapon, tile: Tile) -> Fraction:
    chances = odds_of(burst_on(state, figure, weapon, tile), Effect.NOTHING)
    side_of = {name: state.figures[name].side for name in chances.figures}
    lost = chances.expected_loss(lambda name, out: loss(state, name, out), side_of)
    enemy = state.setup.enemy(figure.side)
    return lost.get(enemy, Fraction(0)) - lost.get(figure.side, Fraction(0))


def _elsewhere(state: State, figure: Figure, target: str) -> bool:
    """Whether a figure has anything to attack now besides one enemy."""
    there = [foe.tile for foe in foes(state, figure.side)]
    for weapon in usable(state, figure):
        if aimed(weapon):
            if any(shot.target.id != target for shot in shots(state, figure, weapon)):
                return True
        elif weapon.cloud != SMOKE and any(covers(figure, weapon, tile) for tile in there):
            return True
    return False


def _smoke(state: State, figure: Figure, weapon: Weapon) -> Iterator[Order]:
    """The best places for the smoke of a weapon, as far as they gain enough."""
    mask = aim_points(state, figure, weapon)
    known = threats_in_sight(state, figure.side)
    between = _between(state, figure.side, known)
    tiles = dict.fromkeys(tile for tile in between if mask & state.board.bit(tile))
    gains: list[tuple[Fraction, Order]] = []
    for tile in tiles:
        order = Order.of(BOMBARD.name, figure.id, tile, **dict(named(figure, weapon)))
        shot = round_of(state, order)
        if not isinstance(shot, Refusal):
            gains.append((smoke_worth(state, shot), order))
    gains.sort(key=lambda pair: (-pair[0], str(pair[1])))
    yield from (order for gain, order in gains[:TILES] if gain >= SMOKE_PAYS)


def _between(state: State, side: str, known: Pairs) -> Iterator[Tile]:
    """Tiles before the worst enemies, before their victims, and half-way."""
    threats = [pair for pair in known if state.figures[pair[0]].side != side]
    threats.sort(key=lambda pair: (-known[pair], pair))
    shooters: dict[str, None] = {}
    for foe, victim in threats:
        if foe in shooters or len(shooters) >= SHOOTERS:
            continue
        shooters[foe] = None
        a, b = state.figures[foe].tile, state.figures[victim].tile
        for tile in (_step(a, b), _step(b, a), ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)):
            if state.board.inside(tile):
                yield tile


def _step(a: Tile, b: Tile) -> Tile:
    """Two tiles from a towards b."""
    dx, dy = facing_towards(a, b).delta
    return a[0] + 2 * dx, a[1] + 2 * dy


def ways_to_use(
    state: State, figure: Figure, weapon: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    """Every way to fire a weapon at an enemy, or at the tile where it stands.

    A burst is divided in equal shares over as many enemies, the nearest to the target first; where
    there are fewer, over as many rolls at the target (BAY-14, BAY-A6). An enemy in contact is fired
    at in its close combat, by one roll (BAY-24).
    """
    arm = weapons_of(figure)[slots.of(figure, weapon)]
    if aimed(arm):
        yield from _aimed(state, figure, arm, target.id)
        if in_contact(state, target):
            fields = (*named(figure, arm), *COMBAT)
            yield "into close combat", Order.of(FIRE.name, figure.id, target.id, **dict(fields))
    elif arm.range:
        yield "blast", Order.of(BOMBARD.name, figure.id, target.tile, **dict(named(figure, arm)))


def _aimed(state: State, figure: Figure, arm: Weapon, target: str) -> Iterator[tuple[str, Order]]:
    order = Order.of(FIRE.name, figure.id, target, **dict(named(figure, arm)))
    yield "single", order
    if not arm.automatic:
        return
    able = _taken_in(state, figure, arm, target)
    for rolls in range(2, min(MOST_ROLLS, arm.factor) + 1):
        shares = equal_shares(arm.factor, rolls)
        split = tuple(zip(able, shares, strict=False))
        several = len(split) == rolls
        divided = order.with_field("split", split) if several else order.with_field("rolls", rolls)
        yield f"burst over {rolls} rolls", divided


def _taken_in(state: State, figure: Figure, arm: Weapon, target: str) -> tuple[str, ...]:
    """The target and the enemies that one burst can take in with it, the nearest to it first."""
    clear = {shot.target.id: shot for shot in shots(state, figure, arm) if not shot.engaged}
    if target not in clear:
        return ()
    here = clear[target].at
    taken: list[LineOfFire] = []
    for shot in sorted(clear.values(), key=lambda shot: distance2(here, shot.at)):
        if all(together(figure, shot, other) for other in taken):
            taken.append(shot)
    return tuple(shot.target.id for shot in taken)
