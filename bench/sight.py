"""Measures fields of sight against one raw `tcod.map.compute_fov` for each ground level in use.

Goals: a new field at most 3 raw ones for each level; a field asked for again, or one line of sight,
under 2 us; sight between 40 figures and 40 after one move at most 1.5 raw ones.

python bench/sight.py
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import tcod.constants
import tcod.map

from skirmish.core.board import Board
from skirmish.core.geometry import Tile

ROUNDS = 25
FIELDS = 100


def scattered(width: int, height: int, share: float) -> str:
    """Open ground with trees on a share of its tiles."""
    draw = Random("scattered").random
    return "\n".join(
        "".join("T" if draw() < share else "." for _ in range(width)) for _ in range(height)
    )


def village(width: int, height: int) -> str:
    """Houses with gaps in their walls, and trees between."""
    pick = Random("village")
    rows = [["T" if pick.random() < 0.03 else "." for _ in range(width)] for _ in range(height)]
    for _ in range(width * height // 200):
        wide, deep = pick.randint(4, 8), pick.randint(4, 7)
        left, top = pick.randrange(width - wide), pick.randrange(height - deep)
        for y in range(top, top + deep):
            for x in range(left, left + wide):
                wall = x in (left, left + wide - 1) or y in (top, top + deep - 1)
                rows[y][x] = "#" if wall and pick.random() < 0.9 else ","
    return "\n".join("".join(row) for row in rows)


def hills(width: int, height: int) -> str:
    """Ground levels 0 to 2, in terraces around a few summits."""
    pick = Random("hills")
    tops = [(pick.randrange(width), pick.randrange(height)) for _ in range(4)]
    return "\n".join(
        "".join(
            str(max(max(0, 2 - ((x - a) ** 2 + (y - b) ** 2) // 25) for a, b in tops))
            for x in range(width)
        )
        for y in range(height)
    )


def microseconds(
    call: Callable[[Any], object], items: Sequence[Any], before: Callable[[], object] = int
) -> float:
    """Mean time of one call, in the best of many rounds; `before` is called before each round."""
    best = float("inf")
    for _ in range(ROUNDS):
        before()
        start = perf_counter()
        for item in items:
            call(item)
        best = min(best, perf_counter() - start)
    return best / len(items) * 1e6


def raw(board: Board, tiles: list[Tile]) -> tuple[float, int]:
    """Mean time of a raw field over the levels in use, and the number of these levels."""
    shape = board.height, board.width
    walls = np.array([kind.opaque for kind in board.tiles]).reshape(shape)
    heights = np.array([kind.height for kind in board.tiles]).reshape(shape)
    tops = np.array(list(board.levels)).reshape(shape) + heights
    levels = sorted(set(board.levels))
    clear = [~walls & (tops <= level) for level in levels]

    def field(where: tuple[int, Tile]) -> object:
        level, (x, y) = where
        symmetric = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
        return tcod.map.compute_fov(clear[level], (y, x), 0, True, symmetric)

    return microseconds(field, [(n, tile) for n in range(len(levels)) for tile in tiles]), len(
        levels
    )


class Table:
    """A board that can forget everything except what depends on its size alone."""

    def __init__(self, board: Board) -> None:
        """Begin with a new board equal to `board`."""
        self.given = board
        self.forget()

    def forget(self) -> None:
        """Make an equal board that has been asked for one field, in its last corner."""
        given = self.given
        self.board = Board(given.width, given.height, given.tiles, given.levels)
        self.board.seen_from((given.width - 1, given.height - 1))

    def field(self, tile: Tile) -> int:
        """The field of sight of a tile."""
        return self.board.seen_from(tile)

    def line(self, ends: tuple[Tile, Tile]) -> bool:
        """One line of sight between two tiles."""
        return self.board.sees(*ends)


def measure(name: str, rows: str, levels: str | None = None) -> None:
    """Print the times for one map."""
    table = Table(Board.parse(rows, levels))
    board = table.board
    ground = [
        tile
        for tile in board.tiles_of((1 << board.width * board.height) - 1)
        if board.passable(tile) and tile != (board.width - 1, board.height - 1)
    ]
    tiles = Random("tiles").sample(ground, FIELDS)
    floor, planes = raw(board, tiles)
    first = microseconds(table.field, tiles, table.forget)
    again = microseconds(table.field, tiles)
    line = microseconds(table.line, list(pairwise(tiles)))
    known, unknown = (forty_on_forty(table, tiles, asked) / floor for asked in (100, 80))
    print(
        f"{name:22} raw {floor:5.1f} us x {planes}   field {first:6.1f} us, "
        f"x {first / floor / planes:.2f}   again {again:.2f} us   line {line:.2f} us   "
        f"40 on 40 x {known:.2f}, from a tile not asked before x {unknown:.2f}"
    )


def forty_on_forty(table: Table, tiles: list[Tile], asked: int) -> float:
    """What both sides have in sight after one of the blue figures moved.

    Sight is mutual: what red sees is kept, and one bit of it says whether the mover is in sight.
    """
    blue, red, moves = tiles[:40], tiles[40:80], tiles[80:]
    theirs = table.board.seen_from_any(red)
    reds = table.board.mask_of(red)

    def forget() -> None:
        table.forget()
        table.board.seen_from_any(tiles[:asked])

    def look(to: Tile) -> tuple[int, int]:
        board = table.board
        return board.seen_from_any((to, *blue[1:])) & reds, theirs & board.bit(to)

    return microseconds(look, moves, forget)


def main() -> None:
    """Print a line for each map."""
    measure("60 x 40 village", village(60, 40))
    measure("60 x 40 village, hills", village(60, 40), hills(60, 40))
    measure("60 x 40, 3% trees", scattered(60, 40, 0.03))
    measure("60 x 40, 15% trees", scattered(60, 40, 0.15))
    measure("60 x 40, 30% trees", scattered(60, 40, 0.3))
    measure("24 x 16 village", village(24, 16))
    measure("120 x 80 village", village(120, 80))
    measure("200 x 200 village", village(200, 200))


if __name__ == "__main__":
    main()
