"""The command `check`: faults of scenario files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from skirmish.errors import FileProblem


@click.command(short_help="Check scenario files.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
def check(scenarios: tuple[str, ...]) -> None:
    """Check scenario files: every fault with its line, column and remedy.

    Exit codes: 0 if there are no faults (nothing is printed), 1 if a file has faults, 2 if one
    can't be read at all.
    """
    from skirmish.errors import FileProblem, SkirmishError
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario import load

    worst = 0
    for name in scenarios:
        try:
            load(find_scenario(name))
        except SkirmishError as problem:
            faults = _with_folder(problem, name) if isinstance(problem, FileProblem) else problem
            click.echo(str(faults), err=True)
            worst = max(worst, problem.exit_code)
    sys.exit(worst)


def _with_folder(problem: FileProblem, name: str) -> FileProblem:
    """The faults of a file, with the folder that it was given with."""
    from attrs import evolve

    from skirmish.cli.output import MAX_PATH_LENGTH
    from skirmish.core.sanitize import escaped

    folder = escaped(str(Path(name).parent), MAX_PATH_LENGTH)
    if folder == ".":
        return problem
    faults = (evolve(one, file=f"{folder}/{one.file}") for one in problem.problems)
    return type(problem)(*faults)
