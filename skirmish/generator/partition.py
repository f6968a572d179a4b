"""Binary partition of a rectangle into plots, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.setup import Area
from skirmish.generator.draw import Draw


def plots(area: Area, least: tuple[int, int], lane: int, draw: Draw, most: int = 0) -> list[Area]:
    """Divide an area into plots with lanes between them.

    Args:
        area: The area.
        least: Smallest width and height of a plot.
        lane: Width of the lanes, in tiles.
        draw: Random numbers.
        most: A plot with more tiles than this is divided whenever it can be; 0: always divide.
    """
    return list(_divided(area, least, lane, draw, most))


def _divided(
    area: Area, least: tuple[int, int], lane: int, draw: Draw, most: int
) -> Iterator[Area]:
    left, top, right, bottom = area
    wide, high = right - left + 1, bottom - top + 1
    spare = wide - 2 * least[0] - lane, high - 2 * least[1] - lane
    enough = wide * high <= most and draw.chance(50)
    if max(spare) < 0 or enough:
        if wide >= least[0] and high >= least[1]:
            yield area
        return
    # The side with more room for a cut, measured in smallest plots.
    across = spare[1] < 0 or (spare[0] >= 0 and spare[0] * least[1] >= spare[1] * least[0])
    if across:
        cut = left + least[0] + draw.below(spare[0] + 1)
        halves = (left, top, cut - 1, bottom), (cut + lane, top, right, bottom)
    else:
        cut = top + least[1] + draw.below(spare[1] + 1)
        halves = (left, top, right, cut - 1), (left, cut + lane, right, bottom)
    for half in halves:
        yield from _divided(half, least, lane, draw, most)
