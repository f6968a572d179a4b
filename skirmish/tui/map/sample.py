"""A piece of map that is no battle: what a theme and a set of marks look like."""

from __future__ import annotations

import numpy as np

from skirmish.core.board.terrain import TERRAIN
from skirmish.core.geometry import Facing
from skirmish.tui.map.cells import Cells
from skirmish.tui.map.glyphs import Glyphs, ground_ink, ground_pair, soil
from skirmish.tui.map.ground import COLUMNS
from skirmish.tui.map.paint import BOLD, INK_MASK, LEVEL, OVER, SOIL, UNDERLINE, UNSEEN, Ink, Over

_ROWS = (
    "..T.~~...#####",
    ".TT..~~..#,,,#",
    "...o..~.../,,#",
    "..:.......#,,#",
    "....--....####",
    "..............",
)
_FIGURES = (
    (2, 3, "B", Facing.E, Ink.BLUE | BOLD, Over.CHOSEN),
    (4, 3, "M", Facing.NE, Ink.BLUE, Over.NOTHING),
    (11, 2, "r", Facing.W, Ink.RED | BOLD | UNDERLINE, Over.TARGET),
    (8, 1, "m", Facing.SW, Ink.RED, Over.NOTHING),
)
_REACH = ((3, 2), (3, 4), (2, 4), (1, 3), (4, 4), (1, 4))
_PATH = ((5, 3), (6, 3), (7, 3))
_HIGH = 3
_FOG = 12


def sample(glyphs: Glyphs) -> Cells:
    """Ground, heights, figures of both sides, what lies over it, ground out of sight."""
    shape = (len(_ROWS), len(_ROWS[0]), COLUMNS)
    kinds = [TERRAIN[char] for char in "".join(_ROWS)]
    text = "".join(ground_pair(kind, glyphs) for kind in kinds)
    chars = np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(shape).copy()
    inks = np.array([ground_ink(kind) | soil(kind) << SOIL for kind in kinds], np.uint32)
    paints = np.repeat(inks, COLUMNS).reshape(shape)
    paints[:2, :_HIGH] |= 4 << LEVEL
    paints[:, _FOG:] |= UNSEEN
    for tiles, over, mark in ((_REACH, Over.REACH, glyphs.reach), (_PATH, Over.PATH, glyphs.path)):
        for x, y in tiles:
            paints[y, x] |= over << OVER
            chars[y, x, 1] = ord(mark)
    for x, y, glyph, facing, ink, over in _FIGURES:
        chars[y, x] = ord(glyph), ord(glyphs.arrows[facing])
        paints[y, x] = paints[y, x] & ~np.uint32(INK_MASK) | ink | over << OVER
    chars[4, 13] = ord("s"), ord(glyphs.lost)
    paints[4, 13] = Ink.LOST | UNSEEN
    return Cells(chars, paints)
