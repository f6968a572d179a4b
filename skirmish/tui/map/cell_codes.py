"""Painted cells as text with escape sequences, all cells of an update at once.

A colour is sent where it changes. Every cell has as many bytes as the longest sequence needs;
unused bytes are zero and are removed at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rich.color import Color, ColorSystem

Numbers = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]
_Band = tuple[Bytes, Bytes]
"""The lowest and the highest colour of each cell: [channel, cell]."""

SHAPES = frozenset([" ", "·", "●", *map(chr, range(0x2580, 0x25A0))])
"""Characters that are drawn as they are; all others are letters or signs and become bold."""
DEADBAND = 8
"""Maximum difference per channel at which the previous colour is used instead of the wanted one."""
_DIMMEST, _STEP = 2, 12
"""The same for a channel of 0, and the light by which it grows by 1: a difference between dark
colours is more visible than one between light colours."""
LONGEST = 16
"""Maximum cells in one colour before another is searched: each more is a pass over all cells."""
_LAST = 255
DEADBANDS = np.minimum(DEADBAND, _DIMMEST + np.arange(256) // _STEP).astype(np.uint8)
"""The deadband of a channel, by its light."""
_TEN, _HUNDRED = 10, 100
_SPACE, _UPPER, _LOWER = ord(" "), ord("▀"), ord("▄")
_KEPT = 0x3000
"""The first character whose bytes are not precomputed."""
_BOLD, _INK, _GROUND, _SIGN, _ALL = 2, 5, 22, 40, 44
"""Where the parts of a cell begin in its bytes, after the two that introduce a sequence; its end.

