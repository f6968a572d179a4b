"""The mapping of rulesets."""

from __future__ import annotations

import pytest

from skirmish.errors import UsageProblem
from skirmish.rulesets.registry import RULESETS, ruleset


def test_every_ruleset_is_found_by_its_id() -> None:
    """A ruleset knows the id it is kept under."""
    assert all(ruleset(name).id == name for name in RULESETS)


def test_a_misspelt_ruleset_is_guessed() -> None:
    """The message names the likeliest one."""
    with pytest.raises(UsageProblem, match="did you mean 'opposed_d6'"):
        ruleset("oposed_d6")
    with pytest.raises(UsageProblem, match="known: opposed_d6"):
        ruleset("chess")
