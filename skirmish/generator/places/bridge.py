"""A bridge: a river across the map, crossed by bridges and fords, with houses at their ends."""

from __future__ import annotations

from skirmish.core.geometry import Tile
from skirmish.generator.building import house
from skirmish.generator.canvas import (
    BRIDGE,
    BRUSH,
    HEDGE,
    LOW_WALL,
    MARSH,
    OPEN,
    ROAD,
    ROCKS,
    SANDBAGS,
    SHALLOWS,
    SOFT,
    WATER,
    WOOD,
    Canvas,
)
from skirmish.generator.draw import Draw
from skirmish.generator.ground import Goal, Layout, dress_zone, groves, line, patch

_LAND = SOFT + HEDGE + LOW_WALL + ROCKS + MARSH


def draw_bridge(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw a river with its crossings and return the goals: the crossings."""
    _, y = canvas.middle
    groves(canvas, draw.part("groves"), 20)
    half = 1 if canvas.width < 30 else 2
    banks = _river(canvas, half, draw)
    ford = max(2, y // 3 - 1)
    _crossing(canvas, banks, (ford - 1, ford, ford + 1), SHALLOWS)
    rows = (y - 1, y, y + 1) if canvas.height % 2 else (y,)
    _crossing(canvas, banks, rows, BRIDGE)
    canvas.draw([(at, y) for at in range(canvas.width)], ROAD, _LAND)
    _heads(canvas, layout, banks[y][0] - 2, draw)
    _walls(canvas, layout, draw)
    dress_zone(canvas, layout, draw, HEDGE + LOW_WALL + BRUSH)
    top, bottom = rows[0], canvas.height - 1 - rows[0]
    bridge = banks[y][0] - 1, top, canvas.width - banks[y][0], bottom
    left, right = banks[ford]
    return (
        Goal(bridge, "the bridge", 2),
        Goal((left - 1, ford - 1, right + 1, ford + 1), "the ford", 1),
    )


def _river(canvas: Canvas, half: int, draw: Draw) -> list[Tile]:
    """Draw the river; returns its first and last column in each row of the upper half."""
    _, y = canvas.middle
    sway, bend = 0, min(6, canvas.width // 10)
    banks: list[Tile] = []
    extra = 1 - canvas.width % 2
    for row in range(y, -1, -1):
        if row < y - 2:
            sway = min(max(-bend, sway + draw.between(-1, 1)), bend)
        middle = canvas.middle[0] + sway
        left, right = middle - half, middle + half + extra
        banks.append((left, right))
        canvas.draw(((at, row) for at in range(left, right + 1)), WATER)
        for at in (left - 1, right + 1):
            if draw.chance(25):
                canvas.put((at, row), draw.choice((BRUSH, MARSH, ROCKS)), SOFT)
    return banks[::-1]


def _crossing(canvas: Canvas, banks: list[Tile], rows: tuple[int, ...], mark: str) -> None:
    """Draw a bridge or a ford over some rows of the river."""
    for row in rows:
        left, right = banks[row] if row < len(banks) else banks[-1]
        canvas.draw(((at, row) for at in range(left, right + 1)), mark, WATER)
        for at in (left - 1, left - 2, right + 1, right + 2):
            canvas.put((at, row), OPEN)


def _heads(canvas: Canvas, layout: Layout, bank: int, draw: Draw) -> None:
    """Put houses and sandbags at the ends of the bridge."""
    _, y = canvas.middle
    for above in draw.shuffled((True, False))[: 1 + draw.below(2)]:
        wide, high = draw.between(5, 7), draw.between(4, 6)
        right = bank - 1 - draw.below(3)
        top = y - 2 - high - draw.below(2) if above else y + 4 + draw.below(2)
        area = right - wide + 1, top, right, top + high - 1
        room = area[0] > layout.front and top >= 1 and area[3] < canvas.height - 1
        if room and canvas.claim(area, 1):
            house(canvas, area, draw)
    for row in (y - 3, y - 2, y + 3, y + 4):
        canvas.put((bank + 1, row), SANDBAGS, SOFT + ROCKS + MARSH)


def _walls(canvas: Canvas, layout: Layout, draw: Draw) -> None:
    """Put hedges, low walls, trees and rocks between the zone and the river."""
    for _ in range(canvas.height * layout.gap // 70 + 3):
        start = draw.between(layout.front + 1, canvas.middle[0] - 4), draw.below(canvas.height)
        if not canvas.free(start):
            continue
        if draw.chance(60):
            mark, down = draw.choice((HEDGE, LOW_WALL)), draw.chance(65)
            line(canvas, start, draw.between(2, 5), mark, down=down)
        else:
            patch(canvas, start, 1, draw.choice((ROCKS, WOOD, BRUSH)), draw)
