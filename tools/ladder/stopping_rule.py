"""Stopping rule of a run: a goal in Elo, and a floor for the lower bound."""

from __future__ import annotations

from attrs import frozen

from skirmish.analysis.pairs import Pairs

FIRST = 20
"""Pairs before the first check of a goal."""
EVERY = 10
"""Pairs between checks."""
REACHED, MISSED, OPEN = "reached", "missed", "open"


@frozen
class StoppingRule:
    """A goal in Elo, and the floor that the lower bound must exceed."""

    goal: float
    floor: float = 0

    def looks(self, pairs: int) -> bool:
        """Whether the goal is checked after this number of pairs."""
        return pairs >= FIRST and (pairs - FIRST) % EVERY == 0

    def verdict(self, pairs: Pairs) -> str:
        """Whether the goal is reached, missed, or still open.

        Reached: the measured difference is at least the goal, and the lower bound of its 95%
        interval is above the floor. Missed: the upper bound is below the goal.
        """
        low, high = pairs.elos
        if pairs.elo >= self.goal and low > self.floor:
            return REACHED
        return MISSED if high < self.goal else OPEN
