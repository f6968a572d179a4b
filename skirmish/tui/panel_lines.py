"""Lines of the side panel: how they are built, a figure's card, a tile, the roster.

Every line is a `Content` made from plain strings, never parsed as markup; widths are in columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen
from textual.content import Content
from textual.style import Style

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.sanitize import display_width as columns
from skirmish.core.text import cut_at_marks
from skirmish.core.view import View
from skirmish.presentation.figure_rows import card_rows, last_seen_rows, tile_rows
from skirmish.presentation.figure_status import (
    ailments_of,
    condition_words,
    filled_cells,
    health_of,
)
from skirmish.presentation.report_document import Row, Rows, Tone
from skirmish.rulesets.ruleset import Ruleset
from skirmish.tui.map.glyphs import letter
from skirmish.tui.theme import FIRST_SIDE, SECOND_SIDE
from skirmish.tui.widgets import INSTEAD
from skirmish.tui.wrapping import folded, indented

MARKED = "$accent reverse"
"""Style of the marked line."""
NARROW = 12
"""Minimum width in columns for which lines are written."""
FRAME = 4
"""Columns of a box that are not its lines."""
Lines = list[Content]

WORST, EFFECT, NOTHING = "█", "▆", "▁"
"""Parts of a bar; they also differ in height, for screens without colours."""
_BAR_STYLES = ((WORST, "$error"), (EFFECT, "$warning"))
_SHARE_STYLES = {
    Tone.HARM: (WORST, "$error"),
    Tone.PLAIN: (EFFECT, "$warning"),
    Tone.QUIET: (EFFECT, "dim"),
}
"""Character and style of the bar of a single chance, by tone."""
_BAR_FROM, _LEAST_LABEL = 12, 8
"""Columns that such a bar takes with its chance, and those of a label at least."""
LEFT, SPENT = "●", "○"
PIPS = 10
"""Maximum number that is drawn as single pips."""
_HEADING = "bold $primary"
_AGAINST = "vs. here"
"""What changes of chances are compared with."""
_NAME, _KIND, _HEALTH = 14, 14, 6
"""Columns for a name, a kind and a health in the roster."""
_LEAST_NAME, _LEAST_KIND, _LEAST_BAR = 5, 8, 3
"""Columns of a name, a kind and a health at least."""
_SHORT_NAME = 8
"""Columns for which a long name is cut before a state: enough for id and first letters."""
_GAPS = 2
"""Columns between name, bar and state in the roster."""
_PARTS = 2
"""Minimum full health for which a bar is drawn."""
_INDENT = 2
"""Columns by which a value is indented below its label."""
ROW = 60
"""Maximum columns of a row, unless its words need more: eyes must find its other end."""
_CHANGE = 5
"""Columns of a change after a bar."""
_WIDE = 56
"""Minimum columns of a roster that shows the kinds."""
_LABEL = 13
"""Columns for the label of a bar."""
_JOINING_WORDS = ("a", "an", "and", "at", "by", "for", "from", "in", "its", "of", "on", "the", "to")
"""Words after which text is not cut."""
_GOOD, _POOR = 60, 30
"""Percentages of health at which a bar changes its colour."""
TONES: Mapping[Tone, str] = {
    Tone.PLAIN: "",
    Tone.STRONG: "bold",
    Tone.QUIET: "dim",
    Tone.HARM: "$error",
    Tone.NOTE: "italic",
    Tone.WARNING: "$warning",
}
"""The style of each tone."""


class PanelLines:
    """Lines of the panel being written, in boxes, with the actions of clickable lines.

    Attributes:
        width: Columns of a line in a box.
        boxed: Numbers of the lines inside a box, including its title.
        kept: Number of lines at the end that stay visible if there is no room for all.
        needed: Number of lines that must be visible: down to the end of an order's box.
    """

    def __init__(self, width: int) -> None:
        """Begin with an empty panel; `width` is that of the whole panel."""
        self.width = max(NARROW, width - FRAME)
        self.lines: list[Content] = []
        self.actions: dict[int, str] = {}
        self.marked = 0
        self.boxed: set[int] = set()
        self.kept = self.needed = 0
        self._boxed, self._begun = False, 0

    @property
    def clickable(self) -> Lines:
        """The lines for a page, on which clicks act on the screen below."""
        return [
            _clicked(line, self.actions[at]) if at in self.actions else line
            for at, line in enumerate(self.lines)
        ]

    def box(self, title: str, style: str = "dim") -> None:
        """Close the current box and begin one with a title."""
        self.close()
        title = clipped(title, self.width - 2)
        rest = "─" * (self.width - columns(title) - 1)
        top = Content.assemble(("╭─ ", "$edge"), (title, f"bold {style}"), (f" {rest}╮", "$edge"))
        self.boxed.add(len(self.lines))
        self.lines.append(top)
        self._boxed, self._begun = True, len(self.lines)

    def close(self) -> None:
        """Close the current box, if there is one; a box without lines is removed."""
        if self._boxed and len(self.lines) == self._begun:
            self.lines.pop()
            self.boxed.discard(len(self.lines))
        elif self._boxed:
            self.lines.append(plain("╰" + "─" * (self.width + 2) + "╯", "$edge"))
        self._boxed = False

    def add(self, *lines: Content, action: str = "", marked: bool = False) -> None:
        """Add lines with an action; a marked line must stay visible."""
        first = len(self.lines)
        for line in lines:
            for one in folded(line, self.width):
                self._write(one)
        if action:
            self.actions |= dict.fromkeys(range(first, len(self.lines)), action)
        if marked:
            self.marked = len(self.lines) - 1

    def gap(self) -> None:
        """Add an empty line, except at the top."""
        if self.lines:
            self._write(Content(""))

    def _write(self, line: Content) -> None:
        if self._boxed:
            self.boxed.add(len(self.lines))
        self.lines.append(self._framed(line))

    def _framed(self, line: Content) -> Content:
        if not self._boxed:
            return Content("  ") + line
        pad = " " * max(0, self.width - line.cell_length)
        return Content.assemble(("│ ", "$edge"), line, f"{pad} ", ("│", "$edge"))


def plain(text: str, style: str = "") -> Content:
    """Plain text in one style."""
    return Content.styled(text, style)


def clipped(text: str, width: int, *, anywhere: bool = False) -> str:
    """Text cut to a width; dots show that something is missing.

    It is cut between words if possible, and not after a word such as "the"; with `anywhere` also
    within a word.
    """
    if columns(text) <= width:
        return text
    ends = [at for at in range(len(text)) if columns(text[:at]) <= width - 2]
    between = [at for at in ends if at and text[at] == " " and not _joins(text[:at])]
    between = [] if anywhere else between
    return text[: max(between or ends, default=0)].rstrip(" ,") + ".."


def _joins(text: str) -> bool:
    """Whether the last word of a text has no meaning without the next one."""
    return text.lower().rpartition(" ")[2] in _JOINING_WORDS


def fewer(words: Sequence[str], most: int) -> tuple[str, ...]:
    """The first of some words, and the number of the others."""
    others = len(words) - most
    return (*words[:most], f"{others} more") if others > 0 else tuple(words)


def two_ends(left: str, right: str, width: int, style: str = "", far: str = "") -> Content:
    """A line with text at both ends, not too far apart; two lines if it is too long."""
    least = columns(left) + columns(right) + 1
    room = min(width, max(ROW, least)) - columns(right)
    if least <= width:
        gap = " " * (room - columns(left))
    else:  # The second line is indented as the first one is.
        gap = "\n" + " " * max(1, room - columns(left) + columns(left.lstrip(" ")))
    return Content.assemble((left, style), gap, (right, far))


def heading(text: str, width: int) -> Content:
    """The heading of a section in a box."""
    return plain(clipped(text, width), _HEADING)


def bar(shares: Iterable[Fraction], width: int) -> Content:
    """A bar of chances, the worst first; the rest stands for no effect.

    A chance above 0 takes at least one column.
    """
    parts: list[tuple[str, str]] = []
    total, drawn = Fraction(0), 0
    for share, (char, style) in zip(shares, _BAR_STYLES, strict=False):
        total += share
        end = min(width, max(int(total * width + Fraction(1, 2)), drawn + (share > 0)))
        parts.append((char * (end - drawn), style))
        drawn = end
    return Content.assemble(*parts, (NOTHING * (width - drawn), "$edge"))


def bar_line(label: str, value: str, shares: Iterable[Fraction], width: int) -> Content:
    """A label, a chance, and a bar of its shares: `r2 Wick  83% ████▆▆▆▁`."""
    label, width = clipped(label, _LABEL), min(width, ROW)
    head = label + " " * (_LABEL - columns(label)) + f"{value:>4} "
    return Content.assemble((head, "bold"), bar(shares, max(0, width - columns(head))))


def gauge(left: int, full: int, width: int) -> Content:
    """What is left of a number: single pips, or a bar if there are many."""
    if full <= min(PIPS, width):
        style = gauge_style(left, full)
        return Content.assemble((LEFT * left, style), (SPENT * (full - left), "dim"))
    return _bar_left(left, full, width)


def _bar_left(left: int, full: int, width: int) -> Content:
    filled = filled_cells(left, full, width)
    parts = (EFFECT * filled, gauge_style(left, full)), (NOTHING * (width - filled), "$edge")
    return Content.assemble(*parts)


def gauge_style(left: int, full: int) -> str:
    """The style of a gauge: good, poor, or bad."""
    share = left * 100 // full if full else 100
    return "$success" if share >= _GOOD else "$warning" if share >= _POOR else "$error"


def _gauge_line(row: Row, numbers: tuple[int, int], width: int) -> Content:
    """A label, a gauge, and its numbers in words."""
    label = clipped(row.label, _LABEL - 2)
    head = label + " " * (_LABEL - 1 - columns(label))
    room = max(0, width - columns(head) - columns(row.value) - 1)
    drawn = gauge(*numbers, room)
    pad = " " * (room - drawn.cell_length + 1)
    return Content.assemble((head, "dim"), drawn, pad, row.value)


def blocks_lines(blocks: Iterable[Rows], width: int) -> Lines:
    """Rows as lines of the panel, with an empty line before each list of dangers."""
    return [
        line
        for block in blocks
        for line in [*[plain("")] * (block.tone is Tone.HARM), *rows_lines(block, width)]
    ]


def rows_lines(block: Rows, width: int) -> Lines:
    """Rows as lines of the panel."""
    lines = [_title_line(block, width)] if block.title else []
    # All bars of a list end in the same column, even without a change after them.
    changes = _CHANGE * any(row.change and row.shares for row in block.rows)
    longest = max((columns(row.label) for row in block.rows if row.share is not None), default=0)
    label = min(longest, max(_LEAST_LABEL, width - _BAR_FROM))
    for row in block.rows:
        if row.share is not None:
            lines.append(_share_line(row, row.share, label, width))
        else:
            lines += _row_lines(row, width, changes)
    return lines


def sum_lines(block: Rows, width: int) -> Lines:
    """Numbers in a paragraph each, with their parts: `attack 5: +4 rifle, +1 superior`."""
    lines: Lines = []
    for head, *parts in block.groups:
        if not parts:
            lines += _row_lines(head, width, 0)
            continue
        total = f"{head.short_label} {head.value}"
        words = f"{total}: {', '.join(part.label.strip() for part in parts)}"
        first, *rest = cut_at_marks(words, width - _INDENT)
        lines += indented(plain(first).stylize(TONES[head.tone], 0, len(total)), width, _INDENT)
        lines += [plain(" " * _INDENT + part) for part in rest]
    return lines


def _title_line(block: Rows, width: int) -> Content:
    """The title of rows; at the right what changes of their values are compared with."""
    strong = "" if block.tone is Tone.QUIET else "bold "
    style = _HEADING if block.tone is Tone.PLAIN else strong + TONES[block.tone]
    if not any(row.change and row.shares for row in block.rows):
        return plain(block.title, style)
    return two_ends(block.title, _AGAINST, width, style, "dim")


def _share_line(row: Row, share: Fraction, label: int, width: int) -> Content:
    """One chance of a list, with a bar of its own."""
    words = " " * row.indent + clipped(row.label, label)
    pad = " " * (label + row.indent - columns(words))
    full = int(share * max(0, width - label - row.indent - 6) + Fraction(1, 2))
    char, style = _SHARE_STYLES[row.tone]
    return Content.assemble(words + pad, f" {row.value:>4} ", (char * full, style))


def _detailed_line(row: Row, width: int) -> Content:
    """A short label, a value, and as many details as fit: `b1   50% YOURS hit`."""
    head = f"{row.short_label:<3} {row.value:>4} "
    room = max(0, width - columns(head))
    told = [", ".join(row.details[:at]) for at in range(len(row.details), 0, -1)]
    said = next((words for words in told if columns(words) <= room), told[-1])
    return Content.assemble((head, "bold"), (clipped(said, room), TONES[row.tone]))


def _row_lines(row: Row, width: int, changes: int) -> Lines:
    style, far, value = TONES[row.tone], TONES[row.value_tone], row.changed_value
    row = evolve(row, label=" " * row.indent + row.label, indent=0) if row.indent else row
    width = min(width, max(ROW, columns(row.label) + columns(value) + 2))
    if row.details:
        return [_detailed_line(row, width)]
    if row.gauge is not None:
        return [_gauge_line(row, row.gauge, width)]
    if row.shares:
        change = f"{row.change:+d}" if row.change else ""
        line = bar_line(row.label, row.value, row.shares, min(width, ROW) - changes)
        return [Content.assemble(line, (f" {change:>4}" if change else "", "dim"))]
    if not value:
        return [plain(clipped(row.label, width) if row.single else row.label, style)]
    free = columns(row.label) + columns(value) < width
    if row.fact and not free:
        # Indent by one column less if the value then fits into one line.
        indent = 1 if columns(value) == width - 1 else _INDENT
        parts = cut_at_marks(value, width - indent)
        return [plain(row.label, style), *(plain(" " * indent + part, far) for part in parts)]
    label = row.label if free or not row.short_label else row.short_label
    return [two_ends(label, value, width, style, far)]


def add_card(panel: PanelLines, ruleset: Ruleset, view: View, figure: Figure) -> None:
    """Add a figure's card in a box of its own; for an enemy only open facts."""
    title, lines = card_lines(ruleset, view, figure, panel.width)
    panel.box(title, side_colour(view, figure.side))
    panel.add(*lines)


