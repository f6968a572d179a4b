"""Line of sight: the one definition that fire, fog, overlays, odds and the opponent use.

The line runs from centre to centre along its longer axis. At each inner step the nearest tile
counts; at an exact tie both tiles count, and both must block. A tile blocks when its ground level
plus its height is above the higher ground level of the two ends, when it is opaque, or when it has
smoke. The ends never block. So sight is symmetric.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from skirmish.core.board.masks import behind, beyond, box_of, indices
from skirmish.core.geometry import Tile

if TYPE_CHECKING:
    from skirmish.core.board.sight_sweep import SightSweep


LineStep = tuple[Tile, ...]
"""The nearest tile at one step of a line; two tiles where it runs exactly between them."""


@lru_cache(maxsize=65536)
def last_step(dx: int, dy: int) -> LineStep:
    """Return the last inner step from (0, 0) to (dx, dy); empty where there is none."""
    length = max(abs(dx), abs(dy))
    return _step(dx, dy, length - 1, length) if length > 1 else ()


def _step(dx: int, dy: int, n: int, length: int) -> LineStep:
    flat = abs(dx) >= abs(dy)
    ahead = (dx > 0) - (dx < 0) if flat else (dy > 0) - (dy < 0)
    # Rounded half up: without a remainder the line runs between `aside` and `aside - 1`.
    aside, inside = divmod(2 * n * (dy if flat else dx) + length, 2 * length)
    nearest = (aside,) if inside else (aside - 1, aside)
    return tuple((n * ahead, k) if flat else (k, n * ahead) for k in nearest)


@lru_cache(maxsize=4096)
def inner_steps(dx: int, dy: int) -> tuple[LineStep, ...]:
    """Return the steps of the line from (0, 0) to (dx, dy), without the ends.

    There is one step for each tile along the longer axis. The line back has the same steps in
    reverse.
    """
    length = max(abs(dx), abs(dy))
    return tuple(_step(dx, dy, n, length) for n in range(1, length))


@lru_cache(maxsize=16384)
def lines_past(width: int, height: int, start: int, via: int) -> int:
    """Return the mask of tiles whose line from `start` has `via` in one of its inner steps."""
    (y, x), (via_y, via_x) = divmod(start, width), divmod(via, width)
    aside = via_x - x, via_y - y
    n = max(map(abs, aside))
    found = 0
    for place in indices(behind(width, height, start, (via_x, via_y, via_x, via_y))):
        dx, dy = place % width - x, place // width - y
        length = max(abs(dx), abs(dy))
        if n < length and aside in _step(dx, dy, n, length):
            found |= 1 << place
    return found


OPAQUE = 255
"""The top of a tile that blocks at any height."""

_BLOCKS = tuple(bytes(top > level for top in range(256)) for level in range(10))
_KEPT_PAIRS = 1 << 16
_KEPT_BITS = 1 << 29
_KEPT_UNIONS = 16
"""A few are enough: they serve figures that stand still, for both sides in turn."""


@frozen(eq=False)
class Relief:
    """The heights of a board, row by row: the input of sight.

    Attributes:
        width: Tiles in a row.
        height: Rows.
        levels: Ground level of each tile.
        tops: Sum of level and height of each tile, or `OPAQUE`.
        tiles_by_level: For each ground level in use the mask of its tiles, the lowest level first.
    """

    width: int
    height: int
    levels: bytes
    tops: bytes
    tiles_by_level: Mapping[int, int]


class SmokeChange:
    """Fields of sight that stay the same when smoke changes."""

    def __init__(
        self, relief: Relief, fields: Mapping[int, int], bare: "Sight", before: int, after: int
    ) -> None:
        """`bare` is sight without smoke; `before` and `after` are the masks of the smoke."""
        self._size = relief.width, relief.height
        self._fields = fields
        self._bare = bare
        laid, lifted = after & ~before, before & ~after
        self._laid = box_of(relief.width, laid) if laid else None
        self._lifted = box_of(relief.width, lifted) if lifted else None

    def kept(self, index: int) -> int | None:
        """Return the field from a tile; None if it is unknown or may differ now."""
        field = self._fields.get(index)
        if field is None:
            return None
        # New smoke can hide only tiles behind it that were in sight.
        if self._laid is not None and field & behind(*self._size, index, self._laid):
            return None
        # Removed smoke can open only tiles behind it that the relief does not hide.
        if self._lifted is not None:
            hidden = self._bare.seen_from(index) & ~field
            if hidden and hidden & behind(*self._size, index, self._lifted):
                return None
        return field


class Sight:
    """Line of sight over one relief with smoke on some tiles; results are cached."""

    def __init__(self, relief: Relief, clouds: int) -> None:
        """Start with empty caches; `clouds` is the mask of tiles with smoke."""
        self.relief = relief
        self.clouds = clouds
        self._fields: dict[int, int] = {}
        self._unions: dict[tuple[int, ...], int] = {}
        self._pairs: dict[tuple[int, int], bool] = {}
        self._blocks: dict[int, bytes] = {}
        self._sweeps: dict[int, SightSweep] = {}
        self._before: SmokeChange | None = None

    def seen_from(self, index: int) -> int:
        """Return the mask of tiles seen from one, itself included."""
        field = self._fields.get(index)
        if field is None:
            if len(self._fields) * len(self.relief.tops) > _KEPT_BITS:
                self._fields.clear()
            before = self._before
            field = before.kept(index) if before is not None else None
            if field is None:
                field = self._field(index)
            self._fields[index] = field
        return field

    def seen_from_any(self, places: Iterable[int]) -> int:
        """Return the mask of tiles seen from at least one of some tiles."""
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
                field = self._swept(level, x, y) & low
            elif level > own:
                field |= self._swept(level, x, y) & tiles
        return field

    def _swept(self, level: int, x: int, y: int) -> int:
        blocks = self.blocks(level)
        if 1 not in blocks:
            return (1 << len(blocks)) - 1
        return self._sweep(level).seen_from(x, y)

    def _sweep(self, level: int) -> "SightSweep":
        # numpy takes longer to load than the rest of the core, so it is loaded on demand.
        from skirmish.core.board.sight_sweep import SightSweep

        sweep = self._sweeps.get(level)
        if sweep is None:
            relief = self.relief
            sweep = SightSweep(relief.width, relief.height, self.blocks(level))
            self._sweeps[level] = sweep
        return sweep

    def blocks(self, level: int) -> bytes:
        """Return a 1 for each tile that blocks sight where the higher end is at this level."""
        blocks = self._blocks.get(level)
        if blocks is None:
            smoky = bytearray(self.relief.tops.translate(_BLOCKS[level]))
            for index in indices(self.clouds):
                smoky[index] = 1
            blocks = self._blocks[level] = bytes(smoky)
        return blocks

    def sees(self, a: int, b: int) -> bool:
        """Whether two tiles see each other; does not compute a whole field."""
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
        """Return the first tile from one to another that blocks sight: the definition."""
        relief, width = self.relief, self.relief.width
        blocks = self.blocks(max(relief.levels[a], relief.levels[b]))
        (ay, ax), (by, bx) = divmod(a, width), divmod(b, width)
        for step in inner_steps(bx - ax, by - ay):
            if all(blocks[a + dy * width + dx] for dx, dy in step):
                dx, dy = step[0]
                return a + dy * width + dx
        return None

    def with_smoke(self, clouds: int, bare: "Sight") -> "Sight":
        """Return sight with other smoke; it takes over unaffected fields on demand.

        `bare` is sight over the same relief without smoke.
        """
        variant = Sight(self.relief, clouds)
        variant._before = SmokeChange(self.relief, self._fields, bare, self.clouds, clouds)
        return variant

    def changes_with_smoke(self, clouds: int, bare: "Sight", places: Iterable[int]) -> int:
        """Return how many of the tiles may have another field of sight under other smoke."""
        for index in places:
            self.seen_from(index)
        change = SmokeChange(self.relief, self._fields, bare, self.clouds, clouds)
        return sum(change.kept(index) is None for index in places)

    def with_relief(self, relief: Relief, changed: int) -> "Sight":
        """Return sight over a relief that differs at one tile; keep unaffected fields."""
        variant = Sight(relief, self.clouds)
        highest = self._highest_over(relief, changed)
        if highest < 0:
            variant._fields = dict(self._fields)
            variant._pairs = dict(self._pairs)
            return variant
        rises = relief.tops[changed] > self.relief.tops[changed]
        for index in self._fields:
            if self._stays_over(index, changed, highest, rises=rises):
                variant._fields[index] = self._fields[index]
        return variant

    def changes_with_relief(self, relief: Relief, changed: int, places: Iterable[int]) -> int:
        """Return how many of the tiles may have another field of sight over another relief."""
        highest = self._highest_over(relief, changed)
        if highest < 0:
            return 0
        rises = relief.tops[changed] > self.relief.tops[changed]
        return sum(not self._stays_over(at, changed, highest, rises=rises) for at in places)

    def _highest_over(self, relief: Relief, changed: int) -> int:
        """Highest ground level at which the tile blocks only before or only after; -1 for none."""
        before, after = self.relief.tops[changed], relief.tops[changed]
        levels = [level for level in relief.tiles_by_level if (before > level) != (after > level)]
        return -1 if self.clouds >> changed & 1 or not levels else levels[-1]

    def _stays_over(self, index: int, changed: int, highest: int, *, rises: bool) -> bool:
        """Whether the field from a tile is unaffected by the changed height of another tile."""
        if index == changed or self.relief.levels[index] > highest:
            return True
        # The tile can hide or open only tiles behind it, seen from the other end.
        shadow = beyond(self.relief.width, self.relief.height, index, changed)
        return not (shadow & self.seen_from(index) if rises else shadow)
