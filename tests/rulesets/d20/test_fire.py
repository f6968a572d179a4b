"""Shots, bursts and blows in play: what they cost, what they add up from, what they leave."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from skirmish.presentation.figure_status import condition_words
from skirmish.rulesets.attack import Modifier
from skirmish.rulesets.d20.dice import Harm
from skirmish.rulesets.d20.kinds import LIMBS, Weapon
from tests.position import Position
from tests.rulesets.d20.blocks import FISTS, bomb, duel, gun, man

RIFLE = gun(fire_rate=2, burst_penalty=3, two_handed=True)
MISSES = [2, 2, 2]


def adds(battle: Position, order: str, on: str = "Accuracy") -> Mapping[str, int]:
    """The lines of an order's breakdown that belong to one sum, by name."""
    return {line.name: line.value for line in battle.odds(order).modifiers if line.on == on}


def total(battle: Position, order: str, on: str = "Accuracy") -> int:
    """What these lines add up to."""
    return sum(adds(battle, order, on).values())


def test_a_burst_pays_rounds_and_points_though_it_misses() -> None:
    """D20-V16, D20-05, D20-06, D20-29, D20-A13: FR 2 is three shots, 3 rounds, its points."""
    after = duel("a . . R", RIFLE).order("fire a R mode=burst", MISSES)

    assert after.news("struck") == (
        "struck r missed source=a how=burst sums=shots:3+hits:0+damage:0",
    )
    assert (after.figure("a").count("spent"), after.figure("a").count("rounds")) == (3, 37)
    assert after.figure("R").counters == duel("a . . R", RIFLE).figure("R").counters


def test_a_gatling_pays_its_multiplier() -> None:
    """D20-V2, D20-34: nine shots of four bullets take 36 rounds; one shot four."""
    mini = gun(fire_rate=8, gatling=4, magazine=40)

    burst = duel("a . . R", mini).order("fire a R mode=burst", [2] * 9)
    single = duel("a . . R", mini).order("fire a R", [2])

    assert (burst.figure("a").count("rounds"), single.figure("a").count("rounds")) == (4, 36)
    assert burst.rule("fire a R mode=burst") == "D20-A11"


def test_no_burst_without_a_fire_rate() -> None:
    """D20-V13, D20-04: a burst is refused."""
    assert duel().rule("fire a R mode=burst") == "D20-04"


@pytest.mark.parametrize(("weapon", "other"), [(FISTS, "strike"), (bomb(), "bombard")])
def test_a_figure_without_a_gun_is_told_what_it_can_attack_with(weapon: Weapon, other: str) -> None:
    """The rule on bursts is not the reason."""
    refused = duel("a . . R", weapon).refusal("fire a R")

    assert str(refused) == f"a has no weapon to fire at a figure: use '{other}'"


@pytest.mark.parametrize("order", ["fire a R", "fire a R limb=head"])
def test_what_fires_bursts_only_need_not_be_told_to(order: str) -> None:
    """D20-F6: without a mode the order is a burst; the odds and the price are those of one."""
    only = duel("a . . R", gun(fire_rate=1, ap_single=0, ap_burst=4))
    assert only.refusal(order) is None
    assert only.odds(order).figures == only.odds(f"{order} mode=burst").figures


@pytest.mark.parametrize(
    ("order", "left", "said"),
    [
        ("fire a R", 4, "a burst costs 6 AP; 4 are left (D20-05)"),
        ("fire a R mode=burst", 1, "a burst costs 6 AP; 1 is left (D20-05)"),
        ("fire a R mode=burst limb=head", 6, "a called burst costs 7 AP; 6 are left (D20-49)"),
        ("fire a R limb=head", 6, "a called burst costs 7 AP; 6 are left (D20-49)"),
        ("overwatch a", 0, "a burst costs 6 AP; none are left (D20-F10)"),
        ("overwatch a mode=burst", 4, "a burst costs 6 AP; 4 are left (D20-F10)"),
    ],
)
def test_a_weapon_for_bursts_says_first_that_the_points_are_short(
    order: str, left: int, said: str
) -> None:
    """D20-05, D20-49: whatever mode was asked, the mode is no use without the points."""
    only = gun(fire_rate=1, ap_single=0, ap_burst=6)
    battle = duel("a>. . R", only, counters={"a": {"spent": 8 - left}})

    assert str(battle.refusal(order)).startswith(said)


def test_a_called_single_shot_names_the_rule_of_single_shots() -> None:
    """D20-F4: D20-47 and D20-49 are about bursts."""
    battle = duel("a . . R", gun(fire_rate=1))
    short = duel("a . . R", gun(ap_single=8))

    def rule(order: str) -> set[str]:
        return {line.rule for line in battle.odds(order).modifiers if line.name == "head"}

    assert rule("fire a R limb=head") == {"D20-F4"}
    assert rule("fire a R mode=burst limb=head") == {"D20-47"}
    assert short.rule("fire a R limb=head") == "D20-F4"


