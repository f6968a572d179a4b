"""What stands in the side panel at each step of an order, and which of its lines can be clicked."""

from __future__ import annotations

from itertools import groupby

from skirmish.core.events import Asked
from skirmish.core.gate import width as columns
from skirmish.core.geometry import Tile
from skirmish.core.orders import Refusal
from skirmish.presentation import wording
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.log_writer import dice_words
from skirmish.presentation.refusals import explain_verb_refusal
from skirmish.presentation.scenario_text import current_lessons
from skirmish.presentation.wording import answer_options, humanize, question_words
from skirmish.tui import panels
from skirmish.tui.advised import advice_lines
from skirmish.tui.column import MARKED, Side
from skirmish.tui.desk import Desk
from skirmish.tui.guess import menu_of
from skirmish.tui.keys import Mode
from skirmish.tui.looking import look_lines, who_lines
from skirmish.tui.order_lines import odds_of_order, order_lines
from skirmish.tui.pick import Pick

SHORT = 78
"""Characters of a notice that the line of hints has room for at 80 columns."""
HIGH = 30
"""Rows from which the roster stands below the card."""
_ROSTER = 6
"""Rows that must be left for it."""


def side_of(desk: Desk, size: tuple[int, int], line: int = SHORT) -> Side:
    """The panel for what the player does; size is width, height.

    `line` is the room of the line of hints: a longer notice stands here.
    """
    offers, pick, cursor = desk.offers, desk.pick, desk.focus
    side = Side(size[0])
    if columns(desk.notice) > line:
        side.add(panels.plain(desk.notice, "bold $warning"))
        side.gap()
    for lesson in current_lessons(offers.view) if pick.mode is Mode.SELECT else ():
        side.add(panels.plain(desk.taught(lesson), "italic $accent"))
        side.gap()
    if desk.advice is not None:
        advice_lines(side, desk, desk.advice)
        return side
    if desk.look:
        look_lines(side, offers, pick, cursor)
        return side
    listed = False
    match pick.mode:
        case Mode.ANSWER:
            _answers(side, desk)
        case Mode.MENU:
            _menu(side, desk)
        case Mode.TARGET | Mode.FIELDS:
            order_lines(side, desk)
        case _:
            listed = _cards(side, offers, pick, cursor)
    if pick.mode in (Mode.MENU, Mode.TARGET, Mode.FIELDS):
        _acting(side, offers, pick)
    if size[1] >= HIGH and not listed and len(side.lines) < size[1] - _ROSTER:
        side.gap()
        side.add(panels.heading("roster", size[0]))
        _roster(side, offers, desk.at_hand)
    return side


def _roster(side: Side, offers: LegalOrders, chosen: str) -> None:
    """Everybody that is known; a click on an own figure chooses it."""
    view = offers.view
    own = [f.id for f in view.state.figures.values() if f.who.side == view.side]
    lines = panels.roster(offers.ruleset, view, offers.active_figures(), chosen, side.width)
    for name, line in zip(own, lines, strict=False):
        side.add(line, action=f"figure({name!r})" if offers.position(name) else "")
    side.add(*lines[len(own) :])


def _acting(side: Side, offers: LegalOrders, pick: Pick) -> None:
    """The card of who acts, below what he is about to do."""
    figure = offers.view.state.figures.get(pick.figure)
    if figure is not None:
        side.gap()
        side.add(panels.heading("who acts", side.width))
        side.add(*panels.card(offers.ruleset, offers.view, figure, side.width))


def _cards(side: Side, offers: LegalOrders, pick: Pick, cursor: Tile) -> bool:
    """Who is under the cursor, else who is chosen, else the roster; whether it is that."""
    if offers.mustering and offers.can_act:
        _muster(side, offers, pick)
        return False
    if who_lines(side, offers, cursor):
        return False
    figure = offers.view.state.figures.get(pick.figure)
    if figure is not None:
        side.add(*panels.card(offers.ruleset, offers.view, figure, side.width))
        return False
    _roster(side, offers, "")
    return True


def _muster(side: Side, offers: LegalOrders, pick: Pick) -> None:
    """Everybody who may choose a load, with what he carries; below, the card of who is chosen."""
    side.add(panels.heading("muster", side.width))
    for name in offers.own_figures():
        figure = offers.view.state.figures[name]
        style = MARKED if name == pick.figure else ""
        head = f"{name} {figure.who.name}"
        arms = ", ".join(weapon.name for weapon in figure.who.weapons)
        arms = panels.clipped(arms, max(4, side.width - len(head) - 2))
        line = panels.two_ends(head, arms, side.width, "", "dim").stylize(style)
        side.add(line, action=f"figure({name!r})", marked=name == pick.figure)
    chosen = offers.view.state.figures.get(pick.figure)
    if chosen is not None:
        side.gap()
        side.add(*panels.card(offers.ruleset, offers.view, chosen, side.width))


def _menu(side: Side, desk: Desk) -> None:
    """What the figure can do, then what it can't and why; what the marked one means below it."""
    offers, pick = desk.offers, desk.pick
    able = offers.verbs(pick.figure)
    side.add(panels.heading(f"{pick.figure} can", side.width))
    for name in able:
        _choice(side, desk, name, able=True)
    barred = [(name, _why_barred(desk, name)) for name in offers.unavailable_verbs(pick.figure)]
    # What holds for several is said once, below the last of them.
    for why, several in groupby(barred, lambda one: one[1]):
        marked = [_choice(side, desk, name, able=False) for name, _ in several]
        rule = f" ({why.rule})" if why.rule else ""
        said = str(why) if any(marked) else f"{why.reason}{rule}"
        style = "$warning" if any(marked) else "dim"
        side.add(panels.plain(f"   {desk.worded(said)}", style), marked=any(marked))


def _choice(side: Side, desk: Desk, name: str, *, able: bool) -> bool:
    """A line of the menu, and what it means where it is marked; whether it is."""
    names = menu_of(desk.offers, desk.pick)
    row = names.index(name)
    marked = row == desk.pick.row % len(names)
    style = MARKED if marked else "" if able else "dim"
    far = desk.verb_key(name) if able else "not now"
    line = panels.two_ends(f" {humanize(name)}", f"{far} ", side.width).stylize(style)
    side.add(line, action=f"row({row})", marked=marked)
    if marked:
        side.add(panels.plain(f"   {desk.offers.known_verbs[name].text}", "italic"), marked=True)
    return marked


def _why_barred(desk: Desk, name: str) -> Refusal:
    return explain_verb_refusal(desk.offers, desk.pick.figure, name, desk.cursor)


def _answers(side: Side, desk: Desk) -> None:
    offers, pick = desk.offers, desk.pick
    view, question = offers.view, offers.view.question
    if question is None:
        return
    about = f"{question.figure} {wording.figure_name(view, question.figure)}".strip()
    side.add(panels.heading("your choice", side.width))
    what = question_words(question)
    side.add(panels.plain(f"{about}: {what}" if about else what, "bold"))
    asked = [one.faces for one in view.news if isinstance(one.event, Asked)]
    if asked and asked[-1]:
        side.add(panels.plain(f"rolled: {dice_words(asked[-1])}", "dim"))
    options = answer_options(view, offers.known_verbs)
    for row, option in enumerate(options):
        style = MARKED if row == pick.row else ""
        line = panels.plain(f" {option.words}", style)
        side.add(line, action=f"row({row})", marked=row == pick.row)
    marked = options[pick.row % len(options)] if options else None
    if marked is not None and marked.order is not None:
        side.gap()
        side.add(panels.heading("what it may do", side.width))
        odds_of_order(side, offers, marked.order, desk.detail)
