"""Cache of a thought: it only saves time, every answer is the same without it."""

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
    """Sums that depend on a board, and on figures by what they are and where they stand.

    `ways`: the board with all doors open, for long ways. `harm`: what one figure can do to another,
    `settings`: the same by what the ground makes of it, `open_harm`: the same nearby on open
    ground, `turned`: what the target's facing makes of it. `lanes`: where a figure stops direct
    fire. `outlooks`: the tile in sight from one that an enemy enters first.
    `able`: whether nothing keeps a figure from attacking, `pinned`: whether an enemy beside it
    does. `onsets`: where a figure can walk to and attack from in its next bound, `approaches`: from
    where it attacks a tile then. `struck`: what an attack with certain numbers does, `suffered`:
    what does to a body what reaches it. `areas`: a rectangle as a mask, and the way to it. `costs`:
    walking costs from anchors, `nearness`: what they make of each tile, by their id and the tiles
    left out.
    """

    def __init__(self, board: Board) -> None:
        """Begin with nothing but the board."""
        self.board = board
        self.ways = unlocked(board)
        self.harm: dict[Pair, int] = {}
        self.open_harm: dict[tuple[int, int], int] = {}
        self.settings: dict[tuple[int, int, Hashable], int] = {}
        self.turned: dict[tuple[int, int], tuple[int, ...]] = {}
        self.outlooks: dict[tuple[Tile, Tile | None], Tile | None] = {}
        self.lanes: dict[tuple[Tile, Tile], int] = {}
        self.onsets: dict[tuple[int, Tile], tuple[Any, ...]] = {}
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
        """What was made of the arguments, as long as it is asked for with an equal key.

        `about`: what it is about, such as the id of a figure; only the latest of it is kept.
        """
        kept = self._latest.get((make, *about))
        if kept is None or kept[0] != key:
            kept = self._latest[(make, *about)] = (key, make(*args))
        found: _T = kept[1]
        return found

    def sign(self, figure: Figure) -> int:
        """A number that figures share when they are alike in all but place and facing.

        For what outlasts the bound pass a `lasting` figure, without what it did in this bound.
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
"""What a closed door counts for on a long way, as terrain: it has to be opened first."""


def unlocked(board: Board) -> Board:
    """The board with every closed door open, so that long ways may lead through them."""
    for index, terrain in enumerate(board.tiles):
        if terrain.door and not terrain.cost:
            wide = evolve(board.kinds[terrain.door], cost=DOOR_COST)
            board = board.with_terrain(board.tile_at(index), wide)
    return board


def lasting(figure: Figure, declared: Declared) -> Figure:
    """The figure without the counters that fall back by themselves or hold a clock point."""
    kept = {}
    for name, value in figure.counters.items():
        counter = declared.counter(name)
        if not counter.resets and not counter.point:
            kept[name] = value
    return figure if len(kept) == len(figure.counters) else fast_evolve(figure, counters=kept)


def cache_for(cache: ThoughtCache | None, board: Board) -> ThoughtCache:
    """The memory; where ground or clouds have changed since, what of it does not hang on them."""
    if cache is None:
        return ThoughtCache(board)
    if cache.board is board or cache.board == board:
        return cache
    fresh = ThoughtCache(board)
    fresh._signs = cache._signs  # noqa: SLF001 - its own kind
    fresh.struck, fresh.suffered = cache.struck, cache.suffered
    fresh.open_harm, fresh.turned = cache.open_harm, cache.turned
    return fresh
