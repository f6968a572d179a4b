"""Where a rule is carried out can be looked up, and the index says what the code says."""

from __future__ import annotations

import ast

import pytest

from skirmish.rulesets.registry import RULESETS
from tools.rule_index import INDEX, Places, documented, index_text, literals, named, places


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_rule_that_is_applied_is_named_where_it_is_carried_out(ruleset: str) -> None:
    """In the docstring of a function, a class or a constant, not of a whole file."""
    found = places()
    rules = RULESETS[ruleset].statements.values()
    applied = [rule.id for rule in rules if not rule.descriptive]
    assert [rule for rule in applied if not found.get(rule, Places()).carried_out] == []


def test_the_index_is_up_to_date() -> None:
    """After a change of the rules: `python -m tools.rule_index`."""
    assert INDEX.read_text(encoding="utf-8") == index_text()


def test_names_and_docstrings_are_found() -> None:
    """Of functions, of classes and what is in them, and of constants with a text below them."""
    source = '"""X-1"""\nA, B = 1, 2\n"""X-2"""\nclass C:\n "X-3"\n d: int = 1\n "X-4"\n'
    found = list(documented(ast.parse(source)))
    assert found == [("A, B", "X-2"), ("C", "X-3"), ("C.d", "X-4")]


def test_a_range_names_every_rule_in_it() -> None:
    """Written with the whole id at its end or the number alone."""
    assert list(named("Rolled once (POOL-09 to 11, POOL-A2).")) == [
        "POOL-09",
        "POOL-10",
        "POOL-11",
        "POOL-A2",
    ]
    assert list(named("AMMO-F1 to AMMO-F2")) == ["AMMO-F1", "AMMO-F2"]


def test_what_applies_a_rule_names_it_in_its_code() -> None:
    """Texts of functions and constants; a docstring is none of them."""
    source = 'A = ("X-1",)\ndef f() -> None:\n    "X-2"\n    cite("X-3")\n'
    assert list(literals(ast.parse(source))) == [("A", "X-1"), ("f", "X-3")]
