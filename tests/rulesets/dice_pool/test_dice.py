"""The dice against an enumeration made from the rules page alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from time import perf_counter
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.dice import Distribution, clear_odds_cache, odds, odds_each
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.dice_pool.dice import (
    Fault,
    Harm,
    Target,
    blast,
    boxes_filled,
    come_down,
    fault,
    fault_of,
    pinned,
    successes_of,
    suppress,
    unawares,
    volley,
    ways,
)
from skirmish.rulesets.dice_pool.expected_loss import share_lost
from tests.position import Thrown, position

FACES = range(1, 7)


def hits(faces: tuple[int, ...]) -> int:
    return sum(face >= 5 for face in faces)


@cache
def pools(count: int) -> tuple[tuple[int, Fraction], ...]:
    """Every number of hits of so many dice, by enumeration."""
    ways = Counter(hits(faces) for faces in product(FACES, repeat=count))
    return tuple((n, Fraction(way, 6**count)) for n, way in ways.items())


def hurt(total: int, target: Target) -> Iterator[tuple[int, Fraction]]:
    if total <= 0:
        yield 0, Fraction(1)
        return
    for soaked, p in pools(target.body):
        yield min(target.boxes, max(0, total - soaked)), p


def by_hand(
    pool: int, rounds: int, stops: bool, targets: tuple[Target, ...]
) -> list[dict[tuple[int, int], Fraction]]:
    """The odds of rounds and damage for each target, path by path (POOL-26 to 36)."""
    found: list[dict[tuple[int, int], Fraction]] = [{} for _ in targets]

    def go(place: int, attack: int, left: int, weight: Fraction) -> None:
        if place == len(targets):
            return
        target = targets[place]
        for guard, p in pools(target.guard):
            net = attack - guard - target.threshold
            if net < 1 or left == 0:
                found[place][0, 0] = found[place].get((0, 0), Fraction(0)) + weight * p
                go(place + 1, attack, left, weight * p)
                continue
            extra = min(left - 1, target.extra, int(Fraction(2 * net, target.halves)))
            total = max(0, target.dv + net - target.av) + extra * max(0, target.dv - target.av)
            for damage, q in hurt(total, target):
                key = (1 + extra, damage)
                found[place][key] = found[place].get(key, Fraction(0)) + weight * p * q
            go(place + 1, attack, left - (1 + extra) * stops, weight * p)

    for attack, p in pools(pool):
        go(0, attack, rounds, p)
    return found


TARGETS = st.builds(
    Target,
    guard=st.integers(0, 2),
    dv=st.integers(1, 5),
    av=st.integers(0, 4),
    body=st.integers(1, 2),
    boxes=st.integers(1, 10),
    threshold=st.integers(0, 1),
    halves=st.integers(1, 5),
    ambush=st.none(),
    extra=st.sampled_from([0, 1, 9]),
)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 4),
    st.sampled_from([1, 3, 6]),
    st.booleans(),
    st.lists(TARGETS, min_size=1, max_size=3).map(tuple),
)
def test_bursts_are_what_the_page_makes_of_every_path(
    pool: int, rounds: int, stops: bool, targets: tuple[Target, ...]
) -> None:
    """POOL-18 to POOL-21, POOL-A9, POOL-A13: exact for each target of a burst."""
    expected = by_hand(pool, rounds, stops, targets)

    for place in range(len(targets)):
        chances = odds_each(volley, pool, rounds, stops, targets, item=place)
        assert {(o.hits, o.damage): p for o, p in chances.items()} == expected[place]


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.sampled_from([1, 3, 10]), TARGETS, st.integers(0, 4))
def test_what_an_attack_costs_on_average_is_what_its_odds_say(
    pool: int, rounds: int, target: Target, filled: int
) -> None:
    """POOL-F9: half of the points by boxes filled, the rest when all are."""
    limit = target.boxes + filled
    chances = odds_each(volley, pool, rounds, True, (target,), item=0)
    whole = Fraction(target.boxes + limit, 2 * limit)

    assert share_lost(pool, rounds, target, limit) == chances.expect(
        lambda o: whole if o.damage >= target.boxes else Fraction(o.damage, 2 * limit)
    )


@settings(max_examples=40, deadline=None)
@given(TARGETS)
def test_the_boxes_that_a_blast_fills_in_closed_form(target: Target) -> None:
    """POOL-35: for each number of hits of the Body roll."""
    target = target._replace(dv=target.dv + 1)
    found: Counter[int] = Counter()
    for weight, boxes in zip(successes_of(target.body), boxes_filled(0, 0, target), strict=True):
        found[boxes] += weight

    chances = odds_each(blast, (target,), item=0).map(lambda harm: harm.damage)
    assert Distribution(found) == chances
    assert found.total() == ways(target.body)


PLAIN = Target(guard=0, dv=5, av=3, body=3, boxes=20, halves=2)


def test_one_body_roll_meets_the_sum_of_all_hits() -> None:
    """POOL-35, POOL-V13: 5 + 2 + 2 is 9, and three hits leave 6."""
    target = PLAIN._replace(halves=3)
    dice = Thrown([5, 5, 5, *(5, 6, 5)])

    assert volley(dice, 3, 3, True, (target,)) == (Harm(3, 6),)


def test_a_burst_strikes_nobody_more_often_than_it_has_rounds() -> None:
    """POOL-19, POOL-21, POOL-36, POOL-V5: 6 net hits at rate 1, but 3 rounds, so 2 extra hits.

    Nothing flies on to the next, who rolls nothing.
    """
    dice = Thrown([6] * 6 + [1] * 3)

    assert volley(dice, 6, 3, True, (PLAIN, PLAIN)) == (Harm(3, 12), Harm())
    assert dice.left == ()


def test_rounds_that_go_through_strike_the_next_as_often() -> None:
    """POOL-A11, POOL-F11: the second target is struck as if the first had not been there."""
    dice = Thrown([6] * 2 + [1] * 6)

    assert volley(dice, 2, 3, False, (PLAIN, PLAIN)) == (Harm(3, 8), Harm(3, 8))


def test_the_first_round_hits_even_where_no_more_are_taken() -> None:
    """POOL-30, POOL-V15: with none taken the first hit stays, with all net hits."""
    dice = Thrown([6, 6, 6, 1, 1, 1])

    assert volley(dice, 3, 10, True, (PLAIN._replace(extra=0),)) == (Harm(1, 5),)


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((1, 1, 5, 6), Fault.JAM),
        ((1, 1, 2, 3), Fault.LOST),
        ((1, 2, 3, 4), Fault.NONE),
        ((1,), Fault.LOST),
        ((1, 1, 5), Fault.JAM),
        ((1, 5, 5), Fault.NONE),
    ],
)
def test_ones_on_half_of_the_dice_jam(faces: tuple[int, ...], expected: Fault) -> None:
    """POOL-F2: twice the ones are at least the dice; without a hit the pass is lost as well."""
    assert fault_of(faces) is expected


@pytest.mark.parametrize("pool", [1, 2, 3, 6])
def test_the_chance_to_jam_is_that_of_the_faces(pool: int) -> None:
    """POOL-F2: all faces counted out, each judged as the dice of an attack are."""
    ways = Counter(fault_of(faces) for faces in product(FACES, repeat=pool))

    assert dict(odds(fault, pool).items()) == {
        one: Fraction(way, 6**pool) for one, way in ways.items()
    }


def test_a_shot_says_how_likely_its_weapon_jams() -> None:
    """Of the very dice that it rolls; a blow jams nothing."""
    battle = position("a>. . R<\n. . . . ", ruleset="dice_pool")
    order = battle.line("fire a r")
    plan = battle.ruleset.attack(battle.view().state, order)
    assert isinstance(plan, Attack)

    told = battle.ruleset.mishaps(battle.view().state, order)

    assert sum(p for _, p in told) == 1 - odds(fault, cast("int", plan.args[0])).chance(
        lambda f: not f
    )


def test_surprise_needs_more_hits_than_the_victim_has() -> None:
    """POOL-F15: the odds of 2 dice against 1, counted out."""
    expected = sum(p * q for a, p in pools(2) for b, q in pools(1) if b < a)

    assert odds(unawares, 2, 1).probability(outcome=True) == expected


def test_who_is_surprised_rolls_no_defence() -> None:
    """POOL-F15: the same faces hit a surprised figure that another would have dodged."""
    target = PLAIN._replace(guard=2, ambush=(1, 1))

    caught = volley(Thrown([5, 6, 1, 1, 1, 1]), 1, 1, True, (target,))
    wary = volley(Thrown([5, 6, 6, 5, 5]), 1, 1, True, (target,))
    assert (caught, wary) == ((Harm(1, 3, surprised=True),), (Harm(),))


@pytest.mark.parametrize("place", [0, 1])
def test_suppression_strikes_who_has_fewer_hits(place: int) -> None:
    """POOL-F13: reaction and edge against hits rolled once; one round of base damage."""
    targets = (Target(1, 4, 1, 1, 9), Target(2, 4, 1, 1, 9))
    struck = sum(p * q for a, p in pools(3) for b, q in pools(place + 1) if b < a)
    chances = odds_each(suppress, 3, targets, item=place)

    assert chances.chance(lambda o: o.hits == 1) == struck
    assert chances.probability(Harm(1, 3)) == struck * Fraction(2, 3)


def test_suppression_that_lies_needs_no_new_test() -> None:
    """POOL-F13: its hits stand; as many hits are enough to get away, and none strike nobody."""
    target = Target(2, 4, 0, 1, 9)

    assert pinned(Thrown([5, 6]), 2, (target,)) == (Harm(),)
    assert pinned(Thrown([5, 1, 1]), 2, (target,)) == (Harm(1, 4),)
    assert pinned(Thrown([]), 0, (target,)) == (Harm(),)


def test_a_blast_is_resisted_once_by_each() -> None:
    """POOL-F16: damage of base and distance, one Body roll; it reaches who gets any of it."""
    near, behind, gone = (Target(0, dv, 2, 2, 9) for dv in (6, 2, 0))

    assert blast(Thrown([5, 1]), (near, behind, gone)) == (
        Harm(1, 3),
        Harm(1, 0),
        Harm(),
    )


def test_hits_keep_a_blast_on_its_mark() -> None:
    """POOL-F16: the row of as many hits, the last for more; each face its tile."""
    tiles = tuple(tuple((hits, face) for face in FACES) + ((9, 9),) * 4 for hits in range(3))

    assert come_down(Thrown([5, 6, 6, 1, 4]), 4, tiles) == (2, 4)
    assert odds(come_down, 2, tiles).probability((1, 3)) == Fraction(16, 36) / 10


def test_a_full_burst_on_six_is_told_within_a_blink() -> None:
    """The odds of ten rounds over six figures of six kinds, none of them known before."""
    six = tuple(Target(4 + n % 3, 6, 3 + n % 2, 3 + n % 3, 10 - n % 4, n // 2, 4) for n in range(6))
    clear_odds_cache()
    start = perf_counter()
    widths = [len(odds_each(volley, 16, 10, True, six, item=n)) for n in range(6)]

    assert max(widths) < 40
    assert perf_counter() - start < 0.25  # a twentieth of a second and less on a quiet machine
