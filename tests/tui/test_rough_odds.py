"""Odds in words, or none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.orders import Order
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.odds_rows import rough_rows
from skirmish.presentation.odds.odds_words import chance_word
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.preferences import EXACT, NONE, ROUGH, Preferences
from skirmish.presentation.worked_examples import work_out
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario.examples import examples_of
from skirmish.session import order_input
from skirmish.tui.panel_lines import rows_lines
from skirmish.tui.screens.rules_page import example_lines
from skirmish.tui.side_panel import side_panel_lines
from tests.drill_ruleset import drilled
from tests.position import position
from tests.tui.panels import forecast_lines
from tests.tui.test_one_bound import sit


def test_only_what_is_certain_is_called_so() -> None:
    """A chance of nothing and of everything have words that no other chance has."""
    words = [chance_word(Fraction(n, 100)) for n in range(101)]

    assert words[0] == "never"
    assert words[100] == "surely"
    assert not {"never", "surely"} & set(words[1:100])
    assert [word for n, word in enumerate(words) if not n or words[n - 1] != word] == list(
        dict.fromkeys(words)
    )


def test_rough_lines_hold_no_number() -> None:
    """Neither of the attack nor of what it leads to."""
    battle = position("a>. . . R<", ruleset="d20", kind="guard")
    order = Order.of("fire", "a", "r")
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(order)
    told = forecast_order(battle.ruleset, battle.view(), order)
    assert odds is not None
    assert told is not None

    lines = rows_lines(rough_rows(battle.view(), odds), 30)
    lines += forecast_lines(battle.view(), told, 30, numbers=False)

    assert lines
    assert not any(char.isdigit() for line in lines for char in line.plain)


@pytest.mark.parametrize(("detail", "shown"), [(EXACT, True), (ROUGH, False), (NONE, False)])
def test_the_panel_tells_as_finely_as_it_is_set_to(detail: str, shown: bool) -> None:
    """Percents only where odds are exact."""
    controller = sit(drilled())
    controller.choose("b1")
    order_input.verb(controller, "fire")
    controller.preferences = Preferences(odds=detail)

    lines = [
        line.plain
        for line in side_panel_lines(controller, (30, 40)).lines
        if "of bound" not in line.plain
    ]

    assert ("%" in "\n".join(lines).split("-- who acts")[0]) == shown


@pytest.mark.parametrize("detail", [ROUGH, NONE])
def test_worked_examples_tell_odds_as_finely_as_is_set(detail: str) -> None:
    """No percentage beside the sentence, the drawing and the order."""
    rules = RULESETS["d20"]
    one = work_out("d20", examples_of("d20")[0])

    exact = "\n".join(line.plain for line in example_lines(rules, one, 60))
    told = "\n".join(line.plain for line in example_lines(rules, one, 60, detail))

    assert "%" in exact
    assert "%" not in told
    assert f"order: {one.order}" in told
