"""What was worked out before. It only saves time: with an empty one every answer is the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from skirmish.ai.trials import Talent
from skirmish.core.board import Board
from skirmish.core.figures import Declared, Figure
from skirmish.core.geometry import Tile

Pair = tuple[int, Tile, int, Tile]
Costs = Mapping[Tile, int]


class Memory:
    """Sums that depend on a board, and on figures by what they are and where they stand.

    `harm`: what one figure can do to another. `able`: whether nothing keeps a figure from
    attacking, `pinned`: whether an enemy beside it does. `talents`: what it can do at all.
    `areas`: a rectangle as a mask, and the way to it. `costs`: walking costs from anchors.
    `drafts`: places that a figure thought of. `berths`: where a side deploys.
    """

    def __init__(self, board: Board) -> None:
        """Begin with nothing but the board."""
        self.board = board
        self.harm: dict[Pair, int] = {}
        self.pinned: dict[int, bool] = {}
        self.talents: dict[int, Talent] = {}
        self.able: dict[tuple[int, int], bool] = {}
        self.areas: dict[tuple[int, int, int, int], tuple[int, Costs]] = {}
        self.costs: dict[tuple[Tile, ...], Costs] = {}
        self.berths: tuple[Any, ...] | None = None
        self.drafts: dict[str, tuple[object, Any]] = {}
        self._signs: dict[tuple[object, ...], int] = {}

    def sign(self, figure: Figure) -> int:
        """A number that figures share when they are alike in all but place and facing.

        Give it a `lasting` figure: what it did in this bound makes it no other.
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


def lasting(figure: Figure, declared: Declared) -> Figure:
    """The figure without the counters that fall back by themselves or hold a clock point."""
    kept = {}
    for name, value in figure.counters.items():
        counter = declared.counter(name)
        if not counter.resets and not counter.point:
            kept[name] = value
    return figure if len(kept) == len(figure.counters) else evolve(figure, counters=kept)


def remembered(memory: Memory | None, board: Board) -> Memory:
    """The memory, or an empty one where the ground or the clouds have changed since."""
    if memory is None or (memory.board is not board and memory.board != board):
        return Memory(board)
    return memory
