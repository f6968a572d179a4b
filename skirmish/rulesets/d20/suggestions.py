"""A short list of sensible orders for a figure, each of them legal; every way to use a weapon."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, facing_towards, within
from skirmish.core.orders import Order
from skirmish.core.setup import middle_of
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.present import beside, foes
from skirmish.rulesets.common.reactions import WORTH_FIRING
from skirmish.rulesets.common.suggestions import aim_tiles, best_tiles, facing_nearest
from skirmish.rulesets.d20.accuracy import BURST, SINGLE, Shot
from skirmish.rulesets.d20.ammunition import RELOAD, reloadable
from skirmish.rulesets.d20.area import BOMBARD, Throw, aim_points
from skirmish.rulesets.d20.budget import AIM_COSTS, POSE_COSTS, RELOAD_COSTS, TREAT_COSTS, left
from skirmish.rulesets.d20.close_combat import STRIKE
from skirmish.rulesets.d20.counters import PRONE, WATCHING
from skirmish.rulesets.d20.estimates import lobbed
from skirmish.rulesets.d20.expected_loss import points_of
from skirmish.rulesets.d20.figures import PRONE_NEAR, crippled, weapons_of
from skirmish.rulesets.d20.kinds import (
    HEAD,
    LIMBS,
    RIGHT_ARM,
    RIGHT_LEG,
    TORSO,
    WORDS,
    Weapon,
    bursts_only,
    direct,
    held,
    usable,
)
from skirmish.rulesets.d20.movement import POSE, other_posture
from skirmish.rulesets.d20.reactions import OVERWATCH
from skirmish.rulesets.d20.shooting import AIM, FIRE, fields_of, may_aim, named, payable, targets
from skirmish.rulesets.d20.wounds import TREAT, ailing, walking_wounded

SHOTS = 4
TILES = 2
WATCHES = 2
WORTH_CALLING = (HEAD, TORSO, RIGHT_ARM, RIGHT_LEG)


@frozen
class Prospect:
    """A possible attack, and the points that it costs the target on average."""

    order: Order
    shot: Shot
    points: Fraction


def actions(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders other than walking and turning: attacks first, the most promising first."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or figure.count(WATCHING):
        return ()
    found = sorted(prospects(state, figure), key=lambda one: -one.points)[:SHOTS]
    return (
        *(one.order for one in found),
        *_called(state, figure, found),
        *_throws(state, figure),
        *_watch(known, figure),
        *_chores(state, figure, shoots=bool(found)),
    )


def prospects(state: State, figure: Figure) -> Iterator[Prospect]:
    """Yield every shot, burst and blow at every target, without called limbs."""
    for weapon, bursts in usable(weapons_of(figure)):
        if not payable(state, figure, weapon, bursts=bursts):
            continue
        fixed = fields_of(figure, weapon, bursts=bursts)
        for name in targets(state, figure, weapon):
            shot = Shot(figure, weapon, state.figures[name], bursts)
            order = Order.of(FIRE.name, figure.id, name, **dict(fixed))
            yield Prospect(order, shot, points_of(state, shot))
    near = beside(state, figure)
    for weapon in weapons_of(figure) if near else ():
        if held(weapon) and payable(state, figure, weapon, melee=True):
            fixed = named(figure, weapon, melee=True)
            for other in near:
                shot = Shot(figure, weapon, other, melee=True)
                order = Order.of(STRIKE.name, figure.id, other.id, **dict(fixed))
                yield Prospect(order, shot, points_of(state, shot))


def _called(state: State, figure: Figure, found: list[Prospect]) -> Iterator[Order]:
    """The best shot again, at the limb where it would cost most."""
    if not found or found[0].shot.points + 1 > left(figure):
        return
    shot = found[0].shot
    limbs = [limb for limb in WORTH_CALLING if not crippled(shot.target, limb)]
    if limbs:
        best = max(limbs, key=lambda limb: points_of(state, evolve(shot, limb=limb)))
        yield found[0].order.with_field("limb", best)


def _throws(state: State, figure: Figure) -> Iterator[Order]:
    for weapon in weapons_of(figure):
        if weapon.radius and payable(state, figure, weapon):
            yield from _best_tiles(state, figure, weapon)


def _best_tiles(state: State, figure: Figure, weapon: Weapon) -> Iterator[Order]:
    """The tiles where a blast would cost the enemy most and friends least, if it is worth it."""
    tiles = aim_tiles(state, figure, aim_points(state, figure, weapon), weapon.radius)

    def gain(tile: Tile) -> Fraction:
        return lobbed(state, Throw(figure, weapon, tile))

    for tile in best_tiles(tiles, gain)[:TILES]:
        yield Order.of(BOMBARD.name, figure.id, tile, **dict(named(figure, weapon)))


def _watch(known: View, figure: Figure) -> Iterator[Order]:
    """Overwatch in the first modes that it can pay for, to where the enemy is or may come from."""
    ways = [
        (weapon, bursts)
        for weapon, bursts in usable(weapons_of(figure))
        if payable(known.state, figure, weapon, bursts=bursts)
    ]
    for weapon, bursts in ways[:WATCHES]:
        fixed = fields_of(figure, weapon, bursts=bursts)
        order = Order.of(OVERWATCH.name, figure.id, **dict(fixed), when=WORTH_FIRING)
        for facing in _outlooks(known, figure):
            yield order if facing is figure.facing else order.with_field("face", facing)


def _outlooks(known: View, figure: Figure) -> tuple[Facing, ...]:
    """The facing to the nearest known enemy; without one, its own and that to the enemy's start."""
    here, nearest = figure.tile, facing_nearest(known, figure)
    if nearest is not None:
        return (nearest,)
    area = known.state.setup.sides[known.enemy].deploy
    middle = here if area is None else middle_of(area)
    if middle == here:
        return (figure.facing,)
    return tuple(dict.fromkeys((figure.facing, facing_towards(here, middle))))


