"""The command `check`: faults of scenario files."""

from __future__ import annotations

import sys

import click


@click.command(short_help="Check scenario files.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
def check(scenarios: tuple[str, ...]) -> None:
    """Check scenario files: every fault with its line, column and remedy.

    Ends with 0 and no output if there are no faults, with 1 if a file has faults, with 2 if one
    can't be read at all.
    """
    from skirmish.errors import SkirmishError
    from skirmish.scenario import find, load

    worst = 0
    for name in scenarios:
        try:
            load(find(name))
        except SkirmishError as problem:
            click.echo(str(problem), err=True)
            worst = max(worst, problem.exit_code)
    sys.exit(worst)
