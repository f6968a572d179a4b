"""The list of scenarios, and their descriptions."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from skirmish.analysis.known_results import KnownBalance
from skirmish.errors import UsageProblem
from skirmish.presentation.setup import scenario_list
from skirmish.presentation.setup.scenario_text import join_paragraphs, objective_words, side_facts
from skirmish.presentation.user_files import find_scenario
from skirmish.scenario import About, find, load
from skirmish.scenario.model import DIFFICULTIES
from skirmish.tui.scenario_lines import about

if TYPE_CHECKING:
    from skirmish.scenario.files import Source

DATA = Path(__file__).parents[1] / "tui" / "data"


def test_a_folder_is_listed_by_name(tmp_path: Path) -> None:
    """Valid scenarios with their summary, others with their faults; a pipe does not block."""
    (tmp_path / "a.toml").write_bytes((DATA / "mill.toml").read_bytes())
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe")
    os.mkfifo(tmp_path / "c.toml")
    (tmp_path / "d.txt").write_text("no scenario")
    first, second, third = scenario_list.folder_entries(tmp_path)

    assert (first.title, first.summary) == ("The mill", "Opposed d6, 14x8, 2 v 2")
    assert "not UTF-8" in second.faults[0]
    assert "not a plain file" in third.faults[0]
    assert second.summary == "1 error"


def test_the_players_own_folder_is_listed_and_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the scenarios of the game, and opened by name; not for a player in a browser."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    shipped = list(scenario_list.all_entries())
    folder = tmp_path / "scenarios"
    folder.mkdir()
    mill = folder / "mill.toml"
    mill.write_bytes((DATA / "mill.toml").read_bytes())

    *others, own = scenario_list.all_entries()

    assert others == shipped
    assert (own.name, own.source, own.title) == ("mill.toml", mill, "The mill")
    assert find_scenario("mill") == mill
    assert find_scenario("low_water") != mill
    monkeypatch.setenv("SKIRMISH_SERVED", "1")
    assert list(scenario_list.all_entries()) == shipped
    with pytest.raises(UsageProblem, match="no such scenario"):
        find_scenario("mill")


def test_own_scenarios_are_found_by_their_file_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With or without the ending; a name of the game is the game's, a path never leads there."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "scenarios"
    (folder / "deep").mkdir(parents=True)
    for name in ("My Mill.toml", "low_water.toml", "deep/x.toml"):
        (folder / name).write_bytes((DATA / "mill.toml").read_bytes())

    assert find_scenario("My Mill") == find_scenario("My Mill.toml") == folder / "My Mill.toml"
    assert find_scenario("low_water.toml") == folder / "low_water.toml"
    assert find_scenario("low_water") != folder / "low_water.toml"
    for name in ("deep/x", "../scenarios/My Mill", "deep\\x", "x" * 300, "My Mill\0", "..", "."):
        with suppress(UsageProblem):
            assert folder not in Path(str(find_scenario(name))).parents


def test_an_entry_is_found_by_what_is_known_of_it(tmp_path: Path) -> None:
    """Title, file, sides, rules, author, tags: all words, in whatever case."""
    text = (DATA / "mill.toml").read_text(encoding="utf-8").replace("format = 1", "format = 2")
    about = '[about]\nauthor = "Ada Rohm"\ntags = ["night_fight"]\ndifficulty = "hard"\n'
    (tmp_path / "a.toml").write_text(f"{text}\n{about}", encoding="utf-8")
    entry = scenario_list.scenario_entry(tmp_path / "a.toml")

    assert entry.faults == ()
    for words in (["MILL", "ada"], ["night", "fight"], ["hard", "a.toml"], ["opposed", "vale"], []):
        assert entry.holds(words)
    assert not entry.holds(["mill", "easy"])


def test_what_an_author_says_is_shown(tmp_path: Path) -> None:
    """Description, difficulty and length, origin, file; nothing where nothing is said."""
    text = (DATA / "mill.toml").read_text(encoding="utf-8").replace("format = 1", "format = 2")
    about_table = (
        '[about]\nauthor = "Ada Rohm"\nversion = "1.2"\nlicence = "CC BY 4.0"\nlength = 30\n'
        'difficulty = "easy"\ndescription = "A mill,\\na night."\ntags = ["night_fight"]\n'
    )
    (tmp_path / "a.toml").write_text(f"{text}\n{about_table}", encoding="utf-8")
    scenario = scenario_list.scenario_entry(tmp_path / "a.toml").scenario
    assert scenario is not None

    told = [line.plain for line in about(scenario, 80, "a.toml")]

    assert told[4:9] == [
        "A mill, a night.",
        "Easy, about 30 minutes",
        "By Ada Rohm, version 1.2, CC BY 4.0",
        "Tags: night fight",
        "File: a.toml",
    ]


def test_no_sentence_about_a_scenario_runs_on_into_the_next() -> None:
    """What is known of its balance stands in sentences of its own; each fact begins with one."""
    scenario = load(find("low_water"))
    one, other = (force.id for force in scenario.sides)
    known = KnownBalance((one, other), (10, 10), 20, 4)
    told = [line.plain for line in about(scenario, 80, known=known)]
    at = next(n for n, line in enumerate(told) if "a draw counts half" in line)

    assert told[at].startswith("May be even: ")
    assert told[at].endswith("; its real chance is likely 30 to 70%.")
    assert told[at + 1] == "Games of the computer against itself, half of them over by turn 4."
    assert all(line[:1].isupper() for line in told[at : told.index("")])


def test_that_games_last_to_the_end_is_not_said() -> None:
    """Half of all games are over by the last turn in any battle."""
    scenario = load(find("low_water"))
    one, other = (force.id for force in scenario.sides)
    known = KnownBalance((one, other), (10, 10), 20, scenario.turns)

    assert "Games of the computer against itself." in [
        line.plain for line in about(scenario, 80, known=known)
    ]


def test_a_folder_without_scenarios_says_so(tmp_path: Path) -> None:
    """An empty list would be no help to the player."""
    with pytest.raises(UsageProblem, match="no scenarios"):
        list(scenario_list.folder_entries(tmp_path))
    with pytest.raises(UsageProblem, match="cannot be read"):
        list(scenario_list.folder_entries(tmp_path / "nowhere"))


def test_shipped_scenarios_are_valid() -> None:
    """None is listed with an error."""
    listed = list(scenario_list.shipped_entries())

    assert listed
    assert [one.faults for one in listed] == [()] * len(listed)


def test_a_damaged_scenario_of_the_game_is_listed_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its fault; the list does not end in an error."""
    damaged = tmp_path / "first_steps.toml"
    damaged.write_bytes(b"\xff")

    def find_damaged(name: str) -> Source:
        return damaged if name == "first_steps" else find(name)

    monkeypatch.setattr(scenario_list, "find", find_damaged)
    *others, last = scenario_list.shipped_entries()

    assert last.name == "first_steps"
    assert "not UTF-8" in last.faults[0]
    assert all(one.scenario for one in others)


