"""What a side is told of an order: the events that it learnt, cut to what it could see.

A record holds the events as they truly happened. How often a walk is split there, or which enemy
fired a shell, depends on what the other side sees; so none of it may reach this side. Here each
event is judged at the moment at which it happened, and a walk becomes one event for each stretch
that the side followed without a break.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from skirmish.core.apply import happened
from skirmish.core.dice import Face
from skirmish.core.events import Changed, Event, Linked, Moved, Struck, Told, Unlinked, Zoned
from skirmish.core.knowledge import sees_figure
from skirmish.core.state import State
from skirmish.core.view import UNSEEN, News, heard, view


def news_of(
    before: State, told: Sequence[Told], faces: tuple[Face, ...], side: str
) -> tuple[News, ...]:
    """What a side learns from the events of one order, in their order.

    Args:
        before: The state before the first of them.
        told: All events, also those that the side did not learn.
        faces: All faces that were rolled for the order.
        side: Who is told.
    """
    moment = _Moment(before, told)
    found: list[News] = []
    named: list[str] = []
    walking: Moved | None = None
    for at, one in enumerate(told):
        if side not in one.sides:
            if isinstance(one.event, Moved) and walking and one.event.figure == walking.figure:
                walking = None
            continue
        if isinstance(one.event, Linked | Unlinked) and not _known(moment, at, side, one.event):
            continue
        news = News(_cut(moment, at, side, named), one.faces(faces))
        named.append(one.event.subject)
        last, walking = walking, one.event if isinstance(one.event, Moved) else None
        if last and walking and (last.figure, last.how) == (walking.figure, walking.how):
            news = _joined(found.pop(), news)
        found.append(news)
    return tuple(found)


class _Moment:
    """The states between the events of an order, worked out as far as they are asked for."""

    def __init__(self, before: State, told: Sequence[Told]) -> None:
        self.told = told
        self._state = before
        self._done = 0

    def before(self, at: int) -> State:
        """The state before an event; never asked for one before the last."""
        for one in self.told[self._done : at]:
            self._state = happened(self._state, one.event, one.sides)
        self._done = max(self._done, at)
        return self._state


def _known(moment: _Moment, at: int, side: str, link: Linked | Unlinked) -> bool:
    """Whether a link is in the side's view: that of a figure to an enemy out of sight is not."""
    states = (moment.before(at), moment.before(at + 1))
    return any(link.other in view(state, side).state.figures for state in states)


def _cut(moment: _Moment, at: int, side: str, named: Sequence[str]) -> Event:
    """An event as a side learns it; `named` are the figures it heard of in this order."""
    event = moment.told[at].event
    match event:
        case Struck() if event.source and event.source not in named:
            known = sees_figure(moment.before(at), side, event.source)
            return event if known else evolve(event, source=UNSEEN)
        case Zoned() | Changed():
            return heard(event, moment.before(at + 1), side)
        case _:
            return event


def _joined(first: News, second: News) -> News:
    """Two stretches of one walk as one."""
    before, after = first.event, second.event
    if not isinstance(before, Moved) or not isinstance(after, Moved):
        raise TypeError(f"{before} and {after} are no walk")
    whole = Moved(before.figure, before.path + after.path, how=before.how)
    return News(whole, first.faces + second.faces)
