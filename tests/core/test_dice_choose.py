"""Choices that a player makes in mid-roll."""

import pytest

from skirmish.core.dice import Dice, Face, Roller, Script, odds, parse_faces
from skirmish.errors import DiceProblem

KEY = "17:3"


def hit(dice: Dice, face: int) -> bool:
    """One die of a pool."""
    return dice.die(6, "pool") >= face


def extra(dice: Dice, pool: int) -> tuple[int, int, int]:
    """A pool, then a choice that depends on it, then a die that depends on the choice."""
    hits = dice.total(pool, hit, 5)
    taken = dice.choose("extra hits", tuple(range(hits + 1)), max)
    return hits, taken, dice.die(4 + taken, "scatter")


def test_the_policy_chooses() -> None:
    """What it chooses counts for the dice after it."""
    faces = parse_faces("6:6 6:1 6:5 6:2 6:3")

    assert extra(Script((*faces[:4], Face(6, 3))), 4) == (2, 2, 3)


def test_a_single_option_is_no_question() -> None:
    """With one option the policy is not asked."""

    def never(options: tuple[int, ...]) -> int:
        raise AssertionError(options)

    assert Script([]).choose("extra hits", (0,), never) == 0


@pytest.mark.parametrize("dice", [Roller(KEY), Script([])])
def test_only_an_option_can_be_chosen(dice: Dice) -> None:
    """A policy that names none of the options is refused, and so are no options."""
    with pytest.raises(DiceProblem, match=r"extra hits: 7 is none of the options \(choose one of"):
        dice.choose("extra hits", (0, 1), lambda _: 7)
    with pytest.raises(DiceProblem, match="extra hits: there is nothing to choose from"):
        dice.choose("extra hits", (), max)


def test_odds_follow_the_policy() -> None:
    """Odds use the choice of the policy on every path."""

    def least(dice: Dice, pool: int) -> int:
        return dice.choose("extra hits", tuple(range(dice.total(pool, hit, 5) + 1)), min)

    assert dict(odds(least, 4).items()) == {0: 1}
    assert odds(extra, 2).chance(lambda outcome: outcome[0] != outcome[1]) == 0
