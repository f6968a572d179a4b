"""How a Suppressed figure moves: two tiles, away from the enemy or into better cover."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from skirmish.core.board import Board, StepCost
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.common.present import present


def exposed_step(state: State, figure: Figure, here: Tile, tile: Tile) -> bool:
    """Whether a step is barred: nearer to an enemy in sight, and not into better cover from it."""
    return _exposed(state.board, _foes(state, figure), here, tile)


def creeping(state: State, figure: Figure) -> StepCost:
    """What a step costs a Suppressed figure, which may not make every one."""
    return partial(_cost, state.board, _foes(state, figure))


def _foes(state: State, figure: Figure) -> tuple[Tile, ...]:
    return tuple(f.tile for f in present(state, figure.side) if f.side != figure.side)


def _exposed(board: Board, foes: Iterable[Tile], here: Tile, tile: Tile) -> bool:
    return any(
        distance2(foe, tile) < distance2(foe, here)
        and board.cover(foe, tile) <= board.cover(foe, here)
        for foe in foes
    )


def _cost(board: Board, foes: Iterable[Tile], here: Tile, tile: Tile) -> int | None:
    cost = board.step_cost(here, tile)
    return None if cost is None or _exposed(board, foes, here, tile) else cost
