"""What the computer player is told: menace, loss, cost, prospects, modes; and the card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.events import Counted, Hurt
from skirmish.core.orders import Order
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.trait_die.dice import Outcome
from tests.position import Position
from tests.rulesets.trait_die.blocks import scene

DUEL = "a>. . . . R<"


def menace(game: Position) -> Fraction:
    """What a threatens R with."""
    return game.ruleset.estimates.menace(game.state, "a", "r")


def test_menace_is_what_the_best_attack_costs() -> None:
    """At least what any mode at that target is expected to take."""
    game = scene(DUEL)
    lost = []
    for order in game.ruleset.weapon_modes(game.state, "a", "gun", "r").values():
        if order.verb != "fire" or order.get("limb"):
            continue
        chances = game.odds(str(order)).figures["r"]
        lost.append(
            sum(p * game.ruleset.outcomes.loss(game.state, "r", o) for o, p in chances.items())
        )

    assert menace(game) == max(lost)


@pytest.mark.parametrize(
    ("drawing", "threat"), [("a># # R<", False), ("a>" + ". " * 24 + "R<", False), (DUEL, True)]
)
def test_menace_needs_range_and_sight(drawing: str, threat: bool) -> None:
    """And nothing else: it may act and reload first."""
    tired = scene(drawing, counters={"a": {"acts": 3, "shaken": 1}})

    assert (menace(tired) > 0) == threat


def test_the_enemys_menace_does_not_tell_of_his_tokens() -> None:
    """On a view nobody knows them; they are taken to be there."""
    game = scene(DUEL, counters={"R": {"tokens": 0, "rounds_2": 0}})
    known = game.view("blue").state

    full = scene(DUEL).view("blue").state
    assert game.ruleset.estimates.menace(known, "r", "a") == game.ruleset.estimates.menace(
        full, "r", "a"
    )


def test_losses() -> None:
    """Out: all points; a wound: its share; Shaken: a fifth, once."""
    game = scene(DUEL, heroes="R")
    ruled = game.ruleset.outcomes

    assert ruled.loss(game.state, "r", Outcome(True, 0, True, 4)) == 30
    assert ruled.loss(game.state, "r", Outcome(True, 0, True, 1)) == Fraction(30, 8) + 6
    assert ruled.loss(game.state, "r", Outcome(True, 0, True)) == 6
    shaken = game.after(Counted("r", "shaken", 1))
    assert ruled.loss(shaken.state, "r", Outcome(True, 0, True, 1)) == Fraction(30, 8)
    hurt = game.after(Hurt("r", 3))
    assert ruled.loss(hurt.state, "r", Outcome(True, 0, True, 1)) == 30 - Fraction(3 * 30, 8)


def test_costs_and_rest() -> None:
    """AMMO-F5: a third of a bound for an action, all of it to hold; then attacks are left."""
    game = scene(DUEL, counters={"a": {"acts": 1}})
    cost = {text: game.ruleset.cost(game.state, game.line(text)) for text in ("fire a R", "hold a")}

    assert cost == {"fire a R": Fraction(1, 3), "hold a": 1}
    assert game.ruleset.cost(game.state, game.line("move a 0,0>1,0")) == 0
    assert game.ruleset.estimates.budget_left(game.state, "a") == Fraction(2, 3)
    assert (
        game.ruleset.estimates.budget_left(scene(DUEL, counters={"a": {"shaken": 1}}).state, "a")
        == 0
    )
    often = scene(DUEL, counters={"a": {"acts": 4}})
    assert often.rule("fire a R") == "legal"
    assert often.ruleset.estimates.budget_left(often.state, "a") == 0
    given = {order.verb for order in suggested(often.ruleset, often.view(), "a")}
    assert "fire" in given <= {"move", "pose", "fire", "bombard", "strike"}


@pytest.mark.parametrize("text", ["aim a R", "hold a", "reload a", "pose a prone"])
def test_prospects(text: str) -> None:
    """What prepares is worth something where an enemy is in sight, and less than shooting."""
    game = scene(DUEL, counters={"a": {"tokens": 0}})
    worth = game.ruleset.prospect(game.view(), game.line(text))

    assert 0 < worth < menace(game)
    assert game.ruleset.prospect(game.view(), Order.of("move", "a", ((0, 0), (1, 0)))) == 0


def test_modes_are_all_possible() -> None:
    """By short names; only what can be done from there."""
    game = scene("a>. . . . R<Q<", heroes="a")
    modes = game.ruleset.weapon_modes(game.state, "a", "gun", "r")

    assert list(modes)[:3] == ["single shot", "single shot: at the head", "double tap"]
    assert "automatic: over 2 targets" in modes
    assert "rapid attack: 4 dice" in modes
    assert [n for n, order in modes.items() if game.ruleset.impossible(game.state, order)] == []
    assert list(game.ruleset.weapon_modes(game.state, "a", "blade", "r")) == []
    assert list(game.ruleset.weapon_modes(game.state, "a", "bomb", "r")) == ["blast"]


def test_the_card_hides_what_is_its_own() -> None:
    """Traits and wounds are open; tokens, actions and holds are not."""
    game = scene(DUEL, heroes="a").after(Hurt("a", 1)).order("aim a R")
    lines = game.ruleset.card.lines(game.state, game.figure("a"))
    own = {line.label for line in lines if not line.open}

    assert ("state", "wounded, -1 to its rolls") in [
        (line.label, line.value) for line in lines if line.open
    ]
    assert own == {"gun", "bomb", "may move", "actions", "aims at"}
