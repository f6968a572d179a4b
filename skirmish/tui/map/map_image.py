"""A painted map as an image, for reports and for inspection during development."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from skirmish.errors import UsageProblem
from skirmish.tui.map.canvas import LOWER, UPPER, Cells
from skirmish.tui.map.ground_pixels import Pixels

if TYPE_CHECKING:
    from tcod.console import Console
    from tcod.tileset import Tileset

CELL = 10, 20
"""Pixels of a cell, across and down."""
FAMILY = "ui-monospace, Menlo, Consolas, &apos;DejaVu Sans Mono&apos;, monospace"
_FULL = "█"
_MARGIN = 4, 7
_FINE = 4
_BLOCKS = {
    " ": (0, 0, 0, 0),
    "▀": (1, 1, 0, 0),
    "▄": (0, 0, 1, 1),
    "█": (1, 1, 1, 1),
    "▌": (1, 0, 1, 0),
    "▐": (0, 1, 0, 1),
    "▛": (1, 1, 1, 0),
    "▜": (1, 1, 0, 1),
    "▙": (1, 0, 1, 1),
    "▟": (0, 1, 1, 1),
    "░": (0.25, 0.25, 0.25, 0.25),
    "▒": (0.5, 0.5, 0.5, 0.5),
    "▓": (0.75, 0.75, 0.75, 0.75),
}
"""The share of ink in each quarter of a cell, from the upper left on."""
_EIGHTHS = "▁▂▃▄▅▆▇"
"""Blocks that fill the lower part of a cell, each an eighth more."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf",
    "/usr/share/fonts/TTF/DejaVuSansMono-Bold.ttf",
    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono-Bold.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Bold.ttf",
    "/usr/share/fonts/liberation-mono/LiberationMono-Bold.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-Bold.ttf",
    "/System/Library/Fonts/Menlo.ttc",
    "/Library/Fonts/Courier New Bold.ttf",
    "C:/Windows/Fonts/consolab.ttf",
    "C:/Windows/Fonts/lucon.ttf",
)
"""Usual places of a monospaced font."""


def font_file() -> str:
    """A font of this system for drawing letters.

    Raises:
        UsageProblem: None of the known fonts exists.
    """
    found = next((name for name in FONTS if Path(name).is_file()), "")
    if not found:
        raise UsageProblem(
            "no font for letters was found", remedy="choose a name that ends in .svg"
        )
    return found


def image_of(console: Console, font: str) -> Pixels:
    """A console as an image [y, x, colour], with letters in the font of a TrueType file."""
    cells, (wide, high) = console.rgb, CELL
    codes, at = np.unique(cells["ch"], return_inverse=True)
    tiles = np.stack(list(_tiles(codes.tolist(), font)))[at.reshape(cells.shape)]
    share = tiles.astype(np.float32)[..., None]
    ink, ground = (cells[plane][:, :, None, None].astype(np.float32) for plane in ("fg", "bg"))
    drawn = ground + (ink - ground) * share
    rows, columns = cells.shape
    image = drawn.swapaxes(1, 2).reshape(rows * high, columns * wide, 3)
    found: Pixels = np.rint(image).astype(np.uint8)
    return found


def _tiles(codes: Iterable[int], font: str) -> Iterator[NDArray[np.float32]]:
    """The share of ink in each pixel of a cell, for each character: [y, x], 0 to 1."""
    from tcod.tileset import load_truetype_font

    (wide, high), (left, top) = CELL, _MARGIN
    # tcod scales a font so that its largest letter fills a tile, so tiles are made larger and cut.
    # It also puts letters on whole pixels, so they are drawn finer and scaled down to align.
    size = high + 2 * top, wide + 2 * left
    fine = load_truetype_font(font, _FINE * size[1], _FINE * size[0])
    for code in codes:
        if chr(code) in _BLOCKS:
            # The blocks in a font do not fill their cells.
            quarters = np.array(_BLOCKS[chr(code)], np.float32).reshape(2, 2)
            yield quarters.repeat(high // 2, axis=0).repeat(wide // 2, axis=1)
        elif chr(code) in _EIGHTHS:
            filled = np.arange(high)[::-1] < high * (_EIGHTHS.index(chr(code)) + 1) // 8
            yield np.repeat(filled.astype(np.float32)[:, None], wide, axis=1)
        else:
            alpha = _tile(fine, code)[..., 3].astype(np.float32) / np.float32(255)
            blocks = alpha.reshape(size[0], _FINE, size[1], _FINE)
            yield blocks.mean(axis=(1, 3))[top:-top, left:-left]


def _tile(tiles: Tileset, code: int) -> NDArray[np.uint8]:
    """The tile of a character, with either version of tcod's interface."""
    found: NDArray[np.uint8]
    found = tiles[code] if hasattr(tiles, "__getitem__") else tiles.get_tile(code)
    return found


def svg_of(console: Console) -> str:
    """A console as SVG: blocks as an embedded image of pixels, letters as text."""
    (wide, high), cells = CELL, console.rgb
    rows, columns = cells.shape
    pixels = np.empty((2 * rows, columns, 3), np.uint8)
    for half, chars in enumerate((UPPER, LOWER)):
        filled = np.isin(cells["ch"], [ord(chars), ord(_FULL)])
        pixels[half::2] = np.where(filled[..., None], cells["fg"], cells["bg"])
    data = b64encode(png_of(pixels)).decode()
    size = f'width="{columns * wide}" height="{rows * high}"'
    font = f'font-family="{FAMILY}" font-size="16" font-weight="bold"'
    drawn = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>',
        f'<image {size} {drawn} href="data:image/png;base64,{data}"/>',
        *(_run(cells[y], y, start, end) for y in range(rows) for start, end in _runs(cells[y])),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _is_letter(char: int) -> bool:
    return chr(char) not in (" ", "\0", UPPER, LOWER, _FULL)


def _runs(row: Cells) -> Iterator[tuple[int, int]]:
    """First and end columns of the words of a row, each in one ink."""
    start = None
    for column in range(len(row) + 1):
        letter = column < len(row) and _is_letter(int(row[column]["ch"]))
        if start is not None and (not letter or (row[column]["fg"] != row[start]["fg"]).any()):
            yield start, column
            start = None
        if letter and start is None:
            start = column


def _run(row: Cells, y: int, start: int, end: int) -> str:
    """A word as text, exactly as wide as its cells."""
    (wide, high), ink = CELL, "".join(f"{int(part):02x}" for part in row[start]["fg"])
    text = "".join(chr(char) for char in row["ch"][start:end])
    return (
        f'<text x="{start * wide}" y="{(y + 1) * high - 5}" fill="#{ink}"'
        f' textLength="{(end - start) * wide}" lengthAdjust="spacingAndGlyphs"'
        f' xml:space="preserve">{escape(text)}</text>'
    )


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
