"""Lines of the side panel as they are written, and what a click on them does."""

from __future__ import annotations

from textual.content import Content

MARKED = "reverse"
"""How the chosen line is shown."""
NARROW = 12
"""Columns for which lines are written at least, should there be less."""


class Side:
    """The lines of the panel as they are written, and the actions of those that can be clicked."""

    def __init__(self, width: int) -> None:
        """Begin with an empty panel."""
        self.width = max(NARROW, width)
        self.lines: list[Content] = []
        self.actions: dict[int, str] = {}
        self.marked = 0

    def add(self, *lines: Content, action: str = "", marked: bool = False) -> None:
        """More lines, which stand for an action; the marked one must be seen."""
        first = len(self.lines)
        for line in lines:
            self.lines += folded(line, self.width)
        if action:
            self.actions |= dict.fromkeys(range(first, len(self.lines)), action)
        if marked:
            self.marked = len(self.lines) - 1

    def gap(self) -> None:
        """An empty line, but not at the top."""
        if self.lines:
            self.lines.append(Content(""))


def folded(line: Content, width: int) -> list[Content]:
    """A line on as many as it takes; what is indented stays so on all of them."""
    if line.cell_length <= width:
        return [line]
    indent = min(len(line.plain) - len(line.plain.lstrip(" ")), width // 2)
    rest = line[indent:].wrap(width - indent)
    return [Content(" " * indent) + part for part in rest]
