"""Exact odds: against counting every roll, against icepool, against the dice themselves."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import (
    NOT_ASKED,
    Dice,
    Distribution,
    Face,
    Script,
    certain,
    odds,
    odds_each,
)
from skirmish.errors import DiceProblem

Program = tuple[Any, ...]

# Small rules as values: the dice a program can ask for have 1, 2, 3 or 6 sides, so that the
# faces of one d6 serve each of them evenly, and no program rolls more than MOST dice.
MOST = 4


def run(dice: Dice, program: Program) -> int:
    """A rule that does what the program says."""
    match program:
        case ("die", int(sides)):
            return dice.die(sides)
        case ("plus", first, second):
            return run(dice, first) + run(dice, second)
        case ("less", first, second):
            return run(dice, first) - dice.sub(run, second)
        case ("if", first, then, other):
            return run(dice, then if run(dice, first) > 1 else other)
        case ("total", int(times), part):
            return dice.total(times, run, part)
        case ("steps", int(times), part):
            return reduce(lambda state, _: dice.sub(step, state, part), range(times), 1)
        case ("choose", first, second):
            return dice.choose("which", (run(dice, first), run(dice, second)), min)
        case _:
            raise AssertionError(program)


def step(dice: Dice, state: int, part: Program) -> int:
    """A step that may stand still, so that states meet again."""
    more = run(dice, part)
    return state + more if state % 2 else max(state, more)


def most_dice(program: Program) -> int:
    """How many dice a program rolls at most."""
    match program:
        case ("die", _):
            return 1
        case ("if", first, then, other):
            return most_dice(first) + max(most_dice(then), most_dice(other))
        case ("total" | "steps", int(times), part):
            return times * most_dice(part)
        case _:
            return sum(map(most_dice, program[1:]))


programs = st.recursive(
    st.tuples(st.just("die"), st.sampled_from((1, 2, 3, 6))),
    lambda parts: st.one_of(
        st.tuples(st.sampled_from(("plus", "less", "choose")), parts, parts),
        st.tuples(st.just("if"), parts, parts, parts),
        st.tuples(st.sampled_from(("total", "steps")), st.integers(0, 3), parts),
    ),
    max_leaves=5,
).filter(lambda program: most_dice(program) <= MOST)


class Counted(Script):
    """Dice that read each face of a row of d6 as the die that is asked for."""

    def die(self, sides: int, what: str = "") -> int:
        """The next face of the row."""
        return (super().die(6, what) - 1) % sides + 1


def every_roll(dice: int) -> list[Counted]:
    """One script for each way in which that many d6 fall, all equally likely."""
    rows = product(range(1, 7), repeat=dice)
    return [Counted([Face(6, face) for face in row]) for row in rows]


@given(program=programs)
def test_odds_are_what_counting_every_roll_gives(program: Program) -> None:
    """Merged or not, the odds of a rule are its share of all rolls."""
    counted = Counter(run(dice, program) for dice in every_roll(most_dice(program)))

    assert odds(run, program) == Distribution(counted)


def struck(dice: Dice, rounds: int, toughness: int) -> tuple[int, int]:
    """One of several targets under one burst."""
    hits = min(rounds, dice.die(3) - 1)
    return rounds - hits, dice.total(hits, above, toughness)


def above(dice: Dice, toughness: int) -> bool:
    """Whether a hit gets through."""
    return dice.die(6) > toughness


def sweep(dice: Dice, targets: tuple[int, ...]) -> tuple[int, ...]:
    """A burst: one shared die says whether a round is on its way."""
    return dice.each(struck, dice.die(2) - 1, targets)


@frozen
class Volley:
    """A shared fact and what became of each target."""

    jammed: bool
    losses: tuple[int, ...]


def volley(dice: Dice, targets: tuple[int, ...]) -> Volley:
    """A burst that may jam."""
    face = dice.die(6)
    return Volley(face == 1, dice.each(struck, 1, targets))


def test_the_odds_of_one_item_are_its_share_of_all_rolls() -> None:
    """Of targets that share a roll and its rounds, each has the odds of the joint roll."""
    targets = (3, 5, 2)
    # The shared die, a die for each target, and one for the only hit there can be.
    joint = [sweep(dice, targets) for dice in every_roll(5)]

    for item in range(3):
        share = Distribution(Counter(losses[item] for losses in joint))
        assert odds_each(sweep, targets, item=item) == share


def test_an_item_may_lie_inside_what_a_rule_returns() -> None:
    """`only` leaves the shared facts and puts a mark in place of the other items."""
    answer = odds(volley, (3, 5), only=1)

    assert answer.chance(lambda shot: shot.jammed) == Fraction(1, 6)
    assert {shot.losses[0] for shot in answer.weights} == {NOT_ASKED}
    assert answer.map(lambda shot: shot.losses[1]) == odds_each(
        lambda dice: dice.each(struck, 1, (3, 5)), item=1
    )


def test_items_are_asked_for_one_at_a_time() -> None:
    """Joint odds of several items, or of one that is not there, are an error that says so."""
    with pytest.raises(DiceProblem, match=r"rule sweep: 2 items share its roll \(ask .*only=0"):
        odds(sweep, (3, 5))
    with pytest.raises(DiceProblem, match="item 2 is none of them"):
        odds_each(sweep, (3, 5), item=2)
    assert odds(sweep, (3,)) == odds_each(sweep, (3,), item=0).map(lambda loss: (loss,))
    assert odds(sweep, ()) == certain(())


def test_the_outcome_of_another_item_cannot_be_read() -> None:
    """A rule that reads an outcome not asked for fails, instead of giving wrong odds."""

    def first_loss(dice: Dice) -> bool:
        return bool(dice.each(struck, 3, (2, 2))[0])

    def losses(dice: Dice) -> int:
        return sum(shot.bit_length() for shot in dice.each(struck, 3, (2, 2)))

    for rule in (first_loss, losses):
        with pytest.raises(DiceProblem, match="reads the outcome of an item"):
            odds(rule, only=1)


def test_a_rule_must_return_the_item_that_is_asked_for() -> None:
    """No outcome on some path is an error that names the rule."""

    def may_jam(dice: Dice) -> tuple[int, ...]:
        return () if dice.die(6) == 1 else dice.each(struck, 3, (2, 2))

    with pytest.raises(DiceProblem, match=r"may_jam: it returned no outcome for item 1"):
        odds_each(may_jam, item=1)


@frozen
class Tally:
    """Hits and ones of a pool."""

    hits: int
    ones: int

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.hits + other.hits, self.ones + other.ones)


def tallied(dice: Dice) -> Tally:
    """One die of a pool that may glitch."""
    face = dice.die(6)
    return Tally(int(face >= 5), int(face == 1))


def far_apart(dice: Dice) -> int:
    """Outcomes with wide gaps between them."""
    return 10**9 if dice.die(2) == 2 else -7


@pytest.mark.parametrize("rule", [tallied, far_apart])
def test_totals_of_any_kind_are_what_counting_gives(rule: Callable[[Dice], Any]) -> None:
    """Outcomes that are no numbers, or far apart, add up like any other."""

    def three(dice: Dice) -> object:
        return dice.total(3, rule)

    counted: Counter[object] = Counter(three(dice) for dice in every_roll(3))

    assert odds(three) == Distribution(counted)
