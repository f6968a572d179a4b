"""`skirmish armoury`: a table, JSON, and an exit code that a test can hold."""

from __future__ import annotations

import json

import pytest

from tests.cli.terminal import Run

RIFLE = ("armoury", "opposed_d6", "--weapon", "rifle")


def test_a_table(run: Run) -> None:
    """For each range and cover the best mode's points."""
    said = run(*RIFLE, "--check")

    assert (said.code, said.err) == (0, "")
    assert "rifle, fired by: rifleman (10 points)" in said.out
    assert "  2-36   0     3.68" in said.out
    assert said.out.endswith("every mode is the best one somewhere\n")


def test_numbers(run: Run) -> None:
    """All of it as JSON, for who fires and is fired at as asked."""
    said = run(*RIFLE, "--json", "--kind", "sniper", "--target", "psion")

    data = json.loads(said.out)
    assert data["targets"] == ["psion"]
    assert data["weapons"][0]["fired_by"] == "sniper"
    assert data["weapons"][0]["situations"][0]["best"] == ["single"]


def test_a_useless_mode_is_an_exit_code_where_that_is_asked(run: Run) -> None:
    """Against armour a burst is never divided."""
    asked = ("armoury", "opposed_d6", "--weapon", "heavy_machine_gun", "--target", "armoured_car")

    plain, checked = run(*asked), run(*asked, "--check")

    assert (plain.code, checked.code) == (0, 1)
    assert "fault: heavy_machine_gun: 'divided by 2' is nowhere the best\n" in checked.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("opposed_d7",), "no ruleset 'opposed_d7' (did you mean 'opposed_d6'?)"),
        (("opposed_d6", "--weapon", "\x1b"), r"no weapon '\x1b' (known: rifle, carbine"),
        (("opposed_d6", "--kind", "x"), "no kind 'x' (known: rifleman, veteran"),
        ((), "skirmish armoury: Missing argument 'RULESET'"),
    ],
)
def test_what_cannot_be_asked(run: Run, arguments: tuple[str, ...], message: str) -> None:
    """Exit 2 and one line."""
    said = run("armoury", *arguments)

    assert said.code == 2
    assert said.fault.startswith(message)
