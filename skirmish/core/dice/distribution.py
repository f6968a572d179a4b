"""Exact probability distributions: whole-number weights over one denominator."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from skirmish.errors import DiceProblem

_T = TypeVar("_T")
_U = TypeVar("_U")


def _lowest_terms(weights: Mapping[_T, int]) -> Mapping[_T, int]:
    common = gcd(*weights.values())
    if not common:
        raise DiceProblem("odds need an outcome with a weight above 0")
    if common == 1 and 0 not in weights.values():
        return MappingProxyType(dict(weights))
    return MappingProxyType({o: weight // common for o, weight in weights.items() if weight})


@frozen
class Distribution(Generic[_T]):
    """Outcomes and their weights in lowest terms, so that equal odds are equal values.

    Attributes:
        weights: A whole number above 0 for each outcome, at least one of them.
        denominator: The sum of the weights.
    """

    weights: Mapping[_T, int] = field(converter=_lowest_terms)
    denominator: int = field(init=False, eq=False, repr=False)

    @denominator.default
    def _sum(self) -> int:
        return sum(self.weights.values())

    def __hash__(self) -> int:
        # The hash does not depend on the order of the frozenset.
        return hash(frozenset(self.weights.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be pickled; a dict can.
        return Distribution, (dict(self.weights),)

    def __len__(self) -> int:
        """Return the number of outcomes."""
        return len(self.weights)

    def items(self) -> tuple[tuple[_T, Fraction], ...]:
        """Return outcomes and probabilities, sorted by outcome, or by repr where that fails."""
        outcomes: list[Any] = list(self.weights)
        try:
            outcomes.sort()
        except TypeError:
            outcomes.sort(key=repr)
        return tuple((outcome, self.probability(outcome)) for outcome in outcomes)

    def probability(self, outcome: _T) -> Fraction:
        """Return the probability of an outcome; 0 for an impossible one."""
        return Fraction(self.weights.get(outcome, 0), self.denominator)

    def chance(self, predicate: Callable[[_T], bool]) -> Fraction:
        """Return the probability that the predicate holds."""
        ways = sum(weight for outcome, weight in self.weights.items() if predicate(outcome))
        return Fraction(ways, self.denominator)

    def expect(self, worth: Callable[[_T], int | Fraction]) -> Fraction:
        """Return the expected value of a function of the outcome."""
        worths = sum(weight * worth(outcome) for outcome, weight in self.weights.items())
        return Fraction(worths) / self.denominator

    def map(self, question: Callable[[_T], _U]) -> "Distribution[_U]":
        """Return the distribution of a function of the outcome; equal results are merged."""
        weights: dict[_U, int] = {}
        for outcome, weight in self.weights.items():
            answer = question(outcome)
            weights[answer] = weights.get(answer, 0) + weight
        return Distribution(weights)

    def then(self, follow: Callable[[_T], "Distribution[_U]"]) -> "Distribution[_U]":
        """Return the distribution of a dependent second step; equal results are merged."""
        return Distribution(merged(self.weights, follow))


def certain(outcome: _T) -> Distribution[_T]:
    """Return the distribution with one outcome."""
    return Distribution({outcome: 1})


def merged(weights: Mapping[_T, int], follow: Callable[[_T], Distribution[_U]]) -> dict[_U, int]:
    """Return the weights of a dependent second step, not in lowest terms."""
    ends = [(weight, follow(outcome)) for outcome, weight in weights.items()]
    common = lcm(*[end.denominator for _, end in ends])
    ways: dict[_U, int] = {}
    for weight, end in ends:
        scale = weight * (common // end.denominator)
        for outcome, one in end.weights.items():
            ways[outcome] = ways.get(outcome, 0) + one * scale
    return ways
