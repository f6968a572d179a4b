"""Sentences of a player's turn: news, recap, situation, questions and confirmations."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from skirmish.core import battle_parts
from skirmish.core import events as ev
from skirmish.core.geometry import Tile
from skirmish.core.orders import END, READY, RESIGN, Order
from skirmish.core.text import pluralize
from skirmish.core.view import UNSEEN, News
from skirmish.errors import SkirmishError
from skirmish.line import battle_text, figure_text
from skirmish.line.order_text import left_open_facing
from skirmish.line.phrases import bearing, full_stop, join_words, row_sentences
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import Sentence
from skirmish.presentation.odds.expected_reactions import newly_watched
from skirmish.presentation.odds.forecast_rows import watch_words
from skirmish.presentation.odds.odds_rows import chance_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.pending_fights import fights_words
from skirmish.presentation.question_words import (
    answer_options,
    own_risk,
    question_situation,
    question_words,
)
from skirmish.presentation.setup.preferences import EXACT, NONE
from skirmish.session.bound_end import (
    by_what_is_left,
    fights_to_come,
    how_it_ends,
    worth_asking,
)


def news_lines(legal: LegalOrders, figure: str, start: int) -> list[str]:
    """The side's news from index `start` on, with bearings from the active figure."""
    known = legal.view.news
    fired = (shooter for one in reversed(known[:start]) if (shooter := _shooter_of(one.event)))
    lines, before = [], next(fired, "")
    for sentence in log_sentences(legal.view, known[start:], legal.ruleset):
        lines.append(sentence.spoken_words + _position_words(legal, figure, sentence, before))
        before = _shooter_of(sentence.event) or before
    # The full stop comes behind the bearing.
    return [full_stop(line) for line in lines]


def _position_words(legal: LegalOrders, figure: str, sentence: Sentence, before: str) -> str:
    """Bearing of an event, or of a shooter that was not mentioned just before."""
    start, event = legal.position(figure), sentence.event
    place, who = _tile_of(event), _shooter_of(event)
    if start is None:
        return ""
    if place is not None and not _is_own(legal, sentence.subject):
        return f", {_relative_words(start, place, figure)}"
    at = legal.position(who) if who and who != before and not _is_own(legal, who) else None
    return "" if at is None else f"; {who} is {_relative_words(start, at, figure)}"


def _relative_words(start: Tile, place: Tile, figure: str) -> str:
    return f"where {figure} stands" if start == place else f"{bearing(start, place)} of {figure}"


def _is_own(legal: LegalOrders, name: str) -> bool:
    figure = legal.view.state.figures.get(name)
    return figure is not None and figure.who.side == legal.view.side


def _shooter_of(event: ev.Event | None) -> str:
    """The attacking figure of an event; "" if there is none."""
    match event:
        case ev.Fired():
            return event.figure
        case ev.Struck():
            return "" if event.source == UNSEEN else event.source
        case _:
            return ""


def _tile_of(event: ev.Event | None) -> Tile | None:
    """The tile where an event ends, as the news reports it."""
    match event:
        case ev.Moved():
            return event.path[-1]
        case ev.Placed() | ev.Burst() | ev.Changed():
            return event.at
        case _:
            return None


def active_figure(legal: LegalOrders, figure: str) -> str:
    """The active figure of a new bound: the same one if it can act, else the first that can."""
    able = legal.active_figures() or legal.own_figures()
    return figure if figure in able else able[0] if able else ""


def opening_lines(legal: LegalOrders, figure: str, *, show_odds: bool = True) -> list[str]:
    """The first lines of a bound: turn, figures that can act, visible enemies, lessons."""
    side = legal.view.state.setup.sides[legal.view.side].name
    situation = situation_words(legal, figure, show_odds=show_odds)
    lines = [f"{battle_text.turn_words(legal)}. {side}, your orders. {situation}"]
    return [*lines, *battle_text.deployment_lines(legal), *battle_text.lesson_lines(legal)]


def situation_words(legal: LegalOrders, figure: str, *, show_odds: bool = True) -> str:
    """Figures that can act, and visible enemies, nearest first."""
    state = status_words(legal, figure, show_odds=show_odds)
    start = legal.position(figure)
    foes = figure_text.by_distance(legal, start, list(legal.view.enemies()))
    enemy_labels = [
        f"{figure_text.label(f)}" + (f" {bearing(start, f.tile)}" if start is not None else "")
        for f in foes
    ]
    return f"{state} In sight: {join_words(enemy_labels)}." if enemy_labels else state


