"""A short list of sensible orders for a figure, the most promising attacks first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import prospects
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.purposes import typical_moves
from skirmish.rulesets.trait_die import (
    ammunition,
    blows,
    choices,
    doing,
    lobs,
    orders,
    outfit,
    shots,
    sweeps,
)
from skirmish.rulesets.trait_die.acting import rooted, unready
from skirmish.rulesets.trait_die.declared import PRONE, STANDING
from skirmish.rulesets.trait_die.kinds import RADII, Arm
from skirmish.rulesets.trait_die.menace import (
    Body,
    burst_lost,
    menace,
    mode_cost,
    mode_lost,
    swept_lost,
)
from skirmish.rulesets.trait_die.parts import rounds_in, shelter, soldier
from skirmish.rulesets.trait_die.worth import USUAL, shared

TARGETS = 2
"""Targets at which every mode is tried."""
SHOTS = 4
TILES = 1
MEDIUM = 1
"""The range at which somebody is expected to turn up."""
LOOKED_AT = 6
"""Tiles at which a burst is reckoned."""


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER:
        return outfit.typical(known, name)
    if figure.at is None or rooted(state, figure):
        return ()
    families = tuple(choices.moves(state, figure))
    walks = tuple(family for family in families if family.verb == "move")
    return (*deeds(known, name), *typical_moves(known, name, walks))


def deeds(known: View, name: str) -> tuple[Order, ...]:
    """Those of them that are not to walk or to turn."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER:
        return outfit.typical(known, name)
    if figure.at is None or rooted(state, figure):
        return ()
    made = [*_actions(state, figure), *_poses(state, figure)]
    return tuple(order for order in made if doing.judged(state, order) is None)


def _actions(state: State, figure: Figure) -> Iterator[Order]:
    if unready(state, figure) or figure.count("acts") >= USUAL:
        return
    best = _best_targets(state, figure)
    fired = sorted(_fires(state, figure, best[:TARGETS]), key=lambda pair: -pair[0])[:SHOTS]
    yield from (order for _, order in fired)
    yield from _spread(state, figure, best)
    yield from _blows(state, figure)
    for arm in lobs.lobbed(figure):
        if ammunition.empty(state, figure, arm) is None:
            yield from _at_tiles(state, figure, "bombard", arm.id, RADII[arm.template])
    for arm in ammunition.to_reload(figure):
        yield Order.of("reload", figure.id, weapon=arm.id)
    if figure.count("acts"):
        return
    for arm in sweeps.automatic(figure):
        if ammunition.empty(state, figure, arm) is None:
            yield from _at_tiles(state, figure, "suppress", arm.id, sweeps.TEMPLATE)
    if best:
        yield Order.of("aim", figure.id, best[0])
    yield from _held(state, figure, best)


def _held(state: State, figure: Figure, best: list[str]) -> Iterator[Order]:
    """To hold the weapon ready that would do most, in the mode that would."""
    guns = [arm for arm in shots.guns(figure) if ammunition.empty(state, figure, arm) is None]
    # Who has fired rapidly is easier to hit, in a bound of the enemy's.
    ways = [(arm, mode) for arm in guns for mode in arm.modes if mode != "rapid"]

    def worth(way: tuple[Arm, str]) -> Fraction:
        if best:
            return mode_cost(state, figure, *way, state.figures[best[0]])
        rounds, like = rounds_in(figure, way[0]), Body.of(figure)
        return mode_lost(soldier(figure), *way, rounds, MEDIUM, 0, like)

    if ways:
        arm, mode = max(ways, key=worth)
        yield Order.of("hold", figure.id, mode=mode, weapon=arm.id)


def _best_targets(state: State, figure: Figure) -> list[str]:
    foes = {t.id: 0 for arm in shots.guns(figure) for t in choices.targets(state, figure, arm)}
    worth = {name: menace(state, figure.id, name) for name in foes}
    return sorted(worth, key=lambda name: (-worth[name], name))


