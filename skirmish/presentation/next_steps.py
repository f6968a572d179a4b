"""What to play after a battle: again, the other side, harder, the next scenario."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.errors import SkirmishError
from skirmish.game import HUMAN, Game
from skirmish.presentation.game_setup import GameSetup
from skirmish.scenario import Scenario, find, load, parse, shipped

AGAIN, OTHER, HARDER, NEXT = "again", "other", "harder", "next"


@frozen
class NextStep:
    """A battle to play next: its id, what it is, and its setup."""

    id: str
    words: str
    plan: GameSetup


def next_steps(game: Game) -> tuple[NextStep, ...]:
    """The battles to offer after a finished one, as far as there are any."""
    scenario, players = parse(game.record.head.scenario), dict(game.first_players)
    return tuple(_steps(scenario, players))


def _steps(scenario: Scenario, players: dict[str, str]) -> Iterator[NextStep]:
    yield NextStep(AGAIN, "Again", GameSetup.of(scenario, players))
    people = [side for side, player in players.items() if player == HUMAN]
    computers = [side for side, player in players.items() if player != HUMAN]
    if len(people) == 1 and len(computers) == 1:
        (mine,), (other,) = people, computers
        swapped = {mine: players[other], other: HUMAN}
        yield NextStep(OTHER, "Again, other side", GameSetup.of(scenario, swapped))
        if level := _harder(players[other]):
            harder = GameSetup.of(scenario, players | {other: level})
            yield NextStep(HARDER, f"Again, harder: {level}", harder)
    if (following := _following(scenario)) is not None:
        yield NextStep(NEXT, f"Next: {following.title}", GameSetup.of(following))


def _harder(level: str) -> str:
    """The next level of the computer that is offered; empty after the last."""
    offered = [one.id for one in LEVELS.values() if one.offered]
    at = offered.index(level) + 1 if level in offered else len(offered)
    return offered[at] if at < len(offered) else ""


def _following(scenario: Scenario) -> Scenario | None:
    """The scenario after this one in the game's list; None after the last, and for others."""
    names = list(shipped())
    for name, after in pairwise(names):
        try:
            if load(find(name)).title == scenario.title:
                return load(find(after))
        except SkirmishError:
            return None
    return None
