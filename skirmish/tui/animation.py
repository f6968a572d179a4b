"""Short animation of shots and blasts on the map.

Frames are made from news only. Nothing waits for them: the state is already current, and the next
key removes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from skirmish.core import events as ev
from skirmish.core.geometry import Tile
from skirmish.core.view import News, View
from skirmish.session.controller import Marks
from skirmish.session.enemy_actions import known_places

FRAME = 0.12
"""Seconds per frame."""
MOST = 8
"""Maximum of frames for one order."""
SHOT, STRUCK, BLAST = "*", "X", "#"


def frames(view: View, news: Sequence[News]) -> tuple[Marks, ...]:
    """The frames for some news: lines of fire, struck figures, blasts."""
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
    """A screen on which marks are drawn."""

    @property
    def marks(self) -> Marks:
        """The marks shown now."""

    def mark(self, marks: Marks) -> None:
        """Replace the marks."""

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Call a function after a delay."""


class Animator:
    """Shows frames one after the other; new frames replace the remaining ones.

    If the marks were changed by anyone else (a key, another player's view), the rest is dropped: a
    frame belongs to the view that it was made from.
    """

    def __init__(self, stage: MarkLayer) -> None:
        """Draw on a layer."""
        self._stage = stage
        self._left: list[Marks] = []
        self._drawn: Marks = ()
        self._running = False

    def show(self, drawn: Sequence[Marks]) -> None:
        """Start with these frames."""
        self._left, self._drawn = [*drawn], self._stage.marks
        if self._left and not self._running:
            self._next()

    def stop(self) -> None:
        """Drop the remaining frames."""
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
