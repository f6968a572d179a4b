"""Common parts of the tools' command lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

import click

from skirmish.analysis.workers import Workers, run_tasks
from skirmish.cli import run_command
from skirmish.cli.options import chosen_workers
from skirmish.cli.output import progress
from skirmish.game import Opening
from skirmish.rulesets.registry import RULESETS
from tools.ladder.scenarios import ladder_scenario
from tools.version import measured_version


class Result(Protocol):
    """What one number came to under one ruleset, as a tool keeps it in a file."""

    @property
    def ruleset(self) -> str:
        """Id of the ruleset."""

    @property
    def number(self) -> int:
        """The number."""

    @property
    def line(self) -> str:
        """As a line of the file."""


R = TypeVar("R", bound=Result)


def run_tool(command: click.Command, name: str) -> None:
    """Run the command of `python -m tools.NAME` and end the process with its exit code."""
    run_command(command, f"python -m tools.{name}")


def tool_workers(options: Mapping[str, Any]) -> AbstractContextManager[Workers]:
    """Where games are played, by the options `jobs` and `cluster`.

    Workers of a cluster must have this checkout with its tools.

    Raises:
        UsageProblem: Both options were given, or the cluster does not answer.
    """
    return chosen_workers(options["jobs"], options["cluster"], measured_version)


def seeds_of(options: Mapping[str, Any]) -> range:
    """The seeds of the options `seed` and `games`."""
    return range(options["seed"], options["seed"] + options["games"])


def results_of(
    task: Callable[[str, int], R], known: Mapping[tuple[str, int], R], options: Mapping[str, Any]
) -> Mapping[tuple[str, int], R]:
    """Run a task for each number under each ruleset; results that are known are not made again.

    Args:
        task: Gets the id of a ruleset and a number, in whatever process.
        known: Results of before, by ruleset and number.
        options: `seed` and `games` name the numbers, `file` (or None) gets each new result.
    """
    wanted = [(name, number) for number in seeds_of(options) for name in RULESETS]
    found = {one: known[one] for one in wanted if one in known}
    tasks = [one for one in wanted if one not in found]
    with tool_workers(options) as workers, progress() as watch:
        for done, (_, result) in enumerate(run_tasks(task, tasks, workers), 1):
            found[result.ruleset, result.number] = result
            if options["file"] is not None:
                with options["file"].open("a") as file:
                    file.write(result.line + "\n")
            watch(done, len(tasks))
    return {one: found[one] for one in wanted}


def opening_named(scenario: str) -> Opening:
    """A scenario by its name or file, or a generated one such as `d20:17`, ready to play.

    Raises:
        UsageProblem: There is none.
        FileProblem: The scenario has faults.
    """
    return ladder_scenario(scenario).opening


def games_option(default: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--games`."""
    return click.option(
        "--games",
        type=click.IntRange(1, 1_000_000),
        default=default,
        show_default=True,
        help="Number of games.",
    )
