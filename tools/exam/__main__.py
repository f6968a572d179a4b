"""The command `python -m tools.exam`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from skirmish.ai import LEVELS
from skirmish.cli import SETTINGS
from skirmish.cli.options import CLUSTER_OPTION, JOBS_OPTION, LevelsCommand, check_level
from skirmish.cli.output import in_json, progress
from tools.command import played_version, run_tool, tool_workers
from tools.exam.grading import PARTS, run_exam
from tools.exam.playthrough import IDLE


@click.command(cls=LevelsCommand, context_settings=SETTINGS)
@click.option("--levels", metavar="A,B...", help="These levels; else all but random.")
@click.option("--part", type=click.Choice(tuple(PARTS)), help="One part of the exam [both].")
@click.option(
    "--positions",
    type=click.Path(path_type=Path),
    metavar="PLACE",
    help="Other positions instead: a folder of them, or one.",
)
@JOBS_OPTION
@CLUSTER_OPTION
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Let levels of the computer play positions in which any sensible player does the same thing.

    Each position says what must hold when it has been played; each part is reported apart. What
    random passes is passed by luck; what `idle` passes, which is no level and ends each bound at
    once, by leaving well alone.

    --cluster plays on the workers of a dask cluster, which need this checkout.
    """
    version = played_version()  # the playing code, even if files change meanwhile
    levels = _levels(options["levels"])
    parts = tuple(PARTS) if options["part"] is None else (options["part"],)
    with tool_workers(options) as workers, progress("positions") as watch:
        reports = run_exam(levels, options["positions"], workers, watch, parts)
    if options["as_data"]:
        click.echo(in_json({"version": version, "exam": [report.data for report in reports]}))
    else:
        click.echo("\n\n".join(report.text for report in reports))


def _levels(text: str | None) -> list[str]:
    """The levels in a comma-separated list; by default all but random, which ignores the view."""
    if text is None:
        return [level for level in LEVELS if level != "random"]
    levels = [name.strip() for name in text.split(",")]
    for level in levels:
        if level != IDLE:
            check_level(level)
    return levels


def main() -> None:
    """Run the command."""
    run_tool(command, "exam")


if __name__ == "__main__":
    main()
