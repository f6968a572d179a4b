"""`skirmish check --play`: what only games tell of a scenario."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from skirmish.analysis.outcome import FigureDeeds, ObjectivePayment, Outcome
from skirmish.analysis.played_checks import CHECKS, look
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.scenario import parse
from skirmish.scenario.lint import CHECKS as READ
from skirmish.scenario.lint import PLAYED
from tests.cli.cli_runner import Run

ROW = "." * 24
BLUE = "".join(f'  {{ id = "b{n}", kind = "marksman", at = [5, {n}] }},\n' for n in range(6))
SLAUGHTER = f"""\
format = 2
title = "The slaughter"
ruleset = "d20"
turns = 8
first = "blue"

[map]
rows = '''
{chr(10).join([ROW] * 6)}
'''

[sides.blue]
name = "Blue"
figures = [
{BLUE}]

[sides.red]
name = "Red"
break_point = 50
figures = [
  {{ id = "r1", kind = "recruit", at = [11, 2], facing = "E" }},
  {{ id = "r2", kind = "recruit", at = [11, 3], facing = "E" }},
]

[[objectives]]
id = "far"
side = "red"
kind = "reach"
area = [0, 0, 0, 5]
points = 3

[[events]]
id = "rain"
when = {{ turn = 8 }}
text = "It rains."
"""
STATIC = 'ignore = ["near_at_start", "unequal_sides", "low_break_point"]'
IGNORED = f"\n[lint]\n{STATIC}\n"
FIELDS = {
    "uneven": "sides.blue",
    "early_loss": "sides.red.figures[0].id",
    "decided_early": "turns",
    "never_pays": "objectives[0]",
    "unreached_event": "events[0].when",
}
OPTIONS = ("check", "slaughter.toml", "--play", "--games", "20", "--jobs", "1")


def test_each_message_has_its_place_and_remedy(run: Run, tmp_path: Path) -> None:
    """One file provokes all of them; the formats are those of the other messages."""
    (tmp_path / "slaughter.toml").write_text(SLAUGHTER + IGNORED)

    said = run(*OPTIONS, "--format", "json")
    told = {one["id"]: one for one in reversed(json.loads(said.out)["messages"])}

    assert said.code == 0
    assert {name: one["field"] for name, one in told.items()} == FIELDS
    assert {name: one["severity"] for name, one in told.items()} == dict(PLAYED)
    assert all(one["remedy"] and one["line"] for one in told.values())
    lines = SLAUGHTER.split("\n")
    assert lines[told["uneven"]["line"] - 1] == "[sides.blue]"
    assert lines[told["unreached_event"]["line"] - 1] == "when = { turn = 8 }"
    assert "of the match points in 20 games of the computer" in told["uneven"]["what"]
    again = run(*OPTIONS, "--strict")
    assert again.code == 1
    assert "20 games from before" in again.err
    assert "turns: the battle was over by turn 2 in" in again.err
    assert "[warning: decided_early]" in again.err
    github = run(*OPTIONS, "--format", "github").out
    assert "::warning file=slaughter.toml,line=4,col=9,title=decided_early::" in github
    sarif = json.loads(run(*OPTIONS, "--format", "sarif").out)
    assert {one["ruleId"] for one in sarif["runs"][0]["results"]} == set(PLAYED)


def test_messages_are_switched_off_in_the_file(run: Run, tmp_path: Path) -> None:
    """By their ids, beside those that need no games."""
    ids = ", ".join(f'"{name}"' for name in PLAYED)
    ignored = IGNORED.replace('"]', f'", {ids}]')
    (tmp_path / "slaughter.toml").write_text(SLAUGHTER + ignored)

    assert run(*OPTIONS, "--strict").code == 0
    assert set(CHECKS) == set(PLAYED)
    assert not set(PLAYED) & set(READ)


def test_nothing_is_played_without_being_asked_for(run: Run, tmp_path: Path) -> None:
    """Nor of a file with faults; options of games are refused without `--play`."""
    (tmp_path / "slaughter.toml").write_text(SLAUGHTER + IGNORED)
    said = run("check", "slaughter.toml", "--strict")
    assert (said.code, said.err) == (0, "")
    refused = run("check", "slaughter.toml", "--games", "3")
    assert (refused.code, refused.fault.count("without --play")) == (2, 1)
    (tmp_path / "slaughter.toml").write_text(SLAUGHTER.replace("turns = 8", "turns = 0"))
    assert run(*OPTIONS).code == 1


def games(count: int, winners: Sequence[str], **values: Any) -> SimulationReport:
    """A report on games of the slaughter that were never played."""
    scenario = parse(SLAUGHTER)
    one = Outcome(1, {"blue": "regular", "red": "regular"}, "", "score", 8, 9, 9, 0, False)
    played = tuple(
        evolve(one, seed=n, winner=winners[n % len(winners)], **values) for n in range(count)
    )
    triggers = tuple(event.id for event in scenario.events)
    return SimulationReport("t", "d20", one.players, played, scenario.objectives, triggers=triggers)


def ids(report: SimulationReport) -> set[str]:
    """The ids of the messages about a report."""
    return {name for name, _ in look(parse(SLAUGHTER), report)}


WELL: dict[str, Any] = {"goals": {("red", "far"): ObjectivePayment(1, 3, 3)}, "events": {"rain": 8}}
EARLY: dict[str, Any] = {"figures": {"r1": FigureDeeds("red", fell=1, early=True)}}


@pytest.mark.parametrize(
    ("report", "wanted"),
    [
        (games(40, ("blue", "red"), **WELL), set[str]()),
        (games(40, ("blue", "blue", "red"), **WELL), {"uneven"}),
        (games(9, ("blue", "blue", "red"), **WELL), set[str]()),
        (games(40, ("blue", "red"), **WELL, **EARLY), {"early_loss"}),
        (games(1, ("blue",), **WELL, **EARLY), {"early_loss"}),
        (games(40, ("blue", "red"), turns=2, **WELL), {"decided_early"}),
        (games(40, ("blue", "red"), turns=3, **WELL), set[str]()),
        (games(40, ("blue", "red")), {"never_pays", "unreached_event"}),
        (games(10, ("blue", "red")), set[str]()),
    ],
)
def test_a_message_needs_more_than_luck(report: SimulationReport, wanted: set[str]) -> None:
    """Its 95% interval decides, so few games say little."""
    assert ids(report) == wanted


@pytest.mark.parametrize(
    ("place", "remedy"),
    [
        (", at = [11, 2]", "move it out of sight"),
        ("", "move the deploy zone of red out of sight"),
    ],
)
def test_the_remedy_for_an_early_loss_names_the_zone_of_a_figure_without_a_place(
    place: str, remedy: str
) -> None:
    """Of the others it is the place."""
    zone = SLAUGHTER.replace("break_point = 50", "deploy = [10, 0, 12, 5]")
    scenario = parse(zone.replace(", at = [11, 2]", place))

    def remedies(first: str) -> list[str]:
        report = games(40, ("blue", "red"), first=first, **WELL, **EARLY)
        return [fault.remedy for _, fault in look(scenario, report)]

    assert remedies(scenario.first) == [f"{remedy}, or let its side act first"]
    # Dice said otherwise, so `first` does not decide it.
    assert remedies("red") == [f"{remedy}, or give it cover there"]


def test_a_figure_lost_early_by_bad_luck_alone_is_not_named() -> None:
    """Beside one that is lost so often; where no single one is, all are named."""
    report = games(40, ("blue", "red"), **WELL, **EARLY)
    both = {**EARLY["figures"], "r2": FigureDeeds("red", fell=1, early=True)}
    first = evolve(report.games[0], figures=both)
    fields = [
        [fault.field for _, fault in look(parse(SLAUGHTER), evolve(report, games=played))]
        for played in ((first, *report.games[1:]), (first,))
    ]
    assert fields == [[FIELDS["early_loss"]], [FIELDS["early_loss"], "sides.red.figures[1].id"]]
