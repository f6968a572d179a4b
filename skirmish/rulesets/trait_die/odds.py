"""Exact odds where a walk through all dice would take too long or would not end.

In a volley all dice are rolled, then the Wild Die, then damage. Here a die is settled as soon as it
can be, damage and all. Only the lowest so far waits, for the Wild Die may take its place, and what
comes after it is kept apart where that matters. Weights are whole numbers; what they are out of
is their sum.

The first hit that does anything finds a figure as it was, all others find it Shaken. So the toll of
several hits counts the wounds on a figure that is Shaken already; it is below 0 where the first hit
would only have Shaken any other figure, which takes one wound less (AMMO-F12).
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
    """The toll of hits and of those that come after them; all that puts a figure out is `limit`.

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
    """What any two tolls come to, one after the other."""
    tolls = range(-limit, limit + 1)
    return MappingProxyType({(a, b): joined(a, b, limit) for a in tolls for b in tolls})


def wounds_of(toll: int) -> int:
    """The wounds that a toll comes to."""
    return toll if toll > 0 else max(0, -toll - 1)


def ordered(guard: Guard) -> bool:
    """Whether it matters which hit comes first: not if it is Shaken, nor if any hit puts it out."""
    return guard.limit > 1 and not guard.shaken


MISSED, HIT, RAISED = 0, 1, 3
"""Bits, so that the best of several is all of them together."""
BELOW = -1
"""A margin that misses, where it does not matter by how much."""
HitToll = tuple[int, int]
"""The hit of one die and its toll."""
UNTOUCHED: HitToll = MISSED, NOTHING
Roll = tuple[int, bool, bool]
"""The margin of a die, whether it costs a token, whether it goes astray."""


@frozen
class HitTolls:
    """What a hit does to a figure, plain or with a raise: weights out of `out_of`."""

    out_of: int
    plain: Mapping[HitToll, int]
    raised: Mapping[HitToll, int]

    def of(self, margin: int, own: int, met: int) -> Mapping[HitToll, int]:
        """What a die does to the figure by its margin.

        `own`: whether it is the target. `met`: among how many a stray finds it, 0 for no stray.
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
    """What a hit does to a figure (AMMO-F12); all weights can be divided by `shares`."""
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
    """What a die may roll, the highest margin first; `alike`: grouped by grade alone."""
    rolls: dict[Roll, int] = {}
    for (margin, face), weight in odds(shot, sides, modifier).weights.items():
        told = grade(margin) if alike else margin
        key = told, face <= deplete, margin < 0 and face <= stray
        rolls[key] = rolls.get(key, 0) + weight
    return dict(sorted(rolls.items(), reverse=True))


def grade(margin: int) -> int:
    """The least margin that does the same."""
    return RAISE if margin >= RAISE else 0 if margin >= 0 else BELOW


@lru_cache(maxsize=256)
def wilds_of(modifier: int) -> Distribution[int]:
    """The margins of the Wild Die."""
    return odds(wild_margin, modifier)


DiePart = tuple[int, int, int]
"""A share as one figure has to do with it: its modifier, whether it is aimed at the figure, and
among how many beside the target a stray finds it (0: not at all)."""
Waits = tuple[int, DiePart | None]
"""The margin of the die that waits, the lowest so far, and its part; None where the figure has
nothing to do with it."""
Fate = tuple[int, int, bool]
"""What one die comes to: the hit on the figure and its toll, whether it costs a token."""
Count = tuple[int, int, bool, int]
"""The best hit on the figure; the toll, and whether that comes after the die that waits; tokens."""
Group = dict[Count, int]
BEGUN: Count = MISSED, NOTHING, False, 0
ABOVE_ALL, BELOW_ALL = RAISE + 1, -99
"""Margins where no die waits: every die is lower, or none is."""


@frozen
class Target:
    """One figure: what each die in order has to do with it, the dice, what a hit does.

    `heeded`: whether it matters which of several hits comes first.
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
        """A figure under a volley; only that of the named one holds tokens.

        Not `in_order`: a close estimate, as if the Wild Die came last of all dice.
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
        """Whether all misses are alike, and all hits; then it is all one which of them waits."""
        same = len(set(self.dice)) == 1 and not self.stray and not self.heeded
        return same or not self.wild


@lru_cache(maxsize=8192)
def odds_on(plan: Volley, place: int) -> Distribution[Outcome]:
    """What a volley does to one subject, the Wild Die on the lowest (AMMO-F10)."""
    return befalling(Target.of(plan, place))


@lru_cache(maxsize=8192)
def befalling(target: Target) -> Distribution[Outcome]:
    """The result of all dice for a figure."""
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
    """All that may be when one die more is rolled."""
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
    # Whatever lower die comes after it, what waited is settled in the same way.
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
    """Add the results of a die that has waited: its place is before later ones."""
    join = joins(target.guard.limit)
    for (hit, more), weight in fates.items():
        for (best, toll, later, lost), ways in group.items():
            key = best | hit, join[more, toll] if later else join[toll, more], False, lost
            ends[key] = ends.get(key, 0) + ways * weight


def _waiting(ends: Group, group: Group, weight: int, tokens: int) -> None:
    """Add what was so far, now that another die waits; it costs one of so many tokens."""
    for (best, toll, later, lost), ways in group.items():
        key = best, toll, later, lost + 1 if lost < tokens else lost
        ends[key] = ends.get(key, 0) + ways * weight


def _ended(counts: Mapping[Waits, Group], target: Target, blows: HitTolls) -> Group:
    """All that may be when the Wild Die is placed, and nothing waits any more."""
    common = lcm(*(wilds_of(part[0]).denominator for _, part in counts if part))
    ends: Group = {}
    for waits, group in counts.items():
        _late(ends, group, _replaced(waits, common, blows), target)
    return ends


def _as_it_fell(waits: Waits, blows: HitTolls) -> Mapping[HitToll, int]:
    """What a die does that the Wild Die does not replace."""
    margin, part = waits
    return blows.of(margin, part[1], part[2]) if part else {UNTOUCHED: blows.out_of}


def _replaced(waits: Waits, common: int, blows: HitTolls) -> Mapping[HitToll, int]:
    """What the lowest die does, or the Wild Die in its place where that is better."""
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
    """An attack with a volley, whose odds are asked for one figure at a time."""

    plan: Volley = field(kw_only=True)

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of what happens to one subject."""
        return cast("Distribution[Hashable]", odds_on(self.plan, self.subjects.index(figure)))


