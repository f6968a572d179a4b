"""What an order holds as it is begun: the way to turn, the burst to hold."""

from __future__ import annotations

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.session.order_draft import begin_usual, begin_verb, select
from tests.position import position


def test_a_turn_begins_towards_the_nearest_enemy() -> None:
    """Confirmed at once it does not turn the back of the figure to the enemy."""
    battle = position(
        """
        . . . . . . .
        R>. . a>. . .
        """,
        phase="move",
    )
    legal = LegalOrders(battle.ruleset, battle.view())

    draft = begin_verb(legal, select("a"), "turn")

    assert draft.target == "W"
    assert legal.refusal(draft.order) is None


def test_a_held_shot_begins_with_the_burst_that_promises_most() -> None:
    """A long one of this rifle rolls a single die for its recoil, a short one four."""
    battle = position("a>. . . . R<", ruleset="dice_pool", kind="soldier").order("mode a fa")
    legal = LegalOrders(battle.ruleset, battle.view())

    draft = begin_usual(legal, begin_verb(legal, select("a"), "hold"))

    assert draft.order.get("burst") == "short"