def visible_enemies(legal: LegalOrders) -> tuple[str, ...]:
    """Ids of the visible enemies."""
    return tuple(enemy.id for enemy in legal.view.enemies())


def newly_visible_lines(legal: LegalOrders, figure: str, before: Container[str]) -> list[str]:
    """The visible enemies that were not visible before."""
    new = [enemy for enemy in legal.view.enemies() if enemy.id not in before]
    near = figure_text.by_distance(legal, legal.position(figure), new)
    return [f"Now in sight: {figure_text.enemy_words(legal, enemy, figure)}" for enemy in near]


def after_order_lines(
    legal: LegalOrders, figure: str, order: Order, *, quiet: bool, show_odds: bool = True
) -> list[str]:
    """Confirmation and status after an order, if needed; `quiet`: it made no news."""
    if legal.view.question is not None or order.verb in (END.name, READY.name):
        return []
    done = [f"Done: {order}."] if quiet else []
    if (
        order.figure
        and order.figure not in legal.active_figures()
        and legal.battle_part == battle_parts.FIGHT
    ):
        return [*done, status_words(legal, figure, show_odds=show_odds)]
    return done


def change_lines(before: LegalOrders, legal: LegalOrders, order: Order) -> list[str]:
    """What an order changed: enemies in sight, watched ground, facing, facts of the card."""
    lines = newly_visible_lines(legal, order.figure, visible_enemies(before))
    if tiles := newly_watched(before.view, legal.view, order.figure):
        lines.append(f"{order.figure} {'; '.join(watch_words(tiles))}.")
    then = before.view.state.figures.get(order.figure)
    now = legal.view.state.figures.get(order.figure)
    if then is None or now is None or now.fate or legal.battle_part != battle_parts.FIGHT:
        return lines
    if now.facing != then.facing and left_open_facing(before, order):
        lines.append(f"{order.figure} now faces {now.facing.name}.")
    old = legal.ruleset.card.lines(before.view.state, then)
    new = legal.ruleset.card.lines(legal.view.state, now)
    facts = [f"{one.title} {one.value}" for one in new if one not in old and not one.status]
    return [*lines, f"{order.figure} now has: {'; '.join(facts)}."] if facts else lines


def _fight_lines(legal: LegalOrders, *, show_odds: bool) -> list[str]:
    """The coming close combat as a sentence; [] if there is none."""
    words = fights_words(fights_to_come(legal), EXACT if show_odds else NONE)
    return [full_stop(words)] if words else []


def confirmation(legal: LegalOrders, order: Order, *, show_odds: bool = True) -> str:
    """The question before an order that cannot be undone; "" if none is needed."""
    if order.verb == RESIGN.name:
        return f"This gives up the battle. Type '{order}' again to confirm."
    if order.verb not in (END.name, READY.name) or legal.deploying:
        return ""
    if not legal.active_figures():
        return ""
    fresh = worth_asking(legal)
    groups = by_what_is_left(legal, fresh)
    still = "; ".join(f"{join_words(names)} can still {what}" for what, names in groups)
    able = still or "Nothing is left but rests of movement"
    how = how_it_ends(legal)
    ends = f"This ends the battle: {how}. " if how else ""
    ends += "".join(f"{one} " for one in _fight_lines(legal, show_odds=show_odds))
    return f"{able}. {ends}Type '{order}' again to confirm."


