"""The results of a ladder by levels and ruleset, as values, text and JSON; when a run may stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from skirmish.analysis.intervals import PAIR_POINTS, Mean, Pairs
from skirmish.analysis.simulation_report import MEASURES
from tools.ladder.results_file import Levels, Match

FIRST = 20
"""Number of pairs before the first check of a goal."""
EVERY = 10
"""Number of pairs between checks."""
REACHED, MISSED, OPEN = "reached", "missed", "open"


@frozen
class StoppingRule:
    """A goal in Elo, and a floor that the lower bound must exceed."""

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


@frozen
class RulesetResult:
    """Two levels under one ruleset: the pairs that count, and the verdict on the goal.

    `by_name`: whether the scenarios were named, so that each is reported by itself.
    """

    ruleset: str
    levels: Levels
    matches: tuple[Match, ...]
    verdict: str = ""
    by_name: bool = False

    @property
    def pairs(self) -> Pairs:
        """Points of the first level."""
        return pairs_of(self.levels, self.matches)

    @property
    def by_scenario(self) -> Mapping[str, Pairs]:
        """Points of the first level by scenario."""
        names = dict.fromkeys(match.scenario for match in self.matches)
        return {
            name: pairs_of(self.levels, (m for m in self.matches if m.scenario == name))
            for name in sorted(names)
        }

    @property
    def first_seat(self) -> Mean:
        """Share of the points of the first seat, whichever level had it."""
        return Mean(tuple(match.of_first_seat for match in self.matches), PAIR_POINTS)

    @property
    def data(self) -> Mapping[str, Any]:
        """The result as data for JSON."""
        verdict = {"goal": self.verdict} if self.verdict else {}
        if not self.by_name:
            return {**self.pairs.data, **verdict, "first_seat": self.first_seat.data}
        scenarios = {name: pairs.data for name, pairs in self.by_scenario.items()}
        return {**self.pairs.data, **verdict, "scenarios": scenarios}

    @property
    def lines(self) -> Iterator[str]:
        """The result as text: all pairs, then each scenario, or the first seat."""
        verdict = f"; {_words(self.verdict)}" if self.verdict else ""
        yield f"  {self.ruleset:<12} {self.pairs.measured}{verdict}"
        if not self.by_name:
            yield f"    {'first seat':<10} {self.first_seat}"
        elif len(self.by_scenario) > 1:
            for name, pairs in self.by_scenario.items():
                yield f"    {name:<20} {pairs.measured}"


@frozen
class LevelPair:
    """Two levels under each ruleset, and under all together."""

    levels: Levels
    tiers: tuple[RulesetResult, ...]

    @property
    def pairs(self) -> Pairs:
        """Points of the first level over all rulesets."""
        return pairs_of(self.levels, (match for tier in self.tiers for match in tier.matches))

    @property
    def data(self) -> Mapping[str, Any]:
        """The results as data for JSON."""
        return {
            "levels": list(self.levels),
            "all": self.pairs.data,
            "rulesets": {tier.ruleset: tier.data for tier in self.tiers},
        }


@frozen
class LadderReport:
    """The result of a whole run."""

    level_pairs: tuple[LevelPair, ...]
    version: str
    seed: int
    rule: StoppingRule | None = None

    @property
    def reached(self) -> bool:
        """Whether every goal was reached; true without a goal."""
        if self.rule is None:
            return True
        return all(tier.verdict == REACHED for rung in self.level_pairs for tier in rung.tiers)

    @property
    def data(self) -> Mapping[str, Any]:
        """The report as data for JSON."""
        rule = self.rule
        return {
            "version": self.version,
            "seed": self.seed,
            "measures": MEASURES,
            "goal": None if rule is None else {"elo": rule.goal, "floor": rule.floor},
            "rungs": [rung.data for rung in self.level_pairs],
        }

    @property
    def text(self) -> str:
        """The report as text."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for rung in self.level_pairs:
            yield f"{rung.levels[0]} against {rung.levels[1]}, in both seats: share of the points"
            for tier in rung.tiers:
                yield from tier.lines
            if len(rung.tiers) > 1:
                yield f"  {'all':<12} {rung.pairs.measured}"
        yield MEASURES


def _words(verdict: str) -> str:
    return "goal open: more pairs would tell" if verdict == OPEN else f"goal {verdict}"


def pairs_of(levels: Levels, matches: Iterable[Match]) -> Pairs:
    """Points of the first level."""
    return Pairs(levels[0], tuple(match.points for match in matches), levels[1])
