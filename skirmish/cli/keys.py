"""The command `keys`: a file of keys to begin with, and what is wrong with one."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(short_help="Print all keys as a file, or check one.")
@click.option(
    "--check", "file", type=click.Path(path_type=Path), help="Tell what is wrong with this file."
)
def keys(file: Path | None) -> None:
    """Print a file with all keys, each with what it does, to change and to keep.

    With --check it tells of a file each key that does not exist, each id that is misspelt and each
    key with two meanings at the same time; it ends with 0 where there are none, with 1 where there
    are, with 2 where the file is not there.
    """
    if file is not None:
        _check(file)
        return
    from skirmish.core.gate import shown
    from skirmish.presentation.user_files import settings_folder
    from skirmish.tui.settings_store import KEYS_FILE, key_file_template

    for line in key_file_template(shown(str(settings_folder() / KEYS_FILE), 200)):
        click.echo(line)


def _check(file: Path) -> None:
    from skirmish.tui.settings_store import check_keys

    problems = check_keys(file)
    for problem in problems:
        click.echo(str(problem), err=True)
    sys.exit(1 if problems else 0)
