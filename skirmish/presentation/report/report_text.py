"""A report document as plain text for terminals and files, readable without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from skirmish.core.sanitize import display_width as columns
from skirmish.presentation.report_document import (
    BarChart,
    Block,
    DivergingBars,
    HeatMap,
    Lines,
    ReportDocument,
    Rows,
    Table,
    format_number,
    format_signed,
)

BAR_MARKS, SHADED_MARKS = "=#*+", "█▒▓░"
"""The characters of the bars of each series, in ASCII and in Unicode."""
BETTER, WORSE, MIDDLE = ">", "<", "|"
WIDTH = 78
LEAST_WIDTH = 40
_LABEL = 24
_NAME = 18
"""Preferred columns for the names in a table."""
_HANG = 2
"""Columns by which the continuation lines of a name are indented."""
_LEAST_NAME = 6
"""Least columns for the names in a table."""
_MOST_TIMES = 9


@frozen
class TextRow:
    """A line of text; `heading` marks one that begins a section."""

    text: str
    heading: bool = False


def render_text(document: ReportDocument) -> str:
    """The report as a text file."""
    rows = [
        TextRow(document.title, heading=True),
        TextRow(document.subtitle),
        TextRow(document.scope),
        TextRow(""),
    ]
    rows += text_rows(document, WIDTH)
    lines = (f"{row.text}\n{'-' * columns(row.text)}" if row.heading else row.text for row in rows)
    return "".join(f"{line}".rstrip() + "\n" for line in lines)


def text_rows(
    document: ReportDocument, width: int = WIDTH, marks: str = BAR_MARKS
) -> list[TextRow]:
    """The sections of a report as lines of at most `width` columns, with bars of these marks."""
    width = max(LEAST_WIDTH, width)
    rows: list[TextRow] = []
    for part in document.sections:
        rows += (
            [TextRow(""), TextRow(part.title, heading=True)]
            if rows
            else [TextRow(part.title, heading=True)]
        )
        for place, block in enumerate(part.blocks):
            rows += [TextRow("")] if place else []
            rows += [TextRow(text) for text in block_lines(block, width, marks)]
    return rows


def block_lines(block: Block, width: int, marks: str = BAR_MARKS) -> Iterator[str]:
    """A block as lines."""
    match block:
        case Lines():
            for text in block.texts:
                yield from _wrapped(text, width)
        case Rows():
            yield from _row_lines(block, width)
        case Table():
            yield from _table(block, width)
        case BarChart():
            yield from _bar_chart(block, width, marks)
        case DivergingBars():
            yield from _diverging_bars(block, width)
        case HeatMap():
            yield from _heat_map(block, width)


def _row_lines(block: Rows, width: int) -> Iterator[str]:
    """Rows with their values in one column."""
    if block.title:
        yield block.title
    label = max((columns(row.label) for row in block.rows if row.value), default=0)
    for row in block.rows:
        text = f"{fit_columns(row.label, label)}  {row.changed_value}" if row.value else row.label
        yield from (text,) if columns(text) <= width else _wrapped(text, width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """A text wrapped at its spaces; continuation lines keep its indent."""
    indent = " " * (len(text) - len(text.lstrip()))
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else f"{indent}{word}"
        if line and columns(longer) > width:
            yield line
            longer = f"{indent}  {word}" if indent else word
        line = longer
    yield line


def fit_columns(text: str, width: int) -> str:
    """A text cut or padded to a number of columns."""
    if columns(text) > width:
        while text and columns(text) > width - 2:
            text = text[:-1]
        text += ".."
    return text + " " * max(0, width - columns(text))


def _table(table: Table, width: int) -> Iterator[str]:
    rows = _fitting_rows(table, width)
    widths = _widths(rows)
    widths[0] = max(_LEAST_NAME, min(widths[0], _first_column_room(widths, width)))
    for row in rows:
        # Long names are not cut: they continue below in their column.
        first, *rest = _hung(row[0], widths[0])
        cells = [fit_columns(first, widths[0])]
        cells += [
            " " * (wide - columns(cell)) + cell
            for cell, wide in zip(row[1:], widths[1:], strict=True)
        ]
        yield "  ".join(cells).rstrip()
        yield from rest


def _hung(text: str, width: int) -> list[str]:
    """A text broken into lines of a width, all but the first indented."""
    whole = _break_long_words(text, width)
    if columns(whole) <= width:
        return [whole]
    first = next(_wrapped(whole, width))
    rest = _break_long_words(text.removeprefix(first).strip(), width - _HANG)
    return [first, *(" " * _HANG + line for line in _wrapped(rest, width - _HANG))]


def _fitting_rows(table: Table, width: int) -> Sequence[Sequence[str]]:
    """Head and rows in the widest variant that fits: full head, short head, fewer columns."""
    whole = (table.head, *table.rows)
    heads = [whole] if not table.short_head else [whole, (table.short_head, *table.rows)]
    for count in range(len(table.optional)):
        out = table.optional[: count + 1]
        heads.append(
            tuple(tuple(c for at, c in enumerate(row) if at not in out) for row in heads[-1])
        )
    for rows in heads:
        widths = _widths(rows)
        if _first_column_room(widths, width) >= min(widths[0], _NAME):
            return rows
    return heads[-1]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(columns(row[at]) for row in rows) for at in range(len(rows[0]))]


def _first_column_room(widths: Sequence[int], width: int) -> int:
    """Columns left for the first column."""
    return width - sum(widths[1:]) - 2 * len(widths[1:])


def _break_long_words(text: str, width: int) -> str:
    """A text with spaces inserted into words that are longer than a width."""
    if all(columns(word) <= width for word in text.split()):
        return text
    pieces = []
    for word in text.split():
        rest = word
        while columns(rest) > width:
            at = max(n for n in range(1, len(rest)) if n == 1 or columns(rest[:n]) <= width)
            pieces.append(rest[:at])
            rest = rest[at:]
        pieces.append(rest)
    return " ".join(pieces)


def _bar_chart(bars: BarChart, width: int, marks: str) -> Iterator[str]:
    most = max((value for _, values in bars.rows for value in values), default=Fraction(0))
    names = [fit_columns(name, min(_LABEL, max(map(columns, bars.series)))) for name in bars.series]
    label = max(columns(label) for label, _ in bars.rows)
    room = max(8, width - label - columns(names[0]) - 8)
    yield f"{bars.unit}:"
    for text, values in bars.rows:
        for place, (name, value) in enumerate(zip(names, values, strict=True)):
            head = fit_columns(text if not place else "", label)
            bar = marks[place % len(marks)] * _bar_length(value, most, room)
            yield f"{head} {name} {bar} {format_number(value)}".replace("  ", "  ")


def _bar_length(value: Fraction, most: Fraction, room: int) -> int:
    """The length of a bar; at least one for a value other than zero."""
    if not value or not most:
        return 0
    return max(1, round(value / most * room))


def _diverging_bars(swings: DivergingBars, width: int) -> Iterator[str]:
    most = max((abs(value) for _, value in swings.rows), default=Fraction(0))
    label = min(_LABEL, max((columns(name) for name, _ in swings.rows), default=0))
    half = max(4, (width - label - 12) // 2)
    head = f"{swings.unit}, better ({BETTER}) or worse ({WORSE}) than expected:"
    yield from _wrapped(head, width)
    for name, value in swings.rows:
        length = _bar_length(abs(value), most, half)
        left = (WORSE * length if value < 0 else "").rjust(half)
        right = (BETTER * length if value > 0 else "").ljust(half)
        yield f"{fit_columns(name, label)} {left}{MIDDLE}{right} {format_signed(value)}"


def _heat_map(heat: HeatMap, width: int) -> Iterator[str]:
    """The part of the board with entries, one character for each tile."""
    caption = "how often each tile came under fire (+: more than nine); # cannot be entered"
    yield from _wrapped(caption, width)
    board = heat.board
    xs, ys = [x for x, _ in heat.times], [y for _, y in heat.times]
    left, right = max(0, min(xs) - 3), min(board.width - 1, max(xs) + 3)
    top, bottom = max(0, min(ys) - 2), min(board.height - 1, max(ys) + 2)
    # A map that is too wide is split into pieces, from left to right.
    for start in range(left, right + 1, width):
        end = min(right, start + width - 1)
        yield f"from {start},{top} to {end},{bottom}"
        for y in range(top, bottom + 1):
            yield "".join(_heat_mark(heat, (x, y)) for x in range(start, end + 1))


def _heat_mark(heat: HeatMap, tile: tuple[int, int]) -> str:
    if times := heat.times.get(tile, 0):
        return times_mark(times)
    return "." if heat.board.terrain(tile).cost else "#"


def times_mark(times: int) -> str:
    """One character for a count."""
    return str(times) if times <= _MOST_TIMES else "+"
