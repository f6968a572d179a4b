"""A short list of sensible orders for a figure, the best shots first; every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, in_arc, metres
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import total
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, foes, present
from skirmish.rulesets.common.reactions import WORTH_FIRING
from skirmish.rulesets.common.suggestions import aim_tiles, facing_nearest
from skirmish.rulesets.dice_pool.accuracy import Shot, guard, numbers_of, shot_pool, subjects_of
from skirmish.rulesets.dice_pool.ammunition import out_of_order
from skirmish.rulesets.dice_pool.area import BOMBARD, aim_points
from skirmish.rulesets.dice_pool.budget import left, unable
from skirmish.rulesets.dice_pool.close_combat import STRIKE
from skirmish.rulesets.dice_pool.counters import HOLDING, SPLIT
from skirmish.rulesets.dice_pool.dice import COMPLEX, SIMPLE, SUPPRESSION
from skirmish.rulesets.dice_pool.estimates import Outlook, readied
from skirmish.rulesets.dice_pool.expected_loss import blast_at, reaching, share_lost
from skirmish.rulesets.dice_pool.figures import Gun, boxes, gun_in, guns, named, weapons_of
from skirmish.rulesets.dice_pool.movement import DOOR, MOVE, RUN, TURN
from skirmish.rulesets.dice_pool.reactions import HOLD
from skirmish.rulesets.dice_pool.shooting import FIRE, bursts, shot_of, targets, ways_to_fire
from skirmish.rulesets.dice_pool.suppression import CONE, SUPPRESS

_ACTIONS: dict[str, Action[Any]] = {
    action.name: action for action in (MOVE, RUN, DOOR, TURN, FIRE, BOMBARD, SUPPRESS, STRIKE, HOLD)
}
TARGETS = 3
SHOTS = 2
READY = 3
TILES = 2


class Way(NamedTuple):
    """An attack: its expected gain (losses of friends subtracted), its cost and its order."""

    gain: Fraction
    cost: int
    order: Order


def actions(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders except to walk and turn, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not (left(figure, state.clock) or figure.count(SPLIT)):
        return ()
    ventured = [*_attacks(state, figure), *_waits(known, figure)]
    legal = (order for order in ventured if _legal(known, order))
    return (*_best(_shots(state, figure)), *legal, *_readies(known, figure))


def _legal(known: View, order: Order) -> bool:
    """Whether an order to walk or to attack may be given now."""
    return not isinstance(_ACTIONS[order.verb].planned(known, order), Refusal)


def _best(ways: Iterable[Way]) -> Iterator[Order]:
    """The best shots that cost a whole pass, half a pass, and nothing."""
    ranked = sorted(ways, key=lambda way: (-way.gain, str(way.order)))
    for cost in (COMPLEX, SIMPLE, 0):
        alike = (way.order for way in ranked if way.cost == cost and way.gain > 0)
        yield from islice(alike, SHOTS)


def _attacks(state: State, figure: Figure) -> Iterator[Order]:
    """Blows, blasts and suppressive fire."""
    for foe in beside(state, figure):
        yield Order.of(STRIKE.name, figure.id, foe.id)
    for gun in guns(figure):
        if unable(state, figure, SIMPLE) is None and out_of_order(figure, gun, 1) is None:
            if gun.weapon.explodes:
                yield from _blasts(state, figure, gun)
            elif gun.mode == "fa" and gun.rounds >= SUPPRESSION:
                yield from _sweep(state, figure, gun)


def _shots(state: State, figure: Figure) -> Iterator[Way]:
    """Shots at the enemies that the figure can harm most."""
    harms = Outlook.of(state, figure).harms
    marks = sorted(harms, key=lambda foe: -harms[foe])
    for gun in guns(figure):
        ways = _ways(state, figure, gun)
        able = targets(state, figure, gun) if ways else ()
        for target in [foe for foe in marks if foe in able][:TARGETS]:
            for burst, cost in ways:
                yield from _spreads(state, figure, gun, target, burst, cost)


def _ways(state: State, figure: Figure, gun: Gun) -> tuple[tuple[str, int], ...]:
    """The bursts that a weapon could fire now ("" for a single shot), with their costs."""
    if gun.bursts:
        return tuple(bursts(state, figure, gun))
    ready = out_of_order(figure, gun, gun.weapon.volley) is None
    return (("", SIMPLE),) if ready and unable(state, figure, SIMPLE) is None else ()


def _spreads(
    state: State, figure: Figure, gun: Gun, target: str, burst: str, cost: int
) -> Iterator[Way]:
    """A burst as a line and, if several enemies are in sight, also as a cone."""
    found = [Order.of(FIRE.name, figure.id, target, **named(figure, gun), burst=burst)]
    if burst and len(foes(state, figure.side)) > 1:
        found.append(found[0].with_field("spread", "wide"))
        if gun.choke == "wide":
            found.append(found[1].with_field("cone", 90))
    for order in found:
        shot = shot_of(state, order)
        if isinstance(shot, Shot):
            yield Way(_gain(state, shot), cost, order)


def _gain(state: State, shot: Shot) -> Fraction:
    """The enemy's expected loss, as if all rounds reached every figure in the area."""
    pool, gain = total(shot_pool(state, shot)), Fraction(0)
    for struck in subjects_of(state, shot):
        numbers = numbers_of(state, shot, struck, total(guard(state, shot.shooter, struck)))
        lost = share_lost(pool, shot.rounds, numbers, boxes(struck))
        points = struck.who.kind.points
        gain += lost * (-points if struck.side == shot.shooter.side else points)
    return gain


