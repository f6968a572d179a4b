"""Masks of the tiles in an arc or on a line, for a whole board at once.

These are `geometry.in_arc` and `geometry.on_line` in whole numbers over arrays; tests compare them.
numpy takes longer to load than the rest of the board, so this module is loaded on demand.
"""

import numpy as np
from numpy.typing import NDArray

from skirmish.core.geometry import Tile

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


RIGHT, ROUND = 4, 8
"""A right angle and half a circle, in units of 22.5 degrees."""


def arc(width: int, height: int, apex: Tile, axis: Tile, half: int) -> int:
    """Return the tiles within `half` times 22.5 degrees of an axis that is not 0."""
    along, cross = _products(width, height, apex, axis)
    across = abs(cross)
    if half > RIGHT:  # the outside is a narrower arc round the opposite axis, without its boundary
        found = ~_within(-along, across, ROUND - half, closed=False)
    else:
        found = _within(along, across, half, closed=True)
    found[apex[1], apex[0]] = False
    return _mask(found)


def _within(along: Ints, across: Ints, half: int, *, closed: bool) -> Flags:
    """Within half * 22.5 degrees, up to 90, of vectors with these products."""
    if not half:
        return np.zeros_like(along, np.bool_)
    if half == RIGHT:
        return along >= 0 if closed else along > 0
    if half == RIGHT // 2:
        return (along > 0) & (across <= along if closed else across < along)
    near, far = (across, along) if half == 1 else (along, across)
    narrow = (near + far) ** 2 < 2 * far * far
    return (along > 0) & (narrow if half == 1 else ~narrow)


def line(width: int, height: int, apex: Tile, axis: Tile) -> int:
    """Return the tiles at most half a tile from a ray, ahead of its apex."""
    along, cross = _products(width, height, apex, axis)
    return _mask((along > 0) & (4 * cross * cross <= axis[0] ** 2 + axis[1] ** 2))


def _products(width: int, height: int, apex: Tile, axis: Tile) -> tuple[Ints, Ints]:
    """The products of the axis with the way from the apex to each tile: along it, across it."""
    x, y = np.arange(width) - apex[0], np.arange(height)[:, None] - apex[1]
    return axis[0] * x + axis[1] * y, axis[0] * y - axis[1] * x


def _mask(found: Flags) -> int:
    return int.from_bytes(np.packbits(found, bitorder="little").tobytes(), "little")
