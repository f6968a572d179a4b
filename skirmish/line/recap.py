"""What happened since a side's last order, in short and at length."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core import events as ev
from skirmish.core.text import many
from skirmish.core.view import News
from skirmish.line import people, reports
from skirmish.line.fold import listed
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.log import log_sentences


def recap(offers: LegalOrders, told: int) -> list[str]:
    """Who was lost and what was scored after so many news; nothing where nothing was."""
    news = offers.view.news[told:]
    mine, others = list(_lost(offers, news, mine=True)), list(_lost(offers, news, mine=False))
    facts = [f"you lost {listed(mine)}"] if mine else []
    facts += [f"the enemy lost {listed(others)}"] if others else []
    for name, side in offers.view.state.setup.sides.items():
        scored = [one.event for one in news if isinstance(one.event, ev.Scored)]
        if points := sum(event.points for event in scored if event.side == name):
            facts.append(f"{side.name} scored {many(points, 'point')}")
    return [f"Since your last order: {'; '.join(facts)}."] if facts else []


def _lost(offers: LegalOrders, news: tuple[News, ...], *, mine: bool) -> Iterator[str]:
    for one in news:
        if isinstance(one.event, ev.Left):
            figure = offers.view.state.figures.get(one.event.figure)
            if (figure is not None and figure.who.side == offers.view.side) == mine:
                yield people.named(figure) if figure is not None else one.event.figure


def at_length(offers: LegalOrders) -> list[str]:
    """All that the side learnt from the end of its bound before this one on."""
    view = offers.view
    begins = [at for at, one in enumerate(view.news) if isinstance(one.event, ev.Bound)]
    sides = [(at, view.news[at].event) for at in begins]
    ours = [isinstance(event, ev.Bound) and event.side == view.side for _, event in sides]
    last = len(ours)
    while last and ours[last - 1]:
        last -= 1
    while last and not ours[last - 1]:
        last -= 1
    first = begins[last] if last < len(begins) else 0
    said = log_sentences(view, view.news[first:], offers.ruleset)
    return [reports.plain(one) for one in said] or ["Nothing has happened yet."]
