"""A map that is drawn on one half and appears on the other, turned by half.

So that both sides have the same ground, approach and cover, whatever is drawn on a tile is also
drawn on its image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from skirmish.core.geometry import Tile
from skirmish.core.setup import Area, in_area, tiles_in
from skirmish.generator.draw import Draw

OPEN, ROAD, FLOOR, BRIDGE = ".", "_", ",", "="
WALL, DOOR, WINDOW = "#", "+", "|"
WOOD, BRUSH, ROCKS, RUBBLE = "T", "o", ":", "*"
WATER, SHALLOWS, MARSH = "~", "}", ";"
LOW_WALL, HEDGE, FENCE, SANDBAGS, TRENCH = "-", "%", "!", "&", "["
CROPS, MACHINE, CRATES = "C", "M", "B"
"""Terrain that a place brings with it."""
SOFT = OPEN + BRUSH + WOOD + CROPS
"""Ground that may be built over or ploughed up."""
_SWAY = 3
"""Tiles by which a winding path leaves the straight line at most."""


class Canvas:
    """The letters of a map; each is drawn twice."""

    def __init__(self, width: int, height: int) -> None:
        """Begin with open ground."""
        self.width, self.height = width, height
        self._marks = [[OPEN] * width for _ in range(height)]
        self._claimed: set[Tile] = set()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in tiles."""
        return self.width, self.height

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the map."""
        return tuple("".join(row) for row in self._marks)

    @property
    def middle(self) -> Tile:
        """The tile in the middle; where sides are even, the upper left one of the middle."""
        return (self.width - 1) // 2, (self.height - 1) // 2

    def inside(self, tile: Tile) -> bool:
        """Return whether a tile is on the map."""
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    def image(self, tile: Tile) -> Tile:
        """Return where a tile comes to lie when the map is turned by half."""
        return self.width - 1 - tile[0], self.height - 1 - tile[1]

    def image_of(self, area: Area) -> Area:
        """Return where an area comes to lie when the map is turned by half."""
        left, top, right, bottom = area
        return (*self.image((right, bottom)), *self.image((left, top)))

    def centred(self, wide: int, high: int) -> Area:
        """Return an area round the middle, its own image, of at least this size."""
        wide += (self.width - wide) % 2
        high += (self.height - high) % 2
        left, top = (self.width - wide) // 2, (self.height - high) // 2
        return left, top, left + wide - 1, top + high - 1

    def at(self, tile: Tile) -> str:
        """Return the letter of a tile; nothing off the map."""
        return self._marks[tile[1]][tile[0]] if self.inside(tile) else ""

    def put(self, tile: Tile, mark: str, over: str = "") -> None:
        """Draw a tile and its image, on the map only.

        Args:
            tile: The tile.
            mark: The letter.
            over: Letters that may be replaced; empty: all.
        """
        if self.inside(tile) and (not over or self.at(tile) in over):
            for x, y in (tile, self.image(tile)):
                self._marks[y][x] = mark

    def draw(self, tiles: Iterable[Tile], mark: str, over: str = "") -> None:
        """Draw several tiles, as `put` does."""
        for tile in tiles:
            self.put(tile, mark, over)

    def claim(self, area: Area, margin: int = 0) -> bool:
        """Keep an area and its image for a building; False if it is not free.

        An area that overlaps its image in part is never free: what is drawn there would be crossed
        by its own image.
        """
        wide = grown(area, margin)
        image = self.image_of(area)
        if area != image and any(in_area(image, tile) for tile in tiles_in(wide)):
            return False
        whole = [tile for tile in tiles_in(wide) if self.inside(tile)]
        if not self._claimed.isdisjoint(whole):
            return False
        self._claimed.update(whole)
        self._claimed.update(self.image(tile) for tile in whole)
        return True

    def free(self, tile: Tile) -> bool:
        """Return whether a tile is on the map and kept for no building."""
        return self.inside(tile) and tile not in self._claimed


def grown(area: Area, by: int) -> Area:
    """Return an area with a margin on all sides; negative makes it smaller."""
    left, top, right, bottom = area
    return left - by, top - by, right + by, bottom + by


def size_of(area: Area) -> tuple[int, int]:
    """Return width and height in tiles."""
    return area[2] - area[0] + 1, area[3] - area[1] + 1


def edge_of(area: Area) -> Iterator[Tile]:
    """Return the outermost tiles of an area."""
    left, top, right, bottom = area
    return ((x, y) for x, y in tiles_in(area) if x in (left, right) or y in (top, bottom))


def connected(start: Tile, enters: Callable[[Tile], bool]) -> set[Tile]:
    """Return the tiles that lead to one by steps along the axes, over tiles that may be entered."""
    found, fresh = {start}, [start]
    while fresh:
        x, y = fresh.pop()
        for tile in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if tile not in found and enters(tile):
                found.add(tile)
                fresh.append(tile)
    return found


def straight(start: Tile, end: Tile) -> Iterator[Tile]:
    """Return the tiles from one to another, each beside the one before (no diagonal steps)."""
    (x, y), (to_x, to_y) = start, end
    wide, high = abs(to_x - x), abs(to_y - y)
    right, down = (1 if to_x > x else -1), (1 if to_y > y else -1)
    yield x, y
    across = along = 0
    while across < wide or along < high:
        if along >= high or (across < wide and (2 * across + 1) * high <= (2 * along + 1) * wide):
            across, x = across + 1, x + right
        else:
            along, y = along + 1, y + down
        yield x, y


def winding(start: Tile, end: Tile, draw: Draw) -> list[Tile]:
    """Return a path between two tiles that leaves the straight line by up to `_SWAY` tiles."""
    (x, y), (to_x, to_y) = start, end
    legs = max(1, max(abs(to_x - x), abs(to_y - y)) // 7)
    stops = [start]
    for leg in range(1, legs):
        by_x, by_y = draw.between(-_SWAY, _SWAY), draw.between(-_SWAY, _SWAY)
        stops.append(
            (x + (to_x - x) * leg // legs + by_x // 2, y + (to_y - y) * leg // legs + by_y)
        )
    stops.append(end)
    return [tile for a, b in pairwise(stops) for tile in straight(a, b)]
