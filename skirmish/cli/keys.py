"""The command `keys`: a key file with the defaults, or the faults of one."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(short_help="Print all keys as a file, or check one.")
@click.option(
    "--check", "file", type=click.Path(path_type=Path), help="Report the faults of this file."
)
def keys(file: Path | None) -> None:
    """Print a file with all keys and what each does, to edit and save.

    With --check it reports unknown keys, misspelt ids and keys with two meanings in a file. Exit
    codes: 0 if there are no faults, 1 if there are, 2 if there is no such file.
    """
    if file is not None:
        _check(file)
        return
    from skirmish.core.sanitize import escaped
    from skirmish.presentation.user_files import settings_folder
    from skirmish.tui.settings_store import KEYS_FILE, key_file_template

    for line in key_file_template(escaped(str(settings_folder() / KEYS_FILE), 200)):
        click.echo(line)


def _check(file: Path) -> None:
    from skirmish.tui.settings_store import check_keys

    problems = check_keys(file)
    for problem in problems:
        click.echo(str(problem), err=True)
    sys.exit(1 if problems else 0)
