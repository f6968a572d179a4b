"""The odds of a volley, for one figure at a time and exactly.

In play all dice are rolled, then the Wild Die, then damage (`volley`). To walk all that would take
too long: here a die is settled as soon as it can be, damage and all. Only the lowest so far waits,
for the Wild Die may take its place, and what comes after it is kept apart where that matters.

Weights are whole numbers; what they are out of comes out when all is told.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import lcm
from typing import cast

from attrs import field, frozen

from skirmish.core.dice import Distribution
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.trait_die.fates import (
    MISSED,
    RAISED,
    SPARED,
    Blow,
    Blows,
    blows_on,
    grade,
    rolls_of,
    wilds_of,
)
from skirmish.rulesets.trait_die.rules import RAISE, Guard, Harm, Outcome
from skirmish.rulesets.trait_die.toll import NOTHING, joins, ordered, wounds_of
from skirmish.rulesets.trait_die.volley import NAMED, Volley, volley

Part = tuple[int, int, int]
"""A share as one figure has to do with it: its modifier, whether it is aimed at the figure, and
among how many beside the target a stray finds it (0: not at all)."""
Waits = tuple[int, Part | None]
"""The margin of the die that waits, the lowest so far, and its part; None where the figure has
nothing to do with it."""
Fate = tuple[int, int, bool]
"""What one die comes to: the hit on the figure and its toll, whether it costs a token."""
Count = tuple[int, int, bool, int]
"""The best hit on the figure; the toll, and whether that comes after the die that waits; tokens."""
Group = dict[Count, int]
BEGUN: Count = MISSED, NOTHING, False, 0
ABOVE_ALL, BELOW_ALL = RAISE + 1, -99
"""Margins of nobody who waits: every die is lower, or none is."""


@frozen
class Target:
    """One figure: what each die in order has to do with it, the dice, what a hit does.

    `heeded`: whether it matters which of several hits comes first.
    """

    dice: tuple[Part, ...]
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
        """A subject of a volley; tokens are told of the named one alone.

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
    """What all dice together do to a figure."""
    blows = blows_on(target.harm, target.guard, lcm(*(met or 1 for _, _, met in target.dice)))
    nobody: Waits = (ABOVE_ALL if target.wild else BELOW_ALL), None
    counts: dict[Waits, Group] = {nobody: {BEGUN: 1}}
    for part in target.dice:
        counts = _one_more(counts, part, target, blows)
    told: dict[Outcome, int] = {}
    for (best, toll, _, lost), weight in _ended(counts, target, blows).items():
        key = Outcome(best > MISSED, int(best == RAISED), toll != NOTHING, wounds_of(toll), lost)
        told[key] = told.get(key, 0) + weight
    return Distribution(told)


def _one_more(
    counts: Mapping[Waits, Group], part: Part, target: Target, blows: Blows
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
    """Add what comes of a die that is settled at once, while another may wait before it."""
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


def _late(ends: Group, group: Group, fates: Mapping[Blow, int], target: Target) -> None:
    """Add what comes of a die that has waited: its place is before what came later."""
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


def _ended(counts: Mapping[Waits, Group], target: Target, blows: Blows) -> Group:
    """All that may be when the Wild Die is placed, and nothing waits any more."""
    common = lcm(*(wilds_of(part[0]).denominator for _, part in counts if part))
    ends: Group = {}
    for waits, group in counts.items():
        _late(ends, group, _replaced(waits, common, blows), target)
    return ends


def _as_it_fell(waits: Waits, blows: Blows) -> Mapping[Blow, int]:
    """What a die does that the Wild Die does not replace."""
    margin, part = waits
    return blows.of(margin, part[1], part[2]) if part else {SPARED: blows.out_of}


def _replaced(waits: Waits, common: int, blows: Blows) -> Mapping[Blow, int]:
    """What the lowest die does, or the Wild Die in its place where that is better."""
    margin, part = waits
    if not part:
        return {SPARED: blows.out_of * common}
    modifier, own, met = part
    wild, ends = wilds_of(modifier), dict[tuple[int, int], int]()
    for there, weight in wild.weights.items():
        end = (grade(there), 0) if there > margin else (margin, met)
        ends[end] = ends.get(end, 0) + weight * (common // wild.denominator)
    fates: dict[Blow, int] = {}
    for (there, stray), weight in ends.items():
        for blow, ways in blows.of(there, own, stray).items():
            fates[blow] = fates.get(blow, 0) + ways * weight
    return fates


@frozen
class Shots(Attack):
    """An attack with a volley, whose odds are asked for one figure at a time."""

    plan: Volley = field(kw_only=True)

    def odds_on(self, figure: str) -> Distribution[Hashable]:
        """The exact odds of what happens to one subject."""
        return cast("Distribution[Hashable]", odds_on(self.plan, self.subjects.index(figure)))


def shots(plan: Volley, **about: object) -> Shots:
    """The attack that a volley makes; `about` is what else an `Attack` holds."""
    return Shots(rule=volley, args=(plan,), plan=plan, **about)  # type: ignore[arg-type]
