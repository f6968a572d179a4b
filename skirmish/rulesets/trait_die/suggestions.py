"""A short list of sensible orders for a figure, each of them legal; every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.orders import WEAPON, Order, Refusal
from skirmish.core.setup import MUSTER
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, families_of
from skirmish.rulesets.common.present import beside, foes
from skirmish.rulesets.common.reactions import WORTH_FIRING
from skirmish.rulesets.common.suggestions import aim_tiles
from skirmish.rulesets.families import Family
from skirmish.rulesets.trait_die.accuracy import rounds_in
from skirmish.rulesets.trait_die.ammunition import RELOAD, empty, named, reloadable
from skirmish.rulesets.trait_die.area import (
    BOMBARD,
    Throw,
    aim_points,
    area_weapons,
    caught_by,
    harm_of_burst,
    piercing,
)
from skirmish.rulesets.trait_die.budget import USUAL, rooted, unready
from skirmish.rulesets.trait_die.close_combat import FISTS, STRIKE, blades
from skirmish.rulesets.trait_die.counters import ACTS, PRONE, STANDING
from skirmish.rulesets.trait_die.equipment import ITEMS, item_of
from skirmish.rulesets.trait_die.estimates import (
    bargain_prospect,
    bodies_of,
    load_worth,
    menace,
    mode_cost,
    useful_count,
    with_item,
)
from skirmish.rulesets.trait_die.expected_loss import Body, burst_lost, mode_lost, swept_lost
from skirmish.rulesets.trait_die.figures import kind_of, shelter, weapons_of
from skirmish.rulesets.trait_die.kinds import RADII, Weapon
from skirmish.rulesets.trait_die.movement import MOVE, POSE
from skirmish.rulesets.trait_die.muster import BUY, CARRY
from skirmish.rulesets.trait_die.reactions import HOLD
from skirmish.rulesets.trait_die.shooting import (
    AIM,
    FIRE,
    MANY,
    guns,
    most_dice,
    target_of,
    targets,
    together,
)
from skirmish.rulesets.trait_die.suppression import (
    SUPPRESS,
    TEMPLATE,
    Suppression,
    automatic,
    ducking,
    sweep_of,
    under_fire,
)

TARGETS = 2
"""Number of targets of divided fire, and of blows."""
SHOTS = 4
"""Number of shots that are suggested besides the best one at each target."""
TILES = 1
MEDIUM = 1
"""The range at which an enemy is expected to appear."""
LOOKED_AT = 12
"""Number of tiles at which a burst is tried."""
TABLE: Mapping[str, Action[Any]] = {
    action.name: action for action in (FIRE, STRIKE, BOMBARD, SUPPRESS, AIM, RELOAD, HOLD, POSE)
}


def actions(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders except to walk and turn, each of them legal."""
    state = known.state
    figure = state.figures[name]
    if state.clock.phase == MUSTER:
        return _mustering(known, name)
    if figure.at is None or rooted(state, figure):
        return ()
    made = [*_actions(known, figure), *_poses(state, figure)]
    return tuple(
        order for order in made if not isinstance(TABLE[order.verb].planned(known, order), Refusal)
    )


def moves(known: View, figure: Figure) -> Iterable[Family]:
    """The walks that it may make without running."""
    return () if rooted(known.state, figure) else families_of((MOVE,), known, figure)


def _actions(known: View, figure: Figure) -> Iterator[Order]:
    state = known.state
    if unready(figure):
        return
    best = _best_targets(state, figure)
    yield from _best_fires(known, figure, best)
    yield from _spread(known, figure, best)
    yield from _blows(state, figure)
    for weapon in area_weapons(figure):
        if empty(state, figure, weapon) is None:
            yield from _at_tiles(known, figure, BOMBARD, weapon, RADII[weapon.template])
    late = figure.count(ACTS) >= USUAL
    for weapon in reloadable(figure):
        if not late or empty(state, figure, weapon):
            yield Order.of(RELOAD.name, figure.id, weapon=weapon.id)
    if figure.count(ACTS):
        return
    for weapon in automatic(figure):
        if empty(state, figure, weapon) is None:
            yield from _at_tiles(known, figure, SUPPRESS, weapon, TEMPLATE)
    if best:
        yield Order.of(AIM.name, figure.id, best[0])
    yield from _held(state, figure, best)


