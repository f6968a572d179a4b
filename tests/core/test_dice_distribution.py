"""Distributions as values, and what has no odds."""

import pickle
from collections.abc import Callable
from fractions import Fraction

import pytest

from skirmish.core.dice import Dice, Distribution, odds
from skirmish.errors import DiceProblem, RuleTooWide


def hit(dice: Dice) -> bool:
    """One die of a pool."""
    return dice.die(6) >= 5


def many_dice(dice: Dice) -> tuple[int, ...]:
    """Plain dice, each by itself, all of them kept."""
    return tuple(dice.die(20) for _ in range(6))


def endless(dice: Dice) -> int:
    """A rule that never ends on the path where all faces are 1."""
    return 1 + endless_rest(dice)


def endless_rest(dice: Dice) -> int:
    """Rolls until a 1 does not come up."""
    rolls = 0
    while dice.die(2) == 1:
        rolls += 1
    return rolls


def hoard(dice: Dice, state: tuple[int, ...], _item: int) -> tuple[tuple[int, ...], int]:
    """A step whose states never meet again."""
    return (*state, dice.die(10)), 0


def far_and_wide(dice: Dice) -> int:
    """A thousand outcomes with gaps that do not pack."""
    return dice.die(1000) ** 5


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (many_dice, "rule many_dice"),
        (endless, "rule endless"),
        (lambda dice: dice.sub(many_dice), "rule many_dice"),
        (lambda dice: dice.total(9, far_and_wide), "rule far_and_wide"),
        (lambda dice: dice.total(10**9, hit), "rule hit"),
        (lambda dice: dice.die(10**9), "<lambda>"),
        (lambda dice: dice.die(100_001), "<lambda>"),
        (lambda dice: [dice.die(1) for _ in range(501)], "<lambda>"),
    ],
)
def test_a_rule_that_is_too_wide_is_named(rule: Callable[[Dice], object], name: str) -> None:
    """Odds are exact or refused, and the refusal names the part that is to be mended."""
    with pytest.raises(RuleTooWide) as refused:
        odds(rule)

    assert name in refused.value.where


def test_a_step_that_leaves_too_many_states_is_named() -> None:
    """What items share is refused where its states never meet, by the name of the step."""
    nothing: tuple[int, ...] = ()
    with pytest.raises(RuleTooWide) as refused:
        odds(lambda dice: dice.each(hoard, nothing, tuple(range(9))), only=8)

    assert "rule hoard" in refused.value.where


def test_what_is_just_narrow_enough_is_walked() -> None:
    """A hundred thousand paths, and five hundred dice in a row, are walked."""
    assert odds(lambda dice: dice.die(100_000) > 1).probability(False) == Fraction(1, 100_000)
    assert odds(lambda dice: sum(dice.die(1) for _ in range(500))) == Distribution({500: 1})


def test_a_die_without_sides_and_repeats_below_none_have_no_odds() -> None:
    """What cannot be rolled cannot be walked either."""
    for rule in (lambda dice: dice.die(0), lambda dice: dice.total(-1, hit)):
        with pytest.raises(DiceProblem):
            odds(rule)


def test_equal_odds_are_equal_values() -> None:
    """A distribution is in lowest terms, whatever led to it, and survives a journey."""
    half = Distribution({0: 50, 1: 50, 2: 0})

    assert half == odds(lambda dice: dice.die(2) - 1)
    assert hash(half) == hash(Distribution({1: 3, 0: 3}))
    assert (half.denominator, len(half)) == (2, 2)
    assert pickle.loads(pickle.dumps(half)) == half  # noqa: S301 - our own


def test_a_distribution_answers_exactly() -> None:
    """Chances, means and maps are fractions of whole numbers, in a fixed order."""
    answer = odds(lambda dice: dice.total(2, hit) - dice.total(1, hit))

    assert answer.items() == (
        (-1, Fraction(4, 27)),
        (0, Fraction(12, 27)),
        (1, Fraction(9, 27)),
        (2, Fraction(2, 27)),
    )
    assert answer.chance(lambda net: net > 0) == Fraction(11, 27)
    assert answer.expect(lambda net: net) == Fraction(1, 3)
    assert answer.map(abs).probability(1) == Fraction(13, 27)
    assert answer.probability(7) == 0


def test_outcomes_that_do_not_compare_stand_in_a_fixed_order() -> None:
    """Whatever order the walk met them in: by what they are called."""
    mixed = Distribution({"b": 1, None: 1, 3: 1, "a": 1})

    assert [outcome for outcome, _ in mixed.items()] == ["a", "b", 3, None]


def test_there_are_no_odds_of_nothing() -> None:
    """A distribution has an outcome."""
    with pytest.raises(DiceProblem):
        Distribution({"never": 0})
