"""Blast weapons: where they come down, and whom they strike there (POOL-F16)."""

from __future__ import annotations

from functools import lru_cache, partial

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.events import Burst
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack, Modifier
from skirmish.rulesets.common import areas
from skirmish.rulesets.common.parts import modifiers, total
from skirmish.rulesets.common.scatter import landings
from skirmish.rulesets.dice_pool import arithmetic
from skirmish.rulesets.dice_pool.arithmetic import SIMPLE
from skirmish.rulesets.dice_pool.fire import harm_lines
from skirmish.rulesets.dice_pool.gun import gun_of, out_of_order, trooper
from skirmish.rulesets.dice_pool.kinds import Arm
from skirmish.rulesets.dice_pool.outcome import boxes_left
from skirmish.rulesets.dice_pool.pools import LEAST, far, floored, kick, skilled
from skirmish.rulesets.dice_pool.rolling import roll, tell_test
from skirmish.rulesets.dice_pool.rules import (
    NO_SCATTER,
    SCATTER_DIE,
    SCATTER_LESS,
    Target,
    blast,
    come_down,
)
from skirmish.rulesets.dice_pool.shot import TARGETED, Shot, enemy_at, out_of_reach
from skirmish.rulesets.scene import Scene


def blast_shot(state: State, order: Order) -> Shot | Refusal | None:
    """What an order to bombard with a blast weapon amounts to; None for every other shot."""
    shooter = state.figures[order.figure]
    gun = gun_of(shooter, order)
    if order.verb != "bombard" or isinstance(gun, Refusal) or not gun.arm.explodes:
        return None
    if any(order.get(field) for field in ("burst", "spread", "cone", "extra", "limit")):
        return Refusal("a blast is no burst", "POOL-F16", "leave out burst= and the like")
    if refused := out_of_order(shooter, gun, 1):
        return refused
    aim = order.target_tile
    target = enemy_at(state, shooter, aim)
    if isinstance(target, Refusal):
        return target
    if refused := out_of_reach(state, shooter, gun, aim):
        return refused
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


def pool_of(shot: Shot) -> list[tuple[str, int, str]]:
    """The dice of its test; it is aimed at a place, so close combat does not matter."""
    figure, gun = shot.shooter, shot.gun
    parts = [*skilled(figure), far(figure.tile, shot.aim, gun), kick(figure, gun, 1)]
    return floored(parts, LEAST)


def attack(state: State, order: Order) -> Attack | Aim | None:
    """The attack of an order to bombard with a blast weapon; None where it can't be made."""
    shot = blast_shot(state, order)
    return None if shot is None or isinstance(shot, Refusal) else plan_of(state, shot)


def plan_of(state: State, shot: Shot) -> Attack | Aim:
    """A blast that scatters, or one on the spot where the house rule has it so."""
    pool = pool_of(shot)
    at = partial(_on, state, shot, modifiers("attack", shot.target or shot.shooter.id, pool))
    if not state.rule("scatter", True):
        burst = at(shot.aim)
        return evolve(burst, named=shot.target if shot.target in burst.subjects else "")
    return Aim(come_down, (total(pool), fall(state, shot)), at=at, named=shot.target)


def fall(state: State, shot: Shot) -> tuple[tuple[Tile | None, ...], ...]:
    """Where it comes down: a row for each number of hits, a tile in it for each face."""
    thrown = not (shot.gun.arm.lobbed and shot.gun.mode)
    figure = shot.shooter
    return tuple(
        landings(
            state.board,
            figure.tile,
            shot.aim,
            figure.facing,
            tuple(max(0, face - SCATTER_LESS * hits) for face in range(1, SCATTER_DIE + 1)),
            thrown=thrown,
        )
        for hits in range(NO_SCATTER + 1)
    )


def _on(state: State, shot: Shot, test: tuple[Modifier, ...], tile: Tile | None) -> Attack:
    """The blast on a tile, on friend and foe and who threw it; on nobody off the map.

    `test`: the lines of the breakdown that are about its test.
    """
    if tile is None:
        return Attack(blast, ((),), (), each=True)
    mask = covered(state.board, shot.gun.arm, tile)
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


def covered(board: Board, arm: Arm, tile: Tile) -> int:
    """Mask of the tiles on which a blast does any damage (POOL-F16)."""
    mask = areas.blast(board, tile, arm.blast_reach)
    if arm.blast_reach < arm.dv:
        return mask
    rim = ((tile[0] + x, tile[1] + y) for x, y in _rim(arm.dv))
    return mask & ~board.mask_of(one for one in rim if board.inside(one))


@lru_cache(maxsize=64)
def _rim(radius: int) -> tuple[Tile, ...]:
    """The offsets of the tiles at exactly this distance."""
    span = range(-radius, radius + 1)
    return tuple((x, y) for x in span for y in span if x * x + y * y == radius * radius)


def _victim(shot: Shot, figure: Figure, away: int) -> tuple[Target, tuple[Modifier, ...]]:
    gun, kind = shot.gun, trooper(figure)
    numbers = Target(
        guard=0,
        dv=max(0, gun.dv - away),
        av=arithmetic.armour(kind.av, gun.ap),
        body=kind.body,
        boxes=boxes_left(figure),
    )
    lines = harm_lines(figure, gun)
    if away:
        less = Modifier("damage", figure.id, "distance", -min(away, gun.dv), "POOL-F16")
        lines = (*lines, less)
    return numbers, lines


def explode(scene: Scene, shot: Shot) -> tuple[int, int]:
    """Lets a blast come down; where the dice of its test begin, and how many they are."""
    plan = plan_of(scene.state, shot)
    start = len(scene.dice.faces)
    scene.attempt(shot.shooter.id, lambda: plan)
    attack, tile = scene.land(plan)
    scene.cite("POOL-F1", "POOL-F5", "POOL-F16", "POOL-F17")
    pool = total(pool_of(shot)) if isinstance(plan, Aim) else 0
    if pool:
        tell_test(scene, shot.shooter.id, start, pool)
    if tile is not None:
        scene.emit(Burst(tile, shot.gun.arm.id), dice=(start + pool, 1 if pool else 0))
        scene.skip_dice()
        # Where its armour stops all that reaches it a figure does not notice a blast far off.
        roll(scene, shot.shooter.id, attack, noted=True, stopped=False)
    scene.skip_dice()
    return start, pool
