"""The cells of a terminal as arrays, and the parts of strips that differ from them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from skirmish.tui.map.cell_codes import DEADBANDS, Numbers, Places, encoded
from skirmish.tui.map.rows import CellRow, sends_numbers, writes_codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from skirmish.tui.map.rows import Piece

GAP = 3
"""Maximum gap of equal cells that is written between two runs: a cursor move costs more."""
Flags = NDArray[np.bool_]

_PAINTED = np.uint32(1 << 24)
"""Flag on the colours of painted cells, so that they differ from numbers of styles."""
_COLOURS = np.uint32(0xFFFFFF)
_MAX_STYLES = 1 << 16
_SPACE = ord(" ")


Cells = Numbers
"""Cells as three rows of numbers: characters, and two numbers for the look of each.

For a painted cell these are ink and ground, else the number of a style and 0.
"""


def _differing(shown: Cells, cells: Cells) -> Flags | None:
    """Where cells look different from those shown; None if nowhere."""
    changed = shown != cells
    if not np.count_nonzero(changed):
        return None
    char, ink, ground = changed
    found: Flags = char | ink | ground
    painted: Flags = found & ~char & ((shown[2] & cells[2] & _PAINTED) > 0)
    if np.count_nonzero(painted):
        painted &= ~_plain(cells)
        found &= ~(painted & _near(shown[1], cells[1]) & _near(shown[2], cells[2]))
    return found if np.count_nonzero(found) else None


def _plain(cells: Cells) -> Flags:
    """Blanks beside an equal one: on a plain area a slightly wrong colour would be visible."""
    blank: Flags = cells[0] == _SPACE
    alike = cells[2, 1:] == cells[2, :-1]
    beside = np.zeros_like(blank)
    beside[1:] |= alike
    beside[:-1] |= alike
    return blank & beside


def _near(a: Numbers, b: Numbers) -> Flags:
    """Where colours differ so little in every channel that a painted cell can keep its own."""
    near = np.ones(a.shape, np.bool_)
    for shift in (16, 8, 0):
        one, two = (colours >> shift & 255 for colours in (a, b))
        low = np.minimum(one, two)
        near &= np.maximum(one, two) - low <= DEADBANDS[low]
    return near


def painted_cells(rows: Sequence[CellRow]) -> Cells:
    """The cells of painted rows, one after the other."""
    chars, inks, grounds = (
        np.concatenate([getattr(row, part) for row in rows])
        for part in ("chars", "inks", "grounds")
    )
    seen = np.where(chars == _SPACE, grounds, inks)
    return np.array((chars, seen | _PAINTED, grounds | _PAINTED), np.uint32)


@frozen(eq=False)
class PaintedRuns:
    """Runs of painted cells, one after the other: each one's first cell and screen position."""

    cells: Cells
    starts: Sequence[int]
    corners: Sequence[tuple[int, int]]
    flat: bool

    def render(self, console: Console) -> str:
        """The runs as text, each after a move of the cursor to its place."""
        moves = [f"\x1b[{y + 1};{x + 1}H" for x, y in self.corners]
        if not moves:
            return ""
        if writes_codes(console):
            return encoded(
                self.cells, self.starts, moves, exact=sends_numbers(console, flat=self.flat)
            )
        ends = (*self.starts[1:], self.cells.shape[1])
        rows = (
            CellRow(*(self.cells[:, start:end] & _COLOURS), flat=self.flat)
            for start, end in zip(self.starts, ends, strict=True)
        )
        return "".join(move + row.render(console) for move, row in zip(moves, rows, strict=True))


