"""The board: terrain, ground levels and smoke, with sight, cover, areas and movement on them.

A `Board` is a value. Its cached results (fields of sight, costs of steps) are not part of
equality, hash or pickle, and are shared with the boards that are made from it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

from attrs import Factory, evolve, field, frozen

from skirmish.core.board import masks
from skirmish.core.board.map_parser import parse_levels, parse_rows
from skirmish.core.board.reach import UPHILL, Distances, Reach, StepCost, rings_by_step_cost
from skirmish.core.board.sight import LineStep, Sight, inner_steps, last_step, lines_past
from skirmish.core.board.terrain import IMPASSABLE, TERRAIN, Terrain
from skirmish.core.board.terrain_cache import TerrainCache, in_rows
from skirmish.core.geometry import DIAGONAL, ORTHOGONAL, Facing, Tile, adjacent, tile_text

_NONE: Mapping[str, Terrain] = MappingProxyType({})


# Slots with a cached property would make every access to an attribute slower.
@frozen(cache_hash=True, slots=False)
class Board:
    """Terrain, ground levels and smoke, without figures.

    A set of tiles is an integer, a *mask*, with bit `y * width + x` for each tile.

    Attributes:
        width: Tiles in a row.
        height: Rows.
        tiles: Terrain of each tile, row by row.
        levels: Ground level of each tile, 0 to 9, row by row.
        clouds: Mask of the tiles with smoke.
        kinds: All terrain of this board by id, also terrain that no tile has at present.
    """

    width: int
    height: int
    tiles: tuple[Terrain, ...] = field(repr=False)
    levels: bytes = field(repr=False)
    clouds: int = 0
    kinds: Mapping[str, Terrain] = field(factory=dict, eq=False, repr=False)
    _cache: TerrainCache = field(
        default=Factory(
            lambda self: TerrainCache(self.width, self.tiles, self.levels), takes_self=True
        ),
        eq=False,
        repr=False,
    )

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle without the cached results."""
        return {name: part for name, part in vars(self).items() if name != "_sight"}

    @classmethod
    def parse(
        cls, rows: str, levels: str | None = None, extra: Mapping[str, Terrain] = _NONE
    ) -> Self:
        """Make a board from its map: a letter for each tile, and a digit for each ground level.

        Args:
            rows: The map, a line for each row; empty lines before and after it are ignored.
            levels: The levels in the same shape; None is level 0 everywhere.
            extra: Terrain by letter, in addition to the fixed table or overriding it.

        Raises:
            MapProblem: The map or its levels are invalid; holds all faults with their places.
        """
        table = {**TERRAIN, **extra}
        width, tiles = parse_rows(rows, table)
        height = len(tiles) // width
        flat = bytes(len(tiles))
        level_of = flat if levels is None else parse_levels(levels, width, height)
        kinds = {kind.id: kind for kind in table.values()}
        return cls(width, height, tiles, level_of, kinds=kinds)

    def rows(self) -> str:
        """Return the map as `parse` reads it."""
        return self._cache.rows

    def levels_text(self) -> str:
        """Return the ground levels as `parse` reads them."""
        return in_rows("".join(str(level) for level in self.levels), self.width)

    # Tiles and masks.

    def inside(self, tile: Tile) -> bool:
        """Whether a tile is on the board."""
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    def index(self, tile: Tile) -> int:
        """Return the index of a tile, row by row; ValueError off the board."""
        x, y = tile
        if 0 <= x < self.width and 0 <= y < self.height:
            return y * self.width + x
        raise ValueError(f"{tile_text(tile)} is off the board")

    def tile_at(self, index: int) -> Tile:
        """Return the tile of an index."""
        y, x = divmod(index, self.width)
        return x, y

    def bit(self, tile: Tile) -> int:
        """Return the mask of one tile; ValueError off the board."""
        x, y = tile
        # `index` inlined: no other method is called as often.
        if 0 <= x < self.width and 0 <= y < self.height:
            return 1 << y * self.width + x
        raise ValueError(f"{tile_text(tile)} is off the board")

    def tiles_of(self, mask: int) -> tuple[Tile, ...]:
        """Return the tiles of a mask, row by row."""
        width = self.width
        return tuple([(index % width, index // width) for index in masks.indices(mask)])

    def some_tile(self, mask: int, pick: Callable[[int], int]) -> Tile:
        """Return one tile of a mask: `pick` gets their number and returns an index, row by row."""
        places = masks.indices(mask)
        return self.tile_at(places[pick(len(places))])

    def mask_of(self, tiles: Iterable[Tile]) -> int:
        """Return the mask of some tiles; ValueError when one is off the board."""
        mask = 0
        for tile in tiles:
            mask |= self.bit(tile)
        return mask

    def _places(self, tiles: Iterable[Tile]) -> list[int]:
        width, height = self.width, self.height
        tiles = tuple(tiles)
        places = [y * width + x for x, y in tiles if 0 <= x < width and 0 <= y < height]
        return places if len(places) == len(tiles) else [self.index(tile) for tile in tiles]

    def terrain(self, tile: Tile) -> Terrain:
        """Return the terrain of a tile; ValueError off the board."""
        return self.tiles[self.index(tile)]

    def level(self, tile: Tile) -> int:
        """Return the ground level of a tile; ValueError off the board."""
        return self.levels[self.index(tile)]

    def passable(self, tile: Tile) -> bool:
        """Whether figures can stand on a tile; False off the board."""
        x, y = tile
        on_board = 0 <= x < self.width and 0 <= y < self.height
        return on_board and self.tiles[y * self.width + x].cost != IMPASSABLE

    def edge(self, tile: Tile) -> int:
        """Return the number of tiles between a tile and the nearest map edge."""
        x, y = tile
        return min(x, y, self.width - 1 - x, self.height - 1 - y)

    def doors_beside(self, tile: Tile) -> int:
        """Return the mask of doors, open or closed, on the adjacent tiles."""
        x, y = tile
        near = masks.block(self.width, self.height, x - 1, y - 1, x + 1, y + 1)
        return self._cache.doors & near & ~self.bit(tile)

    def among(self, tiles: tuple[Tile, ...], mask: int) -> tuple[Tile, ...]:
        """Return the given tiles that are in a mask, in order; ValueError if one is off the map."""
        return masks.among(self.width, self.height, tiles, mask)

    # Sight and cover.

    @cached_property
    def _sight(self) -> Sight:
        return self._cache.sight(self.clouds)

    def sees(self, a: Tile, b: Tile) -> bool:
        """Whether there is line of sight between two tiles; it is symmetric."""
        return self._sight.sees(self.index(a), self.index(b))

    def obstacle(self, a: Tile, b: Tile) -> Tile | None:
        """Return the first tile from `a` to `b` that blocks sight, or None.

        Where the line runs between two blocking tiles, it is one of them.
        """
        found = self._sight.obstacle(self.index(a), self.index(b))
        return None if found is None else self.tile_at(found)

    def seen_from(self, tile: Tile) -> int:
        """Return the mask of tiles in line of sight of one, itself included."""
        return self._sight.seen_from(self.index(tile))

    def seen_from_any(self, tiles: Iterable[Tile]) -> int:
        """Return the mask of tiles in line of sight of at least one of some tiles."""
        return self._sight.seen_from_any(self._places(tiles))

    def changed_fields(self, after: Self, tiles: Iterable[Tile]) -> int:
        """Return how many of the tiles may have another field of sight on `after`, a changed board.

        The boards differ either in smoke or in the terrain of one tile.
        """
        places = sorted(set(self._places(tiles)))
        before, later = self._cache, after._cache
        return before.changed_fields(self.clouds, later, after.clouds, places)

    def line(self, a: Tile, b: Tile) -> tuple[LineStep, ...]:
        """Return the inner steps of the line of sight: one tile each, two at an exact tie."""
        x, y = a
        steps = inner_steps(b[0] - x, b[1] - y)
        return tuple(tuple((x + dx, y + dy) for dx, dy in step) for step in steps)

    def seen_past(self, start: Tile, via: Tile) -> int:
        """Return the mask of tiles seen from `start` along a line that passes through `via`."""
        past = lines_past(self.width, self.height, self.index(start), self.index(via))
        return past & self.seen_from(start)

    def cover(self, shooter: Tile, target: Tile) -> int:
        """Return a target's cover: 0 none, 1 partial, 2 cover, 3 fortification (BAY-F5, D20-F7).

        POOL-F8, EP-F15, AMMO-F3.
        """
        kind = self.covering(shooter, target)
        return 0 if kind is None else kind.cover

    def covering(self, shooter: Tile, target: Tile) -> Terrain | None:
        """Return the terrain that covers a target: on its tile, or on the last tile before it.

        It is the better of the two; where the line runs between two last tiles, the worse of
        those counts.
        """
        x, y = shooter
        best = self.terrain(target)
        before = last_step(target[0] - x, target[1] - y)
        if before:
            lasts = [self.terrain((x + dx, y + dy)) for dx, dy in before]
            last = lasts[0] if lasts[0].cover <= lasts[-1].cover else lasts[-1]
            best = last if last.cover > best.cover else best
        return best if best.cover else None

    # Areas.

    def disc(self, centre: Tile, radius: int) -> int:
        """Return the mask of tiles within a distance, the centre included."""
        return masks.disc(self.width, self.height, centre, radius)

    def arc_mask(
        self, apex: Tile, axis: Facing | Tile, half: int, radius: int | None = None
    ) -> int:
        """Return the mask of an arc (see `geometry.in_arc`), up to a distance if one is given."""
        return masks.arc(self.width, self.height, apex, axis, half, radius)

    def line_mask(self, apex: Tile, axis: Facing | Tile, length: int) -> int:
        """Return the mask of a line one tile wide (see `geometry.on_line`), up to a distance."""
        return masks.line(self.width, self.height, apex, axis, length)

    def cone(self, apex: Tile, axis: Facing | Tile, length: int, half_width: int) -> int:
        """Return the mask of a cone with a flat end (see `masks.cone`)."""
        return masks.cone(self.width, self.height, apex, axis, length, half_width)

    # Movement.

    def step_cost(self, a: Tile, b: Tile) -> int | None:
        """Return the cost of the step from a to its neighbour b in half tiles, or None if barred.

        It is 2 along an axis and 3 along a diagonal, times the cost of the terrain entered, plus 2
        uphill, however steep. No step leads off the map, onto impassable ground, or diagonally
        between two impassable tiles.

        BAY-F3, D20-F6, AMMO-F4.
        """
        (x, y), (to_x, to_y), tiles, width = a, b, self.tiles, self.width
        if not self.passable(b) or not adjacent(a, b):
            return None
        here, there = self.index(a), to_y * width + to_x
        halves = ORTHOGONAL
        if x != to_x and y != to_y:
            halves = DIAGONAL
            corners = tiles[to_y * width + x], tiles[y * width + to_x]
            if corners[0].cost == IMPASSABLE == corners[1].cost:
                return None
        uphill = self.levels[there] > self.levels[here]
        return halves * tiles[there].cost + UPHILL * uphill

    def walking(self, goals: Iterable[Tile]) -> Distances:
        """Return the cost in half tiles from each connected tile to the nearest goal."""
        rings = self._cache.movement_costs.rings_towards(self.mask_of(goals))
        return Distances(rings, self.width, len(self.tiles))

    def reach(
        self,
        start: Tile,
        allowance: int,
        *,
        barred: int = 0,
        friends: int = 0,
        cost: StepCost | None = None,
    ) -> Reach:
        """Return the tiles that a figure can reach.

        Args:
            start: Its tile.
            allowance: Maximum total cost of its steps, in half tiles.
            barred: Mask of tiles that it cannot enter, such as those of enemies.
            friends: Mask of tiles that it may pass but not stop on.
            cost: Cost of a step instead of `step_cost`, for moves with their own rules; slower.
        """
        index = self.index(start)
        if cost is None:
            step: StepCost = self.step_cost
            rings = self._cache.movement_costs.rings(index, allowance, barred)
        else:
            step = cost
            rings = rings_by_step_cost(self._unbarred(cost, barred), start, allowance, self.width)
        tiles = 0
        for ring in rings.values():
            tiles |= ring
        return Reach(start, tiles & ~friends | 1 << index, rings, self.width, self.height, step)

    def _unbarred(self, cost: StepCost, barred: int) -> StepCost:
        def step(a: Tile, b: Tile) -> int | None:
            free = self.inside(b) and not barred & self.bit(b)
            return cost(a, b) if free else None

        return step

    # Change.

    def with_terrain(self, tile: Tile, terrain: Terrain) -> Self:
        """Return the board with another terrain on one tile: an opened door, a broken wall."""
        index = self.index(tile)
        if self.tiles[index] == terrain:
            return self
        cache = self._cache.with_terrain(index, terrain)
        return evolve(self, tiles=cache.tiles, cache=cache)

    def with_clouds(self, clouds: int) -> Self:
        """Return the board with smoke on exactly the tiles of a mask."""
        whole = (1 << self.width * self.height) - 1
        return self if clouds == self.clouds else evolve(self, clouds=clouds & whole)