def volley_attack(plan: Volley, **about: object) -> VolleyAttack:
    """The attack that a volley makes; `about` is what else an `Attack` holds."""
    return VolleyAttack(rule=volley, args=(plan,), plan=plan, **about)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def chance_first(holder: Agile, actor: Agile) -> Fraction:
    """The exact chance that `first` is true (AMMO-F16).

    The sum over all totals n of the holder: P(holder = n) * P(actor <= n). With P(total <= n) as
    the product of 1 - P(die > n) over the dice, each addend is a sum of products of P(die > n). Of
    such a product the part of the series from `start` on is geometric over `period` totals.
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
"""Dice by their sides and what is added to them."""


def _choices(who: Agile) -> Iterator[tuple[int, _Dice]]:
    """The addends of the product of 1 - P(die > n): which dice stand in each, and its sign."""
    dice = [(sides, who.modifier) for sides in who.dice]
    for size in range(len(dice) + 1):
        for chosen in combinations(dice, size):
            yield (-1) ** size, chosen


def _addend(n: int, mine: _Dice, theirs: _Dice) -> Fraction:
    """One addend of P(holder = n) * P(actor <= n)."""
    return (_above(n, mine) - _above(n - 1, mine)) * _above(n, theirs)


def _above(n: int, dice: _Dice) -> Fraction:
    """The chance that all of some dice come to more than n."""
    return prod((_over(sides, n - modifier) for sides, modifier in dice), start=Fraction(1))


def _over(sides: int, n: int) -> Fraction:
    """The chance that a die which aces comes to more than n: the aces, then the rest."""
    if n < 1:
        return Fraction(1)
    aces, rest = divmod(n, sides)
    return Fraction(sides - rest, sides ** (aces + 1))
