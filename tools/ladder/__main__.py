"""The command `python -m tools.ladder`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import Any

import click

from skirmish.cli import SETTINGS
from skirmish.cli.options import LevelsCommand, check_level, check_only_with, many_games_options
from skirmish.cli.output import MAX_PATH_LENGTH, check_folder, in_json, progress
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from tools.command import run_tool, tool_workers
from tools.ladder.contest import LadderPlan, level_pairs, run_ladder
from tools.ladder.ladder_report import LadderReport, StoppingRule
from tools.ladder.results_file import ResultsFile
from tools.ladder.scenarios import LadderScenario, generated_text, scenario_sources

MOST_ELO = 798
"""Largest difference in strength that is reported."""


class Elo(click.FloatRange):
    """The type of a difference in strength, in the range that can be measured."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Convert the text; nan is refused as out of range."""
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


ELO = Elo(-MOST_ELO, MOST_ELO)


@click.command(cls=LevelsCommand, context_settings=SETTINGS)
@click.option("--levels", metavar="A,B", help="Only A against B; else each against the one below.")
@click.option("--ruleset", multiple=True, metavar="ID", help="Only this one; again for more.")
@click.option(
    "--scenario",
    multiple=True,
    metavar="NAME",
    help="On this one, by name or file, instead of generated ones; again for more.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=60,
    show_default=True,
    help="Paired games at most, for each two levels under each ruleset.",
)
@click.option("--goal", type=ELO, metavar="ELO", help="Stop as soon as this is decided.")
@click.option("--floor", type=ELO, metavar="ELO", help="What the lower bound must be above [0].")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every pair to this file, and resume from it.",
)
@many_games_options
@click.option(
    "--ground", metavar="ID:N", help="Print a generated scenario, as in d20:17; play nothing."
)
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(**options: Any) -> None:  # noqa: ANN401 - by click
    """Let levels of the computer play each other, and report how strong they are.

    A pair is one seed played twice, with the seats swapped, on a scenario that is generated from
    the seed: five a side, the same on both. The report has the share of the points (a draw is a
    half) and the difference in Elo, with 95% intervals from the pairs, for each ruleset and in all,
    and the share of the first seat, whichever level had it. A level against itself has exactly a
    half. This measures the computer player, not people.

    With --scenario the named scenarios take turns instead, and are reported one by one. Generated
    ones have names, too, such as d20:17; `--ground d20:17 > ground.toml` makes a file of one, to
    look at and to play.

    With --goal a ruleset's pairs end when it is decided. It is checked after 20 pairs and then
    after every 10, counted in the order of the seeds. The goal is reached when the measured
    difference is at least GOAL and the lower bound of its interval is above FLOOR; it is missed
    when the upper bound is below GOAL; it stays open when all --pairs were played without either.
    The command ends with 1 if a goal was not reached.

    With --file every pair is written when it is finished, and the same command resumes where it was
    stopped. A torn last line is cut off. A file of another version of the program, or of a changed
    scenario, is refused.

    --cluster plays on the workers of a dask cluster (extra `cluster`), as in
    `--cluster tcp://127.0.0.1:8786`; they need this checkout. The result is the same.
    """
    if options["ground"] is not None:
        check_only_with("--ground", "ground")
        click.echo(generated_text(options["ground"]), nl=False)
        return
    report = _report(options)
    click.echo(in_json(report.data) if options["as_data"] else report.text)
    if not report.reached:
        sys.exit(1)


def _report(options: Mapping[str, Any]) -> LadderReport:
    levels = _levels(options["levels"])
    plan = LadderPlan(
        level_pairs=level_pairs() if levels is None else (levels,),
        sources=scenario_sources(options["scenario"], options["ruleset"], options["seed"]),
        pairs=options["pairs"],
        rule=_rule(options),
    )
    with _results(options["file"], plan.named) as results:
        if results.torn:
            where = escaped(str(options["file"]), MAX_PATH_LENGTH)
            click.echo(f"{where}: the torn last line is left out", err=True)
        with tool_workers(options) as workers, progress("pairs") as watch:
            return run_ladder(plan, results, workers, watch)


def _results(file: Path | None, named: tuple[LadderScenario, ...]) -> ResultsFile:
    if file is None:
        return ResultsFile()
    check_folder(file)
    return ResultsFile.open(file, named)


def _rule(options: Mapping[str, Any]) -> StoppingRule | None:
    goal, floor = options["goal"], options["floor"]
    if goal is None:
        if floor is not None:
            raise UsageProblem("--floor goes with --goal", remedy="as in --goal 50 --floor 20")
        return None
    if floor is not None and floor > goal:
        raise UsageProblem("--floor is above --goal", remedy="as in --goal 50 --floor 20")
    return StoppingRule(goal, 0 if floor is None else floor)


def _levels(text: str | None) -> tuple[str, str] | None:
    """The two levels that were named."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != len(("A", "B")):
        raise UsageProblem(f"--levels '{escaped(text)}' is not A,B", remedy="as in regular,recruit")
    return check_level(names[0]), check_level(names[1])


def main() -> None:
    """Run the command."""
    run_tool(command, "ladder")


if __name__ == "__main__":
    main()
