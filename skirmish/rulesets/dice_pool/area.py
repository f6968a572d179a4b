"""Attacks on an area: blasts and sprays of shot at a tile (POOL-F16)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.events import Burst
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.attack import Aim, Attack, Modifier, modifiers, total
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.areas import landings
from skirmish.rulesets.common.present import present
from skirmish.rulesets.dice_pool.accuracy import (
    LEAST,
    TARGETED,
    Shot,
    attack_of,
    far,
    floored,
    harm_lines,
    kick,
    reach,
    skilled,
)
from skirmish.rulesets.dice_pool.ammunition import out_of_order
from skirmish.rulesets.dice_pool.counters import SURPRISED
from skirmish.rulesets.dice_pool.dice import (
    NO_SCATTER,
    SCATTER_DIE,
    SCATTER_LESS,
    SIMPLE,
    Target,
    armour_left,
    blast,
    come_down,
)
from skirmish.rulesets.dice_pool.figures import Gun, boxes_left, gun_of, guns, kind_of, named
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.dice_pool.rolling import (
    faults_of,
    gone_wrong,
    mishaps_of,
    of_gun,
    roll,
    tell_test,
)
from skirmish.rulesets.dice_pool.shooting import (
    OF_SHOT,
    SHOT_FIELDS,
    announce,
    enemy_at,
    fire,
    free_to_fire,
    out_of_reach,
    place_of,
    settings,
    shot_of,
)
from skirmish.rulesets.families import Family, Fields, Fixed, Spots
from skirmish.rulesets.scene import Scene

BOMBARD_VERB = Verb(
    "bombard",
    "fires at a tile: bursts, sprays of shot, grenades, rockets",
    target=Shape.TILE,
    fields=SHOT_FIELDS,
    dice=True,
)


def bombardment_of(state: State, order: Order) -> Shot | Refusal:
    """The attack of an order to bombard: a blast, or another shot at a tile (POOL-F16)."""
    gun = gun_of(state.figures[order.figure], order)
    if isinstance(gun, Refusal) or not gun.weapon.explodes:
        return shot_of(state, order)
    return _blast_shot(state, gun, order)


def _blast_shot(state: State, gun: Gun, order: Order) -> Shot | Refusal:
    """The shot of an order to fire a blast, or why it is refused (POOL-F16, POOL-F4)."""
    shooter, aim = state.figures[order.figure], order.target_tile
    if any(order.get(field) for field in ("burst", "spread", "cone", "extra", "limit")):
        return Refusal("a blast is not a burst", "POOL-F16", "leave out burst=, spread= and cone=")
    if broken := out_of_order(shooter, gun, 1):
        return broken
    target = enemy_at(state, shooter, aim)
    if isinstance(target, Refusal):
        return target
    if far := out_of_reach(state, shooter, gun, aim):
        return far
    return Shot(
        shooter,
        gun,
        aim,
        target,
        burst="",
        rounds=1,
        wide=False,
        half=TARGETED,
        cost=SIMPLE,
        held=False,
        extra=0,
    )


def blast_pool(shot: Shot) -> list[tuple[str, int, str]]:
    """The dice of its test; it is aimed at a place, so close combat does not matter.

    POOL-F16, POOL-F7.
    """
    figure, gun = shot.shooter, shot.gun
    parts = [*skilled(figure), far(figure.tile, shot.aim, gun), kick(figure, gun, 1)]
    return floored(parts, LEAST)


def blast_of(state: State, shot: Shot) -> Attack | Aim:
    """A blast that scatters, or a fixed one if the house rule turns scatter off (POOL-F16)."""
    pool = blast_pool(shot)
    at = partial(_on, state, shot, modifiers("attack", shot.target or shot.shooter.id, pool))
    if not state.rule("scatter", True):
        burst = at(shot.aim)
        return evolve(burst, named=shot.target if shot.target in burst.subjects else "")
    return Aim(come_down, (total(pool), fall(state, shot)), at=at, named=shot.target)


def fall(state: State, shot: Shot) -> tuple[tuple[Tile | None, ...], ...]:
    """Landing tiles: a row for each number of successes, a tile for each face (POOL-F16)."""
    thrown = not (shot.gun.weapon.lobbed and shot.gun.mode)
    figure = shot.shooter
    return tuple(
        landings(
            state.board,
            figure.tile,
            shot.aim,
            figure.facing,
            tuple(max(0, face - SCATTER_LESS * successes) for face in range(1, SCATTER_DIE + 1)),
            thrown=thrown,
        )
        for successes in range(NO_SCATTER + 1)
    )


def _on(state: State, shot: Shot, test: tuple[Modifier, ...], tile: Tile | None) -> Attack:
    """The blast on a tile: it may strike friends, enemies and the thrower (POOL-F16).

    `test`: the lines of the breakdown for its test. A blast off the map strikes nothing.
    """
    if tile is None:
        return Attack(blast, ((),), (), each=True)
    mask = covered(state.board, shot.gun.weapon, tile)
    met = areas.inside(state, mask, tile)
    found = [_victim(shot, figure, metres(tile, figure.tile)) for figure in met]
    return Attack(
        blast,
        (tuple(numbers for numbers, _ in found),),
        tuple(figure.id for figure in met),
        modifiers=(*test, *(line for _, many in found for line in many)),
        each=True,
        apart=True,
        at=tile,
        area=mask,
    )


def covered(board: Board, weapon: Weapon, tile: Tile) -> int:
    """Mask of the tiles on which a blast does any damage (POOL-F16)."""
    mask = areas.blast(board, tile, weapon.blast_reach)
    if weapon.blast_reach < weapon.dv:
        return mask
    rim = ((tile[0] + x, tile[1] + y) for x, y in _rim(weapon.dv))
    return mask & ~board.mask_of(one for one in rim if board.inside(one))


@lru_cache(maxsize=64)
def _rim(radius: int) -> tuple[Tile, ...]:
    """The offsets of the tiles at exactly this distance."""
    span = range(-radius, radius + 1)
    return tuple((x, y) for x in span for y in span if x * x + y * y == radius * radius)


def _victim(shot: Shot, figure: Figure, away: int) -> tuple[Target, tuple[Modifier, ...]]:
    """A victim's numbers and its lines of the breakdown; distance reduces damage.

    POOL-33, POOL-F16.
    """
    gun, kind = shot.gun, kind_of(figure)
    numbers = Target(
        guard=0,
        dv=max(0, gun.dv - away),
        av=armour_left(kind.av, gun.ap),
        body=kind.body,
        boxes=boxes_left(figure),
    )
    lines = harm_lines(figure, gun)
    if away:
        less = Modifier("damage", figure.id, "distance", -min(away, gun.dv), "POOL-F16")
        lines = (*lines, less)
    return numbers, lines


def explode(scene: Scene, shot: Shot) -> tuple[int, int]:
    """Carry out a blast; return the index of the first die of its test and their number.

    POOL-F16.
    """
    plan = blast_of(scene.state, shot)
    start = scene.dice.rolled
    scene.attempt(shot.shooter.id, lambda: plan)
    attack, tile = scene.land(plan)
    scene.cite("POOL-F1", "POOL-F5", "POOL-F16", "POOL-F17")
    pool = total(blast_pool(shot)) if isinstance(plan, Aim) else 0
    if pool:
        tell_test(scene, shot.shooter.id, start, pool)
    if tile is not None:
        scene.emit(Burst(tile, shot.gun.weapon.id), dice=(start + pool, 1 if pool else 0))
        scene.skip_dice()
        # A figure whose armour stops all damage does not notice a distant blast.
        roll(scene, shot.shooter.id, attack, noted=True, stopped=False)
    scene.skip_dice()
    return start, pool


def aim_points(state: State, figure: Figure, gun: Gun) -> int:
    """Mask of the tiles that a weapon could be fired at (POOL-F5, POOL-F15, POOL-F16)."""
    board = state.board
    mask = board.disc(figure.tile, reach(gun)) & ~board.bit(figure.tile)
    if state.linked(SURPRISED, a=figure.id):
        mask &= ~board.mask_of(foe.tile for foe in _startling(state, figure))
    return mask if gun.weapon.lobbed else mask & board.seen_from(figure.tile)


def _startling(state: State, figure: Figure) -> Iterator[Figure]:
    """The enemies in sight that have surprised a figure (POOL-F15)."""
    return (
        other
        for other in present(state, figure.side)
        if state.linked(SURPRISED, a=figure.id, b=other.id)
    )


def _bombard_options(known: View, figure: Figure) -> Iterator[Family]:
    for gun in guns(figure):
        ways = tuple(_ways_to_bombard(known.state, figure, gun))
        if ways and (mask := aim_points(known.state, figure, gun)):
            spots = Spots(mask, known.state.board)
            for said, fields in ways:
                place = place_of(gun, said)
                yield Family(BOMBARD.name, figure.id, spots, fields, fixed=said, place=place)


def _ways_to_bombard(state: State, figure: Figure, gun: Gun) -> Iterator[tuple[Fixed, Fields]]:
    if gun.bursts or gun.choke:
        yield from settings(state, figure, gun)
    elif gun.weapon.explodes and free_to_fire(state, figure, gun, SIMPLE, 1):
        yield tuple(named(figure, gun).items()), ()


def _bombard(scene: Scene, shot: Shot) -> None:
    if not shot.gun.weapon.explodes:
        fire(scene, shot)
        return
    announce(scene, shot, show=not shot.gun.weapon.lobbed)
    start, pool = explode(scene, shot)
    scene.cite(*of_gun(shot.gun))
    gone_wrong(scene, shot.shooter.id, shot.gun, start, pool)


def _bombards_with(state: State, shot: Shot) -> Attack | Aim:
    return blast_of(state, shot) if shot.gun.weapon.explodes else attack_of(state, shot)


BOMBARD = Action(
    verb=BOMBARD_VERB,
    plan=lambda known, order: bombardment_of(known.state, order),
    cost=OF_SHOT,
    options=_bombard_options,
    attack=_bombards_with,
    mishaps=lambda state, shot: mishaps_of(_bombards_with(state, shot), faults_of(shot)),
    carry_out=_bombard,
)
