"""A short list of sensible orders for a figure, each of them legal; every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, within
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, foes
from skirmish.rulesets.common.suggestions import aim_tiles, best_tiles
from skirmish.rulesets.d100 import ammunition
from skirmish.rulesets.d100.accuracy import LOW_FROM
from skirmish.rulesets.d100.ammunition import RELOAD
from skirmish.rulesets.d100.area import BOMBARD, aim_of, aim_points, caught_in, radius, throw_of
from skirmish.rulesets.d100.budget import complex_refusal, not_now, quick_refusal
from skirmish.rulesets.d100.close_combat import FREE, GRAPPLE, STRIKE, may_break_free
from skirmish.rulesets.d100.counters import AIMED, PRONE, STANDING
from skirmish.rulesets.d100.estimates import Duel, by_hand
from skirmish.rulesets.d100.expected_loss import of_blast
from skirmish.rulesets.d100.figures import (
    aimed_weapons,
    automatic_weapons,
    blast_weapons,
    close_weapons,
    grappler,
    held_by,
    loading_weapons,
    weapons_of,
)
from skirmish.rulesets.d100.kinds import Mode, Weapon
from skirmish.rulesets.d100.movement import DEFEND, POSE
from skirmish.rulesets.d100.shooting import (
    AIM,
    AIM_ADDS,
    FIRE,
    HEAVIER,
    MODE,
    SPLIT,
    WHOLE_ACTION,
    goes_on,
    groups,
    set_mode,
    targets_of,
)
from skirmish.rulesets.d100.suppression import SUPPRESS, cone

TARGETS = 3
TILES, LOOKED_AT = 2, 10
"""Number of blasts suggested for a weapon, and of tiles for which the landings are weighed."""
HEAVY, DIVIDED = 2, 1
"""Number of the best targets for which a heavy and a split burst are tried as well."""
NAMES: Mapping[Mode, str] = {
    "single": "single shot",
    "semi": "one of two shots",
    "burst": "burst",
    "full": "full automatic",
}


def actions(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders except to walk and turn, attacks first, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or not_now(state, figure) is not None:
        return _freeing(state, figure)
    orders = [*_shots(state, figure)]
    if complex_refusal(figure) is None:
        orders += _throws(state, figure)
        orders += _blows(state, figure)
        orders += _cones(known, figure)
        orders += _ready(state, figure)
    if quick_refusal(figure) is None:
        orders += _poses(state, figure)
        orders += _modes(state, figure)
    return tuple(orders)


def _freeing(state: State, figure: Figure) -> tuple[Order, ...]:
    """Orders to break free, by each kind of test."""
    if figure.at is None or not may_break_free(state, figure):
        return ()
    free = Order.of(FREE.name, figure.id)
    return free, free.with_field("by", "som")


def _shots(state: State, figure: Figure) -> Iterator[Order]:
    """Shots at the best few targets, with each bonus, and a burst split over several."""
    ranked: list[tuple[Fraction, Weapon, Figure]] = []
    for weapon in weapons_of(figure):
        ready = weapon.aimed and (goes_on(figure, weapon) or complex_refusal(figure) is None)
        ranked += [
            (Duel.of(state, figure, target).by_fire(weapon), weapon, target)
            for target in (targets_of(state, figure, weapon) if ready else ())
        ]
    ranked.sort(key=lambda one: -one[0])
    for place, (_, weapon, target) in enumerate(ranked[:TARGETS]):
        fixed = dict(slots.naming(weapon, aimed_weapons(figure)))
        order = Order.of(FIRE.name, figure.id, target.id, **fixed)
        yield order
        mode = set_mode(figure, weapon)
        if HEAVIER[mode] and place < HEAVY:
            yield order.with_field("bonus", "damage")
            others = targets_of(state, figure, weapon)
            sets = groups(target, others, SPLIT[mode])
            if sets and place < DIVIDED and not goes_on(figure, weapon):
                yield order.with_field("also", sets[-1])


def _throws(state: State, figure: Figure) -> Iterator[Order]:
    """Blasts on the tiles with the highest gain, if it is above 0."""
    for weapon in weapons_of(figure):
        if not weapon.blast or ammunition.lacking(state, figure, weapon, 1, ""):
            continue
        tiles = aim_tiles(state, figure, aim_points(state, figure, weapon), radius(weapon))
        fixed = dict(slots.naming(weapon, blast_weapons(figure)))
        aims = best_tiles(tiles, partial(_gain, state, figure, weapon))[:LOOKED_AT]
        thrown = {tile: _thrown(state, figure, weapon, tile) for tile in aims}
        ranked = sorted((tile for tile in aims if thrown[tile] > 0), key=lambda one: -thrown[one])
        for tile in _apart(ranked, radius(weapon)):
            yield Order.of(BOMBARD.name, figure.id, tile, **fixed)


def _apart(tiles: Sequence[Tile], radius: int) -> Sequence[Tile]:
    """The first few of some tiles, none within the blast on another one."""
    kept: list[Tile] = []
    for tile in tiles:
        if len(kept) < TILES and not any(within(tile, other, radius) for other in kept):
            kept.append(tile)
    return kept


def _thrown(state: State, figure: Figure, weapon: Weapon, tile: Tile) -> Fraction:
    """The mean gain of a blast aimed at a tile, over its landings."""
    order = Order.of(BOMBARD.name, figure.id, tile, weapon=weapon.id)
    throw = throw_of(state, order)
    if isinstance(throw, Refusal):
        return Fraction(0)
    return (
        aim_of(state, throw)
        .landing()
        .expect(lambda at: Fraction(0) if at is None else _gain(state, figure, weapon, at))
    )


def _gain(state: State, figure: Figure, weapon: Weapon, tile: Tile) -> Fraction:
    """Points that the enemy loses to a blast on a tile, less those of the figure's own side."""
    gain = Fraction(0)
    for one in caught_in(state, weapon, tile):
        lost = of_blast(weapon.dice, weapon.add, one.off, one.body, one.figure)
        gain += -lost if one.figure.side == figure.side else lost
    return gain


