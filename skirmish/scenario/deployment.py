"""Where figures stand at the start: tiles to start on, default places, default facings."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core.board import Board
from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.setup import Area
from skirmish.scenario.model import Force, Scenario

_EDGES = {"N": Facing.S, "E": Facing.W, "S": Facing.N, "W": Facing.E}


def tiles_of(area: Area, board: Board) -> list[Tile]:
    """The tiles of an area that are on the board, row by row."""
    width, height = board.width - 1, board.height - 1
    return [
        (x, y)
        for y in range(max(area[1], 0), min(area[3], height) + 1)
        for x in range(max(area[0], 0), min(area[2], width) + 1)
    ]


def free_tiles(scenario: Scenario, force: Force, board: Board) -> list[Tile]:
    """Tiles of a side's deployment zone on which a figure may start and no figure is fixed."""
    if force.deploy is None:
        return []
    fixed = {entry.at: None for _, entry in scenario.entries()}
    return [t for t in tiles_of(force.deploy, board) if board.passable(t) and t not in fixed]


def default_places(scenario: Scenario, force: Force, board: Board) -> Mapping[str, Tile]:
    """Places for the figures of a side that have none: in line, evenly over its zone.

    The line runs along the zone's longer edges; each figure stands at the free tile nearest to
    its share of it, so that a side that deploys nothing stands ready all the same.
    """
    waiting = [entry.id for entry in force.figures if entry.at is None]
    free = free_tiles(scenario, force, board)
    if force.deploy is None or len(free) < len(waiting):
        return {}
    places = {}
    for number, name in enumerate(waiting):
        spot = _share(force.deploy, number, len(waiting))
        scale = 2 * len(waiting)
        tile = min(
            free,
            key=lambda t: ((t[0] * scale - spot[0]) ** 2 + (t[1] * scale - spot[1]) ** 2, t),
        )
        free.remove(tile)
        places[name] = tile
    return places


def _share(area: Area, number: int, count: int) -> Tile:
    """The middle of one of `count` equal parts of an area, in units of 1 / (2 * count) tile."""
    x, y, to_x, to_y = area
    middle_x, middle_y = (x + to_x) * count, (y + to_y) * count
    # Centres of parts lie half a part in; a tile's centre is half a tile from its edge.
    part = 2 * number + 1
    if to_x - x >= to_y - y:
        return x * 2 * count - count + part * (to_x - x + 1), middle_y
    return middle_x, y * 2 * count - count + part * (to_y - y + 1)


def default_facing(scenario: Scenario, force: Force, tile: Tile, board: Board) -> Facing:
    """Towards where the enemy stands or deploys; else towards the middle of the map."""
    goals = [
        entry.at
        for other in scenario.sides
        if other.id != force.id
        for entry in other.figures
        if entry.at is not None
    ]
    for other in scenario.sides:
        if other.id != force.id and other.deploy is not None:
            goals += [(other.deploy[0], other.deploy[1]), (other.deploy[2], other.deploy[3])]
    if not goals:
        goals = [(0, 0), (board.width - 1, board.height - 1)]
    scale = len(goals)
    goal = sum(x for x, _ in goals), sum(y for _, y in goals)
    here = tile[0] * scale, tile[1] * scale
    return Facing.N if here == goal else facing_towards(here, goal)


def arriving_facing(edge: str) -> Facing:
    """Inward from a map edge."""
    return _EDGES[edge]
