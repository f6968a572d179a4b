"""Why not: the reason that helps, of an order or of all that it could be meant for."""

from __future__ import annotations

import pytest

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, explain_verb_refusal, intended_order
from tests.position import position


def offers_of(drawing: str) -> LegalOrders:
    """What blue may order on a drawing."""
    battle = position(drawing, ruleset="d20", kind="guard")
    return LegalOrders(battle.ruleset, battle.view())


def test_who_sees_no_enemy_is_not_told_of_one() -> None:
    """Somebody else sees r; a figure that sees it itself is told what is wrong with it."""
    blind = offers_of("a># . R<\n. # . . \n. b>. . ")

    why = explain_verb_refusal(blind, "a", "fire")
    assert why.reason == "a cannot fire now: it sees no enemy"
    assert (
        explain_refusal(blind, intended_order(blind, "a", "fire", (3, 0))).reason
        == "a does not see r"
    )


@pytest.mark.parametrize("near", [None, (1, 0)])
def test_without_a_door_it_is_said_that_there_is_none(near: tuple[int, int] | None) -> None:
    """Whatever is under the cursor."""
    assert (
        explain_verb_refusal(offers_of("a>. . R<"), "a", "door", near).reason
        == "no door is beside a"
    )


def test_a_wall_is_no_way_that_is_too_long() -> None:
    """And a closed door no wall."""
    offers = offers_of("a># . R<\n. + . . ")

    assert (
        explain_refusal(offers, intended_order(offers, "a", "move", (1, 0))).reason
        == "wall: nobody can go there"
    )
    assert (
        "nobody can go"
        not in explain_refusal(offers, intended_order(offers, "a", "move", (1, 1))).reason
    )
