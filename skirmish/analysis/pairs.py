"""Two players against each other in both seats of the same games, and how sure the result is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from attrs import frozen

from skirmish.analysis.intervals import Mean, percent, rounded
from skirmish.analysis.outcome import Outcome
from skirmish.core.text import many

WON, DRAWN = 2, 1
PAIR_POINTS = 2 * WON
"""Points of a pair of games: 2 for a win, 1 for a draw, in each seat."""
ELO = 400
LEAST, MOST = 0.01, 0.99
"""Shares beyond which a difference in strength is given as if they were these."""


@frozen
class Pairs:
    """What a player got out of each pair of games, 0 to 4 points, `against` whom."""

    level: str
    scores: tuple[int, ...]
    against: str = ""

    @property
    def value(self) -> float:
        """The share of all points; a half without games."""
        return self._mean.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share; games of a pair hang together, pairs do not.

        Against itself a player has a half of every pair: there is nothing to be unsure of.
        """
        if self.scores and self.level == self.against:
            return self.value, self.value
        return self._mean.interval

    @property
    def _mean(self) -> Mean:
        return Mean(self.scores, PAIR_POINTS)

    @property
    def elo(self) -> float:
        """The difference in strength."""
        return elo(self.value)

    @property
    def elos(self) -> tuple[float, float]:
        """The 95% interval of the difference in strength."""
        low, high = self.interval
        return elo(low), elo(high)

    def __str__(self) -> str:
        """`regular 71.0% (65.1 to 76.9), +156 Elo (+108 to +209), 60 pairs`."""
        return f"{self.level} {self.measured}"

    @property
    def measured(self) -> str:
        """The same without the name."""
        low, high = self.elos
        shares, pairs = percent(self.value, self.interval), many(len(self.scores), "pair")
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
    """The difference in strength that a share of the points means, at most 798 either way."""
    bounded = min(MOST, max(LEAST, share))
    return ELO * log10(bounded / (1 - bounded))


def pairs_of(home: Sequence[Outcome], away: Sequence[Outcome], level: str) -> Pairs:
    """A player's points over games that were played twice, with the seats swapped.

    Args:
        home: Games in one seating.
        away: The same seeds in the other one.
        level: Whose points are counted; where both seats are his, those of the first seat at home.

    Raises:
        ValueError: The two are not the same games.
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
    """What a side got out of a game."""
    if not game.winner:
        return DRAWN
    return WON if game.winner == side else 0
