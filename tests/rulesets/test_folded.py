"""However odds are folded, they are those of every single die: the rules of all rulesets."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import (
    Dice,
    Distribution,
    Part,
    Tally,
    capped_sums,
    odds,
    odds_each,
    open_ended,
)
from skirmish.rulesets.d20 import dice as d20
from skirmish.rulesets.d20.dice import NO_EFFECTS, Health
from skirmish.rulesets.d20.dice import Body as D20Body
from skirmish.rulesets.d100 import dice as d100
from skirmish.rulesets.dice_pool import dice as pool
from skirmish.rulesets.opposed_d6 import dice as opposed
from skirmish.rulesets.opposed_d6.dice import close_combat
from skirmish.rulesets.trait_die import dice as trait
from skirmish.rulesets.trait_die.dice import Allotted, Volley
from skirmish.rulesets.trait_die.dice import volley as trait_volley
from skirmish.rulesets.trait_die.odds import odds_on
from tests.single_dice import by_single_dice

FEW = settings(max_examples=5)
small = st.integers(0, 2)


def assert_folded(rule: Callable[..., Any], *numbers: Any) -> None:
    """The odds of a rule are those of its single dice."""
    assert odds(rule, *numbers) == by_single_dice(rule, *numbers)


def assert_each_folded(rule: Callable[..., Any], *numbers: Any) -> None:
    """The same of each item of a rule; its items are the last of its numbers."""
    joint = by_single_dice(rule, *numbers)
    for place in range(len(numbers[-1])):
        assert odds_each(rule, *numbers, item=place) == joint.map(itemgetter(place))


def three_sided(dice: Dice, less: int) -> int:
    """A small number, 0 among them."""
    return max(0, dice.die(3) - less)


def tallied(dice: Dice, most: int, parts: tuple[Part, ...]) -> Tally:
    """A tally as a rule."""
    return dice.tally(most, *parts)


closed = st.builds(
    lambda times, less, need: Part(times, three_sided, (less,), need=need),
    small,
    small,
    st.integers(0, 7),
)
exploding = st.builds(
    lambda times, sides: Part(times, open_ended, (sides,), bounded=True),
    st.integers(0, 1),
    st.just(2),
)


@settings(max_examples=40)
@given(st.integers(0, 7), st.tuples(closed, closed | exploding) | st.tuples(exploding, closed))
def test_a_tally(most: int, parts: tuple[Part, ...]) -> None:
    """Capped, with needs that are met or not, with dice that go on as far as matters."""
    assert_folded(tallied, most, parts)


hits = st.builds(
    d20.Hits, st.integers(0, 1), st.integers(2, 3), st.integers(-1, 2), st.integers(1, 2)
)
bodies = st.builds(
    D20Body, st.integers(0, 2), st.sampled_from((0, 20, 50, 80, 100)), st.integers(1, 6)
)


@FEW
@given(st.integers(1, 2), st.booleans(), st.sampled_from((0, 4)), hits, bodies)
def test_damage_in_d20(count: int, called: bool, crit: int, harm: d20.Hits, body: D20Body) -> None:
    """Hits with a CRIT die, at a limb or anywhere."""
    landed = d20.Landed(count if called else 1, called, crit)

    assert_folded(d20.lost, landed, harm, body, "nearest")


@FEW
@given(st.integers(1, 2), st.integers(0, 5), st.integers(1, 4), hits, bodies)
def test_strays_in_d20(count: int, limb: int, left: int, harm: d20.Hits, body: D20Body) -> None:
    """Hits of which some fall on the limb that was called."""
    assert_folded(d20.astray, count, limb, left, harm, body, "nearest")


@FEW
@given(st.integers(-18, 2), st.integers(18, 20), hits, bodies)
def test_attacks_in_d20(margin: int, crit: int, harm: d20.Hits, body: D20Body) -> None:
    """A shot from its first die on, and a blast on two."""
    assert_folded(d20.burst, d20.Shots(1, margin, margin, crit, 4), harm, body, Health())
    assert_folded(d20.volley, d20.Shots(2, margin, margin - 1, crit, 4))
    two = (body, D20Body(1, 0, 2))
    assert_each_folded(d20.blast, harm, "nearest", NO_EFFECTS, two)


@FEW
@given(
    st.integers(0, 1),
    st.integers(0, 12),
    st.integers(0, 6),
    st.builds(d100.Body, st.integers(1, 25), st.integers(7, 12), small, st.integers(0, 40), small),
)
def test_blasts_in_d100(count: int, add: int, less: int, body: d100.Body) -> None:
    """What reaches a figure and what that does is the whole; what is left over changes nothing."""
    whole = by_single_dice(d100.blast_on, add, less, body)
    assert odds(d100.blast_on, add, less, body) == whole
    assert_folded(d100.blast_reaching, count, add, less)
    told = odds(d100.blast_reaching, count, add, less).then(
        lambda dv: odds(d100.suffer_blast, dv, body)
    )
    assert told == odds_each(d100.blast, count, add, ((less, body),), item=0)


@settings(max_examples=2)
@given(st.integers(-5, 120), st.integers(-5, 120))
def test_opposed_tests_in_d100(mine: int, theirs: int) -> None:
    """An attack against a guard, and a contest."""
    assert_folded(d100.clash, mine, theirs)
    assert_folded(d100.contest, mine, theirs)


targets = st.builds(
    pool.Target,
    guard=st.integers(0, 1),
    dv=st.integers(0, 4),
    av=small,
    body=st.integers(0, 1),
    boxes=st.integers(1, 4),
    threshold=st.integers(0, 1),
    halves=st.integers(1, 3),
    ambush=st.none(),
    extra=st.integers(0, 3),
)


@FEW
@given(st.integers(0, 1), st.integers(1, 4), st.booleans(), targets, targets)
def test_attacks_in_the_dice_pool(
    dice: int, rounds: int, stops: bool, first: pool.Target, second: pool.Target
) -> None:
    """Rounds that go on from one target to the next, fire that pins, a blast."""
    both = first, second

    assert_each_folded(pool.volley, dice, rounds, stops, both)
    assert_each_folded(pool.suppress, dice, both)
    assert_each_folded(pool.blast, both)
    assert_folded(pool.unawares, dice, first.guard + 1)
    assert_folded(pool.fault, dice + 1)


guards = st.builds(trait.Guard, st.integers(2, 6), st.integers(1, 3), st.booleans())
harms = st.builds(
    trait.Harm, st.integers(1, 2), st.just(4), st.integers(-2, 2), st.sampled_from((0, 4))
)


@FEW
@given(harms, guards, st.booleans(), st.integers(-2, 2))
def test_hits_in_trait_die(
    harm: trait.Harm, guard: trait.Guard, raised: bool, modifier: int
) -> None:
    """Damage that goes on, a burst, a Spirit roll, a trait roll with a Wild Die."""
    assert_folded(trait.damage, harm, raised, guard.toughness, guard.limit)
    lone = trait.Harm(1, 4, harm.bonus)
    assert_each_folded(trait.blast, lone, False, (guard,))
    assert_folded(trait.ducked, lone, trait.Ducking(4, True, modifier, guard))
    assert_folded(trait.trait, 4, True, modifier, "attack")


@settings(max_examples=4)
@given(guards, guards, st.booleans(), st.integers(-2, 1), st.integers(0, 2), small)
def test_volleys_in_trait_die(
    first: trait.Guard, second: trait.Guard, wild: bool, modifier: int, tokens: int, stray: int
) -> None:
    """Two dice at one target with another beside it; the Wild Die goes on the lowest."""
    lone = trait.Guard(first.toughness, 1, first.shaken), trait.Guard(second.toughness, 1)
    plan = Volley(
        sides=4,
        wild=wild,
        shares=(Allotted(0, 1 if wild else 2, modifier, (1,)),),
        guards=lone,
        harm=trait.Harm(1, 4),
        deplete=2,
        tokens=tokens,
        stray=stray,
    )
    joint = by_single_dice(trait_volley, plan)

    for place in range(2):
        assert odds_on(plan, place) == joint.map(itemgetter(place))


opposed_guards = st.builds(opposed.Guard, st.integers(-3, 5), small, st.booleans())


@FEW
@given(st.integers(-2, 6), st.integers(-2, 6), opposed_guards, opposed_guards, st.booleans())
def test_attacks_in_opposed_d6(
    factor: int, other: int, first: opposed.Guard, second: opposed.Guard, mixed: bool
) -> None:
    """Two rolls, one that may stray; a blast on two; a fight."""
    stray = (opposed.Shot(1, other, second),) if mixed else ()
    shots = (opposed.Shot(0, factor, first, stray), opposed.Shot(1, other, second))

    assert_folded(opposed.volley, 2, shots[: 1 if mixed else 2])
    assert_each_folded(opposed.blast, ((factor, first), (other, second)))
    assert_folded(close_combat, factor, other, (mixed, False))


@settings(max_examples=40)
@given(st.integers(0, 9), st.integers(0, 3), st.integers(0, 2), small)
def test_capped_sums(most: int, times: int, more: int, less: int) -> None:
    """The weights of every total up to the last that matters, as a tally has them."""
    one, other = odds(three_sided, less), odds(three_sided, 0)
    weights, whole = capped_sums(most, (one, times), (other, more))
    parts = Part(times, three_sided, (less,)), Part(more, three_sided, (0,))

    assert sum(weights) == whole
    assert Distribution(dict(enumerate(weights))) == odds(tallied, most, parts).map(
        lambda tally: tally.total
    )
