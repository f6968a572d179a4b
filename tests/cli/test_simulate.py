"""`skirmish simulate`: many games, the same ones each time."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from skirmish.analysis import balance
from skirmish.analysis.intervals import Mean
from skirmish.presentation import user_files
from skirmish.rulesets.registry import ruleset
from tests.cli.cli_runner import IDENTITY, Run

QUICK = ("--games", "2", "--jobs", "1", "--player", "blue=random", "--player", "red=random")


def test_a_run_repeats_itself(run: Run) -> None:
    """The same seed is the same report, to the byte but for the clock."""
    first, again = (json.loads(run("simulate", "first_steps", *QUICK, "--json").out) for _ in "ab")
    other = json.loads(run("simulate", "first_steps", *QUICK, "--json", "--seed", "9").out)

    assert IDENTITY.fullmatch(first["version"])
    assert len(first["games"]) == 2
    timeless = [{k: v for k, v in one.items() if "seconds" not in k} for one in (first, again)]
    assert timeless[0] == timeless[1]
    assert other != first


def test_a_report_for_people(run: Run) -> None:
    """Text without --json; records are checked when asked for."""
    said = run("simulate", "first_steps", *QUICK, "--verify")

    assert said.code == 0
    assert said.err == ""
    assert said.out.startswith("First steps (opposed_d6): 2 games, blue random, red random\n")


def test_one_game_is_told_of_in_the_singular(run: Run) -> None:
    """Of games and of what never fell."""
    said = run("simulate", "first_steps", *QUICK[2:], "--games", "1").out

    assert said.startswith("First steps (opposed_d6): 1 game, blue random, red random\n")
    assert "1 games" not in said


def test_seats_are_swapped(run: Run) -> None:
    """Each seed twice, with the points of both levels; a level against itself plays it once."""
    uneven = ("simulate", "first_steps", *QUICK[:-1], "red=recruit", "--swap")
    data = json.loads(run(*uneven, "--json").out)

    assert [game["seed"] for game in data["games"]] == [1, 1, 2, 2]
    assert "  random (match points)" in run(*uneven).out
    assert run("simulate", "first_steps", *QUICK, "--swap").out.split("\n")[:2] == [
        "First steps (opposed_d6): 2 games, blue random, red random",
        "  with the seats swapped each would be the same game again: it is played and counted once",
    ]


def test_a_report_as_files(run: Run, tmp_path: Path) -> None:
    """A line for each game, and charts; both are new files."""
    table, chart = tmp_path / "games.csv", tmp_path / "games.svg"
    files = ("--csv", str(table), "--svg", str(chart))

    assert run("simulate", "first_steps", *QUICK, *files).code == 0
    assert len(table.read_text().splitlines()) == 3
    root = ET.fromstring(chart.read_text())  # noqa: S314 - our own file
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    again = run("simulate", "first_steps", *QUICK, *files)
    assert (again.code, again.out) == (2, "")
    assert again.fault.endswith("games.csv: exists already (choose another name)")


def test_a_report_stands_though_its_file_cannot_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played is printed first, and then what went wrong with the file."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(user_files, "write_new", full)
    said = run("simulate", "first_steps", *QUICK, "--csv", "games.csv")

    assert said.code == 2
    assert said.out.endswith("not of people.\n")
    assert said.err.startswith("games.csv: cannot be written: No space left on device (")


def test_advice_that_is_stopped_is_reported_and_has_the_exit_code_of_that(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the report on the games; the exit code is that of any command that ctrl+c ended."""
    stopped = balance.Advice("red", Mean((2, 2), 2), (), stopped=True)
    monkeypatch.setattr(balance, "advice", lambda *_: stopped)

    said = run("simulate", "first_steps", *QUICK, "--advise")
    data = json.loads(run("simulate", "first_steps", *QUICK, "--advise", "--json").out)

    assert said.code == 130
    assert said.out.startswith("First steps (opposed_d6): 2 games")
    assert said.out.endswith(f"  {balance.STOPPED}\n")
    assert data["advice"]["stopped"] is True


