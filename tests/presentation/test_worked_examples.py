"""Worked examples of rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from skirmish.errors import FileProblem, OrderRefused
from skirmish.line.rules_text import example_lines
from skirmish.presentation.worked_examples import (
    drawing_lines,
    examples_by_rule,
    work_out,
)
from skirmish.rulesets.registry import RULESETS
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario.examples import Example, ExampleFigure, examples_of, set_up_example

FEWEST = 6

each_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda r: r.id)


def an_example(drawn: str, order: str = "fire a r") -> Example:
    """Two riflemen on a drawing."""
    figures = {"a": ExampleFigure("rifleman"), "R": ExampleFigure("rifleman")}
    return Example(("BAY-03",), "As drawn.", drawn, order, figures, phase="fire")


@each_ruleset
def test_every_example_is_legal_and_its_odds_add_up(ruleset: Ruleset) -> None:
    """The chances of each figure and of all landings add up to 1."""
    for example in examples_of(ruleset.id):
        odds = work_out(ruleset.id, example).odds
        sums = [sum(chances.values(), Fraction(0)) for chances in odds.figures.values()]
        landing = sum(odds.landing.values(), Fraction(0))

        assert sums, example.text
        assert set(sums) == {1}, example.text
        assert landing in (0, 1), example.text
        assert any(c and c < 1 for chances in odds.figures.values() for c in chances.values())


@each_ruleset
def test_every_ruleset_has_examples_of_different_rules(ruleset: Ruleset) -> None:
    """There are enough, each with a main rule of its own that exists."""
    examples = examples_of(ruleset.id)
    named = Counter(rule for example in examples for rule in example.rules)

    assert len(examples) >= FEWEST
    assert [rule for rule in named if rule not in ruleset.statements] == []
    assert [rule for rule, count in named.items() if count > 1] == []


@each_ruleset
def test_every_drawing_is_small_and_has_a_legend(ruleset: Ruleset) -> None:
    """It fits any screen, and its legend has every letter."""
    for example in examples_of(ruleset.id):
        rows = drawing_lines(work_out(ruleset.id, example))

        assert max(len(row) for row in example.rows) <= 44, example.text
        assert all(f"{letter} " in rows[-2] for letter in example.figures)


def test_an_example_stands_under_the_first_of_its_rules_that_is_shown() -> None:
    """It is listed once."""
    shown = examples_by_rule("opposed_d6", ("BAY-F6", "BAY-03"))
    (example,) = shown["BAY-03"]

    assert list(shown) == ["BAY-03"]
    assert example.rules[0] == "BAY-28"


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ("a>. .", "R not in the drawing"),
        ("a>. x R<", "what is 'x ' in the drawing?"),
    ],
)
def test_a_faulty_drawing_is_an_error(drawn: str, message: str) -> None:
    """The error names the example."""
    with pytest.raises(FileProblem) as caught:
        set_up_example("opposed_d6", an_example(drawn))

    assert str(caught.value) == f"As drawn.: {message}"


def test_a_close_combat_has_an_example_of_all_that_counts_in_it() -> None:
    """It is fought without an order, and its rule has what an attack from behind takes off."""
    told = "\n".join(example_lines("opposed_d6", ["BAY-F9"])["BAY-F9"])

    assert "-1 attacked from behind (BAY-F9)" in told
    assert "Not allowed" not in told
    assert "attacked from behind" in RULESETS["opposed_d6"].statements["BAY-F9"].text


def test_an_illegal_order_is_an_error() -> None:
    """The error names the rule."""
    with pytest.raises(OrderRefused) as caught:
        work_out("opposed_d6", an_example("a<. R<"))

    assert caught.value.rule == "BAY-04"
