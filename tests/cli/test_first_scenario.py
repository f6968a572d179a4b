"""docs/first-scenario.md: what it shows is a scenario, and its commands do what it says."""

from __future__ import annotations

import re
from pathlib import Path

from skirmish.scenario import load, parse
from skirmish.scenario.loader import remarks
from tests.cli.cli_runner import Run

PAGE = (Path(__file__).parents[2] / "docs" / "first-scenario.md").read_text(encoding="utf-8")
FIRST, ADDED = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [
    line.removeprefix("skirmish ").split()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines()
]


def test_the_page_is_true(run: Run, tmp_path: Path) -> None:
    """Each command but the one that plays, with the file as it is after each step."""
    file = tmp_path / "old_mill.toml"
    file.write_text(FIRST, encoding="utf-8")
    assert remarks(file) == ()
    file.write_text(f"{FIRST}\n{ADDED}", encoding="utf-8")
    assert remarks(file) == ()
    told = {
        tuple(words): run(*words)
        for words in COMMANDS
        if words[0] in ("check", "pack") and "simulate" not in words
    }

    assert {said.code for said in told.values()} == {0}
    assert told["check", "old_mill.toml"].err == ""
    assert told["pack", "old_mill.toml", "-o", "the_old_mill.toml"].out == "the_old_mill.toml\n"
    assert load(tmp_path / "the_old_mill.toml").title == "The old mill"
    block = told["pack", "old_mill.toml", "--paste"].out
    assert block.startswith("-----BEGIN SKIRMISH SCENARIO-----")
    assert ["simulate", "old_mill.toml", "--games", "100"] in COMMANDS
    assert "opposed_d6" in parse(FIRST).ruleset


def test_a_slip_is_answered_as_the_page_says(run: Run, tmp_path: Path) -> None:
    """With the place, and the kind that was meant."""
    slip = FIRST.replace('"rifleman"', '"rifelman"', 1)
    (tmp_path / "old_mill.toml").write_text(slip, encoding="utf-8")

    said = run("check", "old_mill.toml")

    assert said.code == 1
    assert "did you mean 'rifleman'?" in said.err
