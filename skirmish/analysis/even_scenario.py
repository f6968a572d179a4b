"""Generated scenarios that games found even: the first of some candidates."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from skirmish.analysis.balance import points_of
from skirmish.analysis.intervals import Mean
from skirmish.analysis.known_results import FAIR, LEVEL
from skirmish.analysis.simulation import simulate
from skirmish.analysis.workers import Progress, Workers
from skirmish.game import opening_of
from skirmish.generator import Options, generate
from skirmish.scenario import Scenario

GAMES = 40
"""Games that each candidate is tested by."""
CANDIDATES = 5


@frozen
class Candidate:
    """A candidate with its share of the match points for the side that is listed first."""

    scenario: Scenario
    candidate: int
    side: str
    points: Mean

    @property
    def even(self) -> bool:
        """Whether the interval of the share and that of even battles overlap."""
        low, high = self.points.interval
        return 100 * low <= FAIR[1] and 100 * high >= FAIR[0]

    @property
    def text(self) -> str:
        """What was measured, in one line."""
        found = "even" if self.even else "uneven"
        count = len(self.points.scores)
        return f"candidate {self.candidate}, {count} games: {self.side} {self.points}, {found}"


def even_scenario(
    options: Options,
    workers: Workers | None = None,
    *,
    told: Callable[[Candidate], None] = lambda _: None,
    progress: Progress | None = None,
    games: int = GAMES,
) -> Candidate:
    """Return the first even candidate; the evenest one if none of `CANDIDATES` is.

    Args:
        options: What to generate.
        workers: Where the games are played.
        told: Called with each candidate when its games are played.
        progress: Called with the games that are played, and those of all candidates.
        games: Games for each candidate.

    Raises:
        UsageProblem: An option is impossible.
    """
    found: list[Candidate] = []
    for candidate in range(1, CANDIDATES + 1):
        done = games * (candidate - 1)
        report = simulate(
            opening_of(scenario := generate(evolve(options, tested=True), candidate)),
            {force.id: LEVEL for force in scenario.sides},
            range(1, games + 1),
            workers,
            progress=progress and _shifted(progress, done, games * CANDIDATES),
        )
        side = scenario.sides[0].id
        found.append(Candidate(scenario, candidate, side, points_of(report, side)))
        told(found[-1])
        if found[-1].even:
            return found[-1]
    return min(found, key=lambda one: abs(2 * one.points.value - 1))


def _shifted(progress: Progress, done: int, of: int) -> Progress:
    return lambda now, _: progress(done + now, of)
