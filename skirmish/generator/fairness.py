"""Conditions for a map to be accepted: connected, with cover and room, equal for both sides.

Everything is measured on the finished board in whole numbers, without a game and without a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from skirmish.core.board import Board
from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.generator.canvas import connected

ROOM = 3
"""Minimum of tiles of a zone for each figure."""
COVERED = 1
"""Minimum of tiles with cover in a zone for each figure."""
IN_SIGHT = 30
"""Maximum percentage of the pairs of tiles, one of each zone, that see each other."""
APPROACH = 2
"""Half tiles by which the paths of the sides to an objective may differ in length."""
_EASY = 2
"""Largest cost factor of a step that the slowest figures can take."""


@frozen
class SideMeasures:
    """Measurements of the ground for one side; equal for both sides on a fair map.

    Attributes:
        room: Tiles of the zone on which a figure can stand.
        cover: Tiles with cover in the zone.
        seen: Tiles of the enemy's zone in sight, summed over the tiles of the zone.
        ways: Half tiles from the zone to each goal, in order of length.
        goals: Number of its goals.
    """

    room: int
    cover: int
    seen: int
    ways: tuple[int, ...]
    goals: int


def faults_of(
    board: Board, zones: tuple[Area, Area], goals: tuple[Sequence[Area], ...], figures: int
) -> tuple[str, ...]:
    """The reasons why a map is unfit; empty for one that is accepted.

    Args:
        board: The map.
        zones: The zones of the two sides.
        goals: For each side the areas that it should hold.
        figures: The larger number of figures of a side.
    """
    one, other = (measures(board, zones[n], zones[1 - n], goals[n]) for n in range(2))
    checks: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("not connected", lambda: _connected(board, zones, goals)),
        ("no room", lambda: min(one.room, other.room) >= ROOM * figures),
        ("no cover", lambda: min(one.cover, other.cover) >= COVERED * figures),
        ("in sight", lambda: 100 * one.seen <= IN_SIGHT * one.room * other.room),
        ("unequal", lambda: _equal(one, other)),
    )
    return tuple(name for name, good in checks if not good())


def measures(board: Board, zone: Area, enemy: Area, goals: Sequence[Area]) -> SideMeasures:
    """Measure the ground for one side.

    Args:
        board: The map.
        zone: The zone of the side.
        enemy: The zone of the other side.
        goals: The areas that the side should hold.
    """
    tiles = [tile for tile in tiles_in(zone) if board.passable(tile)]
    foes = board.mask_of(tile for tile in tiles_in(enemy) if board.passable(tile))
    ways = board.walking(tiles)
    return SideMeasures(
        room=len(tiles),
        cover=sum(board.terrain(tile).cover > 0 for tile in tiles),
        seen=sum((board.seen_from(tile) & foes).bit_count() for tile in tiles),
        ways=tuple(sorted(_nearest(ways, area) for area in goals)),
        goals=len(goals),
    )


def _nearest(ways: Mapping[Tile, int], area: Area) -> int:
    return min((ways[tile] for tile in tiles_in(area) if tile in ways), default=-1)


def _equal(one: SideMeasures, other: SideMeasures) -> bool:
    """Whether both sides have the same ground, except paths that differ by a tile at most."""
    same = evolve(one, ways=()) == evolve(other, ways=())
    return same and all(abs(a - b) <= APPROACH for a, b in zip(one.ways, other.ways, strict=True))


def _connected(board: Board, zones: tuple[Area, Area], goals: tuple[Sequence[Area], ...]) -> bool:
    """Whether easy ground and doors lead from the zones to every goal, and all ground is connected.

    On easy ground even a figure that walks two tiles in a bound gets ahead.
    """

    def open_tile(tile: Tile) -> bool:
        inside = board.inside(tile)
        return inside and (board.passable(tile) or bool(board.terrain(tile).door))

    def easy_tile(tile: Tile) -> bool:
        return open_tile(tile) and board.terrain(tile).cost <= _EASY

    starts = [tile for zone in zones for tile in tiles_in(zone) if easy_tile(tile)]
    if not starts:
        return False
    easy = connected(starts[0], easy_tile)
    held = [area for areas in goals for area in areas]
    if not easy.issuperset(starts) or any(easy.isdisjoint(tiles_in(area)) for area in held):
        return False
    whole = connected(starts[0], open_tile)
    everywhere = tiles_in((0, 0, board.width - 1, board.height - 1))
    return all(tile in whole for tile in everywhere if board.passable(tile))
