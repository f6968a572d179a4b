"""The scenarios that come with the game: whole, of a playable size, and with a reason to move."""

import re

import pytest

from skirmish import resources
from skirmish.rulesets.common.deploy import PHASE
from skirmish.scenario import check, find, load, opening_state, parse, scenario_text, shipped

NAMES = shipped()


def test_the_first_in_the_list_teaches_the_game() -> None:
    """It has words for every kind of bound, the deployment included."""
    scenario = load(find(NAMES[0]))
    taught = {
        lesson.phase
        for lesson in scenario.lessons
        if lesson.side == scenario.first and not lesson.state
    }

    assert NAMES[0] == "first_steps"
    assert taught == {PHASE, *opening_state(scenario).setup.declared.phases}
    assert scenario.turns <= 6


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_scenario_is_whole(name: str) -> None:
    """No fault, a briefing, words for every objective, and a text that stands alone."""
    scenario = load(find(name))

    assert check(find(name)) == ()
    assert scenario.briefing
    assert all(objective.text for objective in scenario.objectives)
    assert parse(scenario_text(scenario)) == scenario


@pytest.mark.parametrize("name", NAMES)
def test_somebody_has_to_move(name: str) -> None:
    """A side is paid for a place that its deployment zone does not touch."""
    scenario = load(find(name))
    zones = {force.id: force.deploy for force in scenario.sides}
    apart = [
        objective.side
        for objective in scenario.objectives
        if (area := objective.area)
        and (zone := zones[objective.side])
        and (area[2] < zone[0] or zone[2] < area[0] or area[3] < zone[1] or zone[3] < area[1])
    ]

    assert apart


@pytest.mark.parametrize("name", NAMES)
def test_the_maps_of_the_game_are_of_a_size_to_play_on(name: str) -> None:
    """24 x 16 tiles to as many as 44 x 26 have, no side over 60, and 3 to 13 figures a side."""
    scenario = load(find(name))
    width, height = scenario.map.size
    counts = [sum(side == force.id for side, _ in scenario.entries()) for force in scenario.sides]

    assert 24 <= width <= 60
    assert 16 <= height <= 60
    assert width * height <= 44 * 26
    assert all(3 <= count <= 13 for count in counts)


def test_every_shipped_map_is_used() -> None:
    """No map lies about that no scenario names."""
    texts = [(resources.scenarios() / f"{name}.toml").read_text("utf-8") for name in NAMES]
    maps = [entry.name.removesuffix(".map") for entry in resources.maps().iterdir()]

    assert all(any(f'file = "{name}"' in text for text in texts) for name in maps)


@pytest.mark.parametrize("name", NAMES)
def test_inside_is_indoors(name: str) -> None:
    """The passable tiles of an objective in a building have a floor."""
    scenario = load(find(name))
    board = opening_state(scenario).board
    outside = [
        f"{objective.text}: {x},{y} is {kind.name}"
        for objective in scenario.objectives
        if re.search(r"\b(inside|aboard|office|into|chapel)\b", objective.text) and objective.area
        for x in range(objective.area[0], objective.area[2] + 1)
        for y in range(objective.area[1], objective.area[3] + 1)
        if (kind := board.terrain((x, y))).cost and kind.id not in ("floor", "low_wall")
    ]

    assert outside == []
