"""Rows of painted cells: strips that hold arrays and write their own escape sequences.

A strip of Textual is a list of segments with a style each; on a painted map nearly every cell would
be one. A `CellRow` keeps characters and colours as arrays, and becomes segments only for what asks
for them, such as a screenshot or a dialog that dims what lies below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console as RichConsole
    from tcod.console import Console

Numbers = NDArray[np.uint32]
_Drawn = tuple[str, list[int], list[int]]

SHAPES = frozenset([" ", "·", "●", *map(chr, range(0x2580, 0x25A0))])
"""Characters that are drawn as they are; all others are letters or signs, which are bold."""
_HALVES = " ▀"
_NO_COLOUR = -1 << 40
_EACH = 1 << 20 | 1 << 10 | 1
"""One in each channel of a spread colour."""
_SPACE = ord(" ")
_RESET, _BOLD, _LIGHT = "\x1b[0m", "1", "22"
_MOST_STYLES = 4096
ROW_DEADBAND = 8
"""How far each channel of a colour may be from the one before it in a row, to be drawn like it."""
_FIXED = "256"
"""Rich's name for the palette of 256 colours."""


@frozen(eq=False)
class CellFrame:
    """The cells of a window: characters, and inks and grounds as 0xRRGGBB; all are [y, x]."""

    chars: Numbers
    inks: Numbers
    grounds: Numbers
    flat: bool = False

    @classmethod
    def of(cls, console: Console, *, flat: bool = False) -> CellFrame:
        """The cells of a console; `flat` if its colours are of the palette of 256."""
        cells, inks = console.rgb, packed(console.rgb["fg"])
        return cls(cells["ch"].astype(np.uint32), inks, packed(cells["bg"]), flat)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        rows, columns = self.chars.shape
        return columns, rows

    def row(self, y: int) -> CellRow:
        """One row as a strip."""
        return CellRow(self.chars[y], self.inks[y], self.grounds[y], flat=self.flat)

    def changed_from(self, old: CellFrame) -> Iterator[tuple[int, int, int]]:
        """Rows that differ from those of a frame of the same size: row, first column, end."""
        differs = (self.chars != old.chars) | (self.grounds != old.grounds)
        differs |= (self.inks != old.inks) & (self.chars != _SPACE)
        for y in np.flatnonzero(differs.any(axis=1)).tolist():
            columns = np.flatnonzero(differs[y])
            yield y, int(columns[0]), int(columns[-1]) + 1


def packed(colours: NDArray[np.uint8]) -> Numbers:
    """Colours as numbers 0xRRGGBB; the last axis is red, green and blue."""
    wide = colours.astype(np.uint32)
    return cast("Numbers", wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2])


