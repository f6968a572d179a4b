"""Measures how well advice mends battles: scenarios are spoiled on purpose, then mended by it.

`python -m tools.spoiled_scenarios` takes an even scenario (generated, the same for both sides),
spoils it in ten ways, follows the best suggestion of `simulate --advise` until its own games find
the battle even, at most three times, and measures the outcome with new seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice
from typing import Any

import click
from attrs import evolve, frozen

from skirmish.analysis.balance import advice, points_of
from skirmish.analysis.intervals import Mean
from skirmish.analysis.known_results import FAIR, LEVEL
from skirmish.analysis.simulation import simulate
from skirmish.analysis.simulation_report import SimulationReport
from skirmish.analysis.workers import Workers
from skirmish.cli.options import WholeNumber, many_games_options
from skirmish.core.setup import Area
from skirmish.game import opening_of
from skirmish.generator.forces import LINE, costs_of, roles_of
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import Force, Scenario, parse, scenario_text
from tools.command import run_tool, tool_workers
from tools.ladder.scenarios import generated_scenario

ROUNDS = 3
"""Maximum number of times that advice is followed."""
FIRST_GAMES, LAST_GAMES = 100, 200
"""Number of games before each advice, and of the final measurement."""


def _with(scenario: Scenario, side: str, change: Callable[[Force], Force]) -> Scenario:
    sides = tuple(change(force) if force.id == side else force for force in scenario.sides)
    return evolve(scenario, sides=sides)


def fewer_figures(scenario: Scenario) -> Scenario:
    """Red has two figures fewer."""
    return _with(scenario, "red", lambda force: evolve(force, figures=force.figures[:-2]))


def strong_figures(scenario: Scenario) -> Scenario:
    """All figures of blue's line are leaders."""
    return _with(
        scenario,
        "blue",
        lambda force: evolve(
            force,
            figures=tuple(
                evolve(one, kind=force.figures[0].kind)
                if one.kind in roles_of(scenario.ruleset)[LINE]
                else one
                for one in force.figures
            ),
        ),
    )


def more_figures(scenario: Scenario) -> Scenario:
    """Blue has two figures more."""
    return _with(
        scenario,
        "blue",
        lambda force: evolve(
            force,
            figures=(
                *force.figures,
                *(evolve(one, id=f"{one.id}x") for one in force.figures[1:3]),
            ),
        ),
    )


def no_cover(scenario: Scenario) -> Scenario:
    """The half of the map on red's side is bare."""
    width, _ = scenario.map.size
    half = width // 2 + 2
    rows = tuple(row[:half] + "." * (width - half) for row in scenario.map.rows)
    return evolve(scenario, map=evolve(scenario.map, rows=rows))


