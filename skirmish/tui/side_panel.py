"""The side panel at each step of an order: its lines, and their actions when clicked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from attrs import frozen
from textual.content import Content

from skirmish.core.events import Asked
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Refusal
from skirmish.core.sanitize import display_width as columns
from skirmish.core.view import View
from skirmish.presentation import wording
from skirmish.presentation.figure_rows import budget_rows, lying_at
from skirmish.presentation.log.log_writer import dice_words
from skirmish.presentation.objective_status import break_progress
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.order_rows import order_rows
from skirmish.presentation.orders.pending_fights import TITLE as FIGHTS
from skirmish.presentation.orders.pending_fights import fight_rows
from skirmish.presentation.orders.refusals import explain_verb_refusal
from skirmish.presentation.question_words import (
    answer_options,
    own_risk,
    question_situation,
    question_words,
)
from skirmish.presentation.reasons.advice import Advice
from skirmish.presentation.report_document import Rows
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.setup.scenario_text import current_lessons, event_texts, objective_words
from skirmish.presentation.visibility import field_of_view, line_of_sight, watched_words
from skirmish.presentation.wording import humanize
from skirmish.rulesets.common.victory import is_paid
from skirmish.session.bound_end import fights_to_come
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft, complete, menu_verbs
from skirmish.tui import panel_lines
from skirmish.tui.advice_lines import advice_lines
from skirmish.tui.legend import roster_signs
from skirmish.tui.order_costs import cost_at_once
from skirmish.tui.order_panel import order_lines, outcome_lines
from skirmish.tui.panel_lines import MARKED, Lines, PanelLines, rows_lines, side_colour
from skirmish.tui.wrapping import hung

SHORT = 78
"""Columns of a notice that fits into the line of hints at 80 columns."""
_ROSTER = 6
"""Minimum number of free rows for the roster."""
_EDGES = 2
"""Rows of the edges of a box."""
_DETAILS = 16
"""Minimum number of rows above the own figures if these keep theirs."""
_MUSTERED = 15
"""Columns for names in the muster; a longer name takes what it needs."""


@frozen
class Parts:
    """Parts of the panel besides the current step.

    Without `roster` the figures are listed elsewhere. `taught_last`: lessons stand below what the
    player asked for. `events`: the texts of scripted events are shown here.
    """

    roster: bool = True
    taught_last: bool = False
    events: bool = True


def side_panel_lines(
    controller: Controller,
    size: tuple[int, int],
    line: int = SHORT,
    *,
    parts: Parts = Parts(),
    played: bool = True,
    key: Sequence[Content] = (),
) -> PanelLines:
    """The lines for the current step; `size` is width and height, with height 0 for all lines.

    `line` is the width of the line of hints: a longer notice is shown here. `played`: a person
    plays the side in the seat. `key`: the meaning of colours and marks on the map.
    """
    panel = PanelLines(size[0])
    _notice(panel, controller, line)
    _fights(panel, controller)
    # The odds of an order in hand stand above texts read before it; on a page, above lessons.
    ordering, page = _shows_order(controller), not size[1]
    weighing = ordering or controller.advice is not None
    taught_last = parts.taught_last or (weighing and page)
    told_last = ordering or taught_last or controller.look
    _reading(panel, controller, events=parts.events and not told_last, lessons=not taught_last)
    empty = _main_box(panel, controller, key, full=page)
    _reading(panel, controller, events=parts.events and told_last, lessons=taught_last)
    panel.close()
    _figures_below(panel, controller, size[1], parts, empty=empty, played=played)
    panel.close()
    return panel


def _figures_below(
    panel: PanelLines, controller: Controller, rows: int, parts: Parts, *, empty: bool, played: bool
) -> None:
    """Add the figures if there is room; else the tile in focus, if the panel is `empty`."""
    free, page = rows - len(panel.lines), not rows
    own = len(_own(controller.legal.view)) + _EDGES
    listed = parts.roster and (free > _ROSTER or page or _shows_card(controller))
    # Advice leaves room for the figures; a prepared order needs it.
    if parts.roster and not panel.needed and free < own <= rows - _DETAILS:
        _own_figures(panel, controller)
        panel.kept = own
    elif listed or (empty and (parts.roster or page)):
        _roster(panel, controller, free, played=played)
        if page:
            panel.box("signs")
            panel.add(*(sign.line for sign in roster_signs()))
    elif empty:
        look_lines(panel, controller)


def _reading(panel: PanelLines, controller: Controller, *, events: bool, lessons: bool) -> None:
    """Add the recent events and the current lessons, if asked for."""
    if events:
        _events(panel, controller)
    if lessons:
        _lessons(panel, controller)


def _shows_order(controller: Controller) -> bool:
    """Whether the draft order is the current step, unless advice or look mode replaces it."""
    draft = controller.draft
    if draft.mode is Mode.SELECT:
        return bool(draft.verb) and controller.pointed is None
    return draft.mode in (Mode.TARGET, Mode.FIELDS)


def _shows_card(controller: Controller) -> bool:
    """Whether a figure's card is the current step: no order, advice or look mode replaces it."""
    legal, selects = controller.legal, controller.draft.mode is Mode.SELECT
    other = controller.look or controller.advice is not None or legal.mustering
    return selects and not other and not (controller.draft.verb and controller.pointed is None)


