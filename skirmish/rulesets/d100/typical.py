"""A short list of sensible orders: the best shots, throws, cones, blows, and what prepares."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.common import purposes
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d100 import ammunition, blasts, choices, gunfire, movement, suppress
from skirmish.rulesets.d100.close import FREE, GRAPPLE, STRIKE
from skirmish.rulesets.d100.declared import PRONE, STANDING
from skirmish.rulesets.d100.figures import arms, close_arms, grappler, held_by
from skirmish.rulesets.d100.gunfire import HEAVIER, SPLIT, goes_on, set_mode
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.menace import by_fire, expected
from skirmish.rulesets.d100.outcome import loss
from skirmish.rulesets.d100.readying import AIM, DEFEND, POSE, RELOAD
from skirmish.rulesets.d100.sums import blow, in_close, parry
from skirmish.rulesets.d100.timing import complex_refusal, not_now, quick_refusal
from skirmish.rulesets.d100.wounds import NOTHING

TARGETS = 3
TILES = 2
HEAVY, DIVIDED = 2, 1
"""Of the best targets, those for which heavy and split bursts are tried as well."""


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders for a figure, attacks first, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not_now(state, figure) is not None:
        return deeds(known, name)
    families = tuple(movement.families(state, figure))
    return (*deeds(known, name), *purposes.typical_moves(known, name, families))


def deeds(known: View, name: str) -> tuple[Order, ...]:
    """Those of them that are not to walk or to turn."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not_now(state, figure) is not None:
        return _freeing(known, figure)
    orders = [*_shots(state, figure)]
    if complex_refusal(figure) is None:
        orders += _throws(state, figure)
        orders += _blows(state, figure)
        orders += _cones(state, figure)
        orders += _ready(state, figure)
    if quick_refusal(figure) is None:
        orders += _poses(state, figure)
    return tuple(orders)


def _freeing(known: View, figure: Figure) -> tuple[Order, ...]:
    """Breaking free, by what it is better at."""
    found = choices.choices(known, figure.id)
    if not found:
        return ()
    free = Order.of(FREE.name, figure.id)
    return free, free.with_field("by", "som")


def _shots(state: State, figure: Figure) -> Iterator[Order]:
    """The best few targets, for each bonus, and the best burst over several."""
    ranked = []
    for weapon in arms(figure):
        ready = weapon.aimed and (goes_on(figure, weapon) or complex_refusal(figure) is None)
        for target in choices.shots(state, figure, weapon) if ready else ():
            mode = set_mode(figure, weapon)
            ranked.append((by_fire(state, figure, weapon, target, mode), weapon, target))
    ranked.sort(key=lambda one: -one[0])
    for place, (_, weapon, target) in enumerate(ranked[:TARGETS]):
        fixed = dict(choices.named(figure, weapon, gunfire.FIRE.name))
        order = Order.of(gunfire.FIRE.name, figure.id, target.id, **fixed)
        yield order
        mode = set_mode(figure, weapon)
        if HEAVIER[mode] and place < HEAVY:
            yield order.with_field("bonus", "damage")
            others = choices.shots(state, figure, weapon)
            sets = choices.groups(target, others, SPLIT[mode])
            if sets and place < DIVIDED and not goes_on(figure, weapon):
                yield order.with_field("also", sets[-1])


def _throws(state: State, figure: Figure) -> Iterator[Order]:
    """The tiles where a blast would cost the enemy most and friends least, if it is worth it."""
    enemies = [f.tile for f in present(state, figure.side) if f.side != figure.side]
    middle = [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in combinations(enemies, 2)]
    for weapon in arms(figure):
        if not weapon.blast or ammunition.lacking(state, figure, weapon, 1, ""):
            continue
        mask = blasts.targets(state, figure, weapon)
        near = [tile for tile in dict.fromkeys([*enemies, *middle]) if mask & state.board.bit(tile)]
        gains = sorted((-_gain(state, figure, weapon, tile), tile) for tile in near)
        for gain, tile in gains[:TILES]:
            if gain < 0:
                fixed = dict(choices.named(figure, weapon, blasts.BOMBARD.name))
                yield Order.of(blasts.BOMBARD.name, figure.id, tile, **fixed)


def _gain(state: State, figure: Figure, weapon: Arm, tile: Tile) -> Fraction:
    chances = odds_of(blasts.blast_at(state, weapon, tile), NOTHING)
    side_of = {name: state.figures[name].side for name in chances.figures}
    lost = chances.expected_loss(lambda name, out: loss(state, name, out), side_of)
    enemy = state.setup.enemy(figure.side)
    return lost.get(enemy, Fraction(0)) - lost.get(figure.side, Fraction(0))


def _blows(state: State, figure: Figure) -> Iterator[Order]:
    """The best blow at each of the weakest enemies in reach, and a grip."""
    for target in beside(state, figure)[:TARGETS]:
        weapon = max(close_arms(figure), key=lambda arm: _worth(state, figure, arm, target))
        fixed = dict(choices.named(figure, weapon, STRIKE.name))
        yield Order.of(STRIKE.name, figure.id, target.id, **fixed)
        if not grappler(state, target.id) and not held_by(state, figure.id):
            yield Order.of(GRAPPLE.name, figure.id, target.id, **fixed)


def _worth(state: State, figure: Figure, weapon: Arm, target: Figure) -> Fraction:
    attack = in_close(state, figure, weapon, target)
    return expected(blow(weapon, target, attack, parry(state, target, weapon))[0], target)


def _cones(state: State, figure: Figure) -> Iterator[Order]:
    """Suppressive fire at the enemy who has most of his side beside him."""
    enemies = [f for f in present(state, figure.side) if f.side != figure.side]
    for weapon in arms(figure):
        if "full" not in weapon.modes or set_mode(figure, weapon) != "full":
            continue
        fixed = dict(choices.named(figure, weapon, suppress.SUPPRESS.name))
        best: tuple[int, int, Order] | None = None
        for foe in enemies:
            order = Order.of(suppress.SUPPRESS.name, figure.id, foe.tile, **fixed)
            if suppress.refusal(state, order) is not None:
                continue
            mask = suppress.cone(state, figure, foe.tile, suppress.length_of(figure, order))
            inside = sum(bool(mask & state.board.bit(other.tile)) for other in enemies)
            rank = (inside, -distance2(figure.tile, foe.tile))
            if best is None or rank > best[:2]:
                best = (*rank, order)
        if best is not None and best[0]:
            yield best[2]


def _ready(state: State, figure: Figure) -> Iterator[Order]:
    """Aim, reload, full defence: where there is an enemy to mind, or nothing in the magazine."""
    seen = any(other.side != figure.side for other in present(state, figure.side))
    ranged = any(weapon.aimed for weapon in arms(figure))
    if seen and ranged and figure.count("aimed") < 30:
        yield Order.of(AIM.name, figure.id)
    for weapon in arms(figure):
        if not weapon.reloads:
            continue
        half = 2 * ammunition.left(state, figure, weapon) <= ammunition.full(state, weapon)
        if half:
            yield Order.of(
                RELOAD.name, figure.id, **dict(choices.named(figure, weapon, RELOAD.name))
            )
    if seen:
        yield Order.of(DEFEND.name, figure.id)


def _poses(state: State, figure: Figure) -> Iterator[Order]:
    if figure.posture == PRONE:
        yield Order.of(POSE.name, figure.id, STANDING)
    elif any(other.side != figure.side for other in present(state, figure.side)):
        yield Order.of(POSE.name, figure.id, PRONE)
