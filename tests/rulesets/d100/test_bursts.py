"""Modes of fire: two shots of an action, bursts, and fire split over several targets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from attrs import evolve

from skirmish.core.orders import Order
from skirmish.presentation.figure_rows import gauge_rows
from tests.position import Position
from tests.rulesets.d100.blocks import (
    BURST,
    FULL,
    SEMI,
    SOLDIER,
    scene,
    target,
)


def test_two_shots_of_one_action() -> None:
    """EP-F12, EP-F13: separate orders; a second target is 20 harder, the same is not."""
    game = scene("a . . . R\n. . . . Q", weapons={"a": (SEMI,)})
    once = game.order("fire a R", faces=[99])
    assert [target(once, f"fire a {who}") for who in "RQ"] == [60, 40]
    twice = once.order("fire a Q", faces=[99])
    assert twice.rule("fire a Q") == "EP-F6"
    assert twice.figure("a").count("rounds") == 58


def test_the_shot_left_of_an_action_stands_beside_its_budget() -> None:
    """EP-F6: all of the action is spent, and yet it may fire once more."""
    game = scene("a . . . R", weapons={"a": (SEMI,)})
    once = game.order("fire a R", faces=[99])
    twice = once.order("fire a R", faces=[99])

    def actions(at: Position) -> list[str]:
        rows = gauge_rows(at.ruleset, at.view("blue"), at.figure("a"))
        return [row.value for row in rows if row.label == "actions"]

    assert [actions(at) for at in (game, once, twice)] == [
        ["3 of 3"],
        ["0 of 3 and 1 shot"],
        ["0 of 3"],
    ]


def test_a_target_that_went_down_was_attacked_all_the_same() -> None:
    """EP-F13: the next one is 20 harder."""
    weak = evolve(SOLDIER, id="weak", dur=1)
    game = scene("a . . . R\n. . . . Q", weapons={"a": (SEMI,)}, kinds={"R": weak})
    once = game.order("fire a R", faces=[30, 99, 10, 10])
    assert once.figure("r").fate == "downed"
    assert target(once, "fire a Q") == 40


def test_a_second_shot_is_with_the_same_weapon() -> None:
    """EP-F12: the action that has begun is that weapon's."""
    other = evolve(SEMI, id="other")
    game = scene("a . . . R", weapons={"a": (SEMI, other)}).order("fire a R", faces=[99])
    assert game.rule("fire a R weapon=other") == "EP-F6"
    assert game.rule("fire a R") == "legal"


def test_a_burst_is_easier_or_heavier() -> None:
    """EP-F12: +10 or a d10 for three rounds, +30 or three d10 for ten."""
    for weapon, easier, heavier in ((BURST, 10, 1), (FULL, 30, 3)):
        game = scene("a . . . R", weapons={"a": (weapon,)})
        assert target(game, "fire a R") == 60 + easier
        assert target(game, "fire a R bonus=damage") == 60
        assert target(game, "fire a R bonus=damage", "damage dice") == 2 + heavier
    assert scene("a . . . R").rule("fire a R bonus=damage") == "EP-F12"


def test_a_burst_over_two_targets() -> None:
    """EP-F13: on tiles that touch, no bonus, 20 less for the second."""
    game = scene("a . . . R\n. . . . Q\n. . . . .\n. . . . P", weapons={"a": (BURST,)})
    lines = game.odds("fire a R also=q").modifiers
    found = {
        name: sum(line.value for line in lines if (line.on, line.figure) == ("attack", name))
        for name in "rq"
    }
    assert found == {"r": 60, "q": 40}
    assert game.rule("fire a R also=p") == "EP-F13"
    assert game.rule("fire a R also=p+q") == "EP-F13"
    assert game.rule("fire a R also=q bonus=damage") == "EP-F12"
    after = game.order("fire a R also=q", faces=[99, 99])
    assert after.figure("a").count("rounds") == 57


def test_a_split_burst_takes_the_whole_action() -> None:
    """EP-F12, EP-F13: two bursts at one target each, or one at two."""
    game = scene("a . . . R\n. . . . Q", weapons={"a": (BURST,)})
    split = game.order("fire a R also=q", faces=[99, 99])
    once = game.order("fire a R", faces=[99])
    assert split.rule("fire a R") == "EP-F6"
    assert (once.rule("fire a R"), once.rule("fire a R also=q")) == ("legal", "EP-F13")
    cost = game.ruleset.cost
    assert cost(game.state, game.line("fire a R also=q")) == 1
    assert cost(once.state, once.line("fire a R")) == Fraction(1, 2)
    last = scene("a . . . R", weapons={"a": (BURST,)}, counters={"a": {"rounds": 5}})
    assert cost(last.state, last.line("fire a R")) == 1


def test_full_automatic_over_three_targets() -> None:
    """EP-F13: each beside another; the third is 40 harder."""
    game = scene("a . . . R\n. . . . Q\n. . . . P", weapons={"a": (FULL,)})
    lines = game.odds("fire a R also=p+q").modifiers
    further = [line.value for line in lines if line.name == "further target"]
    assert further == [-20, -40]
    assert game.rule("fire a R also=p") == "EP-F13"
    after = game.order("fire a R also=p+q", faces=[99, 99, 99])
    assert (after.figure("a").count("rounds"), after.rule("fire a R")) == (50, "EP-F6")


def test_a_weapon_fires_in_the_mode_it_is_set_to() -> None:
    """EP-F18: odds may be asked for any; to fire so takes a quick action first (EP-F6)."""
    game = scene("a . . . R", weapons={"a": (BURST,)})
    assert game.odds("fire a R mode=full").figures
    assert game.rule("fire a R mode=full") == "EP-F18"
    after = game.order("mode a full")
    assert after.rule("fire a R") == "EP-F6"
    assert target(after, "fire a R") == 90
    assert game.rule("fire a R mode=single") == "EP-F12"
    assert game.rule("mode a burst") == "EP-F18"


def test_nothing_that_may_be_fired_is_missing_from_the_families() -> None:
    """Every target, bonus and set of further targets that is legal can be drawn, and no other."""
    drawing = "a . . R P\n. . . Q .\n. . # . .\nb . O # M"
    game = scene(drawing, weapons={"a": (FULL,)}, counters={"a": {"rounds": 30}})
    foes = "rpqom"
    others = ["+".join(some) for size in (1, 2, 3) for some in combinations(sorted(foes), size)]
    texts = [
        Order.of("fire", "a", foe, bonus=bonus, also=also)
        for foe in (*foes, "b")
        for bonus in ("", "damage")
        for also in ("", *others)
    ]
    legal = {str(order) for order in texts if game.refusal(str(order)) is None}
    drawn: set[str] = set()
    for family in game.ruleset.options(game.view("blue"), "a"):
        if family.verb != "fire" or family.target is None:
            continue
        fields = {name: ("", *domain.every()) for name, domain in family.fields}
        fields.pop("mode")
        for foe in family.target.every():
            for said in product(*fields.values()):
                order = Order.of("fire", "a", foe, **dict(zip(fields, said, strict=True)))
                drawn.add(str(order.with_field("bonus", order.get("bonus").replace("hit", ""))))
    assert drawn == legal
