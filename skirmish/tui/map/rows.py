"""Rows of painted cells: strips that hold arrays and write their own escape sequences.

A strip of Textual is a list of segments with a style each; on a painted map nearly every cell would
be one. A `CellRow` keeps characters and colours as arrays, and makes segments only when they are
needed, for example for a screenshot or a dialog that dims the screen below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from skirmish.tui.map.cell_codes import SHAPES, Numbers, colour_of, encoded
from skirmish.tui.theme import PALETTE_256

if TYPE_CHECKING:
    from rich.console import Console as RichConsole
    from tcod.console import Console

_SPACE = ord(" ")
_MOST_STYLES = 4096


@frozen(eq=False)
class CellFrame:
    """The cells of a window: characters, and inks and grounds as 0xRRGGBB; all are [y, x]."""

    chars: Numbers
    inks: Numbers
    grounds: Numbers
    flat: bool = False

    @classmethod
    def of(cls, console: Console, *, flat: bool = False) -> CellFrame:
        """The cells of a console; `flat` if its colours are in the palette of 256."""
        # Each cell is its character, and red, green, blue and opacity of its ink and ground.
        cells = console.rgba.view(">u4").reshape(console.height, console.width, 3)
        inks, grounds = (cells[..., plane].astype(np.uint32) >> np.uint32(8) for plane in (1, 2))
        return cls(console.rgb["ch"].astype(np.uint32), inks, grounds, flat)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        rows, columns = self.chars.shape
        return columns, rows

    def row(self, y: int, first: int = 0, end: int | None = None) -> CellRow:
        """One row as a strip, from column `first` to before `end`."""
        part = y, slice(first, end)
        return CellRow(self.chars[part], self.inks[part], self.grounds[part], flat=self.flat)

    def widened(self, columns: int, ground: int) -> CellFrame:
        """The frame padded on its right with blank cells of a colour, to so many columns."""
        more = (0, 0), (0, columns - self.size[0])
        chars = np.pad(self.chars, more, constant_values=_SPACE)
        inks = np.pad(self.inks, more, constant_values=ground)
        return CellFrame(
            chars, inks, np.pad(self.grounds, more, constant_values=ground), flat=self.flat
        )

    def changed_from(self, old: CellFrame) -> Region | None:
        """The region that differs from a frame of the same size; None if there is none."""
        differs = (self.chars != old.chars) | (self.grounds != old.grounds)
        differs |= (self.inks != old.inks) & (self.chars != _SPACE)
        rows = np.flatnonzero(differs.any(axis=1)).tolist()
        if not rows:
            return None
        columns = np.flatnonzero(differs.any(axis=0)).tolist()
        return Region.from_corners(columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)


Piece = tuple[int, int, Strip]
"""A column, a row, and the strip that begins there."""


class CellRow(Strip):
    """A strip of painted cells, each one column wide."""

    __slots__ = ["_kept", "chars", "flat", "grounds", "inks"]

    def __init__(
        self, chars: Numbers, inks: Numbers, grounds: Numbers, *, flat: bool = False
    ) -> None:
        """Hold the cells; the arrays are not copied and must not change.

        `flat`: the colours are in the palette of 256, and are sent as its numbers.
        """
        self._kept: list[Segment] | None = None
        self.chars, self.inks, self.grounds, self.flat = chars, inks, grounds, flat
        self._cell_length = len(chars)

    def __getattr__(self, name: str) -> object:
        """Make Textual's own attributes of a strip when first used; most strips are only sent."""
        super().__init__((), len(self.chars))
        return object.__getattribute__(self, name)

    @property
    def _segments(self) -> list[Segment]:
        if self._kept is None:
            self._kept = list(self._runs())
        return self._kept

    @_segments.setter
    def _segments(self, _none: list[Segment]) -> None:
        """Ignore the list that Textual sets; the segments are made when first used."""

    def _runs(self) -> Iterator[Segment]:
        text = self.text
        heavy = [char not in SHAPES for char in text]
        looks = list(zip(self.inks.tolist(), self.grounds.tolist(), heavy, strict=True))
        start = 0
        for column in range(1, len(looks) + 1):
            if column == len(looks) or looks[column] != looks[start]:
                yield Segment(text[start:column], style_of(*looks[start]))
                start = column

    @property
    def text(self) -> str:
        """Its characters."""
        return self.chars.tobytes().decode("utf-32-le")

    def __eq__(self, other: object) -> bool:
        """Compare cells, or segments if the other strip has no cells."""
        if not isinstance(other, CellRow):
            return super().__eq__(other)
        return all(
            np.array_equal(mine, its)
            for mine, its in (
                (self.chars, other.chars),
                (self.inks, other.inks),
                (self.grounds, other.grounds),
            )
        )

    __hash__ = None  # type: ignore[assignment]  # as Textual's strips: lists have no hash

    def __bool__(self) -> bool:
        """Whether there are any cells."""
        return len(self.chars) > 0

    def crop(self, start: int, end: int | None = None) -> Strip:
        """The cells from one column to before another."""
        start, last = max(0, start), len(self.chars) if end is None else end
        if start == 0 and last >= len(self.chars):
            return self
        part = slice(start, max(start, last))
        return CellRow(self.chars[part], self.inks[part], self.grounds[part], flat=self.flat)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The parts that end at each of these columns."""
        parts, start = [], 0
        for cut in cuts:
            parts.append(self.crop(start, cut))
            start = cut
        return parts

    def render(self, console: RichConsole) -> str:
        """The cells as text with escape sequences; a colour is sent where it changes."""
        if not len(self.chars) or not writes_codes(console):
            return super().render(console)
        cells = np.array((self.chars, self.inks, self.grounds))
        return encoded(cells, [0], [""], exact=sends_numbers(console, flat=self.flat))


def writes_codes(console: RichConsole) -> bool:
    """Whether a terminal takes the colours of painted cells directly."""
    return not console.no_color and console.color_system in ("truecolor", PALETTE_256)


def sends_numbers(console: RichConsole, *, flat: bool) -> bool:
    """Whether colours are sent as numbers of the palette of 256; `flat` if they are in it."""
    return flat or console.color_system == PALETTE_256


@lru_cache(maxsize=_MOST_STYLES)
def style_of(ink: int, ground: int, heavy: bool) -> Style:
    """The style of a cell as part of a segment."""
    return Style(color=colour_of(ink), bgcolor=colour_of(ground), bold=heavy or None)
