"""What boards with the same terrain share: all that is worked out from it, and kept.

Nothing here is part of a value: two grounds of equal terrain answer alike, full or empty.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Self

from skirmish.core.board.reach import MovementCosts, movement_costs
from skirmish.core.board.sight import OPAQUE, Relief, Sight
from skirmish.core.board.terrain import Terrain

if TYPE_CHECKING:
    from skirmish.core.board.distances import DistanceSearch

_MAX_SIGHTS = 16
_MAX_VARIANTS = 64


class TerrainCache:
    """The terrain and levels of a board with their kept answers."""

    def __init__(self, width: int, tiles: tuple[Terrain, ...], levels: bytes) -> None:
        """Keep what is given; the rest waits until it is asked for."""
        self.width = width
        self.tiles = tiles
        self.levels = levels
        self._sights: dict[int, Sight] = {}
        self._variants: dict[tuple[int, Terrain], Self] = {}

    def __reduce__(self) -> tuple[type[Self], tuple[int, tuple[Terrain, ...], bytes]]:
        """Copies and pickles leave behind what can be worked out again."""
        return type(self), (self.width, self.tiles, self.levels)

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.tiles) // self.width

    @cached_property
    def relief(self) -> Relief:
        """What sight needs of it."""
        tops = bytes(
            OPAQUE if kind.opaque else level + kind.height
            for kind, level in zip(self.tiles, self.levels, strict=True)
        )
        return Relief(self.width, self.height, self.levels, tops, _by_value(self.levels))

    @cached_property
    def rows(self) -> str:
        """The letters of its tiles, a line for each row: kept, for every state's hash has them."""
        return in_rows("".join([kind.glyph for kind in self.tiles]), self.width)

    @cached_property
    def doors(self) -> int:
        """Mask of the tiles that can be opened or shut."""
        return sum(1 << place for place, kind in enumerate(self.tiles) if kind.door)

    @cached_property
    def movement_costs(self) -> MovementCosts:
        """What movement needs of it."""
        costs = bytes(kind.cost for kind in self.tiles)
        return movement_costs(self.width, self.height, _by_value(costs), _by_value(self.levels))

    @cached_property
    def distance_search(self) -> "DistanceSearch":
        """What long ways need of it."""
        # tcod takes a while to load: not before it is needed.
        from skirmish.core.board.distances import DistanceSearch

        return DistanceSearch(self.width, self.height, self.tiles, self.levels)

    def sight(self, clouds: int) -> Sight:
        """Sight with smoke on the tiles of a mask."""
        sight = self._sights.get(clouds)
        if sight is None:
            sight = self._sight_like(clouds) if clouds else Sight(self.relief, 0)
            if len(self._sights) >= _MAX_SIGHTS:
                # Sight without smoke stays: the others are compared with it.
                del self._sights[next(smoke for smoke in self._sights if smoke)]
            self._sights[clouds] = sight
        return sight

    def _sight_like(self, clouds: int) -> Sight:
        """Sight that takes over what cannot differ from the latest of those most like it."""
        bare = self.sight(0)
        kept = reversed(self._sights.values())
        nearest = min(kept, key=lambda sight: (sight.clouds ^ clouds).bit_count())
        return nearest.with_smoke(clouds, bare)

    def changed_fields(self, clouds: int, after: Self, after_clouds: int, places: list[int]) -> int:
        """From how many tiles the field of sight may differ after smoke or one tile changed.

        It depends on the two boards alone, not on what has been worked out.
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
        """This ground with one tile changed; it keeps the fields of sight that cannot differ."""
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
    """A character for each tile, in lines of one row each."""
    return "\n".join([text[start : start + width] for start in range(0, len(text), width)])


def _by_value(values: bytes) -> dict[int, int]:
    """For each value the mask of the places that have it, the lowest value first."""
    backwards = values[::-1]
    return {
        value: int(backwards.translate(bytes(b"01"[v == value] for v in range(256))), 2)
        for value in sorted(set(values))
    }
