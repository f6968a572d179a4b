"""What is said without being asked for: what a side learns, and the first words of its bound."""

from __future__ import annotations

from collections.abc import Container

from skirmish.core import events as ev
from skirmish.core import parts
from skirmish.core.geometry import Tile
from skirmish.core.orders import END, READY, RESIGN, Order
from skirmish.core.view import UNSEEN
from skirmish.line import people, reports
from skirmish.line.bearings import bearing
from skirmish.line.commands import state_words
from skirmish.line.fold import full_stop, listed
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.log import log_sentences
from skirmish.presentation.log_writer import Sentence
from skirmish.presentation.order_effects import STATUS_LABEL


def news(offers: LegalOrders, figure: str, told: int) -> list[str]:
    """What the side learnt after so many news; where it lies from the active figure as well."""
    known = offers.view.news
    fired = (shooter for one in reversed(known[:told]) if (shooter := _shooter(one.event)))
    lines, before = [], next(fired, "")
    for said in log_sentences(offers.view, known[told:], offers.ruleset):
        words = reports.plain(said).removesuffix(".")
        lines.append(words + _where(offers, figure, said, before))
        before = _shooter(said.event) or before
    # The sentences end behind what was added to them.
    return [full_stop(line) for line in lines]


def _where(offers: LegalOrders, figure: str, said: Sentence, before: str) -> str:
    """How what a sentence tells of lies from a figure; of a shooter once."""
    start, place, who = offers.place(figure), _place(said.event), _shooter(said.event)
    if start is None:
        return ""
    if place is not None and not _mine(offers, said.about):
        return f", {_lies(start, place, figure)}"
    at = offers.place(who) if who and who != before and not _mine(offers, who) else None
    return "" if at is None else f"; {who} is {_lies(start, at, figure)}"


def _lies(start: Tile, place: Tile, figure: str) -> str:
    return f"where {figure} stands" if start == place else f"{bearing(start, place)} of {figure}"


def _mine(offers: LegalOrders, name: str) -> bool:
    figure = offers.view.state.figures.get(name)
    return figure is not None and figure.who.side == offers.view.side


def _shooter(event: ev.Event | None) -> str:
    """Whose attack an event tells of; nobody's where it tells of none."""
    match event:
        case ev.Fired():
            return event.figure
        case ev.Struck():
            return "" if event.source == UNSEEN else event.source
        case _:
            return ""


def _place(event: ev.Event | None) -> Tile | None:
    """Where something came to or came down, as the news of it has it."""
    match event:
        case ev.Moved():
            return event.path[-1]
        case ev.Placed() | ev.Burst() | ev.Changed():
            return event.at
        case _:
            return None


def first_figure(offers: LegalOrders, figure: str) -> str:
    """Who is the active figure in a new bound: still the same, if it can act."""
    able = offers.able() or offers.mine()
    return figure if figure in able else able[0] if able else ""


def opening(offers: LegalOrders, figure: str) -> list[str]:
    """The first words of a bound: where the battle stands, who can act, who is in sight."""
    side = offers.view.state.setup.sides[offers.view.side].name
    lines = [f"{reports.when(offers)}. {side}, your orders. {standing(offers, figure)}"]
    return [*lines, *reports.zone(offers), *reports.lesson(offers)]


def standing(offers: LegalOrders, figure: str) -> str:
    """Who can act, and who is in sight where, the nearest first."""
    state, start = state_words(offers, figure), offers.place(figure)
    foes = people.near_first(offers, start, list(offers.view.enemies()))
    told = [
        f"{people.named(f)}" + (f" {bearing(start, f.tile)}" if start is not None else "")
        for f in foes
    ]
    return f"{state} In sight: {listed(told)}." if told else state


def in_sight(offers: LegalOrders) -> tuple[str, ...]:
    """The enemies in sight, by id."""
    return tuple(enemy.id for enemy in offers.view.enemies())


def sighted(offers: LegalOrders, figure: str, before: Container[str]) -> list[str]:
    """The enemies that were not in sight before."""
    new = [enemy for enemy in offers.view.enemies() if enemy.id not in before]
    near = people.near_first(offers, offers.place(figure), new)
    return [f"Now in sight: {people.enemy_words(offers, enemy, figure)}" for enemy in near]


def after_order(offers: LegalOrders, figure: str, order: Order, *, quiet: bool) -> list[str]:
    """Where things stand after an order, if that needs saying; `quiet` where it made no news."""
    if offers.view.question is not None or order.verb in (END.name, READY.name):
        return []
    done = [f"Done: {order}."] if quiet else []
    if order.figure and order.figure not in offers.able() and offers.part == parts.FIGHT:
        return [*done, state_words(offers, figure)]
    return done


def changed(before: LegalOrders, offers: LegalOrders, order: Order) -> list[str]:
    """What an order in the side's own bound changed besides: who came into sight, what is left."""
    lines = sighted(offers, order.figure, in_sight(before))
    then = before.view.state.figures.get(order.figure)
    now = offers.view.state.figures.get(order.figure)
    if then is None or now is None or now.fate or offers.part != parts.FIGHT:
        return lines
    old = offers.ruleset.card(before.view.state, then)
    new = offers.ruleset.card(offers.view.state, now)
    facts = [
        f"{one.label} {one.value}" for one in new if one not in old and one.label != STATUS_LABEL
    ]
    return [*lines, f"{order.figure} has now: {'; '.join(facts)}."] if facts else lines


def doubt(offers: LegalOrders, order: Order) -> str:
    """Why an order that cannot be taken back should be given twice; empty where it need not."""
    if order.verb == RESIGN.name:
        return f"That gives the battle up. '{order}' once more, if you are sure."
    if order.verb not in (END.name, READY.name) or offers.deploying:
        return ""
    able = offers.able()
    return f"{listed(able)} can still act. '{order}' once more, if you are sure." if able else ""
