"""Fields of sight against one raw `tcod.map.compute_fov` for each ground level in use.

The goals: a field not asked for before at most 3 raw ones a level; the same again, or one line of
sight, under 2 us; sight of 40 figures against 40 after one move at most 1.5 raw ones.

    python bench/sight.py
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

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
    """Ground levels 0 to 2: terraces round a few summits."""
    pick = Random("hills")
    tops = [(pick.randrange(width), pick.randrange(height)) for _ in range(4)]
    return "\n".join(
        "".join(
            str(max(max(0, 2 - ((x - a) ** 2 + (y - b) ** 2) // 25) for a, b in tops))
            for x in range(width)
        )
        for y in range(height)
    )


def microseconds(calls: list[Callable[[], object]], before: Callable[[], object]) -> float:
    """Time of one call on average, in the best of many rounds; `before` each round."""
    best = float("inf")
    for _ in range(ROUNDS):
        before()
        start = perf_counter()
        for call in calls:
            call()
        best = min(best, perf_counter() - start)
    return best / len(calls) * 1e6


def raw_field(clear: np.ndarray, tile: Tile) -> object:
    """One field as the library makes it."""
    symmetric = tcod.constants.FOV_SYMMETRIC_SHADOWCAST
    return tcod.map.compute_fov(clear, (tile[1], tile[0]), 0, True, symmetric)


def raw(board: Board, tiles: list[Tile]) -> tuple[float, int]:
    """Time of a raw field on one level, averaged over the levels in use, and their number."""
    heights = [level + kind.height for level, kind in zip(board.levels, board.tiles, strict=True)]
    walls = np.array([kind.opaque for kind in board.tiles]).reshape(board.height, board.width)
    tops = np.array(heights).reshape(board.height, board.width)
    levels = sorted(set(board.levels))
    calls: list[Callable[[], object]] = []
    for level in levels:
        clear = ~walls & (tops <= level)
        calls += [lambda c=clear, t=tile: raw_field(c, t) for tile in tiles]  # type: ignore[misc]
    return microseconds(calls, lambda: None), len(levels)


def measure(name: str, rows: str, levels: str | None = None) -> None:
    """Print the times of one board."""
    board = Board.parse(rows, levels)
    pick = Random("tiles")
    open_ground = [board.tile_at(n) for n, kind in enumerate(board.tiles) if kind.cost]
    tiles = pick.sample(open_ground, FIELDS)
    floor, planes = raw(board, tiles)
    fresh = board

    # Smoke on a corner and off again: the outlines are new, the table of directions is not.
    def forget() -> None:
        nonlocal fresh
        fresh = Board(board.width, board.height, board.tiles, board.levels)
        fresh.seen_from(open_ground[-1])

    first = microseconds([lambda t=t: fresh.seen_from(t) for t in tiles], forget)  # type: ignore[misc]
    again = microseconds([lambda t=t: fresh.seen_from(t) for t in tiles], lambda: None)  # type: ignore[misc]
    line = microseconds(
        [lambda a=a, b=b: fresh.sees(a, b) for a, b in zip(tiles, tiles[1:], strict=False)],  # type: ignore[misc]
        lambda: None,
    )
    both = forty_on_forty(board, tiles, [])
    unknown = forty_on_forty(board, tiles, tiles[80:])
    print(
        f"{name:22} raw {floor:5.1f} us x {planes}   field {first:6.1f} us, x "
        f"{first / floor / planes:.2f}   again {again:.2f} us   line {line:.2f} us   "
        f"40 on 40 x {both / floor:.2f}, from a tile never asked for x {unknown / floor:.2f}"
    )


def forty_on_forty(board: Board, tiles: list[Tile], unknown: list[Tile]) -> float:
    """What both sides have in sight after one of the blue figures moved, whatever it was before.

    Sight is mutual: red's masks stay, and one bit says whether the mover is in them.
    """
    blue, red, moves = tiles[:40], tiles[40:80], tiles[80:]
    fresh = board
    theirs = reds = 0

    def forget() -> None:
        nonlocal fresh, theirs, reds
        fresh = Board(board.width, board.height, board.tiles, board.levels)
        known = [tile for tile in tiles if tile not in unknown]
        fresh.seen_from_any(known)
        theirs, reds = fresh.seen_from_any(red), fresh.mask_of(red)

    def look(to: Tile) -> tuple[int, int]:
        return fresh.seen_from_any((to, *blue[1:])) & reds, theirs & fresh.bit(to)

    return microseconds([lambda t=t: look(t) for t in moves], forget)  # type: ignore[misc]


def main() -> None:
    """Print a line for each board."""
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
