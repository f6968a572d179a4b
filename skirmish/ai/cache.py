"""Cache of a thought; it only saves time, every answer is the same without it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

from attrs import evolve

from skirmish.core.board import Board, Distances
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Declared, Figure
from skirmish.core.geometry import Tile

_T = TypeVar("_T")
Pair = tuple[int, Tile, int, Tile]


class ThoughtCache:
    """Values that depend on a board, and on the features and tiles of figures.

    `ways`: the board with all doors open, for long paths. `harm`: expected harm of a pair of
    figures on two tiles; `settings`: the same by the ruleset's setting of the tiles; `open_harm`:
    the same nearby on open ground; `turned`: shares of harm by the target's facing. `lanes`: tiles
    on which a figure blocks direct fire. `outlooks`: the first tile in sight that an enemy enters.
    `able`: whether a figure is free to attack; `pinned`: whether an enemy beside it prevents that.
    `threat_ranges`: tiles that a figure can walk to and attack from in its next bound;
    `approaches`: the tile from which it attacks a given tile then. `struck`: the effect of an
    attack by its numbers; `suffered`: the effect of what reaches a subject. `areas`: a rectangle as
    a mask, and the distances to it. `costs`: walking costs from anchors; `nearness`: their value
    for each tile, by their id and the goal's other numbers.
    """

    def __init__(self, board: Board) -> None:
        """Begin an empty cache for a board."""
        self.board = board
        self.ways = unlocked(board)
        self.harm: dict[Pair, int] = {}
        self.open_harm: dict[tuple[int, int], int] = {}
        self.settings: dict[tuple[int, int, Hashable], int] = {}
        self.turned: dict[tuple[int, int], tuple[int, ...]] = {}
        self.outlooks: dict[tuple[Tile, Tile | None], Tile | None] = {}
        self.lanes: dict[tuple[Tile, Tile], int] = {}
        self.threat_ranges: dict[tuple[int, Tile], tuple[Any, ...]] = {}
        self.approaches: dict[tuple[int, Tile, Tile], tuple[Tile, int]] = {}
        self.pinned: dict[int, bool] = {}
        self.able: dict[tuple[int, int], bool] = {}
        self.areas: dict[tuple[int, int, int, int], tuple[int, Distances]] = {}
        self.costs: dict[tuple[Tile, ...], Distances] = {}
        self.nearness: dict[tuple[int, int, int], tuple[Distances, Any]] = {}
        self.struck: dict[Hashable, tuple[tuple[Fraction, Fraction, Fraction], ...]] = {}
        self.suffered: dict[Hashable, dict[Hashable, tuple[Fraction, Fraction, Fraction]]] = {}
        self._latest: dict[tuple[object, ...], tuple[object, Any]] = {}
        self._signs: dict[tuple[object, ...], int] = {}

    def latest(
        self, make: Callable[..., _T], about: tuple[object, ...], *args: object, key: object
    ) -> _T:
        """Return `make(*args)`, computed again only if the key has changed.

        `about`: the subject, such as the id of a figure; only the latest value for each subject is
        kept.
        """
        kept = self._latest.get((make, *about))
        if kept is None or kept[0] != key:
            kept = self._latest[(make, *about)] = (key, make(*args))
        found: _T = kept[1]
        return found

    def sign(self, figure: Figure) -> int:
        """Return a number that figures share if they are alike in all but tile and facing.

        For values that outlast the bound pass a `lasting` figure, without what it did in this
        bound.
        """
        who = figure.who
        key = (
            who.side,
            who.kind.id,
            tuple(weapon.id for weapon in who.weapons),
            figure.posture,
            figure.damage,
            tuple(sorted(figure.counters.items())),
        )
        return self._signs.setdefault(key, len(self._signs))


DOOR_COST = 3
"""Terrain cost of a closed door on a long path: it has to be opened first."""


def unlocked(board: Board) -> Board:
    """Return the board with every closed door open, so that long paths may lead through them."""
    for index, terrain in enumerate(board.tiles):
        if terrain.door and not terrain.cost:
            wide = evolve(board.kinds[terrain.door], cost=DOOR_COST)
            board = board.with_terrain(board.tile_at(index), wide)
    return board


def lasting(figure: Figure, declared: Declared) -> Figure:
    """Return the figure without the counters that reset by themselves or hold a clock point."""
    kept = {}
    for name, value in figure.counters.items():
        counter = declared.counter(name)
        if not counter.resets and not counter.point:
            kept[name] = value
    return figure if len(kept) == len(figure.counters) else fast_evolve(figure, counters=kept)


def cache_for(cache: ThoughtCache | None, board: Board) -> ThoughtCache:
    """Return the cache; only its lasting parts if ground or clouds have changed."""
    if cache is None:
        return ThoughtCache(board)
    if cache.board is board or cache.board == board:
        return cache
    fresh = ThoughtCache(board)
    fresh._signs = cache._signs  # noqa: SLF001 - its own kind
    fresh.struck, fresh.suffered = cache.struck, cache.suffered
    fresh.open_harm, fresh.turned = cache.open_harm, cache.turned
    return fresh