def roster_lines(
    controller: Controller, size: tuple[int, int], *, played: bool = True
) -> PanelLines:
    """The roster in a panel of its own; `size` is width and height."""
    panel = PanelLines(size[0])
    _roster(panel, controller, size[1], played=played)
    panel.close()
    return panel


def _notice(panel: PanelLines, controller: Controller, line: int) -> None:
    """Add a notice that is too long for its line."""
    if columns(controller.notice) > line:
        panel.box("note", "$warning")
        panel.add(panel_lines.plain(controller.notice, "bold $warning"))


def _fights(panel: PanelLines, controller: Controller) -> None:
    """Add the close combat to come, unless an order, advice or a tile is shown."""
    fights = fights_to_come(controller.legal) if _shows_card(controller) else ()
    if fights:
        rows = fight_rows(controller.legal.view, fights, controller.preferences.odds)
        panel.box(FIGHTS, "$warning")
        panel.add(*rows_lines(rows, panel.width))


def _events(panel: PanelLines, controller: Controller) -> None:
    """Add the recent scripted events; an order given after them marks them as read."""
    texts = event_texts(controller.legal.view, controller.given.read)
    if texts:
        panel.box("event", "$accent")
    for text in texts:
        panel.add(panel_lines.plain(text, "$accent"))


def _lessons(panel: PanelLines, controller: Controller) -> None:
    """Add the current lessons."""
    lessons = current_lessons(controller.legal.view)
    if lessons:
        panel.box("lesson", "$accent")
    for place, lesson in enumerate(lessons):
        if place:
            panel.add(Content(""))
        panel.add(panel_lines.plain(controller.lesson_text(lesson), "$accent"))


def _main_box(
    panel: PanelLines, controller: Controller, key: Sequence[Content], *, full: bool
) -> bool:
    """Add the box of the current step and the acting figure. Returns True if there is none."""
    legal, draft, cursor = controller.legal, controller.draft, controller.focus
    if controller.advice is not None:
        _advised(panel, controller, controller.advice, full=full)
        return False
    if controller.look:
        look_lines(panel, controller)
        return False
    match draft.mode:
        case Mode.ANSWER:
            _answers(panel, controller)
        case Mode.MENU:
            _menu(panel, controller)
        case _ if _shows_order(controller):
            order_lines(panel, controller, full=full)
            panel.needed = len(panel.lines) + 1
        case _:
            _map_key(panel, key)
            return _cards(panel, legal, draft, cursor)
    _map_key(panel, key)
    acting = legal.view.state.figures.get(draft.figure)
    if acting is not None and draft.mode is not Mode.ANSWER:
        _add_card(panel, legal, acting.id)
    return False


def _map_key(panel: PanelLines, key: Sequence[Content]) -> None:
    """Add the meaning of colours and marks on the map, if there are any."""
    if key:
        panel.box("on the map")
        panel.add(*key)


