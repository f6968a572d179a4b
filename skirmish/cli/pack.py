"""The commands `pack` and `unpack`: a scenario as one file or as a block of text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skirmish.cli.options import FORCE_OPTION, NEW_FILE_OPTION
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.scenario import Scenario
    from skirmish.scenario.files import Source


@click.command(short_help="Fold a scenario into one file, or into a text to paste.")
@click.argument("scenario")
@NEW_FILE_OPTION
@FORCE_OPTION
@click.option("--paste", is_flag=True, help="Print a block of text for mail and chat.")
@click.option(
    "--keep-armoury",
    is_flag=True,
    help="Name the kinds of the armoury, instead of writing them out.",
)
@click.option(
    "--carry-over",
    "brought",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Give its people what they bring from their last battle.",
)
def pack(
    scenario: str,
    output: Path | None,
    brought: Path | None,
    *,
    force: bool,
    paste: bool,
    keep_armoury: bool,
) -> None:
    """Print a scenario as one file that needs nothing else.

    Its map is written into it, and every kind and weapon that it uses, so that it stays the same
    battle if an armoury of the game changes. With --paste it is a block of text with a checksum,
    which `unpack` and the list of scenarios in the game read. Comments are left out; the `notes` of
    [about] are kept.

    With --carry-over each figure with a `person` gets the weapons and the state that the person
    left the last battle with, as `report --carry-over` wrote them to FILE; those who do not return
    are left out.
    """
    from skirmish.cli import output as files
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario import load, scenario_text
    from skirmish.scenario.packing import packed, paste_text

    files.check_new(output, over=force, remedy=files.OR_FORCE)
    found = load(source := find_scenario(scenario))
    if brought is not None:
        found = _with_people(found, brought)
    _warn_of_comments(source)
    whole = found if keep_armoury else packed(found)
    text = paste_text(whole) if paste else scenario_text(whole)
    if output is None:
        click.echo(text, nl=False)
    else:
        files.write_new(output, text, over=force)
        click.echo(str(output))


def _with_people(scenario: Scenario, brought: Path) -> Scenario:
    """The scenario with what its people bring from their last battle; prints the notes on them."""
    from skirmish.scenario.carry_over import load_carry_over, with_people

    found, notes = with_people(scenario, load_carry_over(brought), escaped(brought.name))
    for note in notes:
        click.echo(note, err=True)
    return found


def _warn_of_comments(source: Source) -> None:
    """Print how many comments of a scenario file are left out."""
    from skirmish.core.text import pluralize
    from skirmish.scenario.files import decoded, name_of, scenario_bytes
    from skirmish.scenario.toml_positions import comments_in

    text = decoded(scenario_bytes(source))
    if isinstance(text, str) and (left := comments_in(text)):
        what = f"{pluralize(left, 'comment')} left out; the notes of [about] are kept"
        click.echo(f"{name_of(source)}: {what}", err=True)


@click.command(short_help="Read a scenario from a text that was pasted.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@NEW_FILE_OPTION
@FORCE_OPTION
def unpack(file: Path | None, output: Path | None, *, force: bool) -> None:
    """Read the block of text that `pack --paste` printed, from FILE or standard input.

    The scenario is written to the folder of your own scenarios, or to the file of --output; its
    path is printed. Text around the block does no harm.
    """
    from skirmish.cli import output as files
    from skirmish.presentation.setup.own_scenarios import keep_scenario
    from skirmish.scenario import scenario_text
    from skirmish.scenario.packing import read_paste

    files.check_new(output, over=force, remedy=files.OR_FORCE)
    where = escaped(str(file)) if file else "standard input"
    try:
        scenario = read_paste(_text(file))
    except UsageProblem as problem:
        raise UsageProblem(problem.what, problem.where or where, problem.remedy) from None
    if output is None:
        kept = keep_scenario(scenario)
        click.echo(str(kept.path))
        if kept.note:
            click.echo(kept.note, err=True)
    else:
        files.write_new(output, scenario_text(scenario), over=force)
        click.echo(str(output))


def _text(file: Path | None) -> str:
    """The text of a file or of standard input."""
    from skirmish.scenario.faults import Fault
    from skirmish.scenario.files import MAX_BYTES, decoded, scenario_bytes

    if file is None or str(file) == "-":
        if sys.stdin is not None and sys.stdin.isatty():
            end = "ctrl+z and enter" if sys.platform == "win32" else "ctrl+d in a line of its own"
            click.echo(f"Paste the block, from BEGIN to END, then {end}:", err=True)
        data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin else b""
        if len(data) > MAX_BYTES:
            raise UsageProblem("larger than 1 MiB", remedy="such a text needs far less")
    else:
        data = scenario_bytes(file)
    text = decoded(data)
    if isinstance(text, Fault):
        raise UsageProblem(text.what, remedy=text.remedy)
    return text
