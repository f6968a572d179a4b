"""A short list of sensible orders for a figure, the most promising attacks first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import Aim, odds_of
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.purposes import typical_moves
from skirmish.rulesets.trait_die import (
    ammunition,
    blows,
    choices,
    doing,
    lobs,
    orders,
    shots,
    sweeps,
)
from skirmish.rulesets.trait_die.acting import rooted, unready
from skirmish.rulesets.trait_die.declared import PRONE, STANDING
from skirmish.rulesets.trait_die.effects import loss
from skirmish.rulesets.trait_die.kinds import RADII
from skirmish.rulesets.trait_die.menace import menace, shots_cost
from skirmish.rulesets.trait_die.rules import SPARED
from skirmish.rulesets.trait_die.worth import USUAL, shared

TARGETS = 2
"""Targets at which every mode is tried."""
SHOTS = 4
TILES = 1
LOOKED_AT = 6
"""Tiles at which a burst is reckoned."""


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER or figure.at is None or rooted(state, figure):
        return ()
    families = tuple(choices.moves(state, figure))
    walks = tuple(family for family in families if family.verb == "move")
    return (*deeds(known, name), *typical_moves(known, name, walks))


def deeds(known: View, name: str) -> tuple[Order, ...]:
    """Those of them that are not to walk or to turn."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER or figure.at is None or rooted(state, figure):
        return ()
    made = [*_actions(state, figure), *_poses(figure)]
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
    if any(ammunition.empty(state, figure, arm) is None for arm in shots.guns(figure)):
        yield Order.of("hold", figure.id)


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
                    other = state.figures[name]
                    share = shots_cost(state, figure, arm, mode, other)
                    yield share * other.who.kind.points, order


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
    """What an attack takes off the enemy on average, less what it takes off the own side.

    A round that scatters is taken to be wasted.
    """
    plan = doing.attack(state, order)
    if isinstance(plan, Aim):
        plan = plan.at(order.target_tile)
    if plan is None:
        return Fraction(0)
    chances = odds_of(plan, SPARED)
    side_of = {name: state.figures[name].side for name in chances.figures}
    lost = chances.expected_loss(lambda name, out: loss(state, name, out), side_of)
    enemy = state.setup.enemy(figure.side)
    return lost.get(enemy, Fraction(0)) - lost.get(figure.side, Fraction(0))


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


def _poses(figure: Figure) -> Iterator[Order]:
    """Lies down under fire, rises otherwise."""
    posture = STANDING if figure.posture == PRONE else PRONE
    yield Order.of(orders.POSE.name, figure.id, posture)
