"""Logs that lead back to where each line was told: of a replay, of a battle that is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from skirmish.core.events import Event, Moved
from skirmish.core.view import News, View
from skirmish.game.battle import Battle
from skirmish.rulesets.protocol import Ruleset
from skirmish.tui.trace import Entry, log_of
from skirmish.tui.whole import revealed


def tale_of(battle: Battle) -> tuple[Entry, ...]:
    """All that happened in a battle, each line with that of the record by which it did.

    Raises:
        UsageProblem: The battle still lasts.
    """
    told = [
        (line, News(one.event, one.faces(entry.faces)))
        for line, entry in battle.standing_lines
        for one in entry.told
    ]
    return placed_log(revealed(battle), told, battle.ruleset)


def placed_log(view: View, told: Sequence[tuple[int, News]], rules: Ruleset) -> tuple[Entry, ...]:
    """The log of some news, each line with the place of the news that it tells.

    Args:
        view: What gives the names.
        told: News in their order, each with its place.
        rules: What bounds are called by.
    """
    known = evolve(view, news=tuple(news for _, news in told))
    happened = [(place, news.event) for place, news in told]
    return tuple(_placed(log_of(known, rules), happened))


def _placed(entries: Iterable[Entry], happened: Sequence[tuple[int, Event]]) -> Iterator[Entry]:
    """Entries with their places: sentences come in the order of what happened."""
    at = 0
    for entry in entries:
        event = entry.said.event
        found = (n for n in range(at, len(happened)) if _begins(event, happened[n][1]))
        at = next(found, at)
        yield evolve(entry, place=happened[at][0])


def _begins(said: Event | None, event: Event) -> bool:
    """Whether a sentence begins with an event; that of a walk in stretches with the first."""
    if isinstance(said, Moved) and isinstance(event, Moved):
        return (said.figure, said.path[0]) == (event.figure, event.path[0])
    return said is event
