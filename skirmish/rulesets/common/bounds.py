"""Turns of alternating bounds, and the arrival of reinforcements.

The side that the scenario names first begins each turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from skirmish.core.events import Placed
from skirmish.core.figures import Arrival, Figure
from skirmish.core.geometry import Tile
from skirmish.core.setup import entry_tiles
from skirmish.core.state import State
from skirmish.core.text import id_key
from skirmish.rulesets.common import victory
from skirmish.rulesets.common.present import discover, expose
from skirmish.rulesets.scene import Scene

SIDES = 2


def first_bound(begin: Callable[[Scene, int, int, str], None]) -> Callable[[Scene], None]:
    """Return what opens a battle: `begin` for the side that the scenario names first."""
    return lambda scene: begin(scene, 1, 1, scene.state.setup.first)


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
    """Bring on the figures of a side that are due, lower ids first (BAY-F1, D20-F16, AMMO-F1)."""
    bring_on(scene, due(scene.state, side))


def bring_on(scene: Scene, names: Iterable[str]) -> None:
    """Place arriving figures on the free tile nearest to the middle of their edge or area.

    A figure without a free tile waits for the next bound of its side.
    """
    for name in names:
        figure = scene.state.figures[name]
        arrival = figure.who.arrival
        if arrival is None:
            continue
        tile = entry(scene.state, arrival)
        if tile is not None:
            scene.emit(Placed(name, tile, figure.facing))
            expose(scene, name)
            discover(scene, name)


def due(state: State, side: str) -> tuple[str, ...]:
    """Return the figures of a side whose arrival is due."""
    return tuple(
        sorted(
            (f.id for f in state.figures.values() if f.side == side and _due(f, state)),
            key=id_key,
        )
    )


def _due(figure: Figure, state: State) -> bool:
    arrival = figure.who.arrival
    if figure.at is not None or figure.fate or arrival is None or state.awaits_event(figure):
        return False
    return arrival.turn <= state.clock.turn


def entry(state: State, arrival: Arrival) -> Tile | None:
    """Return where the next figure enters: the free passable tile nearest to the middle."""
    tiles = entry_tiles(state.board, arrival)
    return next((tile for tile in tiles if state.standing(tile) is None), None)
