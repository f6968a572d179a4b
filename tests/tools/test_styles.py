"""Camper and rusher: two simple players by which a scenario is measured."""

from __future__ import annotations

from functools import cache

import pytest

from skirmish.analysis.self_play import play
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.core.events import Fired, Moved
from skirmish.game import Game
from skirmish.rulesets.registry import RULESETS
from tests.analysis.test_simulation import outcome
from tests.village import village
from tools.styles import STYLES, StyleResult, choose, compare_styles

each_ruleset = pytest.mark.parametrize("name", sorted(RULESETS))


@cache
def game(name: str, style: str) -> Game:
    """A game of a style, blue, against chance."""
    return play(village(name), {"blue": style, "red": "random"}, 3, player=choose)


def done(battle: Game, kind: type[Moved | Fired]) -> int:
    """How often blue figures did such a thing in blue's own bounds."""
    return sum(
        isinstance(told.event, kind) and told.event.subject.startswith("b")
        for entry in battle.standing
        if entry.side == "blue"
        for told in entry.told
    )


@each_ruleset
def test_a_camper_never_leaves_its_place(name: str) -> None:
    """Whatever the rules; it fires, or watches, or turns."""
    battle = game(name, "camper")

    assert battle.over
    assert done(battle, Moved) == 0
    assert {entry.verb for entry in battle.standing if entry.side == "blue"} - {"end", "ready"}


@each_ruleset
def test_a_rusher_runs_for_the_objective(name: str) -> None:
    """It walks in its first bounds, and gets there or falls on the way."""
    battle = game(name, "rusher")

    assert battle.over
    assert done(battle, Moved) > 0


def test_both_fire_at_what_they_see() -> None:
    """Under some rules at least, in this one battle."""
    for style in STYLES:
        assert sum(done(game(name, style), Fired) for name in RULESETS) > 0


def won(winners: str) -> StyleResult:
    """A style that won in blue's seat (b), in red's (r), or not (-), game by game."""
    games = []
    for number, who in enumerate(winners):
        seats = ("camper", "regular") if number % 2 == 0 else ("regular", "camper")
        side = {"b": "blue", "r": "red", "-": ""}[who]
        games.append(outcome(number // 2, side, *seats))
    players = {"blue": "camper", "red": "regular"}
    return StyleResult(
        "camper", SimulationReport("a fight", "d20", players, tuple(games), swapped=True)
    )


def test_a_style_may_win_three_games_of_five() -> None:
    """More, and the report says that waiting is the whole game; and how sure that is."""
    assert won("br" * 3 + "rb" * 2).verdict.startswith("wins no more than 60%, as far as")
    assert won("br" * 4 + "rb").verdict.startswith("wins more than 60%, as far as so few")
    assert won("br" * 40).verdict == "wins more than 60%: waiting is the whole game here"
    assert won("rb" * 40).verdict == "wins no more than 60%"


def test_both_styles_play_in_both_seats() -> None:
    """Two games for each seed, and a verdict for each."""
    told: list[tuple[int, int]] = []
    found = compare_styles(village(), range(1), progress=lambda *of: told.append(of))

    assert told == [(0, 4), (2, 4), (2, 4), (4, 4)]
    assert list(found.data["styles"]) == ["camper", "rusher"]
    assert [game["players"]["blue"] for game in found.data["styles"]["camper"]["games"]] == [
        "camper",
        "regular",
    ]
    assert "not of people" in found.text
