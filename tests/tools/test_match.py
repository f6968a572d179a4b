"""`tools.match`: two checkouts play each other, and must have the same rules."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from skirmish.errors import SkirmishError
from tools.ladder.scenarios import generated_scenario
from tools.match import command, played

TOP = Path(__file__).parents[2]


def test_a_level_of_the_same_checkout_has_exactly_a_half(tmp_path: Path) -> None:
    """Both players think the same, so each seed is won and lost once; pairs are kept in a file."""
    kept = tmp_path / "pairs.jsonl"
    asked = [str(TOP), "--level", "recruit", "--ruleset", "trait_die", "--pairs", "1", "--json"]
    told = json.loads(CliRunner().invoke(command, [*asked, "--file", str(kept)]).stdout)

    assert (told["trait_die"]["share"], told["trait_die"]["pairs"]) == (0.5, 1)
    again = json.loads(CliRunner().invoke(command, [*asked, "--file", str(kept)]).stdout)
    assert again["trait_die"] == {**told["trait_die"], "ms": [0.0, 0.0]}


def test_other_rules_are_found_out(tmp_path: Path) -> None:
    """At the start of a game."""
    shutil.copytree(TOP / "skirmish", tmp_path / "skirmish", ignore=shutil.ignore_patterns("*.pyc"))
    changed = tmp_path / "skirmish" / "core" / "state.py"
    text = changed.read_text(encoding="utf-8")
    changed.write_text(text.replace("hexdigest()[:16]", "hexdigest()[1:17]"), encoding="utf-8")

    with pytest.raises(SkirmishError, match="the two checkouts differ at the start"):
        played(str(tmp_path), generated_scenario("d20", 1), ("recruit", "recruit"), 1)


def test_a_pair_is_left_out_if_a_rule_that_has_changed_comes_up(tmp_path: Path) -> None:
    """So that a computer player from before the change can still be compared."""
    shutil.copytree(TOP / "skirmish", tmp_path / "skirmish", ignore=shutil.ignore_patterns("*.pyc"))
    changed = tmp_path / "skirmish" / "core" / "state.py"
    text = changed.read_text(encoding="utf-8")
    later = "hexdigest()[state.clock.point > 4 :][:16]"
    changed.write_text(text.replace("hexdigest()[:16]", later), encoding="utf-8")

    assert played(str(tmp_path), generated_scenario("d20", 1), ("recruit", "recruit"), 1) is None
    asked = [str(tmp_path), "--level", "recruit", "--ruleset", "d20", "--pairs", "1"]
    ended = CliRunner().invoke(command, asked)
    assert "the rules of d20 differ in every pair" in str(ended.exception)


def test_a_folder_without_the_package_is_refused(tmp_path: Path) -> None:
    """With what to name instead."""
    ended = CliRunner().invoke(command, [str(tmp_path)])
    assert "no checkout of skirmish" in str(ended.exception)
