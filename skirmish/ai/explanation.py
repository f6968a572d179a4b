"""Explanation of a choice: the terms that it was weighed by, and the rejected orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from skirmish.ai.remarks import Note, Remark, remark_words
from skirmish.core.orders import Order

Terms = tuple[tuple[str, int], ...]
"""What counted for an order or against it, by name, in thousandths of a point."""


@frozen
class Weighed:
    """An order with what it was weighed by; `gain` is over doing nothing with the figure.

    Where an order takes a part of a figure's bound only, `plan` is what the whole bound comes to
    if it begins so. `remark`: what it does, or what tells it when it is first asked for, as most
    orders are given without.
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
        """The order and what it was weighed by, for JSON; numbers in thousandths of a point."""
        return {
            "order": str(self.order),
            "gain": self.gain,
            "plan": self.plan,
            "terms": {name: value for name, value in self.terms if value},
            "words": self.words,
        }

    def __str__(self) -> str:
        """What it does, its gain, and the terms that are not nothing."""
        terms = ", ".join(f"{name} {points(value)}" for name, value in self.terms if value)
        return f"{self.words or self.order} {points(self.gain)}" + (f" ({terms})" if terms else "")


@frozen
class Explanation:
    """The order chosen and the best that were not, for the same figure.

    Of the end of a bound, those of any figures that came nearest to gaining something.
    `about`: the best that the figure asked about can do, as far as it gains anything.
    """

    chosen: Weighed
    rejected: tuple[Weighed, ...] = field(default=())
    about: tuple[Weighed, ...] = field(default=())

    @property
    def data(self) -> Mapping[str, Any]:
        """What was chosen and what was rejected, for JSON."""
        return {"chosen": self.chosen.data, "rejected": [one.data for one in self.rejected]}

    def __str__(self) -> str:
        """One line, as the exam tells it."""
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
    """An order that needed no weighing."""
    return Explanation(Weighed(order, 0, remark=Note(words) if words else None))
