"""Movement: walks, turns and doors; how a Suppressed figure creeps (BAY-F3, BAY-F7).

The numbered rules leave open what a figure in contact may do: one in close combat may turn
but not leave its enemy, one that overlaps moves as it likes. A Suppressed figure may look round,
and creeps: two tiles, away from the enemy or into better cover. One that flees takes no orders;
one that rallied may turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2, tile_text
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.moves import Cost, way
from skirmish.rulesets.common.present import foes
from skirmish.rulesets.common.walking import Pace
from skirmish.rulesets.opposed_d6.budget import left
from skirmish.rulesets.opposed_d6.close_combat import HAND_TO_HAND, engagement
from skirmish.rulesets.opposed_d6.counters import FLEEING, MOVEMENT, RALLIED, SUPPRESSED, TURNED
from skirmish.rulesets.scene import Scene

RULE, CREEPING, FLIGHT, COMBAT = "BAY-F3", "BAY-F7", "BAY-F8", "BAY-F9"


def _unmoving(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may neither move nor turn now (BAY-04, BAY-A10, BAY-F8)."""
    if known.state.clock.phase != MOVEMENT:
        return Refusal("this bound is for shooting", "BAY-A10", "figures move in your next bound")
    if figure.count(FLEEING):
        return Refusal(f"{figure.id} flees", FLIGHT, "it may rally when your next bound begins")
    return None


def _able_to_walk(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not walk now (BAY-F8, BAY-F9)."""
    if refused := _unmoving(known, figure):
        return refused
    if figure.count(RALLIED):
        return Refusal(f"{figure.id} has just rallied", FLIGHT, "it moves in your next bound")
    if engagement(known.state, figure) == HAND_TO_HAND:
        return Refusal(f"{figure.id} is in close combat", COMBAT, "it fights when the bound ends")
    return None


def _able_to_open(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not work a door now (BAY-F7)."""
    if refused := _able_to_walk(known, figure):
        return refused
    if figure.count(SUPPRESSED):
        return Refusal(f"{figure.id} is suppressed", CREEPING, "it may only creep")
    return None


def _able_to_turn(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not turn now (BAY-F3)."""
    if refused := _unmoving(known, figure):
        return refused
    if figure.count(TURNED):
        return Refusal(
            f"{figure.id} has turned", RULE, "in each bound a figure turns once or moves"
        )
    return None


def _pace(_state: State, figure: Figure) -> Pace:
    """How far a figure may still walk (BAY-F3)."""
    return Pace(left(figure), rule=RULE)


def _creep(state: State, figure: Figure) -> Pace:
    """The pace of a figure's options: a Suppressed figure takes no step towards the enemy.

    BAY-F7.
    """
    if not figure.count(SUPPRESSED):
        return _pace(state, figure)
    return Pace(left(figure), rule=RULE, cost=_creeping(_foes(state, figure)))


def _creeping(foes: tuple[Tile, ...]) -> Cost:
    """The step cost for a Suppressed figure; None for a step that it may not make (BAY-F7)."""

    def cost(board: Board, here: Tile, tile: Tile) -> int | None:
        halves = board.step_cost(here, tile)
        return None if halves is None or _exposed(board, foes, here, tile) else halves

    return cost


def _foes(state: State, figure: Figure) -> tuple[Tile, ...]:
    return tuple(foe.tile for foe in foes(state, figure.side))


def _exposed(board: Board, foes: Iterable[Tile], here: Tile, tile: Tile) -> bool:
    """Whether a step leads nearer to an enemy, and not into better cover from it (BAY-F7)."""
    return any(
        distance2(foe, tile) < distance2(foe, here)
        and board.cover(foe, tile) <= board.cover(foe, here)
        for foe in foes
    )


def _first_exposed(state: State, figure: Figure, order: Order) -> Tile | None:
    """The first tile of a path that a Suppressed figure may not enter; None if it is no path.

    BAY-F7.
    """
    try:
        path = way(figure.tile, order.target_path)
    except ValueError:
        return None
    here, foes = figure.tile, _foes(state, figure)
    for tile in path:
        if state.board.step_cost(here, tile) is None:
            return None
        if _exposed(state.board, foes, here, tile):
            return tile
        here = tile
    return None


def _plan_walk(known: View, order: Order) -> walking.Way | Refusal:
    """Plan a walk; a Suppressed figure may only creep (BAY-F7)."""
    figure = known.state.figures[order.figure]
    if (
        figure.count(SUPPRESSED)
        and (tile := _first_exposed(known.state, figure, order)) is not None
    ):
        what = f"{figure.id} is suppressed, and {tile_text(tile)} is nearer to an enemy"
        return Refusal(what, CREEPING, "creep away, or into better cover")
    return _WALK.plan(known, order)


def _cite(scene: Scene, figure: Figure) -> None:
    scene.cite(RULE, *([CREEPING] if figure.count(SUPPRESSED) else []))


def _walk(scene: Scene, plan: walking.Way) -> None:
    """Walk as ordered; a figure that walks has not used its turn (BAY-F3)."""
    name, before = plan.figure.id, scene.state.figures[plan.figure.id]
    _cite(scene, before)
    walking.walk_order(scene, plan.order, plan.pace)
    after = scene.state.figures[name]
    if after.at is not None and after.at != before.at and after.count(TURNED):
        scene.emit(Counted(name, TURNED, 0))


def _turn(scene: Scene, order: Order) -> None:
    """Turn, once (BAY-F3)."""
    _cite(scene, scene.state.figures[order.figure])
    walking.turn(scene, order)
    scene.emit(Counted(order.figure, TURNED, 1))


def _work_door(scene: Scene, plan: walking.Door) -> None:
    _cite(scene, plan.figure)
    walking.work_door(scene, plan)


_WALK = walking.to_walk(_pace, _walk)
MOVE = evolve(
    _WALK,
    able=_able_to_walk,
    plan=_plan_walk,
    options=lambda known, figure: walking.walks(known.state, figure, _creep(known.state, figure)),
)
DOOR = evolve(walking.to_work_doors(_pace, _work_door), able=_able_to_open)
TURN = evolve(walking.to_turn(_turn), able=_able_to_turn)
MOVEMENTS = (MOVE, DOOR, TURN)
"""Walks, doors and facings (BAY-F3)."""
