"""Bounds, what lingers, walking, and what a figure does for itself."""

from __future__ import annotations

import pytest

from skirmish.core.events import Struck
from tests.position import field_of
from tests.rulesets.d20.blocks import bomb, duel, gun, man


def test_a_turn_is_both_bounds() -> None:
    """D20-F16, D20-F6: points come back at the start of the own bound; unspent ones are lost."""
    battle = duel("a . . R").order("fire a R", [2])
    over = battle.order("end")

    assert (over.state.clock.turn, over.state.clock.side) == (1, "red")
    assert over.figure("a").count("spent") == 2
    again = over.order("end")
    assert (again.state.clock.turn, again.figure("a").count("spent")) == (2, 0)


def test_bleeding_and_burning() -> None:
    """D20-F13: at the start of each own bound; burning falls by 1, bleeding does not."""
    hurt = {"R": {"bleed": 2, "burn": 2}}
    battle = duel("a . . R", target=man(physical_dt=9, physical_dr=80), counters=hurt)
    once = battle.order("end")
    thrice = once.order("end").order("end").order("end").order("end")

    assert (once.figure("R").damage, once.figure("R").count("burn")) == (4, 1)
    assert (thrice.figure("R").damage, thrice.figure("R").count("bleed")) == (9, 2)


def test_one_may_bleed_to_death() -> None:
    """D20-F16: down at the start of the bound, and everybody is told what of."""
    after = duel("a . . R", target=man(hp=2), counters={"R": {"bleed": 2}}).order("end")

    assert after.figure("R").fate == "downed"
    struck = [told.event for told in after.told if isinstance(told.event, Struck)]
    assert [(event.how, event.sums["damage"]) for event in struck] == [("bleeding", 2)]


def test_a_card_says_that_a_figure_will_bleed_to_death_and_what_a_crippled_limb_does() -> None:
    """D20-F13, D20-F5: only if it bleeds and burns for all that it has left."""
    hurt = {"R": {"bleed": 1, "burn": 1, "left_leg": 9, "head": 9}}
    for hp, dies in ((2, True), (3, False)):
        battle = duel("a . . R", target=man(hp=hp), counters=hurt)
        figure = battle.figure("R")
        lines = battle.ruleset.card.lines(battle.state, figure)
        said = [line.value for line in lines]
        assert any("goes down as its next turn begins" in one for one in said) is dies
        assert "crippled: steps cost double" in said
        assert "crippled: -4 Accuracy, -2 Evasion" in said


def test_half_a_point_of_a_walk_is_shown() -> None:
    """D20-F6: as the refusals count, which name what a step or a shot lacks."""
    battle = duel("a . . R", gun(ap_single=3), counters={"a": {"moved": 11}})
    (budget,) = battle.ruleset.card.budgets(battle.state, battle.figure("a"))
    refused = battle.refusal("fire a R")

    assert (budget.amount(budget.left), budget.amount(budget.full)) == ("2.5", "8")
    assert refused is not None
    assert refused.reason.endswith("; 2.5 are left")


def test_treatment() -> None:
    """D20-F20: 3 points, oneself or a friend beside."""
    hurt = {"a": {"bleed": 1, "embed": 2}, "b": {"burn": 3}}
    battle = duel("a b . . R", counters=hurt, weapons={"b": ()})
    after = battle.order("treat a").order("treat a b")

    assert (after.figure("a").count("bleed"), after.figure("a").count("embed")) == (0, 0)
    assert (after.figure("b").count("burn"), after.figure("a").count("spent")) == (0, 6)
    assert after.rule("treat b") == "D20-F20"
    assert duel("a . b R", counters=hurt, weapons={"b": ()}).rule("treat a b") == "D20-F20"


@pytest.mark.parametrize(("path", "damage"), [("3,0", 0), ("4,0", 4), ("3,1", 4)])
def test_what_is_embedded_tears(path: str, damage: int) -> None:
    """D20-F13: once in a bound, beyond 3 tiles; 2 and a diagonal are 3 and a half."""
    battle = duel(field_of(9, 3), at={"a": (0, 0), "R": (8, 2)}, counters={"a": {"embed": 4}})
    corner = "2,0>" if "," in path and path[-1] == "1" else ""
    after = battle.order(f"move a {corner}{path}")

    assert after.figure("a").damage == damage
    if damage:
        x, y = after.figure("a").tile
        assert after.order(f"move a {x + 1},{y}").figure("a").damage == damage


@pytest.mark.parametrize(("agility", "points"), [(5, 8), (6, 8), (7, 9), (4, 7), (1, 6), (10, 10)])
def test_action_points(agility: int, points: int) -> None:
    """D20-F6: 8 and half of the agility modifier, rounded down."""
    battle = duel(shooter=man(agility=agility))
    lines = {
        line.label: line.value
        for line in battle.ruleset.card.lines(battle.state, battle.figure("a"))
    }

    assert lines["action points"] == f"{points} of {points}"


