"""Shots and blasts drawn on the map for a moment: where they came from, where they went.

Made from news alone. Nothing waits for it: what happened stands already, the marks only say where,
and the next key takes them away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from skirmish.core import events as ev
from skirmish.core.geometry import Tile
from skirmish.core.view import News, View
from skirmish.tui.enemy_actions import known_places

Marks = tuple[tuple[Tile, str], ...]
"""Tiles, each with the character that marks it."""
FRAME = 0.12
"""Seconds for which each frame stands."""
MOST = 8
"""Frames that are drawn at most for one order."""
SHOT, STRUCK, BLAST = "*", "X", "#"


def frames(view: View, news: Sequence[News]) -> tuple[Marks, ...]:
    """The frames for what was learnt: lines of fire, who was struck, blasts."""
    places = known_places(view)
    found: list[Marks] = []
    struck: list[Tile] = []
    for one in news:
        match one.event:
            case ev.Fired():
                found += _hits(struck, STRUCK)
                struck = []
                found += _shot(view, places, one.event)
            case ev.Burst():
                found += _blast(view, one.event.at)
            case ev.Struck() if (place := places.get(one.event.figure)) is not None:
                struck.append(place)
            case _:
                pass
    return tuple((*found, *_hits(struck, STRUCK))[:MOST])


def _hits(struck: Sequence[Tile], mark: str) -> Iterator[Marks]:
    if struck:
        yield tuple((tile, mark) for tile in dict.fromkeys(struck))


def _shot(view: View, places: dict[str, Tile], event: ev.Fired) -> Iterator[Marks]:
    start, end = places.get(event.figure), event.at or places.get(event.target)
    if start is not None and end is not None and start != end:
        line = (step[0] for step in view.state.board.line(start, end))
        yield tuple((tile, SHOT) for tile in (*line, end))


def _blast(view: View, at: Tile) -> Iterator[Marks]:
    board = view.state.board
    yield ((at, BLAST),)
    yield tuple((tile, BLAST) for tile in board.tiles_of(board.disc(at, 1)))


class MarkLayer(Protocol):
    """Where marks are drawn."""

    @property
    def marks(self) -> Marks:
        """The marks that stand there now."""

    def mark(self, marks: Marks) -> None:
        """Draw these marks in place of the last ones."""

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call something after a while."""


class Animator:
    """Draws frames one after the other; newer ones take the place of those still to come.

    Where its marks were taken away, by a key or because somebody else sits there now, the rest is
    left out: a frame belongs to the view that it was made from.
    """

    def __init__(self, stage: MarkLayer) -> None:
        """Draw on a stage."""
        self._stage = stage
        self._left: list[Marks] = []
        self._drawn: Marks = ()
        self._running = False

    def show(self, drawn: Sequence[Marks]) -> None:
        """Begin with these frames."""
        self._left, self._drawn = [*drawn], self._stage.marks
        if self._left and not self._running:
            self._next()

    def stop(self) -> None:
        """Leave out what is still to come."""
        self._left = []

    def _next(self) -> None:
        if self._stage.marks != self._drawn:
            self._left, self._running = [], False
            return
        self._running = bool(self._left)
        self._drawn = self._left.pop(0) if self._left else ()
        self._stage.mark(self._drawn)
        if self._running:
            self._stage.later(FRAME, self._next)