def test_one_file_by_two_names_is_refused(run: Run, tmp_path: Path) -> None:
    """However they are spelt: the second report would be written over nothing, and fail."""
    names = ("--csv", "games.csv", "--svg", f"../{tmp_path.name}/games.csv")
    said = run("simulate", "first_steps", *QUICK, *names)

    assert said.fault == "--csv and --svg name one file (give each its own)"


def test_charts_on_the_terminal(run: Run) -> None:
    """Below the report, no wider than it shows."""
    said = run("simulate", "first_steps", *QUICK, "--plot").out

    charts = said.partition("not of people.\n")[2]
    assert [
        word for word in ("Wins", "Lengths", "Objectives", "Weapons") if word not in charts
    ] == []
    assert max(map(len, charts.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("frist_steps",), "frist_steps: no such scenario (did you mean 'first_steps'?)"),
        (("first_steps", "--player", "blue"), "--player 'blue' is not SIDE=WHO (as in blue="),
        (("first_steps", "--player", "=x"), "--player '=x' is not SIDE=WHO (as in blue=regular)"),
        (("first_steps", "--player", "pink=recruit"), "no side 'pink' (one of: blue, red)"),
        (("first_steps", "--player", "blue=\x1b"), r"blue: no level '\x1b' (levels: random, rec"),
        (("first_steps", "--player", "blue=human"), "blue: no level 'human' (levels: random, "),
        (("first_steps", "--player", "red=Regular"), "red: no level 'Regular' (levels: random, "),
        (
            ("first_steps", "--player", "red=recruit", "--player", "red=regular"),
            "--player names red twice (remove one of them)",
        ),
        (("d20:17",), "d20:17: no such scenario"),
        (
            ("--styles",),
            "skirmish simulate --styles: moved to 'python -m tools.styles' in the source",
        ),
        (
            ("first_steps", "--conduct", "--csv", "x"),
            "skirmish simulate --conduct: moved to 'python -m tools.behaviour_checks' in ",
        ),
        (
            ("first_steps", "--json", "--plot"),
            "--json cannot be combined with --plot (remove one of them)",
        ),
        (("first_steps", "--csv", "x", "--svg", "./x"), "--csv and --svg name one file (give each"),
        (("first_steps", "--csv", "/no/such/x.csv"), "/no/such/x.csv: there is no such folder"),
        (
            ("first_steps", "--cluster", "x"),
            "--cluster cannot be combined with --jobs (remove one of them",
        ),
        (("first_steps", "--seed", str(10**18)), "skirmish simulate: Invalid value for '--seed'"),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and one line, before any game is begun."""
    said = run("simulate", *arguments, "--jobs", "1", "--games", "1")

    assert said.code == 2
    assert said.fault.startswith(message)


def test_rules_of_several_scenarios_are_told_together(run: Run) -> None:
    """By ruleset: what came up, what never did; of one scenario it stands in its report."""
    few = ("--games", "1", "--jobs", "1", "--player", "blue=random", "--player", "red=random")
    both = json.loads(run("simulate", "first_steps", "night_pumps", "--rules", "--json", *few).out)
    one = json.loads(run("simulate", "first_steps", "--rules", "--ask", "--json", *few).out)

    assert both["scenarios"] == ["First steps", "Night pumps"]
    (met,) = both["rules"]
    assert (met["ruleset"], met["games"]) == ("opposed_d6", 2)
    assert one["rules"]["games"] == 1
    for told in (met, one["rules"]):
        listed = [*told["met"], *told["never"], *told["descriptive"]]
        assert sorted(listed) == sorted(ruleset("opposed_d6").statements)
    assert run("simulate", "first_steps", "night_pumps").fault == (
        "several scenarios (name one, or add --rules)"
    )
    assert run("simulate", "first_steps", "first_steps", "--rules", "--plot").fault == (
        "--rules with several scenarios cannot be combined with --plot (remove one of them)"
    )
