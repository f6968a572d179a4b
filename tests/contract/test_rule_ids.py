"""Anyone can go from a numbered rule to what holds it, and back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish.rulesets.protocol import Ruleset
from skirmish.rulesets.registry import RULESETS

ROOT = Path(__file__).parents[2]
COUNTS = {"opposed_d6": {"BAY": 32}}
ID = re.compile(r"\b[A-Z0-9]{2,4}-[A-Z]?[0-9]{1,2}\b")


def named() -> frozenset[str]:
    """Every rule id that a test or a data file names."""
    files = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("skirmish/**/*.toml")]
    return frozenset(
        rule for file in files if file != Path(__file__) for rule in ID.findall(file.read_text())
    )


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.id)
def test_every_statement_is_there(ruleset: Ruleset) -> None:
    """The numbered statements have no gap, and each has words of its own and a place."""
    expected = [f"{prefix}-{n:02d}" for prefix, n in numbered(ruleset.id)]

    assert [rule for rule in expected if rule not in ruleset.statements] == []
    assert all(one.text.strip() and one.where.strip() for one in ruleset.statements.values())


def numbered(ruleset: str) -> list[tuple[str, int]]:
    """Prefix and number of each of a ruleset's statements."""
    return [(prefix, n) for prefix, last in COUNTS[ruleset].items() for n in range(1, last + 1)]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.id)
def test_every_statement_is_named_by_a_test_or_its_data(ruleset: Ruleset) -> None:
    """The list of statements that nothing holds is empty."""
    names = named()

    assert [rule for rule in ruleset.statements if rule not in names] == []
