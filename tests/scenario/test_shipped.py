"""The scenarios that come with the game: whole, of a playable size, and with a reason to move."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from skirmish import resources
from skirmish.presentation.setup.scenario_list import figure_counts
from skirmish.rulesets.common.deploy import PHASE
from skirmish.rulesets.registry import RULESETS, ruleset
from skirmish.scenario import check, find, load, opening_state, parse, scenario_text, shipped
from skirmish.scenario.model import DIFFICULTIES

NAMES = shipped()
FEWEST = 26
"""Scenarios that the game has at least."""
RARE_PHASES = {"ambush", "notice"}
"""Only where figures lie in ambush."""
COPIES = 5
"""Scenarios on one map at most: one battle under each ruleset, to compare them."""
DOCS = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \(`(\w+)`\) \| [^|]+ \| (\w+) \| (\d+ v \d+) \| (\d+) \| (\w+) "
    r"\| (\d+) \|$",
    DOCS,
    re.MULTILINE,
)
"""The table of the scenarios: rules, title, name, tiles, figures, turns, difficulty, minutes."""


def test_the_first_in_the_list_teaches_the_game() -> None:
    """It is the one that the title offers."""
    assert NAMES[0] == "first_steps"
    assert load(find(NAMES[0])).lessons


@pytest.mark.parametrize("name", [name for name in NAMES if load(find(name)).lessons])
def test_a_battle_with_lessons_is_short_and_has_some_for_every_turn(name: str) -> None:
    """And for every kind of bound, but for those that only an ambush has."""
    scenario = load(find(name))
    first = [lesson for lesson in scenario.lessons if lesson.side == scenario.first]
    taught = {lesson.phase for lesson in first if not lesson.state}
    phases = {*opening_state(scenario).setup.declared.phases} - RARE_PHASES

    assert taught == {PHASE, *phases}
    assert {lesson.turn for lesson in first} == {*range(scenario.turns + 1)}
    assert any(lesson.state for lesson in first)
    assert scenario.turns <= 6


def test_the_points_of_the_mail_train_that_an_event_opens_are_told_from_the_start() -> None:
    """Its briefing tells them, too, so they are no surprise."""
    (safe, *_) = load(find("mail_train")).goals

    assert "opens 4 points at the north edge" in safe.text


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_scenario_is_whole(name: str) -> None:
    """No fault, a briefing, words for every objective, and a text that stands alone."""
    scenario = load(find(name))

    assert check(find(name)) == ()
    assert scenario.briefing
    assert all(objective.text for objective in scenario.objectives)
    assert parse(scenario_text(scenario)) == scenario


@pytest.mark.parametrize("name", NAMES)
def test_texts_that_both_sides_read_address_neither(name: str) -> None:
    """Briefing, description and events name the sides: `you` would be the wrong one for a player.

    Lessons belong to a side, and may.
    """
    scenario = load(find(name))
    texts = scenario.briefing, scenario.about.description, *(one.text for one in scenario.events)

    assert not [text for text in texts if re.search(r"\byou(rs?)?\b", text, re.IGNORECASE)]


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


@pytest.mark.parametrize("name", NAMES)
def test_the_list_says_what_a_scenario_is_about(name: str) -> None:
    """Description, difficulty, length and tags; the file begins with the notes of its designer."""
    about = load(find(name)).about

    assert all((about.description, about.difficulty, about.length, about.tags))
    assert find(name).read_text(encoding="utf-8").startswith("# Designer's notes: ")


def test_the_documents_list_every_scenario_as_it_is() -> None:
    """In the order of the systems, and in each of them from gentle to hard."""
    assert sorted(row[2] for row in ROWS) == sorted(NAMES)
    for rules, title, name, tiles, figures, turns, difficulty, minutes in ROWS:
        scenario = load(find(name))
        counts = " v ".join(str(number) for number in figure_counts(scenario).values())
        about = scenario.about
        assert (rules, title) == (ruleset(scenario.ruleset).name, scenario.title)
        assert (tiles, figures) == ("{}x{}".format(*scenario.map.size), counts)
        assert (turns, difficulty) == (str(scenario.turns), about.difficulty)
        assert minutes == str(about.length)
    for before, after in pairwise(ROWS):
        if before[0] == after[0]:
            assert DIFFICULTIES.index(before[6]) <= DIFFICULTIES.index(after[6]), after[2]


def test_each_system_has_battles_from_gentle_to_hard() -> None:
    """At least four for each, one of them easy and one hard."""
    loaded = [load(find(name)) for name in NAMES]

    assert len(NAMES) >= FEWEST
    for rules in RULESETS:
        levels = [one.about.difficulty for one in loaded if one.ruleset == rules]
        assert len(levels) >= 4
        assert {"easy", "hard"} <= set(levels)


def test_few_scenarios_share_a_map() -> None:
    """Only the one battle that is fought under each ruleset."""
    rows = [load(find(name)).map.rows for name in NAMES]

    assert max(map(rows.count, rows)) <= COPIES
    assert len(set(rows)) >= len(NAMES) - COPIES + 1
