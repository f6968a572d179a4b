"""Views that hide nothing: of a scenario before it is chosen, of a battle that is over.

The only place of the app that makes a view of a true state.
"""

from __future__ import annotations

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.figures import DEPLOYS, HIDDEN
from skirmish.core.state import Area, Knowledge, State
from skirmish.core.view import View
from skirmish.errors import UsageProblem
from skirmish.game.battle import Battle
from skirmish.scenario import Scenario, opening_state
from skirmish.tui.map.cells import Overlay


def omniscient_view(battle: Battle, side: str = "", line: int | None = None) -> View:
    """The true state of a finished battle as a view of a side, by default the first.

    With a `line`, as it was after that many lines of the record.

    Raises:
        UsageProblem: The battle is not over.
    """
    if not battle.over:
        raise UsageProblem("the battle is not over", remedy="end it first")
    state = battle.state if line is None else battle.state_at(line)
    return _all_of(state, side or battle.sides[0])


def scenario_view(scenario: Scenario) -> View:
    """A scenario's map with all figures that have a fixed place and are not hidden."""
    state = opening_state(scenario)
    fixed = {
        name: figure
        for name, figure in state.figures.items()
        if figure.at is not None and not (figure.count(DEPLOYS) or figure.count(HIDDEN))
    }
    return _all_of(evolve(state, figures=fixed), next(iter(state.setup.sides)))


def _all_of(state: State, side: str) -> View:
    board = state.board
    everything = (1 << board.width * board.height) - 1
    return View(side, evolve(state, known={side: Knowledge(seen=everything)}, pending=None), {})


def deployment_overlay(view: View) -> Overlay:
    """The deployment zones of both sides as an overlay, and the ground of objectives.

    The first side's zone is drawn like reach, the other's like an arc.
    """
    board, setup = view.state.board, view.state.setup
    first, second = (area_mask(board, side.deploy) for side in setup.sides.values())
    return Overlay(ground=first, arc=second, goals=goals_mask(view))


def goals_mask(view: View) -> int:
    """Mask of the ground of objectives."""
    board, mask = view.state.board, 0
    for goal in view.state.setup.objectives:
        mask |= area_mask(board, goal.area)
    return mask


def area_mask(board: Board, area: Area | None) -> int:
    """Mask of a rectangle, as far as it is on the board."""
    if area is None:
        return 0
    left, top, right, bottom = area
    tiles = ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
    return board.mask_of(tile for tile in tiles if board.inside(tile))
