"""The command `check`: faults of scenario files, warnings and notes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.options import JOBS_OPTION, WholeNumber, check_not_with

if TYPE_CHECKING:
    from skirmish.errors import FileProblem
    from skirmish.scenario.files import Source
    from skirmish.scenario.loader import Remark

ERROR, FAULT = "error", "fault"
"""Severity and id of a fault that prevents a scenario from being played."""


@click.command(short_help="Check scenario files.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
@click.option(
    "--format",
    "wanted",
    type=click.Choice(("text", "json", "sarif", "github")),
    default="text",
    show_default=True,
    help="How to print: lines, JSON, SARIF, or messages for a workflow of GitHub.",
)
@click.option("--strict", is_flag=True, help="Warnings and notes fail as well.")
@click.option("--play", is_flag=True, help="Play games too, and warn of what they show.")
@click.option(
    "--games",
    type=WholeNumber(1, 100_000),
    default=40,
    show_default=True,
    help="With --play: games of each file.",
)
@click.option("--fresh", is_flag=True, help="With --play: play also games that are kept.")
@JOBS_OPTION
def check(
    scenarios: tuple[str, ...],
    wanted: str,
    *,
    strict: bool,
    play: bool,
    **options: Any,  # noqa: ANN401 - click hands them by name
) -> None:
    """Check scenario files: every fault with its line, column and remedy, warnings and notes.

    A warning is about something that will spoil the battle, a note about something that is probably
    not intended; each ends with its id, and `[lint] ignore = ["id"]` in the file switches it off.
    Exit codes: 0 if there are no faults (and with --strict nothing at all), 1 if there are, 2 if a
    file can't be read.

    With --play the computer plays 40 games of each file against itself. It warns if a side wins
    most of them, if figures are lost before their side's first order, if battles are over by
    turn 2, and if an objective seldom pays; a note names events that never happen. Games are
    kept as those of `simulate` are.
    """
    if not play:
        check_not_with("a check without --play", "games", "fresh", "jobs")
    found: list[Remark] = []
    worst = 0
    for name in scenarios:
        code, remarks = _looked_at(name, options if play else None)
        worst = max(worst, code, int(strict and bool(remarks)))
        found += remarks
    _PRINTERS[wanted](found)
    sys.exit(worst)


def _looked_at(name: str, options: Mapping[str, Any] | None) -> tuple[int, list[Remark]]:
    """The exit code for a file, and its faults or remarks; if it can't be read, why is printed.

    Args:
        name: The file.
        options: How games of it are played; None for no games.
    """
    from attrs import evolve

    from skirmish.errors import FileProblem, SkirmishError
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario.loader import Remark, remarks

    try:
        source = find_scenario(name)
        told = remarks(source)
        if options is not None:
            told = _in_order((*told, *_played(source, options)))
    except FileProblem as problem:
        faults = _with_folder(problem, name).problems
        return problem.exit_code, [Remark(FAULT, ERROR, fault) for fault in faults]
    except SkirmishError as problem:
        click.echo(str(problem), err=True)
        return problem.exit_code, []
    folder = _folder_of(name)
    placed = (evolve(one.problem, file=f"{folder}{one.problem.file}") for one in told)
    return 0, [evolve(one, problem=where) for one, where in zip(told, placed, strict=True)]


def _in_order(found: Iterable[Remark]) -> tuple[Remark, ...]:
    return tuple(sorted(found, key=lambda one: (one.problem.line, one.problem.column)))


def _played(source: Source, options: Mapping[str, Any]) -> tuple[Remark, ...]:
    """The findings from games of a valid file."""
    from skirmish.analysis.known_results import LEVEL
    from skirmish.analysis.played_checks import look
    from skirmish.cli.simulate import kept_games
    from skirmish.game import opening_of
    from skirmish.scenario import load
    from skirmish.scenario.lint import PLAYED
    from skirmish.scenario.loader import placed

    scenario = load(source)
    players = tuple(f"{force.id}={LEVEL}" for force in scenario.sides)
    play = kept_games({**options, "players": players, "cluster": None})
    report = play(opening_of(scenario), range(1, options["games"] + 1))
    return placed(source, ((key, PLAYED[key], fault) for key, fault in look(scenario, report)))


def _folder_of(name: str) -> str:
    """The folder that a file was given with, ending in a slash; "" for none."""
    from skirmish.cli.output import MAX_PATH_LENGTH
    from skirmish.core.sanitize import escaped

    folder = escaped(str(Path(name).parent), MAX_PATH_LENGTH)
    return "" if folder == "." else f"{folder}/"


def _with_folder(problem: FileProblem, name: str) -> FileProblem:
    """The faults of a file, with the folder that the file was given with."""
    from attrs import evolve

    folder = _folder_of(name)
    return type(problem)(*(evolve(one, file=f"{folder}{one.file}") for one in problem.problems))


def _print_text(found: Iterable[Remark]) -> None:
    from itertools import groupby

    from skirmish.errors import LINES_SHOWN

    for _, group in groupby(found, key=lambda one: one.problem.file):
        lines = list(group)
        for one in lines[:LINES_SHOWN]:
            kind = "" if one.severity == ERROR else f" [{one.severity}: {one.id}]"
            click.echo(f"{one.problem}{kind}", err=True)
        if (left := len(lines) - LINES_SHOWN) > 0:
            click.echo(f"... and {left} more", err=True)


def _print_json(found: Iterable[Remark]) -> None:
    from skirmish.cli.output import in_json

    click.echo(in_json({"messages": [_data(one) for one in found]}))


def _data(one: Remark) -> Mapping[str, Any]:
    problem = one.problem
    return {
        "severity": one.severity,
        "id": one.id,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "field": problem.field,
        "what": problem.what,
        "remedy": problem.remedy,
    }


def _print_github(found: Iterable[Remark]) -> None:
    levels = {ERROR: "error", "warning": "warning", "note": "notice"}
    for one in found:
        text = str(one.problem).replace("%", "%25")
        # Commas and colons would end a property of such a message.
        file = one.problem.file.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
        where = f"file={file},line={one.problem.line},col={one.problem.column}"
        click.echo(f"::{levels[one.severity]} {where},title={one.id}::{text}")


def _print_sarif(found: Iterable[Remark]) -> None:
    from skirmish import __version__
    from skirmish.cli.output import in_json

    found = list(found)
    ids = [{"id": name} for name in dict.fromkeys(one.id for one in found)]
    tool = {"driver": {"name": "skirmish check", "version": __version__, "rules": ids}}
    run = {"tool": tool, "results": [_result(one) for one in found]}
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    click.echo(in_json({"$schema": schema, "version": "2.1.0", "runs": [run]}))


def _result(one: Remark) -> Mapping[str, Any]:
    from skirmish.errors import sentence

    problem = one.problem
    region = {"startLine": max(1, problem.line), "startColumn": max(1, problem.column)}
    place = {"artifactLocation": {"uri": problem.file}, "region": region}
    return {
        "ruleId": one.id,
        "level": one.severity,
        "message": {"text": sentence(problem.field, problem.what, remedy=problem.remedy)},
        "locations": [{"physicalLocation": place}],
    }


_PRINTERS: Mapping[str, Callable[[Iterable[Remark]], None]] = {
    "text": _print_text,
    "json": _print_json,
    "sarif": _print_sarif,
    "github": _print_github,
}
