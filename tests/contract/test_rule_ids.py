"""Anyone can go from a numbered rule to what holds it, and back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
ID = re.compile(r"\b[A-Z0-9]{2,4}-[A-Z]?[0-9]{1,2}[a-z]?\b")


@frozen
class Numbered:
    """What a ruleset's ids begin with, how many statements and worked cases there are."""

    prefix: str
    statements: int
    cases: int
    more_cases: tuple[str, ...] = ()


COUNTS = {
    "opposed_d6": Numbered("BAY", 32, 14),
    "dice_pool": Numbered("POOL", 48, 23),
    "d20": Numbered("D20", 49, 18, more_cases=("D20-V2b",)),
    "d100": Numbered("EP", 38, 18),
    "trait_die": Numbered("AMMO", 23, 17),
}

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.id)


@cache
def named(*patterns: str) -> frozenset[str]:
    """Every rule id that files of these names hold, this one left out."""
    files = [file for pattern in patterns for file in ROOT.glob(pattern)]
    return frozenset(
        rule for file in files if file != Path(__file__) for rule in ID.findall(file.read_text())
    )


def test_every_ruleset_has_its_statements_counted() -> None:
    """None of the registry's is left out here."""
    assert [name for name in RULESETS if name not in COUNTS] == []


@each_ruleset
def test_every_statement_is_there(ruleset: Ruleset) -> None:
    """The numbered statements have no gap, and each has words of its own and a place."""
    counted = COUNTS[ruleset.id]
    expected = [f"{counted.prefix}-{n:02d}" for n in range(1, counted.statements + 1)]

    assert [rule for rule in expected if rule not in ruleset.statements] == []
    assert [
        rule
        for rule, one in ruleset.statements.items()
        if one.id != rule or not one.text.strip() or not one.where.strip()
    ] == []


@each_ruleset
def test_every_statement_is_named_by_a_test_or_its_data(ruleset: Ruleset) -> None:
    """The list of statements that nothing holds is empty."""
    names = named("tests/**/*.py", "skirmish/**/armoury.toml")

    assert [rule for rule in ruleset.statements if rule not in names] == []


@each_ruleset
def test_every_worked_case_is_a_test(ruleset: Ruleset) -> None:
    """Each is named where its numbers are held."""
    counted = COUNTS[ruleset.id]
    cases = [f"{counted.prefix}-V{n}" for n in range(1, counted.cases + 1)]

    assert [
        case for case in (*cases, *counted.more_cases) if case not in named("tests/**/*.py")
    ] == []
