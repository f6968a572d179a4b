"""Paired games: two levels in both seats of the same seeds, with intervals and Elo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from attrs import frozen

from skirmish.analysis.intervals import Mean, percent, rounded
from skirmish.analysis.outcome import Outcome
from skirmish.core.text import pluralize

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
    """The difference in Elo that a share of the points means, from -798 to 798."""
    bounded = min(MOST, max(LEAST, share))
    return ELO * log10(bounded / (1 - bounded))


def pairs_of(home: Sequence[Outcome], away: Sequence[Outcome], level: str) -> Pairs:
    """Count a level's points over games that were played twice, with the seats swapped.

    Args:
        home: Games in one seating.
        away: The same seeds in the other seating.
        level: The level whose points are counted; if it has both seats, those of the first seat
            at home.

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