def _fires(state: State, figure: Figure, best: list[str]) -> Iterator[tuple[Fraction, Order]]:
    """Every mode of every gun at the best targets, and the points that it may cost them."""
    for arm in shots.guns(figure):
        if ammunition.empty(state, figure, arm):
            continue
        for mode in arm.modes:
            for name in best:
                order = Order.of("fire", figure.id, name, mode=mode, weapon=arm.id)
                if doing.barred(state, order) is None:
                    yield mode_cost(state, figure, arm, mode, state.figures[name]), order


def _spread(state: State, figure: Figure, best: list[str]) -> Iterator[Order]:
    """The first gun with several dice at the two best targets together."""
    if len(best) < TARGETS:
        return
    for arm in shots.guns(figure):
        for mode in arm.modes:
            most = shots.most_dice(state, figure, arm, mode) if mode in shots.MANY else 1
            if most < TARGETS:
                continue
            order = Order.of("fire", figure.id, best[0], mode=mode, weapon=arm.id)
            order = order.with_field("split", shared(tuple(best[:TARGETS]), most))
            if doing.barred(state, order) is None:
                yield order
                return


def gain(state: State, figure: Figure, order: Order) -> Fraction:
    """What a burst that comes down there, or fire that sweeps it, takes off the enemy on average.

    What it takes off the own side is taken off that.
    """
    found = Fraction(0)
    for name, lost in _lost_there(state, order):
        struck = state.figures[name]
        points = lost * struck.who.kind.points
        found += -points if struck.side == figure.side else points
    return found


def _lost_there(state: State, order: Order) -> Iterator[tuple[str, Fraction]]:
    """Who would be struck, and the share of its points that it loses on average."""
    if order.verb == orders.SUPPRESS.name:
        hail = sweeps.hail_of(state, order)
        if not isinstance(hail, Refusal):
            sweep = sweeps.sweep_of(state, hail)
            for victim in sweeps.under(state, hail):
                yield victim.id, swept_lost(sweep, sweeps.ducking(state, hail, victim))
        return
    lob = lobs.lob_of(state, order)
    if not isinstance(lob, Refusal):
        harm, ap = lobs.harm_of_burst(lob), lobs.piercing(lob)
        for name in lobs.under(state, lob.arm, lob.aim)[1]:
            yield name, burst_lost(harm, Body.of(state.figures[name]).guard(ap))


def _blows(state: State, figure: Figure) -> Iterator[Order]:
    near = beside(state, figure)
    arm = blows.blades(figure)[0]
    fields = {} if arm is blows.FISTS else {"weapon": arm.id}
    for other in near[:TARGETS]:
        yield Order.of("strike", figure.id, other.id, **fields)


def _at_tiles(state: State, figure: Figure, verb: str, weapon: str, radius: int) -> Iterator[Order]:
    """The tiles where it would cost the enemy most and friends least, if it is worth it."""
    weighed: list[tuple[Fraction, Tile, Order]] = []
    for tile in choices.aim_tiles(state, figure, radius)[:LOOKED_AT]:
        order = Order.of(verb, figure.id, tile, weapon=weapon)
        if doing.barred(state, order) is None:
            weighed.append((gain(state, figure, order), tile, order))
    weighed.sort(key=lambda one: (-one[0], one[1]))
    yield from (order for points, _, order in weighed[:TILES] if points > 0)


def _poses(state: State, figure: Figure) -> Iterator[Order]:
    """Rises, or lies down where that is cover from anybody in sight."""
    if figure.posture == PRONE:
        yield Order.of(orders.POSE.name, figure.id, STANDING)
        return
    low, board = evolve(figure, posture=PRONE), state.board
    for name in prospects.foes(state, figure.side):
        there = state.figures[name].tile
        if shelter(board, there, low) != shelter(board, there, figure):
            yield Order.of(orders.POSE.name, figure.id, PRONE)
            return
