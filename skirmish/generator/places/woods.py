"""Woods: trees and undergrowth with clearings, paths between them, and a brook."""

from __future__ import annotations

from skirmish.core.geometry import Tile
from skirmish.core.setup import tiles_in
from skirmish.generator.canvas import BRUSH, OPEN, ROAD, ROCKS, SHALLOWS, WOOD, Canvas, winding
from skirmish.generator.draw import Draw, Noise
from skirmish.generator.ground import Goal, Layout, dress_zone, patch, sprinkle

_GROWTH = WOOD + BRUSH + ROCKS + OPEN


def draw_woods(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw woods and return the goals: the clearings."""
    _trees(canvas, draw)
    x, y = canvas.middle
    radius = 3 if canvas.height < 24 else 4
    side = layout.gap // 4
    wing = x - draw.between(0, side), max(radius + 1, y // 3)
    for centre, size in (((x, y), radius), (wing, radius - 1)):
        _clearing(canvas, centre, size, draw)
    if draw.chance(60):
        _brook(canvas, draw)
    start = layout.zone[0], y - draw.between(0, y // 3)
    for a, b in ((start, (x, y)), (start, wing), (wing, (x, y))):
        _path(canvas, winding(a, b, draw))
    for _ in range(canvas.width * canvas.height // 500 + 1):
        patch(canvas, (draw.below(canvas.width), draw.below(canvas.height)), 1, ROCKS, draw)
    dress_zone(canvas, layout, draw, WOOD + BRUSH + ROCKS)
    area = x - 2, y - 2, canvas.width - 1 - x + 2, canvas.height - 1 - y + 2
    wx, wy = wing
    return (
        Goal(area, "the great clearing", 2),
        Goal((wx - 1, wy - 1, wx + 1, wy + 1), "the small clearing", 1),
    )


def _trees(canvas: Canvas, draw: Draw) -> None:
    coarse = Noise(draw.part("woods"), canvas.size, 8)
    fine = Noise(draw.part("trees"), canvas.size, 3)
    for x, y in tiles_in((0, 0, canvas.width - 1, canvas.middle[1])):
        value = (2 * coarse(x, y) + fine(x, y)) // 3
        if value >= 142:
            canvas.put((x, y), WOOD if draw.chance(82) else BRUSH)
        elif value >= 116:
            canvas.put((x, y), BRUSH if draw.chance(45) else OPEN)
        elif draw.chance(5):
            canvas.put((x, y), WOOD)


def _clearing(canvas: Canvas, centre: Tile, radius: int, draw: Draw) -> None:
    """Clear the ground around a tile, except for some logs and stones."""
    x, y = centre
    area = x - radius, y - radius, x + radius, y + radius
    for tx, ty in tiles_in(area):
        if (tx - x) ** 2 + (ty - y) ** 2 <= radius * radius + 1:
            canvas.put((tx, ty), OPEN)
    sprinkle(canvas, area, ROCKS, 8, draw)
    sprinkle(canvas, area, BRUSH, 6, draw)


def _brook(canvas: Canvas, draw: Draw) -> None:
    """Draw a brook from the upper edge to the middle; its image continues to the lower edge."""
    x, _ = canvas.middle
    start = x + draw.between(-6, 6), 0
    canvas.draw(winding(start, canvas.middle, draw), SHALLOWS, _GROWTH)


def _path(canvas: Canvas, tiles: list[Tile]) -> None:
    """Draw a path with some room beside it."""
    canvas.draw(tiles, ROAD, _GROWTH + SHALLOWS)
    for x, y in tiles:
        canvas.put((x, y + 1), OPEN, WOOD)
