"""Lines wrapped to a width; separate from `panel_lines` so that pages need not import that."""

from __future__ import annotations

import re

from textual.content import Content

from skirmish.core.sanitize import display_width as columns

_BEFORE_TEXT = re.compile(r" *(?:· |\S(?:.*?[^ .!?])?  +)?")
"""What precedes the text of a line: blanks, a bullet, or a word set off by two blanks."""


def folded(line: Content, width: int) -> list[Content]:
    """A line wrapped to a width; further rows keep its indentation."""
    if line.cell_length <= width:
        return [line]
    indent = min(len(line.plain) - len(line.plain.lstrip(" ")), width // 2)
    rest = line[indent:].wrap(width - indent)
    return [Content(" " * indent) + part for part in rest]


def hung(line: Content, width: int) -> list[Content]:
    """A line wrapped to a width; further rows are aligned with its text, after any bullet."""
    if line.cell_length <= width:
        return [line]
    before = _BEFORE_TEXT.match(line.plain)
    indent = before.end() if before is not None else 0
    return folded(line, width) if 2 * indent > width else _hung_at(line, width, indent)


def indented(line: Content, width: int, indent: int = 2) -> list[Content]:
    """A line wrapped to a width; further rows are indented."""
    return [line] if line.cell_length <= width else _hung_at(line, width, indent)


def begun(line: Content, width: int, more: str, rows: int = 1) -> Content:
    """A line, or as much of it as fits into some indented rows, followed by `more`."""
    parts = indented(line, width)
    if len(parts) <= rows:
        return line
    *whole, last = parts[:rows]
    last = folded(last, max(1, width - columns(more)))[0]
    return _joined([*whole, last]) + more


def _joined(rows: list[Content]) -> Content:
    """Rows as one line again."""
    first, *rest = (row.rstrip() for row in rows)
    return Content(" ").join(
        [first, *(row[len(row.plain) - len(row.plain.lstrip()) :] for row in rest)]
    )


def _hung_at(line: Content, width: int, indent: int) -> list[Content]:
    first, *rest = line[indent:].wrap(max(1, width - indent))
    return [line[:indent] + first, *(Content(" " * indent) + part for part in rest)]
