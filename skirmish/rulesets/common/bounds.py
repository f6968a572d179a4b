"""Turns of alternating bounds, and the arrival of reinforcements.

The side that the scenario names first begins each turn.
"""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.events import Placed
from skirmish.core.figures import Figure
from skirmish.core.geometry import Facing, Tile
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.present import discover, expose
from skirmish.rulesets.scene import Scene

SIDES = 2


def next_bound(scene: Scene, bounds: int = SIDES) -> tuple[int, int, str] | None:
    """End the bound; the last of the turn's `bounds` also ends the turn (BAY-F1, AMMO-F1).

    Returns:
        Turn, step and side of the bound that follows; None if the battle is over.

    D20-F16, POOL-F4.
    """
    clock, setup = scene.state.clock, scene.state.setup
    last = clock.step == bounds
    victory.end_of_bound(scene)
    if last:
        victory.end_of_turn(scene)
    if scene.state.tally.over:
        return None
    turn, step = (clock.turn + 1, 1) if last else (clock.turn, clock.step + 1)
    return turn, step, setup.first if step % SIDES else setup.enemy(setup.first)


def arrive(scene: Scene, side: str) -> None:
    """Bring on the figures of a side that are due, lower ids first (BAY-F1, D20-F16, AMMO-F1).

    Each enters on the free tile of its edge nearest to the middle, facing inward; a figure without
    a free tile waits for the next bound.
    """
    for name in due(scene.state, side):
        arrival = scene.state.figures[name].who.arrival
        if arrival is None:
            continue
        tile = entry(scene.state, arrival.edge)
        if tile is not None:
            scene.emit(Placed(name, tile, Facing[arrival.edge].opposite))
            expose(scene, name)
            discover(scene, name)


def due(state: State, side: str) -> tuple[str, ...]:
    """Return the figures of a side whose arrival is due."""
    return tuple(
        sorted(
            (f.id for f in state.figures.values() if f.side == side and _due(f, state.clock.turn)),
            key=id_key,
        )
    )


def _due(figure: Figure, turn: int) -> bool:
    arrival = figure.who.arrival
    return figure.at is None and not figure.fate and arrival is not None and arrival.turn <= turn


def entry(state: State, edge: str) -> Tile | None:
    """Return where the next figure enters: the free passable tile nearest to the edge's middle."""
    for tile in _edge(state.board, edge):
        if state.board.passable(tile) and state.standing(tile) is None:
            return tile
    return None


def _edge(board: Board, edge: str) -> tuple[Tile, ...]:
    """The tiles of an edge from its middle outward; at equal distance the lower one first."""
    along, far = (board.width, board.height) if edge in ("N", "S") else (board.height, board.width)
    row = 0 if edge in ("N", "W") else far - 1
    places = sorted(range(along), key=lambda n: (abs(2 * n - (along - 1)), n))
    return tuple((n, row) if edge in ("N", "S") else (row, n) for n in places)
