"""Expected losses of each figure that an attack may strike, from its exact odds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from skirmish.ai.cache import ThoughtCache
from skirmish.core.dice import Distribution, odds
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack, ExpectedLoss, Rule
from skirmish.rulesets.ruleset import Ruleset

Sum = dict[int, int]
"""Fractions added up: for each denominator the numerators; whole numbers as long as may be."""


def losses_of(
    ruleset: Ruleset, state: State, order: Order, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    """What the attack of an order does, wherever it may come down."""
    found = ruleset.expected(state, order)
    if found is None:
        return expected_losses(ruleset, state, ruleset.attack(state, order), cache)
    return found


def expected_losses(
    ruleset: Ruleset, state: State, plan: Attack | Aim | None, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    """What an attack does, wherever it may come down."""
    if plan is None:
        return ()
    if isinstance(plan, Attack):
        struck = _struck(ruleset, state, plan, cache)
        return tuple(ExpectedLoss(name, *found) for name, found in struck)
    landing = plan.landing()
    sums: dict[str, tuple[Sum, Sum]] = {}
    for tile, weight in landing.weights.items():
        for name, (lost, hit) in _struck(ruleset, state, plan.at(tile), cache):
            losses, hits = sums.setdefault(name, ({}, {}))
            _add(losses, lost, weight)
            _add(hits, hit, weight)
    whole = landing.denominator
    return tuple(
        ExpectedLoss(name, _total(losses) / whole, _total(hits) / whole)
        for name, (losses, hits) in sums.items()
    )


def _add(sums: Sum, part: Fraction, weight: int) -> None:
    below = part.denominator
    sums[below] = sums.get(below, 0) + weight * part.numerator


def _total(sums: Sum) -> Fraction:
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction(0))


def _struck(
    ruleset: Ruleset, state: State, plan: Attack, cache: ThoughtCache
) -> Sequence[tuple[str, tuple[Fraction, Fraction]]]:
    """For each figure points lost on average, and the chance of any: the same is met again."""
    if plan.apart:
        return [
            (name, _struck_apart(ruleset, state, plan, index, cache))
            for index, name in enumerate(plan.subjects)
        ]
    signs = tuple(cache.sign(state.figures[name]) for name in plan.subjects)
    key = (plan.basis, plan.each, signs)
    found = cache.struck.get(key)
    if found is None:
        found = tuple(_average(ruleset, state, name, plan.odds_on(name)) for name in plan.subjects)
        cache.struck[key] = found
    return tuple(zip(plan.subjects, found, strict=True))


def _struck_apart(
    ruleset: Ruleset, state: State, plan: Attack, index: int, cache: ThoughtCache
) -> tuple[Fraction, Fraction]:
    """The same for one of those that an attack strikes apart."""
    name = plan.subjects[index]
    key = ((plan.rule, plan.alone(index)), True, (cache.sign(state.figures[name]),))
    found = cache.struck.get(key)
    if found is None:
        if plan.suffers is None:
            each = _average(ruleset, state, name, plan.odds_on(name))
        else:
            each = _suffered(ruleset, state, plan.suffers, name, plan.meeting(name), cache)
        found = cache.struck[key] = (each,)
    return found[0]


def _suffered(
    ruleset: Ruleset,
    state: State,
    rule: Rule,
    name: str,
    meeting: tuple[Hashable, Distribution[Hashable]],
    cache: ThoughtCache,
) -> tuple[Fraction, Fraction]:
    """What reaches a figure in one landing mostly reaches it in others, too."""
    body, met = meeting
    losses: Sum = {}
    hits: Sum = {}
    known = cache.suffered.setdefault((rule, body, cache.sign(state.figures[name])), {})
    for reaching, weight in met.weights.items():
        found = known.get(reaching)
        if found is None:
            found = known[reaching] = _average(ruleset, state, name, odds(rule, reaching, body))
        _add(losses, found[0], weight)
        _add(hits, found[1], weight)
    return _total(losses) / met.denominator, _total(hits) / met.denominator


def _average(
    ruleset: Ruleset, state: State, name: str, chances: Distribution[Hashable]
) -> tuple[Fraction, Fraction]:
    """Points lost on average, and the chance of any."""
    sums: Sum = {}
    hits = 0
    for outcome, weight in chances.weights.items():
        loss = ruleset.outcomes.loss(state, name, outcome)
        if loss:
            hits += weight
            _add(sums, loss, weight)
    return _total(sums) / chances.denominator, Fraction(hits, chances.denominator)
