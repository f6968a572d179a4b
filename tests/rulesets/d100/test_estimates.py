"""What the computer player reckons an attack to cost, against the exact odds of the rules."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import odds, odds_each
from skirmish.rulesets.d100.dice import Blow, Body, Grade, blast, clash, grades, strike
from skirmish.rulesets.d100.expected_loss import (
    PARTS,
    Stake,
    blast_share,
    blow_lost,
    blow_share,
)
from skirmish.rulesets.d100.outcomes import WHOLE, share_lost

STAKES = st.builds(Stake, dur=st.integers(40, 60), damage=st.integers(0, 39), down=st.booleans())
BODIES = st.builds(
    Body,
    left=st.integers(1, 40),
    threshold=st.integers(3, 12),
    armour=st.integers(0, 15),
    steady=st.integers(-5, 105),
    wounds=st.integers(0, 8),
    upright=st.booleans(),
    shock=st.none() | st.integers(-5, 110),
)


def billionths(share: Fraction, stake: Stake) -> int:
    """A sum in the units of `share_lost` as `estimates` tells it."""
    return int(PARTS * share / (WHOLE * stake.dur))


@settings(max_examples=25, deadline=None)
@given(
    skill=st.integers(-10, 110),
    guard=st.none() | st.integers(-10, 110),
    dice=st.integers(0, 3),
    add=st.integers(-5, 15),
    body=BODIES,
    stake=STAKES,
)
def test_a_blow_is_worth_what_its_odds_say(
    skill: int, guard: int | None, dice: int, add: int, body: Body, stake: Stake
) -> None:
    """No more and no less than the average loss over all outcomes, rounded down."""
    exact = odds(strike, Blow(skill, guard, dice, add, body))
    loss = exact.expect(lambda done: share_lost(*stake, done) if done.hit else 0)
    assert blow_share(skill, guard, dice, add, body, stake) == billionths(loss, stake)
    share, hurt, stopped = blow_lost(skill, guard, dice, add, body, stake)
    assert share == loss / (WHOLE * stake.dur)
    assert stopped == exact.chance(lambda done: done.out or done.stunned > 0)
    assert hurt == exact.chance(lambda done: done.hit and share_lost(*stake, done) > 0)


@given(st.integers(-10, 110), st.none() | st.integers(-10, 110))
def test_the_grades_of_a_clash_in_closed_form(skill: int, guard: int | None) -> None:
    """As on the walk through the rule; misses are left out."""
    weights, whole = grades(skill, guard)
    chances = odds(clash, skill, guard).items()
    found = {grade: chance for grade, chance in chances if grade is not Grade.MISS}
    assert {grade: Fraction(weight, whole) for grade, weight in weights.items()} == found


@settings(max_examples=25, deadline=None)
@given(
    dice=st.integers(0, 3),
    add=st.integers(-5, 15),
    less=st.integers(0, 25),
    body=BODIES,
    stake=STAKES,
)
def test_a_blast_is_worth_what_its_odds_say(
    dice: int, add: int, less: int, body: Body, stake: Stake
) -> None:
    """The same of a blast, at a distance where it may have run out."""
    exact = odds_each(blast, dice, add, ((less, body),), item=0)
    loss = exact.expect(lambda done: share_lost(*stake, done) if done.hit else 0)
    assert blast_share(dice, add, less, body, stake) == billionths(loss, stake)
