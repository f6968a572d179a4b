"""Blast weapons: thrown or launched at a point, scattered when they miss (EP-03 to EP-09)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from math import isqrt

from attrs import evolve, frozen

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.events import Burst, Fired, Tested
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2, metres, tile_text
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Aim, Attack, Modifier, Part
from skirmish.rulesets.common import slots
from skirmish.rulesets.common.areas import blast as spread
from skirmish.rulesets.common.areas import inside, landings
from skirmish.rulesets.common.present import expose, present_at
from skirmish.rulesets.common.slots import WEAPON_FIELD
from skirmish.rulesets.d100 import ammunition
from skirmish.rulesets.d100.accuracy import (
    TargetNumber,
    above,
    band,
    body,
    body_lines,
    modifiers,
    own_parts,
    smartlink,
)
from skirmish.rulesets.d100.budget import COMPLEX_ACTION, take_attack
from skirmish.rulesets.d100.dice import (
    D10,
    TEST,
    Body,
    astray,
    blast,
    blast_on,
    blast_reaching,
    come_down,
    damage_die,
    landing,
    suffer_blast,
)
from skirmish.rulesets.d100.figures import blast_weapons, kind_of, skill
from skirmish.rulesets.d100.kinds import Weapon
from skirmish.rulesets.d100.wounds import inflict
from skirmish.rulesets.families import Family, Spots
from skirmish.rulesets.scene import Scene

BOMBARD_VERB = Verb(
    "bombard",
    "throws or launches a blast weapon at a tile",
    target=Shape.TILE,
    fields=(WEAPON_FIELD,),
    dice=True,
)
FALL = 2
"""DV that a blast loses for each metre (EP-F21)."""
FACTORS = (1, 2, 3)
"""Factors by which the scatter die of a miss is multiplied (EP-05, EP-06, EP-07)."""
BETWEEN = (0, 5, 10, 20)
"""Armour of an object between, by the cover that it gives (EP-F21)."""
SCATTER = ("EP-03", "EP-04", "EP-05", "EP-09", "EP-A2", "EP-A3")
FARTHER: Mapping[int, str] = {2: "EP-06", 3: "EP-07"}
"""The rule for each factor of scatter above 1 (EP-06, EP-07)."""


@frozen
class Throw:
    """A blast weapon used on a point, as ordered."""

    thrower: Figure
    weapon: Weapon
    aim: Tile
    number: TargetNumber


def throw_of(state: State, order: Order) -> Throw | Refusal:
    """The throw of an order, or why it is impossible at any time.

    EP-F14, EP-F19, EP-F22.
    """
    thrower, aim = state.figures[order.figure], order.target_tile
    weapon = _weapon(thrower, order)
    if isinstance(weapon, Refusal):
        return weapon
    if lacking := ammunition.lacking(state, thrower, weapon, 1, "EP-F19"):
        return lacking
    if not state.board.inside(aim):
        return Refusal(f"{tile_text(aim)} is off the map", "EP-F21")
    total = at_point(state, thrower, weapon, aim)
    if total is None:
        what = f"{tile_text(aim)} is out of range"
        return Refusal(what, "EP-F14", f"{weapon.extreme} tiles at most")
    if not aim_points(state, thrower, weapon) & state.board.bit(aim):
        block = None if weapon.indirect else state.board.obstacle(thrower.tile, aim)
        if block is not None:
            line = f"its line to {tile_text(aim)} is blocked at {tile_text(block)}"
            return Refusal(line, "EP-F22")
        what = f"no figure of your side sees {tile_text(aim)}"
        return Refusal(what, "EP-F22", "aim at a tile in sight")
    return Throw(thrower, weapon, aim, total)


def _weapon(figure: Figure, order: Order) -> Weapon | Refusal:
    fitting = blast_weapons(figure)
    if weapon := slots.wanted(fitting, order):
        return weapon
    if not fitting:
        return Refusal(f"{figure.id} has no blast weapon", "EP-F21", "'fire' at a figure instead")
    what = f"{figure.id} has no blast weapon {order.get('weapon')}"
    return Refusal(what, "EP-F21", f"it has: {slots.ids(fitting)}")


def at_point(state: State, shooter: Figure, weapon: Weapon, point: Tile) -> TargetNumber | None:
    """The target number for a blast at a point; None beyond its range (EP-F21, EP-F14, EP-F15)."""
    reached = band(weapon, distance2(shooter.tile, point))
    if reached is None:
        return None
    higher = above(state, shooter, point)
    parts = (reached, higher, smartlink(kind_of(shooter), weapon), *own_parts(state, shooter))
    base = weapon.skill, skill(kind_of(shooter), weapon), "EP-F21"
    return TargetNumber(base, parts, margin=True)


def aim_points(state: State, thrower: Figure, weapon: Weapon) -> int:
    """Mask of the tiles at which a blast weapon may be aimed (EP-F22)."""
    board = state.board
    seen = state.known[thrower.side].seen if weapon.indirect else board.seen_from(thrower.tile)
    return seen & board.disc(thrower.tile, weapon.extreme)


def radius(weapon: Weapon) -> int:
    """Metres within which a blast can have an effect, at its highest DV (EP-F21)."""
    if weapon.blast == "uniform":
        return weapon.radius
    return (D10 * weapon.dice + weapon.add - 1) // FALL


@lru_cache(maxsize=4096)
def reached(board: Board, weapon: Weapon, centre: Tile) -> int:
    """Mask of the tiles where a blast can have an effect; a falling one counts full metres.

    EP-F21.
    """
    if weapon.blast == "uniform":
        return spread(board, centre, weapon.radius)
    end = radius(weapon) + 1
    return spread(board, centre, end) & ~_ring(board, centre, end)


def _ring(board: Board, centre: Tile, radius: int) -> int:
    """The tiles at exactly a distance, where a falling blast has no DV left (EP-F21)."""
    mask = 0
    for dx in range(-radius, radius + 1):
        dy = isqrt(radius * radius - dx * dx)
        if dx * dx + dy * dy == radius * radius:
            ends = (centre[0] + dx, centre[1] - dy), (centre[0] + dx, centre[1] + dy)
            for tile in filter(board.inside, ends):
                mask |= board.bit(tile)
    return mask


def scattered(
    board: Board, origin: Tile, aim: Tile, facing: Facing, *, stops: bool = True
) -> tuple[tuple[Tile | None, ...], ...]:
    """The landing tiles of a miss, for each factor and each face of the d10 (EP-03 to EP-07).

    `stops`: whether walls stop it; an indirect projectile flies over them.
    """
    faces = range(1, D10 + 1)
    return tuple(
        landings(board, origin, aim, facing, tuple(factor * n for n in faces), thrown=stops)
        for factor in FACTORS
    )


@frozen
class Caught:
    """A figure in a blast: the DV lost to distance, the armour between, the figure's numbers.

    EP-F21.
    """

    figure: Figure
    off: int
    between: int
    body: Body


def caught_in(state: State, weapon: Weapon, centre: Tile) -> tuple[Caught, ...]:
    """The figures that a blast on a tile can strike, friend or enemy, nearest first (EP-08).

    EP-F21.
    """
    there = inside(state, reached(state.board, weapon, centre), centre)
    return tuple(_caught(state.board, weapon, centre, figure) for figure in there)


def _caught(board: Board, weapon: Weapon, centre: Tile, figure: Figure) -> Caught:
    """The numbers of a figure in a blast: distance, cover as armour, its body (EP-F21)."""
    off = 0 if weapon.blast == "uniform" else FALL * metres(centre, figure.tile)
    between = 0 if centre == figure.tile else BETWEEN[_cover(board, centre, figure.tile)]
    found = body(figure, weapon, between)
    # Bodies that the highest DV cannot put out give the same odds, so they get the same number.
    most = D10 * weapon.dice + weapon.add + 1
    return Caught(figure, off, between, found._replace(left=min(found.left, most)))


@lru_cache(maxsize=16_384)
def _cover(board: Board, centre: Tile, tile: Tile) -> int:
    return board.cover(centre, tile)


def blast_at(state: State, weapon: Weapon, centre: Tile | None) -> Attack:
    """A blast on a tile, or off the map (EP-08, EP-F21)."""
    if centre is None:
        return Attack(blast, (weapon.dice, weapon.add, ()), (), each=True)
    found = caught_in(state, weapon, centre)
    return Attack(
        blast,
        (weapon.dice, weapon.add, tuple((caught.off, caught.body) for caught in found)),
        tuple(caught.figure.id for caught in found),
        modifiers=tuple(line for caught in found for line in _lines(weapon, caught)),
        each=True,
        apart=True,
        meets=blast_reaching,
        suffers=suffer_blast,
        at=centre,
        area=reached(state.board, weapon, centre),
    )


def _lines(weapon: Weapon, caught: Caught) -> tuple[Modifier, ...]:
    name = caught.figure.id
    damage = _damage_lines(weapon, name, caught.off)
    return damage + body_lines(caught.figure, weapon, caught.between)


@lru_cache(maxsize=4096)
def _damage_lines(weapon: Weapon, name: str, off: int) -> tuple[Modifier, ...]:
    base: Part = (weapon.name, weapon.add, "EP-F21")
    return modifiers("damage", name, (base, ("distance", -off, "EP-F21")))


def _landings(board: Board, throw: Throw) -> tuple[tuple[Tile | None, ...], ...]:
    """The landing tiles of a throw that misses; an indirect projectile flies over walls.

    EP-03, EP-04, EP-F22.
    """
    stops = not throw.weapon.indirect or throw.weapon.skill == "throwing"
    return scattered(board, throw.thrower.tile, throw.aim, throw.thrower.facing, stops=stops)


def _fly(scene: Scene, throw: Throw) -> Tile | None:
    """Roll the landing tile of a throw, as `dice.come_down` does (EP-03, EP-04, EP-05)."""
    factor = astray(scene.dice, throw.number.total)
    if factor:
        farther = FARTHER.get(factor)
        scene.cite(*SCATTER, *((farther,) if farther else ()))
    return landing(scene.dice, factor, throw.aim, _landings(scene.state.board, throw))


def aim_of(state: State, throw: Throw) -> Aim:
    """The landing of a throw and its attack there; the number is for the aim point (EP-03)."""
    thrower, weapon, aim = throw.thrower, throw.weapon, throw.aim
    tiles = _landings(state.board, throw)
    there = present_at(state, thrower.side, aim)
    named = there.id if there is not None and there.side != thrower.side else ""
    about = throw.number.lines("attack", named)
    at = partial(_landed, state, weapon, aim, about)
    return Aim(come_down, (throw.number.total, aim, tiles), at=at, named=named)


def _landed(
    state: State,
    weapon: Weapon,
    aim: Tile,
    about: tuple[Modifier, ...],
    tile: Tile | None,
) -> Attack:
    burst = blast_at(state, weapon, tile)
    if tile != aim:
        return burst
    return evolve(burst, modifiers=(*about, *burst.modifiers))


def _options(known: View, figure: Figure) -> Iterator[Family]:
    weapons = blast_weapons(figure)
    for weapon in weapons:
        if not ammunition.lacking(known.state, figure, weapon, 1, ""):
            spots = Spots(aim_points(known.state, figure, weapon), known.state.board)
            fixed, place = slots.naming(weapon, weapons), (slots.of(figure, weapon.id),)
            yield Family(BOMBARD.name, figure.id, spots, fixed=fixed, place=place)


def _bombard(scene: Scene, throw: Throw) -> None:
    """Throw as planned; a figure in the blast is struck whether it was seen or not.

    EP-08, EP-F19, EP-F21.
    """
    name, weapon = throw.thrower.id, throw.weapon
    scene.cite("EP-F6", "EP-F19", "EP-F22", *TEST)
    if not weapon.indirect:
        expose(scene, name)
    how = "throw" if weapon.skill == "throwing" else ""
    scene.emit(Fired(name, weapon.id, at=throw.aim, how=how))
    take_attack(scene, name)
    ammunition.spend(scene, name, weapon, 1)
    scene.attempt(name, partial(aim_of, scene.state, throw))
    tile = _fly(scene, throw)
    if tile is None:
        scene.emit(Tested(name, "throw", "off_the_map"))
        return
    found = caught_in(scene.state, weapon, tile)
    value = scene.dice.total(weapon.dice, damage_die) + weapon.add
    scene.emit(Burst(tile, weapon.id))
    if found:
        scene.cite("EP-08")
    for one in found:
        harm = blast_on(scene.dice, value, one.off, one.body)
        inflict(scene, weapon, one.figure, harm, name, "blast")


BOMBARD = Action(
    verb=BOMBARD_VERB,
    plan=lambda known, order: throw_of(known.state, order),
    cost=COMPLEX_ACTION,
    options=_options,
    attack=aim_of,
    carry_out=_bombard,
)
