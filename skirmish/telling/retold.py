"""A recorded battle told line by line: the orders, and what came of each in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from skirmish.core.view import News, View, view
from skirmish.game import Game
from skirmish.telling.story import story

_INDENT = " " * 4


def retold(game: Game, side: str = "") -> Iterator[str]:
    """The standing lines of a game.

    Args:
        game: The battle.
        side: Tell what this side ordered and learnt; everything when empty. Its lines are numbered
            by what it was told: other numbers would count the orders that it knows nothing of.
    """
    for number, line, order, news in _lines(game, side):
        if order:
            yield f"{number} {order}"
        for one in story(_view(game, line, side), news, game.ruleset):
            yield f"{_INDENT}{one.words}"


def _lines(game: Game, side: str) -> Iterator[tuple[int, int, str, Iterable[News]]]:
    """Each line that is told: its number, that in the record, its order, what was learnt by it."""
    if side:
        for one in game.passages(side):
            yield one.number, one.line, f"{one.side} {one.order}" if one.order else "", one.news
        return
    for line, entry in game.standing_lines:
        news = [News(told.event, told.faces(entry.faces)) for told in entry.told]
        yield entry.number, line, f"{entry.side} {entry.order}", news


def _view(game: Game, line: int, side: str) -> View:
    """What is seen after a line."""
    state = game.state_at(line)
    seen = view(state, side or game.sides[0])
    return seen if side else evolve(seen, state=state)
