"""The odds of independent repeats, added up."""

from collections.abc import Mapping
from typing import Any

from skirmish.core.dice.distribution import Distribution, certain
from skirmish.errors import RuleTooWide

# Pairs of outcomes that one addition may look at, and bytes that packed weights may fill:
# both about ten milliseconds.
MOST_PAIRS = 100_000
_MOST_BYTES = 65_536


def added_up(one: Distribution[Any], times: int, name: str) -> Distribution[Any]:
    """The odds of the sum of `times` outcomes.

    Args:
        one: The odds of one of them.
        times: How many, 0 or more.
        name: The rule they come from, for the message.

    Raises:
        RuleTooWide: The sums are too many to be worked out.
    """
    if times == 0:
        return certain(0)
    if all(isinstance(outcome, int) for outcome in one.weights):
        span = (max(one.weights) - min(one.weights)) * times + 1
        width = times * one.denominator.bit_length() // 8 + 1
        if span * width <= _MOST_BYTES:
            return _packed(one.weights, times, span, width)
    return _squared(one, times, name)


def _packed(weights: Mapping[int, int], times: int, span: int, width: int) -> Distribution[int]:
    # Weights side by side in one long integer are a polynomial; its power holds the weights of
    # the sums, and no field of `width` bytes can run over into the next.
    least = min(weights)
    one = sum(weight << 8 * width * (outcome - least) for outcome, weight in weights.items())
    fields = (one**times).to_bytes(span * width, "little")
    sums: dict[int, int] = {}
    for place in range(span):
        if weight := int.from_bytes(fields[place * width : (place + 1) * width], "little"):
            sums[least * times + place] = weight
    return Distribution(sums)


def _squared(one: Distribution[Any], times: int, name: str) -> Distribution[Any]:
    if times == 1:
        return one
    half = _squared(one, times // 2, name)
    both = _added(half, half, name)
    return _added(both, one, name) if times % 2 else both


def _added(first: Distribution[Any], second: Distribution[Any], name: str) -> Distribution[Any]:
    if len(first) * len(second) > MOST_PAIRS:
        raise RuleTooWide(
            f"its total has more than {MOST_PAIRS:,} pairs of outcomes to add",
            name,
            "add up fewer, or outcomes with fewer values",
        )
    return first.then(lambda a: second.map(lambda b: a + b))
