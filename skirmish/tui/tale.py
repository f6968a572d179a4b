"""The whole story of a battle that is over, seen from both sides, with the way to each deed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from skirmish.core.events import Event, Moved
from skirmish.core.view import News
from skirmish.game.battle import Battle
from skirmish.tui.trace import Entry, log_of
from skirmish.tui.whole import revealed


def tale_of(battle: Battle) -> tuple[Entry, ...]:
    """All that happened, each line of it with the line of the record by which it did.

    Raises:
        UsageProblem: The battle still lasts.
    """
    standing = {id(entry) for entry in battle.standing}
    told = [
        (line, News(one.event, one.faces(entry.faces)))
        for line, entry in enumerate(battle.lines, 1)
        if id(entry) in standing
        for one in entry.told
    ]
    known = evolve(revealed(battle), news=tuple(news for _, news in told))
    happened = [(line, news.event) for line, news in told]
    return tuple(_with_lines(log_of(known, battle.ruleset), happened))


def _with_lines(entries: Iterable[Entry], happened: Sequence[tuple[int, Event]]) -> Iterator[Entry]:
    """Entries with their lines: sentences come in the order of what happened."""
    at = 0
    for entry in entries:
        event = entry.said.event
        found = (n for n in range(at, len(happened)) if _begins(event, happened[n][1]))
        at = next(found, at)
        yield evolve(entry, line=happened[at][0] if happened else 0)


def _begins(said: Event | None, event: Event) -> bool:
    """Whether a sentence begins with an event; that of a walk in stretches with the first."""
    if isinstance(said, Moved) and isinstance(event, Moved):
        return (said.figure, said.path[0]) == (event.figure, event.path[0])
    return said is event
