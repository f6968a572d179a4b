"""Areas that fire covers, as masks of tiles; all of them end at what blocks sight.

An axis runs from the apex towards the centre of any other tile.
"""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile, distance2
from skirmish.core.state import State
from skirmish.core.text import id_key

Axis = Facing | Tile
"""A facing, or the tile towards which an area lies."""


def _axis(apex: Tile, towards: Axis) -> Axis:
    if isinstance(towards, Facing):
        return towards
    return towards[0] - apex[0], towards[1] - apex[1]


def line(board: Board, apex: Tile, towards: Axis, length: int) -> int:
    """Mask of a line one tile wide, as long as `length` tiles."""
    return board.line_mask(apex, _axis(apex, towards), length) & board.seen_from(apex)


def cone(board: Board, apex: Tile, towards: Axis, length: int, half: int) -> int:
    """Mask of a cone with a round end; `half` of its angle is in units of 22.5 degrees."""
    return board.arc_mask(apex, _axis(apex, towards), half, length) & board.seen_from(apex)


def wedge(board: Board, apex: Tile, towards: Axis, length: int, half_width: int) -> int:
    """Mask of a cone with a flat end, `half_width` tiles to each side there."""
    return board.cone(apex, _axis(apex, towards), length, half_width) & board.seen_from(apex)


def blast(board: Board, centre: Tile, radius: int) -> int:
    """Mask of a burst round a tile: what lies behind a wall is spared, smoke spares nothing."""
    bare = board.with_clouds(0)
    return bare.disc(centre, radius) & bare.seen_from(centre)


def inside(state: State, mask: int, apex: Tile) -> tuple[Figure, ...]:
    """The figures on tiles of a mask, nearest to a tile first, then the lower id."""
    board = state.board
    there = [f for f in state.figures.values() if f.at is not None and mask & board.bit(f.at)]
    return tuple(sorted(there, key=lambda f: (distance2(apex, f.tile), id_key(f.id))))