def _advised(panel: PanelLines, controller: Controller, advice: Advice, *, full: bool) -> None:
    """Add the advice with the odds of its order; on a page the odds come first, in full.

    In the panel the odds of an attack are part of the advice; those of another order stand below
    it.
    """
    legal, draft = controller.legal, controller.draft
    known = bool(draft.verb) and complete(legal, draft)
    if known and full:
        panel.box("odds")
        outcome_lines(panel, controller, full=True)
    advice_lines(panel, controller, advice)
    if known and not full and legal.attack(draft.order) is None:
        panel.box("odds")
        outcome_lines(panel, controller, full=False)


def _roster(panel: PanelLines, controller: Controller, rows: int, *, played: bool) -> None:
    """Add all known figures, and the objectives if there is room.

    A click chooses an own figure, or aims at an enemy as a click on the map does. The figures of
    the group are underlined.
    """
    view, start = controller.legal.view, len(panel.lines)
    if enemies := _own_figures(panel, controller):
        panel.box(view.state.setup.sides[view.enemy].name)
        for enemy, line in zip(view.enemies(), enemies, strict=True):
            panel.add(line, action=f"figure({enemy.id!r})")
    panel.close()
    _aims(panel, controller.legal, rows - len(panel.lines) + start, played=played)


def _own(view: View) -> list[Figure]:
    return [figure for figure in view.state.figures.values() if figure.who.side == view.side]


def _own_figures(panel: PanelLines, controller: Controller) -> Lines:
    """Add the own figures, a line each; return the lines of the known enemies."""
    view = controller.legal.view
    own = _own(view)
    panel.box(view.state.setup.sides[view.side].name)
    lines = _listed(controller.legal, controller.current_figure, panel.width)
    for figure, line in zip(own, lines, strict=False):
        grouped = "underline" if figure.id in controller.group else ""
        panel.add(line.stylize(grouped), action=f"figure({figure.id!r})")
    return lines[len(own) :]


@lru_cache(maxsize=2)
def _listed(legal: LegalOrders, chosen: str, width: int) -> Lines:
    """Lines of all known figures. Cached for the next key: a new view has new legal orders."""
    return panel_lines.roster(legal.ruleset, legal.view, legal.spent_figures(), chosen, width)


def _aims(panel: PanelLines, legal: LegalOrders, rows: int, *, played: bool) -> None:
    """Add the objectives and break points of one's own side, then the enemy's, if there is room."""
    view, judged = legal.view, legal.ruleset.turn.judged
    for side, whose in ((view.side, "your"), (view.enemy, "their")):
        goals = (goal for goal in view.state.objectives if goal.side == side)
        words = [objective_words(goal, judged, paid=is_paid(view, goal)) for goal in goals]
        words.append(break_progress(view, side))
        bullets = (Content(f"· {one}") for one in words if one)
        lines = [part for bullet in bullets for part in hung(bullet, panel.width)]
        rows -= len(lines) + 2
        if rows < 0:
            return
        if lines:
            name = f"{view.state.setup.sides[side].name}:"
            panel.box(f"{whose if played else name} aims", side_colour(view, side))
            panel.add(*lines)
            panel.close()


def _add_card(panel: PanelLines, legal: LegalOrders, name: str) -> None:
    """Add the card of a figure, which is cached for the next key."""
    title, lines = _card(legal, name, panel.width)
    panel.box(title, side_colour(legal.view, legal.view.state.figures[name].side))
    panel.add(*lines)


@lru_cache(maxsize=4)
def _card(legal: LegalOrders, name: str, width: int) -> tuple[str, Lines]:
    return panel_lines.card_lines(legal.ruleset, legal.view, legal.view.state.figures[name], width)


