"""A turn begins towards the nearest enemy known."""

from __future__ import annotations

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.session.order_draft import begin_verb, select
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
