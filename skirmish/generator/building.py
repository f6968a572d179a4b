"""Buildings: walls around a floor, doors, windows, rooms; doors into closed-off rooms."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.generator.canvas import (
    DOOR,
    FLOOR,
    OPEN,
    RUBBLE,
    WALL,
    WATER,
    WINDOW,
    Canvas,
    connected,
    edge_of,
    grown,
    size_of,
)
from skirmish.generator.draw import Draw

_ROOMS = 9
"""Length from which on a house has an inner wall."""
_WINDOWS = 3
"""Approximate number of wall tiles for each window."""
N, E, S, W = range(4)


def wall_of(area: Area, side: int) -> list[Tile]:
    """The tiles of a wall without its corners; `side` is N, E, S or W."""
    left, top, right, bottom = area
    if side in (N, S):
        return [(x, top if side == N else bottom) for x in range(left + 1, right)]
    return [(left if side == W else right, y) for y in range(top + 1, bottom)]


def house(canvas: Canvas, area: Area, draw: Draw, doors: int = 2) -> None:
    """Draw a house of at least 4 x 4 with doors in different walls, windows, and an inner wall."""
    canvas.draw(tiles_in(area), FLOOR)
    canvas.draw(edge_of(area), WALL)
    with_doors = draw.shuffled((N, E, S, W))[:doors]
    for side in (N, E, S, W):
        wall = wall_of(area, side)
        for at in range(draw.below(2), len(wall), _WINDOWS):
            canvas.put(wall[at], WINDOW)
    _inner_wall(canvas, area, draw)
    for side in with_doors:
        wall = [tile for tile in wall_of(area, side) if _opens(canvas, area, tile)]
        if wall:
            canvas.put(draw.choice(wall), DOOR)


def _opens(canvas: Canvas, area: Area, tile: Tile) -> bool:
    """Whether a door at a tile of the outer wall would lead to floor, not to an inner wall."""
    left, top, right, bottom = area
    x = min(max(tile[0], left + 1), right - 1)
    y = min(max(tile[1], top + 1), bottom - 1)
    return canvas.at((x, y)) == FLOOR


def _inner_wall(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Divide a long house into two rooms with an opening between them."""
    wide, high = size_of(area)
    left, top, right, bottom = area
    if max(wide, high) < _ROOMS or area == canvas.image_of(area):
        return
    if wide >= high:
        at = left + 3 + draw.below(wide - 6)
        wall = [(at, y) for y in range(top + 1, bottom)]
    else:
        at = top + 3 + draw.below(high - 6)
        wall = [(x, at) for x in range(left + 1, right)]
    canvas.draw(wall, WALL)
    canvas.put(draw.choice(wall), FLOOR)


def ruin(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Draw a ruined house: walls with gaps, rubble inside and around."""
    whole = draw.between(35, 65)
    house(canvas, area, draw)
    for tile in tiles_in(grown(area, -1)):
        if draw.chance(18):
            canvas.put(tile, RUBBLE)
        elif canvas.at(tile) == WALL and not draw.chance(whole):
            canvas.put(tile, FLOOR)
    for tile in edge_of(area):
        if draw.chance(whole):
            continue
        canvas.put(tile, RUBBLE if draw.chance(45) else FLOOR)
    for tile in edge_of(grown(area, 1)):
        if draw.chance(15):
            canvas.put(tile, RUBBLE, OPEN)


_CLOSED = WALL + WATER


def open_pockets(canvas: Canvas, start: Tile) -> None:
    """Open every room that cannot be reached from a tile, doors included.

    A wall between the two parts gets a door; a pocket without such a wall is filled.
    """

    def is_open(tile: Tile) -> bool:
        return canvas.at(tile) not in _CLOSED  # tiles off the map are not open either

    whole = list(tiles_in((0, 0, canvas.width - 1, canvas.height - 1)))
    reached = connected(start, is_open)
    while pocket := next((t for t in whole if is_open(t) and t not in reached), None):
        inside = connected(pocket, is_open)
        way = next(_walls_round(canvas, inside, reached), None)
        if way is None:
            canvas.draw(sorted(inside), WALL)
        else:
            canvas.put(way, DOOR)
        reached = connected(start, is_open)


def _walls_round(canvas: Canvas, inside: set[Tile], reached: set[Tile]) -> Iterator[Tile]:
    """Walls with the pocket on one side and reached ground on the other, row by row."""
    for x, y in sorted(inside, key=lambda tile: (tile[1], tile[0])):
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            wall, beyond = (x + across, y + down), (x + 2 * across, y + 2 * down)
            if canvas.at(wall) == WALL and beyond in reached:
                yield wall
