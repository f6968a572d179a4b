"""Line of sight: the one definition that fire, fog, overlays, odds and the opponent use.

The line runs from centre to centre along its longer axis; at each inner step the nearest tile
counts, at an exact tie both, and then both must block. A tile blocks when its ground level plus
its height is higher than the higher ground level of the two ends, when it is opaque, or when smoke
lies on it. The ends never block. So it is symmetric.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.board.masks import beyond, indices
from skirmish.core.geometry import Tile

if TYPE_CHECKING:
    from skirmish.core.board.sight_sweep import SightSweep


LineStep = tuple[Tile, ...]
"""The tile nearest to the line at one step; both neighbours where it runs exactly between two."""


@lru_cache(maxsize=65536)
def last_step(dx: int, dy: int) -> LineStep:
    """The last of the inner steps from (0, 0) to (dx, dy); empty where there are none."""
    length = max(abs(dx), abs(dy))
    return _step(dx, dy, length - 1, length) if length > 1 else ()


def _step(dx: int, dy: int, n: int, length: int) -> LineStep:
    flat = abs(dx) >= abs(dy)
    ahead = (dx > 0) - (dx < 0) if flat else (dy > 0) - (dy < 0)
    # Rounded half up: without a remainder the line runs between `aside` and the one below.
    aside, inside = divmod(2 * n * (dy if flat else dx) + length, 2 * length)
    nearest = (aside,) if inside else (aside - 1, aside)
    return tuple((n * ahead, k) if flat else (k, n * ahead) for k in nearest)


@lru_cache(maxsize=4096)
def inner_steps(dx: int, dy: int) -> tuple[LineStep, ...]:
    """The steps of the line from (0, 0) to (dx, dy), ends left out.

    One step for each tile along the longer axis. The way back has the same steps, reversed.
    """
    length = max(abs(dx), abs(dy))
    return tuple(_step(dx, dy, n, length) for n in range(1, length))


OPAQUE = 255
"""The top of a tile that blocks at any height."""

_BLOCKS = tuple(bytes(top > level for top in range(256)) for level in range(10))
_KEPT_PAIRS = 1 << 16
_KEPT_BITS = 1 << 29
_KEPT_UNIONS = 16
"""A few: who stands still sees the same from bound to bound, and both sides are asked in turns."""


@frozen(eq=False)
class Relief:
    """The shape of the ground: what sight needs of a board, row by row, and nothing else.

    Attributes:
        width: Tiles in a row.
        height: Rows.
        levels: Ground level of each tile.
        tops: Level and height together of each tile, or `OPAQUE`.
        tiles_by_level: For each ground level in use the mask of its tiles, the lowest level first.
    """

    width: int
    height: int
    levels: bytes
    tops: bytes
    tiles_by_level: Mapping[int, int]


class Sight:
    """Who sees whom over one relief, with smoke on some of its tiles; answers are kept."""

    def __init__(self, relief: Relief, clouds: int) -> None:
        """Begin with nothing asked; `clouds` is the mask of the tiles with smoke."""
        self.relief = relief
        self.clouds = clouds
        self._fields: dict[int, int] = {}
        self._unions: dict[tuple[int, ...], int] = {}
        self._pairs: dict[tuple[int, int], bool] = {}
        self._blocks: dict[int, bytes] = {}
        self._sweeps: dict[int, SightSweep] = {}

    def seen_from(self, index: int) -> int:
        """Mask of the tiles seen from one, itself included."""
        field = self._fields.get(index)
        if field is None:
            if len(self._fields) * len(self.relief.tops) > _KEPT_BITS:
                self._fields.clear()
            field = self._fields[index] = self._field(index)
        return field

    def seen_from_any(self, places: Iterable[int]) -> int:
        """Mask of the tiles seen from at least one of some places."""
        asked = tuple(places)
        seen = self._unions.get(asked)
        if seen is None:
            seen = 0
            for index in asked:
                field = self._fields.get(index)
                seen |= self.seen_from(index) if field is None else field
            if len(self._unions) >= _KEPT_UNIONS:
                del self._unions[next(iter(self._unions))]
            self._unions[asked] = seen
        return seen

    def _field(self, index: int) -> int:
        relief = self.relief
        y, x = divmod(index, relief.width)
        own = relief.levels[index]
        low = field = 0
        for level, tiles in relief.tiles_by_level.items():
            low |= tiles
            if level == own:
                field = self._sweep(level).seen_from(x, y) & low
            elif level > own:
                field |= self._sweep(level).seen_from(x, y) & tiles
        return field

    def _sweep(self, level: int) -> "SightSweep":
        # numpy takes longer to load than all the rest of the core: not before it is needed.
        from skirmish.core.board.sight_sweep import SightSweep

        sweep = self._sweeps.get(level)
        if sweep is None:
            relief = self.relief
            sweep = SightSweep(relief.width, relief.height, self.blocks(level))
            self._sweeps[level] = sweep
        return sweep

    def blocks(self, level: int) -> bytes:
        """A 1 for each tile that blocks sight between figures of which the higher stands there."""
        blocks = self._blocks.get(level)
        if blocks is None:
            smoky = bytearray(self.relief.tops.translate(_BLOCKS[level]))
            for index in indices(self.clouds):
                smoky[index] = 1
            blocks = self._blocks[level] = bytes(smoky)
        return blocks

    def sees(self, a: int, b: int) -> bool:
        """Whether two tiles see each other; does not wait for a whole field."""
        if (field := self._fields.get(a)) is not None:
            return bool(field >> b & 1)
        if (field := self._fields.get(b)) is not None:
            return bool(field >> a & 1)
        pair = (a, b) if a < b else (b, a)
        clear = self._pairs.get(pair)
        if clear is None:
            if len(self._pairs) >= _KEPT_PAIRS:
                self._pairs.clear()
            clear = self._pairs[pair] = self._clear(*pair)
        return clear

    def _clear(self, a: int, b: int) -> bool:
        return self.obstacle(a, b) is None

    def obstacle(self, a: int, b: int) -> int | None:
        """What blocks sight first on the way from one tile to another: the definition, walked."""
        relief, width = self.relief, self.relief.width
        blocks = self.blocks(max(relief.levels[a], relief.levels[b]))
        (ay, ax), (by, bx) = divmod(a, width), divmod(b, width)
        for step in inner_steps(bx - ax, by - ay):
            if all(blocks[a + dy * width + dx] for dx, dy in step):
                dx, dy = step[0]
                return a + dy * width + dx
        return None

    def with_relief(self, relief: Relief, changed: int) -> "Sight":
        """Sight over a relief that differs at one tile, with each field that cannot differ."""
        variant = Sight(relief, self.clouds)
        before, after = self.relief.tops[changed], relief.tops[changed]
        levels = [level for level in relief.tiles_by_level if (before > level) != (after > level)]
        if self.clouds >> changed & 1 or not levels:
            variant._fields = dict(self._fields)
            variant._pairs = dict(self._pairs)
            return variant
        for index, field in self._fields.items():
            # What the tile can hide or lay open is behind it, seen from the other end.
            behind = beyond(relief.width, relief.height, index, changed)
            lost = behind & field if after > before else behind
            if not lost or relief.levels[index] > levels[-1] or index == changed:
                variant._fields[index] = field
        return variant
