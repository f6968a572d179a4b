"""Which numbered rules orders apply, and that what is shipped can meet the rarest of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files

import pytest

from skirmish.game import opening_of
from skirmish.rulesets.d20.budget import full
from skirmish.rulesets.d20.figures import weapons_of
from skirmish.rulesets.engine import carry_out
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import find, load, shipped
from tests.position import Position, Thrown, position
from tests.rulesets.d20.blocks import FISTS, bomb, duel, gun, man
from tests.rulesets.d20.test_overwatch import watched

RULES = ruleset("d20")
BURSTS = gun(fire_rate=2, burst_penalty=3)


def met(battle: Position, order: str, faces: Sequence[int] = ()) -> Mapping[str, int]:
    """How often an order applies each rule."""
    line, dice = battle.line(order), Thrown(faces)
    done = carry_out(battle.ruleset, battle.state, battle.acting, line, dice)
    dice.check_used_up()
    return done.rules


def test_every_rule_that_is_no_description_is_named_in_the_code() -> None:
    """By a citation or a modifier; what only describes by neither."""
    folder = files("skirmish.rulesets.d20")
    code = [f for f in folder.iterdir() if f.name.endswith(".py")]
    text = "".join(f.read_text("utf-8") for f in code)
    named = set(re.findall(r'"(D20-\w+)"', text))
    applied = {said.id for said in RULES.statements.values() if not said.descriptive}

    assert named == applied
    assert set(RULES.statements) - applied == {"D20-02", "D20-09", "D20-27", "D20-35"}


CASES = {
    "a burst that misses": ("fire a R mode=burst", [2, 2, 2], "06 A13", "18 A3 40"),
    "a natural 1 first": ("fire a R mode=burst", [1, 2, 2], "A3 F2", "A2"),
    "a later natural 20": ("fire a R mode=burst", [2, 20, 2, 13], "A2 18 12", "13 15"),
    "a first natural 20": ("fire a R mode=burst", [20, 2, 2, 13, 13, 19, 1], "13 15 A6", "A2"),
    "a called burst": ("fire a R mode=burst limb=head", [20, 2, 2, 1], "46 48 49", "A8 12"),
    "strays of one": ("fire a R mode=burst limb=head", [2, 19, 2, 13], "46 A8 12", "48"),
    "a single shot": ("fire a R", [2], "40", "06 38 A10"),
    "a called shot": ("fire a R limb=torso", [2], "40", "46 49"),
    "a move": ("move a 1,0", [], "F6", "40"),
}


@pytest.mark.parametrize(("order", "faces", "those", "not_those"), CASES.values(), ids=CASES)
def test_what_an_order_applies(order: str, faces: list[int], those: str, not_those: str) -> None:
    """The rules that decided something, and no others."""
    found = met(duel("a . . R", BURSTS), order, faces)

    assert {f"D20-{rule}" for rule in those.split()} <= set(found)
    assert not {f"D20-{rule}" for rule in not_those.split()} & set(found)


def test_recoil_that_adds_up() -> None:
    """D20-37, D20-38, D20-39: the second and third attack after bursts, and the next bound."""
    battle, found = duel("a . . R", gun(fire_rate=1, ap_burst=2)), []
    for _ in range(3):
        found.append(met(battle, "fire a R mode=burst", [1, 1]))
        battle = battle.order("fire a R mode=burst", [1, 1])

    assert [("D20-38" in one, "D20-37" in one) for one in found] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert met(battle.order("end"), "end")["D20-39"] == 1


def test_recoil_on_overwatch() -> None:
    """D20-44 from the second burst on, D20-45 when the watcher's bound begins."""
    faces = [1] * 6
    after = watched().order("move r 7,0", faces)

    assert met(watched(), "move r 7,0", faces)["D20-42"] == 3
    assert met(watched(), "move r 7,0", faces)["D20-44"] == 2
    assert met(after, "end")["D20-45"] == 1


def test_what_a_weapon_leaves_behind_though_dr_leaves_no_damage() -> None:
    """D20-A5, D20-A12, D20-26: one point less 60 percent is none, and the stun comes."""
    thick = man(physical_dr=60)
    found = met(duel("a R", gun(damage_bonus=1, stun=True), target=thick), "fire a R", [19, 13])

    assert {"D20-A5", "D20-A12", "D20-25", "D20-26", "D20-F22"} <= set(found)


def test_blasts_blows_and_answers() -> None:
    """D20-F12, D20-F14, D20-F19."""
    assert "D20-F12" in met(duel("a . . R", bomb()), "bombard a 3,0", [20])
    assert "D20-F14" in met(duel("a R", FISTS), "strike a R", [2])
    assert "D20-F19" in met(watched("overwatch a"), "fire r a", [2, 2])


def test_a_picket_fires_three_bursts_from_overwatch() -> None:
    """D20-44: 9 AP and a carbine pay for bursts at 0, -4 and -8; then the cone is gone."""
    picket = RULES.handbook.armoury.kinds()["picket"]
    carbine = RULES.handbook.armoury.weapons()["carbine"]
    battle = position(
        "a>. . . . . . . R",
        ruleset="d20",
        kind=man(hp=60),
        kinds={"a": picket},
        weapons={"a": (carbine,)},
    )
    battle = battle.order("overwatch a mode=burst").order("end")
    # Agility 2, guns 4 and a penalty of 2 against Evasion 10: 7 hits, then 11, then 15.
    after = battle.order("move r 3,0", [7, 6, 13, 1, 11, 10, 13, 1, 15, 14, 13, 1])

    assert [line.split("hits:")[1][0] for line in after.news("struck")] == ["1", "1", "1"]
    assert not after.state.zones


def test_some_figure_of_a_shipped_scenario_can_pay_for_three_bursts() -> None:
    """D20-37, D20-44: else nobody would ever meet a recoil of 8."""
    states = [opening_of(load(find(name))).state for name in shipped()]
    figures = [
        figure
        for state in states
        if state.setup.ruleset == "d20"
        for figure in state.figures.values()
    ]

    assert any(0 < 3 * arm.ap_burst <= full(one) for one in figures for arm in weapons_of(one))
