"""What a figure has only as long as it goes nowhere."""

from __future__ import annotations

import pytest

from skirmish.core.dice import Roller
from skirmish.rulesets.engine import carry_out
from skirmish.rulesets.registry import RULESETS
from tests.position import Position, position

AIMING = {
    "dice_pool": ("marksman", "aim a"),
    "d20": ("marksman", "aim a"),
    "d100": ("trooper", "aim a"),
    "trait_die": ("trooper", "aim a R"),
}
"""Who may aim, and by what order; under the opposed dice nobody can."""
each_ruleset = pytest.mark.parametrize("ruleset", AIMING)


def lane(ruleset: str) -> Position:
    """A figure that is to aim, and somebody to aim at."""
    kind = AIMING[ruleset][0]
    return position("a>" + 11 * ". " + "R<\n. .", ruleset=ruleset, kind=kind)


def kept(battle: Position, *orders: str) -> float:
    """What the figure keeps after orders, dice aside."""
    rules, state = battle.ruleset, battle.state
    for text in orders:
        state = carry_out(rules, state, "blue", battle.line(text), Roller("keeps")).state
    return float(rules.estimates.aim_share(state, "a"))


def test_every_ruleset_is_asked() -> None:
    """None is missing here."""
    assert sorted(RULESETS) == sorted({*AIMING, "opposed_d6"})


@each_ruleset
def test_aim_is_kept_until_a_step(ruleset: str) -> None:
    """Who does not aim keeps nothing; who does, a part of its fire, till it goes anywhere."""
    battle, aim = lane(ruleset), AIMING[ruleset][1]

    assert kept(battle) == 0
    assert 0 < kept(battle, aim) < 1
    assert kept(battle, aim, "move a 0,1") == 0


def test_more_aim_is_more_to_keep() -> None:
    """The second aim of d20 adds to the first (D20-F9)."""
    battle = lane("d20")

    assert kept(battle, "aim a", "aim a") > kept(battle, "aim a")
