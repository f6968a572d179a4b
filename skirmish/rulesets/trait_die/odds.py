"""Exact odds where a walk through all dice would take too long or would not end.

In a volley all dice are rolled, then the Wild Die, then damage. Here each die is settled, with its
damage, as soon as possible. Only the lowest die so far waits, because the Wild Die may replace it;
results of later dice are kept separate where their order matters. Weights are whole numbers out of
their sum.

The first hit with an effect finds the figure as it was, all later ones find it Shaken. So the toll
of several hits counts the wounds of a figure that is Shaken already. It is negative if the first
hit would only make another figure Shaken, which then takes one wound less (AMMO-F12).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import lcm, prod
from types import MappingProxyType
from typing import cast

from attrs import field, frozen

from skirmish.core.dice import Dice, Distribution, odds
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.trait_die.dice import (
    NAMED,
    RAISE,
    Agile,
    Guard,
    Harm,
    Outcome,
    Volley,
    damage,
    shot,
    volley,
    wild_margin,
)

NOTHING = 0


def toll_of(dice: Dice, harm: Harm, raised: bool, guard: Guard) -> int:
    """The toll of one hit (AMMO-F12)."""
    grade = dice.sub(damage, harm, raised, guard.toughness, guard.limit)
    if grade < 0:
        return NOTHING
    if not grade:
        return 1 if guard.shaken else -1
    return grade


def joined(first: int, then: int, limit: int) -> int:
    """The toll of some hits followed by others; every toll that puts the figure out is `limit`.

    AMMO-F12.
    """
    if not first:
        return then
    together = abs(first) + abs(then)
    if first < 0:
        return limit if together > limit else -together
    return min(together, limit)


@lru_cache
def joins(limit: int) -> Mapping[tuple[int, int], int]:
    """The joined toll of any two tolls, one after the other."""
    tolls = range(-limit, limit + 1)
    return MappingProxyType({(a, b): joined(a, b, limit) for a in tolls for b in tolls})


def wounds_of(toll: int) -> int:
    """The wounds of a toll."""
    return toll if toll > 0 else max(0, -toll - 1)


def ordered(guard: Guard) -> bool:
    """Whether the order of hits matters: not if it is Shaken, nor if any wound puts it out."""
    return guard.limit > 1 and not guard.shaken


MISSED, HIT, RAISED = 0, 1, 3
"""Bits, so that the best of several hits is their union."""
BELOW = -1
"""A margin that misses, where its size does not matter."""
HitToll = tuple[int, int]
"""The hit of one die, and its toll."""
UNTOUCHED: HitToll = MISSED, NOTHING
Roll = tuple[int, bool, bool]
"""The margin of a die, whether it costs a token, and whether it goes astray."""


@frozen
class HitTolls:
    """The tolls of a hit on a figure, plain or with a raise, as weights out of `out_of`."""

    out_of: int
    plain: Mapping[HitToll, int]
    raised: Mapping[HitToll, int]

    def of(self, margin: int, own: int, met: int) -> Mapping[HitToll, int]:
        """The tolls of a die on the figure, by its margin.

        `own`: whether the figure is the target. `met`: the number of figures among which a stray
        shot finds it, 0 for none.
        """
        if own and margin >= 0:
            return self.raised if margin >= RAISE else self.plain
        if own or margin >= 0 or not met:
            return {UNTOUCHED: self.out_of}
        shared = {blow: weight // met for blow, weight in self.plain.items()}
        shared[UNTOUCHED] = self.out_of - self.out_of // met
        return shared


@lru_cache(maxsize=2048)
def hit_tolls(harm: Harm, guard: Guard, shares: int) -> HitTolls:
    """The tolls of a hit on a figure (AMMO-F12); all weights are divisible by `shares`."""
    plain, raised = (odds(toll_of, harm, better, guard) for better in (False, True))
    out_of = lcm(plain.denominator, raised.denominator) * shares

    def scaled(hit: int, tolls: Distribution[int]) -> Mapping[HitToll, int]:
        scale = out_of // tolls.denominator
        return {(hit, toll): weight * scale for toll, weight in tolls.weights.items()}

    return HitTolls(out_of, scaled(HIT, plain), scaled(RAISED, raised))


@lru_cache(maxsize=2048)
def rolls_of(
    sides: int, modifier: int, deplete: int, stray: int, alike: bool
) -> Mapping[Roll, int]:
    """The possible rolls of a die, the highest margin first; `alike`: grouped by grade."""
    rolls: dict[Roll, int] = {}
    for (margin, face), weight in odds(shot, sides, modifier).weights.items():
        told = grade(margin) if alike else margin
        key = told, face <= deplete, margin < 0 and face <= stray
        rolls[key] = rolls.get(key, 0) + weight
    return dict(sorted(rolls.items(), reverse=True))


def grade(margin: int) -> int:
    """The lowest margin with the same effect."""
    return RAISE if margin >= RAISE else 0 if margin >= 0 else BELOW


@lru_cache(maxsize=256)
def wilds_of(modifier: int) -> Distribution[int]:
    """The odds of the margin of the Wild Die."""
    return odds(wild_margin, modifier)


DiePart = tuple[int, int, int]
"""A share as it concerns one figure.

