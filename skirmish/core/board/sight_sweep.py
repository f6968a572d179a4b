"""Whole fields of sight by a sweep: a running sum over all directions round a tile.

Seen from a tile, a blocking tile at some depth (steps along the longer axis) hides the directions
between its two edges. The sweep goes through the directions of all other tiles in clockwise order
with a number that has one bit for each depth: the bit is added where the ring of tiles at that
depth changes from free to blocked, and subtracted where it changes back. A tile is seen when no
smaller depth than its own is blocked in its direction.

An edge between a free and a blocked tile is not hidden, one between two blocked tiles is, as for a
line that runs exactly between two tiles. So the sweep agrees exactly with the definition in
`sight`, in whole numbers, and a test compares the two. `tcod.map.compute_fov` does not treat such
lines and blocked tiles exactly; `bench/sight.py` compares the speed.

This is the only module of the board that imports numpy; it is loaded for the first field.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_WORD = 64
# A direction as an integer: an eighth of the circle is one unit, and the slope within it is
# truncated. Slopes on a board differ by far more than that, so none become equal.
_UNIT = 1 << 40
_FULL_CIRCLE = 8 * _UNIT


def _clockwise(dx: Ints, dy: Ints) -> Ints:
    """Angle of each vector clockwise from due east; equal for vectors along one ray."""
    flat = abs(dx) >= abs(dy)
    long = np.where(flat, dx, dy)
    short = np.where(flat, dy, -dx) * np.sign(long)
    axis = np.where(flat, np.where(dx > 0, 0, 4), np.where(dy > 0, 2, 6))
    turn: Ints = axis * _UNIT + short * _UNIT // np.maximum(abs(long), 1)
    return turn % _FULL_CIRCLE


def _lesser(depths: Ints, word: int) -> Ints:
    """The bits of all depths smaller than each, as far as they are in that word."""
    count = (depths - 1 - word * _WORD).clip(0, _WORD)
    some = (np.uint64(1) << (count % _WORD).astype(np.uint64)) - np.uint64(1)
    return np.where(count == _WORD, ~np.uint64(0), some).view(np.int64)


class DirectionTables:
    """All directions from one tile to another on boards of one size, in clockwise order.

    Tables are indexed by offset: `(dy + height) * 2 * width + dx + width`.

    Attributes:
        words: Number of words of 64 depths, each with its own running sum.
        span: Length of one running sum: the directions, and one past the last.
        rank: For each offset the rank of its direction.
        lesser: For each word of 64 depths and each offset, the bits of smaller depths.
        place: For each kind of edge and each offset the index of the edge in the running sum.
        change: The bit that it adds or subtracts there; 0 where it is on no ring.
    """

    def __init__(self, width: int, height: int) -> None:
        """Compute the tables; takes milliseconds, once for each size of board."""
        self.width = width
        self.height = height
        self.words = max(1, -(-(max(width, height) - 1) // _WORD))
        dy, dx = np.mgrid[-height:height, -width:width].astype(np.int64)
        turn = _clockwise(dx, dy)
        self._order = np.unique(turn[1:, 1:])
        self.span = len(self._order) + 1
        self.rank = np.searchsorted(self._order, turn).astype(np.intp)
        depth = np.maximum(abs(dx), abs(dy))
        self.lesser = np.stack([_lesser(depth, word) for word in range(self.words)])
        # Upright edges are between (x, y) and (x, y + 1), level ones between (x, y) and (x + 1, y).
        upright = self._edges(2 * dx, 2 * dy + 1, abs(dx), np.maximum(abs(dy), abs(dy + 1)), dx > 0)
        level = self._edges(2 * dx + 1, 2 * dy, abs(dy), np.maximum(abs(dx), abs(dx + 1)), dy < 0)
        self.place = np.concatenate([*upright[0], *level[0]]).astype(np.intp)
        self.change = np.concatenate([*upright[1], *level[1]])

    def _edges(
        self, x: Ints, y: Ints, depth: Ints, aside: Ints, with_clock: Flags
    ) -> tuple[list[Ints], list[Ints]]:
        """Places and changes of edges towards (x, y): second tile blocked, then first blocked."""
        on_ring = (depth > 0) & (aside <= depth)
        turn = _clockwise(x, y)
        # The edge itself is free: directions after it, or up to before it, are hidden.
        enters = np.searchsorted(self._order, turn, "right")
        leaves = np.searchsorted(self._order, turn, "left")
        word, bit = np.divmod(np.maximum(depth - 1, 0), _WORD)
        change = (np.uint64(1) << bit.astype(np.uint64)).view(np.int64)
        places, changes = [], []
        for entering in (with_clock, ~with_clock):
            place = np.where(entering, enters, leaves) + word * self.span
            places.append(np.where(on_ring, place, 0).ravel())
            changes.append(np.where(on_ring, np.where(entering, change, -change), 0).ravel())
        return places, changes


@lru_cache(maxsize=8)
def direction_tables(width: int, height: int) -> DirectionTables:
    """Return the tables for boards of one size; cached, because boards of a game share it."""
    return DirectionTables(width, height)


def _free(changes: Ints, rank: NDArray[np.intp], lesser: Ints) -> Flags:
    """Sum the changes in place; return whether each tile's direction is free at smaller depths."""
    np.add.accumulate(changes, out=changes)
    free: Flags = (changes.take(rank) & lesser) == 0
    return free


