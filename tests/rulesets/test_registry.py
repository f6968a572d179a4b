"""The mapping of rulesets."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.errors import UsageProblem
from skirmish.rulesets.registry import RULESETS, names, ruleset


def test_every_ruleset_is_found_by_its_id() -> None:
    """A ruleset knows the id it is kept under."""
    assert all(ruleset(name).id == name for name in RULESETS)


def test_a_folder_is_a_ruleset_and_needs_no_entry_anywhere(tmp_path: Path) -> None:
    """Those of the house come first; files and what rulesets share are none."""
    for name in ("zeal", "d20", "chess", "common", "opposed_d6"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "engine.py").touch()

    assert names([str(tmp_path)]) == ("opposed_d6", "d20", "chess", "zeal")


def test_a_misspelt_ruleset_is_guessed() -> None:
    """The message names the likeliest one."""
    with pytest.raises(UsageProblem, match="did you mean 'opposed_d6'"):
        ruleset("oposed_d6")
    with pytest.raises(UsageProblem, match="known: opposed_d6"):
        ruleset("chess")