def test_the_odds_of_a_called_burst_say_which_shot_is_called() -> None:
    """D20-47, D20-A8: the first; not of a single shot, nor of a burst without a call."""
    battle = duel("a . . R", gun(fire_rate=1))

    assert battle.odds("fire a R mode=burst limb=head").rolled.startswith("only the first shot")
    assert not battle.odds("fire a R limb=head").rolled
    assert not battle.odds("fire a R mode=burst").rolled


def test_the_surcharge_of_a_called_burst() -> None:
    """D20-V14, D20-49, D20-46: a burst of 8 AP can be paid, and not with a call on top."""
    dear = duel("a . . R", gun(fire_rate=1, ap_burst=8))
    cheap = duel("a . . R", gun(fire_rate=1, ap_burst=7))

    assert dear.rule("fire a R mode=burst") == "legal"
    assert dear.rule("fire a R mode=burst limb=head") == "D20-49"
    assert cheap.order("fire a R mode=burst limb=head", [2, 2]).figure("a").count("spent") == 8


def test_what_accuracy_is_made_of() -> None:
    """D20-V15, D20-07, D20-08, D20-10: attribute, skill, burst penalty, recoil."""
    shooter = man(agility=7, guns=4)
    battle = duel("a . . R", RIFLE, shooter=shooter, counters={"a": {"bursts": 1}})

    assert adds(battle, "fire a R mode=burst") == {
        "agility": 2,
        "guns": 4,
        "burst": -3,
        "recoil": -4,
    }
    assert total(battle, "fire a R mode=burst") + 9 == 8


@pytest.mark.parametrize(
    ("first", "then", "recoil"),
    [
        (["mode=burst"], "", -4),  # D20-V4
        (["mode=burst"], "mode=burst", -4),  # D20-V5
        (["mode=burst", "mode=burst"], "", -8),  # D20-V6
        ([""], "mode=burst", 0),  # D20-V7
        (["mode=burst", ""], "", -4),  # D20-V8
        ([], "mode=burst", 0),
    ],
)
def test_recoil(first: list[str], then: str, recoil: int) -> None:
    """D20-36, D20-37, D20-38, D20-40: -4 for each burst before, none for single shots."""
    battle = duel("a . . R", gun(fire_rate=1, burst_penalty=0))
    for mode in first:
        battle = battle.order(f"fire a R {mode}", [2, 2] if mode else [2])

    assert adds(battle, f"fire a R {then}").get("recoil", 0) == recoil


def test_recoil_is_gone_in_the_next_turn() -> None:
    """D20-V3, D20-39: it lasts through the enemy's bound, and not into the next own one."""
    battle = duel("a . . R", gun(fire_rate=1)).order("fire a R mode=burst", [2, 2]).order("end")
    assert battle.figure("a").count("bursts") == 1

    assert battle.order("end").figure("a").count("bursts") == 0


@pytest.mark.parametrize(
    ("away", "best", "perception", "costs"),
    [
        (10, "close", 5, 0),
        (11, "close", 5, -5),
        (20, "close", 5, -5),
        (21, "close", 5, -10),
        (31, "close", 5, -15),
        (31, "medium", 5, -10),
        (31, "long", 8, -2),
        (11, "close", 10, 0),
        (21, "close", 10, -5),
        (11, "close", 1, -5),
    ],
)
def test_range_bands(away: int, best: str, perception: int, costs: int) -> None:
    """D20-F8, D20-11: -5 a band beyond the best, softened by perception, never a bonus."""
    weapon = gun(best=best)
    battle = duel("", weapon, shooter=man(perception=perception), at={"a": (0, 0), "R": (away, 0)})

    assert adds(battle, "fire a R").get("range", 0) == costs


def test_beyond_extreme_range_and_out_of_sight() -> None:
    """D20-F8: refused in words of their own; walls stop a shot."""
    far = duel("", at={"a": (0, 0), "R": (41, 0)})

    assert far.rule("fire a R") == "D20-F8"
    assert duel("a # . R").rule("fire a R") == "?"


@pytest.mark.parametrize(
    ("drawing", "evasion"), [("a . . R", 10), ("a . o R", 12), ("a . : R", 14), ("a . & R", 14)]
)
def test_cover(drawing: str, evasion: int) -> None:
    """D20-F7: half cover 2, full cover and fortification 4."""
    assert total(duel(drawing), "fire a R", "Evasion") == evasion