A sign has four bytes at a multiple of four, so that it is copied as one number.
"""
_RESET = b"\x1b[0m"


def _byte_rows(words: Sequence[str], width: int) -> Bytes:
    """The bytes of words of at most `width` bytes, padded with zeros."""
    packed = np.array([word.encode(errors="replace") for word in words], f"S{width}")
    return packed.view(np.uint8).reshape(-1, width)


_NUMBERS = _byte_rows([f"{number};" for number in range(_LAST + 1)], 4)
_SIGNS = _byte_rows([chr(code) for code in range(_KEPT)], _ALL - _SIGN).view(np.uint32)[:, 0]
_HEAVY = np.array([chr(code) not in SHAPES for code in range(_KEPT)])


def encoded(cells: Numbers, starts: Sequence[int], before: Sequence[str], *, exact: bool) -> str:
    """Runs of painted cells as text; colours may be off by the deadband, and half blocks flipped.

    Args:
        cells: Characters, inks and grounds (0xRRGGBB): [3, cell].
        starts: The first cell of each run, beginning with 0.
        before: Text sent before each run.
        exact: Send colours as numbers of the palette of 256, without replacing any.
    """
    rows = _cell_bytes(cells, exact=exact).tobytes()
    parts = [
        part
        for (start, end), move in zip(pairwise((*starts, cells.shape[1])), before, strict=True)
        for part in (move.encode(), rows[_ALL * start : _ALL * end])
    ]
    return b"".join((*parts, _RESET)).translate(None, b"\0").decode()


def _cell_bytes(cells: Numbers, *, exact: bool) -> Bytes:
    """The bytes of each cell: [cell, byte]."""
    chars, inks, grounds = cells[0], _channels(cells[1]), _channels(cells[2])
    high, low = np.maximum(inks, grounds), np.minimum(inks, grounds)
    # Both halves are drawn as one where a single colour is near enough to both.
    one = (chars == _UPPER) & _everywhere(high - low <= (0 if exact else DEADBANDS[low] * 3 // 2))
    blank = one | (chars == _SPACE)
    halves = (chars == _UPPER) & ~one
    turned = _turned(inks, grounds, halves, 0 if exact else DEADBAND)
    chars = np.where(turned, np.uint32(_LOWER), chars)
    inks, grounds = np.where(turned, grounds, inks), np.where(turned, inks, grounds)
    found = np.zeros((cells.shape[1], _ALL), np.uint8)
    end = np.zeros(len(found), np.uint8)
    _write_signs(found, end, chars, blank)
    tops = np.array((inks, np.where(one, high, grounds)))
    lows = np.array((inks, np.where(one, low, grounds)))
    lowest, highest = (tops, lows) if exact else _band(tops, lows)
    lowest[0, :, blank], highest[0, :, blank] = 0, _LAST  # any ink will do
    lengths = _lengths(lowest, highest)
    for plane, at in enumerate((_INK, _GROUND)):
        runs = _runs(lowest[plane], highest[plane], lengths[plane])
        _write_colours(found, end, at, *runs, exact=exact)
    coded = np.flatnonzero(end)
    found[coded, 0], found[coded, 1] = ord("\x1b"), ord("[")
    found[coded, end[coded]] = ord("m")
    return found


def _turned(inks: Bytes, grounds: Bytes, halves: Flags, deadband: int) -> Flags:
    """Which upper halves are sent as lower ones, because the cell before has the colours that way.

    After a blank only its ground counts. In a row of halves each one turns if the one before does,
    unless the colours cross.
    """
    crossed = _near(inks[:, 1:], grounds[:, :-1], deadband).astype(np.int8)
    straight = _near(grounds[:, 1:], grounds[:, :-1], deadband).astype(np.int8)
    begins = ~halves[:-1]
    crossed += _near(grounds[:, 1:], inks[:, :-1], deadband) & ~begins
    straight += _near(inks[:, 1:], inks[:, :-1], deadband) & ~begins
    turns = crossed > straight
    turns = np.concatenate(([False], turns)) & halves
    begins = np.concatenate(([True], begins))
    count = np.cumsum(turns)
    before = np.maximum.accumulate(np.where(begins, count - turns, 0))
    found: Flags = halves & ((count - before) % 2 == 1)
    return found


def _near(colours: Bytes, others: Bytes, deadband: int) -> Flags:
    """Where colours are near each other."""
    high, low = np.maximum(colours, others), np.minimum(colours, others)
    return _everywhere(high - low <= deadband)


def _channels(colours: Numbers) -> Bytes:
    """Red, green and blue of colours: [channel, cell]."""
    return np.array((colours >> 16, colours >> 8, colours)).astype(np.uint8)


def _everywhere(channels: Flags) -> Flags:
    """Where a condition holds in all three channels."""
    found: Flags = channels[0] & channels[1] & channels[2]
    return found


def _band(high: Bytes, low: Bytes) -> _Band:
    """The range of colours that are near both of two colours."""
    near = DEADBANDS[low]
    return np.maximum(high, near) - near, np.minimum(low, _LAST - near) + near


def _write_signs(found: Bytes, end: Bytes, chars: Numbers, blank: Flags) -> None:
    """Write characters, and weights where they change; `end` moves after what is written."""
    drawn = np.where(blank, np.uint32(_SPACE), chars)
    kept = np.minimum(drawn, _KEPT - 1)
    found.view(np.uint32)[:, _SIGN // 4] = _SIGNS[kept]
    for place in np.flatnonzero(drawn >= _KEPT).tolist():
        found[place, _SIGN:] = _byte_rows([chr(int(drawn[place]))], _ALL - _SIGN)[0]
    seen = np.flatnonzero(~blank)
    heavy = _HEAVY[kept[seen]]
    changes = np.flatnonzero(np.diff(heavy, prepend=False))
    for place, bold in zip(seen[changes].tolist(), heavy[changes].tolist(), strict=True):
        code = b"1;" if bold else b"22;"
        found[place, _BOLD : _BOLD + len(code)] = list(code)
        end[place] = _BOLD + len(code) - 1


def _write_colours(
    found: Bytes, end: Bytes, at: int, starts: Places, colours: Bytes, *, exact: bool
) -> None:
    """Write colours from some cells on; `end` moves after what is written."""
    kind = b"3" if at == _INK else b"4"
    if exact:
        numbers, head = _palette_numbers(colours), kind + b"8;5;"
    else:
        numbers, head = colours, kind + b"8;2;"
    tail = np.concatenate([_NUMBERS[part] for part in numbers], axis=1)
    first = at + len(head)
    found[starts, at:first] = list(head)
    found[starts, first : first + tail.shape[1]] = tail
    last = numbers[-1]
    end[starts] = first + tail.shape[1] - 1 - (last < _TEN).astype(np.uint8) - (last < _HUNDRED)


def _runs(low: Bytes, high: Bytes, lengths: Bytes) -> tuple[Places, Bytes]:
    """Where a colour within a band must change, and the colours, as few as possible.

    No colour is sent where the band includes all colours.
    """
    steps = lengths.tobytes()  # whose items are plain numbers
    starts, place = [], 0
    while place < len(steps):
        starts.append(place)
        place += steps[place]
    first = np.array(starts, np.intp)
    lowest, highest = (
        join.reduceat(part, first, axis=1) for join, part in ((np.maximum, low), (np.minimum, high))
    )
    bound = ~_everywhere(highest - lowest == _LAST)
    first, lowest, highest = first[bound], lowest[:, bound], highest[:, bound]
    colours = lowest + (highest - lowest >> 1)
    changed = np.ones(len(first), np.bool_)
    changed[1:] = (colours[:, 1:] != colours[:, :-1]).any(axis=0)
    return first[changed], colours[:, changed]


def _lengths(low: Bytes, high: Bytes) -> Bytes:
    """For each cell the number of cells from it on that can share a colour, at most `LONGEST`."""
    planes, channels, cells = low.shape
    # Each channel is followed by cells that fit nothing, so that all form one row of bytes.
    bounds = np.empty((2, planes, channels, cells + LONGEST), np.uint8)
    bounds[0, ..., :cells], bounds[1, ..., :cells] = low, high
    bounds[0, ..., cells:], bounds[1, ..., cells:] = _LAST, 0
    first, last = bounds.reshape(2, -1)
    lowest, highest = first.copy(), last.copy()
    found = np.ones((planes, cells), np.uint8)
    still = np.ones((planes, cells), np.bool_)
    for step in range(1, LONGEST):
        np.maximum(lowest[:-step], first[step:], out=lowest[:-step])
        np.minimum(highest[:-step], last[step:], out=highest[:-step])
        fits = (lowest <= highest).reshape(planes, channels, -1)[:, :, :cells]
        still &= fits[:, 0] & fits[:, 1] & fits[:, 2]
        if not np.count_nonzero(still):
            break
        found += still
    return found


def _palette_numbers(colours: Bytes) -> Bytes:
    """The numbers of some colours in the palette of 256: [1, colour]."""
    red, green, blue = colours.astype(np.uint32)
    each, which = np.unique(red << 16 | green << 8 | blue, return_inverse=True)
    return np.array([[index_of(colour) for colour in each.tolist()]], np.uint8)[:, which]


@cache
def _palette() -> dict[int, int]:
    """The number of each of the 240 fixed colours of a terminal with 256; greys come last."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = {
        red << 16 | green << 8 | blue: 16 + 36 * r + 6 * g + b
        for r, red in enumerate(steps)
        for g, green in enumerate(steps)
        for b, blue in enumerate(steps)
    }
    return cube | {(8 + 10 * n) * 0x010101: 232 + n for n in range(24)}


def index_of(colour: int) -> int:
    """The number of a colour, or of the nearest one, among a terminal's 256."""
    number = _palette().get(colour)
    if number is None:
        near = colour_of(colour).downgrade(ColorSystem.EIGHT_BIT)
        number = near.number or 0
    return number


def colour_of(number: int) -> Color:
    """A colour 0xRRGGBB as Rich's `Color`."""
    return Color.from_rgb(number >> 16, number >> 8 & 255, number & 255)