def status_words(legal: LegalOrders, figure: str, *, show_odds: bool = True) -> str:
    """The state of play in a sentence: whose bound it is, and which figures can act."""
    if legal.view.question is not None:
        return "Answer the question first."
    if not legal.can_act:
        return "Wait for the other side."
    if legal.deploying:
        return "Deployment: 'deploy' puts the figure on a tile, 'ready' ends the deployment."
    if legal.mustering:
        return "Muster: 'orders' lists what can be loaded, 'ready' ends the muster."
    able = legal.active_figures()
    if not able:
        how = how_it_ends(legal)
        ends = f" and the battle: {how}" if how else ""
        idle = f"No figure can move or attack now: 'end' ends the {legal.ruleset.turn.bound}{ends}."
        return " ".join((idle, *_fight_lines(legal, show_odds=show_odds)))
    doing = (
        f"{figure} {figure_text.ability_words(legal, figure)}"
        if figure in able
        else f"{figure} is done"
    )
    rest = [name for name in able if name != figure]
    fresh = [name for name in worth_asking(legal) if name != figure]
    groups = by_what_is_left(legal, fresh)
    too = "".join(f"; {join_words(names)} can {what} too" for what, names in groups)
    counted = ", ".join(f"{len(names)} can {what}" for what, names in groups)
    if little := [name for name in rest if name not in fresh]:
        too += f"; {join_words(little)} can do little more"
        counted = ", ".join(filter(None, (counted, f"{len(little)} little more")))
    more = too if figure in able else f"; 'next' for {rest[0]} ({counted})"
    return f"{doing if figure else 'Choose a figure'}{more}."


def can_number(options: Sequence[str]) -> bool:
    """Whether options can be chosen by their position: not if some are numbers themselves."""
    return not any(option.isdigit() for option in options)


def question_lines(legal: LegalOrders, *, show_odds: bool = True) -> list[str]:
    """The open question and its options; [] if there is none."""
    question = legal.view.question
    if question is None:
        return []
    figure = legal.view.state.figures.get(question.figure)
    subject = f"{figure_text.label(figure)}: " if figure is not None else ""
    happened = question_situation(legal.view, legal.known_verbs, question)
    lines = [*filter(None, [happened]), f"Question: {subject}{question_words(question)}"]
    for number, option in enumerate(answer_options(legal.view, legal.known_verbs), 1):
        key = str(number) if can_number(question.options) else option.text
        same = "" if option.words == key else f": {option.words}"
        lines.append(f"  {key}{same}")
        if show_odds and option.order is not None:
            lines += [f"  {line}" for line in _option_odds(legal, option.order)]
    return [*lines, "Type the number of an answer, or the answer."]


def _option_odds(legal: LegalOrders, order: Order) -> list[str]:
    """Odds of an order that is offered as an answer."""
    try:
        found = legal.order_odds(order)
    except SkirmishError:
        return []
    blocks = () if found is None else chance_rows(legal.view, found, full=False)
    risk = own_risk(legal.ruleset, legal.view, order)
    warning = [f"Hint: {full_stop(risk)}"] if risk else []
    return [*warning, *(line for block in blocks for line in row_sentences(block))]


def recap_lines(legal: LegalOrders, start: int) -> list[str]:
    """Losses and points in the news from index `start` on; [] if there were none."""
    news = legal.view.news[start:]
    mine, others = list(_losses(legal, news, mine=True)), list(_losses(legal, news, mine=False))
    facts = [f"you lost {join_words(mine)}"] if mine else []
    facts += [f"the enemy lost {join_words(others)}"] if others else []
    for name, side in legal.view.state.setup.sides.items():
        scored = [one.event for one in news if isinstance(one.event, ev.Scored)]
        if points := sum(event.points for event in scored if event.side == name):
            facts.append(f"{side.name} scored {pluralize(points, 'point')}")
    return [f"Since your last order: {'; '.join(facts)}."] if facts else []


def _losses(legal: LegalOrders, news: tuple[News, ...], *, mine: bool) -> Iterator[str]:
    for one in news:
        if isinstance(one.event, ev.Left):
            figure = legal.view.state.figures.get(one.event.figure)
            if (figure is not None and figure.who.side == legal.view.side) == mine:
                yield figure_text.label(figure) if figure is not None else one.event.figure


def full_recap_lines(legal: LegalOrders) -> list[str]:
    """All news since the end of the side's previous bound."""
    view = legal.view
    begins = [at for at, one in enumerate(view.news) if isinstance(one.event, ev.Bound)]
    sides = [(at, view.news[at].event) for at in begins]
    ours = [isinstance(event, ev.Bound) and event.side == view.side for _, event in sides]
    last = len(ours)
    while last and ours[last - 1]:
        last -= 1
    while last and not ours[last - 1]:
        last -= 1
    first = begins[last] if last < len(begins) else 0
    sentences = log_sentences(view, view.news[first:], legal.ruleset)
    return [battle_text.spoken(one) for one in sentences] or ["Nothing has happened yet."]