def test_movement_is_rounded_once() -> None:
    """D20-F6: three diagonal steps are 4.5 tiles, so 5 points; with another one 6."""
    battle = duel(field_of(9, 6), gun(ap_single=4), at={"a": (0, 0), "R": (8, 5)})
    three = battle.order("move a 1,1").order("move a 2,2").order("move a 3,3")

    assert three.figure("a").count("moved") == 9
    assert three.rule("fire a R") == "D20-F6"
    assert battle.order("move a 2,2").rule("fire a R") == "legal"
    assert three.rule("move a 5,5>6,5") == "D20-F6"
    assert three.order("move a 4,4").figure("a").count("moved") == 12


def test_ground_and_legs() -> None:
    """D20-F6, D20-F5: rough twice, difficult three times; a crippled leg, or two, doubles."""
    rough = duel("a o * . R").order("move a 2,0")
    lame = {"a": {"left_leg": 6, "right_leg": 6}}

    assert rough.figure("a").count("moved") == 10
    battle = duel("a . . . . . R", counters=lame)
    assert battle.rule("move a 5,0") == "D20-F6"
    assert battle.order("move a 4,0").figure("a").count("moved") == 16


def test_stun_and_a_crippled_torso_cost_points() -> None:
    """D20-F5, D20-F13: 4 once, 2 in each bound."""
    hurt = {"R": {"stunned": 1, "torso": 10}}
    after = duel("a . . R", counters=hurt).order("end")

    assert (after.figure("R").count("spent"), after.figure("R").count("stunned")) == (6, 0)
    later = after.order("end").order("end")
    assert later.figure("R").count("spent") == 2


def test_turning_and_doors() -> None:
    """D20-F17, D20-F6: turning is free, as often as one likes; a door is two tiles."""
    turned = duel("a + . R").order("turn a N").order("turn a S")

    assert (turned.figure("a").facing.name, turned.figure("a").count("spent")) == ("S", 0)
    assert turned.order("door a 1,0").figure("a").count("moved") == 4


def test_who_is_thrown_down_on_the_way_must_stand_up() -> None:
    """D20-F18, D20-F6: the walk ends there; standing up costs 2 of what is left."""
    lane = duel("a>. . . . . R", gun(knockdown=True)).order("overwatch a").order("end")
    down = lane.order("move r 3,0", [19, 18])

    assert (down.figure("R").tile, down.figure("R").posture) == ((6, 0), "prone")
    assert down.rule("move r 5,0") == "D20-F18"
    assert down.order("pose r standing").figure("R").count("spent") == 2


def test_postures_cost_two_points() -> None:
    """D20-F6: lying down and standing up."""
    battle = duel().order("pose a prone")

    assert (battle.figure("a").posture, battle.figure("a").count("spent")) == ("prone", 2)
    assert battle.rule("pose a prone") == "?"
    assert battle.rule("pose a sitting") == "D20-F6"


def test_reloading() -> None:
    """D20-F15: 2 points, and the magazine is full."""
    battle = duel(counters={"a": {"rounds": 3}}).order("reload a")

    assert (battle.figure("a").count("rounds"), battle.figure("a").count("spent")) == (40, 2)
    assert battle.rule("reload a") == "D20-F15"


@pytest.mark.parametrize("account", ["rounds", "tokens"])
def test_each_weapon_has_a_magazine_of_its_own(account: str) -> None:
    """AMMO-01: an empty gun leaves the other one as it was."""
    other = gun(id="other", name="other")
    battle = duel(
        "a . . R", gun(), other, rules={"ammunition": account}, counters={"a": {account: 1}}
    )
    dry = battle.order("fire a R", [3])

    assert dry.figure("a").count(account) == 0
    assert dry.rule("fire a R") in ("AMMO-A4", "D20-A11")
    assert dry.rule("fire a R weapon=other") == "legal"


def test_tokens() -> None:
    """AMMO-08, AMMO-A4, AMMO-V2, D20-F21: a single shot depletes on 1 to 3, a burst on 1 to 8."""
    arm = gun(fire_rate=1, magazine=41)
    rules = {"ammunition": "tokens"}
    battle = duel("a . . R", arm, rules=rules)

    assert battle.figure("a").count("tokens") == 3
    assert battle.order("fire a R", [3]).figure("a").count("tokens") == 2
    assert battle.order("fire a R", [4]).figure("a").count("tokens") == 3
    assert battle.order("fire a R mode=burst", [8, 1]).figure("a").count("tokens") == 2
    assert battle.order("fire a R mode=burst", [9, 1]).figure("a").count("tokens") == 3
    dry = duel("a . . R", arm, rules=rules, counters={"a": {"tokens": 1}}).order("fire a R", [3])
    assert dry.rule("fire a R") == "AMMO-A4"
    assert dry.order("reload a").figure("a").count("tokens") == 3


def test_explosives_are_counted_one_by_one() -> None:
    """AMMO-07: with tokens too."""
    battle = duel("a . . . R", bomb(), rules={"ammunition": "tokens"})

    assert battle.order("bombard a 4,0", [20]).figure("a").count("rounds") == 2
