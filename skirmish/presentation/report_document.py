"""The report document: sections of text, tables and charts, independent of format.

`report_text`, `report_svg` and `report_html` render it. Every name in it is outside text, to be
shown as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.geometry import Tile


@frozen
class Lines:
    """Sentences."""

    texts: tuple[str, ...]


@frozen
class Table:
    """A head and rows; the first column is left-aligned, the others right-aligned.

    `short_head` replaces the head in narrow output; `optional` lists columns to drop in still
    narrower output, in order.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    short_head: tuple[str, ...] = ()
    optional: tuple[int, ...] = ()


@frozen
class BarChart:
    """A bar for each series in each row, all on one scale; `series` are their names."""

    series: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Fraction, ...]], ...]
    unit: str = "points"


@frozen
class DivergingBars:
    """A bar to the right for a positive value, to the left for a negative one."""

    rows: tuple[tuple[str, Fraction], ...]
    unit: str = "points"


@frozen
class HeatMap:
    """How often something happened on tiles of a board."""

    board: Board
    times: Mapping[Tile, int]


Block = Lines | Table | BarChart | DivergingBars | HeatMap


@frozen
class Section:
    """A heading and its blocks."""

    title: str
    blocks: tuple[Block, ...]


@frozen
class ReportDocument:
    """A report: title, subtitle, the scope of its knowledge, and sections."""

    title: str
    subtitle: str
    scope: str
    sections: tuple[Section, ...]


def format_number(value: Fraction | int) -> str:
    """A number with one decimal place, or none for whole numbers."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{exact.numerator / exact.denominator:.1f}"


def format_tenths(value: Fraction) -> str:
    """A number with one decimal place."""
    text = f"{value.numerator / value.denominator:.1f}"
    return "0.0" if text == "-0.0" else text


def format_signed(value: Fraction) -> str:
    """A number with one decimal place and its sign."""
    text = format_tenths(value)
    return f"+{text}" if value > 0 and text != "0.0" else text