class CellRow(Strip):
    """A strip of painted cells, each one column wide."""

    __slots__ = ["_drawn", "_kept", "_whole", "chars", "flat", "grounds", "inks"]

    def __init__(
        self, chars: Numbers, inks: Numbers, grounds: Numbers, *, flat: bool = False
    ) -> None:
        """Hold the cells; the arrays are not copied and must not change.

        `flat`: the colours are of the palette of 256, and are sent as its numbers.
        """
        self._kept: list[Segment] | None = None
        self._drawn: _Drawn | None = None
        self._whole: tuple[CellRow, slice] | None = None
        self.chars, self.inks, self.grounds, self.flat = chars, inks, grounds, flat
        super().__init__((), len(chars))

    @property
    def _segments(self) -> list[Segment]:
        if self._kept is None:
            self._kept = list(self._runs())
        return self._kept

    @_segments.setter
    def _segments(self, _none: list[Segment]) -> None:
        """Textual sets its list when a strip is made; here it is made when it is asked for."""

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
        """Compare cells, or segments with those of another strip."""
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
        """Whether there is any cell."""
        return len(self.chars) > 0

    def crop(self, start: int, end: int | None = None) -> Strip:
        """The cells from a column up to another."""
        start, last = max(0, start), len(self.chars) if end is None else end
        if start == 0 and last >= len(self.chars):
            return self
        part = slice(start, max(start, last))
        cropped = CellRow(self.chars[part], self.inks[part], self.grounds[part], flat=self.flat)
        cropped._whole = self, part
        return cropped

    def _cells(self) -> _Drawn:
        """Signs and spread colours; those of a part are taken from its row, worked out once."""
        if self._drawn is None:
            if self._whole is None:
                inks = np.where(self.chars == _SPACE, self.grounds, self.inks)
                self._drawn = self.text, _spread(inks).tolist(), _spread(self.grounds).tolist()
            else:
                row, part = self._whole
                text, upper, lower = row._cells()  # noqa: SLF001 - of the same class
                self._drawn = text[part], upper[part], lower[part]
        return self._drawn

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The parts that end at each of these columns."""
        parts, start = [], 0
        for cut in cuts:
            parts.append(self.crop(start, cut))
            start = cut
        return parts

    def render(self, console: RichConsole) -> str:
        """The cells as text with escape sequences; a colour is sent where it changes."""
        if console.no_color or console.color_system not in _CODES:
            return super().render(console)
        system = _FIXED if self.flat else console.color_system
        ink_code, ground_code = _CODES[system]
        written: list[str] = []
        last_ink = last_ground = _NO_COLOUR
        bold = False
        deadband = 0 if system == _FIXED else ROW_DEADBAND
        for char, ink, ground in _with_kept_colours(*self._cells(), deadband):
            codes: list[str] = []
            if char != " " and (char not in SHAPES) is not bold:
                bold = not bold
                codes.append(_BOLD if bold else _LIGHT)
            if ink != last_ink:
                codes.append(ink_code(ink))
                last_ink = ink
            if ground != last_ground:
                codes.append(ground_code(ground))
                last_ground = ground
            written.append(f"\x1b[{';'.join(codes)}m{char}" if codes else char)
        return "".join([*written, _RESET]) if written else ""


def _spread(colours: Numbers) -> Numbers:
    """Colours with two bits free above each channel, so that one sum compares all three."""
    wide = (colours & 0xFF0000) << 4 | (colours & 0xFF00) << 2 | colours & 0xFF
    return cast("Numbers", wide)


def _joined(colour: int) -> int:
    """A spread colour as 0xRRGGBB."""
    return colour >> 4 & 0xFF0000 | colour >> 2 & 0xFF00 | colour & 0xFF


def _with_kept_colours(
    text: str, inks: Sequence[int], grounds: Sequence[int], deadband: int
) -> Iterator[tuple[str, int, int]]:
    """The cells of a row, halves and blanks drawn so that few colours change from cell to cell.

    Colours are spread; a blank has its ground as ink. One that is near the one before is drawn like
    it, by up to `deadband` (a power of two, or 0) in each channel. Halves that are near each other
    are drawn as one. A new colour goes halfway to the one after, where that makes both near.
    """
    near = bias, far = _band(deadband)
    wider = _band(2 * deadband)
    kept_ink = kept_ground = _NO_COLOUR
    after = zip((*inks[1:], _NO_COLOUR), (*grounds[1:], _NO_COLOUR), strict=True)
    for char, ink, ground, nexts in zip(text, inks, grounds, after, strict=True):
        ink_after, ground_after = nexts
        ink_near = not (ink - kept_ink + bias) & far
        ground_near = not (ground - kept_ground + bias) & far
        drawn = char, ink, ground, ink_near, ground_near
        if char in _HALVES:
            over = not (ink - kept_ground + bias) & far
            under = not (ground - kept_ink + bias) & far
            alike = not (ink - ground + bias) & far
            drawn = _block(ink, ground, (ink_near, ground_near), (under, over), alike=alike)
        sign, ink_drawn, ground_drawn, ink_near, ground_near = drawn
        if sign == "▄":
            ground_after, ink_after = nexts
        if not ink_near:
            kept_ink = _towards(ink_drawn, ink_after, wider)
        if not ground_near:
            merged = sign == " " and ink != ground  # halfway between two already
            kept_ground = _towards(ground_drawn, ground_after, near if merged else wider)
        yield sign, kept_ink, kept_ground


def _block(
    upper: int, lower: int, near: tuple[bool, bool], swapped: tuple[bool, bool], *, alike: bool
) -> tuple[str, int, int, bool, bool]:
    """How the halves of a cell are drawn: sign, ink, ground, and which of the two is kept.

    Args:
        upper: The colour of the upper half.
        lower: That of the lower half.
        near: Whether the upper half is near the kept ink, and the lower near the kept ground.
        swapped: Whether the lower half is near the kept ink, and the upper near the kept ground.
        alike: Whether the halves are near each other.
    """
    under, over = swapped
    if near[1] and over:
        return " ", upper, lower, True, True
    if near[0] and under and not near[1]:
        return "█", upper, lower, True, True
    if alike and not (near[0] and near[1]):
        return " ", upper, _middle(upper, lower), True, False
    if under + over > near[0] + near[1]:
        return "▄", lower, upper, under, over
    return "▀", upper, lower, *near


def _band(width: int) -> tuple[int, int]:
    """What is added to a difference of spread colours, and the bits that it has if it is wider."""
    return width * _EACH, ~((2 * width - 1) * _EACH) if width else ~0


def _towards(colour: int, after: int, band: tuple[int, int]) -> int:
    """A colour, or the one halfway to the next where their difference is within a band."""
    bias, far = band
    return colour if (after - colour + bias) & far else _middle(colour, after)


def _middle(one: int, other: int) -> int:
    return one + other >> 1 & 0xFF * _EACH


@lru_cache(maxsize=1 << 16)
def _true_ink(colour: int) -> str:
    return f"38;2;{colour >> 20};{colour >> 10 & 255};{colour & 255}"


@lru_cache(maxsize=1 << 16)
def _true_ground(colour: int) -> str:
    return f"48;2;{colour >> 20};{colour >> 10 & 255};{colour & 255}"


@lru_cache(maxsize=_MOST_STYLES)
def _palette_ink(colour: int) -> str:
    return f"38;5;{index_of(_joined(colour))}"


@lru_cache(maxsize=_MOST_STYLES)
def _palette_ground(colour: int) -> str:
    return f"48;5;{index_of(_joined(colour))}"


_CODES = {"truecolor": (_true_ink, _true_ground), _FIXED: (_palette_ink, _palette_ground)}
"""How spread inks and grounds are written, by Rich's name for the colours of a terminal."""


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
    """The number of a colour among the 256 of a terminal, of the nearest one if it is not there."""
    number = _palette().get(colour)
    if number is None:
        near = _colour(colour).downgrade(ColorSystem.EIGHT_BIT)
        number = near.number or 0
    return number


def _colour(number: int) -> Color:
    return Color.from_rgb(number >> 16, number >> 8 & 255, number & 255)


@lru_cache(maxsize=_MOST_STYLES)
def style_of(ink: int, ground: int, heavy: bool) -> Style:
    """The style of a cell for what takes segments."""
    return Style(color=_colour(ink), bgcolor=_colour(ground), bold=heavy or None)
