"""The odds of sums: independent repeats, and terms added in order up to a limit.

Sums of whole numbers are computed on packed weights: the weight of each sum is a field of a long
integer, the lowest sum first. Such an integer represents a polynomial, and the product of two holds
the weights of all sums of both.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import prod
from struct import unpack
from typing import Any

from attrs import frozen

from skirmish.core.dice.distribution import Distribution, certain
from skirmish.errors import RuleTooWide

MAX_PAIRS = 100_000
"""Maximum pairs of outcomes in one addition."""
_STEP = 8
"""Fields of a tally are rounded up to this many bytes, so that tallies share cached powers."""
_MOST_BYTES = 262_144
"""Maximum bytes of packed weights; the product of two such numbers takes about 0.1 s."""


def added_up(one: Distribution[Any], times: int, name: str) -> Distribution[Any]:
    """Return the odds of the sum of `times` outcomes.

    Args:
        one: The odds of one of them.
        times: Their number, 0 or more.
        name: Their rule, for the message.

    Raises:
        RuleTooWide: There are too many sums.
    """
    if times == 0:
        return certain(0)
    if all(isinstance(outcome, int) for outcome in one.weights):
        least = min(one.weights)
        span = (max(one.weights) - least) * times + 1
        width = _width(one.denominator.bit_length() * times)
        if span * width <= _MOST_BYTES:
            power = _packed(one.weights, width, least) ** times
            return Distribution(_unpacked(power, width, span, least * times))
    return _squared(one, times, name)


def _squared(one: Distribution[Any], times: int, name: str) -> Distribution[Any]:
    if times == 1:
        return one
    half = _squared(one, times // 2, name)
    both = _added(half, half, name)
    return _added(both, one, name) if times % 2 else both


def _added(first: Distribution[Any], second: Distribution[Any], name: str) -> Distribution[Any]:
    if len(first) * len(second) > MAX_PAIRS:
        raise RuleTooWide(
            f"its total has more than {MAX_PAIRS:,} pairs of outcomes to add",
            name,
            "add up fewer, or outcomes with fewer values",
        )
    return first.then(lambda a: second.map(lambda b: a + b))


@frozen
class Term:
    """Repeats with these odds, no outcome negative, and the total needed after them."""

    one: Distribution[int]
    times: int
    need: int = 0


def tallied(terms: tuple[Term, ...], most: int, name: str) -> Distribution[tuple[int, bool]]:
    """Return the odds of the capped total of all terms and of whether every need was met.

    Raises:
        RuleTooWide: There are too many terms or totals; `name` names their rule.
    """
    bits = sum(term.one.denominator.bit_length() * term.times for term in terms)
    width = -(-_width(bits) // _STEP) * _STEP
    if width * (most + 1) > _MOST_BYTES:
        what = f"the weights of its totals fill more than {_MOST_BYTES:,} bytes"
        raise RuleTooWide(what, name, "add fewer parts, or count less far")
    met, unmet = 1, 0
    for term in terms:
        added = power(term.one, term.times, width, most)
        met, unmet = (_product(sums, added, width, most) for sums in (met, unmet))
        short = met & ((1 << 8 * width * min(term.need, most + 1)) - 1)
        met, unmet = met - short, unmet + short
    totals: dict[tuple[int, bool], int] = {}
    for sums, reached in ((met, True), (unmet, False)):
        for total, weight in _unpacked(sums, width, most + 1).items():
            totals[total, reached] = weight
    return Distribution(totals)


def capped_sums(most: int, *terms: tuple[Distribution[int], int]) -> tuple[tuple[int, ...], int]:
    """Return the weights of the totals 0, 1, ..., and `most` or more; and the sum of all weights.

    Args:
        most: The total above which differences do not matter.
        terms: Distributions without negative outcomes, each with its number of repeats.
    """
    whole = prod(one.denominator**times for one, times in terms)
    width = -(-_width(whole.bit_length()) // _STEP) * _STEP
    sums = 1
    for one, times in terms:
        sums = _product(sums, power(one, times, width, most), width, most)
    fields = sums.to_bytes((most + 1) * width, "little")
    if width == _STEP:
        return unpack(f"<{most + 1}Q", fields), whole
    starts = range(0, len(fields), width)
    return tuple([int.from_bytes(fields[at : at + width], "little") for at in starts]), whole


def _capped(one: Distribution[int], most: int) -> Mapping[int, int]:
    weights: dict[int, int] = {}
    for outcome, weight in one.weights.items():
        weights[min(outcome, most)] = weights.get(min(outcome, most), 0) + weight
    return weights


@lru_cache(maxsize=512)
def power(one: Distribution[int], times: int, width: int, most: int) -> int:
    """Return the packed weights of the total of repeats, capped at `most`.

    Cached, because rules use the same repeats in several sums: of 12 hits 5 here and 7 there.
    """
    if times == 0:
        return 1
    if times == 1:
        return _packed(_capped(one, most), width)
    half, rest = (power(one, part, width, most) for part in (times // 2, times - times // 2))
    return _product(half, rest, width, most)


def _product(first: int, second: int, width: int, most: int) -> int:
    # The weight at `most` is the total weight less that below it. The sum of all fields is the
    # remainder modulo a field of ones, as the digit sum is modulo 9.
    if not first:
        return 0
    ones = (1 << 8 * width) - 1
    below = _below(first, second, width, most)
    reaches = (first % ones) * (second % ones) - below % ones
    return below + (reaches << 8 * width * most)


def _below(first: int, second: int, width: int, most: int) -> int:
    """The product's fields below `most`; only the fields that contribute are multiplied."""
    low, least = _lowest(first, width), _lowest(second, width)
    if (rest := most - low - least) <= 0:
        return 0
    fields = (1 << 8 * width * rest) - 1
    product = ((first >> 8 * width * low) & fields) * ((second >> 8 * width * least) & fields)
    return (product & fields) << 8 * width * (low + least)


def _lowest(sums: int, width: int) -> int:
    """Index of the lowest field that is not 0."""
    return ((sums & -sums).bit_length() - 1) // (8 * width)


def _width(bits: int) -> int:
    """Bytes of a field for weights of so many bits, their sums included."""
    return bits // 8 + 1


def _packed(weights: Mapping[int, int], width: int, least: int = 0) -> int:
    return sum(weight << 8 * width * (outcome - least) for outcome, weight in weights.items())


def _unpacked(sums: int, width: int, span: int, least: int = 0) -> dict[int, int]:
    fields = sums.to_bytes(span * width, "little")
    weights: dict[int, int] = {}
    for place in range(span):
        if weight := int.from_bytes(fields[place * width : (place + 1) * width], "little"):
            weights[least + place] = weight
    return weights