def _cards(panel: PanelLines, legal: LegalOrders, draft: OrderDraft, cursor: Tile) -> bool:
    """Add the figure under the cursor, or the chosen one. Returns whether there is neither."""
    if legal.mustering and legal.can_act:
        _muster(panel, legal, draft)
        return False
    figure = legal.view.state.figures.get(draft.figure)
    here = tuple(legal.figures_at(cursor))
    if figure is not None and here and figure.id not in here:
        # The chosen figure, which may have just fired, is not the one under the cursor.
        panel.box(f"{figure.id} {figure.who.name}", side_colour(legal.view, figure.side))
        panel.add(*rows_lines(Rows(budget_rows(legal.ruleset, legal.view, figure)), panel.width))
    if figure_lines(panel, legal, cursor):
        return False
    if figure is not None:
        _add_card(panel, legal, figure.id)
        return False
    return True


def _muster(panel: PanelLines, legal: LegalOrders, draft: OrderDraft) -> None:
    """Add all figures that may choose a load, with their weapons, and the chosen one's card."""
    panel.box("muster", "$accent")
    figures = legal.view.state.figures
    heads = {name: f"{name} {figures[name].who.name}" for name in legal.own_figures()}
    widest = min(_MUSTERED, max(map(columns, heads.values()), default=0))
    for name, named in heads.items():
        figure = figures[name]
        style = MARKED if name == draft.figure else ""
        head = named + " " * (widest - columns(named))
        arms = ", ".join(weapon.name for weapon in figure.who.weapons)
        arms = panel_lines.clipped(arms, max(4, panel.width - columns(head) - 1))
        line = Content.assemble(head, " ", (arms, "" if style else "dim")).stylize(style)
        panel.add(line, action=f"figure({name!r})", marked=name == draft.figure)
    chosen = legal.view.state.figures.get(draft.figure)
    if chosen is not None:
        _add_card(panel, legal, chosen.id)


_ALL_OF = {1: "", 2: "both: "}
"""Words before a reason, by the number of orders that share it."""


def _menu(panel: PanelLines, controller: Controller) -> None:
    """Add possible orders, then those not possible and why; the marked one has its help."""
    legal, draft = controller.legal, controller.draft
    able = legal.verbs(draft.figure)
    panel.box(f"{draft.figure} can", "$accent")
    for name in able:
        _choice(panel, controller, name, able=True)
    barred = [
        (name, _why_barred(controller, name)) for name in legal.unavailable_verbs(draft.figure)
    ]
    # A reason that several orders share is shown once, below the last of them.
    for why, several in groupby(barred, lambda one: one[1]):
        marked = [_choice(panel, controller, name, able=False) for name, _ in several]
        all_of = _ALL_OF.get(len(marked), f"all {len(marked)}: ")
        rule = f" ({why.rule})" if why.rule else ""
        said = str(why) if any(marked) else f"{why.reason}{rule}"
        style = "$warning" if any(marked) else "dim"
        panel.add(
            panel_lines.plain(f"   {all_of}{controller.refusal_text(said)}", style),
            marked=any(marked),
        )


def _choice(panel: PanelLines, controller: Controller, name: str, *, able: bool) -> bool:
    """Add a line of the menu, with its help if it is marked. Returns whether it is."""
    names = menu_verbs(controller.legal, controller.draft)
    row = names.index(name)
    marked = row == controller.draft.row % len(names)
    style = MARKED if marked else "" if able else "dim"
    far = controller.verb_key(name) if able else "not now"
    words = f" {_action_words(controller, name)}"
    cost = cost_at_once(controller.legal, controller.draft.figure, name) if able else ""
    if cost and columns(f"{words}: {cost} {far} ") <= panel.width:
        words += f": {cost}"
    line = panel_lines.two_ends(words, f"{far} ", panel.width)
    line = line.pad_right(panel.width - line.cell_length).stylize(style)
    panel.add(line, action=f"row({row})", marked=marked)
    if marked:
        panel.add(
            panel_lines.plain(f"   {controller.legal.known_verbs[name].text}", "italic"),
            marked=True,
        )
    return marked


def _action_words(controller: Controller, verb: str) -> str:
    """An order of the chosen figure in words."""
    figures = controller.legal.view.state.figures
    return wording.action_words(figures.get(controller.draft.figure), verb)


def _why_barred(controller: Controller, name: str) -> Refusal:
    return explain_verb_refusal(controller.legal, controller.draft.figure, name, controller.cursor)


