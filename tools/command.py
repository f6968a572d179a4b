"""Common parts of the tools' command lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import click

from skirmish.analysis.workers import Workers
from skirmish.cli import run_command
from skirmish.cli.options import chosen_workers
from skirmish.game import Opening
from tools.ladder.scenarios import ladder_scenario
from tools.version import measured_version


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
