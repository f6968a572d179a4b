"""The dice of trait die, against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Script, odds, parse_faces
from skirmish.rulesets.trait_die.catalogue import level, supply_modifier
from skirmish.rulesets.trait_die.dice import (
    SPARED,
    Ducking,
    Guard,
    Harm,
    Outcome,
    Sweep,
    bought,
    damage,
    ducked,
    purchase,
    recover,
    run,
    shot,
    suffered,
    supplies_at,
    suppress,
    trait,
)
from tests.rulesets.trait_die.blocks import sums, totals

DICE = st.sampled_from((4, 6, 8, 10, 12))
CAP = 60


@given(sides=DICE, modifier=st.integers(-8, 6))
def test_margin_and_face_of_a_die(sides: int, modifier: int) -> None:
    """AMMO-F2, AMMO-A2: a die aces; the margin is cut at a raise, the face is the first one."""
    expected: dict[tuple[int, int], Fraction] = {}
    for (face, total), chance in totals(sides, CAP).items():
        key = (min(4, total + modifier - 4), min(face, 4))
        expected[key] = expected.get(key, Fraction(0)) + chance

    assert dict(odds(shot, sides, modifier).items()) == expected


def graded(margin: int) -> int:
    """Failure, success, raise."""
    return -1 if margin < 0 else int(margin >= 4)


@given(sides=DICE, wild=st.booleans(), modifier=st.integers(-6, 6))
def test_the_better_of_trait_and_wild_die_counts(sides: int, wild: bool, modifier: int) -> None:
    """AMMO-F2: an extra has the trait die alone; 4 is a success, 8 a raise."""
    expected: dict[int, Fraction] = {}
    wilds = sums(6, CAP) if wild else {0: Fraction(1)}
    for (a, p), (b, q) in product(sums(sides, CAP).items(), wilds.items()):
        grade = graded(max(a, b) + modifier - 4)
        expected[grade] = expected.get(grade, Fraction(0)) + p * q

    found = odds(trait, sides, wild, modifier, "x").map(graded)
    assert dict(found.items()) == {k: v for k, v in expected.items() if v}


def test_two_natural_ones_mean_nothing_of_their_own() -> None:
    """AMMO-F2: with 3 added they succeed as any other total of 4."""
    assert trait(Script(parse_faces("8:1 6:1")), 8, True, 3, "x") == 0


@pytest.mark.parametrize(
    ("spirit", "chance", "at_once"), [(4, "1/4", "1/16"), (6, "1/2", "5/36"), (8, "5/8", "1/8")]
)
def test_recovery(spirit: int, chance: str, at_once: str) -> None:
    """AMMO-F13: Spirit of 4 recovers, a raise acts at once."""
    margins = odds(recover, spirit, False, 0)

    assert margins.chance(lambda margin: margin >= 0) == Fraction(chance)
    assert margins.chance(lambda margin: margin >= 4) == Fraction(at_once)


def test_running_adds_a_d6() -> None:
    """AMMO-F4."""
    assert dict(odds(run).items()) == {face: Fraction(1, 6) for face in range(1, 7)}


@settings(max_examples=40)
@given(
    dice=st.integers(1, 3),
    sides=DICE,
    bonus=st.integers(-2, 4),
    strength=st.sampled_from((0, 6, 8)),
    raised=st.booleans(),
    toughness=st.integers(4, 14),
    most=st.integers(1, 4),
)
def test_damage_against_toughness(
    dice: int, sides: int, bonus: int, strength: int, raised: bool, toughness: int, most: int
) -> None:
    """AMMO-F12: all dice ace, a raise adds a d6; from toughness on Shaken, each 4 more a wound."""
    expected: dict[int, Fraction] = {}
    pool = [sides] * dice + [strength] * bool(strength) + [6] * raised
    for total, chance in added(pool).items():
        over = total + bonus - toughness
        grade = -1 if over < 0 else min(over // 4, most)
        expected[grade] = expected.get(grade, Fraction(0)) + chance

    found = odds(damage, Harm(dice, sides, bonus, strength), raised, toughness, most)
    assert dict(found.items()) == {k: v for k, v in expected.items() if v}


def added(pool: list[int]) -> Mapping[int, Fraction]:
    """The sum of dice that ace, cut at CAP: no toughness and no number of wounds asks for more."""
    found = {0: Fraction(1)}
    for sides in pool:
        after: dict[int, Fraction] = {}
        for (a, p), (b, q) in product(found.items(), sums(sides, CAP).items()):
            after[min(CAP, a + b)] = after.get(min(CAP, a + b), Fraction(0)) + p * q
        found = after
    return found


def after_hits(grades: list[int], guard: Guard) -> tuple[bool, int]:
    """Shaken by these hits, and wounds, hit after hit (AMMO-F12)."""
    shaken, newly, wounds = guard.shaken, False, 0
    for grade in grades:
        if grade < 0 or wounds >= guard.limit:
            continue
        wounds = min(guard.limit, wounds + (max(grade, 1) if shaken else grade))
        shaken = newly = True
    return newly, wounds


@settings(max_examples=30)
@given(
    hits=st.lists(st.booleans(), max_size=4).map(tuple),
    toughness=st.integers(4, 12),
    limit=st.integers(1, 4),
    shaken=st.booleans(),
)
def test_several_hits_on_one_figure(
    hits: tuple[bool, ...], toughness: int, limit: int, shaken: bool
) -> None:
    """AMMO-F12: in the order of the dice; Shaken again is a wound; who is out is struck no more."""
    harm, guard = Harm(2, 6), Guard(toughness, limit, shaken)
    expected: dict[Outcome, Fraction] = {}
    for grades in product(range(-1, limit + 1), repeat=len(hits)):
        chance = Fraction(1)
        for raised, grade in zip(hits, grades, strict=True):
            chance *= odds(damage, harm, raised, toughness, limit).probability(grade)
        newly, wounds = after_hits(list(grades), guard)
        outcome = Outcome(bool(hits), int(any(hits)), newly, wounds)
        expected[outcome] = expected.get(outcome, Fraction(0)) + chance

    found = odds(suffered, hits, harm, guard)
    assert dict(found.items()) == {k: v for k, v in expected.items() if v}


@pytest.mark.parametrize(
    ("shaken", "faces", "expected"),
    [
        (False, "6:1 6:2", (False, 0)),
        (False, "6:3 6:4", (True, 0)),
        (False, "6:5 6:5", (True, 0)),
        (False, "6:5 6:6 6:1", (True, 1)),
        (True, "6:3 6:4", (True, 1)),
        (True, "6:5 6:6 6:4", (True, 2)),
    ],
)
def test_shaken_again_is_one_wound(shaken: bool, faces: str, expected: tuple[bool, int]) -> None:
    """Wounds are the raises, but at least one when it was Shaken before (toughness 7)."""
    outcome = suffered(Script(parse_faces(faces)), (False,), Harm(2, 6), Guard(7, 4, shaken))

    assert (outcome.shaken, outcome.wounds) == expected


SWEEP = Sweep(8, False, -2, 3, 2, Harm(2, 8))


def test_suppressive_fire() -> None:
    """AMMO-F14: one roll for all; a failed Spirit Shakes, a natural 1 is a hit instead."""
    guard = Guard(5, 1)
    victim = Ducking(6, False, 2, guard)
    struck = odds(suppress, SWEEP, (victim,), only=0).map(lambda outcomes: outcomes[0])
    hits = odds(suffered, (False,), SWEEP.harm, guard)

    # A d8 of 6 or more pins down; 1 to 3 cost a token, and those are failures here.
    assert struck.probability(SPARED._replace(tokens=1)) == Fraction(3, 8)
    # Of the 3/8 that pin down, a d6 of 2 or more passes with +2 for cover, a 1 is a hit.
    pinned = Fraction(3, 8)
    assert struck.probability(SPARED) == Fraction(2, 8) + pinned * Fraction(5, 6)
    out = Outcome(True, 0, True, 1)
    assert struck.probability(out) == pinned / 6 * hits.probability(out)


def test_a_natural_one_under_fire_counts_whatever_the_wild_die_would_show() -> None:
    """AMMO-F14: the Wild Die is not even rolled; the hit takes the place of the Spirit result."""
    victim = Ducking(8, True, 0, Guard(6, 4))

    assert ducked(Script(parse_faces("8:1 8:1 8:2")), Harm(2, 8), victim) == Outcome(hit=True)
    assert ducked(Script(parse_faces("8:2 6:4")), Harm(2, 8), victim) == SPARED
    assert ducked(Script(parse_faces("8:2 6:3")), Harm(2, 8), victim) == Outcome(shaken=True)


@pytest.mark.parametrize(
    ("cost", "modifier"), [(100, 2), (101, 0), (500, 0), (501, -2), (2500, -2), (2501, -4)]
)
def test_price_level_of_fifty(cost: int, modifier: int) -> None:
    """AMMO-V12, AMMO-16, AMMO-18, AMMO-A6."""
    assert level(cost, important=False) == modifier


@pytest.mark.parametrize(
    ("cost", "modifier"),
    [(50, 0), (400, 0), (401, -2), (1000, -2), (1001, -4), (2500, -4), (2501, -6)],
)
def test_price_level_of_a_piece(cost: int, modifier: int) -> None:
    """AMMO-V13, AMMO-17, AMMO-A7."""
    assert level(cost, important=True) == modifier


def test_shorter_supplies_are_cheaper() -> None:
    """AMMO-V14, AMMO-19, AMMO-20, AMMO-A7: one level and two, never below Cheap."""
    assert [supply_modifier(-2, s) for s in ("lifetime", "month", "mission")] == [-2, 0, 2]
    assert supply_modifier(0, "mission") == supply_modifier(2, "mission") == 2


def test_a_total_that_is_good_for_a_month() -> None:
    """AMMO-V15, AMMO-21: 5 fails for life at Expensive, and gets a month."""
    supplies = ("lifetime", "month", "mission")

    assert bought(5, supplies_at(-2, supplies)) == 1
    assert bought(6, supplies_at(-2, supplies)) == 0
    assert bought(3, supplies_at(-2, supplies)) == 2
    assert bought(1, supplies_at(-2, supplies)) == 3


@given(sides=DICE, wild=st.booleans(), modifier=st.sampled_from((2, 0, -2, -4, -6)))
def test_the_odds_of_a_purchase(sides: int, wild: bool, modifier: int) -> None:
    """AMMO-15: trait die and Wild Die against 4 with what the price level adds."""
    levels = supplies_at(modifier, ("lifetime", "month", "mission"))
    expected: dict[int, Fraction] = {}
    wilds = sums(6, CAP) if wild else {0: Fraction(1)}
    for (a, p), (b, q) in product(sums(sides, CAP).items(), wilds.items()):
        place = next((n for n, value in enumerate(levels) if max(a, b) + value >= 4), 3)
        expected[place] = expected.get(place, Fraction(0)) + p * q

    assert dict(odds(purchase, sides, wild, levels).items()) == expected
