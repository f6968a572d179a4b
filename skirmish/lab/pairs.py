"""Two levels against each other in both seats of the same games, and how sure the result is."""

from __future__ import annotations

from math import log10, sqrt

from attrs import frozen

from skirmish.lab.measure import Outcome
from skirmish.lab.report import Report, Z

WHOLE = 4
"""Points of a pair of games: 2 for a win, 1 for a draw, in each seat."""
ELO = 400


@frozen
class Pairs:
    """What a level got out of each pair of games, 0 to 4 points."""

    level: str
    scores: tuple[int, ...]

    @property
    def value(self) -> float:
        """The share of all points; a half without games."""
        return sum(self.scores) / (WHOLE * len(self.scores)) if self.scores else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share; games of a pair hang together, pairs do not."""
        count = len(self.scores)
        if count <= 1:
            return 0.0, 1.0
        mean = self.value
        spread = sum((score / WHOLE - mean) ** 2 for score in self.scores) / (count - 1)
        half = Z * sqrt(spread / count)
        return max(0.0, mean - half), min(1.0, mean + half)

    def __str__(self) -> str:
        """`regular 71.0% (65.1 to 76.9), +156 Elo (+108 to +209), 60 pairs`."""
        low, high = self.interval
        shares = f"{100 * self.value:.1f}% ({100 * low:.1f} to {100 * high:.1f})"
        elos = f"{elo(self.value):+.0f} Elo ({elo(low):+.0f} to {elo(high):+.0f})"
        return f"{self.level} {shares}, {elos}, {len(self.scores)} pairs"


def elo(share: float) -> float:
    """The difference in strength that a share of the points means, at most 800 either way."""
    bounded = min(0.99, max(0.01, share))
    return ELO * log10(bounded / (1 - bounded))


def paired(first: Report, second: Report, level: str) -> Pairs:
    """A level's points over games that were played twice, with the seats swapped.

    Args:
        first: Games in one seating.
        second: The same seeds in the other one.
        level: Whose points are counted.

    Raises:
        ValueError: The two are not the same games.
    """
    seeds = tuple(game.seed for game in first.games)
    if seeds != tuple(game.seed for game in second.games):
        raise ValueError(level)
    both = zip(first.games, second.games, strict=True)
    return Pairs(level, tuple(_points(a, level) + _points(b, level) for a, b in both))


def _points(game: Outcome, level: str) -> int:
    if not game.winner:
        return 1
    return 2 if game.players[game.winner] == level else 0
