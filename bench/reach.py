"""Measures the reach of a figure against `tcod.path.dijkstra2d` on the smallest window.

Goals: at most twice as long for 7 tiles, and no growth with the size of the map.

python bench/reach.py
"""

from random import Random

import numpy as np
import tcod.path
from sight import microseconds

from skirmish.core.board import Board
from skirmish.core.geometry import Tile

STARTS = 100


def country(width: int, height: int) -> tuple[str, str]:
    """A map with woods, rocks, walls and water, and hills in terraces."""
    pick = Random("country")
    rows = [pick.choices(".To:#}", (70, 10, 8, 4, 5, 3), k=width) for _ in range(height)]
    summits = [
        (pick.randrange(width), pick.randrange(height)) for _ in range(width * height // 300)
    ]
    levels = [
        [
            str(max(0, *(3 - ((x - a) ** 2 + (y - b) ** 2) // 9 for a, b in summits)))
            for x in range(width)
        ]
        for y in range(height)
    ]
    return "\n".join(map("".join, rows)), "\n".join(map("".join, levels))


def floor(board: Board, starts: list[Tile], tiles: int) -> float:
    """Time of the library's search in a window, without climbs, corners or the way back."""
    costs = np.array([kind.cost for kind in board.tiles], np.int32)
    costs = costs.reshape(board.height, board.width)

    def search(start: Tile) -> object:
        x, y = start
        left, top = max(x - tiles, 0), max(y - tiles, 0)
        window = costs[top : y + tiles + 1, left : x + tiles + 1]
        distance = tcod.path.maxarray(window.shape, np.int32)
        distance[y - top, x - left] = 0
        return tcod.path.dijkstra2d(distance, window, 2, 3, out=distance)

    return microseconds(search, starts)


def measure(width: int, height: int, tiles: int, *, flat: bool = False) -> None:
    """Print the times for one size of map."""
    rows, levels = country(width, height)
    board = Board.parse(rows, None if flat else levels)
    ground = [board.tile_at(n) for n, kind in enumerate(board.tiles) if kind.cost]
    starts = Random("starts").sample(ground, STARTS)
    raw = floor(board, starts, tiles)
    mine = microseconds(lambda start: board.reach(start, 2 * tiles), starts)
    print(
        f"{width:3} x {height:3}, {'flat ' if flat else 'hilly'}, {tiles:2} tiles   "
        f"dijkstra2d {raw:6.1f} us   reach {mine:6.1f} us, x {mine / raw:.2f}"
    )


def main() -> None:
    """Print a line for each size of map and allowance."""
    for width, height in ((24, 16), (60, 40), (120, 80), (200, 200)):
        measure(width, height, 7, flat=True)
        measure(width, height, 7)
    measure(60, 40, 12)
    measure(60, 40, 20)


if __name__ == "__main__":
    main()
