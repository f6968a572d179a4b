"""Walking distances from every tile of a board to the nearest of some goals.

One search over the whole board serves all figures; the reach of a figure in a bound is in
`reach`. This is the only module of the board that imports tcod, and it is loaded on demand.
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
    """The costs of steps on one map, arranged for searches that start at the goals."""

    def __init__(self, width: int, height: int, tiles: Sequence[Terrain], levels: bytes) -> None:
        """Take terrain and levels, both row by row."""
        shape = (height, width)
        costs = np.array([tile.cost for tile in tiles], dtype=np.int32).reshape(shape)
        heights = np.frombuffer(levels, dtype=np.uint8).astype(np.int32).reshape(shape)
        self._graph = CustomGraph(shape, order="C")
        ground, ups = np.pad(costs, 1), np.pad(heights, 1)
        for way in Facing:
            dx, dy = way.delta
            # The search runs backwards: leaving the entered tile costs what entering it costs.
            self._graph.add_edge((-dy, -dx), 1, cost=_steps(ground, ups, dx, dy))

    def distances_to(self, goals: Iterable[Tile]) -> Mapping[Tile, int]:
        """Return the half tiles to the nearest goal by tile, without unconnected tiles."""
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
    """Cost of the step in one direction from each tile, 0 where barred; the rule of `reach`."""

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
