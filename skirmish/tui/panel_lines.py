"""Lines of the side panel: how they are built, a figure's card, a tile, the roster.

Every line is a `Content` made from plain strings, never parsed as markup; widths are in columns.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, metres, tile_text
from skirmish.core.sanitize import display_width as columns
from skirmish.core.state import STEPS, Objective
from skirmish.core.view import View
from skirmish.presentation.figure_status import card_facts, condition_words, posture_words
from skirmish.presentation.visibility import field_of_view
from skirmish.presentation.wording import movement_words, objectives_at, zones_at
from skirmish.rulesets.ruleset import Ruleset
from skirmish.tui.map.glyphs import letter
from skirmish.tui.theme import FIRST_SIDE, SECOND_SIDE

MARKED = "reverse"
"""Style of the chosen line."""
NARROW = 12
"""Least width in columns that lines are written for."""
Lines = list[Content]

BAR = "="


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


def card(ruleset: Ruleset, view: View, figure: Figure, width: int) -> Lines:
    """A figure's card; of an enemy only what is open."""
    who, mine = figure.who, figure.who.side == view.side
    stance = posture_words(view.state.setup.declared, figure.posture)
    if figure.at is not None:
        stance = f"{stance}, faces {figure.facing.name}"
    else:
        stance = "not on the table yet" if mine else "not in sight"
    lines = [plain(clipped(f"{who.id} {who.name}", width), "bold")]
    lines.append(two_ends(stance, who.side, width, "", "dim"))
    for label, value in card_facts(ruleset, view, figure):
        lines += fact_lines(label, value, width)
    return lines


def fact_lines(label: str, value: str, width: int) -> Lines:
    """A label and its value, on two lines if one is too short."""
    if columns(label) + columns(value) < width:
        return [two_ends(label, value, width, "dim")]
    return [plain(label, "dim"), plain(f"  {value}")]


def last_seen(view: View, name: str, width: int) -> Lines:
    """What is remembered of an enemy out of sight."""
    contact = view.contacts.get(name)
    if contact is None:
        return []
    who = contact.figure.who
    turn = contact.point // STEPS
    return [
        two_ends(f"{who.id} {who.name}", who.side, width, "bold", "dim"),
        plain(clipped(who.kind.name, width)),
        plain(clipped(f"last seen in turn {turn}", width), "italic"),
    ]


def _goal_words(view: View, goal: Objective) -> str:
    return f"{view.state.setup.sides[goal.side].name}: {goal.kind}"


def tile_lines(
    view: View, tile: Tile, chosen: Figure | None, width: int, *, sight: bool = True
) -> Lines:
    """All that is known of a tile, and how it lies from the chosen figure.

    Without `sight` nothing is said of who sees it.
    """
    board = view.state.board
    if not board.inside(tile):
        return [plain("off the map")]
    kind = board.terrain(tile)
    known = [
        ("level", str(board.level(tile))),
        ("height", "hides all behind it" if kind.opaque else str(kind.height)),
        ("cover", str(kind.cover)),
        ("going", movement_words(kind)),
    ]
    if sight:
        known.append(("in sight", "yes" if view.seen & board.bit(tile) else "no"))
    known += [("zone", words) for words in zones_at(view, tile)]
    known += [("objective", _goal_words(view, goal)) for goal in objectives_at(view, tile)]
    if chosen is not None and chosen.at is not None and chosen.at != tile:
        seen = bool(field_of_view(view, chosen.at) & board.bit(tile))
        known.append((f"from {chosen.id}", f"{metres(chosen.at, tile)} m"))
        known.append((f"{chosen.id} sees it", "yes" if seen else "no"))
        if seen and (cover := board.cover(chosen.at, tile)):
            known.append((f"cover from {chosen.id}", str(cover)))
    lines = [two_ends(kind.name, tile_text(tile), width, "bold")]
    if kind.description:
        lines.append(plain(kind.description, "italic"))
    for label, value in known:
        lines += fact_lines(label, value, width)
    return lines


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
