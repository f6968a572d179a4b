"""What to play after a battle: again, the other side, harder or easier, the next scenario."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.presentation.battle_totals import is_lost, players_in_order
from skirmish.presentation.setup.game_setup import GameSetup
from skirmish.presentation.setup.scenario_list import listed_names
from skirmish.scenario import Scenario, find, load, parse

AGAIN, OTHER, HARDER, EASIER, NEXT = "again", "other", "harder", "easier", "next"


@frozen
class NextStep:
    """A battle to play next: its id, its description, and its setup."""

    id: str
    words: str
    plan: GameSetup


def next_steps(game: Game) -> tuple[NextStep, ...]:
    """The battles to offer after a finished one, if available."""
    scenario = parse(game.record.head.scenario)
    return tuple(_steps(scenario, _players(game), lost=is_lost(game)))


def _players(game: Game) -> dict[str, str]:
    """The last players; the first ones if the computer finished the battle on both sides.

    Players that gave no order are left out.
    """
    found = {
        side: [player for player, _ in players_in_order(first, game.lines, side)]
        for side, first in game.first_players.items()
    }
    last = {side: players[-1] for side, players in found.items()}
    return last if HUMAN in last.values() else {side: one[0] for side, one in found.items()}


def _steps(scenario: Scenario, players: dict[str, str], *, lost: bool) -> Iterator[NextStep]:
    yield NextStep(AGAIN, "Again", GameSetup.of(scenario, players))
    people = [side for side, player in players.items() if player == HUMAN]
    computers = [side for side, player in players.items() if player != HUMAN]
    if len(people) == 1 and len(computers) == 1:
        (mine,), (other,) = people, computers
        swapped = {mine: players[other], other: HUMAN}
        yield NextStep(OTHER, "Again, other side", GameSetup.of(scenario, swapped))
        step, by = (EASIER, -1) if lost else (HARDER, 1)
        if level := _level(players[other], by):
            plan = GameSetup.of(scenario, players | {other: level})
            yield NextStep(step, f"Again, {step}: {level}", plan)
    if (following := _following(scenario)) is not None:
        yield NextStep(NEXT, f"Next: {following.title}", GameSetup.of(following))


def _level(level: str, by: int) -> str:
    """The offered level of the computer `by` places away; "" if there is none."""
    offered = [one.id for one in LEVELS.values() if one.offered]
    at = offered.index(level) + by if level in offered else -1
    return offered[at] if 0 <= at < len(offered) else ""


def _following(scenario: Scenario) -> Scenario | None:
    """The scenario after this one in the game's list; None after the last, and for others."""
    for name, after in pairwise(listed_names()):
        try:
            if load(find(name)).title == scenario.title:
                return load(find(after))
        except SkirmishError:
            return None
    return None
