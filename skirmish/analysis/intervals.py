"""Shares, means and points of paired games, with 95% intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from typing import Any

from attrs import frozen

from skirmish.analysis.outcome import Outcome
from skirmish.core.text import pluralize

Z = 1.959964
"""Standard deviations on each side of a 95% interval."""
ASSUMED = Z * Z / 2
"""The number of wins, and of defeats, that Wilson's interval adds to the observed ones."""


@frozen
class Share:
    """A count out of a total, with Wilson's 95% interval.

    `trials`: the number of independent trials that the total is worth; None if all are independent.
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
        """For JSON, rounded for readability."""
        return {"count": self.count, "of": self.of, **rounded(self.value, self.interval)}

    @property
    def counted(self) -> Mapping[str, Any]:
        """For JSON without an interval: for counts that depend on each other, as within a game."""
        return {"count": self.count, "of": self.of, "share": round(self.value, 4)}


@frozen
class Mean:
    """The mean of scores as a share of the highest possible score, with its 95% interval.

    The interval is Wilson's, for as many all-or-nothing trials as the scores are worth by their
    spread. For that, `ASSUMED` scores of nothing and as many full scores are added, so that a few
    equal scores do not look certain; all-or-nothing scores are worth their own number, and a higher
    score never lowers a bound. `whole` is the highest possible score.
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
        count = len(self.scores)
        mean = (sum(self.scores) / self.whole + ASSUMED) / (count + 2 * ASSUMED)
        spread = ASSUMED * (mean**2 + (1 - mean) ** 2)
        spread += sum((score / self.whole - mean) ** 2 for score in self.scores)
        return count * mean * (1 - mean) * (count + 2 * ASSUMED) / spread

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the true share."""
        return wilson(self.value, self.trials)

    def __str__(self) -> str:
        """`62.0% (52.2 to 70.9)`."""
        return percent(self.value, self.interval)

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON, rounded for readability."""
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
    """A share and its interval as numbers for JSON."""
    low, high = interval
    return {"share": round(value, 4), "low": round(low, 4), "high": round(high, 4)}


WON, DRAWN = 2, 1
PAIR_POINTS = 2 * WON
"""Points of a pair of games: 2 for a win, 1 for a draw, in each seat."""
ELO = 400
LEAST, MOST = 0.01, 0.99
"""Bounds of the shares that a difference in Elo is computed from."""


@frozen
class Pairs:
    """Scores of a level, 0 to 4 points for each pair of games, against another level."""

    level: str
    scores: tuple[int, ...]
    against: str = ""

    @property
    def value(self) -> float:
        """The share of all points; a half without games."""
        return self._mean.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share; pairs are independent, the games of a pair are not.

        Against itself a level has exactly a half of every pair, so the interval is empty.
        """
        if self.scores and self.level == self.against:
            return self.value, self.value
        return self._mean.interval

    @property
    def _mean(self) -> Mean:
        return Mean(self.scores, PAIR_POINTS)

    @property
    def elo(self) -> float:
        """The difference in strength, in Elo."""
        return elo(self.value)

    @property
    def elos(self) -> tuple[float, float]:
        """The 95% interval of the difference in Elo."""
        low, high = self.interval
        return elo(low), elo(high)

    def __str__(self) -> str:
        """`regular 71.0% (65.1 to 76.9), +156 Elo (+108 to +209), 60 pairs`."""
        return f"{self.level} {self.measured}"

    @property
    def measured(self) -> str:
        """The result without the level's name."""
        low, high = self.elos
        shares, pairs = percent(self.value, self.interval), pluralize(len(self.scores), "pair")
        return f"{shares}, {self.elo:+.0f} Elo ({low:+.0f} to {high:+.0f}), {pairs}"

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        low, high = self.elos
        return {
            "level": self.level,
            "against": self.against,
            "pairs": len(self.scores),
            **rounded(self.value, self.interval),
            "elo": round(self.elo),
            "elo_low": round(low),
            "elo_high": round(high),
        }


def elo(share: float) -> float:
    """The difference in Elo for a share of the points, from -798 to 798."""
    bounded = min(MOST, max(LEAST, share))
    return ELO * log10(bounded / (1 - bounded))


def pairs_of(home: Sequence[Outcome], away: Sequence[Outcome], level: str) -> Pairs:
    """Count a level's points over games that were played twice, with the seats swapped.

    Args:
        home: Games in one seating.
        away: The same seeds in the other seating.
        level: The level whose points are counted; if it has both seats, those of the first seat at
            home.

    Raises:
        ValueError: Seeds or levels of the two do not match.
    """
    if [game.seed for game in home] != [game.seed for game in away]:
        raise ValueError(level)
    scores, against = [], ""
    for one, other in zip(home, away, strict=True):
        first, second = one.players
        mine, theirs = (first, second) if one.players[first] == level else (second, first)
        if (one.players[mine], other.players[theirs]) != (level, level):
            raise ValueError(level)
        against = one.players[theirs]
        scores.append(points(one, mine) + points(other, theirs))
    return Pairs(level, tuple(scores), against)


def points(game: Outcome, side: str) -> int:
    """Points of a side for one game: 2 for a win, 1 for a draw."""
    if not game.winner:
        return DRAWN
    return WON if game.winner == side else 0
