"""`python -m tools.ladder`: levels against each other, and a file from which a run goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skirmish.ai import LEVELS
from tests.cli.cli_runner import CliResult, Run

QUICK = ("--levels", "random, random", "--ruleset", "opposed_d6", "--pairs", "2", "--jobs", "1")


def test_a_ladder_for_people(run: Run) -> None:
    """Two lines for each ruleset, the second of the first seat; nothing on stderr without a tty."""
    said = run("ladder", *QUICK)

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "random against random, in both seats: share of the points\n"
        "  opposed_d6   50.0% (50.0 to 50.0), +0 Elo (+0 to +0), 2 pairs\n"
        "    first seat "
    )


def test_a_ground_is_printed_to_be_played(run: Run, tmp_path: Path) -> None:
    """As a scenario file with which nothing is wrong."""
    said = run("ladder", "--ground", "d20:17")
    file = tmp_path / "ground.toml"
    file.write_text(said.out)

    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        'format = 1\ntitle = "The trenches of Northbrook, 17"\nruleset = "d20"\n'
    )
    assert run("check", file) == CliResult(0, "", "")
    assert run("play", "--line", file, "--as", "blue=random", "--as", "red=random").code == 0


def test_a_ladder_for_programs(run: Run, tmp_path: Path) -> None:
    """The same run from its file: the same numbers, and no line more."""
    file = tmp_path / "ladder.jsonl"
    first, again = (
        json.loads(run("ladder", *QUICK, "--file", str(file), "--json").out) for _ in range(2)
    )

    assert first == again
    assert first["rungs"][0]["rulesets"]["opposed_d6"]["share"] == 0.5
    assert len(file.read_text().splitlines()) == 2


def test_a_torn_file_is_told_of(run: Run, tmp_path: Path) -> None:
    """On stderr, and the run goes on."""
    file = tmp_path / "ladder.jsonl"
    file.write_text('{"version":"0.')
    said = run("ladder", *QUICK, "--file", str(file))

    assert (said.code, said.err) == (0, f"{file}: the torn last line is left out\n")


def test_a_goal_that_is_not_reached_ends_with_1(run: Run) -> None:
    """The report is there all the same."""
    said = run("ladder", *QUICK, "--goal", "50", "--floor", "20")

    assert said.code == 1
    assert "goal missed" in said.out


def test_the_help_says_what_there_is(run: Run) -> None:
    """The rule by which a run ends stands in it, and every level there is."""
    said = " ".join(run("ladder", "--help").out.split())

    for word in ("after 20 pairs", "every 10", "upper", "--cluster", *LEVELS):
        assert word in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--levels", "regular"), "--levels 'regular' is not A,B (as in regular,recruit)"),
        (("--levels", "regular,genius"), f"no level 'genius' (levels: {', '.join(LEVELS)})"),
        (("--ruleset", "d21"), "no ruleset 'd21' ("),
        (("--scenario", "nowhere"), "nowhere: no such scenario"),
        (("--scenario", "d20:x"), "no ground 'd20:x' (a ruleset and a number"),
        (("--ground", "d20"), "no ground 'd20' (a ruleset and a number of at most 18 digits"),
        (("--ground", "d21:17"), "no ruleset 'd21' ("),
        (("--floor", "20"), "--floor goes with --goal (as in --goal 50 --floor 20)"),
        (("--goal", "20", "--floor", "50"), "--floor is above --goal"),
        (("--file", "/"), "/: cannot be opened: Is a directory"),
        (("--file", "no/x.jsonl"), "no/x.jsonl: there is no such folder (make it first)"),
        (("--cluster", "x"), "x: missing port number"),
        (
            ("--ground", "d20:17", "--json"),
            "--ground cannot be combined with --json (remove one of them)",
        ),
        (
            ("--ground", "d20:17", "--jobs", "2"),
            "--ground cannot be combined with --jobs (remove one of them",
        ),
        (
            ("--goal", "nan"),
            "python -m tools.ladder: Invalid value for '--goal': nan is not in",
        ),
        (
            ("--goal", "inf"),
            "python -m tools.ladder: Invalid value for '--goal': inf is not in",
        ),
        (
            ("--goal", "99999"),
            "python -m tools.ladder: Invalid value for '--goal': 99999.0 is",
        ),
        (
            ("--floor", "-799"),
            "python -m tools.ladder: Invalid value for '--floor': -799.0 is",
        ),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and one line."""
    said = run("ladder", *arguments)

    assert said.code == 2
    assert said.fault.startswith(message)
