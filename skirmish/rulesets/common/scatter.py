"""Where a round comes down that scatters by the d10 (EP-04, EP-09)."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.geometry import SCATTER_D10, Facing, Tile, scatter_tile


def landings(
    board: Board,
    origin: Tile,
    aim: Tile,
    facing: Facing,
    distances: tuple[int, ...],
    *,
    thrown: bool = False,
) -> tuple[Tile | None, ...]:
    """The tile where a round lands for each face of the d10; None is off the map.

    Args:
        board: The ground.
        origin: Where it is fired from.
        aim: Where it is meant to land.
        facing: The axis when both are one tile.
        distances: How far it scatters, for each face.
        thrown: Whether it stops on the last tile before one that blocks sight from the aim point.
    """
    found = []
    for face, distance in enumerate(distances, start=1):
        tile = scatter_tile(origin, aim, facing, SCATTER_D10[face], distance)
        if thrown:
            tile = rolled_to(board, aim, tile)
        found.append(tile if board.inside(tile) else None)
    return tuple(found)


def rolled_to(board: Board, start: Tile, end: Tile) -> Tile:
    """How far something that is thrown gets on its way from a tile to another in line with it.

    It stops on the last tile before one that blocks sight from the start; the map's edge stops
    nothing.
    """
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not steps:
        return start
    dx, dy = (end[0] - start[0]) // steps, (end[1] - start[1]) // steps
    way = [(start[0] + n * dx, start[1] + n * dy) for n in range(1, steps + 1)]
    last = start
    for tile in way:
        if board.inside(tile) and _blocks(board, start, tile):
            return last
        last = tile
    return end


def _blocks(board: Board, start: Tile, tile: Tile) -> bool:
    """Whether a tile hides what lies behind it on the same level from who looks from `start`."""
    terrain = board.terrain(tile)
    return terrain.opaque or board.level(tile) + terrain.height > board.level(start)
