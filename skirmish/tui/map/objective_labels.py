"""The label of an objective area (holder's flag, purpose, points) and its place.

On a lettered map the place depends on the visible part and on the scale.
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
    """The flag of the holder, the purpose, and the points: `3:2`, own side first.

    Ground that pays in two ways has both: `hold 1:1 reach 0:3`, in short `1:1+0:3`, or `1:3` if it
    pays each side in one way only.

    Args:
        view: What the viewing side knows.
        ground: The area.
        glyphs: The signs to use.
        free: Replaces the flag if no holder is known.
        named: Whether to include the purpose.

    Returns:
        Words, each with the side in whose colour they are; "" for the colour of objectives.
    """
    flags = dict(zip((view.side, view.enemy, BOTH), glyphs.flags, strict=True))
    parts = [(flags.get(ground.holder, free), ground.holder.replace(BOTH, ""))]
    ways = [(one.kind, one.points_of(view.side)) for one in (ground, *ground.more)]
    own, others = ([pair[side] for _, pair in ways if pair[side]] for side in (0, 1))
    if not named and len(own) <= 1 and len(others) <= 1:
        ways = [("", (sum(own), sum(others)))]
    for at, (kind, (mine, theirs)) in enumerate(ways):
        parts += [
            ((" " if named else "+") * bool(at), ""),
            (f"{kind} " if named else "", ""),
            (f"{mine}", view.side),
            (":", ""),
            (f"{theirs}", view.enemy),
        ]
    return tuple((words, side) for words, side in parts if words)


@frozen
class AreaLabel:
    """Words about an area of a lettered map; `ways` are alternatives, the longest first."""

    area: Area
    ways: tuple[str, ...]
    ink: int


def place_labels(
    labels: Iterable[AreaLabel], taken: AbstractSet[Tile], part: Part
) -> Iterator[tuple[Tile, str, AreaLabel]]:
    """The tiles where labels begin, each with its words; a label without room is left out.

    A label hides no figure and no other label and is not cut by the edge, because a part of it
    would be read as another label.

    Args:
        labels: In the order in which they choose their places.
        taken: Tiles of figures and of other things that must stay visible.
        part: The visible part: first tile across and down, number of tiles across and down.
    """
    covered = set(taken)
    for label in labels:
        if (found := _free_place(label, covered, part)) is not None:
            (x, y), words = found
            covered.update((x + step, y) for step in range(_tiles(words)))
            yield (x, y), words, label


def _free_place(label: AreaLabel, taken: AbstractSet[Tile], part: Part) -> tuple[Tile, str] | None:
    """A place within the area, in its uppermost free row, else one beside it; and the words."""
    for places in (_within, _beside):
        for words in label.ways:
            wide = _tiles(words)
            free = [
                (x, y) for x, y in places(label.area, wide) if _is_free(x, y, wide, taken, part)
            ]
            # Words beside a figure would be read as a part of it.
            apart = ((x, y) for x, y in free if taken.isdisjoint([(x - 1, y), (x + wide, y)]))
            if free:
                return next(apart, free[0]), words
    return None


def _within(area: Area, wide: int) -> Iterator[Tile]:
    """Places in an area, row by row; if it is too narrow, from its left edge on."""
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
    """Whether `wide` tiles from a place on are visible and not taken."""
    left, top, across, down = part
    inside = left <= x and x + wide <= left + across and top <= y < top + down
    return inside and taken.isdisjoint((x + step, y) for step in range(wide))


def _tiles(words: str) -> int:
    return -(-len(words) // COLUMNS)
