"""Shares with their 95% intervals: of yes-or-no outcomes, and of scores."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from attrs import frozen

Z = 1.959964
"""Standard deviations on each side of a 95% interval."""


@frozen
class Share:
    """A count out of a total, with Wilson's 95% interval.

    `trials`: the number of independent trials that the total is worth; None if all of them are.
    """

    count: int
    of: int
    trials: float | None = None

    @property
    def value(self) -> float:
        """The share, 0 to 1; 0 if the total is 0."""
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
        """For JSON without an interval: for counts that depend on each other, as within a game."""
        return {"count": self.count, "of": self.of, "share": round(self.value, 4)}


@frozen
class Mean:
    """The mean of scores as a share of the highest possible score, with its 95% interval.

    The interval is Wilson's for as many all-or-nothing trials as the scores are worth by their
    spread. One extra score as far off as possible is assumed, so that a few equal scores do not
    look like certainty. `whole` is the highest possible score.
    """

    scores: tuple[int, ...]
    whole: int

    @property
    def value(self) -> float:
        """The share of all points, 0 to 1; a half without scores."""
        return sum(self.scores) / (self.whole * len(self.scores)) if self.scores else 0.5

    @property
    def trials(self) -> float:
        """Number of all-or-nothing trials that the scores are worth."""
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
    """Wilson's 95% interval of a share that was measured in a number of trials."""
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
