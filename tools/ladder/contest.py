"""Runs a ladder: plays pairs, adds them to the results file, and counts them in their order."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from tools.ladder.ladder_report import (
    OPEN,
    LadderReport,
    LevelPair,
    RulesetResult,
    StoppingRule,
    pairs_of,
)
from tools.ladder.results_file import Levels, Match, ResultsFile, played
from tools.ladder.scenarios import LadderScenario, ScenarioSource

MOST = 60
"""Default number of pairs for two levels under a ruleset."""


@frozen
class LadderPlan:
    """Plan of a run: levels, scenarios, the largest number of pairs, the stopping rule."""

    level_pairs: tuple[Levels, ...]
    sources: tuple[ScenarioSource, ...]
    pairs: int = MOST
    rule: StoppingRule | None = None

    @property
    def seed(self) -> int:
        """Seed of the first pair."""
        return self.sources[0].seed(0)

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """The scenarios that were named."""
        return tuple(scenario for source in self.sources for scenario in source.named)


def level_pairs() -> tuple[Levels, ...]:
    """Each level against the one below it, from the lowest."""
    levels = tuple(LEVELS)
    return tuple(zip(levels[1:], levels[:-1], strict=True))


def run_ladder(
    plan: LadderPlan,
    results: ResultsFile,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> LadderReport:
    """Play the pairs of the plan that are not in the results yet.

    The report depends on the plan alone: pairs count in their order, whichever was finished first,
    and a goal is checked after fixed numbers of pairs.

    Args:
        plan: Levels, scenarios and number of pairs.
        results: Pairs played before; every pair is added as soon as it is finished.
        workers: Where the games are played; None is this process.
        progress: Called with the number of pairs played in this run, and that plus those that may
            be left.
    """
    tiers = [
        _LevelContest(plan, levels, source, results)
        for levels in plan.level_pairs
        for source in plan.sources
    ]
    done = 0
    for number, tier in enumerate(tiers):
        for _ in tier.play(workers or in_process()):
            done += 1
            if progress is not None:
                progress(done, done + sum(len(one.missing) for one in tiers[number:]))
    found = [tier.result() for tier in tiers]
    return LadderReport(
        tuple(
            LevelPair(levels, tuple(t for t in found if t.levels == levels))
            for levels in plan.level_pairs
        ),
        results.version,
        plan.seed,
        plan.rule,
    )


class _LevelContest:
    """The pairs of two levels under one ruleset."""

    def __init__(
        self, plan: LadderPlan, levels: Levels, source: ScenarioSource, results: ResultsFile
    ) -> None:
        self._plan = plan
        self._levels = levels
        self._source = source
        self._results = results
        self._matches: list[Match | None] = [
            results.get(source.name(number), levels, source.seed(number))
            for number in range(plan.pairs)
        ]
        self._scenarios: dict[int, LadderScenario] = {}
        self._counted = 0
        self._verdict = OPEN if plan.rule else ""
        self._look()

    @property
    def _decided(self) -> bool:
        return self._verdict not in ("", OPEN)

    @property
    def missing(self) -> list[int]:
        """Numbers of the pairs that may have to be played."""
        if self._decided:
            return []
        return [number for number, match in enumerate(self._matches) if match is None]

    def play(self, workers: Workers) -> Iterator[None]:
        """Play missing pairs until the goal is decided; yields after each pair."""
        missing = self.missing
        for task, results in run_tasks(played, self._tasks(missing), workers):
            number = missing[task]
            scenario, seed = self._scenarios.pop(number), self._source.seed(number)
            match = Match(scenario.name, scenario.hash, self._levels, seed, results)
            self._results.add(match)
            self._matches[number] = match
            self._look()
            yield
            if self._decided:
                return

    def _tasks(self, missing: list[int]) -> Iterator[tuple[str, Levels, int]]:
        """The tasks for the workers; each scenario is kept until its result is back."""
        for number in missing:
            scenario = self._scenarios[number] = self._source.scenario(number)
            yield scenario.opening.text, self._levels, self._source.seed(number)

    def _look(self) -> None:
        """Count the pairs up to the first missing one, and check the goal at every checkpoint."""
        rule = self._plan.rule
        while not self._decided and self._counted < len(self._matches):
            if self._matches[self._counted] is None:
                return
            self._counted += 1
            last = self._counted == len(self._matches)
            if rule is not None and (last or rule.looks(self._counted)):
                self._verdict = rule.verdict(pairs_of(self._levels, self._standing()))

    def _standing(self) -> tuple[Match, ...]:
        first = self._matches[: self._counted]
        return tuple(match for match in first if match is not None)

    def result(self) -> RulesetResult:
        """The result of all pairs that count."""
        source = self._source
        by_name = bool(source.named)
        return RulesetResult(source.ruleset, self._levels, self._standing(), self._verdict, by_name)
