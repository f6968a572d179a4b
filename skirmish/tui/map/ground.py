"""The lowest layer of the map: the ground of a board in full sight."""

from __future__ import annotations

from typing import Self

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from skirmish.core.board import Board, Terrain
from skirmish.core.geometry import Tile
from skirmish.tui.map.glyphs import Glyphs, ground_ink, ground_pair, soil
from skirmish.tui.map.paint import LEVEL, SOIL, Soil

COLUMNS = 2
"""Columns of a tile on the terminal, so that it looks square."""

Chars = NDArray[np.uint32]
Paints = NDArray[np.uint32]


def mask_array(mask: int, width: int, height: int) -> NDArray[np.bool_]:
    """A mask of a board as an array [y, x]."""
    count = width * height
    packed = np.frombuffer(mask.to_bytes((count + 7) // 8, "little"), np.uint8)
    bits = np.unpackbits(packed, count=count, bitorder="little")
    return bits.reshape(height, width).astype(np.bool_)


@frozen(eq=False)
class Ground:
    """The lowest layer of a board, reusable while the board is the same."""

    board: Board
    chars: Chars
    paints: Paints

    @classmethod
    def of(cls, board: Board, glyphs: Glyphs) -> Self:
        """The ground of a board in full sight."""
        shape = (board.height, board.width, COLUMNS)
        tiles = [(x, y) for y in range(board.height) for x in range(board.width)]
        kinds = [board.terrain(tile) for tile in tiles]
        looks = {kind.id: _Look.of(kind, glyphs) for kind in dict.fromkeys(kinds)}
        text = "".join([looks[kind.id].pair for kind in kinds])
        chars = np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(shape)
        flat = []
        for kind, tile in zip(kinds, tiles, strict=True):
            look = looks[kind.id]
            bed = _bed(board, tile) if look.stands else look.soil
            flat.append(look.ink | board.level(tile) << LEVEL | bed << SOIL)
        paints = np.repeat(np.array(flat, np.uint32), COLUMNS).reshape(shape)
        return cls(board, chars, paints)


@frozen
class _Look:
    """How a kind of ground is drawn; `stands` if it is on other ground, such as a table."""

    pair: str
    ink: int
    soil: Soil
    stands: bool

    @classmethod
    def of(cls, kind: Terrain, glyphs: Glyphs) -> Self:
        own = soil(kind)
        stands = own is Soil.BARE and kind.cover > 0
        return cls(ground_pair(kind, glyphs), int(ground_ink(kind)), own, stands)


def _bed(board: Board, tile: Tile) -> Soil:
    """The ground under something that stands on it: a floor if one is beside it."""
    near = ((tile[0] + dx, tile[1] + dy) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    kinds = (board.terrain(place) for place in near if board.inside(place))
    return Soil.FLOOR if any(soil(kind) is Soil.FLOOR for kind in kinds) else Soil.BARE