Its modifier, whether it aims at the figure, and the number of figures beside the target among which
a stray shot finds it (0: it cannot).
"""
Waits = tuple[int, DiePart | None]
"""The margin of the waiting die, the lowest so far, and its part; None if it is harmless."""
Fate = tuple[int, int, bool]
"""The result of one die: the hit on the figure, its toll, whether it costs a token."""
Count = tuple[int, int, bool, int]
"""The best hit on the figure; the toll, and whether it comes after the waiting die; the tokens."""
Group = dict[Count, int]
BEGUN: Count = MISSED, NOTHING, False, 0
ABOVE_ALL, BELOW_ALL = RAISE + 1, -99
"""Margins for no waiting die: every die is lower, or none is."""


@frozen
class Target:
    """One figure under a volley: its part of each die in order, the dice, the effect of a hit.

    `heeded`: whether the order of several hits matters.
    """

    dice: tuple[DiePart, ...]
    sides: int
    wild: bool
    deplete: int
    tokens: int
    stray: int
    harm: Harm
    guard: Guard
    heeded: bool

    @classmethod
    def of(cls, plan: Volley, place: int, *, in_order: bool = True) -> Target:
        """The figure under a volley at an index; only the named one holds tokens.

        With `in_order` False the result is a close estimate, as if the Wild Die came last of all
        dice.
        """
        tokens = plan.tokens if place == NAMED else 0
        dice = tuple(
            (
                share.modifier,
                int(share.target == place),
                len(share.beside) if plan.stray and place in share.beside else 0,
            )
            for share in plan.shares
            for _ in range(share.dice)
        )
        return cls(
            dice=dice,
            sides=plan.sides,
            wild=plan.wild,
            deplete=plan.deplete if tokens else 0,
            tokens=tokens,
            stray=plan.stray if any(met for _, _, met in dice) else 0,
            harm=plan.harm_to(place),
            guard=plan.guards[place],
            heeded=in_order and plan.wild and len(dice) > 1 and ordered(plan.guards[place]),
        )

    @property
    def alike(self) -> bool:
        """Whether all misses are alike and all hits are, so that any die may be the one to wait."""
        same = len(set(self.dice)) == 1 and not self.stray and not self.heeded
        return same or not self.wild


@lru_cache(maxsize=8192)
def odds_on(plan: Volley, place: int) -> Distribution[Outcome]:
    """The odds of a volley's outcome for one subject, the Wild Die on the lowest die (AMMO-F10)."""
    return befalling(Target.of(plan, place))


