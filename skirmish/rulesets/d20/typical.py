"""A short list of sensible orders for a figure, each of them legal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from attrs import evolve, frozen

from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, facing_towards, within
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common.contact import beside
from skirmish.rulesets.common.present import present
from skirmish.rulesets.common.purposes import typical_moves
from skirmish.rulesets.d20 import acting, action_points, ammunition, choices
from skirmish.rulesets.d20.body import PRONE_NEAR, arms, crippled
from skirmish.rulesets.d20.declared import PRONE
from skirmish.rulesets.d20.explosives import Throw
from skirmish.rulesets.d20.kinds import Arm
from skirmish.rulesets.d20.limbs import HEAD, RIGHT_ARM, RIGHT_LEG, TORSO
from skirmish.rulesets.d20.menace import lobbed, points_of
from skirmish.rulesets.d20.overwatch import VERB as OVERWATCH
from skirmish.rulesets.d20.overwatch import usable
from skirmish.rulesets.d20.shot import FIRE, STRIKE, Shot, held

SHOTS = 4
TILES = 2
WATCHES = 2
WORTH_FIRING = "20%"
WORTH_CALLING = (HEAD, TORSO, RIGHT_ARM, RIGHT_LEG)


@frozen
class Prospect:
    """An attack that can be made now, and the points that it takes on average."""

    order: Order
    shot: Shot
    points: Fraction


def typical(known: View, name: str) -> tuple[Order, ...]:
    """Sensible orders, attacks first and the most promising of them first."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or figure.count("watching"):
        return ()
    moves = typical_moves(known, name, choices.movements(state, figure))
    return (*deeds(known, name), *moves)


def deeds(known: View, name: str) -> tuple[Order, ...]:
    """Those of them that are not to walk or to turn."""
    state = known.state
    figure = state.figures[name]
    if figure.at is None or figure.count("watching"):
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
    """Every shot, burst and blow at every target, no limb called."""
    for weapon, bursts in usable(arms(figure)):
        if not choices.payable(state, figure, weapon, bursts=bursts):
            continue
        fixed = choices.fields_of(figure, weapon, bursts=bursts)
        for name in choices.targets(state, figure, weapon):
            shot = Shot(figure, weapon, state.figures[name], bursts)
            yield _prospect(state, Order.of(FIRE, figure.id, name, **dict(fixed)), shot)
    near = beside(state, figure)
    for weapon in arms(figure) if near else ():
        if held(weapon) and choices.payable(state, figure, weapon, melee=True):
            fixed = choices.named(figure, weapon, melee=True)
            for other in near:
                order = Order.of(STRIKE, figure.id, other.id, **dict(fixed))
                yield _prospect(state, order, Shot(figure, weapon, other, melee=True))


def _prospect(state: State, order: Order, shot: Shot) -> Prospect:
    return Prospect(order, shot, points_of(state, shot))


def _called(state: State, figure: Figure, found: list[Prospect]) -> Iterator[Order]:
    """The best shot once more, at the limb where it would do most."""
    if not found or found[0].shot.points + 1 > action_points.left(figure):
        return
    shot = found[0].shot
    limbs = [limb for limb in WORTH_CALLING if not crippled(shot.target, limb)]
    if limbs:
        best = max(limbs, key=lambda limb: points_of(state, evolve(shot, limb=limb)))
        yield found[0].order.with_field("limb", best)


def _throws(state: State, figure: Figure) -> Iterator[Order]:
    for weapon in arms(figure):
        if weapon.radius and choices.payable(state, figure, weapon):
            yield from _best_tiles(state, figure, weapon)


def _best_tiles(state: State, figure: Figure, weapon: Arm) -> Iterator[Order]:
    """The tiles where a blast would cost the enemy most and friends least, if it is worth it."""
    mask = choices.aim_points(state, figure, weapon)
    tiles = [tile for tile in _aim_tiles(state, figure, weapon) if mask & state.board.bit(tile)]
    gains = [(lobbed(state, Throw(figure, weapon, tile)), tile) for tile in tiles]
    gains.sort(key=lambda pair: (-pair[0], pair[1]))
    for gain, tile in gains[:TILES]:
        if gain > 0:
            fixed = choices.named(figure, weapon)
            yield Order.of("bombard", figure.id, tile, **dict(fixed))


def _aim_tiles(state: State, figure: Figure, weapon: Arm) -> tuple[Tile, ...]:
    """Where enemies stand, and midway between two of them that one blast could strike."""
    enemies = [f.tile for f in present(state, figure.side) if f.side != figure.side]
    middle = [
        ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
        for a, b in combinations(enemies, 2)
        if distance2(a, b) <= (2 * weapon.radius) ** 2
    ]
    return tuple(dict.fromkeys([*enemies, *middle]))


def _watch(known: View, figure: Figure) -> Iterator[Order]:
    """Overwatch in the first modes that it can pay, to where the enemy is or may come from."""
    ways = [
        (weapon, bursts)
        for weapon, bursts in usable(arms(figure))
        if choices.payable(known.state, figure, weapon, bursts=bursts)
    ]
    for weapon, bursts in ways[:WATCHES]:
        fixed = choices.fields_of(figure, weapon, bursts=bursts)
        order = Order.of(OVERWATCH.name, figure.id, **dict(fixed), when=WORTH_FIRING)
        for facing in _outlooks(known, figure):
            yield order if facing is figure.facing else order.with_field("face", facing)


def _outlooks(known: View, figure: Figure) -> tuple[Facing, ...]:
    """To the nearest enemy that its side knows of; else ahead, and to where the enemy began."""
    here = figure.tile
    believed = [contact.figure.at for contact in known.contacts.values()]
    foes = [tile for tile in believed if tile is not None and tile != here]
    if foes:
        nearest = min(foes, key=lambda tile: (distance2(tile, here), tile))
        return (facing_towards(here, nearest),)
    area = known.state.setup.sides[known.enemy].deploy
    middle = here if area is None else ((area[0] + area[2]) // 2, (area[1] + area[3]) // 2)
    if middle == here:
        return (figure.facing,)
    return tuple(dict.fromkeys((figure.facing, facing_towards(here, middle))))


def _chores(state: State, figure: Figure, *, shoots: bool) -> Iterator[Order]:
    has = action_points.left(figure)
    if shoots and has >= action_points.AIM and acting.may_aim(figure):
        yield Order.of(acting.AIM.name, figure.id)
    if has >= action_points.RELOAD:
        for weapon in ammunition.reloadable(state, figure)[:1]:
            yield Order.of(acting.RELOAD.name, figure.id, weapon=weapon.id)
    if has >= action_points.POSE and (figure.posture == PRONE or _shot_from_afar(state, figure)):
        yield Order.of(acting.POSE.name, figure.id, acting.other_posture(figure))
    if has >= action_points.TREAT:
        if acting.ailing(figure):
            yield Order.of(acting.TREAT.name, figure.id)
        for friend in choices.walking_wounded(state, figure)[:1]:
            yield Order.of(acting.TREAT.name, figure.id, friend)


def _shot_from_afar(state: State, figure: Figure) -> bool:
    """Whether lying down makes a figure harder to hit for an enemy in sight (D20-F7)."""
    return any(
        other.side != figure.side and not within(figure.tile, other.tile, PRONE_NEAR)
        for other in present(state, figure.side)
    )
