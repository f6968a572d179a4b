"""How a Suppressed figure moves: two tiles, away from the enemy or into better cover."""

from __future__ import annotations

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
    board, start = state.board, figure.tile
    own = board.bit(start)
    others = board.mask_of(f.tile for f in present(state, figure.side) if f.side != figure.side)
    free = board.reach(start, allowance, barred=others)
    shut = 0
    for tile in board.tiles_of(free.tiles & ~own):
        shut |= 0 if _open_way(state, figure, free.path(tile)) else board.bit(tile)
    friends = occupied(state, figure.side) & ~own
    reach = board.reach(start, allowance, barred=others | shut, friends=friends)
    mask = board.mask_of(
        tile
        for tile in board.tiles_of(reach.tiles & ~own)
        if _open_way(state, figure, reach.path(tile))
    )
    return Routes(reach, mask, board)


def _open_way(state: State, figure: Figure, path: tuple[Tile, ...]) -> bool:
    steps = zip((figure.tile, *path), path, strict=False)
    return not any(exposed_step(state, figure, here, tile) for here, tile in steps)