class ScreenCells:
    """The known content of each cell of a terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        """Begin with all cells unknown."""
        self.size = columns, rows
        self._shown: Cells = np.zeros((3, rows, columns), np.uint32)
        self._styles: dict[Style | None, int] = {}
        self._looks: dict[Style | None, tuple[int, int]] = {}

    def forget(self) -> None:
        """Make all cells unknown."""
        self._shown[0] = 0
        self._styles.clear()
        self._looks.clear()

    @property
    def full(self) -> bool:
        """Whether there are more styles than are worth keeping."""
        return len(self._looks) > _MAX_STYLES

    def replaced(self, pieces: Iterable[Piece]) -> tuple[list[Piece], list[PaintedRuns]]:
        """Update the cells from pieces; return the parts that differ, painted runs separately."""
        painted: dict[bool, list[tuple[int, int, CellRow]]] = {}
        plain: list[Piece] = []
        doubtful: list[Piece] = []
        for x, y, strip in pieces:
            if x + strip.cell_length > self.size[0] or not _even(strip):
                doubtful.append((x, y, strip))
            elif isinstance(strip, CellRow):
                painted.setdefault(strip.flat, []).append((x, y, strip))
            else:
                plain.append((x, y, strip))
        unknown = [y for _, y, _ in doubtful]
        self._shown[0, unknown] = 0
        runs = [self._replaced_rows(rows, flat=flat) for flat, rows in painted.items()]
        doubtful.extend(self._replaced_strips(plain) if plain else ())
        self._shown[0, unknown] = 0
        return doubtful, runs

    def _replaced_strips(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        """The runs of strips that differ from the cells."""
        firsts, places = self._places(pieces)
        cells = self._cells([strip for _, _, strip in pieces])
        sent, starts = self._replace(firsts, places, cells)
        numbers = np.searchsorted(firsts, sent[starts], side="right") - 1
        first = sent[starts] - firsts[numbers]
        lengths = np.diff(starts, append=len(sent))
        for number, start, length in zip(
            numbers.tolist(), first.tolist(), lengths.tolist(), strict=True
        ):
            x, y, strip = pieces[number]
            yield x + start, y, strip.crop(start, start + length)

    def _replaced_rows(
        self, rows: Sequence[tuple[int, int, CellRow]], *, flat: bool
    ) -> PaintedRuns:
        """The runs of painted rows that differ from the cells."""
        firsts, places = self._places(rows)
        cells = painted_cells([row for _, _, row in rows])
        sent, starts = self._replace(firsts, places, cells)
        begin = places[sent[starts]].tolist()
        corners = [divmod(place, self.size[0])[::-1] for place in begin]
        return PaintedRuns(cells[:, sent], starts.tolist(), corners, flat)

    def _places(self, pieces: Sequence[Piece]) -> tuple[Places, Places]:
        """The number of each piece's first cell, and the position of every cell on the screen."""
        lengths = [strip.cell_length for _, _, strip in pieces]
        firsts = np.cumsum([0, *lengths])
        offsets = [y * self.size[0] + x for x, y, _ in pieces] - firsts[:-1]
        return firsts, np.arange(firsts[-1]) + np.repeat(offsets, lengths)

    def _replace(self, firsts: Places, places: Places, cells: Cells) -> tuple[Places, Places]:
        """Store cells at their places; return those to send, and where runs of them begin."""
        shown = self._shown.reshape(3, -1)
        differs = _differing(shown[:, places], cells)
        if differs is None:
            return places[:0], places[:0]
        sent, starts = _joined_runs(np.flatnonzero(differs), firsts)
        shown[:, places[sent]] = cells[:, sent]
        return sent, starts

    def _cells(self, strips: Iterable[Strip]) -> Cells:
        """The cells of strips, without what is invisible: the ink of blanks, links."""
        seen_segments = [
            (text, self._look(style))
            for strip in strips
            for text, style, control in strip
            if not control
        ]
        text = "".join([text for text, _ in seen_segments])
        cells: Cells = np.zeros((3, len(text)), np.uint32)
        cells[0] = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        looks = np.array([look for _, look in seen_segments], np.uint32).reshape(-1, 2)
        inks, blanks = looks.repeat([len(text) for text, _ in seen_segments], axis=0).T
        cells[1] = np.where(cells[0] == _SPACE, blanks, inks)
        return cells

    def _look(self, style: Style | None) -> tuple[int, int]:
        """The numbers of a style, for letters and for blanks."""
        if (look := self._looks.get(style)) is None:
            look = self._number(_inked(style)), self._number(_ground(style))
            self._looks[style] = look
        return look

    def _number(self, style: Style | None) -> int:
        return self._styles.setdefault(style, len(self._styles) + 1)


def _joined_runs(places: Places, firsts: Places) -> tuple[Places, Places]:
    """Cells joined across small gaps within a row, and where runs of them begin.

    Args:
        places: The cells.
        firsts: The first cell of each row.
    """
    rows = np.searchsorted(firsts, places, side="right")
    breaks = np.flatnonzero((np.diff(places) > GAP + 1) | (np.diff(rows) > 0)) + 1
    starts, ends = np.concatenate(([0], breaks)), np.concatenate((breaks, [len(places)])) - 1
    lengths = places[ends] - places[starts] + 1
    first = np.cumsum(lengths) - lengths
    sent = np.arange(lengths.sum()) + np.repeat(places[starts] - first, lengths)
    return sent, first


def _even(strip: Strip) -> bool:
    """Whether every character takes one column: terminals disagree about others."""
    if isinstance(strip, CellRow):
        return True
    texts = [text for text, _, control in strip if not control]
    return sum(map(len, texts)) == strip.cell_length and all(
        text.isascii() or all(cell_len(char) == 1 for char in dict.fromkeys(text)) for text in texts
    )


@lru_cache(maxsize=512)
def _inked(style: Style | None) -> Style | None:
    """A style without metadata and links."""
    return style.clear_meta_and_links() if style and style.meta else style


@lru_cache(maxsize=512)
def _ground(style: Style | None) -> Style | None:
    """The style of blanks, without the colour and weight of letters."""
    if not style:
        return style
    lines = style.underline or style.underline2 or style.strike or style.overline or style.frame
    return _inked(style) if lines or style.reverse else Style.from_color(None, style.bgcolor)
