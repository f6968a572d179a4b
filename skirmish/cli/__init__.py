"""The command line: a group of commands, each of which imports what it needs when it runs."""

from __future__ import annotations

import sys

import click

from skirmish import __version__
from skirmish.cli import (
    armoury,
    check,
    generate,
    keys,
    odds,
    pack,
    play,
    records,
    rules,
    serve,
    simulate,
)
from skirmish.core.sanitize import escaped
from skirmish.errors import SkirmishError, UsageProblem, sentence
from skirmish.shutdown import STOPPED
from skirmish.streams import escape_unknown_letters

NAME = "skirmish"
_MAX_MESSAGE = 300
SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def skirmish(context: click.Context) -> None:
    """Fight skirmishes of single figures on a tile map, in a terminal.

    Without a command the game starts, as with `skirmish play`.
    """
    if context.invoked_subcommand is None:
        context.invoke(play.play)


for command in (
    play.play,
    check.check,
    generate.generate,
    pack.pack,
    pack.unpack,
    odds.odds,
    records.replay,
    records.report,
    records.verify,
    records.explain,
    simulate.simulate,
    simulate.ladder,
    armoury.armoury,
    rules.rules,
    serve.serve,
    keys.keys,
):
    skirmish.add_command(command)


def main() -> None:
    """Run the command line of the game."""
    run_command(skirmish, NAME)


def run_command(command: click.Command, name: str) -> None:
    """Run a command line; an error is printed as one line and ends with exit code 1 or 2.

    Args:
        command: The command or group.
        name: Its name in messages.
    """
    escape_unknown_letters()
    try:
        code = command(prog_name=name, standalone_mode=False)
    except (SkirmishError, OSError) as error:
        code = report_error(error, name)
    except click.ClickException as error:
        click.echo(_one_line(error, name), err=True)
        code = error.exit_code
    except click.Abort:
        click.echo("stopped", err=True)
        code = STOPPED
    sys.exit(code)


def report_error(error: SkirmishError | OSError, name: str = NAME) -> int:
    """Print an error as one line; returns its exit code."""
    if isinstance(error, SkirmishError):
        click.echo(str(error), err=True)
        return error.exit_code
    # Errors in reading are SkirmishErrors: this is a write, such as to a full disk.
    click.echo(sentence(name, error.strerror or "stopped by the system"), err=True)
    return UsageProblem.exit_code


def _one_line(error: click.ClickException, name: str) -> str:
    """A usage error as one printable line, with a reference to the help."""
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else name
    what = " ".join(error.format_message().split()).removesuffix(".")
    return sentence(command, escaped(what, _MAX_MESSAGE), remedy=f"see '{command} --help'")