def _held(state: State, figure: Figure, best: list[str]) -> Iterator[Order]:
    """A hold with the weapon and mode that would cost the enemy most."""
    ready = [weapon for weapon in guns(figure) if empty(state, figure, weapon) is None]
    # After rapid fire it would be easier to hit in the enemy's bound.
    ways = [(weapon, mode) for weapon in ready for mode in weapon.modes if mode != "rapid"]

    def worth(way: tuple[Weapon, str]) -> Fraction:
        if best:
            return mode_cost(state, figure, *way, state.figures[best[0]])
        rounds, like = rounds_in(figure, way[0]), Body.of(figure)
        return mode_lost(kind_of(figure), *way, rounds, MEDIUM, 0, like)

    if ways:
        weapon, mode = max(ways, key=worth)
        yield Order.of(HOLD.name, figure.id, mode=mode, weapon=weapon.id, when=WORTH_FIRING)


def _best_targets(state: State, figure: Figure) -> list[str]:
    foes = {t.id: 0 for weapon in guns(figure) for t in targets(state, figure, weapon)}
    worth = {name: menace(state, figure.id, name) for name in foes}
    return sorted(worth, key=lambda name: (-worth[name], name))


def _best_fires(known: View, figure: Figure, best: list[str]) -> Iterator[Order]:
    """The costliest shots for the enemy, and the best one at each target besides."""
    shots = sorted(_fires(known, figure, best), key=lambda pair: -pair[0])
    aimed_at: set[str] = set()
    for number, (_, order) in enumerate(shots):
        if number < SHOTS or order.target not in aimed_at:
            yield order
        aimed_at.add(order.target)


def _fires(known: View, figure: Figure, best: list[str]) -> Iterator[tuple[Fraction, Order]]:
    """Every mode of every gun at some targets, each with the expected loss in points."""
    state = known.state
    for weapon in guns(figure):
        if empty(state, figure, weapon):
            continue
        for mode in weapon.modes:
            for name in best:
                order = Order.of(FIRE.name, figure.id, name, mode=mode, weapon=weapon.id)
                if not isinstance(FIRE.plan(known, order), Refusal):
                    yield mode_cost(state, figure, weapon, mode, state.figures[name]), order


def _spread(known: View, figure: Figure, best: list[str]) -> Iterator[Order]:
    """The first gun with several dice, divided over the two best targets."""
    state = known.state
    if len(best) < TARGETS:
        return
    for weapon in guns(figure):
        for mode in weapon.modes:
            most = most_dice(state, figure, weapon, mode) if mode in MANY else 1
            if most < TARGETS:
                continue
            order = Order.of(FIRE.name, figure.id, best[0], mode=mode, weapon=weapon.id)
            order = order.with_field("split", shared(tuple(best[:TARGETS]), most))
            if not isinstance(FIRE.plan(known, order), Refusal):
                yield order
                return


def gain(state: State, figure: Figure, plan: Throw | Suppression) -> Fraction:
    """Expected loss of the enemy to a burst or to suppressive fire, in points.

    Expected losses of its own side are subtracted.
    """
    found = Fraction(0)
    for name, lost in (
        _swept_losses(state, plan) if isinstance(plan, Suppression) else _burst_losses(state, plan)
    ):
        struck = state.figures[name]
        points = lost * struck.who.kind.points
        found += -points if struck.side == figure.side else points
    return found


def _swept_losses(state: State, shot: Suppression) -> Iterator[tuple[str, Fraction]]:
    """The figures under suppressive fire, each with its expected loss as a share of its points."""
    sweep = sweep_of(state, shot)
    for victim in under_fire(state, shot):
        yield victim.id, swept_lost(sweep, ducking(state, shot, victim))


def _burst_losses(state: State, shot: Throw) -> Iterator[tuple[str, Fraction]]:
    """The figures that a burst would strike, each with its expected loss as a share."""
    harm, ap = harm_of_burst(shot), piercing(shot)
    for name in caught_by(state, shot.weapon, shot.aim)[1]:
        yield name, burst_lost(harm, Body.of(state.figures[name]).guard(ap))


def _blows(state: State, figure: Figure) -> Iterator[Order]:
    near = beside(state, figure)
    weapon = blades(figure)[0]
    fields = {} if weapon is FISTS else {WEAPON: weapon.id}
    for other in near[:TARGETS]:
        yield Order.of(STRIKE.name, figure.id, other.id, **fields)


def _at_tiles(
    known: View,
    figure: Figure,
    action: Action[Throw] | Action[Suppression],
    weapon: Weapon,
    radius: int,
) -> Iterator[Order]:
    """Attacks at the tiles with the highest gain, if it is above 0."""
    weighed: list[tuple[Fraction, Tile, Order]] = []
    mask = aim_points(known.state.board, figure, weapon)
    for tile in aim_tiles(known.state, figure, mask, radius)[:LOOKED_AT]:
        order = Order.of(action.name, figure.id, tile, weapon=weapon.id)
        plan = action.plan(known, order)
        if not isinstance(plan, Refusal):
            weighed.append((gain(known.state, figure, plan), tile, order))
    weighed.sort(key=lambda one: (-one[0], one[1]))
    yield from (order for points, _, order in weighed[:TILES] if points > 0)


