"""Every rule of the five rulesets comes up in scenarios that come with the game."""

from __future__ import annotations

import pytest

from skirmish.core.text import id_key
from tests.rulesets.scripts import SCRIPTS, battles, scenarios, wanted


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_rule_is_met(name: str) -> None:
    """On shipped scenarios of the ruleset; `python -m tests.rulesets.met` makes the scripts."""
    played = battles(name)
    found = frozenset[str]().union(*(battle.rules() for battle in played))

    assert {battle.scenario for battle in played} <= set(scenarios(name))
    assert sorted(wanted(name) - found, key=id_key) == []
