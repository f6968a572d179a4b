"""What the computer takes along: purchases and tokens by what they are worth in a battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import evolve

from skirmish.core.orders import Order
from skirmish.core.setup import MUSTER
from skirmish.rulesets.engine import suggested
from tests.position import Position
from tests.rulesets.trait_die.blocks import EXTRA, scene


def mustering(armour: int = 0, **about: Any) -> Position:
    """Blue musters; its a is an extra with gun, bomb and blade, among others as well armoured."""
    kind = evolve(EXTRA, armour=armour)
    return scene("a>. . R<", kinds={"a": kind, "R": kind}, **about).bound(MUSTER, "blue")


def worth(game: Position, text: str) -> Fraction:
    """What an order of the muster is worth."""
    return game.ruleset.prospect(game.view(), game.line(text))


def bought(game: Position) -> list[Order]:
    """What a is offered to buy for its gun."""
    found = suggested(game.ruleset, game.view(), "a")
    return [order for order in found if order.verb == "buy" and order.get("weapon") == "gun"]


def test_rounds_are_bought_for_whom_they_are_meant() -> None:
    """Armour piercing for an armoured enemy, hollow points for one without; one kind is offered."""
    armoured, bare = mustering(armour=6), mustering()
    hard, soft = "buy a ap_rounds weapon=gun", "buy a hollow_point weapon=gun"

    assert [order.target for order in bought(armoured)] == ["ap_rounds"]
    assert worth(armoured, hard) > worth(armoured, soft) == 0
    assert worth(bare, soft) > worth(bare, hard) == 0


def test_a_shorter_supply_is_had_more_easily() -> None:
    """AMMO-19, AMMO-20: what lasts for one battle is as good, and the roll is easier."""
    game = mustering(armour=6)

    short = worth(game, "buy a ap_rounds supply=mission weapon=gun")
    assert short >= worth(game, "buy a ap_rounds weapon=gun") > 0


def test_what_cannot_be_bought_is_worth_nothing() -> None:
    """A blade takes no rounds; nobody pays for them."""
    assert worth(mustering(), "buy a ap_rounds weapon=blade") == 0


def test_tokens_are_carried_as_far_as_they_can_be_fired() -> None:
    """AMMO-22: more for who has few; nothing for who could never use them up."""
    poor = mustering(counters={"a": {"spare": 0}})
    more = worth(poor, "carry a 4 weapon=gun")

    assert more > worth(poor, "carry a 1 weapon=gun") > 0
    assert worth(poor, "carry a 15 weapon=gun") == worth(poor, "carry a 16 weapon=gun")
    offered = suggested(poor.ruleset, poor.view(), "a")
    assert "carry" in {order.verb for order in offered}


def test_all_that_is_offered_is_legal_and_gains() -> None:
    """In the muster as anywhere."""
    game = mustering(armour=4)
    offered = suggested(game.ruleset, game.view(), "a")

    assert offered
    assert [game.ruleset.refusal(game.view(), order) for order in offered] == [None] * len(offered)
    assert min(game.ruleset.prospect(game.view(), order) for order in offered) > 0