def _chores(state: State, figure: Figure, *, shoots: bool) -> Iterator[Order]:
    has = left(figure)
    if shoots and has >= AIM_COSTS and may_aim(figure):
        yield Order.of(AIM.name, figure.id)
    if has >= RELOAD_COSTS:
        for weapon in reloadable(state, figure)[:1]:
            yield Order.of(RELOAD.name, figure.id, weapon=weapon.id)
    if has >= POSE_COSTS and (figure.posture == PRONE or _shot_from_afar(state, figure)):
        yield Order.of(POSE.name, figure.id, other_posture(figure))
    if has >= TREAT_COSTS:
        if ailing(figure):
            yield Order.of(TREAT.name, figure.id)
        for friend in walking_wounded(state, figure)[:1]:
            yield Order.of(TREAT.name, figure.id, friend)


def _shot_from_afar(state: State, figure: Figure) -> bool:
    """Whether lying down makes a figure harder to hit for an enemy in sight (D20-F7)."""
    return any(not within(figure.tile, foe.tile, PRONE_NEAR) for foe in foes(state, figure.side))


def ways_to_use(
    _state: State, figure: Figure, weapon: str, target: Figure
) -> Iterator[tuple[str, Order]]:
    """Every way to use a weapon on an enemy, or on the tile where it stands (D20-F6)."""
    arm = weapons_of(figure)[slots.of(figure, weapon)]
    plain: list[tuple[str, Order]] = []
    if direct(arm):
        single = Order.of(FIRE.name, figure.id, target.id, weapon=weapon)
        burst = single.with_field("mode", BURST)
        plain = [(BURST, single)] if bursts_only(arm) else [(SINGLE, single), (BURST, burst)]
    if held(arm):
        plain.append(("blow", Order.of(STRIKE.name, figure.id, target.id, weapon=weapon)))
    for name, order in plain:
        yield name, order
        for limb in LIMBS:
            yield f"{name}: {WORDS[limb]}", order.with_field("limb", limb)
    if arm.radius:
        yield "blast on its tile", Order.of(BOMBARD.name, figure.id, target.tile, weapon=weapon)
