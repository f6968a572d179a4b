"""Exact odds against a second opinion: icepool's, and that of the dice themselves."""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from icepool import d6, d20

from skirmish.core.dice import Dice, Distribution, Roller, odds, open_ended


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
    if not shots:
        return 0
    return next_shot(dice, dice.sub(burst, shots - 1, bonus, limit), bonus, limit)


def test_parts_on_a_state_agree_with_icepool() -> None:
    """A nine-shot burst with a limit on what it does, weight for weight."""
    one = icepool.map(lambda face, d: max(1, d - 2) if face + 4 > 14 else 0, d20, d6)
    second = icepool.map(lambda sofar, more: min(12, sofar + more), 0, one, repeat=9)

    assert odds(burst, 9, 4, 12) == Distribution(dict(second.items()))


@pytest.mark.parametrize("cap", [1, 6, 7, 20])
def test_open_ended_dice_agree_with_icepool(cap: int) -> None:
    """The highest face rolls again; past the cap nothing differs."""
    explode: Any = d6.explode
    second = explode(depth=5).map(lambda total: min(total, cap))

    assert odds(open_ended, 6, cap) == Distribution(dict(second.items()))


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [(resolve, (4, 3)), (net_hits, (5, 3)), (burst, (4, 6, 9)), (open_ended, (4, 14))],
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
        assert error * error <= 25 * max(Fraction(1), rolls * chance * (1 - chance)), outcome
