"""Who is near enough to fight hand to hand."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, adjacent
from skirmish.core.state import State
from skirmish.rulesets.common.present import present


def in_reach(board: Board, a: Tile, b: Tile) -> bool:
    """Whether figures on two tiles can strike each other: a step leads from one to the other."""
    if not adjacent(a, b):
        return False
    return board.step_cost(a, b) is not None or board.step_cost(b, a) is not None


def beside(state: State, figure: Figure) -> tuple[Figure, ...]:
    """The enemies in a figure's reach hand to hand, as its side can tell."""
    here = figure.tile
    return tuple(
        other
        for other in present(state, figure.side)
        if other.side != figure.side and in_reach(state.board, here, other.tile)
    )
