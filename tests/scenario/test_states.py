"""A figure comes to a battle as one can be: not out yet, with what its weapons hold and take."""

import pytest

from skirmish.errors import FileProblem
from skirmish.rulesets.registry import RULESETS
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
        ("dice_pool", "soldier", "aim = 2", "fired = 3"),
        ("dice_pool", "soldier", "aim = 2", "ran = 1"),
        ("dice_pool", "soldier", "aim = 2", "defending = 1"),
        ("dice_pool", "soldier", "aim = 2", "locked = 1"),
        ("dice_pool", "soldier", "aim = 2", "used = 1"),
        ("dice_pool", "soldier", "aim = 2", "split = 1"),
        ("dice_pool", "soldier", 'choke_4 = "medium"', 'choke = "wide"'),
        ("d20", "raider", "damage = 1, bleed = 5", "damage = 99"),
        ("d20", "raider", "bleed = 5, burn = 5", "bleed = 99"),
        ("d20", "raider", "left_leg = 4", "left_leg = 999"),
        ("d20", "raider", "rounds = 1", "rounds_4 = 1"),
        ("d100", "trooper", "damage = 29, wounds = 3", "damage = 99"),
        ("d100", "trooper", "wounds = 3", "wounds = 99"),
        ("d100", "trooper", "rounds = 30", "rounds = 9999"),
        ("d100", "sniper", 'mode = "single"', 'mode = "full"'),
        ("d100", "trooper", "shocked = 200", "shocked = 199"),
        ("d100", "trooper", "jolted = 200", "jolted = 199"),
        ("d100", "trooper", "surprised = 111", "surprised = 108"),
        ("d100", "trooper", 'posture = "stunned", stunned = 110', "stunned = 110"),
        ("d100", "trooper", 'stunned = 200, posture = "stunned"', 'posture = "stunned"'),
        (
            "d100",
            "trooper",
            'posture = "stunned", stunned = 200',
            'posture = "prone", stunned = 200',
        ),
        ("trait_die", "trooper", "shaken = true", "rapid = true"),
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
            "damage: damage 1, bleed 99: a raider is out at 28 (27 at most, in total)",
        ),
        (
            *("trait_die", "trooper", "tokens = 9"),
            "tokens: 9 is too high for assault_rifle (2 at most)",
        ),
        (
            *("trait_die", "gun_crew", "extended_4 = true"),
            "extended_4: there is no weapon in place 4 (it carries 1)",
        ),
        (
            *("dice_pool", "soldier", "defending = 1"),
            "defending: is always 0 at the start (remove it)",
        ),
        (
            *("trait_die", "trooper", "spare = 39"),
            "spare: a trooper would carry 11 1/2 SI, its limit is 8 (leave something behind)",
        ),
        (
            *("d100", "trooper", "wounds = 99"),
            "wounds: 99 is too high: each takes 9 damage, and a trooper is out at 42 (4 at most)",
        ),
        (
            *("d100", "trooper", "rounds_4 = 1"),
            "rounds_4: there is no weapon in place 4 (it carries 3)",
        ),
        (
            *("d100", "trooper", "shocked = 150"),
            (
                "shocked: 150 ends before the figure's first order"
                " (200 or more: a clock point is 100 times a turn)"
            ),
        ),
        (
            *("d100", "trooper", "stunned = 300"),
            'stunned: has no effect without posture stunned (add posture = "stunned")',
        ),
        (
            *("opposed_d6", "rifleman", "damage = 1"),
            "damage: no damage is counted here (write injury = 1 to 3)",
        ),
        (
            *("opposed_d6", "sniper", "tokens_3 = 1"),
            "tokens_3: there is no weapon in place 3 (it carries 2)",
        ),
        (
            *("opposed_d6", "rifleman", "moved = 4"),
            "moved: is always 0 at the start (remove it)",
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
    """Only its own fault is reported."""
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


ALONE = """
[kinds.packer]
base = "{kind}"
weapons = [{weapons}]
"""


def faults_of(text: str) -> list[str]:
    """All that is wrong with a scenario, by line, column and field."""
    with pytest.raises(FileProblem) as caught:
        parse(text)
    return str(caught.value).split("\n")


def packed(ruleset: str, weapons: list[str], state: str = "") -> str:
    """A scenario with a kind of its own, which carries these weapons, and one of it on a side."""
    kind = next(iter(RULESETS[ruleset].handbook.armoury.kinds()))
    names = ", ".join(f'"{name}"' for name in weapons)
    plain = PLAIN.format(ruleset=ruleset, kind="packer", state=state)
    return plain + ALONE.format(kind=kind, weapons=names)


LIGHT = {"trait_die": ["knife", "pistol", "revolver", "grenade", "bayonet"]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_weapons_of_a_kind_are_judged_together(ruleset: str) -> None:
    """Where the kind is defined, used or not; a figure of it is blamed for nothing of it."""
    weapons = LIGHT.get(ruleset, list(RULESETS[ruleset].handbook.armoury.weapons()))[:5]
    line = packed(ruleset, weapons).count("\n")
    where = f"scenario:{line}:11: kinds.packer.weapons: packer: "
    remedy = " (remove a weapon, or choose others)"

    told = faults_of(packed(ruleset, weapons))
    assert f"{where}5 weapons, 4 are the most{remedy}" in told
    assert all(text.startswith(where) for text in told)
    again = faults_of(packed(ruleset, [weapons[0], weapons[0]]))
    assert f"{where}carries {weapons[0]} twice{remedy}" in again
    unused = packed(ruleset, [weapons[0], weapons[0]]).replace('= "packer"', '= "KIND"')
    used = unused.replace("KIND", next(iter(RULESETS[ruleset].handbook.armoury.kinds())))
    assert faults_of(used) == again
    parse(packed(ruleset, weapons[:1]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_state_is_judged_whatever_is_wrong_with_the_weapons_together(ruleset: str) -> None:
    """A state that is impossible for the figure is reported in the same pass."""
    first = next(iter(RULESETS[ruleset].handbook.armoury.weapons()))
    state = "tokens = 9" if ruleset in ("opposed_d6", "trait_die") else "rounds = 9999"
    told = faults_of(packed(ruleset, [first, first], state))

    assert any(f"carries {first} twice" in text for text in told)
    assert any("sides.red.figures[0].state." in text for text in told)


def test_a_weapon_too_heavy_for_a_kind_is_a_fault_of_who_carries_it() -> None:
    """Of the kind where the scenario makes it, else of each figure; not of the weapon."""
    heavier = '[weapons.assault_rifle]\nbase = "assault_rifle"\nweight = {weight}\n'
    text = PLAIN.format(ruleset="trait_die", kind="trooper", state="")
    told = [line.partition(" (")[0] for line in faults_of(text + heavier.format(weight=36))]
    what = "trooper: carries 10 3/4 SI, its limit is 8"
    assert told == [
        f"scenario:11:32: sides.blue.figures[0].kind: {what}",
        f"scenario:16:8: sides.red.figures[0].kind: {what}",
    ]

    own = packed("trait_die", ["assault_rifle"]) + heavier.format(weight=40)
    (alone,) = faults_of(own)
    assert "kinds.packer.weapons: packer: carries 11 SI, its limit is 8 (remove" in alone
    strong = own.replace('base = "trooper"', 'base = "walker"')
    parse(strong)
