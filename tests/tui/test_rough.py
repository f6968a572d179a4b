"""Odds in a word, or none at all, for those who want it so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.orders import Order
from skirmish.rulesets.attack import odds_of
from skirmish.telling.outlook import outlook
from skirmish.tui.outlook_lines import outlook_lines
from skirmish.tui.rough import in_a_word, rough_lines
from skirmish.tui.settings import EXACT, NONE, ROUGH
from skirmish.tui.side import side_of
from tests.position import position
from tests.tui.drill import drilled
from tests.tui.test_one_bound import sit


def test_only_what_is_certain_is_called_so() -> None:
    """A chance of nothing and of everything have words that no other chance has."""
    words = [in_a_word(Fraction(n, 100)) for n in range(101)]

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
    plan = battle.ruleset.attack(battle.view().state, order)
    told = outlook(battle.ruleset, battle.view(), order)
    assert plan is not None
    assert told is not None

    lines = rough_lines(battle.ruleset, battle.view(), odds_of(plan, battle.ruleset.spared()), 30)
    lines += outlook_lines(battle.view(), told, 30, in_a_word)

    assert lines
    assert not any(char.isdigit() for line in lines for char in line.plain)


@pytest.mark.parametrize(("detail", "shown"), [(EXACT, True), (ROUGH, False), (NONE, False)])
def test_the_panel_tells_as_finely_as_it_is_set_to(detail: str, shown: bool) -> None:
    """Percents only where odds are exact."""
    desk = sit(drilled())
    desk.choose("b1")
    desk.verb("fire")
    desk.detail = detail

    lines = [line.plain for line in side_of(desk, (30, 40)).lines if "of bound" not in line.plain]

    assert ("%" in "\n".join(lines).split("-- who acts")[0]) == shown
