"""The roll to resist stands in the odds of every attack."""

from __future__ import annotations

import pytest

from skirmish.presentation.orders.legal_orders import LegalOrders
from tests.position import position

ARMED = {"a": ("assault_rifle", "grenade", "sword")}


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("a>. . R<", "fire a r"),
        ("a>. . R<", "bombard a 3,0 weapon=grenade"),
        ("a>. . R<", "suppress a 3,0"),
        ("a>R<. .", "strike a r"),
    ],
)
def test_the_dice_of_the_body_roll_are_a_number_of_the_odds(drawn: str, text: str) -> None:
    """POOL-35: of each figure that may be struck, with what a success is worth."""
    counters = {"a": {"mode": 4}} if text.startswith("suppress") else {}
    battle = position(drawn, ruleset="dice_pool", weapons=ARMED, counters=counters)
    odds = LegalOrders(battle.ruleset, battle.view()).order_odds(battle.line(text))

    assert odds is not None
    (number,) = (one for one in odds.numbers if (one.on, one.figure) == ("Body roll", "r"))
    assert number.total == battle.figure("r").who.kind.body  # type: ignore[attr-defined]
    assert any("success of the Body roll" in words for words in odds.rolls)
