"""How many of a side stand close to each tile, counted once for all who might go there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import field, frozen

from skirmish.core.geometry import Tile, chebyshev

NEAR = 2
ONE = tuple((x, y) for x in range(-1, 2) for y in range(-1, 2) if x or y)
TWO = tuple(
    (x, y)
    for x in range(-NEAR, NEAR + 1)
    for y in range(-NEAR, NEAR + 1)
    if max(abs(x), abs(y)) == NEAR
)


@frozen(eq=False)
class Crowd:
    """For each tile with any how many stand one tile from it, and how many two."""

    one: Mapping[Tile, int] = field(repr=False)
    two: Mapping[Tile, int] = field(repr=False)

    def beside(self, tile: Tile, but: Tile) -> int:
        """How many stand beside a tile, but for who stands on another."""
        return self.one.get(tile, 0) - (chebyshev(tile, but) == 1)

    def near(self, tile: Tile, but: Tile) -> int:
        """How many stand two tiles from a tile, but for who stands on another."""
        return self.two.get(tile, 0) - (chebyshev(tile, but) == NEAR)


def crowd(tiles: Iterable[Tile]) -> Crowd:
    """The crowd of those who stand on some tiles."""
    one: Counter[Tile] = Counter()
    two: Counter[Tile] = Counter()
    for x, y in tiles:
        one.update([(x + dx, y + dy) for dx, dy in ONE])
        two.update([(x + dx, y + dy) for dx, dy in TWO])
    return Crowd(one, two)