def test_evasion_of_size_agility_and_lying_down() -> None:
    """D20-F1, D20-F7: size and agility count; prone +2 beyond 5 tiles, -2 up to 5."""
    battle = duel("a . . R", target=man(agility=8, size=-2))

    assert total(battle, "fire a R", "Evasion") == 11
    for away, evasion in ((5, 8), (6, 12)):
        lying = duel("", at={"a": (0, 0), "R": (away, 0)}).bound("act", "red")
        lying = lying.order("pose r prone").bound("act", "blue")
        assert total(lying, "fire a R", "Evasion") == evasion


def test_aim() -> None:
    """D20-F9: +2 twice, for every shot of the next attack, lost with it and by moving."""
    aimed = duel("a . . R", RIFLE).order("aim a").order("aim a")

    assert adds(aimed, "fire a R mode=burst")["aim"] == 4
    assert aimed.rule("aim a") == "D20-F9"
    assert aimed.order("fire a R", [2]).figure("a").count("aim") == 0
    assert aimed.order("move a 1,0").figure("a").count("aim") == 0


def test_a_called_shot_costs_accuracy() -> None:
    """D20-F4, D20-47: -3, -6, -9; of a burst on the first shot alone."""
    battle = duel("a . . R", RIFLE)

    assert [adds(battle, f"fire a R limb={limb}")[limb.replace("_", " ")] for limb in LIMBS] == [
        *(-9, -3, -6, -6, -6, -6)
    ]
    burst = "fire a R mode=burst limb=head"
    assert total(battle, burst, "first shot") == total(battle, burst, "later shots") - 9


def test_damage_goes_to_hit_points_and_limbs() -> None:
    """D20-24, D20-12: a hit in the torso, a hit in the head."""
    after = duel("a . . R", gun(fire_rate=1)).order("fire a R mode=burst", [19, 19, 13, 20])
    target = after.figure("R")

    assert (target.damage, target.count("torso"), target.count("head")) == (8, 4, 4)


def test_who_has_no_hit_points_left_is_down() -> None:
    """D20-F16: out of the battle, with all that hangs on it."""
    after = duel("a . . R", target=man(hp=4)).order("fire a R", [19, 13])

    assert after.figure("R").fate == "downed"


def test_crippled_limbs() -> None:
    """D20-F5: -4 for each arm and the head, Evasion 2 less; no burst of a two-handed gun."""
    hurt = {"left_arm": 6, "right_arm": 6, "head": 5}
    battle = duel("a . . R", RIFLE, counters={"a": hurt, "R": {"head": 5}})

    assert adds(battle, "fire a R") == {"left arm": -4, "right arm": -4, "head": -4}
    assert total(battle, "fire a R", "Evasion") == 8
    card = battle.ruleset.card.facts(battle.state, battle.figure("R"))
    shown = next(line.value for line in card if line.label == "Evasion")
    assert shown == "8 (-2 crippled head), more in cover"
    assert battle.rule("fire a R mode=burst") == "D20-F5"


@pytest.mark.parametrize(
    ("hurt", "rule"),
    [
        ({"left_arm": 6}, "D20-F5"),
        ({"right_arm": 6}, "D20-F5"),
        ({"left_arm": 5, "right_arm": 5, "head": 5}, "legal"),
    ],
)
def test_one_crippled_arm_forbids_a_two_handed_burst(hurt: dict[str, int], rule: str) -> None:
    """D20-F5: an arm of 20 hit points is crippled by 6; single shots and other limbs are free."""
    battle = duel("a . . R", RIFLE, counters={"a": hurt})

    assert battle.rule("fire a R mode=burst") == rule
    assert battle.rule("fire a R") == "legal"


def test_a_roster_says_what_is_crippled() -> None:
    """D20-F5: in a word, where the number of hurts says nothing."""
    battle = duel("a . . R", counters={"R": {"left_arm": 6, "right_leg": 2}})
    view = battle.view("blue")

    told = condition_words(view, view.state.figures["r"], battle.ruleset)
    assert told == ("left arm crippled", "right leg hurt 2 of 6")


def test_a_limb_is_crippled_by_a_called_shot() -> None:
    """D20-24, D20-F5: at its threshold; what is over is not counted."""
    after = duel("a . . R", gun(damage_bonus=9)).order("fire a R limb=left_leg", [19])

    assert after.figure("R").count("left_leg") == 6
    assert "struck r crippled how=left_leg" in after.news()
    assert duel("a . . R").odds("fire a R limb=left_leg").figures.keys() == {"r"}


