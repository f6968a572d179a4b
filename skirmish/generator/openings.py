"""Doors and gaps for rooms that no way leads into."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.geometry import Tile
from skirmish.generator.canvas import DOOR, WALL, WATER, Canvas, tiles_in

_CLOSED = WALL + WATER


def open_pockets(canvas: Canvas, start: Tile) -> None:
    """Open every room that cannot be reached from a tile, also through doors.

    A wall between two tiles gets a door; a pocket without such a wall is filled.
    """
    whole = list(tiles_in((0, 0, canvas.width - 1, canvas.height - 1)))
    reached = set(_spread(canvas, start))
    while pocket := next(
        (tile for tile in whole if canvas.at(tile) not in _CLOSED and tile not in reached), None
    ):
        inside = set(_spread(canvas, pocket))
        way = next((tile for tile in _walls_round(canvas, inside, reached)), None)
        if way is None:
            canvas.draw(sorted(inside), WALL)
        else:
            canvas.put(way, DOOR)
        reached = set(_spread(canvas, start))


def _walls_round(canvas: Canvas, inside: set[Tile], reached: set[Tile]) -> Iterator[Tile]:
    """Walls with the pocket on one side and reached ground on the other, row by row."""
    for x, y in sorted(inside, key=lambda tile: (tile[1], tile[0])):
        for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            wall, beyond = (x + across, y + down), (x + 2 * across, y + 2 * down)
            if canvas.at(wall) == WALL and beyond in reached:
                yield wall


def _spread(canvas: Canvas, start: Tile) -> Iterator[Tile]:
    """The tiles that are connected with one by steps along the axes, doors being open."""
    found, fresh = {start}, [start]
    while fresh:
        x, y = tile = fresh.pop()
        yield tile
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near not in found and canvas.inside(near) and canvas.at(near) not in _CLOSED:
                found.add(near)
                fresh.append(near)
