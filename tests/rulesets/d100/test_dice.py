"""The dice of d100, without a table."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish.core.dice import Face, Script, odds
from skirmish.core.events import Struck
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.d100 import outcomes
from skirmish.rulesets.d100.dice import (
    Blow,
    Body,
    Grade,
    Harm,
    astray,
    blast,
    break_free,
    capped,
    clash,
    grade,
    halved,
    harm,
    margin_of_failure,
    scatter_factor,
    score,
    shock,
    strike,
    succeeds,
    volley,
)
from skirmish.rulesets.d100.kinds import Weapon
from tests.rulesets.d100.blocks import STUNNER, scene

BODY = Body(left=35, threshold=7, armour=6, steady=45)


def percent(*rolls: int) -> list[Face]:
    """Faces of a d100 for these rolls: 00 is its face 100."""
    return [Face(100, roll or 100) for roll in rolls]


def tens(*faces: int) -> list[Face]:
    return [Face(10, face) for face in faces]


def rolled(rule: Any, *args: object, faces: list[Face]) -> Any:
    """What a rule gives on these faces, all of which it must use."""
    script = Script(faces)
    outcome = rule(script, *args)
    script.check_used_up()
    return outcome


@pytest.mark.parametrize(
    ("roll", "target", "so"),
    [(50, 50, True), (51, 50, False), (0, -20, True), (99, 120, False), (98, 120, True)],
)
def test_a_success_is_at_most_the_target_number(roll: int, target: int, so: bool) -> None:
    """EP-F1: 00 always succeeds and 99 never does."""
    assert succeeds(roll, target) == so


def test_modifiers_are_capped_together() -> None:
    """EP-F2: 60 is the most, either way."""
    assert [capped(n) for n in (59, 61, -60, -75)] == [59, 60, -60, -60]


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (45, 30, Grade.EXCELLENT),
        (25, 30, Grade.MISS),
        (30, 30, Grade.MISS),
        (22, 40, Grade.CRITICAL),
        (41, 33, Grade.MISS),
        (44, 33, Grade.CRITICAL_EXCELLENT),
        (12, 95, Grade.HIT),
        (0, 0, Grade.MISS),
    ],
)
def test_the_higher_success_wins(attack: int, defence: int, expected: Grade) -> None:
    """EP-F3: a critical success beats a plain one, a tie hits nobody."""
    assert rolled(clash, 60, 45, faces=percent(attack, defence)) == expected


def test_a_failed_attack_is_not_defended() -> None:
    """EP-F3: with two failures nothing happens, so nothing more is rolled; 66 fails too."""
    assert rolled(clash, 60, 45, faces=percent(66)) is Grade.MISS


@pytest.mark.parametrize(
    ("roll", "bonus", "critical"),
    [(29, 0, False), (30, 5, False), (59, 5, False), (60, 10, False), (66, 10, True), (0, 0, True)],
)
def test_the_margin_is_the_number_rolled(roll: int, bonus: int, critical: bool) -> None:
    """EP-A13, EP-F10: +5 from 30 on, +10 from 60 on; doubles are critical."""
    won = rolled(score, 90, "attack", faces=percent(roll))
    assert (grade(won).bonus, grade(won).critical) == (bonus, critical)


def test_a_margin_of_failure_is_never_below_nothing() -> None:
    """EP-A13: 99 fails against any number, by nothing at all where that is higher."""
    assert [margin_of_failure(r, t) for r, t in ((52, 30), (99, 120))] == [22, 0]


@pytest.mark.parametrize(
    ("roll", "turns"), [(52, 3), (75, 4), (69, 3), (30, 0), (99, 6), (0, 0)], ids=str
)
def test_a_shock_that_fells(roll: int, turns: int) -> None:
    """EP-12, EP-13, EP-V8, EP-V9, EP-V10: a turn for each full 10 of the margin, 3 at least."""
    assert rolled(shock, 30, faces=percent(roll)) == turns


def test_who_withstands_a_shock_takes_half() -> None:
    """EP-17, EP-18, EP-A6, EP-V12: 5 of 11 remain, before armour; the test comes first."""
    body = Body(left=35, threshold=7, shock=30)
    assert rolled(harm, 1, 3, body, faces=percent(30) + tens(8)) == Harm(True, 5, jolted=True)
    fallen = rolled(harm, 1, 3, body, faces=percent(31) + tens(3))
    assert fallen == Harm(True, 6, stunned=3)
    assert halved(11) == 5


def test_armour_counts_once_and_never_heals() -> None:
    """EP-F10: what is left of the DV, down to nothing."""
    assert rolled(harm, 2, 3, BODY, faces=tens(1, 4)) == Harm(True, 2)
    assert rolled(harm, 1, 0, BODY, faces=tens(3)) == Harm(True)


def test_a_critical_success_ignores_armour() -> None:
    """EP-F10: 33 hits for the whole DV, 5 more for its margin."""
    one = Blow(60, None, 1, 0, Body(35, 20, armour=30))
    assert rolled(strike, one, faces=percent(33) + tens(4)) == Harm(True, 9)
    assert rolled(strike, one, faces=percent(32) + tens(4)) == Harm(True)


def test_wounds_are_tested_twice() -> None:
    """EP-F11: one wound against falling; two also against passing out, all wounds counted."""
    bare = Body(35, 7, steady=45, wounds=1)
    assert rolled(harm, 1, 0, bare, faces=tens(7) + percent(25)) == Harm(True, 7, 1)
    assert rolled(harm, 1, 0, bare, faces=tens(7) + percent(26)) == Harm(True, 7, 1, prone=True)
    both = tens(10) + percent(15, 15)
    assert rolled(harm, 1, 4, bare, faces=both) == Harm(True, 14, 2)
    out = rolled(harm, 1, 4, bare, faces=tens(10) + percent(15, 16))
    assert out == Harm(True, 14, 2, out=True)


def test_who_lies_already_cannot_fall() -> None:
    """EP-F11: there is nothing to test."""
    body = Body(35, 7, steady=45, upright=False)
    assert rolled(harm, 1, 0, body, faces=tens(7)) == Harm(True, 7, 1)


def test_damage_counts_up_to_what_puts_out() -> None:
    """EP-F10: more is the same outcome, and nobody who is out falls."""
    assert rolled(harm, 1, 40, BODY, faces=tens(10)) == Harm(True, 35, 5, out=True)


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (29, Harm(hit=True)),
        (30, Harm(hit=True, subdued=True)),
        (41, Harm(hit=True, subdued=True)),
    ],
)
def test_a_grip_needs_a_margin_of_thirty(roll: int, expected: Harm) -> None:
    """EP-23, EP-24, EP-V15: 29 holds nobody, 30 does; neither hurts."""
    one = Blow(60, None, 2, 2, BODY, grapple=True)
    assert rolled(strike, one, faces=percent(roll)) == expected


def test_a_critical_grip_may_hurt() -> None:
    """EP-24: only a critical success, and only if the attacker wants it."""
    hurts = Blow(60, None, 1, 0, BODY, grapple=True)
    spares = Blow(60, None, 1, 0, BODY, grapple=True, wounds=False)
    done = rolled(strike, hurts, faces=percent(44) + tens(1))
    assert done == Harm(True, 6, subdued=True)
    assert rolled(strike, spares, faces=percent(44)) == Harm(True, subdued=True)
    assert rolled(strike, hurts, faces=percent(22) + tens(5)) == Harm(True, 5)


@pytest.mark.parametrize(
    ("margin", "factor"), [(12, 1), (30, 1), (31, 2), (60, 2), (61, 3)], ids=str
)
def test_how_far_a_miss_scatters(margin: int, factor: int) -> None:
    """EP-06, EP-07, EP-A3: over 30 twice the die, over 60 three times, not at 30 or 60."""
    assert scatter_factor(margin) == factor


def test_a_plain_throw_has_a_margin_whenever_it_fails() -> None:
    """EP-A4: nobody opposes it, so a failure always says how far it scatters."""
    assert set(odds(astray, 30).weights) == {0, 1, 2, 3}


def test_to_break_free_one_must_win() -> None:
    """EP-27: a tie and two failures hold."""
    rolls = [(40, 30), (30, 40), (30, 30), (80, 90)]
    freed = [rolled(break_free, 50, 50, faces=percent(*pair))[0].freed for pair in rolls]
    assert freed == [True, False, False, False]


def test_a_blast_rolls_its_damage_once() -> None:
    """EP-08, EP-F21: less for each by its distance; nothing where the DV has run out."""
    caught = ((0, Body(35, 20)), (4, Body(35, 20)), (12, Body(35, 20)))
    done = rolled(blast, 2, 2, caught, faces=tens(4, 6))
    assert done == (Harm(True, 12), Harm(True, 8), Harm())


BOTH = "42: +5 damage for rolling 30 or more; 67: +10 damage for rolling 60 or more"


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("12 5 7", ""),
        ("42 5 7", "+5 damage for rolling 30 or more"),
        ("44 5 7", "+5 damage for rolling 30 or more, a double: armour does not count"),
        ("67 5 7", "+10 damage for rolling 60 or more"),
        ("11 5 7", "a double: armour does not count"),
        ("42", ""),
        ("42 5 7 67 1 1", BOTH),
    ],
)  # fmt: skip
def test_the_log_says_what_a_roll_adds_to_the_damage(faces: str, told: str) -> None:
    """A d10 is one of damage, a d100 without one did not hit (EP-F10)."""
    numbers = [int(one) for one in faces.split()]
    rolled = [Face(100, n, "attack") if n > 10 else Face(10, n, "damage") for n in numbers]
    assert outcomes.extras(rolled, Struck("r", "hurt"), None, None) == told


@pytest.mark.parametrize(
    ("attack", "defence", "effect", "told"),
    [(51, 11, "missed", True), (51, 62, "missed", False), (51, 11, "unharmed", False)],
)
def test_the_log_says_that_a_double_was_the_better_defence(
    attack: int, defence: int, effect: str, told: bool
) -> None:
    """Only where it rolled lower than the attack, which missed (EP-F1, EP-F3)."""
    rolled = (Face(100, attack, "attack"), Face(100, defence, "defence"))
    said = outcomes.extras(rolled, Struck("r", effect), None, None)
    assert said == "a double as defence beats any roll but a higher double" * told


def test_the_log_adds_up_the_damage_that_a_withstood_shock_halved() -> None:
    """EP-18: half of 2d10 + 3, less energy armour; by an unknown weapon just that it is half."""
    faces = (Face(100, 12, "attack"), Face(100, 3, "shock"), Face(10, 9, "damage"))
    dice = (*faces, Face(10, 7, "damage"))
    told = "half damage, for it withstood the shock"

    soldier = scene("r").figure("r")

    def said(effect: str, damage: int, weapon: Weapon | None = STUNNER) -> str:
        return outcomes.extras(dice, Struck("r", effect, sums={"damage": damage}), weapon, soldier)

    assert said("hurt", 4) == f"{told}: half of 19 is 9, less 5 for armour"
    assert said("hurt", 4, None) == told
    assert said("hurt", 3) == told
    assert said("stunned", 14) == ""


def test_the_preview_counts_the_same_rolls() -> None:
    """Of target number 70 without a defence: 30 to 59 add 5, 60 to 70 add 10; doubles and 00."""
    attack = Attack(volley, ((Blow(70, None, 2, 6, Body(30, 10)),),), ("r1",), named="r1")
    found = {words: int(chance * 100) for words, chance in outcomes.grades(attack).items()}
    assert found == {
        "+5 damage for rolling 30 or more": 30,
        "+10 damage for rolling 60 or more": 11,
        "a double: armour does not count": 7,
    }


@pytest.mark.parametrize("wounds", [True, False])
def test_the_preview_of_a_grapple_tells_of_the_grip(wounds: bool) -> None:
    """EP-23, EP-24: its margin adds no damage; only a double does any, if that is wanted."""
    blow = Blow(70, None, 2, 6, Body(30, 10), grapple=True, wounds=wounds)
    attack = Attack(volley, ((blow,),), ("r1",), named="r1")
    found = {words: int(chance * 100) for words, chance in outcomes.grades(attack).items()}
    damage = {"a double: it does damage, and armour does not count": 7} if wounds else {}
    assert found == {"a grip for rolling 30 or more": 41} | damage


def test_the_preview_of_a_split_attack_counts_no_rolls_where_its_tests_differ() -> None:
    """EP-F13: each figure has its own test, so no one number holds for all."""
    first = Blow(70, None, 2, 6, Body(30, 10))
    alike, harder = first._replace(add=3), first._replace(skill=50)
    assert outcomes.grades(Attack(volley, ((first, alike),), ("r1", "r2"), named="r1"))
    assert not outcomes.grades(Attack(volley, ((first, harder),), ("r1", "r2"), named="r1"))
