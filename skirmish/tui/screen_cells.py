"""The cells of a terminal as arrays, and what of a strip differs from them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from skirmish.tui.map.rows import CellRow, Numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

DEADBAND = 8
"""A painted cell keeps its colours where no channel of the new ones is farther off, of 255."""
GAP = 3
"""Equal cells between two runs that are written along: moving the cursor costs more."""
Flags = NDArray[np.bool_]

_PAINTED = 1 << 24
"""Marks the colours of painted cells, so that none is the number of a style."""
_MAX_STYLES = 1 << 16
_SPACE = ord(" ")


@frozen(eq=False)
class _Cells:
    """Cells as numbers: characters, and two numbers for the look of each.

    Of a painted cell these are ink and ground, else the number of a style and 0.
    """

    chars: Numbers
    inks: Numbers
    grounds: Numbers

    @classmethod
    def unknown(cls, shape: tuple[int, ...]) -> _Cells:
        """Cells that differ from all others."""
        chars, inks, grounds = np.zeros((3, *shape), np.uint32)
        return cls(chars, inks, grounds)

    def part(self, y: int, start: int, end: int) -> _Cells:
        """A part of a row; changes of it are changes of these cells."""
        span = y, slice(start, end)
        return _Cells(self.chars[span], self.inks[span], self.grounds[span])

    def take(self, other: _Cells, where: Any = ...) -> None:  # noqa: ANN401 - an index of numpy
        """Become the other cells there."""
        for mine, its in (
            (self.chars, other.chars),
            (self.inks, other.inks),
            (self.grounds, other.grounds),
        ):
            mine[where] = its[where]

    def differing(self, other: _Cells) -> Flags:
        """Where the other cells look different."""
        char, ink, ground = (
            mine != its
            for mine, its in (
                (self.chars, other.chars),
                (self.inks, other.inks),
                (self.grounds, other.grounds),
            )
        )
        found: Flags = char | ink | ground
        painted: Flags = found & ~char & ((self.grounds & other.grounds & _PAINTED) > 0)
        if painted.any():
            found &= ~(painted & _near(self.inks, other.inks) & _near(self.grounds, other.grounds))
        return found


def _near(a: Numbers, b: Numbers) -> Flags:
    """Whether colours are within the deadband."""
    near = np.ones(a.shape, np.bool_)
    for shift in (16, 8, 0):
        one, two = (colours >> shift & 255 for colours in (a, b))
        near &= np.maximum(one, two) - np.minimum(one, two) <= DEADBAND
    return near


class ScreenCells:
    """What stands in each cell of a terminal, where that is known."""

    def __init__(self, columns: int, rows: int) -> None:
        """Nothing is known yet."""
        self.size = columns, rows
        self._shown = _Cells.unknown((rows, columns))
        self._styles: dict[Style | None, int] = {}

    def forget(self) -> None:
        """Take all cells as unknown."""
        self._shown.chars[:] = 0
        self._styles.clear()

    @property
    def full(self) -> bool:
        """Whether there are more styles than are worth keeping."""
        return len(self._styles) > _MAX_STYLES

    def replaced(self, x: int, y: int, strip: Strip) -> Iterator[tuple[int, int, Strip]]:
        """The runs of a strip that do not stand there: column, row and cells; they do from now."""
        end = x + strip.cell_length
        if end > self.size[0] or not _even(strip):
            self._shown.chars[y] = 0
            yield x, y, strip
            return
        cells, shown = self._cells(strip), self._shown.part(y, x, end)
        differs = shown.differing(cells)
        shown.take(cells, differs)
        for start, stop in _runs(differs):
            yield x + start, y, strip.crop(start, stop)

    def _cells(self, strip: Strip) -> _Cells:
        """The cells of a strip, without what is not seen: the ink of blanks, links."""
        if isinstance(strip, CellRow):
            seen = np.where(strip.chars == _SPACE, strip.grounds, strip.inks)
            painted = np.uint32(_PAINTED)
            return _Cells(strip.chars, seen | painted, strip.grounds | painted)
        seen_segments = [(text, style) for text, style, control in strip if not control]
        text = "".join(text for text, _ in seen_segments)
        chars = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        inks = [self._number(_inked(style)) for _, style in seen_segments]
        blanks = [self._number(_ground(style)) for _, style in seen_segments]
        lengths = [len(text) for text, _ in seen_segments]
        looks = np.where(chars == _SPACE, np.repeat(blanks, lengths), np.repeat(inks, lengths))
        return _Cells(chars, looks.astype(np.uint32), np.zeros(len(chars), np.uint32))

    def _number(self, style: Style | None) -> int:
        return self._styles.setdefault(style, len(self._styles) + 1)


def _runs(differs: Flags) -> Iterator[tuple[int, int]]:
    """First column and end of the runs of cells that differ; small gaps are bridged."""
    columns = np.flatnonzero(differs)
    if not len(columns):
        return
    breaks = np.flatnonzero(np.diff(columns) > GAP + 1)
    starts = columns[np.concatenate(([0], breaks + 1))]
    ends = columns[np.concatenate((breaks, [len(columns) - 1]))] + 1
    yield from zip(starts.tolist(), ends.tolist(), strict=True)


def _even(strip: Strip) -> bool:
    """Whether each character takes one column: about others terminals do not agree."""
    if isinstance(strip, CellRow):
        return True
    texts = [text for text, _, control in strip if not control]
    return sum(map(len, texts)) == strip.cell_length and all(
        text.isascii() or all(cell_len(char) == 1 for char in dict.fromkeys(text)) for text in texts
    )


@lru_cache(maxsize=512)
def _inked(style: Style | None) -> Style | None:
    """A style without what only the mouse finds."""
    return style.clear_meta_and_links() if style and style.meta else style


@lru_cache(maxsize=512)
def _ground(style: Style | None) -> Style | None:
    """The style of blanks, without the colour and weight of letters that are not there."""
    if not style:
        return style
    lines = style.underline or style.underline2 or style.strike or style.overline or style.frame
    return _inked(style) if lines or style.reverse else Style.from_color(None, style.bgcolor)
