"""Geometry in whole numbers: tiles, facings, arcs, lines, scatter, and their text.

Distances are between tile centres in the plane, compared on squares. Angles are compared on
integer vectors; half-angles are in units of 22.5 degrees, 1 to 8. No board is involved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from types import MappingProxyType

Tile = tuple[int, int]
"""(x, y) from the top left, from 0."""

ORTHOGONAL = 2
DIAGONAL = 3
"""Lengths of a step in half tiles (BAY-F3, D20-F6, AMMO-F4)."""

_TILE = re.compile(r"(0|[1-9][0-9]{0,3}),(0|[1-9][0-9]{0,3})\Z")
_LONGEST_PATH = 1000
_SHOWN = 20


class Facing(IntEnum):
    """One of the eight directions, clockwise from north."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7

    @property
    def delta(self) -> Tile:
        """The step in this direction, as (dx, dy)."""
        return DELTAS[self]

    def turned(self, eighths: int) -> Facing:
        """Return the direction turned clockwise by so many eighths."""
        return Facing((self + eighths) % 8)

    @property
    def opposite(self) -> Facing:
        """The opposite direction."""
        return self.turned(4)


DELTAS: tuple[Tile, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
DIRECTIONS = tuple(Facing)

SCATTER_D10: Mapping[int, int] = MappingProxyType(
    {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 4, 8: 5, 9: 6, 10: 7}
)
"""For each face of the d10 the eighths of a turn, clockwise from the axis (EP-09, EP-A2, POOL-F16).

BAY-F11, D20-F11, EP-04, AMMO-F15.
"""


@lru_cache(maxsize=65536)
def _toward(dx: int, dy: int) -> Facing:
    # The border between an orthogonal and a diagonal is at tan 22.5 degrees, which is
    # irrational: no integer vector lies on it. |short| / |long| < sqrt(2) - 1 is the same as
    # (|short| + |long|)^2 < 2 * long^2.
    long, short = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if (short + long) ** 2 < 2 * long * long:
        if abs(dx) >= abs(dy):
            sy = 0
        else:
            sx = 0
    return Facing(DELTAS.index((sx, sy)))


def facing_towards(a: Tile, b: Tile) -> Facing:
    """Return the nearest of the eight directions from a to b; ValueError when they are equal."""
    if a == b:
        raise ValueError(f"no direction leads from {tile_text(a)} to itself")
    return _toward(b[0] - a[0], b[1] - a[1])


def distance2(a: Tile, b: Tile) -> int:
    """Return the square of the distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def nearest_first(start: Tile, tiles: Iterable[Tile]) -> list[Tile]:
    """Return tiles by their distance from one, the first of equals from the left."""
    return sorted(tiles, key=lambda tile: (distance2(start, tile), tile))


def metres(a: Tile, b: Tile) -> int:
    """Return the distance between the centres in whole metres, rounded down."""
    return isqrt(distance2(a, b))


def within(a: Tile, b: Tile, radius: int) -> bool:
    """Whether the distance is at most so many tiles."""
    return distance2(a, b) <= radius * radius


def chebyshev(a: Tile, b: Tile) -> int:
    """Return the steps between two tiles where a diagonal counts as one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def adjacent(a: Tile, b: Tile) -> bool:
    """Whether two tiles touch, also at a corner."""
    return a != b and -1 <= a[0] - b[0] <= 1 and -1 <= a[1] - b[1] <= 1


@lru_cache(maxsize=65536)
def neighbours(tile: Tile) -> frozenset[Tile]:
    """Return the eight tiles that touch one; some may be off the board."""
    x, y = tile
    return frozenset((x + dx, y + dy) for dx, dy in DELTAS)


def step_halves(a: Tile, b: Tile) -> int:
    """Return the length of a step between neighbours in half tiles."""
    return DIAGONAL if a[0] != b[0] and a[1] != b[1] else ORTHOGONAL


def _vector(axis: Facing | Tile) -> Tile:
    return axis.delta if isinstance(axis, Facing) else axis


def in_arc(apex: Tile, axis: Facing | Tile, tile: Tile, half: int) -> bool:
    """Whether a tile's centre lies in an arc, boundary included, apex excluded (BAY-A1).

    Args:
        apex: Tip of the arc.
        axis: A facing, or any vector that is not 0.
        tile: The tile to test.
        half: The half-angle in units of 22.5 degrees, 1 to 8.

    Raises:
        ValueError: The axis is 0.
    """
    ax, ay = _vector(axis)
    return tile != apex and _within(ax, ay, tile[0] - apex[0], tile[1] - apex[1], half)


def within_angle(apex: Tile, a: Tile, b: Tile, half: int) -> bool:
    """Whether the angle between a and b at the apex is at most `half` times 22.5 degrees.

    BAY-F13, AMMO-F10.
    """
    if apex in (a, b):
        return False
    return _within(a[0] - apex[0], a[1] - apex[1], b[0] - apex[0], b[1] - apex[1], half)


@lru_cache(maxsize=65536)
def _within(ax: int, ay: int, vx: int, vy: int, half: int) -> bool:
    if not (ax or ay):
        raise ValueError("an arc needs an axis")
    along = ax * vx + ay * vy
    across = abs(ax * vy - ay * vx)
    if half > 4:
        # The outside is a narrower arc round the opposite axis, without its boundary.
        return half >= 8 or not _inside(-along, across, 8 - half)
    return _inside(along, across, half) or _edge(along, across, half)


def _inside(along: int, across: int, half: int) -> bool:
    """Strictly within half * 22.5 degrees, up to 90, of vectors with these products."""
    if half == 4:
        return along > 0
    if along <= 0:
        return False
    if half == 2:
        return across < along
    near, far = (across, along) if half == 1 else (along, across)
    # tan 22.5 = sqrt(2) - 1 is irrational, so "<" and "<=" are the same for integers.
    narrow = (near + far) ** 2 < 2 * far * far
    return narrow if half == 1 else not narrow


def _edge(along: int, across: int, half: int) -> bool:
    if half == 4:
        return along == 0
    return half == 2 and along == across and along > 0


def on_line(apex: Tile, axis: Facing | Tile, tile: Tile) -> bool:
    """Whether a tile's centre is at most half a tile from the ray, ahead of the apex.

    POOL-22, POOL-F12.
    """
    ax, ay = _vector(axis)
    vx, vy = tile[0] - apex[0], tile[1] - apex[1]
    cross = ax * vy - ay * vx
    return ax * vx + ay * vy > 0 and 4 * cross * cross <= ax * ax + ay * ay


def scatter_tile(origin: Tile, aim: Tile, facing: Facing, eighths: int, distance: int) -> Tile:
    """Return the landing tile of a round that scatters (BAY-F11, POOL-F16, D20-F11, AMMO-F15).

    The axis from origin to aim is rounded to the nearest direction (the facing where they are the
    same tile) and turned clockwise by `eighths`. Along a diagonal the distance is converted to
    whole steps, rounded to the nearest.

    EP-04, EP-09, EP-A2.
    """
    axis = facing if origin == aim else facing_towards(origin, aim)
    dx, dy = axis.turned(eighths).delta
    steps = distance if 0 in (dx, dy) else (isqrt(2 * distance * distance) + 1) // 2
    return aim[0] + dx * steps, aim[1] + dy * steps


@lru_cache(maxsize=4096)
def _crossed(dx: int, dy: int) -> tuple[Tile, ...]:
    """Tiles whose interior a segment from (0, 0) to (dx, dy) crosses, without the ends (BAY-08).

    The line misses the interior of a tile when all four corners lie on one side of it or on it:
    with the axes swapped so that `long` comes first, when
    2 |long * aside - short * ahead| >= long + short.
    """
    steep = abs(dy) > abs(dx)
    long, short = sorted((abs(dx), abs(dy)), reverse=True)
    right, down = 1 if dx >= 0 else -1, 1 if dy >= 0 else -1
    found = []
    for ahead in range(long + 1):
        low, high = 2 * short * ahead - long - short, 2 * short * ahead + long + short
        nearest, farthest = low // (2 * long) + 1, -(-high // (2 * long)) - 1
        for aside in range(max(nearest, 0), min(farthest, short) + 1):
            x, y = (aside, ahead) if steep else (ahead, aside)
            if (ahead, aside) not in ((0, 0), (long, short)):
                found.append((x * right, y * down))
    return tuple(found)


def tiles_between(a: Tile, b: Tile) -> tuple[Tile, ...]:
    """Return the tiles whose interior the segment between the centres crosses, without the ends.

    A touched corner or edge does not count (BAY-08).
    """
    if a == b:
        return ()
    return tuple((a[0] + x, a[1] + y) for x, y in _crossed(b[0] - a[0], b[1] - a[1]))


def tile_text(tile: Tile) -> str:
    """Return a tile as text: `12,7`."""
    return f"{tile[0]},{tile[1]}"


def is_tile(text: str) -> bool:
    """Whether a text is a tile such as `12,7`."""
    return _TILE.match(text) is not None


def parse_tile(text: str) -> Tile:
    """Parse a tile such as `12,7`; ValueError for anything else."""
    match = _TILE.match(text)
    if match is None:
        raise ValueError(f"no tile: {text[:_SHOWN]!r}")
    return int(match[1]), int(match[2])


def path_text(path: Iterable[Tile]) -> str:
    """Return a path as text: `3,4>5,4`."""
    return ">".join(tile_text(tile) for tile in path)


def parse_path(text: str) -> tuple[Tile, ...]:
    """Parse the corners of a path such as `3,4>5,4`; ValueError when it is invalid."""
    corners = tuple(parse_tile(part) for part in text.split(">"))
    expand_path(corners)
    return corners


def _stretch(a: Tile, b: Tile) -> tuple[Tile, ...]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = max(abs(dx), abs(dy))
    if not steps or (dx and dy and abs(dx) != abs(dy)):
        raise ValueError(f"no straight way from {tile_text(a)} to {tile_text(b)}")
    ux, uy = dx // steps, dy // steps
    return tuple([(a[0] + ux * n, a[1] + uy * n) for n in range(1, steps + 1)])


def expand_path(corners: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return every tile of a path given by its corners; ValueError where a part is not straight."""
    tiles = [corners[0]]
    for a, b in pairwise(corners):
        tiles += _stretch(a, b)
        if len(tiles) > _LONGEST_PATH:
            raise ValueError(f"a path of more than {_LONGEST_PATH} tiles")
    return tuple(tiles)


def corners_of(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the ends of a path of neighbouring tiles and the tiles where its direction changes."""
    if len(tiles) < 3:
        return tuple(tiles)
    corners = [tiles[0]]
    for before, tile, after in zip(tiles, tiles[1:], tiles[2:], strict=False):
        if (tile[0] - before[0], tile[1] - before[1]) != (after[0] - tile[0], after[1] - tile[1]):
            corners.append(tile)
    return (*corners, tiles[-1])
