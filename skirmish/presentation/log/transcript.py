"""A recorded game as text: each order with the sentences of its news."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from skirmish.core.view import News, View
from skirmish.core.view import view as view_of
from skirmish.game import Game
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.log.log_writer import KnownZones

_INDENT = " " * 4


def transcript(game: Game, side: str = "") -> Iterator[str]:
    """The lines of a game that are not undone, each with its news as indented sentences.

    Args:
        game: The battle.
        side: Limits the transcript to what this side ordered and learnt; "" for everything. Before
            the end its lines are numbered by its own passages: record numbers would count hidden
            orders.
    """
    zones = KnownZones()
    for number, line, order, news in _transcript_lines(game, side):
        if order:
            yield f"{number} {order}"
        view = _view_after_line(game, line, side)
        for one in log_sentences(view, news, game.ruleset, known=zones):
            yield f"{_INDENT}{one.words}"


def _transcript_lines(game: Game, side: str) -> Iterator[tuple[int, int, str, Iterable[News]]]:
    """Each line: its number, its number in the record, its order, its news."""
    if side:
        numbers = {line: entry.number for line, entry in game.standing_lines} if game.over else {}
        for one in game.known_entries(side):
            number = numbers.get(one.line, one.number)
            yield number, one.line, f"{one.side} {one.order}" if one.order else "", one.news
        return
    for line, entry in game.standing_lines:
        order = f"{entry.side} {entry.order}"
        yield entry.number, line, order, game.all_news_from(line)


def _view_after_line(game: Game, line: int, side: str) -> View:
    """The view after a line; without a side a view of everything."""
    state = game.state_at(line)
    seen = view_of(state, side or game.sides[0])
    return seen if side else evolve(seen, state=state)
