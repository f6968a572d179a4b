"""Measures exact odds against icepool and a hand-written convolution; all must be equal.

Goals: odds that are not kept yet at least twice as fast as icepool and under 1 ms, odds that are
kept under 2 us. The widest odds of the rules (six automatic dice over three targets, a full burst
on six), which no table of icepool holds: under 50 ms for all figures together, and under 2 us for
each when kept.

python bench/odds.py
"""

from collections.abc import Callable
from enum import IntEnum
from time import process_time
from timeit import repeat
from typing import Any

import icepool
from icepool import Die, d6, d20

from skirmish.core.dice import Dice, Distribution, clear_odds_cache, odds, odds_each
from skirmish.rulesets.dice_pool.dice import Target
from skirmish.rulesets.dice_pool.dice import volley as full
from skirmish.rulesets.trait_die import odds as volley_odds
from skirmish.rulesets.trait_die.dice import Allotted, Guard, Harm, Volley
from skirmish.rulesets.trait_die.odds import befalling, odds_on

ROUNDS = 15
Weights = dict[Any, int]


class Outcome(IntEnum):
    """The outcome of a shot."""

    NOTHING = 0
    SUPPRESSED = 1
    DOWNED = 2


def judged(attack: int, guard: int) -> Outcome:
    """The outcome of an attack total against a guard total."""
    if attack <= guard:
        return Outcome.NOTHING
    return Outcome.DOWNED if attack >= 2 * guard else Outcome.SUPPRESSED


def opposed(dice: Dice, factor: int, defence: int) -> Outcome:
    """1d6 + factor against 1d6 + defence."""
    return judged(dice.die(6) + factor, dice.die(6) + defence)


def opposed_icepool(factor: int, defence: int) -> Die[Outcome]:
    """The same odds with icepool."""
    return icepool.map(lambda a, b: judged(a + factor, b + defence), d6, d6)


def opposed_by_hand(factor: int, defence: int) -> Weights:
    """The same odds by two loops."""
    weights: Weights = {}
    for a in range(1, 7):
        for b in range(1, 7):
            outcome = judged(a + factor, b + defence)
            weights[outcome] = weights.get(outcome, 0) + 1
    return weights


def hit(dice: Dice) -> bool:
    """Whether one die of a pool is a hit."""
    return dice.die(6) >= 5


def pools(dice: Dice, attack: int, defence: int) -> int:
    """Net hits of one pool against another."""
    return dice.total(attack, hit) - dice.total(defence, hit)


def pools_icepool(attack: int, defence: int) -> Die[int]:
    """The same odds with icepool."""
    return attack @ (d6 >= 5) - defence @ (d6 >= 5)


def added(first: Weights, second: Weights, sign: int = 1) -> Weights:
    """The convolution of two distributions; `sign` is -1 for a difference."""
    weights: Weights = {}
    for a, ways in first.items():
        for b, more in second.items():
            weights[a + sign * b] = weights.get(a + sign * b, 0) + ways * more
    return weights


def pools_by_hand(attack: int, defence: int) -> Weights:
    """The same odds by one convolution after the other."""
    totals = []
    for number in (attack, defence):
        total: Weights = {0: 1}
        for _ in range(number):
            total = added(total, {0: 4, 1: 2})
        totals.append(total)
    return added(totals[0], totals[1], -1)


Burst = tuple[bool | None, int]  # whether the first shot was critical, None before it; damage


def strikes(crit: bool | None, face: int, bonus: int) -> bool:
    """Whether one shot of a burst hits; after a critical first shot all hit."""
    return bool(crit) or (face != 1 and (face == 20 or face + bonus > 14))


def wound(dice: Dice, armour: int) -> int:
    """Damage of one hit, at least 1."""
    return max(1, dice.die(6, "damage") - armour)


def shot(dice: Dice, crit: bool | None, bonus: int, armour: int) -> Burst:
    """One shot: whether the burst is now critical, and the damage."""
    face = dice.die(20, "to hit")
    damage = dice.sub(wound, armour) if strikes(crit, face, bonus) else 0
    return face == 20 if crit is None else crit, damage


def next_shot(dice: Dice, sofar: Burst, bonus: int, armour: int) -> Burst:
    """A shot added to those before it."""
    crit, damage = dice.sub(shot, sofar[0], bonus, armour)
    return crit, sofar[1] + damage


def burst(dice: Dice, shots: int, bonus: int, armour: int) -> Burst:
    """A burst whose first shot decides whether all of it is critical."""
    start: Burst = (None, 0)
    return dice.fold(shots, next_shot, start, bonus, armour)


def shot_icepool(crit: bool | None, bonus: int, armour: int) -> Die[Burst]:
    """The odds of one shot with icepool."""
    damage = icepool.map(lambda d: max(1, d - armour), d6)

    def after(face: int) -> Die[Burst]:
        now = face == 20 if crit is None else crit
        return icepool.tupleize(now, damage if strikes(crit, face, bonus) else 0)

    return d20.map(after)


