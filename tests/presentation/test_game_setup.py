"""Setup of a battle: suggestions, changes, and the scenario that is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.presentation.setup.game_setup import (
    TUTORIALS,
    GameSetup,
    first_battle,
    player_options,
)
from skirmish.presentation.setup.scenario_text import house_rule_meaning
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Scenario, all_house_rules, find, load, parse, scenario_text, shipped
from skirmish.scenario.handicap import MAX_PERCENT

MILL = load(Path(__file__).parents[1] / "tui" / "data" / "mill.toml")


def suggesting(**players: str) -> Scenario:
    """The mill with other suggested players."""
    sides = tuple(evolve(force, player=players.get(force.id, "")) for force in MILL.sides)
    return evolve(MILL, sides=sides)


def test_one_person_plays_unless_the_scenario_says_otherwise() -> None:
    """Every setup can be started by one person."""
    assert GameSetup.of(suggesting()).players == {"blue": "human", "red": "regular"}
    assert GameSetup.of(suggesting(red="human")).players == {"blue": "regular", "red": "human"}
    assert GameSetup.of(suggesting(blue="computer")).players == {"blue": "regular", "red": "human"}
    both = suggesting(blue="human", red="human")
    assert GameSetup.of(both).players == {"blue": "human", "red": "human"}
    assert GameSetup.of(both, {"red": "recruit"}).players["red"] == "recruit"


def test_first_steps_proposes_the_easy_opponent_wherever_it_is_started() -> None:
    """From the title and from the list of scenarios: a scenario with lessons has it."""
    listed = GameSetup.of(load(find("first_steps"))).players
    assert listed == first_battle().players == {"blue": "human", "red": "recruit"}


def test_players_cycle() -> None:
    """As many steps as there are players return to the first."""
    plan = GameSetup.of(MILL)
    names = []
    for _ in player_options():
        plan = plan.with_player("blue", 1)
        names.append(plan.players["blue"])

    first, *levels = player_options()
    assert names == [*levels, first]
    assert plan.with_player("blue", -1).players["blue"] == levels[-1]


def test_house_rules_are_written_into_the_scenario() -> None:
    """Only rules that differ from their default are written."""
    plan = GameSetup.of(MILL, seed=1).with_rule("fog", 1).with_rule("ammunition", -1)
    plan = plan.with_number("sight", 999)

    assert plan.prepared_scenario.rules == {"fog": False, "ammunition": "tokens", "sight": 300}
    assert parse(scenario_text(plan.prepared_scenario)) == plan.prepared_scenario
    assert plan.with_rule("fog", 1).prepared_scenario.rules == {
        "ammunition": "tokens",
        "sight": 300,
    }


def test_random_seeds_differ() -> None:
    """Two battles in a row get different seeds."""
    assert len({GameSetup.of(MILL).seed for _ in range(5)}) > 1
    assert GameSetup.of(MILL, seed=7).seed == 7


def test_a_handicap_is_written_into_the_scenario() -> None:
    """It changes in steps."""
    plan = (
        GameSetup.of(load(find("low_water")), seed=1)
        .with_handicap("red", 1)
        .with_handicap("red", 1)
    )

    assert plan.handicaps == {"red": 20}
    assert "Handicap: River watch without " in plan.prepared_scenario.briefing
    assert plan.with_handicap("red", -2).prepared_scenario == plan.scenario
    assert plan.with_handicap("red", 99).handicaps == {"red": MAX_PERCENT}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_each_choice_of_a_house_rule_says_what_it_means(ruleset: str) -> None:
    """Only the chosen one is explained, and the default is one of the choices."""
    for name, rule in RULESETS[ruleset].handbook.house_rules.items():
        said = {house_rule_meaning(name, rule, value) for value in rule.options}
        assert len(said) == len(rule.options)
        assert rule.text not in said


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_each_house_rule_is_one_plain_sentence_or_two(ruleset: str) -> None:
    """As it is set: what figures do then, not a name or a noun."""
    for name, rule in all_house_rules(RULESETS[ruleset].handbook).items():
        for value in rule.options or (rule.default,):
            said = house_rule_meaning(name, rule, value)
            assert said[0].isupper(), name
            assert said.endswith("."), name
            assert not said.startswith(("Who ", "Whom ", "One ")), name


def test_the_lessons_of_every_system_are_offered() -> None:
    """All that the game has; the first one marked is that of the plainest rules."""
    lessons = [name for name in shipped() if name.startswith("first_steps")]
    assert list(TUTORIALS) == lessons
    assert [first_battle(name).scenario.ruleset for name in TUTORIALS] == [
        words.partition(":")[0].replace(" ", "_") for words in TUTORIALS.values()
    ]
