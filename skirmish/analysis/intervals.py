"""Shares with their 95% intervals: of things that are or are not, and of scores."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from attrs import frozen

Z = 1.959964
"""Standard deviations on each side of a 95% interval."""


@frozen
class Share:
    """So many of so many, with the 95% interval after Wilson.

    `trials`: as many independent ones as it is worth; None where each of them is one.
    """

    count: int
    of: int
    trials: float | None = None

    @property
    def value(self) -> float:
        """The share; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the true share."""
        return wilson(self.value, self.of if self.trials is None else self.trials)

    def __str__(self) -> str:
        """`62.0% (52.2 to 70.9)`."""
        return percent(self.value, self.interval)

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON, rounded so that it reads."""
        return {"count": self.count, "of": self.of, **rounded(self.value, self.interval)}

    @property
    def counted(self) -> Mapping[str, Any]:
        """The same of things that hang together, as those of one game do: without an interval."""
        return {"count": self.count, "of": self.of, "share": round(self.value, 4)}


@frozen
class Mean:
    """What scores come to as a share of the most they could be, with its 95% interval.

    The interval is Wilson's for as many all-or-nothing trials as the scores are worth by their
    spread. One score more is reckoned with, as far off as scores can be, so that a few equal ones
    do not look like certainty.
    """

    scores: tuple[int, ...]
    whole: int

    @property
    def value(self) -> float:
        """The share of all points; a half without scores."""
        return sum(self.scores) / (self.whole * len(self.scores)) if self.scores else 0.5

    @property
    def trials(self) -> float:
        """How many all-or-nothing trials the scores are worth."""
        count, mean = len(self.scores), self.value
        most = mean * (1 - mean)
        if not most:
            return count
        run_tasks = sum((score / self.whole - mean) ** 2 for score in self.scores) + most
        return count * count * most / run_tasks

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the true share."""
        return wilson(self.value, self.trials)

    def __str__(self) -> str:
        """`62.0% (52.2 to 70.9)`."""
        return percent(self.value, self.interval)

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON, rounded so that it reads."""
        return {"of": len(self.scores), **rounded(self.value, self.interval)}


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's 95% interval of a share that was seen in so many trials."""
    if not trials:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    within = share * (1 - share) / trials + Z * Z / (4 * trials * trials)
    half = Z / (1 + Z * Z / trials) * sqrt(within)
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(value: float, interval: tuple[float, float]) -> str:
    """A share and its interval, in percent."""
    low, high = interval
    return f"{100 * value:.1f}% ({100 * low:.1f} to {100 * high:.1f})"


def rounded(value: float, interval: tuple[float, float]) -> Mapping[str, float]:
    """The same as numbers for JSON."""
    low, high = interval
    return {"share": round(value, 4), "low": round(low, 4), "high": round(high, 4)}
