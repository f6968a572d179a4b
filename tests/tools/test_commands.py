"""`python -m tools.behaviour_checks` and `python -m tools.styles`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.cli_runner import IDENTITY, Run

TOP = Path(__file__).parents[2]


def test_behaviour_in_some_games(run: Run) -> None:
    """Headed as all reports are."""
    games = ("behaviour_checks", "first_steps", "--games", "2", "--jobs", "1")

    told = run(*games).out
    assert told.startswith(
        "First steps (opposed_d6): conduct in 2 games, blue regular, red regular\n  to and fro "
    )
    assert told.endswith("This measures the conduct of the computer player, not of people.\n")
    data = json.loads(run(*games, "--json", "--seed", "3").out)
    assert IDENTITY.fullmatch(data["version"])
    assert (data["seed"], data["games"]) == (3, 2)


def test_styles_against_a_level(run: Run) -> None:
    """Camper and rusher, each with its verdict."""
    data = json.loads(run("styles", "first_steps", "--games", "1", "--jobs", "1", "--json").out)

    assert IDENTITY.fullmatch(data["version"])
    assert {name: style["wins"]["of"] for name, style in data["styles"].items()} == {
        "camper": 2,
        "rusher": 2,
    }


def test_a_generated_scenario_has_a_name(run: Run) -> None:
    """A made ground of the ladder can be looked at by the other tools."""
    said = run("behaviour_checks", "opposed_d6:17", "--games", "1", "--jobs", "1")

    assert said.out.startswith("The trenches of Northbrook, 17 (opposed_d6): conduct in 1 game, ")


@pytest.mark.parametrize("tool", ["behaviour_checks", "exam", "ladder", "styles"])
def test_a_tool_runs_as_a_module(tool: str) -> None:
    """From the top of the checkout; it calls itself so in its messages."""
    command = [sys.executable, "-m", f"tools.{tool}", "--nothing"]
    ended = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert ended.stderr == (
        f"python -m tools.{tool}: No such option '--nothing'"
        f" (see 'python -m tools.{tool} --help')\n"
    )
