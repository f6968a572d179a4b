"""Views that hide nothing: of a scenario before it is chosen, of a battle that is over.

The only module of the app that makes a view from the true state.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from skirmish.core.figures import DEPLOYS, HIDDEN
from skirmish.core.state import Knowledge, State
from skirmish.core.view import View
from skirmish.core.view import view as view_of
from skirmish.errors import UsageProblem
from skirmish.game import HUMAN
from skirmish.game.battle import Battle
from skirmish.scenario import Scenario, opening_state


def omniscient_view(battle: Battle, side: str = "", line: int | None = None) -> View:
    """The true state of a finished battle as a view of a side, by default the player's.

    With a `line`, the state after that many lines of the record.

    Raises:
        UsageProblem: The battle is not over.
    """
    if not battle.over:
        raise UsageProblem("the battle is not over", remedy="end it first")
    state = battle.state if line is None else battle.state_at(line)
    return _all_of(state, side or own_side(battle))


def own_side(battle: Battle) -> str:
    """The side that a person played against the computer, else the first one."""
    people = [side for side, player in battle.players.items() if player == HUMAN]
    return people[0] if len(people) == 1 else battle.sides[0]


def scenario_view(scenario: Scenario, people: Sequence[str] = ()) -> View:
    """A scenario's map with all figures that have a fixed place and are not hidden.

    Args:
        scenario: The scenario as it will be played.
        people: The sides that people play. They get only what they see in the deployment; if people
            play both sides, only what both see.
    """
    state = opening_state(scenario)
    fixed = {
        name: figure
        for name, figure in state.figures.items()
        if figure.at is not None
        and not (figure.count(DEPLOYS) or figure.count(HIDDEN))
        and all(name in view_of(state, side).state.figures for side in people)
    }
    return _all_of(evolve(state, figures=fixed), next(iter(state.setup.sides)))


def _all_of(state: State, side: str) -> View:
    board = state.board
    everything = (1 << board.width * board.height) - 1
    shown = evolve(state, known={side: Knowledge(seen=everything)}, pending=None)
    return View(side, shown, {}, shows_all=True)
