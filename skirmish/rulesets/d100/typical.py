"""A short list of sensible orders: the best shots, throws, cones, blows, and what prepares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import purposes
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.d100 import ammunition, blasts, choices, gunfire, movement, suppress
from skirmish.rulesets.d100.close import FREE, GRAPPLE, STRIKE
from skirmish.rulesets.d100.declared import PRONE, STANDING
from skirmish.rulesets.d100.figures import arms, close_arms, grappler, held_by
from skirmish.rulesets.d100.gunfire import HEAVIER, SPLIT, goes_on, set_mode
from skirmish.rulesets.d100.kinds import Arm
from skirmish.rulesets.d100.menace import Duel, by_hand
from skirmish.rulesets.d100.readying import AIM, DEFEND, MODE, POSE, RELOAD
from skirmish.rulesets.d100.sums import LOW_FROM
from skirmish.rulesets.d100.timing import complex_refusal, not_now, quick_refusal
from skirmish.rulesets.d100.worth import of_blast

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
        orders += _modes(state, figure)
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
    ranked: list[tuple[Fraction, Arm, Figure]] = []
    for weapon in arms(figure):
        ready = weapon.aimed and (goes_on(figure, weapon) or complex_refusal(figure) is None)
        ranked += [
            (Duel.of(state, figure, target).by_fire(weapon), weapon, target)
            for target in (choices.shots(state, figure, weapon) if ready else ())
        ]
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
        fixed = dict(choices.named(figure, weapon, blasts.BOMBARD.name))
        for tile in _apart([tile for gain, tile in gains if gain < 0], blasts.radius(weapon)):
            yield Order.of(blasts.BOMBARD.name, figure.id, tile, **fixed)


def _apart(tiles: Sequence[Tile], radius: int) -> Sequence[Tile]:
    """The first few of some tiles, none in the blast on another: that would be much the same."""
    kept: list[Tile] = []
    for tile in tiles:
        if len(kept) < TILES and not any(within(tile, other, radius) for other in kept):
            kept.append(tile)
    return kept


def _gain(state: State, figure: Figure, weapon: Arm, tile: Tile) -> Fraction:
    """Points that the enemy loses to a blast on a tile, less those of one's own side."""
    gain = Fraction(0)
    for one in blasts.caught_in(state, weapon, tile):
        lost = of_blast(weapon.dice, weapon.add, one.off, one.body, one.figure)
        gain += -lost if one.figure.side == figure.side else lost
    return gain


def _blows(state: State, figure: Figure) -> Iterator[Order]:
    """The best blow at each of the weakest enemies in reach, and a grip."""
    for target in beside(state, figure)[:TARGETS]:
        weapon = max(close_arms(figure), key=lambda arm: by_hand(state, figure, arm, target))
        fixed = dict(choices.named(figure, weapon, STRIKE.name))
        yield Order.of(STRIKE.name, figure.id, target.id, **fixed)
        if not grappler(state, target.id) and not held_by(state, figure.id):
            yield Order.of(GRAPPLE.name, figure.id, target.id, **fixed)


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
    """To its feet; or down, where somebody is far enough away for that to help (EP-F15)."""
    if figure.posture == PRONE:
        yield Order.of(POSE.name, figure.id, STANDING)
        return
    for other in present(state, figure.side):
        far = other.side != figure.side and not within(figure.tile, other.tile, LOW_FROM - 1)
        if far and state.board.sees(figure.tile, other.tile):
            yield Order.of(POSE.name, figure.id, PRONE)
            return


def _modes(state: State, figure: Figure) -> Iterator[Order]:
    """A firing mode that would do more to somebody in sight than the one that is set."""
    changing = [weapon for weapon in arms(figure) if weapon.magazine and len(weapon.modes) > 1]
    duels = [
        Duel.of(state, figure, foe)
        for foe in (present(state, figure.side) if changing else ())
        if foe.side != figure.side and state.board.sees(figure.tile, foe.tile)
    ]
    for weapon in changing if duels else ():
        now = max(duel.by_fire(weapon) for duel in duels)
        fixed = dict(choices.named(figure, weapon, MODE.name))
        for mode in weapon.modes:
            loaded = not ammunition.lacking(state, figure, weapon, ammunition.USED[mode], "")
            if loaded and max(duel.by_fire(weapon, mode) for duel in duels) > now:
                yield Order.of(MODE.name, figure.id, mode, **fixed)
