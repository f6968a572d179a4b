"""Trenches: two lines that face each other over wire, craters and a shot-up farm."""

from __future__ import annotations

from skirmish.core.setup import Area, tiles_in
from skirmish.generator.building import ruin
from skirmish.generator.canvas import (
    BRUSH,
    FENCE,
    OPEN,
    ROCKS,
    RUBBLE,
    SANDBAGS,
    SOFT,
    TRENCH,
    WOOD,
    Canvas,
    grown,
)
from skirmish.generator.draw import Draw, Noise
from skirmish.generator.ground import ATTACK, Goal, Layout, patch, sprinkle

_BAY = 4
"""Rows of wire in a bay; two more are open."""


def draw_trenches(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw two lines and return the goals: the farm, and the line of the enemy."""
    farm = canvas.centred(9 if layout.gap > 20 else 5, 5)
    canvas.claim(farm, 1)
    dugouts = _line(canvas, layout, draw)
    _wire(canvas, layout, draw)
    _craters(canvas, layout, draw)
    ruin(canvas, farm, draw)
    sprinkle(canvas, grown(farm, 3), BRUSH, 10, draw)
    x, y = canvas.middle
    held = x - 2, y - 1, canvas.width - 1 - x + 2, canvas.height - y
    goals = [Goal(held, "the farm", 2)]
    if layout.gap > 20:
        goals.append(Goal(canvas.image_of(draw.choice(dugouts)), "the enemy trench", 2, ATTACK))
    return tuple(goals)


def _line(canvas: Canvas, layout: Layout, draw: Draw) -> list[Area]:
    """Draw the line of blue: a trench in zigzag, sandbags before it, ways to the rear."""
    left, top, right, bottom = layout.zone
    front, deep = right + 2, 0
    bays: list[Area] = []
    for y in range(top, bottom + 1):
        if (y - top) % 4 == 3:
            deep = 1 - deep
            canvas.put((front - 1, y), TRENCH)
            canvas.put((front, y), TRENCH)
        else:
            canvas.put((front - deep, y), TRENCH)
            if draw.chance(70):
                canvas.put((front - deep + 1, y), SANDBAGS, SOFT)
        if (y - top) % 4 == 0 and y + 2 <= bottom:
            bays.append((front - 1, y, front, y + 2))
    for y in range(top + 2, bottom, 8):
        for x in range(max(0, left - 2), front - 1):
            canvas.put((x, y + (x % 2)), TRENCH, SOFT)
            canvas.put((x, y), TRENCH, SOFT)
    for y in range(top + 1, bottom, 4):
        canvas.put((right - draw.below(2), y), SANDBAGS if draw.chance(50) else ROCKS, OPEN)
    return bays


def _wire(canvas: Canvas, layout: Layout, draw: Draw) -> None:
    """Put two rows of wire before the line, each in bays with gaps between them."""
    for row, first in enumerate((layout.front + 5, layout.front + 8)):
        for y in range(canvas.height):
            bay, at = divmod(y + 3 * row, 6)
            x = first + bay % 2
            if at < _BAY and x < canvas.middle[0] - 4 and draw.chance(92):
                canvas.put((x, y), FENCE, OPEN)


def _craters(canvas: Canvas, layout: Layout, draw: Draw) -> None:
    """Draw craters with stony rims, and the last trees."""
    ground = layout.front + 3, 0, canvas.middle[0], canvas.height - 1
    wide, high = ground[2] - ground[0] + 1, canvas.height
    for _ in range(wide * high // 22 + 2):
        x, y = draw.between(ground[0], ground[2]), draw.below(canvas.height)
        if draw.chance(35):
            patch(canvas, (x, y), 1, ROCKS, draw)
            canvas.put((x, y), RUBBLE, ROCKS)
        else:
            canvas.put((x, y), draw.choice((ROCKS, RUBBLE, BRUSH)), OPEN)
            canvas.put((x + 1, y), ROCKS, OPEN)
    noise = Noise(draw.part("copse"), canvas.size, 6)
    for x, y in tiles_in((0, 0, canvas.width - 1, canvas.middle[1])):
        if noise(x, y) > 172 and canvas.free((x, y)):
            canvas.put((x, y), WOOD if draw.chance(30) else BRUSH, OPEN)
