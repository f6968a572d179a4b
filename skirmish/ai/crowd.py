"""Number of figures of a side that stand close to each tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from attrs import field, frozen

from skirmish.core.geometry import Tile, chebyshev

RINGS = 4
"""As far as two may stand apart and yet be struck by one blast between them, in tiles."""


def _ring(gap: int) -> tuple[Tile, ...]:
    side = range(-gap, gap + 1)
    return tuple((x, y) for x in side for y in side if max(abs(x), abs(y)) == gap)


OFFSETS = tuple(_ring(gap) for gap in range(1, RINGS + 1))


@frozen(eq=False)
class Crowd:
    """For each tile how many stand so many tiles from it: one, two and so on."""

    rings: tuple[Mapping[Tile, int], ...] = field(repr=False)

    def beside(self, tile: Tile, but: Tile) -> int:
        """How many stand beside a tile, but for who stands on another."""
        return self.rings[0].get(tile, 0) - (chebyshev(tile, but) == 1)

    def around(self, tile: Tile, but: Tile) -> tuple[int, ...]:
        """How many stand one tile from a tile, two and so on, but for who stands on another."""
        off = chebyshev(tile, but)
        return tuple(
            [ring.get(tile, 0) - (off == gap) for gap, ring in enumerate(self.rings, start=1)]
        )


def crowd(tiles: Iterable[Tile]) -> Crowd:
    """The crowd of those who stand on some tiles."""
    rings: list[Counter[Tile]] = [Counter() for _ in OFFSETS]
    for x, y in tiles:
        for ring, offsets in zip(rings, OFFSETS, strict=True):
            ring.update([(x + dx, y + dy) for dx, dy in offsets])
    return Crowd(tuple(rings))
