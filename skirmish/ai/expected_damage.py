"""Expected losses of each figure that an attack may strike, from its exact odds."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from attrs import frozen

from skirmish.ai.cache import ThoughtCache
from skirmish.core.dice import Distribution
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack
from skirmish.rulesets.ruleset import Ruleset

NOTHING = Fraction(0)


@frozen
class ExpectedLoss:
    """What an attack does to a figure on average: points lost, and the chance of any loss."""

    figure: str
    lost: Fraction
    hit: Fraction


def expected_losses(
    ruleset: Ruleset, state: State, plan: Attack | Aim | None, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    """What an attack does, wherever it may come down."""
    if plan is None:
        return ()
    if isinstance(plan, Attack):
        return _struck(ruleset, state, plan, cache)
    landing = plan.landing()
    # Many landings do the same to a figure: their weights are added before anything is multiplied.
    weights: dict[ExpectedLoss, int] = {}
    for tile, weight in landing.weights.items():
        for one in _struck(ruleset, state, plan.at(tile), cache):
            weights[one] = weights.get(one, 0) + weight
    lost: dict[str, Fraction] = {}
    hit: dict[str, Fraction] = {}
    for one, weight in weights.items():
        lost[one.figure] = lost.get(one.figure, NOTHING) + weight * one.lost
        hit[one.figure] = hit.get(one.figure, NOTHING) + weight * one.hit
    whole = landing.denominator
    return tuple(ExpectedLoss(name, lost[name] / whole, hit[name] / whole) for name in lost)


def _struck(
    ruleset: Ruleset, state: State, plan: Attack, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    if plan.apart:
        return tuple(
            _struck_apart(ruleset, state, plan, index, cache) for index in range(len(plan.subjects))
        )
    signs = tuple(cache.sign(state.figures[name]) for name in plan.subjects)
    key = (plan.basis, plan.each, signs)
    found = cache.struck.get(key)
    if found is None:
        found = tuple(_average(ruleset, state, name, plan.odds_on(name)) for name in plan.subjects)
        cache.struck[key] = found
    named = zip(plan.subjects, found, strict=True)
    return tuple(ExpectedLoss(name, lost, hit) for name, (lost, hit) in named)


def _struck_apart(
    ruleset: Ruleset, state: State, plan: Attack, index: int, cache: ThoughtCache
) -> ExpectedLoss:
    """One of those that an attack strikes apart: the same numbers are met again and again."""
    name = plan.subjects[index]
    key = ((plan.rule, plan.alone(index)), True, (cache.sign(state.figures[name]),))
    found = cache.struck.get(key)
    if found is None:
        found = cache.struck[key] = (_average(ruleset, state, name, plan.odds_on(name)),)
    return ExpectedLoss(name, *found[0])


def _average(
    ruleset: Ruleset, state: State, name: str, odds: Distribution[Hashable]
) -> tuple[Fraction, Fraction]:
    """Points lost on average, and the chance of any; whole numbers as long as may be."""
    sums: dict[int, int] = {}
    hits = 0
    for outcome, weight in odds.weights.items():
        loss = ruleset.outcomes.loss(state, name, outcome)
        if loss:
            hits += weight
            below = loss.denominator
            sums[below] = sums.get(below, 0) + weight * loss.numerator
    lost = sum((Fraction(total, below) for below, total in sums.items()), NOTHING)
    return lost / odds.denominator, Fraction(hits, odds.denominator)
