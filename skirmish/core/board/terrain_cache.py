"""Results computed from terrain, shared by boards with the same terrain.

The cache is not part of a board's value: caches of equal terrain give equal results.
"""

from functools import cached_property
from typing import Self

from skirmish.core.board.reach import MovementCosts, movement_costs
from skirmish.core.board.sight import OPAQUE, Relief, Sight
from skirmish.core.board.terrain import Terrain

_MAX_SIGHTS = 16
_MAX_VARIANTS = 64


class TerrainCache:
    """Terrain and levels of a board with cached results."""

    def __init__(self, width: int, tiles: tuple[Terrain, ...], levels: bytes) -> None:
        """Keep terrain and levels; everything else is computed on demand."""
        self.width = width
        self.tiles = tiles
        self.levels = levels
        self._sights: dict[int, Sight] = {}
        self._variants: dict[tuple[int, Terrain], Self] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[int, tuple[Terrain, ...], bytes]]:
        """Copy and pickle without the cached results."""
        return type(self), (self.width, self.tiles, self.levels)

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.tiles) // self.width

    @cached_property
    def relief(self) -> Relief:
        """The heights, for sight."""
        tops = bytes(
            OPAQUE if kind.opaque else level + kind.height
            for kind, level in zip(self.tiles, self.levels, strict=True)
        )
        return Relief(self.width, self.height, self.levels, tops, _by_value(self.levels))

    @cached_property
    def rows(self) -> str:
        """The letters of its tiles, a line for each row; cached for the hashes of states."""
        return in_rows("".join([kind.glyph for kind in self.tiles]), self.width)

    @cached_property
    def doors(self) -> int:
        """Mask of tiles with doors, open or closed."""
        return sum(1 << place for place, kind in enumerate(self.tiles) if kind.door)

    @cached_property
    def movement_costs(self) -> MovementCosts:
        """The costs of steps, for `reach`."""
        costs = bytes(kind.cost for kind in self.tiles)
        return movement_costs(self.width, self.height, _by_value(costs), _by_value(self.levels))

    def sight(self, clouds: int) -> Sight:
        """Return sight with smoke on the tiles of a mask."""
        sight = self._sights.get(clouds)
        if sight is None:
            sight = self._sight_like(clouds) if clouds else Sight(self.relief, 0)
            if len(self._sights) >= _MAX_SIGHTS:
                # Sight without smoke stays, because the others are compared with it.
                del self._sights[next(smoke for smoke in self._sights if smoke)]
            self._sights[clouds] = sight
        return sight

    def _sight_like(self, clouds: int) -> Sight:
        """Sight that takes over unaffected fields from the one with the most similar smoke."""
        bare = self.sight(0)
        kept = reversed(self._sights.values())
        nearest = min(kept, key=lambda sight: (sight.clouds ^ clouds).bit_count())
        return nearest.with_smoke(clouds, bare)

    def changed_fields(self, clouds: int, after: Self, after_clouds: int, places: list[int]) -> int:
        """Return how many of the tiles may have another field of sight after a change.

        Smoke or one tile changed. The result depends only on the two boards, not on the cache.
        """
        sight = self.sight(clouds)
        if after is self:
            return sight.changes_with_smoke(after_clouds, self.sight(0), places)
        differ = self._top_bits ^ after._top_bits
        if not differ:
            return 0
        return sight.changes_with_relief(after.relief, differ.bit_length() - 1 >> 3, places)

    @cached_property
    def _top_bits(self) -> int:
        return int.from_bytes(self.relief.tops, "little")

    def with_terrain(self, index: int, kind: Terrain) -> Self:
        """Return the cache with one tile changed; unaffected fields of sight are kept."""
        variant = self._variants.get((index, kind))
        if variant is None:
            if len(self._variants) >= _MAX_VARIANTS:
                self._variants.clear()
            tiles = (*self.tiles[:index], kind, *self.tiles[index + 1 :])
            variant = self._variants[index, kind] = type(self)(self.width, tiles, self.levels)
            for clouds, sight in self._sights.items():
                variant._sights[clouds] = sight.with_relief(variant.relief, index)  # noqa: SLF001 - its own kind
        return variant


def in_rows(text: str, width: int) -> str:
    """Split text with a character for each tile into one line for each row."""
    return "\n".join([text[start : start + width] for start in range(0, len(text), width)])


def _by_value(values: bytes) -> dict[int, int]:
    """For each value the mask of its indices, the lowest value first."""
    backwards = values[::-1]
    return {
        value: int(backwards.translate(bytes(b"01"[v == value] for v in range(256))), 2)
        for value in sorted(set(values))
    }