def _answers(panel: PanelLines, controller: Controller) -> None:
    legal, draft = controller.legal, controller.draft
    view, question = legal.view, legal.view.question
    if question is None:
        return
    about = f"{question.figure} {wording.figure_name(view, question.figure)}".strip()
    panel.box("your choice", "$accent")
    if happened := question_situation(view, legal.known_verbs, question):
        panel.add(panel_lines.plain(happened))
    what = question_words(question)
    panel.add(panel_lines.plain(f"{about}: {what}" if about else what, "bold"))
    asked = [one.faces for one in view.news if isinstance(one.event, Asked)]
    if asked and asked[-1]:
        panel.add(panel_lines.plain(f"rolled: {dice_words(asked[-1])}", "dim"))
    options = answer_options(view, legal.known_verbs)
    for row, option in enumerate(options):
        style = MARKED if row == draft.row else ""
        line = panel_lines.plain(f" {option.words}", style)
        panel.add(line, action=f"row({row})", marked=row == draft.row)
    marked = options[draft.row % len(options)] if options else None
    if marked is not None and marked.order is not None:
        panel.box("its options")
        likes = controller.preferences
        numbers = likes.odds == EXACT
        if likes.hints and (risk := own_risk(legal.ruleset, view, marked.order, numbers=numbers)):
            panel.add(panel_lines.plain(risk, "$warning"))
        blocks = order_rows(legal, marked.order, None, controller.preferences.odds)
        panel.add(*panel_lines.blocks_lines(blocks, panel.width))


def look_lines(panel: PanelLines, controller: Controller) -> None:
    """Add everything about the focused tile, as seen from the chosen figure."""
    legal, draft, tile = controller.legal, controller.draft, controller.focus
    view = legal.view
    chosen = view.state.figures.get(draft.figure)
    seen = figure_lines(panel, legal, tile)
    panel.box("ground" if seen else "look")
    panel.add(*panel_lines.tile_lines(view, tile, chosen, panel.width))
    if not legal.board.inside(tile):
        return
    panel.add(*map(panel_lines.plain, watched_words(legal.ruleset, view, tile)))
    start = legal.position(draft.figure)
    if start is None:
        panel.add(panel_lines.plain("choose a figure to see the line of sight from it", "italic"))
    elif start != tile:
        panel.add(panel_lines.plain(_sight_words(legal, start, tile), "italic"))
    if seers := ", ".join(legal.observers(tile)):
        panel.add(panel_lines.plain(f"seen by {seers}", "$error"))
    panel.add(*(panel_lines.plain(words, "$error") for words in legal.arc_words(tile)))
    if (found := controller.objections.likeliest) is not None:
        verb, why = found
        words = f"cannot {_action_words(controller, verb)}: {why}"
        panel.add(panel_lines.plain(words, "$warning"))


def _sight_words(legal: LegalOrders, start: Tile, tile: Tile) -> str:
    """What blocks the line of sight, or that the tile is out of range."""
    line, view = line_of_sight(legal.board, start, tile), legal.view
    if line.blocker is None and not field_of_view(view, start) & legal.board.bit(tile):
        limit = f"figures see no farther than {view.state.rule('sight')} tiles"
        return f"{line.words}, but {limit} (an enemy that a friend sees may be fired at farther)"
    return line.words


def figure_lines(panel: PanelLines, legal: LegalOrders, tile: Tile) -> bool:
    """Add the cards of the figures drawn on a tile. Returns whether there are any."""
    view = legal.view
    names = list(legal.figures_at(tile))
    for one in lying_at(view, tile):
        words = f"{one.id} {one.who.name} lies here: {humanize(one.fate)}"
        panel.add(panel_lines.plain(words, side_colour(view, one.side)))
    for name in names:
        figure = view.state.figures[name]
        _add_card(panel, legal, figure.id)
        if figure.at is None:
            panel.add(panel_lines.plain("last seen here, now out of sight", "italic"))
    if names:
        return True
    for name, contact in view.last_seen.items():
        if contact.figure.at == tile and name not in view.state.figures:
            panel.box("last seen here")
            panel.add(*panel_lines.last_seen_lines(view, name, panel.width))
            return True
    return False
