"""What stands in the side panel at each step of an order, and which of its lines can be clicked."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.events import Asked
from skirmish.core.gate import width as columns
from skirmish.core.geometry import Tile
from skirmish.telling import ground
from skirmish.telling.lessons import lessons
from skirmish.telling.offers import Offers
from skirmish.telling.sentences import dice_words
from skirmish.telling.wording import answers, question_words, spoken
from skirmish.tui import panels
from skirmish.tui.advised import advice_lines
from skirmish.tui.column import MARKED, Side
from skirmish.tui.desk import Desk
from skirmish.tui.guess import menu_of, why_not_verb
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
    for lesson in lessons(offers.view) if pick.mode is Mode.SELECT else ():
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
        _roster(side, offers, pick.figure)
    return side


def _roster(side: Side, offers: Offers, chosen: str) -> None:
    """Everybody that is known; a click on an own figure chooses it."""
    view = offers.view
    own = [f.id for f in view.state.figures.values() if f.who.side == view.side]
    lines = panels.roster(offers.ruleset, view, offers.able(), chosen, side.width)
    for name, line in zip(own, lines, strict=False):
        side.add(line, action=f"figure({name!r})" if offers.place(name) else "")
    side.add(*lines[len(own) :])


def _acting(side: Side, offers: Offers, pick: Pick) -> None:
    """The card of who acts, below what he is about to do."""
    figure = offers.view.state.figures.get(pick.figure)
    if figure is not None:
        side.gap()
        side.add(panels.heading("who acts", side.width))
        side.add(*panels.card(offers.ruleset, offers.view, figure, side.width))


def _cards(side: Side, offers: Offers, pick: Pick, cursor: Tile) -> bool:
    """Who is under the cursor, else who is chosen, else the roster; whether it is that."""
    if offers.mustering and offers.my_bound:
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


def _muster(side: Side, offers: Offers, pick: Pick) -> None:
    """Everybody who may choose a load, with what he carries; below, the card of who is chosen."""
    side.add(panels.heading("muster", side.width))
    for name in offers.mine():
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
    """What the figure can do and what not, each with what the marked one means below it."""
    offers, pick = desk.offers, desk.pick
    names = menu_of(offers, pick)
    able = offers.verbs(pick.figure)
    side.add(panels.heading(f"{pick.figure} can", side.width))
    for row, name in enumerate(names):
        style = MARKED if row == pick.row else "" if name in able else "dim"
        far = desk.verb_key(name) if name in able else "not now"
        line = panels.two_ends(f" {spoken(name)}", f"{far} ", side.width).stylize(style)
        side.add(line, action=f"row({row})", marked=row == pick.row)
        if row in (len(able) - 1, len(names) - 1):
            _meaning(side, desk, names[len(able) :] if row >= len(able) else able)


def _meaning(side: Side, desk: Desk, names: tuple[str, ...]) -> None:
    """What the marked order means, if it is one of these, and why it can't be given."""
    offers, every = desk.offers, menu_of(desk.offers, desk.pick)
    name = every[desk.pick.row % len(every)]
    if name not in names:
        return
    side.add(panels.plain(f"   {offers.known_verbs[name].text}", "italic"), marked=True)
    if name not in offers.verbs(desk.pick.figure) and not desk.notice:
        why = why_not_verb(offers, evolve(desk.pick, verb=name), desk.cursor)
        side.add(panels.plain(f"   {desk.worded(why)}", "$warning"), marked=True)


def _answers(side: Side, desk: Desk) -> None:
    offers, pick = desk.offers, desk.pick
    view, question = offers.view, offers.view.question
    if question is None:
        return
    about = f"{question.figure} {ground.name_of(view, question.figure)}".strip()
    side.add(panels.heading("your choice", side.width))
    what = question_words(question)
    side.add(panels.plain(f"{about}: {what}" if about else what, "bold"))
    asked = [one.faces for one in view.news if isinstance(one.event, Asked)]
    if asked and asked[-1]:
        side.add(panels.plain(f"rolled: {dice_words(asked[-1])}", "dim"))
    options = answers(view, offers.known_verbs)
    for row, option in enumerate(options):
        style = MARKED if row == pick.row else ""
        line = panels.plain(f" {option.words}", style)
        side.add(line, action=f"row({row})", marked=row == pick.row)
    marked = options[pick.row % len(options)] if options else None
    if marked is not None and marked.order is not None:
        side.gap()
        side.add(panels.heading("what it may do", side.width))
        odds_of_order(side, offers, marked.order, desk.detail)
