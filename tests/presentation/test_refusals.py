"""Explanations of refused orders and verbs."""

from __future__ import annotations

import pytest

from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, explain_verb_refusal, intended_order
from tests.position import position


def legal_in(drawing: str) -> LegalOrders:
    """The legal orders of blue on a drawing."""
    battle = position(drawing, ruleset="d20", kind="guard")
    return LegalOrders(battle.ruleset, battle.view())


def test_a_refusal_names_no_enemy_that_the_figure_does_not_see() -> None:
    """Another figure sees r; a figure that sees it gets the specific reason."""
    blind = legal_in("a># . R<\n. # . . \n. b>. . ")

    why = explain_verb_refusal(blind, "a", "fire")
    assert why.reason == "a cannot fire now: it sees no enemy"
    assert (
        explain_refusal(blind, intended_order(blind, "a", "fire", (3, 0))).reason
        == "a does not see r"
    )


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        ("a>. . . . ", "a cannot fire now: no enemy is in sight"),
        ("a>. . # R<", "a cannot fire now: no enemy is in sight"),
        (f"a>{'. ' * 72}R<", "r is beyond the 70 tiles of machine gun"),
    ],
)
def test_a_weapon_that_fires_bursts_only_is_refused_for_want_of_a_target(
    drawing: str, why: str
) -> None:
    """Its mode goes without saying: with a target it is among the choices as it is."""
    battle = position(drawing, ruleset="d20", weapons={"a": ["machine_gun"]})
    legal = LegalOrders(battle.ruleset, battle.view())
    assert "fire" not in legal.verbs("a")
    assert explain_verb_refusal(legal, "a", "fire").reason == why

    near = position("a>. . R<", ruleset="d20", weapons={"a": ["machine_gun"]})
    at_hand = LegalOrders(near.ruleset, near.view())
    assert at_hand.refusal(intended_order(at_hand, "a", "fire", (3, 0))) is None


@pytest.mark.parametrize("near", [None, (1, 0)])
def test_a_door_order_without_a_door_says_so(near: tuple[int, int] | None) -> None:
    """The tile under the cursor does not matter."""
    assert (
        explain_verb_refusal(legal_in("a>. . R<"), "a", "door", near).reason
        == "no door is beside a"
    )


def test_a_wall_is_refused_as_impassable() -> None:
    """A closed door is not a wall."""
    legal = legal_in("a># . R<\n. + . . ")

    assert (
        explain_refusal(legal, intended_order(legal, "a", "move", (1, 0))).reason
        == "wall cannot be entered"
    )
    assert (
        "nobody can go"
        not in explain_refusal(legal, intended_order(legal, "a", "move", (1, 1))).reason
    )
