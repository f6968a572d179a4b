"""Common parts of the tools: the checkout, its identity and its copies, command lines."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from skirmish.analysis.program_version import GAME_PARTS, program_version
from skirmish.analysis.workers import Workers, run_tasks
from skirmish.cli import run_command
from skirmish.cli.options import chosen_workers
from skirmish.cli.output import progress
from skirmish.game import Opening
from skirmish.rulesets.registry import RULESETS
from tools.ladder.scenarios import ladder_scenario

CHECKOUT = Path(__file__).parents[1]
PLAYED_PARTS = (
    *(f"skirmish/{part}" for part in GAME_PARTS),
    "skirmish/generator",
    "tools/ladder/scenarios.py",
    "tools/styles.py",
)
"""Files and folders that decide a game's course, including generated scenarios and styles."""
MEASURED_PARTS = (*PLAYED_PARTS, "skirmish/analysis", "tools")
"""The same with the files that decide what is measured of a game."""


def played_version() -> str:
    """Version and hash of the playing code, such as `0.1.0+1b2c3d4e`."""
    return program_version(PLAYED_PARTS, CHECKOUT)


def version_of_checkout(folder: Path) -> str:
    """The same for another checkout."""
    return program_version(PLAYED_PARTS, folder)


def measured_version() -> str:
    """Version and hash of the code that plays and measures; must be the same on all workers."""
    return program_version(MEASURED_PARTS, CHECKOUT)


class Result(Protocol):
    """The result of one number under one ruleset, as a tool keeps it in a file."""

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


def kept_lines(file: Path | None) -> list[str]:
    """The lines of a file of earlier results; none if it is not there."""
    if file is None or not file.exists():
        return []
    return file.read_text(encoding="utf-8").splitlines()


def results_of(
    task: Callable[[str, int], R], known: Mapping[tuple[str, int], R], options: Mapping[str, Any]
) -> Mapping[tuple[str, int], R]:
    """Run a task for each number under each ruleset, except those with a known result.

    Args:
        task: Gets the id of a ruleset and a number, in whatever process.
        known: Earlier results, by ruleset and number.
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


LEFT_OUT = (".*venv*", ".git", ".*cache")


@contextmanager
def copied_checkout(*left_out: str) -> Iterator[Path]:
    """A copy of the checkout in a temporary folder, which is removed afterwards.

    Args:
        left_out: Names or patterns of files and folders that are not copied either.
    """
    with tempfile.TemporaryDirectory(prefix="checkout-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(CHECKOUT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT, *left_out))
        yield copy


def write_source(file: Path, text: str) -> None:
    """Write a source file, and remove its compiled form.

    Python would consider the compiled form current if a text of the same length is written within
    the same second.
    """
    file.write_text(text, encoding="utf-8")
    if file.suffix == ".py":
        Path(cache_from_source(str(file))).unlink(missing_ok=True)


def run_in(copy: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run this Python with arguments in a copy of the checkout, on the copy's own code."""
    return subprocess.run(  # noqa: S603 - its own interpreter on its own checkout
        [sys.executable, *arguments],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
