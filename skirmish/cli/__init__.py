"""The command line: one command each, none of which imports what it does not need."""

from __future__ import annotations

import sys

import click

from skirmish import __version__
from skirmish.cli.battle import play, replay, verify
from skirmish.cli.files import check, rules
from skirmish.cli.numbers import odds, simulate
from skirmish.errors import SkirmishError

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def skirmish(context: click.Context) -> None:
    """Fight skirmishes of single figures on a tile map, in a terminal.

    Without a command the game starts, as with `skirmish play`.
    """
    if context.invoked_subcommand is None:
        context.invoke(play)


for command in (play, check, odds, replay, verify, simulate, rules):
    skirmish.add_command(command)


def main() -> None:
    """Run the command line; a fault that the player can mend ends in its message and exit code."""
    try:
        skirmish(prog_name="skirmish")
    except SkirmishError as error:
        click.echo(str(error), err=True)
        sys.exit(error.exit_code)
