"""How a Suppressed figure moves: two tiles, away from the enemy or into better cover."""

from __future__ import annotations

from functools import partial

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, distance2
from skirmish.core.state import State
from skirmish.rulesets.common.present import occupied, present
from skirmish.rulesets.families import Routes


def exposed_step(state: State, figure: Figure, here: Tile, tile: Tile) -> bool:
    """Whether a step is barred: nearer to an enemy in sight, and not into better cover from it."""
    cover = state.board.cover
    return any(
        distance2(other.tile, tile) < distance2(other.tile, here)
        and cover(other.tile, tile) <= cover(other.tile, here)
        for other in present(state, figure.side)
        if other.side != figure.side
    )


def creeps(state: State, figure: Figure, allowance: int) -> Routes:
    """The ways that a Suppressed figure may creep, every step of them allowed."""
    board, own = state.board, state.board.bit(figure.tile)
    enemies = board.mask_of(f.tile for f in present(state, figure.side) if f.side != figure.side)
    reach = board.reach(
        figure.tile,
        allowance,
        barred=enemies,
        friends=occupied(state, figure.side) & ~own,
        cost=partial(_creep, state, figure),
    )
    return Routes(reach, reach.tiles & ~own, board)


def _creep(state: State, figure: Figure, here: Tile, tile: Tile) -> int | None:
    cost = state.board.step_cost(here, tile)
    return None if cost is None or exposed_step(state, figure, here, tile) else cost
