"""How far it is to walk: from every tile of a board to the nearest of some goals.

One search over the whole board answers for all figures at once; a figure's own reach in a bound
is `reach`'s business. The one module of the board that imports tcod; it is loaded when asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from tcod.path import CustomGraph, Pathfinder

from skirmish.core.board.reach import UPHILL
from skirmish.core.board.terrain import Terrain
from skirmish.core.geometry import DIAGONAL, ORTHOGONAL, Facing, Tile

Costs = NDArray[np.int32]


class DistanceSearch:
    """What steps cost on one ground, laid out for searches that begin at the goals."""

    def __init__(self, width: int, height: int, tiles: Sequence[Terrain], levels: bytes) -> None:
        """Lay the ground out; row by row."""
        shape = (height, width)
        costs = np.array([tile.cost for tile in tiles], dtype=np.int32).reshape(shape)
        heights = np.frombuffer(levels, dtype=np.uint8).astype(np.int32).reshape(shape)
        self._graph = CustomGraph(shape, order="C")
        ground, ups = np.pad(costs, 1), np.pad(heights, 1)
        for way in Facing:
            dx, dy = way.delta
            # Searched backwards: who comes out of the tile entered pays what entering it costs.
            self._graph.add_edge((-dy, -dx), 1, cost=_steps(ground, ups, dx, dy))

    def distances_to(self, goals: Iterable[Tile]) -> Mapping[Tile, int]:
        """Half tiles to walk to the nearest goal, by tile; tiles cut off are left out."""
        finder = Pathfinder(self._graph)
        for x, y in goals:
            finder.add_root((y, x))
        finder.resolve()
        distance = finder.distance
        rows, columns = np.nonzero(distance < np.iinfo(distance.dtype).max)
        found = distance[rows, columns]
        return {
            (x, y): cost
            for x, y, cost in zip(columns.tolist(), rows.tolist(), found.tolist(), strict=True)
        }


def _steps(ground: Costs, ups: Costs, dx: int, dy: int) -> Costs:
    """What the step one way costs from each tile; 0 where there is none. The rule of `reach`."""

    def moved(of: Costs, x: int, y: int) -> Costs:
        rows, columns = of.shape
        return of[1 + y : rows - 1 + y, 1 + x : columns - 1 + x]

    entered = moved(ground, dx, dy)
    length = DIAGONAL if dx and dy else ORTHOGONAL
    uphill = moved(ups, dx, dy) > moved(ups, 0, 0)
    open_ = (entered > 0) & (moved(ground, 0, 0) > 0)
    if dx and dy:
        open_ &= (moved(ground, dx, 0) > 0) | (moved(ground, 0, dy) > 0)
    steps: Costs = np.where(open_, length * entered + UPHILL * uphill, 0).astype(np.int32)
    return np.ascontiguousarray(steps)
