"""What is said without being asked for: what a side learns, and the first words of its bound."""

from __future__ import annotations

from skirmish.core import events as ev
from skirmish.core.geometry import Tile
from skirmish.core.orders import END, READY, RESIGN, Order
from skirmish.line import reports
from skirmish.line.bearings import bearing
from skirmish.line.commands import state_words
from skirmish.line.fold import listed
from skirmish.telling import parts
from skirmish.telling.offers import Offers
from skirmish.telling.sentences import Sentence
from skirmish.telling.story import story


def news(offers: Offers, figure: str, told: int) -> list[str]:
    """What the side learnt after so many news; where it lies from the active figure as well."""
    said = story(offers.view, offers.view.news[told:], offers.ruleset)
    return [_news_words(offers, figure, one) for one in said]


def _news_words(offers: Offers, figure: str, said: Sentence) -> str:
    words, place = reports.plain(said), _place(said.event)
    about = offers.view.state.figures.get(said.about)
    start = offers.place(figure)
    mine = about is not None and about.who.side == offers.view.side
    if place is None or start is None or mine:
        return words
    return f"{words.removesuffix('.')}, {bearing(start, place)} of {figure}."


def _place(event: ev.Event | None) -> Tile | None:
    """Where something came to or came down, as the news of it has it."""
    match event:
        case ev.Moved():
            return event.path[-1]
        case ev.Placed() | ev.Burst() | ev.Changed():
            return event.at
        case _:
            return None


def first_figure(offers: Offers, figure: str) -> str:
    """Who is the active figure in a new bound: still the same, if it can act."""
    able = offers.able() or offers.mine()
    return figure if figure in able else able[0] if able else ""


def opening(offers: Offers, figure: str) -> list[str]:
    """The first words of a bound: where the battle stands, who can act, who is in sight."""
    side = offers.view.state.setup.sides[offers.view.side].name
    lines = [f"{reports.when(offers)}. {side}, your orders. {standing(offers, figure)}"]
    return [*lines, *reports.zone(offers), *reports.lesson(offers)]


def standing(offers: Offers, figure: str) -> str:
    """Who can act, and who is in sight."""
    state = state_words(offers, figure)
    foes = [f"{enemy.id} {enemy.who.name}" for enemy in offers.view.enemies()]
    return f"{state} In sight: {listed(foes)}." if foes else state


def after_order(offers: Offers, figure: str, order: Order, *, quiet: bool) -> list[str]:
    """Where things stand after an order, if that needs saying; `quiet` where it made no news."""
    if offers.view.question is not None or order.verb in (END.name, READY.name):
        return []
    done = [f"Done: {order}."] if quiet else []
    if order.figure and order.figure not in offers.able() and offers.part == parts.FIGHT:
        return [*done, state_words(offers, figure)]
    return done


def doubt(offers: Offers, order: Order) -> str:
    """Why an order that cannot be taken back should be given twice; empty where it need not."""
    if order.verb == RESIGN.name:
        return f"That gives the battle up. '{order}' once more, if you are sure."
    if order.verb not in (END.name, READY.name) or offers.deploying:
        return ""
    able = offers.able()
    return f"{listed(able)} can still act. '{order}' once more, if you are sure." if able else ""