def _poses(state: State, figure: Figure) -> Iterator[Order]:
    """Rise; or lie down if that gives cover from an enemy in sight."""
    if figure.posture == PRONE:
        yield Order.of(POSE.name, figure.id, STANDING)
        return
    low, board = fast_evolve(figure, posture=PRONE), state.board
    for foe in foes(state, figure.side):
        if shelter(board, foe.tile, low) != shelter(board, foe.tile, figure):
            yield Order.of(POSE.name, figure.id, PRONE)
            return


def _mustering(known: View, name: str) -> tuple[Order, ...]:
    """For each weapon the purchase with the highest gain, and the most that is useful to carry."""
    figure, bodies = known.state.figures[name], bodies_of(known)
    found: list[Order] = []
    for weapon in weapons_of(figure):
        plans = (BUY.planned(known, order) for order in _useful(figure, weapon, bodies))
        bargains = [plan for plan in plans if not isinstance(plan, Refusal)]
        if bargains:
            found.append(max(bargains, key=partial(bargain_prospect, known)).order)
        if (most := useful_count(figure, weapon, bodies)) is not None:
            found.append(Order.of(CARRY.name, name, most, weapon=weapon.id))
    return tuple(found)


def _useful(figure: Figure, weapon: Weapon, bodies: tuple[Body, ...]) -> Iterator[Order]:
    """Purchases that would improve a weapon; the chance of the roll is left out."""
    now = load_worth(figure, bodies)
    for what in ITEMS:
        item = item_of(what, weapon)
        if isinstance(item, Refusal) or load_worth(with_item(figure, item, bodies), bodies) <= now:
            continue
        # A roll that is only good enough for a shorter supply gets that one (AMMO-21).
        yield Order.of(BUY.name, figure.id, what, weapon=weapon.id)


def ways_to_use(
    state: State, figure: Figure, weapon: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    """Every way to use a weapon on an enemy, or on the tile where it stands."""
    arm = named(figure, weapon)
    if arm.melee:
        yield "strike", Order.of(STRIKE.name, figure.id, target.id, weapon=weapon)
    if arm.template:
        yield "blast", Order.of(BOMBARD.name, figure.id, target.tile, weapon=weapon)
    for mode in arm.modes:
        yield from _ways_to_fire(state, figure, arm, mode, target)
    if "auto" in arm.modes:
        order = Order.of(SUPPRESS.name, figure.id, target.tile, weapon=weapon)
        yield "automatic: suppressive fire", order


SWEPT = 3
"""Maximum number of targets over which dice are divided."""
NAMES = {"single": "single shot", "double": "double tap", "burst": "three-round burst"}


def _ways_to_fire(
    state: State, figure: Figure, weapon: Weapon, mode: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    order = Order.of(FIRE.name, figure.id, target.id, mode=mode, weapon=weapon.id)
    if mode in NAMES:
        yield NAMES[mode], order
        # A shot at the head pays against thick armour with a single bullet; bursts, shotguns and
        # blows always gain more without.
        if mode == "single" and not weapon.shotgun:
            yield f"{NAMES[mode]}: at the head", order.with_field("limb", "head")
        return
    name = "automatic" if mode == "auto" else "rapid attack"
    most = most_dice(state, figure, weapon, mode)
    # A number between one die, which has no recoil, and the maximum is never the best.
    few = (1,) if mode == "auto" and "single" not in weapon.modes else ()
    for dice in dict.fromkeys((*few, most)):
        yield f"{name}: {dice} dice", order.with_field("dice", dice)
    swept = _swept(state, figure, weapon, target)
    for count in range(2, min(most, len(swept), SWEPT) + 1):
        yield (
            f"{name}: over {count} targets",
            order.with_field("split", shared(swept[:count], most)),
        )


def shared(names: tuple[str, ...], dice: int) -> tuple[tuple[str, int], ...]:
    """Divide dice over figures as equally as possible; the first ones get more."""
    each, more = divmod(dice, len(names))
    return tuple((name, each + (n < more)) for n, name in enumerate(names))


def _swept(state: State, figure: Figure, weapon: Weapon, target: Figure) -> tuple[str, ...]:
    """The target and the enemies that one burst can include with it, the nearest to it first."""
    found = [
        foe
        for foe in foes(state, figure.side)
        if not isinstance(target_of(state, figure, weapon, foe.id), Refusal)
    ]
    taken: list[Figure] = []
    for other in sorted(found, key=lambda one: distance2(one.tile, target.tile)):
        if all(together(figure, other, one) for one in taken):
            taken.append(other)
    return tuple(one.id for one in taken) if taken and taken[0].id == target.id else ()
