"""The run: pairs are given out, written down as they are done, and counted in their order."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from skirmish.ai import LEVELS
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from tools.ladder.ladder_report import LadderReport, LevelPair, RulesetResult, pairs_of
from tools.ladder.match import Levels, Match, played
from tools.ladder.results_file import ResultsFile
from tools.ladder.scenarios import LadderScenario, ScenarioSource
from tools.ladder.stopping_rule import OPEN, StoppingRule

MOST = 60
"""Pairs for each rung and ruleset where nobody says how many."""


@frozen
class LadderPlan:
    """What is to be played: which levels, on what grounds, how many pairs at most."""

    level_pairs: tuple[Levels, ...]
    sources: tuple[ScenarioSource, ...]
    pairs: int = MOST
    rule: StoppingRule | None = None

    @property
    def seed(self) -> int:
        """That of the first pair."""
        return self.sources[0].seed(0)

    @property
    def named(self) -> tuple[LadderScenario, ...]:
        """The scenarios that were named."""
        return tuple(scenario for source in self.sources for scenario in source.named)


def level_pairs() -> tuple[Levels, ...]:
    """Each level against the one below it, from the bottom."""
    levels = tuple(LEVELS)
    return tuple(zip(levels[1:], levels[:-1], strict=True))


def run_ladder(
    plan: LadderPlan,
    results: ResultsFile,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> LadderReport:
    """Play what the plan says and the book does not hold yet.

    The result depends on the plan alone: pairs count in their order, whoever was done first, and
    a goal is looked at after the first so many of them.

    Args:
        plan: What is to be played.
        results: What was played before; every pair is added to it as soon as it is done.
        workers: Where the games are played; None is this process.
        progress: Told of the pairs that were played now, and of those that may be still to play.
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
    """Two levels under one ruleset."""

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
        """The pairs that may be still to play."""
        if self._decided:
            return []
        return [number for number, match in enumerate(self._matches) if match is None]

    def play(self, workers: Workers) -> Iterator[None]:
        """Play what is missing until the goal is decided; one step for each pair."""
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
        """What is given out; no ground is made before its turn, and it is kept until it is back."""
        for number in missing:
            scenario = self._scenarios[number] = self._source.scenario(number)
            yield scenario.opening.text, self._levels, self._source.seed(number)

    def _look(self) -> None:
        """Count the pairs up to the first that is missing, and judge them at every look."""
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
        """What it came to."""
        source = self._source
        by_name = bool(source.named)
        return RulesetResult(source.ruleset, self._levels, self._standing(), self._verdict, by_name)
