"""The command line: one command each, none of which imports what it does not need."""

import sys

import click

from skirmish import __version__
from skirmish.errors import SkirmishError


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def skirmish(context: click.Context) -> None:
    """Fight skirmishes of single figures on a tile map, in a terminal."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line; a fault that the player can mend ends in its message and exit code."""
    try:
        skirmish(prog_name="skirmish")
    except SkirmishError as error:
        click.echo(str(error), err=True)
        sys.exit(error.exit_code)
