"""Choices that a player makes in mid-roll."""

import pytest

from skirmish.core.dice import Choice, Dice, Face, Roller, Script, odds, parse_faces
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


class MustAsk(Exception):
    """What an engine raises to stop a rule and put the question to a player."""


def test_a_rule_goes_on_from_a_choice_as_if_it_had_not_stopped() -> None:
    """Broken off at a choice and run again with faces and answer: the run that knew it."""
    key = next(str(key) for key in range(99) if extra(Roller(str(key)), 6)[0] > 1)
    known = Roller(key, answers=lambda _: 1)
    outcome = extra(known, 6)

    def ask(choice: Choice) -> int:
        raise MustAsk(choice)

    stopped = Roller(key, answers=ask)
    with pytest.raises(MustAsk) as question:
        extra(stopped, 6)
    resumed = Roller(key, given=stopped.faces, answers=lambda _: 1)

    assert question.value.args == (
        Choice("extra hits", tuple(range(outcome[0] + 1)), default=outcome[0]),
    )
    assert extra(resumed, 6) == outcome
    assert resumed.faces == known.faces


def test_where_nobody_is_asked_the_policy_chooses() -> None:
    """Without answers, and for an answer that keeps the default, it is the policy's choice."""
    faces = parse_faces("6:6 6:1 6:5 6:2 6:3")

    policy = extra(Script((*faces[:4], Face(6, 3))), 4)
    default = extra(Script((*faces[:4], Face(6, 3)), answers=lambda choice: choice.default), 4)

    assert policy == default == (2, 2, 3)


def test_a_single_option_is_no_question() -> None:
    """With one option there is no question."""

    def never(choice: Choice) -> int:
        raise AssertionError(choice)

    assert Script([], answers=never).choose("extra hits", (0,), max) == 0


@pytest.mark.parametrize("dice", [Roller(KEY), Roller(KEY, answers=lambda _: 7)])
def test_only_an_option_can_be_chosen(dice: Dice) -> None:
    """A policy or an answer that names none of the options is refused, and so are no options."""
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
