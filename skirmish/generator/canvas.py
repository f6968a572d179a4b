"""A map that is drawn on one half and repeated on the other, turned by half.

Whatever is drawn on a tile is also drawn on its image, so that both sides have the same ground,
approach and cover.
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
"""Own terrain of a place."""
SOFT = OPEN + BRUSH + WOOD + CROPS
"""Ground that may be built over or ploughed up."""
_SWAY = 3
"""Largest distance in tiles of a winding path from the straight line."""


class Canvas:
    """The letters of a map; each is drawn twice."""

    def __init__(self, width: int, height: int) -> None:
        """Start with open ground."""
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
        """The middle tile; if a dimension is even, the one left of or above the middle."""
        return (self.width - 1) // 2, (self.height - 1) // 2

    def inside(self, tile: Tile) -> bool:
        """Whether a tile is on the map."""
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    def image(self, tile: Tile) -> Tile:
        """The place of a tile when the map is turned by half."""
        return self.width - 1 - tile[0], self.height - 1 - tile[1]

    def image_of(self, area: Area) -> Area:
        """The place of an area when the map is turned by half."""
        left, top, right, bottom = area
        return (*self.image((right, bottom)), *self.image((left, top)))

    def centred(self, wide: int, high: int) -> Area:
        """An area around the middle, its own image, of at least this size."""
        wide += (self.width - wide) % 2
        high += (self.height - high) % 2
        left, top = (self.width - wide) // 2, (self.height - high) // 2
        return left, top, left + wide - 1, top + high - 1

    def at(self, tile: Tile) -> str:
        """The letter of a tile; "" off the map."""
        return self._marks[tile[1]][tile[0]] if self.inside(tile) else ""

    def put(self, tile: Tile, mark: str, over: str = "") -> None:
        """Draw a tile and its image, on the map only.

        Args:
            tile: The tile.
            mark: The letter.
            over: Letters that may be replaced; "" for all.
        """
        if self.inside(tile) and (not over or self.at(tile) in over):
            for x, y in (tile, self.image(tile)):
                self._marks[y][x] = mark

    def draw(self, tiles: Iterable[Tile], mark: str, over: str = "") -> None:
        """Draw several tiles, as `put` does."""
        for tile in tiles:
            self.put(tile, mark, over)

    def claim(self, area: Area, margin: int = 0) -> bool:
        """Reserve an area and its image for a building; False if it is not free.

        An area that partly overlaps its image is never free: its own image would cross whatever is
        drawn there.
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
        """Whether a tile is on the map and not reserved for a building."""
        return self.inside(tile) and tile not in self._claimed


def grown(area: Area, by: int) -> Area:
    """An area with a margin on all sides; a negative margin makes it smaller."""
    left, top, right, bottom = area
    return left - by, top - by, right + by, bottom + by


def size_of(area: Area) -> tuple[int, int]:
    """Width and height in tiles."""
    return area[2] - area[0] + 1, area[3] - area[1] + 1


def edge_of(area: Area) -> Iterator[Tile]:
    """The outermost tiles of an area."""
    left, top, right, bottom = area
    return ((x, y) for x, y in tiles_in(area) if x in (left, right) or y in (top, bottom))


def connected(start: Tile, enters: Callable[[Tile], bool]) -> set[Tile]:
    """The tiles connected to one by steps along the axes, over tiles that may be entered."""
    found, fresh = {start}, [start]
    while fresh:
        x, y = fresh.pop()
        for tile in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if tile not in found and enters(tile):
                found.add(tile)
                fresh.append(tile)
    return found


def straight(start: Tile, end: Tile) -> Iterator[Tile]:
    """Yield the tiles from one to another without diagonal steps."""
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
    """A path between two tiles that deviates from the straight line by up to `_SWAY` tiles."""
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
