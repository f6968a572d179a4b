"""Exact odds: against counting every roll, against icepool, against the dice themselves."""

import pickle
from collections import Counter
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st
from icepool import d6, d20

from skirmish.core.dice import (
    NOT_ASKED,
    Dice,
    Distribution,
    Face,
    Roller,
    Script,
    ace,
    certain,
    odds,
    odds_each,
)
from skirmish.errors import DiceProblem, RuleTooWide

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
        case ("fold", int(times), part):
            return dice.fold(times, folded, 1, part)
        case ("choose", first, second):
            return dice.choose("which", (run(dice, first), run(dice, second)), min)
    raise AssertionError(program)


def folded(dice: Dice, state: int, part: Program) -> int:
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
        case ("total" | "fold", int(times), part):
            return times * most_dice(part)
    return sum(map(most_dice, program[1:]))


programs = st.recursive(
    st.tuples(st.just("die"), st.sampled_from((1, 2, 3, 6))),
    lambda parts: st.one_of(
        st.tuples(st.sampled_from(("plus", "less", "choose")), parts, parts),
        st.tuples(st.just("if"), parts, parts, parts),
        st.tuples(st.sampled_from(("total", "fold")), st.integers(0, 3), parts),
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
    """A burst: one shared die for the rounds that are on their way."""
    return dice.each(struck, dice.die(2), targets)


@frozen
class Volley:
    """A shared fact and what became of each target."""

    jammed: bool
    losses: tuple[int, ...]


def volley(dice: Dice, targets: tuple[int, ...]) -> Volley:
    """A burst that may jam."""
    face = dice.die(6)
    return Volley(face == 1, dice.each(struck, 1, targets))


@pytest.mark.parametrize("item", [0, 1, 2])
def test_the_odds_of_one_item_are_its_share_of_all_rolls(item: int) -> None:
    """Of targets that share a roll and its rounds, each has the odds of the joint roll."""
    targets = (3, 5, 2)
    # The shared die, a die for each target, and one for each of at most two hits.
    joint = Counter(sweep(dice, targets)[item] for dice in every_roll(6))

    assert odds_each(sweep, targets, item=item) == Distribution(joint)


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
    with pytest.raises(DiceProblem, match=r"rule sweep: 2 items .*only=0"):
        odds(sweep, (3, 5))
    with pytest.raises(DiceProblem, match="item 2 is none of them"):
        odds_each(sweep, (3, 5), item=2)
    assert odds(sweep, (3,)) == odds_each(sweep, (3,), item=0).map(lambda loss: (loss,))
    assert odds(sweep, ()) == certain(())


def test_the_outcome_of_another_item_cannot_be_read() -> None:
    """A rule that reads what nobody asked for fails, instead of giving wrong odds."""

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


class Outcome(Enum):
    """What comes of a shot."""

    NOTHING = 0
    SUPPRESSED = 1
    DOWNED = 2


def judged(attack: int, guard: int) -> int:
    """The outcome of both totals."""
    return 0 if attack <= guard else 2 if attack >= 2 * guard else 1


def resolve(dice: Dice, factor: int, defence: int) -> Outcome:
    """Shooting outcome from both final factors."""
    return Outcome(judged(dice.die(6, "attack") + factor, dice.die(6, "guard") + defence))


@pytest.mark.parametrize(("factor", "defence"), list(product(range(-2, 8, 3), repeat=2)))
def test_opposed_dice_agree_with_icepool(factor: int, defence: int) -> None:
    """1d6 + factor against 1d6 + defence, weight for weight."""
    second = icepool.map(lambda a, b: judged(a + factor, b + defence), d6, d6)

    assert odds(resolve, factor, defence) == Distribution(
        {Outcome(value): weight for value, weight in second.items()}
    )


def hit(dice: Dice) -> bool:
    """One die of a pool."""
    return dice.die(6) >= 5


def net_hits(dice: Dice, attack: int, defence: int) -> int:
    """Hits of one pool over those of another."""
    return dice.total(attack, hit) - dice.total(defence, hit)


@pytest.mark.parametrize(("attack", "defence"), [(0, 3), (1, 0), (14, 8), (30, 25)])
def test_pools_agree_with_icepool(attack: int, defence: int) -> None:
    """Net hits of two pools, weight for weight."""
    second = attack @ (d6 >= 5) - defence @ (d6 >= 5)

    assert odds(net_hits, attack, defence) == Distribution(dict(second.items()))


def next_shot(dice: Dice, damage: int, bonus: int, limit: int) -> int:
    """A shot of a burst that does not go on for ever."""
    hits = dice.die(20) + bonus > 14
    return min(limit, damage + max(1, dice.die(6) - 2)) if hits else damage


def burst(dice: Dice, shots: int, bonus: int, limit: int) -> int:
    """Shots one after the other."""
    return dice.fold(shots, next_shot, 0, bonus, limit)


def test_a_fold_agrees_with_icepool() -> None:
    """A nine-shot burst with a limit on what it does, weight for weight."""
    one = icepool.map(lambda face, d: max(1, d - 2) if face + 4 > 14 else 0, d20, d6)
    second = icepool.map(lambda sofar, more: min(12, sofar + more), 0, one, repeat=9)

    assert odds(burst, 9, 4, 12) == Distribution(dict(second.items()))


@pytest.mark.parametrize("cap", [1, 6, 7, 20])
def test_open_ended_dice_agree_with_icepool(cap: int) -> None:
    """The highest face rolls again; past the cap nothing differs."""
    second = d6.explode(depth=5).map(lambda total: min(total, cap))

    assert odds(ace, 6, cap) == Distribution(dict(second.items()))


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


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [(resolve, (4, 3)), (net_hits, (5, 3)), (burst, (4, 6, 9)), (ace, (4, 14)), (sweep, ((3,),))],
)
def test_rolled_frequencies_agree_with_odds(
    rule: Callable[..., object], numbers: tuple[object, ...]
) -> None:
    """Each outcome comes up as often as it should, within five sigma."""
    rolls = 4000
    rolled = Counter(rule(Roller(f"sigma:{key}"), *numbers) for key in range(rolls))
    expected = odds(rule, *numbers)

    assert set(rolled) <= set(expected.weights)
    for outcome, chance in expected.items():
        error = rolled[outcome] - chance * rolls
        assert error * error <= 25 * max(1, rolls * chance * (1 - chance)), outcome


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


def hoard(dice: Dice, state: tuple[int, ...]) -> tuple[int, ...]:
    """A step whose states never meet again."""
    return (*state, dice.die(10))


def far_and_wide(dice: Dice) -> int:
    """A thousand outcomes with gaps that do not pack."""
    return dice.die(1000) ** 5


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (many_dice, "rule many_dice"),
        (endless, "rule endless"),
        (lambda dice: dice.sub(many_dice), "rule many_dice"),
        (lambda dice: dice.fold(9, hoard, ()), "rule hoard"),
        (lambda dice: dice.total(9, far_and_wide), "rule far_and_wide"),
        (lambda dice: dice.total(10**9, hit), "rule hit"),
        (lambda dice: dice.die(10**9), "<lambda>"),
    ],
)
def test_a_rule_that_is_too_wide_is_named(rule: Callable[[Dice], object], name: str) -> None:
    """Odds are exact or refused, and the refusal names the part that is to be mended."""
    with pytest.raises(RuleTooWide) as refused:
        odds(rule)

    assert name in refused.value.where


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
    answer = odds(net_hits, 2, 1)

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
    assert [outcome for outcome, _ in odds(resolve, 4, 3).items()] == [
        Outcome.DOWNED,
        Outcome.NOTHING,
        Outcome.SUPPRESSED,
    ]


def test_there_are_no_odds_of_nothing() -> None:
    """A distribution has an outcome."""
    with pytest.raises(DiceProblem):
        Distribution({"never": 0})
