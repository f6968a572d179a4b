"""A painted map as an image, for reports and to be looked at while it is worked on."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from skirmish.tui.map.ground_pixels import Pixels

if TYPE_CHECKING:
    from tcod.console import Console

CELL = 10, 20
"""Pixels of a cell, across and down."""
_MARGIN = 4, 7
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def image_of(console: Console, font: str) -> Pixels:
    """A console as an image [y, x, colour], its letters in the font of a TrueType file."""
    from tcod.tileset import Tileset, load_truetype_font, procedural_block_elements

    (wide, high), (left, top) = CELL, _MARGIN
    # The largest letter of a font fills a tile of tcod: the rest is cut out of larger ones.
    large = load_truetype_font(font, wide + 2 * left, high + 2 * top)
    tiles = Tileset(wide, high)
    for code in np.unique(console.rgb["ch"]).tolist():
        tiles.set_tile(code, large.get_tile(code)[top:-top, left:-left].copy())
    # Blocks of a font do not fill their cells.
    tiles += procedural_block_elements(shape=tiles.tile_shape)
    drawn: Pixels = tiles.render(console)[:, :, :3]
    return drawn


def png_of(image: Pixels) -> bytes:
    """An image as the bytes of a PNG file."""
    height, width, _ = image.shape
    lines = np.zeros((height, 1 + width * 3), np.uint8)
    lines[:, 1:] = image.reshape(height, -1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
