"""`python -m tools.generated_scenarios`: clean files, and games that end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from skirmish.generator import PLACES, generate
from skirmish.generator.options import MOST
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Block, scenario_text
from tools.generated_scenarios import (
    LARGE,
    Finding,
    find,
    main,
    messages_of,
    options_of,
    report_lines,
)


def test_all_places_come_in_all_sizes() -> None:
    """In 48 numbers, each with possible options."""
    met = {(one.place, one.size) for one in (options_of("d20", n) for n in range(48))}

    assert len(met) == 48
    assert {place for place, _ in met} == set(PLACES)
    for number in range(200):
        options_of("opposed_d6", number).check()


def test_large_forces_come_at_all_places_in_all_points() -> None:
    """From 100 to 600 points in the first hundred numbers, on maps up to the largest."""
    large = [options_of("d20", LARGE + n) for n in range(100)]

    assert {one.points for one in large} == set(range(100, 601, 50))
    assert {one.place for one in large} == set(PLACES)
    assert max(one.size for one in large) == (MOST, MOST)
    assert len({(one.place, one.size) for one in large}) == len(PLACES) * 7
    for one in large:
        one.check()


def test_files_alone_are_checked_and_played_later(tmp_path: Path) -> None:
    """What a file holds of scenarios that were not played is played when that is asked for."""
    file = tmp_path / "found.jsonl"
    command = ["--games", "1", "--jobs", "1", "--file", str(file)]
    told = CliRunner().invoke(main, [*command, "--unplayed"])

    assert told.exit_code == 0
    assert all(
        f"{name}: 1 scenarios, 1 without a message, 0 played" in told.output for name in RULESETS
    )
    again = CliRunner().invoke(main, command)
    assert again.exit_code == 0
    assert all(
        f"{name}: 1 scenarios, 1 without a message, 1 played" in again.output for name in RULESETS
    )


def test_a_finding_tells_of_check_and_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario that is clean and ends; a fault of a file; one that cannot be made."""
    found = find("opposed_d6", 6)

    assert (found.messages, found.ended, found.orders > 0) == ((), True, True)
    scenario = generate(options_of("opposed_d6", 6))
    assert messages_of(scenario_text(scenario)) == ()
    mud = {**scenario.map.terrain, "Z": Block("open", {"id": "mud", "name": "mud"})}
    muddy = evolve(scenario, map=evolve(scenario.map, terrain=mud))
    (warned,) = messages_of(scenario_text(muddy))
    assert warned.startswith("unused")
    (fault,) = messages_of(scenario_text(scenario).replace("turns = ", "turns = 9", 1))
    assert "turns" in fault
    monkeypatch.setattr("skirmish.generator.generation.ATTEMPTS", 0)
    (told,) = find("opposed_d6", 6).messages
    assert told.startswith("not made: no fair map of 30x20")


def test_the_report_counts_and_names_what_failed() -> None:
    """A line for each ruleset, and the command of each that has a message."""
    good = Finding("d20", 1, "00", (), ended=True, winner="blue", turns=4, orders=9)
    bad = Finding("d20", 2, "00", ("no end",))
    lines = list(report_lines((good, bad)))

    assert len(lines) == len(RULESETS) + 1
    (told,) = (line for line in lines if line.startswith("d20: "))
    assert told.startswith(
        "d20: 2 scenarios, 1 without a message, 1 played to the end; blue 1, red 0"
    )
    assert lines[-1] == f"{' '.join(options_of('d20', 2).command)}: no end"


def test_the_command_keeps_its_findings_and_goes_on(tmp_path: Path) -> None:
    """What a file holds is not played again."""
    file = tmp_path / "found.jsonl"
    command = ["--games", "1", "--jobs", "1", "--file", str(file)]
    told = CliRunner().invoke(main, command).output
    kept = file.read_text()

    assert [json.loads(line)["ruleset"] for line in kept.splitlines()] == list(RULESETS)
    assert all(f"{name}: 1 scenarios, 1 without a message, 1 played" in told for name in RULESETS)
    assert CliRunner().invoke(main, command).output == told
    assert file.read_text() == kept
