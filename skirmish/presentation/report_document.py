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
    """A head and rows; the first column stands left, all others right.

    `short` is a head for where there is little room; `spare` are columns to leave out where there
    is less, the first one first.
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
    """A bar to the right for what went better than expected, to the left for worse."""

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
    """A heading and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


@frozen
class ReportDocument:
    """A report: its title, what it is of, how much it tells, its parts."""

    title: str
    subtitle: str
    scope: str
    sections: tuple[Section, ...]


def format_number(value: Fraction | int) -> str:
    """A number with one place after the point, where it is not whole."""
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{exact.numerator / exact.denominator:.1f}"


def format_tenths(value: Fraction) -> str:
    """A number with one place after the point, in every case."""
    text = f"{value.numerator / value.denominator:.1f}"
    return "0.0" if text == "-0.0" else text


def format_signed(value: Fraction) -> str:
    """The same with its sign."""
    text = format_tenths(value)
    return f"+{text}" if value > 0 and text != "0.0" else text
