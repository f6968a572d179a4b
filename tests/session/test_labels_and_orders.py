"""The chance at an enemy is that of the attack which a click and the key for fire propose there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.odds.forecast import forecast_order
from skirmish.presentation.odds.hint_kinds import FriendlyFire
from skirmish.presentation.odds.target_chances import (
    Stance,
    TargetChance,
    enemies_near,
    target_chances,
)
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.foresight import best_shot, is_throw, now_allowed
from skirmish.rulesets.registry import RULESETS
from skirmish.session import mouse_input, order_input
from skirmish.session.announcements import Announcements
from skirmish.session.controller import Controller
from skirmish.session.executor import ImmediateExecutor
from skirmish.session.forecast_worker import DraftWork, stance_of
from skirmish.session.mode import Mode
from skirmish.tui.keys import KeyTable
from skirmish.tui.prompt_line import prompt_words
from tests.position import Position, position
from tests.presentation.test_target_chances import moments

GUNS = ("light_pistol", "heavy_pistol", "grenade")
"""The worse one first, and what does more than either at enemies in cover."""


def desk_of(legal: LegalOrders, stance: Stance, labels: Mapping[str, TargetChance]) -> Controller:
    """A player that has chosen a figure whose chances are known."""
    desk = Controller(legal.ruleset, legal.view, KeyTable())
    desk.legal.target_chances[stance] = dict(labels)
    desk.choose(stance.figure)
    return desk


def firing_desk(legal: LegalOrders, labels: Mapping[str, TargetChance]) -> Controller:
    """A player that has prepared fire of a at r."""
    desk = desk_of(legal, Stance("a"), labels)
    desk.cursor = legal.position("r") or (0, 0)
    order_input.verb(desk, "fire")
    return desk


def labels_of(legal: LegalOrders, stance: Stance) -> dict[str, TargetChance]:
    """What stands at the enemies."""
    foes = enemies_near(legal.view, stance.figure)
    found = target_chances(legal.ruleset, legal.view, stance, foes)
    return {one.enemy: one for one in found}


def chance_on(legal: LegalOrders, order: Order, enemy: str) -> Fraction | None:
    """The chance of any effect on an enemy in the odds of an order."""
    odds = legal.order_odds(order)
    assert odds is not None
    return next((one.effect_chance for one in odds.figures if one.name == enemy), None)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_chance_at_an_enemy_is_that_of_the_order_proposed_there(ruleset: str) -> None:
    """By a click, and by the key for fire with the cursor there."""
    compared = 0
    for view in moments(ruleset):
        legal = LegalOrders(RULESETS[ruleset], view)
        for figure in legal.own_figures():
            labels = labels_of(legal, Stance(figure))
            for enemy, label in labels.items():
                tile = legal.position(enemy)
                if label.chance is None or label.later or tile is None:
                    continue
                clicked = desk_of(legal, Stance(figure), labels)
                mouse_input.click(clicked, tile)
                orders = [clicked.draft.order]
                if "fire" in legal.verbs(figure):
                    keyed = desk_of(legal, Stance(figure), labels)
                    keyed.cursor = tile
                    order_input.verb(keyed, "fire")
                    orders.append(keyed.draft.order)
                assert {chance_on(legal, order, enemy) for order in orders} == {label.chance}
                compared += 1
    assert compared


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_key_for_fire_proposes_the_best_attack_that_throws_nothing(ruleset: str) -> None:
    """With the cursor at its figure; what stands at the target then is the chance of that."""
    compared = 0
    for view in moments(ruleset):
        legal = LegalOrders(RULESETS[ruleset], view)
        for figure in legal.own_figures():
            labels = labels_of(legal, Stance(figure))
            best = fired_at(legal, view, figure)
            if "fire" not in legal.verbs(figure) or best is None:
                continue
            desk = desk_of(legal, Stance(figure), labels)
            order_input.verb(desk, "fire")
            order = desk.draft.order
            if order.verb != "fire":  # It does more by another order at every enemy.
                assert order in [one.order for one in labels.values()]
                assert not is_throw(view.state, order)
                continue
            label = labels[best.target]
            if label.order_by("fire"):
                assert legal.attack(order) == legal.attack(best)
            stance = stance_of(desk.legal, desk.draft, figure)
            assert stance is not None
            shown = labels_of(legal, stance)[order.target].chance
            assert shown == chance_on(legal, order, order.target)
            compared += 1
    assert compared


def fired_at(legal: LegalOrders, view: View, figure: str) -> Order | None:
    """The best order to fire of a figure, net of the risk of its own side."""
    allowed = now_allowed(legal.ruleset, view)

    def kept(order: Order) -> bool:
        return order.verb == "fire" and not is_throw(view.state, order) and allowed(order)

    found = (
        best_shot(legal.ruleset, view.state, figure, foe, kept)
        for foe in enemies_near(view, figure)
    )
    best = max(filter(None, found), key=lambda one: one.gain, default=None)
    return None if best is None else best.order


def armed() -> tuple[LegalOrders, dict[str, TargetChance]]:
    """A figure with two guns and a grenade, which does more than either."""
    battle: Position = position(
        "a>. . . . . . . . :.Q<\n. . . . . . . . . :.R<",
        ruleset="dice_pool",
        weapons={"a": GUNS},
    )
    legal = LegalOrders(battle.ruleset, battle.view())
    return legal, labels_of(legal, Stance("a"))


def test_the_better_of_two_guns_is_fired_where_a_grenade_would_do_more() -> None:
    """The key for fire throws nothing, yet it does not begin with the first weapon then."""
    legal, labels = armed()
    desk = desk_of(legal, Stance("a"), labels)
    orders = {one.order.get("weapon") for one in labels.values() if one.order}
    assert orders == {"grenade"}

    order_input.verb(desk, "fire")
    assert desk.draft.order.get("weapon") == "heavy_pistol"


def test_an_attack_that_spares_a_friend_says_so() -> None:
    """The pistol does not reach the friend beside the target; a burst may."""
    battle = position(
        "a>. . c>R<", ruleset="dice_pool", weapons={"a": ("light_pistol", "assault_rifle")}
    )
    legal = LegalOrders(battle.ruleset, battle.view())
    desk = desk_of(legal, Stance("a"), labels_of(legal, Stance("a")))
    order_input.verb(desk, "fire")

    assert desk.draft.order.get("weapon") == "light_pistol"
    words = prompt_words(desk, desk.mode, "").plain
    assert re.search(r"assault rifle would cost the enemy more, but may hit c \d+%", words)
    assert "|  assault rifle may hit c" in prompt_words(desk, desk.mode, "", 78).plain


def test_the_line_names_the_weapon_of_the_chance_at_an_enemy() -> None:
    """Of the one in focus; of all while it is the same; and of a throw, which no key fires."""
    legal, labels = armed()
    desk = desk_of(legal, Stance("a"), labels)
    assert "% at q: hand grenade" in prompt_words(desk, Mode.SELECT, "", 60).plain

    guns = {name: one.unthrown for name, one in labels.items() if one.unthrown}
    desk = desk_of(legal, Stance("a"), guns)
    words = prompt_words(desk, Mode.SELECT, "").plain
    effect = legal.ruleset.outcomes.effect_words
    assert f"% at an enemy: your chance to {effect} (heavy pistol)" in words
    desk.cursor = legal.position("r") or (0, 0)
    assert "% at r: heavy pistol" in prompt_words(desk, Mode.SELECT, "", 60).plain
    burst = Order.of("fire", "a", "r", weapon="heavy_pistol", mode="burst")
    desk = desk_of(legal, Stance("a"), {"r": evolve(guns["r"], order=burst)})
    desk.cursor = legal.position("r") or (0, 0)
    assert "% at r: heavy pistol, burst" in prompt_words(desk, Mode.SELECT, "", 60).plain


def test_an_enemy_that_cannot_be_attacked_any_more_has_no_chance() -> None:
    """BAY-31: not by another, nor by a figure that has fired; the bound before it shows them."""
    battle = position("a>. . . . R<\nc>. . . . Q<", ruleset="opposed_d6", phase="move")
    legal = LegalOrders(battle.ruleset, battle.view())
    assert all(one.later and one.chance for one in labels_of(legal, Stance("a")).values())

    fired = position("a>. . . . R<\nc>. . . . Q<", ruleset="opposed_d6").order("fire a r", (1, 6))
    legal = LegalOrders(fired.ruleset, fired.view())
    shown = {
        name: {foe: one.chance is not None for foe, one in labels_of(legal, Stance(name)).items()}
        for name in ("a", "c")
    }
    assert shown == {"a": {"r": False, "q": False}, "c": {"r": False, "q": True}}


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "opposed_d6"])
def test_a_figure_with_nothing_left_for_an_attack_has_no_chances(ruleset: str) -> None:
    """What it could do in its next bound is not what it can do now."""
    battle = position("a>. . . . R<", ruleset=ruleset)
    view = battle.view()
    legal = LegalOrders(battle.ruleset, view)
    assert any(one.chance for one in labels_of(legal, Stance("a")).values())

    later = battle.order("end")
    while later.state.clock.side == "blue":
        later = later.order("end")
    legal = LegalOrders(later.ruleset, later.view("blue"))
    assert not any(one.chance for one in labels_of(legal, Stance("a")).values())
    assert Shape.FIGURE is legal.target_shape("fire")


def test_a_throw_in_place_of_fire_says_why() -> None:
    """What a click on an enemy proposes is named with the shot that it outdoes."""
    legal, labels = armed()
    desk = desk_of(legal, Stance("a"), labels)
    desk.cursor = legal.position("q") or (0, 0)
    order_input.verb(desk, "fire")

    assert desk.draft.order.get("weapon") == "grenade"
    words = prompt_words(desk, desk.mode, "").plain
    assert re.search(r"costs the enemy more than heavy pistol \(\d+%\)", words)


def test_no_throw_that_may_hit_own_figures_where_a_shot_gains_nearly_as_much() -> None:
    """The shot is chosen, and names the figure that the throw may hit."""
    arms = {"a": ("carbine", "grenade")}
    battles = [
        position(row, ruleset="trait_die", weapons=arms, under={"R": ":"})
        for row in ("a>. . . R<. ", "a>. . . R<c>")
    ]
    alone, beside = (
        labels_of(LegalOrders(one.ruleset, one.view()), Stance("a"))["r"] for one in battles
    )

    assert alone.order is not None
    assert is_throw(battles[0].state, alone.order)
    assert beside.order is not None
    assert beside.order.verb == "fire"
    assert beside.avoided is not None
    assert is_throw(battles[1].state, beside.avoided)
    assert [name for name, _ in beside.endangered] == ["c"]
    assert all(chance > 0 for _, chance in beside.endangered)


def test_a_shot_without_danger_may_gain_half_as_much_as_a_throw_with_it() -> None:
    """A click does not throw a grenade beside the own figure, but does where it is far away."""
    for away, thrown in ((4, False), (8, True)):
        row = f"a>{'. ' * away}:.R<"
        battle = position(row, ruleset="dice_pool", weapons={"a": GUNS})
        label = labels_of(LegalOrders(battle.ruleset, battle.view()), Stance("a"))["r"]
        assert label.order is not None
        assert is_throw(battle.state, label.order) is thrown
        assert label.endangered == () if thrown else dict(label.endangered)["a"] > 0


def test_a_throw_is_not_stronger_than_the_bursts_that_a_phase_allows() -> None:
    """One grenade costs the enemy more than one burst, but not more than both."""
    battle = position(
        "a>. . . . . R<. . c>",
        ruleset="d100",
        kind="recruit",
        weapons={"a": ("assault_rifle", "frag_grenade")},
        under={"R": ":"},
    )
    label = labels_of(LegalOrders(battle.ruleset, battle.view()), Stance("a"))["r"]

    assert label.order is not None
    assert label.order.verb == "fire"
    assert label.avoided is None


def test_an_enemy_that_the_order_in_hand_may_hit_has_the_chance_of_that_order() -> None:
    """AMMO-F18: not that of an attack aimed at it; the panel says the same number."""
    battle = position("a>. . . . R<Q<", ruleset="trait_die", weapons={"a": ("assault_rifle",)})
    legal = LegalOrders(battle.ruleset, battle.view())
    labels = labels_of(legal, Stance("a"))
    desk = firing_desk(legal, labels)
    desk.draft = evolve(desk.draft, target="r", fields=(("mode", "auto"),))
    odds = legal.order_odds(desk.draft.order)
    work = DraftWork(ImmediateExecutor(), Announcements(), print, lambda: None)
    work.request_chances(desk)

    shown = {one.enemy: one.chance for one in work.chances(desk)[0]}

    assert odds is not None
    assert shown == {one.name: one.effect_chance for one in odds.figures}
    assert shown["q"] != chance_on(legal, evolve(desk.draft.order, target="q"), "q")


def test_the_labels_stay_where_the_order_is_only_spelled_otherwise() -> None:
    """The mode that is set may be named or left out."""
    battle = position("a>. . . R<. . Q<", ruleset="d100", weapons={"a": ("assault_rifle",)})
    legal = LegalOrders(battle.ruleset, battle.view())
    labels = labels_of(legal, Stance("a"))
    desk = firing_desk(legal, labels)
    named = desk.draft.order
    assert named.get("mode")
    desk.draft = evolve(desk.draft, fields=named.with_field("mode", "").fields)

    assert desk.draft.order != named
    assert stance_of(desk.legal, desk.draft, "a") == Stance("a")


def test_the_warning_of_own_figures_stands_before_the_order() -> None:
    """In the line of hints, as soon as the forecast of the order has it."""
    legal, labels = armed()
    desk = desk_of(legal, Stance("a"), labels)
    desk.cursor = legal.position("q") or (0, 0)
    order_input.verb(desk, "fire")
    order = desk.draft.order
    hints = (FriendlyFire((("a", Fraction(12, 100)),)),)
    told = forecast_order(legal.ruleset, legal.view, order)
    assert told is not None
    desk.legal.forecasts[order] = evolve(told, hints=hints)

    words = prompt_words(desk, desk.mode, "", 100).plain
    assert words.startswith("it may hit your own a (12%)! enter: ")


def test_the_warning_of_own_figures_stands_before_a_held_action() -> None:
    """Those that its likeliest attack may hit."""
    battle = position("a>. . . b>R<", ruleset="trait_die", kind="trooper")
    legal = LegalOrders(battle.ruleset, battle.view())
    desk = desk_of(legal, Stance("a"), {})
    order_input.verb(desk, "hold")
    order = desk.draft.order
    told = forecast_order(legal.ruleset, legal.view, order)
    assert told is not None
    desk.legal.forecasts[order] = told

    assert prompt_words(desk, desk.mode, "", 100).plain.startswith("it may hit your own b (10%)! ")
