"""A village: a street, a square with a well, houses in gardens behind hedges, fields around."""

from __future__ import annotations

from skirmish.core.setup import Area, tiles_in
from skirmish.generator.building import house
from skirmish.generator.canvas import (
    BRUSH,
    CROPS,
    FENCE,
    HEDGE,
    LOW_WALL,
    MARSH,
    OPEN,
    ROAD,
    ROCKS,
    SHALLOWS,
    SOFT,
    WATER,
    WOOD,
    Canvas,
    grown,
    size_of,
)
from skirmish.generator.draw import Draw, plots
from skirmish.generator.ground import (
    Goal,
    Layout,
    clear,
    dress_zone,
    enclose,
    groves,
    road,
    sprinkle,
)

_PLOT = 8, 7
_SMALL, _SMALL_PLOT = 22, (5, 4)
"""Rows of the map below which there is only room for houses, and their smallest size."""
_DEEP, _SHORE, _REEDS, _UNEVEN = 38, 66, 95, 14
"""Percentages of the squared distance to a pond's edge for its depths, and their random part."""
_BORDERS = HEDGE + HEDGE + FENCE + LOW_WALL


def draw_village(canvas: Canvas, layout: Layout, draw: Draw) -> tuple[Goal, ...]:
    """Draw a village and return the goals: the square, and perhaps two gardens."""
    x, y = canvas.middle
    small = canvas.height < _SMALL
    square = canvas.centred(5, 3) if small else canvas.centred(7, 5)
    canvas.claim(square)
    road(canvas, [(at, y) for at in range(canvas.width)], OPEN)
    lane = square[0] - 1 if draw.chance(50) else x
    first = layout.front + 2
    crossed = lane - 1 - first >= (_SMALL_PLOT if small else _PLOT)[0]
    if crossed:
        road(canvas, [(lane, at) for at in range(canvas.height)], OPEN)
    found = _gardens(canvas, square, _halves(canvas, first, lane if crossed else None), draw)
    _fields(canvas, layout, draw)
    groves(canvas, draw.part("groves"), 14)
    clear(canvas, square, ROAD)
    canvas.put(canvas.middle, ROCKS)
    canvas.draw(((square[0], square[1]), (square[2], square[1])), WOOD)
    dress_zone(canvas, layout, draw, HEDGE + LOW_WALL + BRUSH)
    goals = [Goal(square, "the square", 2)]
    if found and draw.chance(60):
        name = "the house" if small else "the house with the garden"
        goals.append(Goal(draw.choice(found), name, 1))
    return tuple(goals)


def _halves(canvas: Canvas, first: int, lane: int | None) -> tuple[Area, ...]:
    """The areas of the upper half for plots, from a column to its image.

    They leave the lane and its image free.
    """
    last, bottom = canvas.width - 1 - first, canvas.middle[1] - 2
    if lane is None:
        return ((first, 1, last, bottom),)
    return (first, 1, lane - 2, bottom), (canvas.width - lane + 1, 1, last, bottom)


def _gardens(canvas: Canvas, square: Area, areas: tuple[Area, ...], draw: Draw) -> list[Area]:
    """Draw the plots of the upper half, whose images are those of the lower half."""
    found = []
    small = canvas.height < _SMALL
    least = _SMALL_PLOT if small else _PLOT
    for plot in (
        one for area in areas for one in plots(area, least, 2, draw, most=40 if small else 130)
    ):
        for part in _around(plot, square):
            if min(size_of(part)) < (4 if small else 6) or not canvas.claim(part):
                continue
            if small:
                house(canvas, part, draw)
                found.append(part)
            else:
                found += _plot(canvas, part, draw)
    return found


def _around(plot: Area, square: Area) -> tuple[Area, ...]:
    """The plot, cut off above the square if it overlaps the square."""
    left, top, right, bottom = plot
    wide = grown(square, 1)
    if right < wide[0] or left > wide[2] or bottom < wide[1]:
        return (plot,)
    return ((left, top, right, wide[1] - 1),)


def _plot(canvas: Canvas, plot: Area, draw: Draw) -> list[Area]:
    """Draw a plot: a house with a garden, an orchard, or a pond."""
    clear(canvas, plot)
    wide, high = size_of(plot)
    kind = draw.below(10)
    if kind == 0 and min(wide, high) >= 7:
        _pond(canvas, grown(plot, -1), draw)
        return []
    enclose(canvas, plot, draw.choice(_BORDERS), draw, 3)
    if kind == 1:
        for x, y in tiles_in(grown(plot, -1)):
            if (x + y) % 2 == 0 and y % 2 == plot[1] % 2:
                canvas.put((x, y), WOOD, OPEN)
        return []
    inner = grown(plot, -1)
    home = _home(inner, draw)
    house(canvas, home, draw)
    sprinkle(canvas, inner, BRUSH, 10, draw)
    sprinkle(canvas, inner, WOOD, 7, draw)
    return [home]


def _pond(canvas: Canvas, area: Area, draw: Draw) -> None:
    """Draw a round pond with a shallow edge, reeds and brush on its banks."""
    left, top, right, bottom = area
    wide, high = size_of(area)
    whole = (wide * high) ** 2
    for x, y in tiles_in(area):
        # The square of the distance from the middle; `whole` at the edges of the area.
        far = ((2 * x - left - right) * high) ** 2 + ((2 * y - top - bottom) * wide) ** 2
        share = 100 * far // whole + draw.below(_UNEVEN)
        if share < _DEEP:
            canvas.put((x, y), WATER)
        elif share < _SHORE:
            canvas.put((x, y), SHALLOWS)
        elif draw.chance(30):
            canvas.put((x, y), MARSH if share < _REEDS else BRUSH)


def _home(inner: Area, draw: Draw) -> Area:
    """The place of the house in its plot, with gardens of random size around it."""
    wide, high = size_of(inner)
    w = min(max(4, wide - 1 - draw.below(3)), 10)
    h = min(max(4, high - 1 - draw.below(3)), 7)
    w, h = min(w, wide), min(h, high)
    left = inner[0] + draw.below(wide - w + 1)
    top = inner[1] + draw.below(high - h + 1)
    return left, top, left + w - 1, top + h - 1


def _fields(canvas: Canvas, layout: Layout, draw: Draw) -> None:
    """Draw fields of crops with hedges near the village, behind the zones."""
    for _ in range(canvas.width * canvas.height // 400 + 1):
        wide, high = draw.between(5, 9), draw.between(4, 7)
        left = draw.below(max(1, canvas.width // 2 - wide))
        top = draw.below(max(1, canvas.height - high))
        field = left, top, left + wide - 1, top + high - 1
        if left < layout.front + 2 and left + wide <= layout.front + 2 and canvas.claim(field, 1):
            if draw.chance(50) and left + wide < layout.zone[0]:
                enclose(canvas, field, HEDGE, draw, 2)
            canvas.draw(tiles_in(grown(field, -1)), CROPS, SOFT)