@pytest.mark.parametrize("effect", ["bleed", "burn", "embed"])
def test_effects_come_once_and_the_higher_stays(effect: str) -> None:
    """D20-V17, D20-25, D20-26, D20-F13: three hits of four bleed 2, never less."""
    weapon = gun(fire_rate=3, damage_bonus=1, **{effect: 2})
    battle = duel("a . . R", weapon)
    faces = [19, 2, 19, 19, 13, 13, 13]

    assert battle.order("fire a R mode=burst", faces).figure("R").count(effect) == 2
    worse = duel("a . . R", weapon, counters={"R": {effect: 5}})
    assert worse.order("fire a R mode=burst", faces).figure("R").count(effect) == 5
    assert battle.order("fire a R mode=burst", [2] * 4).figure("R").count(effect) == 0


def test_effects_come_though_dr_leaves_nothing() -> None:
    """D20-A12: at least one hit."""
    after = duel("a . . R", gun(bleed=2), target=man(physical_dr=100))

    assert after.order("fire a R", [19, 13]).figure("R").count("bleed") == 2


def test_dt_of_the_type_of_damage() -> None:
    """D20-19: energy against energy armour."""
    target = man(physical_dt=3, energy_dt=1)
    physical = duel("a . . R", target=target).order("fire a R", [19, 13])
    energy = duel("a . . R", gun(damage_type="energy"), target=target)

    assert (physical.figure("R").damage, energy.order("fire a R", [19, 13]).figure("R").damage) == (
        1,
        3,
    )


def test_a_stunned_figure_attacks_nobody() -> None:
    """D20-F22: and sees nothing for its side."""
    after = duel("a . . R", gun(stun=True)).order("fire a R", [19, 13]).order("end")

    assert after.figure("R").count("stunned") == 0  # its bound has begun
    assert after.figure("R").count("spent") == 4
    stunned = duel("a . . R", counters={"a": {"stunned": 1}})
    assert stunned.view().state.known["blue"].seen == 0
    assert stunned.barred("fire a R") is not None


def test_a_knockdown_lays_prone() -> None:
    """D20-F18: standing up costs 2 of the next bound."""
    after = duel("a . . R", gun(knockdown=True)).order("fire a R", [19, 13]).order("end")

    assert after.figure("R").posture == "prone"
    assert after.rule("move r 2,0") == "D20-F18"
    assert after.order("pose r standing").figure("R").count("spent") == 2


def test_a_blow() -> None:
    """D20-F14: strength and melee skill, 3 points, no range nor cover, beside only."""
    battle = duel("a R", gun(), FISTS, shooter=man(strength=7, melee=3))

    assert adds(battle, "strike a R") == {"strength": 2, "melee": 3}
    after = battle.order("strike a R", [19, 13])
    assert (after.figure("R").damage, after.figure("a").count("spent")) == (2, 3)
    assert duel("a . R", FISTS).rule("strike a R") == "D20-F14"
    assert battle.rule("strike a R weapon=gun") == "D20-F14"
    assert battle.order("strike a R limb=head", [19]).figure("R").count("head") == 2


def test_a_thrown_knife_is_gone() -> None:
    """D20-F6, D20-F15: 4 points whatever the weapon says, one piece less, and no reloading."""
    knives = gun(id="knives", skill="melee", thrown=True, magazine=2)
    after = duel("a . . R", knives, counters={"a": {"rounds": 2}}).order("fire a R", [2])

    assert (after.figure("a").count("spent"), after.figure("a").count("rounds")) == (4, 1)
    assert after.rule("reload a") == "D20-F15"


def test_who_attacks_turns() -> None:
    """D20-F17: shooting needs no facing."""
    after = duel("a^. . R").order("fire a R", [2])

    assert after.figure("a").facing.name == "E"


def test_the_breakdown_shows_the_armour() -> None:
    """D20-19, D20-23: DT and DR of the target, each a sum of its own."""
    lines = duel("a . . R", target=man(physical_dt=2, physical_dr=20)).odds("fire a R").modifiers

    assert Modifier("armour", "r", "off each hit", 2, "D20-19") in lines
    assert Modifier("armour in percent", "r", "off the rest", 20, "D20-23") in lines


def test_view_and_truth_have_the_same_numbers() -> None:
    """A direct attack is the same on the view as on the truth, for every weapon and mode."""
    battle = duel("a . o R", RIFLE, FISTS, counters={"R": {"aim": 2, "head": 5}})
    rules = battle.ruleset
    for order in rules.weapon_modes(battle.state, "a", "gun", "r").values():
        seen, true = rules.attack(battle.view().state, order), rules.attack(battle.state, order)
        assert seen == true is not None


def test_a_rolled_burst_is_what_the_odds_say() -> None:
    """D20-03: the odds of the order hold what is rolled."""
    battle = duel("a . . R", RIFLE, target=man(physical_dt=1, physical_dr=10))
    after = battle.order("fire a R mode=burst", [19, 19, 2, 13, 5])
    lost = after.figure("R").damage

    assert battle.odds("fire a R mode=burst").figures["r"][Harm(2, lost)] > 0
