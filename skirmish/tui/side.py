"""What stands in the side panel at each step of an order, and which of its lines can be clicked."""

from __future__ import annotations

from skirmish.core.events import Asked
from skirmish.core.geometry import Tile, expand_path, parse_path
from skirmish.core.orders import Order
from skirmish.errors import SkirmishError
from skirmish.rulesets.families import Routes
from skirmish.telling import ground
from skirmish.telling.lessons import lessons
from skirmish.telling.offers import Offers
from skirmish.telling.sentences import dice_words
from skirmish.telling.wording import answers, question_words, spoken, value_words
from skirmish.tui import lists, panels
from skirmish.tui import pick as picks
from skirmish.tui.chances import landing_lines, loss_lines, modifier_lines, odds_lines
from skirmish.tui.column import Side
from skirmish.tui.desk import Desk
from skirmish.tui.guess import menu_of
from skirmish.tui.keys import FIGHT, Mode
from skirmish.tui.looking import look_lines, who_lines
from skirmish.tui.outlook_lines import outlook_lines, waiting_line
from skirmish.tui.pick import Pick
from skirmish.tui.rough import in_a_word, rough_lines
from skirmish.tui.settings import NONE, ROUGH
from skirmish.tui.ways import is_way

MARKED = "reverse"
SHORT = 72
"""Characters of a notice that the line of hints has room for at 80 columns."""
HIGH = 30
"""Rows from which the roster stands below the card."""
_ROSTER = 6
"""Rows that must be left for it."""


def side_of(desk: Desk, size: tuple[int, int]) -> Side:
    """The panel for what the player does; size is width, height."""
    offers, pick, cursor = desk.offers, desk.pick, desk.focus
    side = Side(size[0])
    if len(desk.notice) > SHORT:
        side.add(panels.plain(desk.notice, "bold $warning"))
        side.gap()
    for lesson in lessons(offers.view) if pick.mode is Mode.SELECT else ():
        side.add(panels.plain(desk.taught(lesson), "italic $accent"))
        side.gap()
    if desk.look:
        look_lines(side, offers, pick, cursor)
        return side
    match pick.mode:
        case Mode.ANSWER:
            _answers(side, desk)
        case Mode.MENU:
            _menu(side, desk)
        case Mode.TARGET | Mode.FIELDS:
            _order(side, desk)
        case _:
            _cards(side, offers, pick, cursor)
    if pick.mode in (Mode.MENU, Mode.TARGET, Mode.FIELDS):
        _acting(side, offers, pick)
    if size[1] >= HIGH and len(side.lines) < size[1] - _ROSTER:
        side.gap()
        side.add(panels.heading("roster", size[0]))
        _roster(side, offers, pick.figure)
    return side


def _roster(side: Side, offers: Offers, chosen: str) -> None:
    """Everybody that is known; a click on an own figure chooses it."""
    view = offers.view
    own = [f.id for f in view.state.figures.values() if f.who.side == view.side]
    lines = panels.roster(view, offers.able(), chosen, side.width)
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


def _cards(side: Side, offers: Offers, pick: Pick, cursor: Tile) -> None:
    """Who is under the cursor, else who is chosen, else what there is to do."""
    if offers.mustering and offers.my_bound:
        _muster(side, offers, pick)
        return
    if who_lines(side, offers, cursor):
        return
    figure = offers.view.state.figures.get(pick.figure)
    if figure is not None:
        side.add(*panels.card(offers.ruleset, offers.view, figure, side.width))
        return
    _roster(side, offers, "")


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
    offers, pick = desk.offers, desk.pick
    names = menu_of(offers, pick)
    able = offers.verbs(pick.figure)
    side.add(panels.heading(f"{pick.figure} can", side.width))
    for row, name in enumerate(names):
        style = MARKED if row == pick.row else "" if name in able else "dim"
        far = desk.verb_key(name) if name in able else "not now"
        line = panels.two_ends(f" {spoken(name)}", f"{far} ", side.width).stylize(style)
        side.add(line, action=f"row({row})", marked=row == pick.row)
    if names:
        marked = offers.known_verbs[names[pick.row % len(names)]]
        side.gap()
        side.add(panels.plain(marked.text, "italic"))


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
        _odds(side, offers, marked.order, desk.detail)