def _blows(state: State, figure: Figure) -> Iterator[Order]:
    """The best blow at each of the weakest enemies in reach, and a grapple."""
    for target in beside(state, figure)[:TARGETS]:
        weapon = max(close_weapons(figure), key=lambda arm: by_hand(state, figure, arm, target))
        fixed = dict(slots.naming(weapon, close_weapons(figure)))
        yield Order.of(STRIKE.name, figure.id, target.id, **fixed)
        if not grappler(state, target.id) and not held_by(state, figure.id):
            yield Order.of(GRAPPLE.name, figure.id, target.id, **fixed)


def _ready(state: State, figure: Figure) -> Iterator[Order]:
    """Aim and full defence if an enemy is in sight; reload if a magazine is at most half full."""
    seen = bool(foes(state, figure.side))
    ranged = any(weapon.aimed for weapon in weapons_of(figure))
    if seen and ranged and figure.count(AIMED) < AIM_ADDS[WHOLE_ACTION]:
        yield Order.of(AIM.name, figure.id)
    for weapon in weapons_of(figure):
        if not weapon.reloads:
            continue
        half = 2 * ammunition.left(state, figure, weapon) <= ammunition.full(state, weapon)
        if half:
            fixed = dict(slots.naming(weapon, loading_weapons(figure)))
            yield Order.of(RELOAD.name, figure.id, **fixed)
    if seen:
        yield Order.of(DEFEND.name, figure.id)


def _poses(state: State, figure: Figure) -> Iterator[Order]:
    """Stand up; or lie down if an enemy is far enough away for that to help (EP-F15)."""
    if figure.posture == PRONE:
        yield Order.of(POSE.name, figure.id, STANDING)
        return
    for foe in foes(state, figure.side):
        far = not within(figure.tile, foe.tile, LOW_FROM - 1)
        if far and state.board.sees(figure.tile, foe.tile):
            yield Order.of(POSE.name, figure.id, PRONE)
            return


def _modes(state: State, figure: Figure) -> Iterator[Order]:
    """Firing modes with a higher expected damage to an enemy in sight than the present one."""
    changing = [weapon for weapon in loading_weapons(figure) if len(weapon.modes) > 1]
    duels = [
        Duel.of(state, figure, foe)
        for foe in (foes(state, figure.side) if changing else ())
        if state.board.sees(figure.tile, foe.tile)
    ]
    for weapon in changing if duels else ():
        now = max(duel.by_fire(weapon) for duel in duels)
        fixed = dict(slots.naming(weapon, loading_weapons(figure)))
        for mode in weapon.modes:
            loaded = not ammunition.lacking(state, figure, weapon, ammunition.USED[mode], "")
            if loaded and max(duel.by_fire(weapon, mode) for duel in duels) > now:
                yield Order.of(MODE.name, figure.id, mode, **fixed)


def _cones(known: View, figure: Figure) -> Iterator[Order]:
    """Suppressive fire at the enemy whose cone contains most enemies."""
    state = known.state
    enemies = foes(state, figure.side)
    for weapon in automatic_weapons(figure):
        if set_mode(figure, weapon) != "full":
            continue
        fixed = dict(slots.naming(weapon, automatic_weapons(figure)))
        best: tuple[int, int, Order] | None = None
        for foe in enemies:
            order = Order.of(SUPPRESS.name, figure.id, foe.tile, **fixed)
            plan = SUPPRESS.planned(known, order)
            if isinstance(plan, Refusal):
                continue
            mask = cone(state, figure, foe.tile, plan.length)
            inside = sum(bool(mask & state.board.bit(other.tile)) for other in enemies)
            rank = (inside, -distance2(figure.tile, foe.tile))
            if best is None or rank > best[:2]:
                best = (*rank, order)
        if best is not None and best[0]:
            yield best[2]


def ways_to_use(
    state: State, figure: Figure, weapon: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    """Every way to use a weapon on an enemy, or on the tile where it stands, as it is set."""
    carried = {arm.id: arm for arm in (*close_weapons(figure), *weapons_of(figure))}
    arm = carried.get(weapon)
    if arm is None:
        return
    if arm.close:
        yield "hand to hand: blow", Order.of(STRIKE.name, figure.id, target.id, weapon=weapon)
        yield "hand to hand: grip", Order.of(GRAPPLE.name, figure.id, target.id, weapon=weapon)
    elif arm.blast:
        yield "blast", Order.of(BOMBARD.name, figure.id, target.tile, weapon=weapon)
    else:
        yield from _fire(state, figure, arm, target)


def _fire(state: State, figure: Figure, arm: Weapon, target: Figure) -> Iterator[tuple[str, Order]]:
    mode = set_mode(figure, arm)
    order = Order.of(FIRE.name, figure.id, target.id, weapon=arm.id, mode=mode)
    if not HEAVIER[mode]:
        yield NAMES[mode], order
        return
    yield f"{NAMES[mode]}: bonus hit", order
    yield f"{NAMES[mode]}: bonus damage", order.with_field("bonus", "damage")
    for names in groups(target, foes(state, figure.side), SPLIT[mode]):
        count = 2 + names.count("+")
        yield f"{NAMES[mode]}: at {count}", order.with_field("also", names)
