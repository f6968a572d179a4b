"""`skirmish simulate`: many games, the same ones each time."""

from __future__ import annotations

import json

import pytest

from tests.cli.terminal import Run

QUICK = ("--games", "2", "--jobs", "1", "--player", "blue=random", "--player", "red=random")


def test_a_run_repeats_itself(run: Run) -> None:
    """The same seed is the same report, to the byte but for the clock."""
    first, again = (json.loads(run("simulate", "first_steps", *QUICK, "--json").out) for _ in "ab")
    other = json.loads(run("simulate", "first_steps", *QUICK, "--json", "--seed", "9").out)

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("frist_steps",), "frist_steps: no such scenario (did you mean 'first_steps'?)"),
        (("first_steps", "--player", "blue"), "--player 'blue' is not SIDE=WHO (as in blue="),
        (("first_steps", "--player", "=x"), "--player '=x' is not SIDE=WHO (as in blue=regular)"),
        (("first_steps", "--player", "pink=recruit"), "no side 'pink' (one of: blue, red)"),
        (("first_steps", "--player", "blue=\x1b"), r"blue: no player '\x1b' (such as"),
        (("first_steps", "--player", "blue=human"), "no level 'human' (levels: random, recruit"),
        (("first_steps", "--seed", str(10**18)), "skirmish simulate: Invalid value for '--seed'"),
    ],
)
def test_what_cannot_be_played(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and one line, before any game is begun."""
    said = run("simulate", *arguments, "--jobs", "1", "--games", "1")

    assert said.code == 2
    assert said.fault.startswith(message)
