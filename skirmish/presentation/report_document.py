"""Documents: sections of text, rows, tables and charts, independent of format.

`report_text`, `report_svg` and `report_html` render reports; the side panel and line mode render
rows. Every name in a document comes from outside and must be shown literally.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum, auto
from fractions import Fraction

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.geometry import Tile


@frozen
class Lines:
    """Sentences."""

    texts: tuple[str, ...]


class Tone(Enum):
    """The meaning of a text to its reader; its look is up to the renderer."""

    PLAIN = auto()
    STRONG = auto()
    QUIET = auto()
    HARM = auto()
    NOTE = auto()
    WARNING = auto()


@frozen
class Row:
    """A label and its value; a row without a value is a sentence.

    `change`: the change of the value in percentage points, 0 for none. `short_label` replaces the
    label if there is little room. `fact`: label and value are not cut, so they may need a line
    each. `single`: it is cut to one line. `shares`: chances that may be drawn as a bar, the worst
    outcome first; the rest of 1 is the chance of nothing. `share`: one chance of several that may
    be drawn below each other. `gauge`: what is left of a number, and its maximum, which may be
    drawn as a bar. `details`: parts that follow the value, as many as there is room for. `brief`:
    the label in one line with other rows, "" if it is left out there; `note`: text that follows the
    value there. `indent`: the columns of indentation of a row that belongs to the one above.
    """

    label: str
    value: str = ""
    tone: Tone = Tone.PLAIN
    value_tone: Tone = Tone.PLAIN
    change: int = 0
    short_label: str = ""
    fact: bool = False
    single: bool = False
    shares: tuple[Fraction, ...] = ()
    share: Fraction | None = None
    gauge: tuple[int, int] | None = None
    details: tuple[str, ...] = ()
    brief: str = ""
    note: str = ""
    indent: int = 0

    @property
    def changed_value(self) -> str:
        """The value with its change: `effect 42% (+5)`."""
        return f"{self.value} ({self.change:+d})" if self.change else self.value


class Priority(IntEnum):
    """How long rows are kept if there is little room: the last ones longest."""

    DETAIL = 0
    SPARE = 1
    GAIN = 2
    RISK = 3
    OWN = 4


@frozen
class Rows:
    """Rows under a title, if they have one; `tone` is that of the title.

    `brief`: the title in one line with its rows, then a shorter one for less room; `counted`: the
    title says how many rows there are.
    """

    rows: tuple[Row, ...]
    title: str = ""
    tone: Tone = Tone.PLAIN
    priority: Priority = Priority.SPARE
    brief: tuple[str, str] = ("", "")
    counted: bool = False

    @property
    def groups(self) -> tuple[tuple[Row, ...], ...]:
        """Each row with those that belong to it."""
        found: list[list[Row]] = []
        for row in self.rows:
            if found and row.indent:
                found[-1].append(row)
            else:
                found.append([row])
        return tuple(map(tuple, found))


def row_sentence(group: Sequence[Row]) -> str:
    """A row and those that belong to it, as a sentence: `r1 Ann 42% effect: downed 6% (rifle)`."""
    head, *rest = group
    told = "; ".join(filter(None, (*head.details, *(_words(row, Tone.QUIET) for row in rest))))
    return f"{_words(head)}: {told}" if told else _words(head)


def _words(row: Row, aside: Tone | None = None) -> str:
    """A label with its value, which stands in brackets if its tone is `aside`."""
    value = row.changed_value
    value = f"({value})" if value and row.value_tone is aside else value
    effect = "effect" if row.shares or row.details else ""
    return " ".join(filter(None, (row.label, value, effect)))


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
    unit: str = "worth"


@frozen
class DivergingBars:
    """A bar to the right for a positive value, to the left for a negative one."""

    rows: tuple[tuple[str, Fraction], ...]
    unit: str = "worth"


@frozen
class HeatMap:
    """How often something happened on tiles of a board."""

    board: Board
    times: Mapping[Tile, int]


Block = Lines | Rows | Table | BarChart | DivergingBars | HeatMap


@frozen
class Section:
    """A heading and its blocks.

    `name`: a short title by which a player can select it. `main`: part of a short report.
    """

    title: str
    blocks: tuple[Block, ...]
    name: str = ""
    main: bool = False


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
    """A number with one decimal place, rounded as `Fraction` rounds: a half to the even tenth."""
    text = f"{round(10 * value) / 10:.1f}"
    return "0.0" if text == "-0.0" else text


def format_signed(value: Fraction) -> str:
    """A number with one decimal place and its sign."""
    text = format_tenths(value)
    return f"+{text}" if value > 0 and text != "0.0" else text
