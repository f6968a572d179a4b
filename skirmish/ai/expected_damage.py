"""Expected losses of each figure that an attack may hit, from its exact odds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from skirmish.ai.cache import ThoughtCache
from skirmish.core.dice import Distribution, odds
from skirmish.core.memo import kept
from skirmish.core.orders import Order
from skirmish.core.state import State
from skirmish.rulesets.attack import Aim, Attack, ExpectedLoss, Rule
from skirmish.rulesets.ruleset import Ruleset

Sum = dict[int, int]
"""A sum of fractions: the numerators by denominator, to add whole numbers as long as possible."""

Parts = tuple[Fraction, Fraction, Fraction]
"""Effect of an attack on a figure: loss, hit and stop, as in `ExpectedLoss`."""


def losses_of(
    ruleset: Ruleset, state: State, order: Order, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    """Return the expected losses by an order's attack, over all its landings."""
    found = ruleset.expected(state, order)
    if found is None:
        return expected_losses(ruleset, state, ruleset.attack(state, order), cache)
    return found


def expected_losses(
    ruleset: Ruleset, state: State, plan: Attack | Aim | None, cache: ThoughtCache
) -> tuple[ExpectedLoss, ...]:
    """Return the expected losses by an attack, over all its landings."""
    if plan is None:
        return ()
    if isinstance(plan, Attack):
        struck = _struck(ruleset, state, plan, cache)
        return tuple(ExpectedLoss(name, *found) for name, found in struck)
    landing = plan.landing()
    sums: dict[str, tuple[Sum, ...]] = {}
    for tile, weight in landing.weights.items():
        for name, parts in _struck(ruleset, state, plan.at(tile), cache):
            for summed, part in zip(sums.setdefault(name, ({}, {}, {})), parts, strict=True):
                _add(summed, part, weight)
    whole = landing.denominator
    return tuple(
        ExpectedLoss(name, *(_total(summed) / whole for summed in parts))
        for name, parts in sums.items()
    )


def _add(sums: Sum, part: Fraction, weight: int) -> None:
    below = part.denominator
    sums[below] = sums.get(below, 0) + weight * part.numerator


def _total(sums: Sum) -> Fraction:
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction(0))


def _struck(
    ruleset: Ruleset, state: State, plan: Attack, cache: ThoughtCache
) -> Sequence[tuple[str, Parts]]:
    """Return the effect on each subject of an attack; equal attacks are computed once."""
    if plan.apart:
        return [
            (name, _struck_apart(ruleset, state, plan, index, cache))
            for index, name in enumerate(plan.subjects)
        ]
    signs = tuple(cache.sign(state.figures[name]) for name in plan.subjects)
    key = (plan.basis, plan.each, signs)

    def found() -> tuple[Parts, ...]:
        names = plan.subjects
        return tuple(_average(ruleset, state, name, plan.odds_on(name)) for name in names)

    parts = kept(cache.struck, key, found)
    return tuple(zip(plan.subjects, parts, strict=True))


def _struck_apart(
    ruleset: Ruleset, state: State, plan: Attack, index: int, cache: ThoughtCache
) -> Parts:
    """Return the effect on one subject of an attack with `apart`."""
    name = plan.subjects[index]
    key = ((plan.rule, plan.alone(index)), True, (cache.sign(state.figures[name]),))

    def found() -> tuple[Parts]:
        if plan.suffers is None:
            return (_average(ruleset, state, name, plan.odds_on(name)),)
        return (_suffered(ruleset, state, plan.suffers, name, plan.meeting(name), cache),)

    return kept(cache.struck, key, found)[0]


def _suffered(
    ruleset: Ruleset,
    state: State,
    rule: Rule,
    name: str,
    meeting: tuple[Hashable, Distribution[Hashable]],
    cache: ThoughtCache,
) -> Parts:
    """Return the effect on a subject, cached by what reaches it: landings share that."""
    body, met = meeting
    sums: tuple[Sum, Sum, Sum] = ({}, {}, {})
    known = cache.suffered.setdefault((rule, body, cache.sign(state.figures[name])), {})
    for reaching, weight in met.weights.items():
        found = known.get(reaching)
        if found is None:
            found = known[reaching] = _average(ruleset, state, name, odds(rule, reaching, body))
        for summed, part in zip(sums, found, strict=True):
            _add(summed, part, weight)
    lost, hit, stops = (_total(summed) / met.denominator for summed in sums)
    return lost, hit, stops


def _average(ruleset: Ruleset, state: State, name: str, chances: Distribution[Hashable]) -> Parts:
    """Return the mean loss, the chance of any loss, and the chance that it cannot attack next."""
    outcomes, sums = ruleset.outcomes, Sum()
    hits = stops = 0
    for outcome, weight in chances.weights.items():
        loss = outcomes.loss(state, name, outcome)
        if loss:
            hits += weight
            _add(sums, loss, weight)
            if outcomes.stops(state, name, outcome):
                stops += weight
    whole = chances.denominator
    return _total(sums) / whole, Fraction(hits, whole), Fraction(stops, whole)
