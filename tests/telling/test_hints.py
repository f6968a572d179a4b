"""What could be done better, said before it is done."""

from __future__ import annotations

from skirmish.core.orders import Order
from skirmish.rulesets.foresight import best_shot
from skirmish.telling.hints import of_attack, of_move
from tests.position import position


def test_a_better_way_to_fire_is_named() -> None:
    """Who aims at a hand is told what would do more; the best way needs no word."""
    battle = position("a>. . R<", ruleset="d20", kind="guard")
    best = best_shot(battle.ruleset, battle.view().state, "a", "r")
    assert best is not None

    (said,) = of_attack(battle.ruleset, battle.view(), Order.of("fire", "a", "r", limb="left_arm"))

    assert said.startswith(f"{best.way} would do more: ")
    assert list(of_attack(battle.ruleset, battle.view(), best.order)) == []


def test_cover_beside_the_end_of_a_way_is_named() -> None:
    """Against the nearest enemy that will see it there; behind cover already nothing is said."""
    battle = position(
        """\
. . . . . . . . R<
. . . . . . . . .
a>. . % . . . . .
. . . . . . . . .""",
        ruleset="d20",
        kind="guard",
    )
    known = battle.view()

    (said,) = of_move(battle.ruleset, known, Order.of("move", "a", ((1, 2), (2, 1))))

    assert "has cover" in said
    assert "against r" in said
    assert said.endswith("here is 0")


def test_out_of_sight_nothing_is_said_of_cover() -> None:
    """Nobody is there to fire."""
    battle = position("a>. . % . . # R<", ruleset="d20", kind="guard")

    assert list(of_move(battle.ruleset, battle.view(), Order.of("move", "a", ((1, 0),)))) == []