def burst_icepool(shots: int, bonus: int, armour: int) -> Die[Burst]:
    """The odds of the burst with icepool: one shot's, merged, then added up for all shots."""
    rest = {}
    for crit in (False, True):
        one = shot_icepool(crit, bonus, armour).map(lambda _, damage: damage, star=True)
        rest[crit] = (shots - 1) @ one

    def after(crit: bool, damage: int) -> Die[Burst]:
        return icepool.tupleize(crit, damage + rest[crit])

    return shot_icepool(None, bonus, armour).map(after, star=True)


def shot_by_hand(crit: bool | None, bonus: int, armour: int) -> Weights:
    """The odds of one shot by two loops."""
    weights: Weights = {}
    for face in range(1, 21):
        now = face == 20 if crit is None else crit
        for d in range(1, 7):
            damage = max(1, d - armour) if strikes(crit, face, bonus) else 0
            weights[now, damage] = weights.get((now, damage), 0) + 1
    return weights


def burst_by_hand(shots: int, bonus: int, armour: int) -> Weights:
    """The odds of the burst by one convolution after the other, for either first shot."""
    ones = {crit: shot_by_hand(crit, bonus, armour) for crit in (False, True)}
    states = shot_by_hand(None, bonus, armour)
    for _ in range(shots - 1):
        after: Weights = {}
        for (crit, damage), ways in states.items():
            for (_same, more), weight in ones[crit].items():
                state = (crit, damage + more)
                after[state] = after.get(state, 0) + ways * weight
        states = after
    return states


def microseconds(answer: Callable[[], object], number: int, rounds: int = ROUNDS) -> float:
    """Microseconds per answer, the best of many rounds."""
    best = min(repeat(answer, timer=process_time, number=number, repeat=rounds))
    return best / number * 1e6


def compare(
    name: str,
    rule: Callable[..., Any],
    second: Callable[..., Die[Any]],
    by_hand: Callable[..., Weights],
    numbers: tuple[int, ...],
) -> None:
    """Print one line, once all three agree."""

    def anew() -> Distribution[Any]:
        clear_odds_cache()
        return odds(rule, *numbers)

    ours = anew()
    if not ours == Distribution(by_hand(*numbers)) == Distribution(dict(second(*numbers).items())):
        raise SystemExit(f"{name}: the three do not agree")
    icy = microseconds(lambda: second(*numbers), 20)
    hand = microseconds(lambda: by_hand(*numbers), 20)
    new = microseconds(anew, 20)
    kept = microseconds(lambda: odds(rule, *numbers), 2000)
    print(
        f"{name:22} anew {new:6.0f} us   icepool {icy:6.0f} us ({icy / new:4.1f} x)"
        f"   by hand {hand:6.0f} us ({hand / new:4.1f} x)   kept {kept:.2f} us"
    )


SIX_DICE = Volley(
    8,
    True,
    tuple(Allotted(place, 2, -place, tuple({0, 1, 2} - {place})) for place in range(3)),
    (Guard(5, 1), Guard(6, 2), Guard(7, 3)),
    Harm(1, 6),
    deplete=3,
    tokens=4,
    stray=1,
)
SIX_FIGURES = tuple(
    Target(4 + n % 3, 6, 3 + n % 2, 3 + n % 3, 10 - n % 4, n // 2, 4) for n in range(6)
)


def six_dice() -> list[object]:
    """Six automatic dice over three targets with other figures next to them (trait die)."""
    return [odds_on(SIX_DICE, place) for place in range(3)]


def full_burst() -> list[object]:
    """Ten rounds over six figures of six kinds (dice pool)."""
    return [odds_each(full, 16, 10, True, SIX_FIGURES, item=n) for n in range(6)]


def forgotten() -> None:
    """Forget all odds that are kept, those of the trait die as well."""
    clear_odds_cache()
    for kept in (
        odds_on,
        befalling,
        volley_odds.rolls_of,
        volley_odds.hit_tolls,
        volley_odds.wilds_of,
    ):
        getattr(kept, "cache_clear", lambda: None)()


def widest(name: str, answers: Callable[[], list[object]]) -> None:
    """Print one line for odds on several figures."""
    forgotten()
    count = len(answers())
    fresh = []
    for _ in range(ROUNDS):
        forgotten()
        fresh.append(microseconds(answers, 1, rounds=1))
    kept = microseconds(answers, 500) / count
    print(
        f"{name:22} anew {min(fresh) / 1000:6.1f} ms for {count} figures   kept {kept:.2f} us each"
    )


def main() -> None:
    """Compare the three rules, then time the widest odds."""
    compare("opposed d6", opposed, opposed_icepool, opposed_by_hand, (4, 3))
    compare("14 dice against 8", pools, pools_icepool, pools_by_hand, (14, 8))
    compare("nine-shot burst", burst, burst_icepool, burst_by_hand, (9, 4, 2))
    widest("six automatic dice", six_dice)
    widest("full burst on six", full_burst)


if __name__ == "__main__":
    main()
