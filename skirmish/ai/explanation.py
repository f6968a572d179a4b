"""Explanation of a choice: the terms of the chosen order, and the rejected orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from skirmish.ai.remarks import Note, Remark, remark_words
from skirmish.core.orders import Order

Terms = tuple[tuple[str, int], ...]
"""Terms for an order or against it, by name, in thousandths of a point."""


@frozen
class Weighed:
    """A weighed order with its terms; `gain` is compared to doing nothing with the figure.

    `plan`: value of the whole bound if it begins with this order, where the order takes only a part
    of the bound. `remark`: what the order does, or a function that returns it on demand, because
    most remarks are never read.
    """

    order: Order
    gain: int
    terms: Terms = ()
    _remark: Remark | Callable[[], Remark] | None = field(default=None, eq=False, repr=False)
    plan: int = field(default=0, repr=False)

    @cached_property
    def remark(self) -> Remark | None:
        """What the order does."""
        return self._remark() if callable(self._remark) else self._remark

    @property
    def words(self) -> str:
        """The remark as a phrase, or ""."""
        return "" if self.remark is None else remark_words(self.remark)

    @property
    def data(self) -> Mapping[str, Any]:
        """The order and its terms, for JSON; numbers in thousandths of a point."""
        return {
            "order": str(self.order),
            "gain": self.gain,
            "plan": self.plan,
            "terms": {name: value for name, value in self.terms if value},
            "words": self.words,
        }

    def __str__(self) -> str:
        """What the order does, its gain, and the terms other than 0."""
        terms = ", ".join(f"{name} {points(value)}" for name, value in self.terms if value)
        return f"{self.words or self.order} {points(self.gain)}" + (f" ({terms})" if terms else "")


@frozen
class Explanation:
    """The chosen order and the best rejected orders of the same figure.

    At the end of a bound the rejected orders are those of any figures that came nearest to a gain.
    `about`: the best orders of the figure asked about, as far as they gain anything.
    """

    chosen: Weighed
    rejected: tuple[Weighed, ...] = field(default=())
    about: tuple[Weighed, ...] = field(default=())

    @property
    def data(self) -> Mapping[str, Any]:
        """What was chosen and what was rejected, for JSON."""
        return {"chosen": self.chosen.data, "rejected": [one.data for one in self.rejected]}

    def __str__(self) -> str:
        """One line with the chosen order and the rejected ones."""
        line = str(self.chosen)
        if self.rejected:
            line += "; rejected: " + "; ".join(str(one) for one in self.rejected)
        return line


def points(milli: int) -> str:
    """Thousandths of a point as a signed number with one decimal, rounded to nearest."""
    tenths = in_tenths(milli)
    sign, size = "-" if tenths < 0 else "+", abs(tenths)
    return f"{sign}{size // 10}.{size % 10}"


def in_tenths(milli: int) -> int:
    """Thousandths in whole tenths, rounded to nearest, halves away from zero."""
    tenths = (abs(milli) + 50) // 100
    return -tenths if milli < 0 else tenths


def simply(order: Order, words: str) -> Explanation:
    """Return the explanation of an order that needed no weighing."""
    return Explanation(Weighed(order, 0, remark=Note(words) if words else None))