def _blasts(state: State, figure: Figure, gun: Gun) -> Iterator[Order]:
    """Blasts with the highest gain."""
    found, reach = [], gun.weapon.blast_reach
    near = [(other, _blasted(state, figure, gun, other)) for other in present(state, figure.side)]
    for tile in aim_tiles(state, figure, aim_points(state, figure, gun), reach):
        gain = sum(worth * reaching(gun, other, metres(tile, other.tile)) for other, worth in near)
        found.append((-gain, distance2(figure.tile, tile), tile))
    for gain, _, tile in sorted(found)[:TILES]:
        if gain < 0:
            yield Order.of(BOMBARD.name, figure.id, tile, **named(figure, gun))


def _blasted(state: State, figure: Figure, gun: Gun, other: Figure) -> Fraction:
    """The enemy's expected loss to a blast aimed at a figure; negative for a friend."""
    share = blast_at(state, figure, gun, other)
    return share * other.who.kind.points * (-1 if other.side == figure.side else 1)


def _sweep(state: State, figure: Figure, gun: Gun) -> Iterator[Order]:
    """Suppressive fire towards the enemy whose cone contains most enemies."""
    tiles = [state.figures[foe].tile for foe in targets(state, figure, gun)]

    def caught(aim: Tile) -> int:
        axis = aim[0] - figure.tile[0], aim[1] - figure.tile[1]
        return sum(in_arc(figure.tile, axis, tile, CONE) for tile in tiles)

    if tiles:
        aim = min(tiles, key=lambda tile: (-caught(tile), distance2(figure.tile, tile), tile))
        yield Order.of(SUPPRESS.name, figure.id, aim, **named(figure, gun))


def _waits(known: View, figure: Figure) -> Iterator[Order]:
    """A held shot that faces the nearest known enemy."""
    facing = facing_nearest(known, figure)
    if facing is None or figure.count(HOLDING):
        return
    look = {} if facing is figure.facing else {"face": facing}
    for gun in guns(figure)[:1]:
        for burst in ("long", "") if gun.mode == "fa" else ("",):
            if not gun.weapon.explodes:
                said = {**named(figure, gun), **({"burst": burst} if burst else {})}
                yield Order.of(HOLD.name, figure.id, when=WORTH_FIRING, **said, **look)


def _readies(known: View, figure: Figure) -> Iterator[Order]:
    """The changes of the figure and its weapons with the highest gains."""
    found = [pair for pair in readied(known, figure) if pair[0] > 0]
    found.sort(key=lambda pair: (-pair[0], str(pair[1])))
    yield from (order for _, order in found[:READY])


def ways_to_use(
    _state: State, figure: Figure, weapon: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    """Every way to use a weapon on an enemy, or on the tile where it stands, as it is set."""
    slot = slots.of(figure, weapon)
    if not weapons_of(figure)[slot].increment:
        yield "blow", Order.of(STRIKE.name, figure.id, target.id, weapon=weapon)
        return
    gun = gun_in(figure, slot)
    if gun.weapon.explodes:
        yield "blast", Order.of(BOMBARD.name, figure.id, target.tile, weapon=weapon)
    yield from ways_to_fire(figure, gun, target.id)
    if gun.mode == "fa":
        yield "FA: suppressive fire", Order.of(SUPPRESS.name, figure.id, target.tile, weapon=weapon)
