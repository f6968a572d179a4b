"""Ground that several places have: zones of the sides, their goals, pieces of terrain.

Places are drawn with blue on the left; a map that is higher than wide is turned at the end.
"""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.generator.canvas import (
    BRUSH,
    HEDGE,
    LOW_WALL,
    OPEN,
    ROAD,
    ROCKS,
    WOOD,
    Canvas,
    edge_of,
)
from skirmish.generator.draw import Draw, Noise

_APPROACH = 36
"""Most columns between the zones on maps up to `_WIDE`; on wider maps half of the excess is added.
"""
_WIDE = 60
_DEPTH = 3, 6
"""Columns of a zone, for few and for many figures."""
_ROWS = 30
"""Maximum of rows of a zone."""
_ROOM = 4
"""Tiles of a zone for each figure."""
SHARED, ATTACK = "shared", "attack"


@frozen
class Goal:
    """A place to hold.

    Attributes:
        area: Its tiles; for an attack those that blue should hold.
        name: Its name, such as "the square".
        points: Points a turn.
        kind: `SHARED`: both sides score there, and at its image if that is another place; `ATTACK`:
            blue scores there, and red at its image.
    """

    area: Area
    name: str
    points: int = 1
    kind: str = SHARED


@frozen
class Layout:
    """The deployment of blue; that of red is its image.

    Attributes:
        zone: The zone of blue.
        front: The first column before it.
        gap: Columns between the two zones.
    """

    zone: Area
    front: int
    gap: int

    @property
    def turns(self) -> int:
        """Turns of the battle: time to arrive, and to fight for the goals."""
        return 6 + self.gap // 6


def layout_of(canvas: Canvas, figures: int) -> Layout:
    """The layout of a map for a number of figures on each side."""
    width, height = canvas.size
    depth = min(max(_DEPTH[0], 2 + figures // 5), _DEPTH[1])
    gap = min(width - 2 * depth, _APPROACH + max(0, width - _WIDE) // 2)
    gap -= (width - gap) % 2
    left = (width - gap) // 2 - depth
    rows = min(height - 2, max(_ROWS, _ROOM * figures // depth))
    rows -= (height - rows) % 2
    top = (height - rows) // 2
    zone = left, top, left + depth - 1, top + rows - 1
    return Layout(zone, left + depth, gap)


_ROWS_FOR_COVER = 3
"""Number of rows of a zone for each piece of cover in it."""


def line(canvas: Canvas, start: Tile, length: int, mark: str, *, down: bool) -> None:
    """Draw a straight line of cover on open ground."""
    for step in range(length):
        x, y = start
        canvas.put((x, y + step) if down else (x + step, y), mark, OPEN)


def patch(canvas: Canvas, centre: Tile, radius: int, mark: str, draw: Draw) -> None:
    """Draw a round patch with an uneven edge on open ground."""
    x, y = centre
    for tx, ty in tiles_in((x - radius, y - radius, x + radius, y + radius)):
        far = (tx - x) ** 2 + (ty - y) ** 2
        if far <= radius * radius - draw.below(max(1, radius)):
            canvas.put((tx, ty), mark, OPEN)


def groves(canvas: Canvas, draw: Draw, share: int) -> None:
    """Draw woods with brush at their edges on about `share` percent of the ground."""
    noise = Noise(draw, canvas.size, 6)
    edge = 255 - 255 * share // 100
    for x, y in tiles_in((0, 0, canvas.width - 1, canvas.height - 1)):
        value = noise(x, y)
        if value >= edge + 18:
            canvas.put((x, y), WOOD if draw.chance(80) else BRUSH, OPEN)
        elif value >= edge:
            canvas.put((x, y), BRUSH if draw.chance(60) else OPEN, OPEN)


def sprinkle(canvas: Canvas, area: Area, mark: str, percent: int, draw: Draw) -> None:
    """Draw single tiles on open ground of an area."""
    for tile in tiles_in(area):
        if draw.chance(percent):
            canvas.put(tile, mark, OPEN)


def road(canvas: Canvas, tiles: list[Tile], over: str) -> None:
    """Draw a road over some kinds of ground."""
    canvas.draw(tiles, ROAD, over)


def dress_zone(canvas: Canvas, layout: Layout, draw: Draw, marks: str) -> None:
    """Put cover at the front of a zone, and some behind it."""
    left, top, right, bottom = layout.zone
    for y in range(top + 1, bottom, _ROWS_FOR_COVER):
        mark = marks[draw.below(len(marks))]
        x = right - draw.below(2)
        if mark in LOW_WALL + HEDGE:
            line(canvas, (x, y), 2, mark, down=True)
        else:
            canvas.put((x, y), mark, OPEN)
            canvas.put((x, y + 1), mark, OPEN)
        if draw.chance(50):
            mark = (BRUSH, WOOD, ROCKS)[draw.below(3)]
            canvas.put((draw.between(left, right), y + 1), mark, OPEN)


def enclose(canvas: Canvas, area: Area, mark: str, draw: Draw, gaps: int) -> None:
    """Put a fence or hedge round an area, with gaps of two tiles."""
    border = [tile for tile in edge_of(area) if canvas.at(tile) == OPEN]
    canvas.draw(border, mark)
    for _ in range(gaps):
        if border:
            x, y = draw.choice(border)
            for tile in ((x, y), (x + 1, y), (x, y + 1)):
                canvas.put(tile, OPEN, mark)


def clear(canvas: Canvas, area: Area, mark: str = OPEN) -> None:
    """Fill an area with one kind of ground."""
    canvas.draw(tiles_in(area), mark)