@lru_cache(maxsize=8192)
def befalling(target: Target) -> Distribution[Outcome]:
    """The odds of the outcome of all dice for a figure."""
    blows = hit_tolls(target.harm, target.guard, lcm(*(met or 1 for _, _, met in target.dice)))
    none: Waits = (ABOVE_ALL if target.wild else BELOW_ALL), None
    counts: dict[Waits, Group] = {none: {BEGUN: 1}}
    for part in target.dice:
        counts = _one_more(counts, part, target, blows)
    told: dict[Outcome, int] = {}
    for (best, toll, _, lost), weight in _ended(counts, target, blows).items():
        key = Outcome(best > MISSED, int(best == RAISED), toll != NOTHING, wounds_of(toll), lost)
        told[key] = told.get(key, 0) + weight
    return Distribution(told)


def _one_more(
    counts: Mapping[Waits, Group], part: DiePart, target: Target, blows: HitTolls
) -> dict[Waits, Group]:
    """All states after one more die is rolled."""
    modifier, own, met = part
    rolls = rolls_of(target.sides, modifier, target.deplete, target.stray, target.alike)
    after: dict[Waits, Group] = {}
    for waits, group in counts.items():
        fates: dict[Fate, int] = {}
        for (margin, costs, strays), weight in rolls.items():
            if margin >= waits[0]:
                for (hit, toll), ways in blows.of(margin, own, met * strays).items():
                    fate = hit, toll, costs
                    fates[fate] = fates.get(fate, 0) + ways * weight
        _at_once(after.setdefault(waits, {}), group, fates, target, waits)
    # Dice that waited are settled alike whichever lower die comes after them.
    higher = sorted(counts, key=lambda waits: waits[0])
    settled: Group = {}
    for (margin, costs, strays), weight in rolls.items():
        while higher and higher[-1][0] > margin:
            waits = higher.pop()
            _late(settled, counts[waits], _as_it_fell(waits, blows), target)
        here = margin, part if own or (strays and met) else None
        _waiting(after.setdefault(here, {}), settled, weight, target.tokens if costs else 0)
    return {waits: group for waits, group in after.items() if group}


def _at_once(
    ends: Group, group: Group, fates: Mapping[Fate, int], target: Target, waits: Waits
) -> None:
    """Add the results of a die that is settled at once, while another may wait before it."""
    join, tokens = joins(target.guard.limit), target.tokens
    heeded = waits[1] is not None and target.heeded
    for (hit, more, costs), weight in fates.items():
        first = heeded and more != NOTHING
        for (best, toll, later, lost), ways in group.items():
            key = (
                best | hit,
                join[toll, more],
                later or (first and not toll),
                lost + 1 if costs and lost < tokens else lost,
            )
            ends[key] = ends.get(key, 0) + ways * weight


def _late(ends: Group, group: Group, fates: Mapping[HitToll, int], target: Target) -> None:
    """Add the results of a die that has waited; its place is before later ones."""
    join = joins(target.guard.limit)
    for (hit, more), weight in fates.items():
        for (best, toll, later, lost), ways in group.items():
            key = best | hit, join[more, toll] if later else join[toll, more], False, lost
            ends[key] = ends.get(key, 0) + ways * weight


def _waiting(ends: Group, group: Group, weight: int, tokens: int) -> None:
    """Add the results so far, with a new die waiting; it costs one of `tokens` tokens."""
    for (best, toll, later, lost), ways in group.items():
        key = best, toll, later, lost + 1 if lost < tokens else lost
        ends[key] = ends.get(key, 0) + ways * weight


def _ended(counts: Mapping[Waits, Group], target: Target, blows: HitTolls) -> Group:
    """All states when the Wild Die is placed and no die waits."""
    common = lcm(*(wilds_of(part[0]).denominator for _, part in counts if part))
    ends: Group = {}
    for waits, group in counts.items():
        _late(ends, group, _replaced(waits, common, blows), target)
    return ends