def card_lines(ruleset: Ruleset, view: View, figure: Figure, width: int) -> tuple[str, Lines]:
    """The title of a figure's card, and its lines."""
    rows = card_rows(ruleset, view, figure)
    lines = rows_lines(evolve(rows, title=""), width)
    return rows.title, [part for line in lines for part in folded(line, width)]


def last_seen_lines(view: View, name: str, width: int) -> Lines:
    """What is remembered of an enemy that is out of sight."""
    return rows_lines(last_seen_rows(view, name), width)


def tile_lines(
    view: View, tile: Tile, chosen: Figure | None, width: int, *, sight: bool = True
) -> Lines:
    """What is known of a tile, and its relation to the chosen figure.

    Without `sight` the figures that see it are left out.
    """
    return rows_lines(tile_rows(view, tile, chosen, sight=sight), width)


def roster(rules: Ruleset, view: View, spent: Iterable[str], chosen: str, width: int) -> Lines:
    """Own figures and known enemies, one line each with letter, health and state.

    Figures that are `spent` (they can do nothing more in this bound) are paler.
    """
    pale = tuple(spent)
    own = [figure for figure in view.state.figures.values() if figure.who.side == view.side]
    known = [*own, *view.enemies()]
    longest = max((columns(_named(figure)) for figure in known), default=0)
    states = max((columns(_vital(rules, view, figure)) for figure in known), default=0)
    bars = any(health_of(rules, figure).full >= _PARTS for figure in known)
    others = states + (_HEALTH if bars else 0) + (_KIND if width >= _WIDE else 0)
    spare = width - FRAME - _GAPS - others
    named = min(max(_NAME, spare), max(_LEAST_NAME, longest))
    free = width - FRAME - named - _GAPS
    rooms = (free - columns(_vital(rules, view, figure)) for figure in known)
    health = min((room for room in rooms if room >= _LEAST_BAR), default=_HEALTH)
    least = max(_LEAST_NAME, min(_SHORT_NAME, longest))
    room = _RosterRoom(width, named, least, min(_HEALTH, health) if bars else 0)
    return [
        _roster_line(rules, view, figure, chosen, room, "dim" if figure.id in pale else "")
        for figure in known
    ]


