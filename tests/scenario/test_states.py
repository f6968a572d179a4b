"""A figure comes to a battle as one can be: not out yet, with what its weapons hold and take."""

import pytest

from skirmish.errors import FileProblem
from skirmish.scenario import parse

PLAIN = """
format = 1
title = "Plain"
ruleset = "{ruleset}"
turns = 3
first = "blue"
[map]
rows = ".........."
[sides.blue]
name = "Blue"
figures = [{{ id = "b1", kind = "{kind}", at = [0, 0] }}]
[sides.red]
name = "Red"
[[sides.red.figures]]
id = "r1"
kind = "{kind}"
at = [9, 0]
state = {{ {state} }}
"""


def wrong(ruleset: str, kind: str, state: str) -> str:
    """What is wrong with a figure's state, behind the line; "" for nothing."""
    try:
        parse(PLAIN.format(ruleset=ruleset, kind=kind, state=state))
    except FileProblem as problem:
        return str(problem).partition("sides.red.figures[0].state.")[2]
    return ""


@pytest.mark.parametrize(
    ("ruleset", "kind", "can", "cannot"),
    [
        ("trait_die", "trooper", "damage = 0", "damage = 1"),
        ("trait_die", "veteran", "damage = 3", "damage = 4"),
        ("trait_die", "trooper", "tokens = 2", "tokens = 3"),
        ("trait_die", "trooper", "extended = true, tokens = 3", "extended = true, tokens = 4"),
        ("trait_die", "trooper", 'ammo = "tracer"', 'ammo = "slug"'),
        ("trait_die", "trooper", "spare = 5", "spare = 39"),
        ("trait_die", "trooper", "spare = 5", "spare = 99"),
        ("trait_die", "breacher", 'ammo = "slug"', 'ammo = "heat"'),
        ("dice_pool", "soldier", "damage = 9", "damage = 99"),
        ("dice_pool", "soldier", "rounds = 30", "rounds = 9999"),
        ("dice_pool", "soldier", 'mode = "sa"', 'mode = "none"'),
        ("dice_pool", "hunter", 'choke = "wide"', 'choke_4 = "wide"'),
        ("dice_pool", "soldier", 'choke_4 = "medium"', 'choke = "wide"'),
        ("d20", "raider", "damage = 1, bleed = 5", "damage = 99"),
        ("d20", "raider", "bleed = 5, burn = 5", "bleed = 99"),
        ("d20", "raider", "left_leg = 4", "left_leg = 999"),
        ("d20", "raider", "rounds = 1", "rounds_4 = 1"),
        ("d100", "trooper", "damage = 29, wounds = 3", "damage = 99"),
        ("d100", "trooper", "wounds = 3", "wounds = 99"),
        ("d100", "trooper", "rounds = 30", "rounds = 9999"),
        ("d100", "sniper", 'mode = "single"', 'mode = "full"'),
        ("opposed_d6", "rifleman", "injury = 3", "injury = 4"),
        ("opposed_d6", "rifleman", "damage = 0", "damage = 1"),
        ("opposed_d6", "rifleman", "tokens = 1", "tokens = 99"),
        ("d20", "raider", "head = 7", "head = 8"),
    ],
)
def test_a_figure_comes_as_one_can_be(ruleset: str, kind: str, can: str, cannot: str) -> None:
    """What is beyond that is blamed by its key."""
    assert wrong(ruleset, kind, can) == ""
    assert wrong(ruleset, kind, cannot).startswith(cannot.rpartition(", ")[2].split(" ")[0] + ":")


@pytest.mark.parametrize(
    ("ruleset", "kind", "state", "told"),
    [
        ("d20", "raider", "damage = 99", "damage: damage 99: a raider is out at 28 (27 at most)"),
        (
            *("d20", "raider", "damage = 1, bleed = 99"),
            "damage: damage 1, bleed 99: a raider is out at 28 (27 at most, all told)",
        ),
        (
            *("trait_die", "trooper", "tokens = 9"),
            "tokens: 9 is too much for assault_rifle (2 at most)",
        ),
        (
            *("trait_die", "gun_crew", "extended_4 = true"),
            "extended_4: there is no weapon in place 4 (it carries 1)",
        ),
        (
            *("trait_die", "trooper", "spare = 39"),
            "spare: a trooper would carry 11 1/2 SI, its limit is 8 (leave something behind)",
        ),
        (
            *("d100", "trooper", "wounds = 99"),
            "wounds: 99 is too much: each takes 9 damage, and a trooper is out at 42 (4 at most)",
        ),
        (
            *("d100", "trooper", "rounds_4 = 1"),
            "rounds_4: there is no weapon in place 4 (it carries 3)",
        ),
        (
            *("opposed_d6", "rifleman", "damage = 1"),
            "damage: no damage is counted here (write injury = 1 to 3)",
        ),
    ],
)
def test_the_fault_says_what_and_how_to_mend_it(
    ruleset: str, kind: str, state: str, told: str
) -> None:
    """By the numbers of this kind and its weapons."""
    assert wrong(ruleset, kind, state) == told


@pytest.mark.parametrize(
    ("ruleset", "base", "faulty"),
    [("d100", "trooper", "wound_threshold = 0"), ("d20", "raider", "hp = 0")],
)
def test_a_faulty_kind_sets_no_limits(ruleset: str, base: str, faulty: str) -> None:
    """Its own fault is told and no other."""
    text = PLAIN.format(ruleset=ruleset, kind="odd", state='posture = "prone", damage = 5')

    with pytest.raises(FileProblem) as caught:
        parse(f'{text}[kinds.odd]\nbase = "{base}"\n{faulty}\n')

    assert len(str(caught.value).split("\n")) == 1
    assert "kinds.odd." + faulty.partition(" ")[0] in str(caught.value)


def test_a_durable_figure_may_come_with_much_damage() -> None:
    """The limit is its own."""
    text = PLAIN.format(ruleset="d100", kind="tank", state="damage = 998")
    tank = '[kinds.tank]\nbase = "trooper"\ndur = 999\n'

    assert parse(text + tank).sides[1].figures[0].state == {"damage": 998}
    with pytest.raises(
        FileProblem, match=r"18:20: sides.red.figures\[0\].state.damage: damage 999"
    ):
        parse(text.replace("998", "999") + tank)
