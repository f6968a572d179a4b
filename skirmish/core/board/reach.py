"""Reachable tiles and cheapest paths within an allowance.

All tiles of equal cost are found at once, as a mask: the tiles reached for n half tiles are shifted
one step in each direction and added, by the terrain entered, to those for n plus the step's cost.
Only the rows within the allowance are searched, so the size of the map hardly matters.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from attrs import field, frozen

from skirmish.core.board.masks import block, indices
from skirmish.core.board.terrain import IMPASSABLE
from skirmish.core.geometry import DIAGONAL, ORTHOGONAL, Facing, Tile, tile_text

UPHILL = 2
"""Extra cost of a step uphill in half tiles, however steep it is."""

StepCost = Callable[[Tile, Tile], int | None]
"""Cost of a step between neighbours in half tiles; None when it is barred."""

_KEPT_BANDS = 256
# Of equally cheap last steps the first of these is taken.
_DIRECTIONS = (Facing.N, Facing.E, Facing.S, Facing.W, Facing.NE, Facing.SE, Facing.SW, Facing.NW)
_STEPS = tuple(direction.delta for direction in _DIRECTIONS)


@frozen(slots=False)
class Reach:
    """The tiles that a figure can reach, and paths there.

    Attributes:
        start: Its tile.
        tiles: Mask of the tiles that it may stop on, its own included.
        rings: For each cost in half tiles, cheapest first, the mask of the tiles with that cost;
            tiles of friends, which it may pass but not stop on, are included.
    """

    start: Tile
    tiles: int
    rings: Mapping[int, int] = field(repr=False)
    _width: int = field(repr=False)
    _height: int = field(repr=False)
    _step: StepCost = field(repr=False, eq=False)
    _paths: dict[Tile, tuple[Tile, ...]] = field(factory=dict, init=False, repr=False, eq=False)

    def cost(self, tile: Tile) -> int:
        """Return the cost of the cheapest path in half tiles; ValueError when out of reach."""
        bit = self._bit(tile)
        for cost, ring in self.rings.items():
            if ring & bit:
                return cost
        raise ValueError(f"{tile_text(tile)} is out of reach")

    def path(self, tile: Tile) -> tuple[Tile, ...]:
        """Return the tiles of a cheapest path without the start; ValueError when out of reach.

        The choice among several is fixed: read from its end, the path turns as late as possible
        and then prefers steps along an axis.
        """
        found = self._paths.get(tile)
        if found is None:
            cost, here, direction = self.cost(tile), tile, _STEPS[0]
            path: list[Tile] = []
            while here != self.start:
                path.append(here)
                direction, here, cost = self._before(here, cost, direction)
            found = self._paths[tile] = tuple(reversed(path))
        return found

    def _before(self, tile: Tile, cost: int, direction: Tile) -> tuple[Tile, Tile, int]:
        """The last step to a tile: its direction, the tile it leaves, and the cost there."""
        nearer = self._below[cost]
        for last in (direction, *_STEPS):
            left = tile[0] - last[0], tile[1] - last[1]
            # Most neighbours are not nearer, so the cost of their step is not computed.
            bit = self._bit(left) & nearer
            step = self._step(left, tile) if bit else None
            if step is not None and self.rings.get(cost - step, 0) & bit:
                return last, left, cost - step
        raise ValueError(f"no step leads to {tile_text(tile)}")

    @cached_property
    def _below(self) -> Mapping[int, int]:
        """For each cost the mask of the tiles with a lower cost."""
        masks, less = {}, 0
        for cost in sorted(self.rings):
            masks[cost] = less
            less |= self.rings[cost]
        return masks

    def _bit(self, tile: Tile) -> int:
        x, y = tile
        inside = 0 <= x < self._width and 0 <= y < self._height
        return 1 << y * self._width + x if inside else 0


@frozen(eq=False, slots=False)
class Distances(Mapping[Tile, int]):
    """Cost in half tiles from each connected tile to the nearest of some goals.

    Attributes:
        rings: For each cost, the lowest first, the mask of the tiles.
        width: Tiles in a row of the map.
        tiles: Tiles of the map.
    """

    rings: Mapping[int, int] = field(repr=False)
    width: int
    tiles: int

    @cached_property
    def flat(self) -> Sequence[int]:
        """The cost of each tile, row by row; -1 for unconnected tiles."""
        costs = [-1] * self.tiles
        for cost, ring in self.rings.items():
            for place in indices(ring):
                costs[place] = cost
        return costs

    @cached_property
    def connected(self) -> int:
        """Mask of the tiles from which a goal can be reached."""
        return sum(self.rings.values())

    def get(self, tile: Tile, default: Any = None) -> Any:  # noqa: ANN401 - as of any mapping
        """Return the cost from a tile of the map; `default` if it is unconnected."""
        cost = self.flat[tile[1] * self.width + tile[0]]
        return cost if cost >= 0 else default

    def __getitem__(self, tile: Tile) -> int:
        """Return the cost from a tile of the map; KeyError if it is unconnected."""
        cost: int = self.get(tile, -1)
        if cost < 0:
            raise KeyError(tile)
        return cost

    def __iter__(self) -> Iterator[Tile]:
        """Yield the connected tiles, row by row."""
        width = self.width
        return ((n % width, n // width) for n, cost in enumerate(self.flat) if cost >= 0)

    def __len__(self) -> int:
        """Return the number of connected tiles."""
        return self.connected.bit_count()


Masks = tuple[tuple[int, int], ...]
"""Numbers, each with the mask of its tiles."""


@frozen
class Direction:
    """Steps in one direction.

    Attributes:
        shift: Bits by which they shift a mask.
        length: Their length in half tiles.
        entered: The tiles that such a step can enter.
        uphill: Those of them that lie higher than the start of the step.
    """

    shift: int
    length: int
    entered: int
    uphill: int


@frozen(eq=False)
class MovementCosts:
    """The costs of steps on one map: eight directions, and the tiles of each terrain cost."""

    width: int
    height: int
    directions: tuple[Direction, ...]
    tiles_by_cost: Masks
    _bands: dict[tuple[int, int], "_Band"] = field(factory=dict, init=False, repr=False)

    def rings(self, start: int, allowance: int, barred: int) -> dict[int, int]:
        """Return the tiles in reach of one, by cost (see `Reach.rings`)."""
        rows = allowance // ORTHOGONAL
        row = start // self.width
        first = max(row - rows, 0) * self.width
        last = min(row + rows + 1, self.height) * self.width
        band = self._band(first, last)
        own = 1 << start - first
        done = band.cut(barred) & ~own
        pending = [own, *[0] * (allowance + band.dearest)]
        rings = {}
        for cost in range(allowance + 1):
            ring = pending[cost] & ~done
            if ring:
                done |= ring
                rings[cost] = ring << first
                if cost + ORTHOGONAL <= allowance:
                    band.spread(ring, cost, pending)
        return rings

    def rings_towards(self, goals: int) -> dict[int, int]:
        """Return the tiles from which a goal can be reached, by the cost to the nearest one."""
        passable = sum(ground for _, ground in self.tiles_by_cost)
        pending = {0: goals}
        rings: dict[int, int] = {}
        done = cost = 0
        while pending:
            ring = pending.pop(cost, 0) & ~done
            if ring:
                done |= ring
                rings[cost] = ring
                for more, tiles in self._left_for(ring):
                    pending[cost + more] = pending.get(cost + more, 0) | tiles & passable
            cost += 1
        return rings

    def _left_for(self, ring: int) -> Iterator[tuple[int, int]]:
        """Yield the costs of steps into a ring, each with the tiles they leave, passable or not."""
        for times, ground in self.tiles_by_cost:
            if entered := ring & ground:
                for direction in self.directions:
                    level, cost = entered & direction.entered, times * direction.length
                    if up := level & direction.uphill:
                        level ^= up
                        yield cost + UPHILL, _shifted(up, -direction.shift)
                    if level:
                        yield cost, _shifted(level, -direction.shift)

    def _band(self, first: int, last: int) -> "_Band":
        band = self._bands.get((first, last))
        if band is None:
            if len(self._bands) >= _KEPT_BANDS:
                self._bands.clear()
            band = self._bands[first, last] = _Band(self, first, (1 << last - first) - 1)
        return band


class _Band:
    """The rows of the map that a figure can reach with its allowance."""

    def __init__(self, costs: MovementCosts, first: int, whole: int) -> None:
        self._first = first
        self._whole = whole
        # Steps of equal length, all uphill or all level, cost the same on the same terrain.
        sorts: dict[tuple[int, int], int] = {}
        self._directions = []
        for direction in costs.directions:
            uphill = self.cut(direction.uphill)
            plain = sorts.setdefault((direction.length, 0), len(sorts))
            steep = sorts.setdefault((direction.length, UPHILL), len(sorts)) if uphill else plain
            self._directions.append(
                (direction.shift, self.cut(direction.entered), plain, uphill, steep)
            )
        tiles_by_cost = self._near(costs.tiles_by_cost)
        self._costs = [
            [(more + times * length, ground) for times, ground in tiles_by_cost]
            for length, more in sorts
        ]
        self.dearest = max((cost for costs in self._costs for cost, _ in costs), default=0)

    def cut(self, mask: int) -> int:
        return mask >> self._first & self._whole

    def _near(self, masks: Masks) -> list[tuple[int, int]]:
        return [(number, near) for number, mask in masks if (near := self.cut(mask))]

    def spread(self, ring: int, cost: int, pending: list[int]) -> None:
        """Add the tiles that can be entered from a ring to `pending`, by their cost."""
        entered = [0] * len(self._costs)
        for shift, open_to, plain, uphill, steep in self._directions:
            moved = (ring << shift if shift > 0 else ring >> -shift) & open_to
            if up := moved & uphill:
                entered[steep] |= up
                moved ^= up
            entered[plain] |= moved
        for tiles, costs in zip(entered, self._costs, strict=True):
            if tiles:
                for more, ground in costs:
                    pending[cost + more] |= tiles & ground


def movement_costs(
    width: int, height: int, tiles_by_cost: Mapping[int, int], tiles_by_level: Mapping[int, int]
) -> MovementCosts:
    """Return the costs of steps on a map.

    Args:
        width: Tiles in a row.
        height: Rows.
        tiles_by_cost: For each cost of terrain the mask of its tiles; cost 0 is impassable.
        tiles_by_level: For each ground level the mask of its tiles.
    """
    barred = tiles_by_cost.get(IMPASSABLE, 0)
    directions = []
    for facing in _DIRECTIONS:
        dx, dy = facing.delta
        entered = block(width, height, dx, dy, width - 1 + dx, height - 1 + dy) & ~barred
        if dx and dy:
            # A diagonal step may pass one blocked corner but not between two.
            entered &= ~(_shifted(barred, dx) & _shifted(barred, dy * width))
        shift = dy * width + dx
        length = DIAGONAL if dx and dy else ORTHOGONAL
        directions.append(
            Direction(shift, length, entered, _uphill(tiles_by_level, shift, entered))
        )
    passable = tuple(
        (times, tiles) for times, tiles in tiles_by_cost.items() if times != IMPASSABLE
    )
    return MovementCosts(width, height, tuple(directions), passable)


def _shifted(mask: int, shift: int) -> int:
    return mask << shift if shift > 0 else mask >> -shift


def _uphill(tiles_by_level: Mapping[int, int], shift: int, entered: int) -> int:
    uphill = 0
    for low, left in tiles_by_level.items():
        for high, tiles in tiles_by_level.items():
            if high > low:
                uphill |= _shifted(left, shift) & tiles & entered
    return uphill


def rings_by_step_cost(step: StepCost, start: Tile, allowance: int, width: int) -> dict[int, int]:
    """Return the tiles in reach, by cost, under a given cost of steps; slower, tile by tile."""
    rings: dict[int, int] = {}
    done: dict[Tile, int] = {}
    queue = [(0, start)]
    while queue:
        cost, tile = heappop(queue)
        if tile in done:
            continue
        done[tile] = cost
        rings[cost] = rings.get(cost, 0) | 1 << tile[1] * width + tile[0]
        for dx, dy in _STEPS:
            entered = tile[0] + dx, tile[1] + dy
            more = None if entered in done else step(tile, entered)
            if more is not None and cost + more <= allowance:
                heappush(queue, (cost + more, entered))
    return rings
