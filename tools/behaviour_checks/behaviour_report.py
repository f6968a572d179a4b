"""Report on the behaviour of levels in many games of one scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from skirmish.analysis.self_play import play
from skirmish.analysis.simulation_report import report_heading, sides_text, tempers_of
from skirmish.analysis.workers import Progress, Workers, in_process, run_tasks
from skirmish.core.text import pluralize
from skirmish.game import Opening, open_text
from tools.behaviour_checks.checks import check_game
from tools.behaviour_checks.findings import Findings, merged

BATCH = 5
"""Games in a task."""
MEASURES = "This measures the conduct of the computer player, not of people."


@frozen
class BehaviourReport:
    """Findings in games of one scenario.

    `tempers`: tempers by side, steady ones left out. `seed`: seed of the first game.
    """

    title: str
    ruleset: str
    players: Mapping[str, str]
    tempers: Mapping[str, str]
    findings: Findings
    seed: int

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "measures": MEASURES,
            "players": dict(self.players),
            "tempers": dict(self.tempers),
            "seed": self.seed,
            **self.findings.data,
        }

    @property
    def text(self) -> str:
        """For reading."""
        what = f"conduct in {pluralize(self.findings.games, 'game')}, {sides_text(self.players)}"
        lines = report_heading(self.title, self.ruleset, what, self.tempers)
        return "\n".join([*lines, self.findings.text, MEASURES])


def check_games(
    opening: Opening,
    players: Mapping[str, str],
    seeds: Sequence[int],
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> BehaviourReport:
    """Check the behaviour of levels in a game for each seed; it depends on the arguments alone.

    Args:
        opening: The scenario, ready to play.
        players: The level of each side.
        seeds: One for each game.
        workers: Where the games are played; None is this process.
        progress: Called with the number of games that are played, and of all.
    """
    shares = [tuple(seeds[at : at + BATCH]) for at in range(0, len(seeds), BATCH)]
    tasks = ((opening.text, dict(players), share) for share in shares)
    parts: dict[int, Findings] = {}
    for number, part in run_tasks(check_batch, tasks, workers or in_process()):
        parts[number] = part
        if progress is not None:
            progress(sum(one.games for one in parts.values()), len(seeds))
    setup = opening.state.setup
    found = merged(parts[number] for number in sorted(parts))
    tempers = tempers_of(setup, players)
    return BehaviourReport(setup.title, setup.ruleset, dict(players), tempers, found, min(seeds))


def check_batch(scenario: str, players: Mapping[str, str], seeds: Sequence[int]) -> Findings:
    """Check the games of one task, seed by seed; `scenario` is the text of one."""
    opening = open_text(scenario)
    return merged(check_game(play(opening, players, seed)) for seed in seeds)
