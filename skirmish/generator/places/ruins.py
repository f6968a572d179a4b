"""Ruins: blocks of broken houses along streets with craters and rubble."""

from __future__ import annotations

from skirmish.core.setup import tiles_in
from skirmish.generator.building import ruin
from skirmish.generator.canvas import (
    BRUSH,
    LOW_WALL,
    OPEN,
    ROAD,
    ROCKS,
    RUBBLE,
    WALL,
    Canvas,
    edge_of,
    grown,
    size_of,
)
from skirmish.generator.draw import Draw, Noise, plots
from skirmish.generator.ground import Goal, Layout, clear, dress_zone, patch, sprinkle

_BLOCK, _SMALL_BLOCK = (6, 5), (5, 4)
_SMALL = 22
"""Rows of the map below which blocks are smaller and closer together, to fit in."""


def draw_ruins(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw ruins and return the goals: the chapel, and perhaps two cellars."""
    _, y = canvas.middle
    first, small = layout.front + 1, canvas.height < _SMALL
    lane, block = (1, _SMALL_BLOCK) if small else (2, _BLOCK)
    chapel = canvas.centred(7 if small else 9, 5)
    canvas.claim(chapel, 1)
    canvas.draw([(at, y) for at in range(canvas.width)], ROAD)
    cellars = []
    above = first, lane - 1, canvas.width - 1 - first, chapel[1] - lane - 1
    beside = first, chapel[1] - 1, chapel[0] - lane - 1, chapel[3] + 1
    blocks = [plot for area in (above, beside) for plot in plots(area, block, lane, draw, most=60)]
    for plot in blocks:
        if canvas.claim(plot):
            canvas.draw(edge_of(grown(plot, 1)), ROAD, OPEN)
            ruin(canvas, plot, draw)
            if min(size_of(plot)) >= 5:
                cellars.append(plot)
    _chapel(canvas, chapel, draw)
    _craters(canvas, layout, draw)
    sprinkle(canvas, (0, 0, canvas.width - 1, canvas.height - 1), BRUSH, 4, draw)
    dress_zone(canvas, layout, draw, RUBBLE + LOW_WALL + ROCKS)
    goals = [Goal(grown(chapel, -1), "the chapel", 2)]
    if cellars and draw.chance(60):
        goals.append(Goal(draw.choice(cellars), "the cellars", 1))
    return tuple(goals)


def _chapel(canvas: Canvas, area: tuple[int, int, int, int], draw: Draw) -> None:
    """Draw a chapel without a roof: most of its walls, a clear floor, pillars."""
    clear(canvas, area, ",")
    for tile in edge_of(area):
        canvas.put(tile, WALL if draw.chance(65) else RUBBLE)
    left, _, _, _ = area
    x, y = canvas.middle
    canvas.put((left, y), ",")
    canvas.put((left + 2, y - 1), ROCKS)
    canvas.put((x, y), ",")


def _craters(canvas: Canvas, layout: Layout, draw: Draw) -> None:
    """Draw craters where a random field is high, stones or rubble, and some stony patches."""
    noise = Noise(draw.part("craters"), canvas.size, 5)
    for x, y in tiles_in((layout.front, 0, canvas.width - 1 - layout.front, canvas.height - 1)):
        if noise(x, y) > 178 and draw.chance(30):
            canvas.put((x, y), RUBBLE if draw.chance(50) else ROCKS, ROAD + OPEN)
    for _ in range(canvas.width * canvas.height // 500 + 1):
        at = draw.below(canvas.width), draw.below(canvas.height)
        patch(canvas, at, 1, ROCKS, draw)
