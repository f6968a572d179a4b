"""A short list of sensible orders for a figure, the most promising shots first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, cast

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.prospects import foes
from skirmish.rulesets.common.purposes import typical_moves
from skirmish.rulesets.dice_pool import choices, moving
from skirmish.rulesets.dice_pool.actions import acts, unable
from skirmish.rulesets.dice_pool.arithmetic import SIMPLE, SUPPRESSION
from skirmish.rulesets.dice_pool.fire import attack_of
from skirmish.rulesets.dice_pool.gun import Gun, guns, named, out_of_order
from skirmish.rulesets.dice_pool.menace import at_once, share_among
from skirmish.rulesets.dice_pool.orders import refusal
from skirmish.rulesets.dice_pool.outcome import boxes
from skirmish.rulesets.dice_pool.prospect import nearest_foe, prospect
from skirmish.rulesets.dice_pool.rules import Target
from skirmish.rulesets.dice_pool.shot import Shot, shot_of

TARGETS = 3
SHOTS = 5
READY = 3
TILES = 2


class Way(NamedTuple):
    """An attack and what it takes off the enemy, friends' losses taken off."""

    gain: Fraction
    order: Order


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure now, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not acts(figure, state.clock):
        return ()
    moves = typical_moves(known, name, moving.choices(state, figure))
    return (*deeds(known, name), *(order for order in moves if refusal(known, order) is None))


def deeds(known: View, name: str) -> tuple[Order, ...]:
    """Those of them that are not to walk or to turn."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not acts(figure, state.clock):
        return ()
    orders = [*_attacks(state, figure), *_waits(known, figure), *_readies(known, figure)]
    return tuple(order for order in orders if refusal(known, order) is None)


def _attacks(state: State, figure: Figure) -> Iterator[Order]:
    ways = sorted(_shots(state, figure), key=lambda way: (-way.gain, str(way.order)))
    yield from (way.order for way in ways[:SHOTS] if way.gain > 0)
    for foe in beside(state, figure):
        yield Order.of("strike", figure.id, foe.id)
    for gun in guns(figure):
        if unable(state, figure, SIMPLE) is None and out_of_order(figure, gun, 1) is None:
            if gun.arm.blast:
                yield from _blasts(state, figure, gun)
            elif gun.mode == "fa" and gun.rounds >= SUPPRESSION:
                yield from _sweep(state, figure, gun)


def _shots(state: State, figure: Figure) -> Iterator[Way]:
    best = sorted(foes(state, figure.side), key=lambda foe: -at_once(state, figure.id, foe))
    for gun in guns(figure):
        able = choices.targets(state, figure, gun)
        ways = [*choices.bursts(state, figure, gun)] if gun.bursts else [("", SIMPLE)]
        for target in [foe for foe in best if foe in able][:TARGETS]:
            for burst, _ in ways:
                yield from _spreads(state, figure, gun, target, burst)


def _spreads(state: State, figure: Figure, gun: Gun, target: str, burst: str) -> Iterator[Way]:
    """A burst as a line, and as a cone where more than one enemy is about."""
    fields = named(figure, gun)
    order = Order.of("fire", figure.id, target, **fields, burst=burst)
    several = burst and len(foes(state, figure.side)) > 1
    for one in (order, order.with_field("spread", "wide")) if several else (order,):
        shot = shot_of(state, one)
        if isinstance(shot, Shot):
            yield Way(_gain(state, shot), one)


def _gain(state: State, shot: Shot) -> Fraction:
    attack = attack_of(state, shot)
    pool, rounds, stops, targets = cast("tuple[int, int, bool, tuple[Target, ...]]", attack.args)
    gain = Fraction(0)
    for place, name in enumerate(attack.subjects):
        struck = state.figures[name]
        lost = share_among(pool, rounds, stops, targets, place, boxes(struck))
        points = struck.who.kind.points
        gain += lost * (-points if struck.side == shot.shooter.side else points)
    return gain


def _blasts(state: State, figure: Figure, gun: Gun) -> Iterator[Order]:
    """The tiles of enemies where most of them are near, and no more friends than enemies."""
    mask = choices.tiles(state, figure, gun)
    counted = []
    for foe in foes(state, figure.side):
        tile = state.figures[foe].tile
        balance = _balance(state, figure, tile, gun.arm.blast)
        if balance > 0 and mask & state.board.bit(tile):
            counted.append((-balance, distance2(figure.tile, tile), tile))
    for _, _, tile in sorted(counted)[:TILES]:
        yield Order.of("bombard", figure.id, tile, **named(figure, gun))


def _balance(state: State, figure: Figure, tile: Tile, radius: int) -> int:
    near = [f for f in present(state, figure.side) if within(tile, f.tile, radius)]
    return sum(-1 if other.side == figure.side else 1 for other in near)


def _sweep(state: State, figure: Figure, gun: Gun) -> Iterator[Order]:
    able = choices.targets(state, figure, gun)
    if len(able) > 1:
        middle = min(able, key=lambda foe: distance2(figure.tile, state.figures[foe].tile))
        tile = state.figures[middle].tile
        yield Order.of("suppress", figure.id, tile, **named(figure, gun))


def _waits(known: View, figure: Figure) -> Iterator[Order]:
    """A held shot that looks at the nearest enemy known of."""
    facing = nearest_foe(known, figure)
    if facing is None:
        return
    for gun in guns(figure)[:1]:
        if not gun.arm.blast:
            order = Order.of("hold", figure.id, when="20%", **named(figure, gun))
            yield order if facing is figure.facing else order.with_field("face", facing)


def _readies(known: View, figure: Figure) -> Iterator[Order]:
    """What promises most of all that a figure could do with itself and its weapons."""
    found = [(prospect(known, order), order) for order in choices.readying(figure)]
    found.sort(key=lambda pair: (-pair[0], str(pair[1])))
    yield from (order for gain, order in found[:READY] if gain > 0)