def test_shipped_scenarios_are_listed_by_ruleset_from_easy_to_hard() -> None:
    """Each ruleset once, and first its lessons; never an easier scenario after a harder."""
    listed = [one.scenario for one in scenario_list.shipped_entries() if one.scenario]
    systems = [one.ruleset for one in listed]

    assert [*dict.fromkeys(systems)] == [system for system, _ in groupby(systems)]
    for _, group in groupby(listed, lambda one: one.ruleset):
        of_system = [*group]
        order = [DIFFICULTIES.index(one.about.difficulty) for one in of_system]
        assert [bool(one.lessons) for one in of_system] == [True] + [False] * len(of_system[1:])
        assert order == sorted(order)


def test_a_briefing_folds_at_any_width() -> None:
    """Lines of a paragraph are joined, lists and empty lines stay."""
    assert join_paragraphs("One\ntwo.\n\n- a\n- b\nThree") == ["One two.", "", "- a", "- b Three"]


def test_sides_and_objectives_are_described() -> None:
    """Objectives with their points."""
    scenario = scenario_list.scenario_entry(DATA / "mill.toml").scenario
    assert scenario is not None
    told = [line.plain for line in about(scenario, 80)]

    assert "Blue wants the mill. Red is asleep in it." in told
    assert (
        "Vale's section: Into the mill"
        " (5 points, counted once, when either side ends its shooting)" in told
    )
    assert (
        objective_words(scenario.objectives[0], "either side ends its turn")
        == "Into the mill (5 points, counted once, when either side ends its turn)"
    )


def test_details_of_an_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Turns, points, what the author says, and the balance; nothing of what is not known."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    entry = scenario_list.scenario_entry(DATA / "mill.toml")
    scenario = entry.scenario
    assert scenario is not None
    one, other = (force.id for force in scenario.sides)
    known = KnownBalance((one, other), (10, 10), 20, 4)
    hard = evolve(scenario, about=About(difficulty="hard", length=30))
    worth = " v ".join(str(side.points) for side in side_facts(scenario))
    first = scenario.sides[0].name

    plain = f"{scenario.turns} turns, worth {worth}"
    assert entry.details == plain
    assert evolve(entry, scenario=hard, known=known).details == (
        f"{plain}, hard, about 30 minutes; may be even: "
        f"{first} won 50% of 20 games (a draw counts half); its real chance is likely 30 to 70%"
    )
    assert evolve(entry, scenario=None).details == ""
