"""Marks at the edges of a window: the number of figures beyond, and where the map continues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

import numpy as np
from attrs import evolve, frozen

from skirmish.core.geometry import Tile
from skirmish.core.view import View
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.ground import COLUMNS

MORE = "more"
"""Shown at an edge beyond which the map continues."""
_LEAST = 32, 8
"""Minimum columns and rows of a window with marks for where the map continues."""


@frozen
class EdgeMark:
    """A mark at an edge.

    Attributes:
        place: The cell where its words begin.
        words: Its text.
        tile: A tile beyond the edge that it stands for.
        side: The side of the figures that it counts; empty for ground.
    """

    place: Tile
    words: str
    tile: Tile
    side: str = ""

    @property
    def cells(self) -> Iterator[Tile]:
        """The cells of its words."""
        x, y = self.place
        return ((x + step, y) for step in range(len(self.words)))


def edge_marks(
    canvas: Canvas, view: View, pointers: str, taken: AbstractSet[Tile]
) -> tuple[EdgeMark, ...]:
    """The marks of a window: counts of figures beyond its edges, and where the map continues.

    Args:
        canvas: The window.
        view: The view shown in it.
        pointers: Signs that point left, right, up and down.
        taken: Cells that marks cover only if all places are taken.
    """
    marks: list[EdgeMark] = []
    covered = set(taken)
    for place, words, tile, side in (
        *_figures_beyond(canvas, view, pointers),
        *_ground_beyond(canvas, (view.state.board.width, view.state.board.height), pointers),
    ):
        mark = EdgeMark(edge_place(canvas, place, len(words), covered), words, tile, side)
        covered.update(mark.cells)
        marks.append(mark)
    return tuple(marks)


def letter_edge_marks(
    view: View, part: tuple[int, int, int, int], pointers: str
) -> tuple[EdgeMark, ...]:
    """The marks of a lettered map, by cells of the visible part.

    Args:
        view: The view shown.
        part: First tile across and down, number of tiles across and down.
        pointers: Signs that point left, right, up and down.
    """
    left, top, across, down = part
    cells = np.zeros((down, COLUMNS * across), [("ch", np.int32)])
    canvas = Canvas(cells, left, top, (0, 0), 1)
    known = *view.state.figures.values(), *(one.figure for one in view.contacts.values())
    places = (canvas.place(figure.at) for figure in known if figure.at is not None)
    taken = {(x + by, y) for x, y in places for by in range(COLUMNS)}
    return tuple(
        _apart(mark, COLUMNS * across) for mark in edge_marks(canvas, view, pointers, taken)
    )


def _apart(mark: EdgeMark, across: int) -> EdgeMark:
    """A mark with blanks that separate it from the letters of the map."""
    (x, y), before = mark.place, " " if mark.place[0] else ""
    after = " " if x + len(mark.words) < across else ""
    return evolve(mark, place=(x - len(before), y), words=before + mark.words + after)


def _figures_beyond(
    canvas: Canvas, view: View, pointers: str
) -> Iterator[tuple[Tile, str, Tile, str]]:
    """Counts of a side's figures beyond an edge, each with the place and tile of the first."""
    past: dict[tuple[str, str], list[tuple[Tile, Tile]]] = {}
    left, right, above, below = tuple(pointers)
    for figure in view.state.figures.values():
        if figure.at is None:
            continue
        x, y = canvas.place(figure.at)
        y += canvas.text_row
        if not canvas.inside(x, y):
            beside = 0 <= x < canvas.cells.shape[1]
            edge = (above if y < 0 else below) if beside else left if x < 0 else right
            past.setdefault((edge, figure.who.side), []).append(((x, y), figure.at))
    for (edge, side), places in past.items():
        (first, tile), *_ = places
        yield first, f"{edge}{len(places)}", tile, side


def _ground_beyond(
    canvas: Canvas, board: Tile, pointers: str
) -> Iterator[tuple[Tile, str, Tile, str]]:
    """A mark for each edge beyond which the map continues, with a tile there.

    A small window has none, because they would hide too much of it.
    """
    down, across = canvas.cells.shape
    if across < _LEAST[0] or down < _LEAST[1]:
        return
    left, top = canvas.left, canvas.top
    right, below = left + across // (2 * canvas.zoom), top + down // canvas.zoom
    x, y = min((left + right) // 2, board[0] - 1), min((top + below) // 2, board[1] - 1)
    column, row = across // 2, down // 2
    edges = (
        (left > 0, (-1, row), (left - 1, y)),
        (right < board[0], (across, row), (right, y)),
        (top > 0, (column, -1), (x, top - 1)),
        (below < board[1], (column, down), (x, below)),
    )
    for sign, (more, past, tile) in zip(pointers, edges, strict=True):
        if more:
            yield past, f"{MORE} {sign}" if past[0] == across else f"{sign} {MORE}", tile, ""


def edge_place(canvas: Canvas, past: Tile, wide: int, taken: AbstractSet[Tile]) -> Tile:
    """Where words begin at the edge nearest to a place beyond it: least covered, then nearest."""
    least, found = wide + 3, (0, 0)
    for start in _edge_places(canvas, past, wide):
        # A free cell on either side keeps it from being taken for a part of a badge.
        covered = sum((start[0] + step, start[1]) in taken for step in range(-1, wide + 1))
        if covered < least:
            least, found = covered, start
        if not covered:
            break
    return found


def _edge_places(canvas: Canvas, past: Tile, wide: int) -> Iterable[Tile]:
    """Where words can begin at the edge nearest to a place beyond it, the nearest first."""
    down, across = canvas.cells.shape
    last = max(0, across - wide)
    if 0 <= past[0] < across:
        y = 0 if past[1] < 0 else down - 1
        return ((x, y) for x in _outward(past[0], last))
    x = 0 if past[0] < 0 else last
    return ((x, y) for y in _outward(past[1], down - 1))


def _outward(middle: int, last: int) -> Iterator[int]:
    """All numbers from 0 to `last`, those nearest to `middle` first."""
    middle = min(max(middle, 0), last)
    yield middle
    for off in range(1, last + 1):
        yield from (place for place in (middle - off, middle + off) if 0 <= place <= last)