def arms_line(figure: Figure, width: int) -> Content:
    """A figure's weapons, and its kind if a roster of this width does not show it."""
    arms = ", ".join(weapon.name for weapon in figure.who.weapons) or "unarmed"
    kind = "" if width >= _WIDE else f"{figure.who.kind.name}: "
    return plain(f"    {kind}{arms}", "dim")


def side_colour(view: View, side: str) -> str:
    """The style with a side's colour on the map."""
    first = next(iter(view.state.setup.sides))
    return f"${FIRST_SIDE if side == first else SECOND_SIDE}"


@frozen
class _RosterRoom:
    """Columns of a roster line, its name, and its health bar (0: no figure needs one)."""

    width: int
    name: int
    least: int
    health: int


def _roster_line(
    rules: Ruleset, view: View, figure: Figure, chosen: str, room: _RosterRoom, style: str
) -> Content:
    """A figure and its states; kind, bar and name make room for the gravest state.

    The bar is never left out: the state is shortened first.
    """
    sign, _ = letter(figure, next(iter(view.state.setup.sides)))
    colour = "$accent" if figure.id == chosen else side_colour(view, figure.side)
    free = room.width - FRAME - columns(_vital(rules, view, figure)) - 1
    bar = 0 if figure.fate or figure.at is None else min(room.health, _LEAST_BAR)
    most = max(room.least, min(room.name, free - (bar and bar + 1)))
    name = clipped(_named(figure), most, anywhere=True)
    name += " " * (most - columns(name))
    free -= most
    named = room.width >= _WIDE or not room.health
    wide = min(_KIND, free - 1)
    kind = clipped(figure.who.kind.name, wide) if named and wide >= _LEAST_KIND else ""
    kind = " " + kind + " " * (wide - columns(kind)) if kind else ""
    drawn = _health_bar(rules, figure, max(bar, min(room.health, free - columns(kind) - 1)))
    block = style or "reverse"  # without colours what is pale looks like the others
    badge = (f" {sign} ", "dim" if figure.fate else f"{colour} {block}")
    weight = "bold" if figure.id == chosen else style  # without colours the badge is as any other
    head = Content.assemble(badge, " ", (name, weight), (kind, "dim"), drawn, " ")
    state = _fitted_states(rules, view, figure, room.width - head.cell_length)
    return Content.assemble(head, (state, "$error" if figure.fate else "$warning"))


