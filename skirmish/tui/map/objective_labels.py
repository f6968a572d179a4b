"""The label of an area of objectives: flag of its holder, what it is for, what it pays; its place.

On a map in letters the place depends on the part that is shown and on how it is scaled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area
from skirmish.core.view import View
from skirmish.presentation.objective_status import BOTH, ObjectiveGround
from skirmish.tui.map.glyphs import Glyphs
from skirmish.tui.map.ground import COLUMNS

Part = tuple[int, int, int, int]


def objective_label(
    view: View,
    ground: ObjectiveGround,
    glyphs: Glyphs,
    *,
    free: str = "",
    named: bool = False,
) -> tuple[tuple[str, str], ...]:
    """The flag of the holder, what the ground is for, and what it pays: `3:2`, own side first.

    Ground that is paid for in two ways has both: `hold 1:1 reach 0:3`, in short `1:1+0:3`.

    Args:
        view: What the viewing side knows.
        ground: The area.
        glyphs: The signs to use.
        free: Stands for the flag where no holder is known.
        named: Whether to say what the ground is for.

    Returns:
        Words, each with the side in whose colour they are, "" for that of objectives.
    """
    flags = dict(zip((view.side, view.enemy, BOTH), glyphs.flags, strict=True))
    parts = [(flags.get(ground.holder, free), ground.holder.replace(BOTH, ""))]
    for one in (ground, *ground.more):
        mine, theirs = one.points_of(view.side)
        parts += [
            ("" if one is ground else " " if named else "+", ""),
            (f"{one.kind} " if named else "", ""),
            (f"{mine}", view.side),
            (":", ""),
            (f"{theirs}", view.enemy),
        ]
    return tuple((words, side) for words, side in parts if words)


@frozen
class AreaLabel:
    """Words about an area of a map in letters: `ways` to say it, the longest first."""

    area: Area
    ways: tuple[str, ...]
    ink: int


def place_labels(
    labels: Iterable[AreaLabel], taken: AbstractSet[Tile], part: Part
) -> Iterator[tuple[Tile, str, AreaLabel]]:
    """The tiles on which labels begin, each with its words; none for one without room.

    A label is whole, or it would be read as another one: it hides no figure and no other label, and
    is not cut by the edge of what is shown.

    Args:
        labels: In the order in which they choose their places.
        taken: Tiles of figures and of what else must stay visible.
        part: What is shown: first tile across and down, number of tiles across and down.
    """
    covered = set(taken)
    for label in labels:
        if (found := _free_place(label, covered, part)) is not None:
            (x, y), words = found
            covered.update((x + step, y) for step in range(_tiles(words)))
            yield (x, y), words, label


def _free_place(label: AreaLabel, taken: AbstractSet[Tile], part: Part) -> tuple[Tile, str] | None:
    """A place within the area, in its uppermost free row, else one beside it; with the words."""
    for places in (_within, _beside):
        for words in label.ways:
            wide = _tiles(words)
            free = [
                (x, y) for x, y in places(label.area, wide) if _is_free(x, y, wide, taken, part)
            ]
            # Beside a figure they would be read as a part of it.
            apart = ((x, y) for x, y in free if taken.isdisjoint([(x - 1, y), (x + wide, y)]))
            if free:
                return next(apart, free[0]), words
    return None


def _within(area: Area, wide: int) -> Iterator[Tile]:
    """Places in an area, row by row; from the left edge of one that is too narrow."""
    left, top, right, bottom = area
    last = max(left, right + 1 - wide)
    return ((x, y) for y in range(top, bottom + 1) for x in range(left, last + 1))


def _beside(area: Area, wide: int) -> Iterator[Tile]:
    """Places that touch an area: above, below, right and left of it."""
    left, top, right, bottom = area
    for y in (top - 1, bottom + 1):
        yield from ((x, y) for x in range(left, right + 1))
        yield from ((x, y) for x in range(left - 1, left - wide, -1))
    yield from ((x, y) for x in (right + 1, left - wide) for y in range(top, bottom + 1))


def _is_free(x: int, y: int, wide: int, taken: AbstractSet[Tile], part: Part) -> bool:
    """Whether so many tiles from a place on are shown and not taken."""
    left, top, across, down = part
    inside = left <= x and x + wide <= left + across and top <= y < top + down
    return inside and taken.isdisjoint((x + step, y) for step in range(wide))


def _tiles(words: str) -> int:
    return -(-len(words) // COLUMNS)
