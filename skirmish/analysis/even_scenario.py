"""Generated scenarios with even games that pay every objective: the first of some candidates."""

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
"""Number of games that test each candidate."""
CANDIDATES = 5
NONE_ACCEPTED = "No candidate was even with every objective paid in some game"
NEAREST = "This is the one nearest to even."


@frozen
class Candidate:
    """A candidate with the share of match points of the side that is listed first."""

    scenario: Scenario
    candidate: int
    side: str
    points: Mean
    unpaid: tuple[str, ...] = ()
    """Objectives that paid in none of the games."""

    @property
    def even(self) -> bool:
        """Whether the interval of the share and that of even battles overlap."""
        low, high = self.points.interval
        return 100 * low <= FAIR[1] and 100 * high >= FAIR[0]

    @property
    def accepted(self) -> bool:
        """Whether it is even, and every objective paid in some game."""
        return self.even and not self.unpaid

    @property
    def text(self) -> str:
        """The measurements in one line."""
        found = "even" if self.even else "uneven"
        count = len(self.points.scores)
        unpaid = "".join(f"; never paid: {text}" for text in self.unpaid)
        share = f"{self.side} {self.points}, {found}"
        return f"candidate {self.candidate}, {count} games: {share}{unpaid}"


def even_scenario(
    options: Options,
    workers: Workers | None = None,
    *,
    told: Callable[[Candidate], None] = lambda _: None,
    progress: Progress | None = None,
    games: int = GAMES,
) -> Candidate:
    """The first accepted candidate; if none of `CANDIDATES` is accepted, the most even one.

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
    for number in range(1, CANDIDATES + 1):
        shifted = progress and _shifted(progress, games * (number - 1), games * CANDIDATES)
        found.append(_played(options, number, games, workers, shifted))
        told(found[-1])
        if found[-1].accepted:
            return found[-1]
    return min(found, key=lambda one: abs(2 * one.points.value - 1))


def _played(
    options: Options, number: int, games: int, workers: Workers | None, progress: Progress | None
) -> Candidate:
    """A candidate with the results of its games."""
    scenario = generate(evolve(options, tested=True), number)
    levels = {force.id: LEVEL for force in scenario.sides}
    report = simulate(opening_of(scenario), levels, range(1, games + 1), workers, progress=progress)
    side = scenario.sides[0].id
    unpaid = tuple(
        f"{goal.objective.side}, {goal.objective.text}"
        for goal in report.goals
        if not goal.got.count
    )
    return Candidate(scenario, number, side, points_of(report, side), unpaid)


def _shifted(progress: Progress, done: int, of: int) -> Progress:
    return lambda now, _: progress(done + now, of)