def _health_bar(rules: Ruleset, figure: Figure, width: int) -> Content:
    """What is left of a figure's health, as a bar."""
    health = health_of(rules, figure)
    if not width or figure.at is None or figure.fate:
        return Content("")
    return Content(" ") + _bar_left(health.left, health.full, width)


def _fitted_states(rules: Ruleset, view: View, figure: Figure, width: int) -> str:
    """The states of a figure that fit into a width, the gravest first; the others are counted.

    A state is not cut, except the first if it is too long by itself: `holds..` for `holds its
    action`, `crippled` for `left arm crippled`.
    """
    every = _states(rules, view, figure)
    grave = len(_states(rules, view, figure, minor=False))
    for count in range(len(every), 0, -1):
        shown = ", ".join(fewer(every[: max(count, grave)], count))
        if columns(shown) <= width:
            return shown
    words = every[0].split() if grave else []
    if every[:1] != ailments_of(view, figure, rules)[:1]:
        return clipped(" ".join(words), max(0, width))
    ends = (" ".join(words[at:]) for at in range(len(words)))
    short = next((one for one in ends if columns(one) <= width), " ".join(words[-1:]))
    return clipped(short, max(0, width))


def _vital(rules: Ruleset, view: View, figure: Figure) -> str:
    """The figure's gravest state if the player must read it, else ""."""
    return next(iter(_states(rules, view, figure, minor=False)), "")


def _named(figure: Figure) -> str:
    return f"{figure.id} {figure.who.name}"


def _states(rules: Ruleset, view: View, figure: Figure, *, minor: bool = True) -> tuple[str, ...]:
    """A figure's states as its ruleset declares them, the gravest first; or its fate or place."""
    if figure.fate:
        return (figure.fate,)
    if figure.at is None:
        return ("to come",) if figure.who.side == view.side else ("gone",)
    return condition_words(view, figure, rules, minor=minor)


def _clicked(line: Content, action: str) -> Content:
    """A line of a page with the actions that a click on it, or on a part of it, runs below."""
    own = [
        (span.start, span.end, span.style.meta[INSTEAD])
        for span in line.spans
        if isinstance(span.style, Style) and INSTEAD in span.style.meta
    ]
    for start, end, does in ((0, len(line), action), *own):
        line = line.stylize(Style.from_meta({"@click": ("screen.below", (does,))}), start, end)
    return line