def _nearer(scenario: Scenario, side: str, depths: int) -> Area:
    """The zone of a side, moved nearer to the enemy by this many times its depth."""
    zones = (force.deploy for force in scenario.sides if force.id == side)
    left, top, right, bottom = next(zone for zone in zones if zone is not None)
    by = depths * (right - left + 1) * (1 if left < scenario.map.size[0] // 2 else -1)
    return left + by, top, right + by, bottom


def few_turns(scenario: Scenario) -> Scenario:
    """There are three turns, and blue begins nearer to the objectives."""
    return evolve(short_way(scenario), turns=3)


def low_break_point(scenario: Scenario) -> Scenario:
    """Red breaks at its first losses."""
    return _with(scenario, "red", lambda force: evolve(force, break_point=25))


def first_and_near(scenario: Scenario) -> Scenario:
    """Blue acts first, and the sides begin within reach of each other."""
    area = _nearer(scenario, "red", 2)
    return _with(evolve(scenario, first="blue"), "red", lambda force: evolve(force, deploy=area))


def short_way(scenario: Scenario) -> Scenario:
    """Blue begins nearer to the middle."""
    area = _nearer(scenario, "blue", 1)
    return _with(scenario, "blue", lambda force: evolve(force, deploy=area))


def rich_objectives(scenario: Scenario) -> Scenario:
    """The objectives of blue give three times as many points."""
    goals = tuple(
        evolve(goal, points=goal.points * 3, text="") if goal.side == "blue" else goal
        for goal in scenario.objectives
    )
    return evolve(scenario, objectives=goals)


def weak_figures(scenario: Scenario) -> Scenario:
    """All figures of red except the leader are of the weakest kind."""
    costs = costs_of(scenario.ruleset)
    weakest = min(roles_of(scenario.ruleset)[LINE], key=lambda kind: costs[kind])
    return _with(
        scenario,
        "red",
        lambda force: evolve(
            force,
            figures=(force.figures[0], *(evolve(one, kind=weakest) for one in force.figures[1:])),
        ),
    )


SPOILS: tuple[Callable[[Scenario], Scenario], ...] = (
    fewer_figures,
    strong_figures,
    more_figures,
    no_cover,
    few_turns,
    low_break_point,
    first_and_near,
    short_way,
    rich_objectives,
    weak_figures,
)


@frozen
class Trial:
    """A spoiled scenario: blue's share of the match points before and after, and the changes."""

    name: str
    before: Mean
    after: Mean
    done: tuple[str, ...]

    @property
    def spoiled(self) -> bool:
        """Whether it was uneven before."""
        return not FAIR[0] <= 100 * self.before.value <= FAIR[1]

    @property
    def mended(self) -> bool:
        """Whether it is even after the changes."""
        return FAIR[0] <= 100 * self.after.value <= FAIR[1]

    @property
    def text(self) -> str:
        """The trial as a line of text."""
        what = "; ".join(self.done) or "nothing to do"
        verdict = "even" if self.mended else "uneven"
        return f"{self.name}: {self.before} -> {self.after}, {verdict} ({what})"


def run_trial(name: str, scenario: Scenario, first_seed: int, workers: Workers | None) -> Trial:
    """Follow the advice on a scenario, and measure the result."""
    fresh = count(first_seed)
    levels = {force.id: LEVEL for force in scenario.sides}

    def seeds(games: int) -> tuple[int, ...]:
        return tuple(islice(fresh, games))

    def play(one: Scenario, games: int) -> SimulationReport:
        return simulate(opening_of(one), levels, seeds(games), workers)

    shares, done = [], []
    for _ in range(ROUNDS):
        report = play(scenario, FIRST_GAMES)
        shares.append(points_of(report, "blue"))
        told = advice(
            scenario,
            report,
            lambda opening, some: simulate(opening, levels, some, workers),
            seeds,
        )
        if not told.needed or not told.suggestions:
            break
        best = told.suggestions[0]
        done.append(best.text)
        scenario = best.scenario
    after = points_of(play(scenario, LAST_GAMES), "blue")
    return Trial(name, shares[0], after, tuple(done))


def spoiled(ruleset: str, number: int, spoil: Callable[[Scenario], Scenario]) -> Scenario:
    """An even scenario of a ruleset, spoiled in one way; it is valid."""
    return parse(scenario_text(spoil(parse(generated_scenario(ruleset, number)))))


@click.command()
@click.option("--ruleset", type=click.Choice(sorted(RULESETS)), default="opposed_d6")
@click.option("--number", type=WholeNumber(0, 10**9), default=1, help="Number of the ground.")
@click.option("--way", "ways", multiple=True, type=click.Choice([s.__name__ for s in SPOILS]))
@many_games_options
def spoiled_scenarios(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Spoil scenarios in ten ways, follow the advice, and measure the result."""
    trials = []
    for spoil in SPOILS:
        if options["ways"] and spoil.__name__ not in options["ways"]:
            continue
        scenario = spoiled(options["ruleset"], options["number"], spoil)
        with tool_workers(options) as who:
            trials.append(run_trial(spoil.__name__, scenario, options["seed"], who))
        click.echo(trials[-1].text)
    uneven = [trial for trial in trials if trial.spoiled]
    mended = sum(trial.mended for trial in uneven)
    click.echo(f"{mended} of {len(uneven)} that were uneven are even now")


if __name__ == "__main__":
    run_tool(spoiled_scenarios, "spoiled_scenarios")
