"""The command `check`: faults of scenario files, warnings and notes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from skirmish.errors import FileProblem
    from skirmish.scenario.loader import Remark

ERROR, FAULT = "error", "fault"
"""Severity and id of what keeps a scenario from being played."""


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
def check(scenarios: tuple[str, ...], wanted: str, *, strict: bool) -> None:
    """Check scenario files: every fault with its line, column and remedy, warnings and notes.

    A warning is about what a battle will suffer from, a note about what is hardly meant; each ends
    with its id, and `[lint] ignore = ["id"]` in the file switches it off. Exit codes: 0 if there
    are no faults (and with --strict nothing at all), 1 if there are, 2 if a file can't be read.
    """
    found: list[Remark] = []
    worst = 0
    for name in scenarios:
        code, remarks = _looked_at(name)
        worst = max(worst, code, int(strict and bool(remarks)))
        found += remarks
    _PRINTERS[wanted](found)
    sys.exit(worst)


def _looked_at(name: str) -> tuple[int, list[Remark]]:
    """The exit code for a file, and its faults or remarks; why it can't be read is printed."""
    from attrs import evolve

    from skirmish.errors import FileProblem, SkirmishError
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario.loader import Remark, remarks

    try:
        told = remarks(find_scenario(name))
    except FileProblem as problem:
        faults = _with_folder(problem, name).problems
        return problem.exit_code, [Remark(FAULT, ERROR, fault) for fault in faults]
    except SkirmishError as problem:
        click.echo(str(problem), err=True)
        return problem.exit_code, []
    folder = _folder_of(name)
    placed = (evolve(one.problem, file=f"{folder}{one.problem.file}") for one in told)
    return 0, [evolve(one, problem=where) for one, where in zip(told, placed, strict=True)]


def _folder_of(name: str) -> str:
    """The folder that a file was given with, ending in a slash; empty for none."""
    from skirmish.cli.output import MAX_PATH_LENGTH
    from skirmish.core.sanitize import escaped

    folder = escaped(str(Path(name).parent), MAX_PATH_LENGTH)
    return "" if folder == "." else f"{folder}/"


def _with_folder(problem: FileProblem, name: str) -> FileProblem:
    """The faults of a file, with the folder that it was given with."""
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
        # Commas and colons end a property of such a message.
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
