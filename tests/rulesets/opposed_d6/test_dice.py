"""The dice of shooting, without a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Face, Roller, Script, odds, odds_each
from skirmish.rulesets.opposed_d6.accuracy import equal_shares
from skirmish.rulesets.opposed_d6.area import band
from skirmish.rulesets.opposed_d6.dice import (
    Effect,
    Guard,
    Shot,
    astray,
    blast,
    come_down,
    exchange,
    judge,
    volley,
)

NOTHING, SUPPRESSED, FLEE, DOWNED = Effect


def rolled(rule: Callable[..., Any], *args: object, faces: list[int]) -> Any:
    """What a rule gives on these faces of d6."""
    return rule(Script([Face(6, face) for face in faces]), *args)


@pytest.mark.parametrize(
    ("attack", "defence", "effect"),
    [
        (7, 4, SUPPRESSED),
        (9, 3, DOWNED),
        (2, 9, NOTHING),
        (5, 5, NOTHING),
        (8, 4, DOWNED),
        (1, 0, DOWNED),
        (0, 0, NOTHING),
        (0, -1, DOWNED),
        (-3, -2, NOTHING),
    ],
)
def test_more_suppresses_and_twice_as_much_downs(attack: int, defence: int, effect: Effect) -> None:
    """BAY-28, BAY-F6: a beaten total of 0 or less is downed; equal totals do nothing."""
    assert judge(attack, defence, Guard(0)) == effect


@pytest.mark.parametrize(
    ("faces", "factor", "guard", "effect"),
    [([4, 2], 3, 2, SUPPRESSED), ([5, 1], 4, 2, DOWNED), ([1, 6], 1, 3, NOTHING)],
    ids=["BAY-V3", "BAY-V4", "BAY-V5"],
)
def test_worked_cases(faces: list[int], factor: int, guard: int, effect: Effect) -> None:
    """BAY-V3 to BAY-V5: 7 against 4, 9 against 3, 2 against 9 which the shooter shrugs off."""
    assert rolled(exchange, Shot(0, factor, Guard(guard)), faces=faces) == (0, effect)


def test_irregulars_and_crews_flee_instead() -> None:
    """BAY-28: what suppresses others puts them to flight, what downs others downs them."""
    assert judge(7, 4, Guard(0, flees=True)) == FLEE
    assert judge(8, 4, Guard(0, flees=True)) == DOWNED


def test_gone_to_ground_helps_against_suppression_alone() -> None:
    """House rule go_to_ground: +2 against being suppressed again, never against being downed."""
    assert judge(7, 5, Guard(0, steady=2)) == NOTHING
    assert judge(8, 5, Guard(0, steady=2)) == SUPPRESSED
    assert judge(10, 5, Guard(0, steady=2)) == DOWNED
    assert judge(2, 1, Guard(0, steady=2)) == DOWNED


@pytest.mark.parametrize(
    ("attack", "defence", "meets_another"),
    [(3, 6, True), (4, 7, False), (3, 7, True), (-4, 0, False), (-1, 1, True)],
    ids=["BAY-V6", "BAY-V7", "odd", "no half of 0", "below 0"],
)
def test_a_shot_goes_astray_at_half_or_less(attack: int, defence: int, meets_another: bool) -> None:
    """BAY-26, BAY-A5: twice the shooter's total against a target's total above 0."""
    assert astray(attack, defence) == meets_another


def test_a_stray_shot_is_rolled_anew_and_strays_no_more() -> None:
    """BAY-26, BAY-A4: both roll again, and whatever comes of it, nobody else is met."""
    other = Shot(1, 2, Guard(2), strays=(Shot(0, 9, Guard(0)),))
    shot = Shot(0, 1, Guard(4), strays=(other,))
    assert rolled(volley, 2, (shot,), faces=[2, 2, 6, 1]) == (NOTHING, DOWNED)
    assert rolled(volley, 2, (shot,), faces=[2, 2, 1, 6]) == (NOTHING, NOTHING)
    assert rolled(volley, 2, (shot,), faces=[3, 2]) == (NOTHING, NOTHING)


def test_the_worst_of_several_rolls_counts() -> None:
    """BAY-14: each share has its own dice on both sides."""
    shots = (Shot(0, 3, Guard(2)), Shot(0, 3, Guard(2)))
    assert rolled(volley, 1, shots, faces=[6, 1, 1, 6]) == (DOWNED,)
    assert rolled(volley, 1, shots, faces=[1, 6, 6, 1]) == (DOWNED,)


def test_an_area_attack_is_one_die_against_many() -> None:
    """BAY-30, BAY-V14: four figures, one attack die and four of theirs."""
    victims = tuple((5, Guard(2)) for _ in range(4))
    assert rolled(blast, victims, faces=[3, 1, 2, 4, 6]) == (DOWNED, DOWNED, SUPPRESSED, NOTHING)


@pytest.mark.parametrize(("halves", "factor"), [(1, 5), (2, 5), (3, 2), (4, 2), (5, -1)])
def test_an_area_falls_off_by_radii(halves: int, factor: int) -> None:
    """BAY-18, BAY-A7, BAY-V9: factor 5, radius 1, at distances of 0.5 to 2.5 (in halves here)."""
    assert 5 - 3 * band(halves * halves, 2) == factor


@given(radius=st.integers(1, 9), x=st.integers(0, 40), y=st.integers(0, 40))
def test_a_boundary_belongs_to_the_nearer_band(radius: int, x: int, y: int) -> None:
    """BAY-A7: band n reaches from beyond n radii up to n + 1 of them, by exact squares."""
    away2 = x * x + y * y
    n = band(away2, radius)
    assert away2 <= ((n + 1) * radius) ** 2
    assert n == 0 or away2 > (n * radius) ** 2


@pytest.mark.parametrize(
    ("factor", "rolls", "shares"),
    [(6, 2, (3, 3)), (6, 3, (2, 2, 2)), (7, 2, (4, 3)), (7, 3, (3, 2, 2))],
)
def test_shares_are_as_equal_as_can_be(factor: int, rolls: int, shares: tuple[int, ...]) -> None:
    """BAY-A6, BAY-V12: whole numbers, the larger ones first."""
    assert equal_shares(factor, rolls) == shares


def test_a_single_exchange_agrees_with_another_library() -> None:
    """BAY-28: icepool finds the same odds for every pair of factors that matters."""
    d6 = icepool.d6
    for attack in range(-5, 12):
        for guard in range(-3, 10):
            effects = icepool.map(
                lambda a, g, attack=attack, guard=guard: int(
                    judge(a + attack, g + guard, Guard(guard))
                ),
                d6,
                d6,
            )
            mine = odds(exchange, Shot(0, attack, Guard(guard)))
            for effect in Effect:
                theirs = Fraction(effects.quantity(int(effect)), effects.denominator())
                assert mine.probability((0, effect)) == theirs


INTO_COMBAT = Shot(0, 2, Guard(5), strays=(Shot(1, 3, Guard(2)), Shot(2, 2, Guard(3))))
LANDINGS = (*((n, n) for n in range(9)), None)
RULES: list[tuple[str, Callable[..., Any], tuple[Any, ...]]] = [
    ("exchange", exchange, (Shot(0, 4, Guard(2)),)),
    ("volley of three", volley, (2, (Shot(0, 2, Guard(2)), Shot(1, 2, Guard(1, 2, True))) * 2)),
    ("into combat", volley, (3, (INTO_COMBAT,))),
    ("come down", come_down, (LANDINGS,)),
]


@pytest.mark.parametrize(("rule", "args"), [case[1:] for case in RULES], ids=[c[0] for c in RULES])
def test_what_is_rolled_agrees_with_the_odds(
    rule: Callable[..., Any], args: tuple[Any, ...]
) -> None:
    """Rolled frequencies lie within five sigma of the exact odds."""
    _agrees(Counter(rule(Roller(f"{rule.__name__}:{n}"), *args) for n in range(2000)), rule, args)


def _agrees(seen: Counter[Any], rule: Callable[..., Any], args: tuple[Any, ...]) -> None:
    exact = odds(rule, *args)
    times = sum(seen.values())
    assert set(seen) <= set(exact.weights)
    for outcome, chance in exact.items():
        p = float(chance)
        assert abs(seen[outcome] - times * p) <= 5 * sqrt(times * p * (1 - p)) + 1e-9


def test_each_victim_of_an_area_has_its_own_odds() -> None:
    """BAY-30: the odds of one victim are those of its own dice, whoever else is struck."""
    victims = ((5, Guard(2)), (2, Guard(3)), (-1, Guard(0, flees=True)))
    rolls = [blast(Roller(f"area:{n}"), victims) for n in range(2000)]
    for place, (factor, guard) in enumerate(victims):
        exact = odds_each(blast, victims, item=place)
        alone = odds(exchange, Shot(0, factor, guard)).map(lambda met: met[1])
        assert exact == alone
        seen = Counter(roll[place] for roll in rolls)
        for effect, chance in exact.items():
            p = float(chance)
            assert abs(seen[effect] - 2000 * p) <= 5 * sqrt(2000 * p * (1 - p)) + 1e-9
