"""The muster: purchases, loads, what is carried."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from skirmish.ai import Weighed
from skirmish.ai.remarks import Attacked
from skirmish.core.orders import READY, Order
from skirmish.core.setup import DEPLOYMENT, MUSTER
from skirmish.game import Game
from skirmish.presentation.odds.odds_rows import chance_rows
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import chance_words
from skirmish.rulesets.common import slots
from skirmish.rulesets.registry import ruleset
from skirmish.rulesets.trait_die.equipment import burden
from skirmish.tui.panel_lines import blocks_lines
from tests.position import Position
from tests.rulesets.trait_die.blocks import EXTRA, GUN, scene, yard

DEAR = evolve(GUN, cost=600)


def mustering(**about: Any) -> Position:
    """Blue musters; its a is an extra with gun, bomb and blade."""
    game = scene("a>. . R<", **about)
    return game.bound(MUSTER, "blue")


def told(game: Position, *counters: str) -> list[int]:
    """Counters of a."""
    return [game.figure("a").count(name) for name in counters]


def test_the_order_of_things_before_a_battle() -> None:
    """AMMO-F20: muster of both sides, then deployment; without the house rule there is none."""
    game = Game.new(yard(muster=True), 1)
    phases = []
    for _ in range(4):
        phases.append((game.state.clock.phase, game.to_act))
        game.order(game.to_act, Order(READY.name))

    assert phases == [(MUSTER, "red"), (MUSTER, "blue"), (DEPLOYMENT, "red"), (DEPLOYMENT, "blue")]
    assert Game.new(yard(), 1).state.clock.phase == DEPLOYMENT


def test_a_purchase_for_life() -> None:
    """AMMO-15, AMMO-16: 50 rounds for 600 x 10 are Costly (-4), so a total of 8 is needed."""
    game = mustering(weapons={"a": (DEAR,)}).order("buy a ap_rounds", [6, 2])

    assert game.news("tested") == ("tested a purchase lifetime",)
    assert told(game, "ammo", "supply", "purchases") == [1, 1, 1]


@pytest.mark.parametrize(
    ("fields", "faces", "result", "ammo"),
    [
        ("", [5], "mission", 1),
        ("", [6, 1], "month", 1),
        ("", [3], "failed", 0),
        ("supply=month", [6], "month", 1),
        ("supply=mission", [4], "mission", 1),
        ("shorter=leave", [5], "failed", 0),
    ],
)
def test_shorter_supplies(fields: str, faces: list[int], result: str, ammo: int) -> None:
    """AMMO-19, AMMO-20, AMMO-21: one and two levels lower, taken after the roll by policy."""
    game = mustering(weapons={"a": (DEAR,)}).order(f"buy a ap_rounds {fields}".strip(), faces)

    assert game.news("tested") == (f"tested a purchase {result}",)
    assert told(game, "ammo") == [ammo]


@pytest.mark.parametrize(
    ("fields", "had"),
    [("", {"lifetime": 5, "month": 1, "mission": 12}), (" shorter=leave", {"lifetime": 5})],
)
def test_the_odds_of_a_purchase(fields: str, had: dict[str, int]) -> None:
    """AMMO-21: in 36ths for a d6; a shorter supply that the order leaves is not had."""
    game = mustering(weapons={"a": (DEAR,)})
    chances = game.odds(f"buy a ap_rounds{fields}").figures["a"]

    told = {str(getattr(got, "supply")): 36 * chance for got, chance in chances.items()}  # noqa: B009
    assert told == {**had, "failed": 36 - sum(had.values())}


def test_its_player_may_be_asked_about_a_shorter_supply() -> None:
    """AMMO-21."""
    game = mustering(weapons={"a": (DEAR,)}).order("buy a ap_rounds shorter=ask", [5])
    question = game.state.pending.question  # type: ignore[union-attr]

    assert question.options == ("mission", "leave")
    assert told(game.order("answer mission"), "ammo", "supply") == [1, 3]
    assert told(game.order("answer leave"), "ammo", "supply", "purchases") == [0, 0, 1]


def test_a_wild_card_rolls_a_wild_die() -> None:
    """AMMO-F20: beside its purchase die."""
    game = mustering(heroes="a", weapons={"a": (DEAR,)}).order("buy a ap_rounds", [1, 6, 2])

    assert game.news("tested") == ("tested a purchase lifetime",)


def test_an_important_purchase_is_rolled_for_once() -> None:
    """AMMO-17: what is sold by the piece; ammunition by fifties may be tried again."""
    game = mustering().order("buy a extended", [1]).order("buy a tracer supply=mission", [1])

    assert game.rule("buy a extended") == "AMMO-17"
    assert game.rule("buy a tracer") == "legal"
    assert game.order("buy a tracer supply=mission", [1]).rule("buy a tracer") == "AMMO-F20"


def test_price_levels_are_shown() -> None:
    """AMMO-17, AMMO-18: on the card of the own side, with a label on what is important."""
    game = mustering(weapons={"a": (DEAR,)})
    lines = game.ruleset.card.lines(game.state, game.figure("a"))
    sold = {line.label: line.value for line in lines if line.label.startswith("to buy for gun:")}

    assert sold == {
        "to buy for gun: Costly, roll -4": "AP rounds, hollow point, match, caseless",
        "to buy for gun: Expensive, roll -2": "tracer",
        "to buy for gun: Average, roll +0, one try": "extended magazine",
    }
    assert not any(line.open for line in lines if line.label in sold)


def test_rounds_that_pierce_more_say_what_armour_then_is() -> None:
    """AMMO-F21: the weapon's line has its own number alone, which the enemy may read too."""
    game = mustering(weapons={"a": (evolve(DEAR, ap=1),)}).order("buy a ap_rounds", [6, 2])
    lines = game.ruleset.card.lines(game.state, game.figure("a"))
    found = [line for line in lines if "target's armour counts 3 less" in line.value]
    assert [line.open for line in found] == [False]


