"""The odds of a volley, for one figure at a time and exactly.

In play all dice are rolled, then the Wild Die, then damage (`volley`). To walk all that would take
too long: here a die is settled as soon as it can be, damage and all. Only the lowest so far waits,
for the Wild Die may take its place, and what comes after it is kept apart where that matters.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import lcm
from typing import cast

from attrs import field, frozen

from skirmish.core.dice import Dice, Distribution, odds
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.trait_die.rules import RAISE, Guard, Harm, Outcome, shot, wild_margin
from skirmish.rulesets.trait_die.toll import NOTHING, joins, ordered, toll_of, wounds_of
from skirmish.rulesets.trait_die.volley import NAMED, Volley, volley, which

MISSED, HIT, RAISED = 0, 1, 3
"""Bits, so that the best of several is all of them together."""
Part = tuple[int, int, int]
"""A share as one figure has to do with it: its modifier, whether it is aimed at the figure, and
among how many beside the target a stray finds it (0: not at all)."""
Waits = tuple[int, Part | None]
"""The margin of the die that waits, the lowest so far, and its part; None where the figure has
nothing to do with it."""
Way = tuple[bool, int, int, bool, Waits]
"""How one die more may come out: whether it is the one that waits now, and so what waited is
settled; the hit and the toll of what is settled; whether it costs a token; what waits now."""
Count = tuple[int, int, bool, int]
"""The best hit on the figure; the toll, and whether that comes after the die that waits; tokens."""
NOBODY_WAITS: Waits = (RAISE + 1, None)
NO_LOWER = -99
"""A margin that no die is below."""


@frozen
class Target:
    """One figure: what each die in order has to do with it, the dice, what a hit does."""

    dice: tuple[Part, ...]
    sides: int
    wild: bool
    deplete: int
    tokens: int
    stray: int
    harm: Harm
    guard: Guard
    what: str

    @classmethod
    def of(cls, plan: Volley, place: int) -> Target:
        """A subject of a volley; tokens are told of the named one alone."""
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
            what=plan.what,
        )


@lru_cache(maxsize=8192)
def odds_on(plan: Volley, place: int) -> Distribution[Outcome]:
    """What a volley does to one subject, the Wild Die on the lowest (AMMO-F10)."""
    target = Target.of(plan, place)
    begun: Count = MISSED, NOTHING, False, 0
    counts = {NOBODY_WAITS: {begun: 1}}
    for part in target.dice:
        counts = _one_more(counts, part, target)
    told: dict[Outcome, int] = {}
    for (best, toll, _, lost), weight in _ended(counts, target).items():
        key = Outcome(best > MISSED, int(best == RAISED), toll != NOTHING, wounds_of(toll), lost)
        told[key] = told.get(key, 0) + weight
    return Distribution(told)


def _one_more(
    counts: Mapping[Waits, Mapping[Count, int]], part: Part, target: Target
) -> dict[Waits, dict[Count, int]]:
    """All that may be when one die more is rolled."""
    found = {waits: odds(_way, waits, part, target) for waits in counts}
    common = lcm(*(ways.denominator for ways in found.values()))
    after: dict[Waits, dict[Count, int]] = {}
    for before, group in counts.items():
        heeded = before[1] is not None and ordered(target.guard)
        for way, weight in found[before].weights.items():
            ends = after.setdefault(way[-1], {})
            scale = weight * (common // found[before].denominator)
            _put_in(ends, group, way, scale, target, heeded=heeded)
    return after


def _put_in(
    ends: dict[Count, int],
    group: Mapping[Count, int],
    way: Way,
    weight: int,
    target: Target,
    *,
    heeded: bool,
) -> None:
    """Add what a way of one die makes of all that may have been before it."""
    waited, hit, more, costs, _ = way
    join, tokens = joins(target.guard.limit), target.tokens
    first = heeded and not waited and more != NOTHING
    for (best, toll, later, lost), ways in group.items():
        key = (
            best | hit,
            join[more, toll] if waited and later else join[toll, more],
            not waited and (later or (first and not toll)),
            lost + 1 if costs and lost < tokens else lost,
        )
        ends[key] = ends.get(key, 0) + ways * weight


def _ended(counts: Mapping[Waits, Mapping[Count, int]], target: Target) -> Mapping[Count, int]:
    """All that may be when the Wild Die is placed, and nothing waits any more."""
    found = {waits: odds(_last, waits, target) for waits in counts}
    common = lcm(*(ways.denominator for ways in found.values()))
    ends: dict[Count, int] = {}
    for waits, group in counts.items():
        for (hit, more), weight in found[waits].weights.items():
            scale = weight * (common // found[waits].denominator)
            way = True, hit, more, False, NOBODY_WAITS
            _put_in(ends, group, way, scale, target, heeded=False)
    return ends


def _way(dice: Dice, waits: Waits, part: Part, target: Target) -> Way:
    """One die more: it, or the lowest so far, is settled, and the lower of the two waits."""
    low = waits[0] if target.wild else NO_LOWER
    lower, margin, costs, strays = dice.sub(_against, low, part[0], target)
    here: Waits = margin, part if part[1] or (strays and part[2]) else None
    settles, still = (waits, here) if lower else (here, waits)
    hit, more = dice.sub(_settled, *settles, target)
    return lower, hit, more, costs, still


def _last(dice: Dice, waits: Waits, target: Target) -> tuple[int, int]:
    """The lowest die, or the Wild Die in its place where that is better."""
    margin, part = waits
    if part is None:
        return MISSED, NOTHING
    modifier, own, met = part
    there = dice.sub(wild_margin, modifier)
    if there > margin:
        return dice.sub(_settled, there, (modifier, own, 0), target)
    return dice.sub(_settled, margin, (modifier, own, met), target)


def _against(dice: Dice, low: int, modifier: int, target: Target) -> tuple[bool, int, bool, bool]:
    """One die: whether it is the lowest now, its margin, whether it costs a token, goes astray.

    Of one that is not the lowest no more is told than whether it hits, and with a raise.
    """
    margin, face = dice.sub(shot, target.sides, modifier, target.what)
    costs, strays = face <= target.deplete, margin < 0 and face <= target.stray
    if margin < low:
        return True, margin, costs, strays
    told = RAISE if margin >= RAISE else 0 if margin >= 0 else -1
    return False, told, costs, strays


def _settled(dice: Dice, margin: int, part: Part | None, target: Target) -> tuple[int, int]:
    """What a die does to the figure, as its target or standing in its way, and its toll."""
    if part is None:
        return MISSED, NOTHING
    _, own, met = part
    hits = margin >= 0 if own else met > 0 and dice.sub(_met, met)
    if not hits:
        return MISSED, NOTHING
    raised = margin >= RAISE
    toll = dice.sub(toll_of, target.harm, raised, target.guard)
    return (RAISED if raised else HIT), toll


def _met(dice: Dice, count: int) -> bool:
    """Whether a stray meets one of so many that stand beside its target."""
    return which(dice, count) == 0


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
