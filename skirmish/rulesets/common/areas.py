"""Areas of fire as masks of tiles, and the landing of rounds that scatter.

An area ends at what blocks sight; an axis runs from the apex towards the centre of any other tile.
"""

from __future__ import annotations

from functools import lru_cache

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import SCATTER_D10, Facing, Tile, scatter_tile
from skirmish.core.state import State
from skirmish.rulesets.common.present import nearest_figures

Axis = Facing | Tile
"""A facing, or a tile in the direction of the area."""


def _axis(apex: Tile, towards: Axis) -> Axis:
    if isinstance(towards, Facing):
        return towards
    return towards[0] - apex[0], towards[1] - apex[1]


def line(board: Board, apex: Tile, towards: Axis, length: int) -> int:
    """Return the mask of a line one tile wide and `length` tiles long (POOL-22, POOL-F12)."""
    return board.line_mask(apex, _axis(apex, towards), length) & board.seen_from(apex)


def cone(board: Board, apex: Tile, towards: Axis, length: int, half: int) -> int:
    """Return the mask of a cone with a round end; `half` is half its angle, in 22.5 degrees.

    POOL-23, POOL-48, POOL-F12, D20-F10.
    """
    return board.arc_mask(apex, _axis(apex, towards), half, length) & board.seen_from(apex)


def wedge(board: Board, apex: Tile, towards: Axis, length: int, half_width: int) -> int:
    """Return the mask of a cone with a flat end, `half_width` tiles to each side there.

    EP-32, EP-F23.
    """
    return board.cone(apex, _axis(apex, towards), length, half_width) & board.seen_from(apex)


def blast(board: Board, centre: Tile, radius: int) -> int:
    """Return the mask of a blast: walls stop it, smoke does not (POOL-F16, D20-F12, EP-F21).

    AMMO-F24.
    """
    bare = board.with_clouds(0)
    return bare.disc(centre, radius) & bare.seen_from(centre)


def inside(state: State, mask: int, apex: Tile) -> tuple[Figure, ...]:
    """Return the figures on tiles of a mask, nearest to a tile first, then by id (POOL-A10)."""
    board = state.board
    there = [f for f in state.figures.values() if f.at is not None and mask & board.bit(f.at)]
    return nearest_figures(apex, there)


def landings(
    board: Board,
    origin: Tile,
    aim: Tile,
    facing: Facing,
    distances: tuple[int, ...],
    *,
    thrown: bool = False,
) -> tuple[Tile | None, ...]:
    """Return the landing tile for each face of the d10; None is off the map (BAY-F11, POOL-F16).

    Args:
        board: The ground.
        origin: The tile of the shooter.
        aim: The tile aimed at.
        facing: The axis if both are the same tile.
        distances: The distance of scatter for each face.
        thrown: Whether it stops on the last tile before one that blocks sight from the aim point.

    D20-F11, EP-04, EP-05, EP-A2, AMMO-F15.
    """
    found = []
    for face, distance in enumerate(distances, start=1):
        tile = scatter_tile(origin, aim, facing, SCATTER_D10[face], distance)
        if thrown:
            tile = rolled_to(board, aim, tile)
        found.append(tile if board.inside(tile) else None)
    return tuple(found)


@lru_cache(maxsize=16_384)
def rolled_to(board: Board, start: Tile, end: Tile) -> Tile:
    """Return the tile where a thrown object ends on its way from a tile to another in line with it.

    It ends on the last tile before one that blocks sight from the start; the map edge does not stop
    it.

    POOL-F16, D20-F11.
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
    """Whether a tile blocks sight from `start` to tiles behind it on the same level."""
    terrain = board.terrain(tile)
    return terrain.opaque or board.level(tile) + terrain.height > board.level(start)
