"""The player's own scenarios, and files that are not the scenario that was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.errors import UsageProblem
from skirmish.presentation.setup.own_scenarios import keep_scenario, other_contents
from skirmish.scenario import About, load, parse, scenario_text
from skirmish.scenario.handicap import handicapped
from skirmish.scenario.packing import packed
from tests.scenario.test_format_2 import FILE, GOOD


def test_own_scenarios_are_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under their title; another of that title gets a number, the same one is not kept twice."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    lane = parse(FILE + GOOD)

    first = keep_scenario(lane)
    again = keep_scenario(lane)
    written_out = keep_scenario(packed(lane))
    other = keep_scenario(evolve(lane, turns=5))

    assert first.path == again.path == tmp_path / "scenarios" / "the_lane.toml"
    assert (first.note, again.note) == (
        "",
        "you have this scenario already, as the_lane.toml",
    )
    assert packed(lane) != lane
    assert written_out == again
    assert other.path == tmp_path / "scenarios" / "the_lane_2.toml"
    assert other.note == "the_lane.toml has other content, so this one is the_lane_2.toml"
    assert load(first.path) == lane
    named = keep_scenario(evolve(lane, title="../../Low water: *?")).path
    assert named == tmp_path / "scenarios" / "s_low_water.toml"
    folded = keep_scenario(evolve(lane, title="Ärger am Fluß!")).path
    assert folded == tmp_path / "scenarios" / "arger_am_fluss.toml"
    stroked = keep_scenario(evolve(lane, title="Zoll \u00fcber \u0141\u00f3d\u017a")).path
    assert stroked == tmp_path / "scenarios" / "zoll_uber_lodz.toml"
    monkeypatch.setenv("SKIRMISH_SERVED", "1")
    with pytest.raises(UsageProblem, match="off in the browser"):
        keep_scenario(lane)


def test_a_file_with_the_title_of_a_battle_and_other_content_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for other house rules, a handicap, what the file says of itself, or a packed file."""
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path))
    lane = parse(FILE + GOOD)
    assert other_contents(scenario_text(lane)) == ()

    path = keep_scenario(lane).path
    same = (
        lane,
        evolve(lane, rules={"fog": False}),
        evolve(lane, about=About(version="2")),
        evolve(lane, briefing="Other words."),
        handicapped(lane, {"red": 50}),
        packed(lane),
    )
    assert [other_contents(scenario_text(one)) for one in same] == [()] * len(same)

    changed = scenario_text(evolve(lane, turns=3, events=lane.events[2:5], objectives=(), waves=()))
    assert other_contents(changed) == (
        f"'The lane' was played with other content than {path.name} has today",
    )
