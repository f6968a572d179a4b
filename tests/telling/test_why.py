"""Why not: the reason that helps, of an order or of all that it could be meant for."""

from __future__ import annotations

import pytest

from skirmish.telling.offers import Offers
from skirmish.telling.why import aimed_at, why_not, why_not_verb
from tests.position import position


def offers_of(drawing: str) -> Offers:
    """What blue may order on a drawing."""
    battle = position(drawing, ruleset="d20", kind="guard")
    return Offers(battle.ruleset, battle.view())


def test_who_sees_no_enemy_is_not_told_of_one() -> None:
    """Somebody else sees r; a figure that sees it itself is told what is wrong with it."""
    blind = offers_of("a># . R<\n. # . . \n. b>. . ")

    why = why_not_verb(blind, "a", "fire")
    assert why.reason == "a cannot fire now: it sees no enemy"
    assert why_not(blind, aimed_at(blind, "a", "fire", (3, 0))).reason == "a does not see r"


@pytest.mark.parametrize("near", [None, (1, 0)])
def test_without_a_door_it_is_said_that_there_is_none(near: tuple[int, int] | None) -> None:
    """Whatever is under the cursor."""
    assert why_not_verb(offers_of("a>. . R<"), "a", "door", near).reason == "no door is beside a"


def test_a_wall_is_no_way_that_is_too_long() -> None:
    """And a closed door no wall."""
    offers = offers_of("a># . R<\n. + . . ")

    assert (
        why_not(offers, aimed_at(offers, "a", "move", (1, 0))).reason == "wall: nobody can go there"
    )
    assert "nobody can go" not in why_not(offers, aimed_at(offers, "a", "move", (1, 1))).reason