def _as_it_fell(waits: Waits, blows: HitTolls) -> Mapping[HitToll, int]:
    """The tolls of a waiting die that the Wild Die does not replace."""
    margin, part = waits
    return blows.of(margin, part[1], part[2]) if part else {UNTOUCHED: blows.out_of}


def _replaced(waits: Waits, common: int, blows: HitTolls) -> Mapping[HitToll, int]:
    """The tolls of the lowest die, or of the Wild Die where that is better."""
    margin, part = waits
    if not part:
        return {UNTOUCHED: blows.out_of * common}
    modifier, own, met = part
    wild, ends = wilds_of(modifier), dict[tuple[int, int], int]()
    for there, weight in wild.weights.items():
        end = (grade(there), 0) if there > margin else (margin, met)
        ends[end] = ends.get(end, 0) + weight * (common // wild.denominator)
    fates: dict[HitToll, int] = {}
    for (there, stray), weight in ends.items():
        for blow, ways in blows.of(there, own, stray).items():
            fates[blow] = fates.get(blow, 0) + ways * weight
    return fates


@frozen
class VolleyAttack(Attack):
    """A volley as an attack; its odds are computed for one figure at a time."""

    plan: Volley = field(kw_only=True)

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of the outcome for one subject."""
        return cast("Distribution[Hashable]", odds_on(self.plan, self.subjects.index(figure)))


def volley_attack(plan: Volley, **about: object) -> VolleyAttack:
    """The attack of a volley; `about` are the other fields of `Attack`."""
    return VolleyAttack(rule=volley, args=(plan,), plan=plan, **about)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def chance_first(holder: Agile, actor: Agile) -> Fraction:
    """The exact chance that `first` is true (AMMO-F16).

    It is the sum over all totals n of the holder of P(holder = n) * P(actor <= n). P(total <= n) is
    the product of 1 - P(die > n) over the dice, so each addend is a sum of products of P(die > n).
    From `start` on, the series of such a product is geometric over `period` totals.
    """
    period = lcm(*holder.dice, *actor.dice)
    lowest, start = 1 + holder.modifier, 1 + max(holder.modifier, actor.modifier)
    chance = Fraction(0)
    for sign, mine in _choices(holder):
        for other_sign, theirs in _choices(actor):
            if not mine:  # P(holder = n) is a difference, in which the 1 of the product cancels
                continue
            addends = [_addend(n, mine, theirs) for n in range(lowest, start + period)]
            shrinks = prod(sides ** (period // sides) for sides, _ in mine + theirs)
            tail = sum(addends[start - lowest :], Fraction(0)) / (1 - Fraction(1, shrinks))
            chance += sign * other_sign * (sum(addends[: start - lowest], tail))
    return chance


_Dice = tuple[tuple[int, int], ...]
"""Dice as pairs of their sides and their modifier."""


def _choices(who: Agile) -> Iterator[tuple[int, _Dice]]:
    """The addends of the product of 1 - P(die > n): the sign and the dice of each."""
    dice = [(sides, who.modifier) for sides in who.dice]
    for size in range(len(dice) + 1):
        for chosen in combinations(dice, size):
            yield (-1) ** size, chosen


def _addend(n: int, mine: _Dice, theirs: _Dice) -> Fraction:
    """One addend of P(holder = n) * P(actor <= n)."""
    return (_above(n, mine) - _above(n - 1, mine)) * _above(n, theirs)


def _above(n: int, dice: _Dice) -> Fraction:
    """The chance that all of some dice are above n."""
    return prod((_over(sides, n - modifier) for sides, modifier in dice), start=Fraction(1))


def _over(sides: int, n: int) -> Fraction:
    """The chance that an acing die is above n: the aces, then the rest."""
    if n < 1:
        return Fraction(1)
    aces, rest = divmod(n, sides)
    return Fraction(sides - rest, sides ** (aces + 1))
