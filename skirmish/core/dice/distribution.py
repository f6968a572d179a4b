"""How likely each outcome is, exactly: whole-number weights over one denominator."""

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
    """Outcomes and their weights, in lowest terms, so that equal odds are equal values.

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
        # Only ever compared, so the order in which a frozenset keeps them is of no account.
        return hash(frozenset(self.weights.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be sent to another process; what it stands for can.
        return Distribution, (dict(self.weights),)

    def __len__(self) -> int:
        """How many outcomes there are."""
        return len(self.weights)

    def items(self) -> tuple[tuple[_T, Fraction], ...]:
        """Outcomes and probabilities, ascending where outcomes compare, else by their repr."""
        outcomes: list[Any] = list(self.weights)
        try:
            outcomes.sort()
        except TypeError:
            outcomes.sort(key=repr)
        return tuple((outcome, self.probability(outcome)) for outcome in outcomes)

    def probability(self, outcome: _T) -> Fraction:
        """How likely this outcome is; 0 for one that cannot be."""
        return Fraction(self.weights.get(outcome, 0), self.denominator)

    def chance(self, predicate: Callable[[_T], bool]) -> Fraction:
        """How likely the outcomes are, all together, of which this is true."""
        ways = sum(weight for outcome, weight in self.weights.items() if predicate(outcome))
        return Fraction(ways, self.denominator)

    def expect(self, worth: Callable[[_T], int | Fraction]) -> Fraction:
        """What the outcomes are worth on average."""
        worths = sum(weight * worth(outcome) for outcome, weight in self.weights.items())
        return Fraction(worths) / self.denominator

    def map(self, question: Callable[[_T], _U]) -> "Distribution[_U]":
        """The odds of what is asked of the outcome; equal answers are one."""
        weights: dict[_U, int] = {}
        for outcome, weight in self.weights.items():
            answer = question(outcome)
            weights[answer] = weights.get(answer, 0) + weight
        return Distribution(weights)

    def then(self, follow: Callable[[_T], "Distribution[_U]"]) -> "Distribution[_U]":
        """The odds of what follows on the outcome; equal ends are one."""
        return Distribution(merged(self.weights, follow))


def certain(outcome: _T) -> Distribution[_T]:
    """The odds of what must happen."""
    return Distribution({outcome: 1})


def merged(weights: Mapping[_T, int], follow: Callable[[_T], Distribution[_U]]) -> dict[_U, int]:
    """The weights of what follows on weighted outcomes, not in lowest terms."""
    ends = [(weight, follow(outcome)) for outcome, weight in weights.items()]
    common = lcm(*[end.denominator for _, end in ends])
    ways: dict[_U, int] = {}
    for weight, end in ends:
        scale = weight * (common // end.denominator)
        for outcome, one in end.weights.items():
            ways[outcome] = ways.get(outcome, 0) + one * scale
    return ways
