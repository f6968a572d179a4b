"""The odds of d100 against a reckoning from the page: every pair of faces, every sum of dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Roller, odds, odds_each
from skirmish.rulesets.d100.dice import (
    Blow,
    Body,
    Harm,
    blast,
    contest,
    strike,
    volley,
)

BODY = Body(left=35, threshold=7, armour=6, steady=45)
Won = tuple[int, bool] | None


def won_by_hand(attack: int, defence: int, skill: int, guard: int | None) -> Won:
    """The margin and whether it is critical, or None for a miss."""

    def good(roll: int, number: int) -> bool:
        return roll == 0 or (roll != 99 and roll <= number)

    if not good(attack, skill):
        return None
    mine = attack % 11 == 0
    if guard is not None and good(defence, guard):
        theirs = defence % 11 == 0
        if theirs and not mine:
            return None
        if mine == theirs and attack <= defence:
            return None
    return attack, mine


def grades_by_hand(skill: int, guard: int | None) -> dict[tuple[int, bool] | None, Fraction]:
    """What every pair of faces comes to: extra DV and whether armour counts."""
    found: Counter[tuple[int, bool] | None] = Counter()
    for attack, defence in product(range(100), range(100)):
        won = won_by_hand(attack, defence, skill, guard)
        bonus = None if won is None else 10 if won[0] >= 60 else 5 if won[0] >= 30 else 0
        found[None if won is None or bonus is None else (bonus, won[1])] += 1
    return {key: Fraction(count, 10_000) for key, count in found.items()}


def passes(number: int) -> Fraction:
    """The chance of a plain test."""
    return Fraction(sum(r == 0 or (r <= number and r != 99) for r in range(100)), 100)


def damage_by_hand(dice: int, add: int, body: Body) -> dict[Harm, Fraction]:
    """What a hit comes to, the shock first."""
    shocks: dict[int | None, Fraction] = {None: Fraction(1)}
    if body.shock is not None:
        shocks = {}
        for roll in range(100):
            good = roll == 0 or (roll <= body.shock and roll != 99)
            turns = 0 if good else max(3, max(0, roll - body.shock) // 10)
            shocks[turns] = shocks.get(turns, Fraction(0)) + Fraction(1, 100)
    found: dict[Harm, Fraction] = {}
    for faces in product(range(1, 11), repeat=dice):
        for fell, chance in shocks.items():
            value = sum(faces) + add
            value = value // 2 if fell == 0 else value
            each = harms_by_hand(max(0, value - body.armour), fell, body)
            for done, p in each.items():
                share = p * chance / 10**dice
                found[done] = found.get(done, Fraction(0)) + share
    return {done: p for done, p in found.items() if p}


def harms_by_hand(damage: int, turns: int | None, body: Body) -> dict[Harm, Fraction]:
    if damage >= body.left:
        return {Harm(True, body.left, body.left // body.threshold, out=True): Fraction(1)}
    wounds = damage // body.threshold
    less = min(60, 10 * (body.wounds + wounds))
    stands = passes(body.steady - less) if wounds and body.upright and not turns else Fraction(1)
    awake = passes(body.steady - less) if wounds >= 2 else Fraction(1)
    up = Harm(True, damage, wounds, stunned=turns or 0, jolted=turns == 0)
    found = {
        up: awake * stands,
        up._replace(prone=True): awake * (1 - stands),
        Harm(True, damage, wounds, out=True): 1 - awake,
    }
    return {done: p for done, p in found.items() if p}


def strike_by_hand(one: Blow) -> dict[Harm, Fraction]:
    found: dict[Harm, Fraction] = {}
    for won, chance in grades_by_hand(one.skill, one.guard).items():
        if won is None:
            each = {Harm(): Fraction(1)}
        else:
            armour = 0 if won[1] else one.body.armour
            body = one.body._replace(armour=armour)
            each = damage_by_hand(one.dice, one.add + won[0], body)
        for done, p in each.items():
            found[done] = found.get(done, Fraction(0)) + p * chance
    return {done: p for done, p in found.items() if p}


BODIES = st.builds(
    Body,
    left=st.integers(1, 40),
    threshold=st.integers(3, 12),
    armour=st.integers(0, 15),
    steady=st.integers(20, 75),
    wounds=st.integers(0, 8),
    upright=st.booleans(),
    shock=st.none() | st.integers(1, 110),
)
BLOWS = st.builds(
    Blow,
    skill=st.integers(-30, 130),
    guard=st.none() | st.integers(-30, 110),
    dice=st.integers(0, 2),
    add=st.integers(0, 15),
    body=BODIES,
    grapple=st.just(False),
    wounds=st.just(True),
)


@settings(max_examples=25, deadline=None)
@given(one=BLOWS)
def test_odds_agree_with_every_pair_of_faces(one: Blow) -> None:
    """EP-F1 to EP-F11: attack and defence, margins, criticals, armour, wounds, shocks."""
    assert dict(odds(strike, one).items()) == strike_by_hand(one)


@settings(max_examples=15, deadline=None)
@given(skill=st.integers(-10, 110), guard=st.integers(-10, 110))
def test_grips_agree_with_every_pair_of_faces(skill: int, guard: int) -> None:
    """EP-21, EP-23: subdued are those hits alone that have a margin of 30."""
    mine = odds(strike, Blow(skill, guard, 1, 1, BODY, grapple=True, wounds=False))
    theirs = grades_by_hand(skill, guard)
    held = sum((p for won, p in theirs.items() if won and won[0]), Fraction(0))
    assert mine.chance(lambda done: done.subdued) == held
    assert mine.chance(lambda done: done.hit) == 1 - theirs.get(None, 0)


@settings(max_examples=15, deadline=None)
@given(mine=st.integers(0, 110), theirs=st.integers(0, 110))
def test_contests_agree_with_every_pair_of_faces(mine: int, theirs: int) -> None:
    """EP-F3: whoever wins, the other side could have won with the sides changed."""
    won = grades_by_hand(mine, theirs)
    lost = grades_by_hand(theirs, mine)
    both = odds(contest, mine, theirs)
    assert both.probability(1) == 1 - won.get(None, 0)
    assert both.probability(-1) == 1 - lost.get(None, 0)


@settings(max_examples=15, deadline=None)
@given(off=st.integers(0, 25), body=BODIES, add=st.integers(0, 8))
def test_each_figure_in_a_blast_has_its_own_odds(off: int, body: Body, add: int) -> None:
    """EP-F21: the odds of one do not depend on who else is there."""
    caught = ((0, BODY), (off, body))
    by_hand: dict[Harm, Fraction] = {}
    for faces in product(range(1, 11), repeat=2):
        value = sum(faces) + add - off
        each = damage_by_hand(0, value, body) if value > 0 else {Harm(): Fraction(1)}
        for done, p in each.items():
            by_hand[done] = by_hand.get(done, Fraction(0)) + p / 100
    assert dict(odds_each(blast, 2, add, caught, item=1).items()) == by_hand


ONE = Blow(61, 25, 2, 3, BODY)


def test_what_is_rolled_agrees_with_the_odds() -> None:
    """Rolled frequencies lie within five sigma of the exact odds."""
    rolls = [volley(Roller(f"volley:{n}"), (ONE, ONE)) for n in range(1500)]
    for place in (0, 1):
        seen = Counter(roll[place].damage for roll in rolls)
        exact = odds_each(volley, (ONE, ONE), item=place).map(lambda done: done.damage)
        assert set(seen) <= set(exact.weights)
        for damage, chance in exact.items():
            p = float(chance)
            assert abs(seen[damage] - 1500 * p) <= 5 * sqrt(1500 * p * (1 - p)) + 1e-9