def _order(side: Side, desk: Desk) -> None:
    offers, pick = desk.offers, desk.pick
    title = f"{pick.figure} {spoken(pick.verb)} {_target_words(pick.order)}".strip()
    side.add(panels.heading(title, side.width))
    if picks.complete(offers, pick):
        do_it, takes = f" {desk.key('confirm')}: do it", _takes(offers, pick.order)
        line = panels.two_ends(do_it, takes, side.width, "bold $accent", "dim")
        side.add(line, action="confirm")
    words = lists.words_listed(offers, pick)
    for index, word in enumerate(words):
        marked = word == pick.target
        line = panels.plain(f" {spoken(word)} ".ljust(side.width), MARKED if marked else "")
        side.add(line, action=f"row({index})", marked=marked)
    rows = picks.details(offers, pick)
    figure = offers.view.state.figures.get(pick.figure)
    if pick.mode is Mode.FIELDS:
        for index, row in enumerate(rows):
            marked = index == pick.row % len(rows)
            value = f"< {value_words(figure, row.value)} >"
            line = panels.two_ends(f" {spoken(row.label)}", value, side.width)
            line = line.stylize(MARKED if marked else "")
            side.add(line, action=f"row({index})", marked=marked)
    elif rows:
        told = [row for row in rows if is_way(row) or pick.order.get(row.field)]
        said = ", ".join(f"{spoken(r.label)} {value_words(figure, r.value)}" for r in told)
        side.add(
            panels.plain(f"{desk.key('options')}: {said or 'details'}", "dim"), action="options"
        )
    if picks.complete(offers, pick):
        _hints(side, desk, pick.order)
        _way(side, offers, pick)
        _odds(side, offers, pick.order, desk.detail)
        _outlook(side, desk, pick.order)
    elif (listed := offers.listed(pick.figure, pick.verb)) and not words:
        side.add(panels.plain(f"{desk.key('next')}: {', '.join(listed)}", "dim"))


def _outlook(side: Side, desk: Desk, order: Order) -> None:
    """What the order leads to, as soon as it is worked out."""
    offers = desk.offers
    if desk.detail == NONE or not offers.foretold(order):
        return
    told = offers.outlooks.get(order)
    if told is None:
        side.add(waiting_line())
        return
    say = in_a_word if desk.detail == ROUGH else ground.percent
    side.add(*outlook_lines(offers.view, told, side.width, say))


def _hints(side: Side, desk: Desk, order: Order) -> None:
    """What could be done better: above all else, where it is not cut off."""
    told = desk.offers.outlooks.get(order)
    for hint in told.hints if told is not None and desk.hints else ():
        side.add(panels.plain(f"hint: {desk.keyed(hint)}", "italic $accent"))


def _takes(offers: Offers, order: Order) -> str:
    """The share of its bound that an order takes of a figure."""
    if offers.part != FIGHT:
        return ""
    share = offers.ruleset.cost(offers.view.state, order)
    return f"{ground.percent(share)} of bound" if share > 0 else ""


def _way(side: Side, offers: Offers, pick: Pick) -> None:
    """What a move costs, and who will see where it ends."""
    family = picks.family_of(offers, pick)
    if family is None or not isinstance(family.target, Routes):
        return
    end = parse_path(pick.target)[-1]
    halves = family.target.reach.cost(end)
    tiles = f"{halves / 2:g}"
    costs = f"{tiles} tile" if tiles == "1" else f"{tiles} tiles"
    side.add(panels.two_ends("costs", costs, side.width, "dim"))
    seers = ", ".join(offers.seers(end))
    side.add(panels.plain(f"in sight of {seers}" if seers else "in nobody's sight"))
    if zones := ", ".join(ground.zones_on_way(offers.view, expand_path(parse_path(pick.target)))):
        side.add(panels.plain(f"through {zones}", "$error"))
    if cover := ", ".join(offers.threatened_by(end)):
        side.add(panels.plain(f"in the arc of {cover}", "$error"))


def _target_words(order: Order) -> str:
    """A target in a word; of a path its end."""
    return spoken(order.target.rpartition(">")[2])


def _odds(side: Side, offers: Offers, order: Order, detail: str) -> None:
    if detail == NONE:
        return
    try:
        odds = offers.odds(order)
    except SkirmishError as error:
        side.add(panels.plain(str(error), "$error"))
        return
    if odds is None:
        return
    rules, view, width = offers.ruleset, offers.view, side.width
    if detail == ROUGH:
        side.add(*rough_lines(rules, view, odds, width))
        return
    side.add(*odds_lines(rules, view, odds, width))
    side.add(*loss_lines(rules, view, odds, width))
    side.add(*landing_lines(odds.landing, order.target, width))
    side.add(*modifier_lines(odds.modifiers, width, scattered=bool(odds.landing)))
