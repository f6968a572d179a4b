"""Lines of the side panel: how they are built, a figure's card, a tile, the roster.

Every line is a `Content` made from plain strings, never parsed as markup; widths are in columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.sanitize import display_width as columns
from skirmish.core.view import View
from skirmish.presentation.figure_rows import card_rows, last_seen_rows, tile_rows
from skirmish.presentation.figure_status import condition_words
from skirmish.presentation.report_document import Row, Rows, Tone
from skirmish.rulesets.ruleset import Ruleset
from skirmish.tui.map.glyphs import letter
from skirmish.tui.theme import FIRST_SIDE, SECOND_SIDE

MARKED = "reverse"
"""Style of the chosen line."""
NARROW = 12
"""Least width in columns that lines are written for."""
Lines = list[Content]

BAR = "="
TONES: Mapping[Tone, str] = {
    Tone.PLAIN: "",
    Tone.STRONG: "bold",
    Tone.QUIET: "dim",
    Tone.HARM: "$error",
    Tone.NOTE: "italic",
}
"""The style of each tone."""


class PanelLines:
    """Lines of the panel being written, with the actions of those that can be clicked."""

    def __init__(self, width: int) -> None:
        """Begin with an empty panel."""
        self.width = max(NARROW, width)
        self.lines: list[Content] = []
        self.actions: dict[int, str] = {}
        self.marked = 0

    def add(self, *lines: Content, action: str = "", marked: bool = False) -> None:
        """Add lines with an action; the marked one must stay visible."""
        first = len(self.lines)
        for line in lines:
            self.lines += folded(line, self.width)
        if action:
            self.actions |= dict.fromkeys(range(first, len(self.lines)), action)
        if marked:
            self.marked = len(self.lines) - 1

    def gap(self) -> None:
        """Add an empty line, except at the top."""
        if self.lines:
            self.lines.append(Content(""))


def folded(line: Content, width: int) -> list[Content]:
    """A line wrapped to a width, its indentation kept."""
    if line.cell_length <= width:
        return [line]
    indent = min(len(line.plain) - len(line.plain.lstrip(" ")), width // 2)
    rest = line[indent:].wrap(width - indent)
    return [Content(" " * indent) + part for part in rest]


def plain(text: str, style: str = "") -> Content:
    """Plain text in one style."""
    return Content.styled(text, style)


def clipped(text: str, width: int) -> str:
    """Text cut to a width, with dots if anything is missing."""
    if columns(text) <= width:
        return text
    kept = text
    while kept and columns(kept) > width - 2:
        kept = kept[:-1]
    return kept + ".."


def two_ends(left: str, right: str, width: int, style: str = "", far: str = "") -> Content:
    """A line with text at both ends; the left one is cut if needed."""
    left = clipped(left, max(0, width - columns(right) - 1))
    gap = " " * max(1, width - columns(left) - columns(right))
    return Content.assemble((left, style), gap, (right, far))


def heading(text: str, width: int) -> Content:
    """The heading of a section."""
    text = clipped(text, width - 4)
    return plain(f"-- {text} ".ljust(width, "-"), "bold $primary")


def rows_lines(block: Rows, width: int) -> Lines:
    """Rows as lines of the panel."""
    lines = [heading(block.title, width)] if block.title else []
    return [*lines, *(line for row in block.rows for line in _row_lines(row, width))]


def _row_lines(row: Row, width: int) -> Lines:
    style, far, value = TONES[row.tone], TONES[row.value_tone], row.changed_value
    if not value and row.fact:
        return [two_ends(row.label, "", width, style)]
    if not value:
        return [plain(clipped(row.label, width) if row.single else row.label, style)]
    free = columns(row.label) + columns(value) < width
    if row.fact and not free:
        return [plain(row.label, style), plain(f"  {value}", far)]
    label = row.label if free or not row.short_label else row.short_label
    return [two_ends(label, value, width, style, far)]


def card(ruleset: Ruleset, view: View, figure: Figure, width: int) -> Lines:
    """A figure's card; of an enemy only what is open."""
    return rows_lines(card_rows(ruleset, view, figure), width)


def last_seen(view: View, name: str, width: int) -> Lines:
    """What is remembered of an enemy out of sight."""
    return rows_lines(last_seen_rows(view, name), width)


def tile_lines(
    view: View, tile: Tile, chosen: Figure | None, width: int, *, sight: bool = True
) -> Lines:
    """All that is known of a tile, and how it lies from the chosen figure.

    Without `sight` nothing is said of who sees it.
    """
    return rows_lines(tile_rows(view, tile, chosen, sight=sight), width)


def roster(rules: Ruleset, view: View, able: Iterable[str], chosen: str, width: int) -> Lines:
    """Own figures and known enemies, a line each with its letter; `*` can still act."""
    can = tuple(able)
    lines: Lines = []
    for figure in view.state.figures.values():
        if figure.who.side == view.side:
            mark = "*" if figure.id in can else "x" if figure.fate else " "
            style = "reverse" if figure.id == chosen else "dim" if figure.fate else ""
            lines.append(_roster_line(rules, view, figure, f"{mark} ", width, style))
    for figure in view.enemies():
        lines.append(
            _roster_line(rules, view, figure, "  ", width, side_colour(view, figure.who.side))
        )
    return lines


def side_colour(view: View, side: str) -> str:
    """The style of a side's colour on the map."""
    first = next(iter(view.state.setup.sides))
    return f"${FIRST_SIDE if side == first else SECOND_SIDE}"


def _roster_line(
    rules: Ruleset, view: View, figure: Figure, mark: str, width: int, style: str
) -> Content:
    """A figure and its state; the state is cut first, not the name."""
    sign, _ = letter(figure, next(iter(view.state.setup.sides)))
    head = clipped(f"{mark}{sign} {_named(figure)}", width)
    state = clipped(_state_words(rules, view, figure), max(0, width - columns(head) - 1))
    return two_ends(head, state, width, style)


def _named(figure: Figure) -> str:
    return f"{figure.id} {figure.who.name}"


def _state_words(rules: Ruleset, view: View, figure: Figure) -> str:
    """A figure's state as its ruleset declares it: posture, and counters that are set."""
    if figure.fate:
        return figure.fate
    if figure.at is None:
        return "to come" if figure.who.side == view.side else "gone"
    return ", ".join(condition_words(view, figure, rules))