def test_an_extended_magazine() -> None:
    """AMMO-05, AMMO-06: half as many rounds, half the weight again, filled."""
    game = mustering()
    bought = game.order("buy a extended", [4])

    assert told(bought, "tokens", "extended") == [3, 1]
    assert burden(bought.figure("a")) - burden(game.figure("a")) == GUN.weight / 8
    assert bought.rule("buy a extended") == "AMMO-17"
    assert told(bought.order("load a plain"), "tokens", "extended") == [2, 0]


def test_what_is_carried_is_limited_by_weight() -> None:
    """AMMO-22, AMMO-F22: four tokens an item, up to what the kind may carry."""
    game = mustering(kinds={"a": evolve(EXTRA, si=4)})

    assert burden(game.order("carry a 8").figure("a")) == 4
    assert game.rule("carry a 9") == "AMMO-22"
    assert game.rule("carry a 4") == "?"
    assert game.rule("carry a 0") == "legal"


def test_caseless_rounds_are_lighter() -> None:
    """AMMO-23, AMMO-V16: eight tokens weigh one item instead of two."""
    words = game_words()
    game = mustering(kinds={"a": evolve(EXTRA, si=4)}, counters={"a": {"ammo": words}})

    assert burden(game.order("carry a 8").figure("a")) == 3
    assert game.rule("carry a 16") == "legal"
    heavy = game.order("carry a 16")
    assert heavy.rule("load a standard") == "AMMO-22"
    assert heavy.rule("buy a tracer") == "AMMO-22"


def game_words() -> int:
    """The number of caseless rounds."""
    words = scene("a>R<").state.setup.declared.counters["ammo"].words
    return words.index("caseless")


def test_more_pieces_must_be_bought() -> None:
    """AMMO-07, AMMO-17: then as many as one can carry."""
    game = mustering()
    bought = game.order("buy a standard weapon=bomb", [5])

    assert game.rule("carry a 3 weapon=bomb") == "AMMO-17"
    assert bought.order("carry a 3 weapon=bomb").figure("a").count(slots.name("rounds", 1)) == 3


