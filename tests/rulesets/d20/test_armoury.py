"""The armoury, the cards, the statements: data that holds together."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from skirmish.rulesets.d20.kinds import LIMBS
from skirmish.rulesets.registry import ruleset
from tests.rulesets.d20.blocks import FISTS, bomb, duel, gun, man

RULES = ruleset("d20")


def test_nothing_in_the_armoury_is_faulty() -> None:
    """Every kind with what it carries, every weapon by itself, all of them with a sentence."""
    kinds, weapons = RULES.handbook.armoury.kinds(), RULES.handbook.armoury.weapons()
    carried = [(k, tuple(weapons[w] for w in k.weapons)) for k in kinds.values()]

    assert [RULES.handbook.armoury.faults(kind, arms) for kind, arms in carried] == [()] * len(
        kinds
    )
    assert {
        fault for arm in weapons.values() for fault in RULES.handbook.armoury.faults(man(), (arm,))
    } == set()
    assert all(kind.text for kind in kinds.values())
    assert all(arm.text for arm in weapons.values())
    assert len(kinds) >= 10
    assert len(weapons) >= 14


def test_faster_weapons_kick_harder() -> None:
    """D20-09: of those with bursts, a larger fire rate never has the smaller penalty."""
    bursts = sorted(
        (arm.fire_rate, arm.burst_penalty)
        for arm in map(_arm, RULES.handbook.armoury.weapons())
        if arm.fire_rate
    )

    assert [penalty for _, penalty in bursts] == sorted(penalty for _, penalty in bursts)


def _arm(name: str) -> Any:
    return RULES.handbook.armoury.weapons()[name]


@pytest.mark.parametrize("field", ["gatling", "bleed", "burn", "embed", "stun", "knockdown"])
def test_every_mechanism_is_used(field: str) -> None:
    """By some weapon of the armoury."""
    assert any(
        getattr(_arm(name), field) not in (0, 1, False) or getattr(_arm(name), field) is True
        for name in RULES.handbook.armoury.weapons()
    )


@pytest.mark.parametrize(
    ("wrong", "about"),
    [
        (gun(crit_die=7), "crit_die"),
        (gun(long=5), "must rise"),
        (gun(damage_bonus=0), "damage"),
        (gun(ap_single=0), "fired"),
        (gun(fire_rate=2, ap_burst=0), "ap_burst"),
        (gun(ap_burst=4), "fire_rate"),
        (gun(close=0, medium=0, long=0, extreme=0), "melee"),
        (gun(radius=2), "explosives"),
        (bomb(fire_rate=1, ap_burst=3), "direct fire"),
        (bomb(indirect=True), "thrown"),
        (gun(gatling=0), "gatling"),
        (gun(damage_dice=7), "damage_dice"),
        (gun(crit_range=0), "crit_range"),
    ],
)
def test_what_is_wrong_with_a_weapon(wrong: Any, about: str) -> None:
    """Told by the field."""
    faults = RULES.handbook.armoury.faults(man(), (wrong,))

    assert faults
    assert all(about in fault for fault in faults[:1])


@pytest.mark.parametrize(
    ("numbers", "about"),
    [
        ({"hp": 0}, "hp"),
        ({"strength": 11}, "strength"),
        ({"guns": -6}, "guns"),
        ({"physical_dr": 91}, "physical_dr"),
        ({"size": 6}, "size"),
    ],
)
def test_what_is_wrong_with_a_kind(numbers: dict[str, int], about: str) -> None:
    """Told by the field; DR may be 100."""
    assert [fault.split()[1] for fault in RULES.handbook.armoury.faults(man(**numbers), ())] == [
        about
    ]
    assert RULES.handbook.armoury.faults(man(physical_dr=100), ()) == ()


def test_what_is_wrong_with_the_weapons_of_a_kind() -> None:
    """Four at most, none of them twice: told of the kind with all that it carries."""
    five = tuple(gun(id=f"gun_{n}") for n in range(5))

    assert RULES.handbook.armoury.faults(man(), five) == ("man: 5 weapons, 4 are the most",)
    assert RULES.handbook.armoury.faults(man(), (gun(), gun())) == ("man: carries gun twice",)


def test_a_card() -> None:
    """D20-02: what a figure is, can take and carries; points, rounds and aim for its side only."""
    battle = duel(
        "a . . R", gun(fire_rate=3, bleed=1), counters={"R": {"head": 2, "aim": 1, "burn": 2}}
    )
    own = {line.label: line for line in RULES.card.lines(battle.state, battle.figure("R"))}
    seen = {
        line.label
        for line in RULES.card.lines(battle.view().state, battle.view().state.figures["r"])
    }

    assert (own["hit points"].value, own["head"].value) == ("20 of 20", "hurt 2 of 5")
    assert "single 2 AP; burst of 4 shots: 3 AP" in own["gun"].value
    assert {label for label, line in own.items() if not line.open} == {
        "action points",
        "rounds",
        "aim",
    }
    assert seen == {label for label, line in own.items() if line.open}


def test_every_numbered_rule_is_there() -> None:
    """D20-01 to D20-49, thirteen readings, what fills the silence, each with words and a place."""
    expected = [f"D20-{n:02}" for n in range(1, 50)] + [f"D20-A{n}" for n in range(1, 14)]
    expected += [f"D20-F{n}" for n in range(1, 23)]

    assert list(RULES.statements) == expected
    assert all(said.text and said.where for said in RULES.statements.values())


def test_every_rule_that_is_cited_can_be_looked_up() -> None:
    """No refusal or modifier names a number without a statement."""
    folder = files("skirmish.rulesets.d20")
    sources = [f for f in folder.iterdir() if f.name.endswith(".py")]
    cited = {
        found for file in sources for found in re.findall(r'"(D20-\w+)"', file.read_text("utf-8"))
    }

    assert cited <= set(RULES.statements)


def test_the_limbs_are_counted_in_the_open() -> None:
    """And so is all else that an enemy can see; points, rounds and aim are not."""
    counters = RULES.handbook.declared.counters

    assert all(counters[limb].open for limb in LIMBS)
    assert not any(counters[name].open for name in ("spent", "moved", "rounds", "tokens", "aim"))
    assert RULES.handbook.armoury.equipped((gun(magazine=41), FISTS, bomb())) == {
        "rounds": 41,
        "tokens": 3,
        "rounds_3": 3,
        "tokens_3": 1,
    }
