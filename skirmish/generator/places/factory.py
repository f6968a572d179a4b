"""A factory: halls with gates and windows, yards with crates, a fence with gaps around it all."""

from __future__ import annotations

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, tiles_in
from skirmish.generator.building import E, N, S, W, wall_of
from skirmish.generator.canvas import (
    BRUSH,
    CRATES,
    DOOR,
    FENCE,
    FLOOR,
    LOW_WALL,
    MACHINE,
    OPEN,
    ROAD,
    ROCKS,
    WALL,
    WINDOW,
    Canvas,
    edge_of,
    grown,
    size_of,
)
from skirmish.generator.draw import Draw, plots
from skirmish.generator.ground import Goal, Layout, dress_zone, groves, sprinkle

_HALL = 9, 6


def draw_factory(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw a factory and return the goals: the great hall and the yards."""
    first = layout.front + (1 if layout.gap < 20 else 3)
    works = first, 1, canvas.width - 1 - first, canvas.height - 2
    groves(canvas, draw.part("groves"), 22)
    for tile in tiles_in(works):
        canvas.put(tile, ROAD if tile[1] > 0 else OPEN)
    _fence(canvas, works, draw)
    room = size_of(works)[0]
    wide = max(min(_HALL[0], room - 4), min(room - 8, 15 + draw.below(4)))
    great = canvas.centred(wide, 7)
    canvas.claim(great, 1)
    _hall(canvas, great, draw)
    goals = [Goal(grown(canvas.centred(3, 3), 0), "the great hall", 2)]
    upper = works[0] + 2, works[1] + 1, works[2] - 2, great[1] - 3
    yards: list[Area] = []
    for plot in plots(upper, _HALL, 2, draw, most=110):
        if canvas.claim(plot):
            if len(yards) > 1 or draw.chance(70):
                _hall(canvas, plot, draw)
            else:
                _yard(canvas, plot, draw)
                yards.append(plot)
    _crates(canvas, works, draw)
    dress_zone(canvas, layout, draw, LOW_WALL + BRUSH + ROCKS)
    if yards and draw.chance(70):
        left, top, right, bottom = draw.choice(yards)
        x, y = (left + right) // 2, (top + bottom) // 2
        goals.append(Goal((x - 1, y - 1, x + 1, y + 1), "the store yard", 1))
    return tuple(goals)


def _fence(canvas: Canvas, works: Area, draw: Draw) -> None:
    """Put a fence around the works, with a gate to each side and several holes."""
    canvas.draw(edge_of(works), FENCE)
    y = canvas.middle[1]
    canvas.draw(((works[0], at) for at in range(y - 1, y + 2)), ROAD)
    canvas.draw(((x, y) for x in range(works[0])), ROAD, OPEN)
    side = [(works[0], at) for at in range(works[1] + 1, works[3])]
    for _ in range(len(side) // 5 + 1):
        x, at = draw.choice(side)
        canvas.draw(((x, at), (x, at + 1)), ROAD, FENCE)


def _hall(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Draw a hall: windows in its walls, gates in two, a door in a third, machines in rows."""
    canvas.draw(tiles_in(area), FLOOR)
    canvas.draw(edge_of(area), WALL)
    for side in (N, E, S, W):
        wall = wall_of(area, side)
        canvas.draw(wall[1 + draw.below(2) :: 3], WINDOW)
    _machines(canvas, area, draw)
    sides = draw.shuffled((N, E, S, W))
    if area == canvas.image_of(area):  # The image of each opening is in the opposite wall.
        sides = [W, N, W]
    for side in sides[:2]:
        _gate(canvas, wall_of(area, side), draw)
    wall = wall_of(area, sides[2])
    canvas.put(wall[draw.below(len(wall))], DOOR)


def _gate(canvas: Canvas, wall: list[Tile], draw: Draw) -> None:
    """Open a wall by two tiles."""
    at = draw.below(max(1, len(wall) - 1))
    canvas.draw(wall[at : at + 2], FLOOR)


def _machines(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Put machines in rows, with passages between them and along the walls."""
    left, top, right, bottom = grown(area, -2)
    kind = draw.choice((MACHINE, MACHINE, CRATES))
    for y in range(top, bottom + 1, 3):
        for x in range(left, right + 1):
            if (x - left) % 5 < 3 and draw.chance(80):
                canvas.put((x, y), kind, FLOOR)


def _yard(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Draw an open store: stacks of crates and containers."""
    left, top, right, bottom = area
    for y in range(top + 1, bottom, 3):
        x = left + 1 + draw.below(2)
        while x + 2 <= right - 1:
            mark = draw.choice((CRATES, CRATES, WALL, MACHINE))
            canvas.draw(((at, y) for at in range(x, x + 3)), mark)
            x += 4 + draw.below(3)


def _crates(canvas: Canvas, works: Area, draw: Draw) -> None:
    """Put cover on the passages between the halls."""
    for x, y in tiles_in(grown(works, -1)):
        if draw.chance(5) and canvas.at((x, y)) == ROAD:
            canvas.put((x, y), CRATES)
            if draw.chance(40):
                canvas.put((x + 1, y), CRATES, ROAD)
    sprinkle(canvas, works, BRUSH, 5, draw)