def test_standard_rounds_come_with_the_weapon() -> None:
    """AMMO-14: they need no purchase."""
    assert mustering().rule("buy a standard weapon=gun") == "AMMO-14"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("buy a slug", "AMMO-F21"),
        ("buy a nonsense", "?"),
        ("buy a extended weapon=bomb", "AMMO-07"),
        ("buy a heat weapon=gun", "AMMO-F21"),
        ("load a plain", "AMMO-F20"),
        ("load a nonsense", "AMMO-F20"),
        ("muster default", "AMMO-F20"),
        ("muster nonsense", "AMMO-F20"),
        ("move a 0,0>1,0", "AMMO-F20"),
        ("end", "?"),
        ("ready", "legal"),
    ],
)
def test_what_may_not_be_ordered(text: str, rule: str) -> None:
    """AMMO-F20, AMMO-F21."""
    assert mustering().rule(text) == rule


def test_nothing_is_bought_in_battle() -> None:
    """AMMO-F20."""
    assert scene("a>. . R<").rule("buy a tracer") == "AMMO-F20"


def test_the_standard_loads() -> None:
    """`muster default` takes them for the whole side."""
    game = mustering().order("carry a 0").order("buy a extended", [4]).order("muster default")

    assert told(game, "tokens", "spare", "extended", "rounds_2") == [2, 4, 0, 2]
    assert game.news("tested") == ("tested a load plain_magazine",)
    assert game.rule("muster default") == "AMMO-F20"


def test_the_enemy_sees_nothing_of_it() -> None:
    """No load, no purchase, no token is in the other side's view, nor learnt as it happens."""
    game = mustering().order("buy a extended", [4])

    assert dict(game.view("red").state.figures["a"].counters) == {}
    assert all("red" not in told.sides for told in game.told if told.event.verb == "counted")


def test_the_ruleset_says_whether_there_is_a_muster() -> None:
    """The house rule."""
    setup = scene("a>R<", rules={"muster": True}).state.setup

    assert ruleset("trait_die").handbook.musters(setup)


def test_the_odds_of_a_purchase_are_its_roll() -> None:
    """AMMO-16, AMMO-20: for life 8 is needed of a d6 that aces, for a month 6, a mission 4."""
    odds = mustering(weapons={"a": (DEAR,)}).odds("buy a ap_rounds").figures["a"]

    assert {out.supply: str(p) for out, p in odds.items()} == {  # type: ignore[attr-defined]
        "lifetime": "5/36",
        "month": "1/36",
        "mission": "1/3",
        "failed": "1/2",
    }


def test_what_nobody_sells_is_barred_at_any_time() -> None:
    """AMMO-F21: odds are asked of purchases before the muster has begun, too."""
    game = scene("a>. . R<")
    barred = game.ruleset.impossible

    assert barred(game.state, game.line("buy a tracer weapon=gun")) is None
    assert str(barred(game.state, game.line("buy a slug"))).startswith("a carries nothing that")
    assert barred(game.state, game.line("buy a tracer weapon=blade")) is not None


def test_odds_of_a_purchase_tell_the_longest_supply_first() -> None:
    """AMMO-19, AMMO-20: failure last."""
    chances = mustering().odds("buy a ap_rounds weapon=gun").figures["a"]

    told = [outcome.supply for outcome in chances]  # type: ignore[attr-defined]
    assert told == ["lifetime", "month", "mission", "failed"]


def test_a_purchase_has_true_odds_in_the_preview_and_in_advice() -> None:
    """AMMO-16, AMMO-20: what it is for, each supply by its chance and number to reach; no harm."""
    game = mustering(weapons={"a": (DEAR,)})
    order = game.line("buy a ap_rounds")
    legal = LegalOrders(game.ruleset, game.view())
    odds = legal.order_odds(order)
    assert odds is not None

    (said,) = odds.rolls
    assert said == (
        "Hard cores that take two more points of armour away (AMMO-F21). "
        "Purchase rolls d6. To have it: 8+ for good, 6+ for a month, 4+ for this mission. "
        "In this battle each of them does the same"
    )
    told = [line.plain for line in blocks_lines(chance_rows(legal.view, odds, full=False), 40)]
    assert " 50%" in told[0]
    assert told[1:] == ["  for good 14%, for a month 3%, for this mission 33%"]
    advised = chance_words(legal, Weighed(order, 0, remark=Attacked(order)))
    assert advised == "a 50%: for good 14%, for a month 3%, for this mission 33%"