class SightSweep:
    """Fields of sight on a board, from the edges between free and blocked tiles."""

    def __init__(self, width: int, height: int, blocks: bytes) -> None:
        """Find the edges; `blocks` has a 1 for each blocking tile, row by row."""
        self._tables = direction_tables(width, height)
        self._mask = int.from_bytes(
            np.packbits(np.frombuffer(blocks, np.uint8), bitorder="little").tobytes(), "little"
        )
        framed = np.zeros((height + 2, width + 2), np.int8)
        framed[1:-1, 1:-1] = np.frombuffer(blocks, np.int8).reshape(height, width)
        y, x = np.mgrid[-1 : height + 1, -1 : width + 1]
        offset = y * 2 * width + x
        down, across = np.diff(framed, axis=0), np.diff(framed, axis=1)
        kinds = (
            offset[:-1][down > 0],
            offset[:-1][down < 0],
            offset[:, :-1][across > 0],
            offset[:, :-1][across < 0],
        )
        table = 4 * width * height
        self._edges = np.concatenate([kind + n * table for n, kind in enumerate(kinds)])

    def seen_from(self, x: int, y: int) -> int:
        """Return the mask of tiles seen from one, with bit y * width + x."""
        tables = self._tables
        width, height = tables.width, tables.height
        edges = self._edges + ((height - y) * 2 * width + width - x)
        hidden = np.zeros(tables.words * tables.span, np.int64)
        np.add.at(hidden, tables.place.take(edges), tables.change.take(edges))
        hidden[:: tables.span] += self._due_east(x, y)
        window = np.s_[height - y : 2 * height - y, width - x : 2 * width - x]
        rank = tables.rank[window]
        seen = _free(hidden[: tables.span], rank, tables.lesser[0][window])
        for word in range(1, tables.words):
            lesser = tables.lesser[word][window]
            if not (seen & (lesser != 0)).any():
                break
            seen &= _free(hidden[word * tables.span : (word + 1) * tables.span], rank, lesser)
        return int.from_bytes(np.packbits(seen, bitorder="little").tobytes(), "little")

    def _due_east(self, x: int, y: int) -> Ints:
        """The start of the sum: the depths blocked in the row to the east."""
        left = self._tables.width - 1 - x
        row = self._mask >> (y * self._tables.width + x + 1) & ((1 << left) - 1)
        return np.frombuffer(row.to_bytes(8 * self._tables.words, "little"), "<i8")
