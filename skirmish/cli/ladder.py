"""The command `ladder`: how strong the levels are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.output import LONGEST, check_folder, in_json
from skirmish.cli.work import (
    OfLevels,
    check_level,
    crew,
    for_many_games,
    goes_without,
    progress,
)
from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.lab.ladder import Book, Ground, Rule, Standing

OF_THE_EXAM = ("exam", "levels", "positions", "jobs", "cluster", "as_data")
MOST_ELO = 798
"""No measured difference is told as more."""


class Elo(click.FloatRange):
    """A difference in strength that can be measured."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; what is none lies in no range."""
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


ELO = Elo(-MOST_ELO, MOST_ELO)


@click.command(cls=OfLevels, short_help="Say how strong the computer's levels are.")
@click.option("--levels", metavar="A,B", help="Only A against B; else each against the one below.")
@click.option("--ruleset", multiple=True, metavar="ID", help="Only this one; again for more.")
@click.option(
    "--scenario",
    multiple=True,
    metavar="NAME",
    help="On this one, by name or file, instead of made grounds; again for more.",
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
    help="Write every pair down, and go on from there.",
)
@for_many_games
@click.option("--ground", metavar="ID:N", help="Print a made ground, as in d20:17; play nothing.")
@click.option("--exam", is_flag=True, help="Sit the tactical exam instead.")
@click.option(
    "--positions",
    type=click.Path(path_type=Path),
    metavar="PLACE",
    help="The folder of the exam's positions, or one of them [tests/exam].",
)
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def ladder(**options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Let levels of the computer play each other, and say how strong they are.

    Every pair is one seed played twice, with the seats swapped, on a ground that is made from the
    seed: five a side, the same on both. Told are the share of the points (a draw is a half) and the
    difference in Elo, with 95% intervals from the pairs, for each ruleset and in all, and what the
    first seat got, whoever sat there. A level against itself has exactly a half. It measures the
    computer player, not people.

    With --scenario the scenarios that are named take turns instead, and are told of one by one. A
    made ground is one, too, such as d20:17, and `--ground d20:17 > ground.toml` makes a file of it
    to look at and to play.

    With --goal a ruleset's pairs end when it is decided. One looks after 20 pairs and then after
    every 10, counted in the order of the seeds. The goal is reached when the measured difference
    is at least GOAL and the lower bound of its interval is above FLOOR; it is missed when the upper
    bound is below GOAL; it stays open when all --pairs were played without either. The command
    ends with 1 where a goal was not reached.

    With --file every pair is written down when it is done, and the same command goes on where it
    was stopped. A last line torn by a kill is left out. A file that another program or another
    scenario was played in is refused.

    With --exam no games are played: all levels but random, or those of --levels, sit positions in
    which any sensible player would see to the same thing. --jobs, --cluster and --json go with it.
    What random passes, and idle, which is no level and ends each bound at once, is passed by luck
    or by leaving well alone.

    --cluster plays on the workers of a dask cluster (extra `cluster`), as in
    `--cluster tcp://127.0.0.1:8786`; they need the same skirmish. The result is the same.
    """
    if options["exam"]:
        _exam(options)
        return
    if options["positions"] is not None:
        raise UsageProblem("--positions goes with --exam", remedy="add it")
    if options["ground"] is not None:
        goes_without("--ground", "ground")
        _print_ground(options["ground"])
        return
    standing = _climbed(options)
    click.echo(in_json(standing.data) if options["as_data"] else standing.text)
    if not standing.reached:
        sys.exit(1)


def _print_ground(name: str) -> None:
    from skirmish.lab.ladder import text_of

    click.echo(text_of(name), nl=False)


def _climbed(options: Mapping[str, Any]) -> Standing:
    from skirmish.lab.ladder import Plan, climb, rungs, supplies

    rule = _rule(options)
    levels = _levels(options["levels"])
    plan = Plan(
        rungs=rungs() if levels is None else (levels,),
        supplies=supplies(options["scenario"], options["ruleset"], options["seed"]),
        pairs=options["pairs"],
        rule=rule,
    )
    with _book(options["file"], plan.named) as book:
        if book.torn:
            where = shown(str(options["file"]), LONGEST)
            click.echo(f"{where}: the torn last line is left out", err=True)
        with crew(options["jobs"], options["cluster"]) as who, progress("pairs") as watch:
            return climb(plan, book, who, watch)


def _book(file: Path | None, named: tuple[Ground, ...]) -> Book:
    from skirmish.lab.ladder import Book

    if file is None:
        return Book()
    check_folder(file)
    return Book.open(file, named)


def _rule(options: Mapping[str, Any]) -> Rule | None:
    from skirmish.lab.ladder import Rule

    goal, floor = options["goal"], options["floor"]
    if goal is None:
        if floor is not None:
            raise UsageProblem("--floor goes with --goal", remedy="as in --goal 50 --floor 20")
        return None
    if floor is not None and floor > goal:
        raise UsageProblem("--floor is above --goal", remedy="as in --goal 50 --floor 20")
    return Rule(goal, 0 if floor is None else floor)


def _levels(text: str | None) -> tuple[str, str] | None:
    """The two levels that were named."""
    if text is None:
        return None
    names = _names(text)
    if len(names) != len(("A", "B")):
        raise UsageProblem(f"--levels '{shown(text)}' is not A,B", remedy="as in regular,recruit")
    return check_level(names[0]), check_level(names[1])


def _names(text: str) -> list[str]:
    """What is named, commas between."""
    return [name.strip() for name in text.split(",")]


def _exam(options: Mapping[str, Any]) -> None:
    """The exam of the named levels; else of all but random, which heeds nothing."""
    goes_without("--exam", *OF_THE_EXAM)
    from skirmish.ai import LEVELS
    from skirmish.lab.exam import IDLE, run
    from skirmish.lab.identity import identity

    version = identity()  # of what plays, whatever is changed meanwhile
    named = options["levels"]
    levels = [level for level in LEVELS if level != "random"] if named is None else _names(named)
    for level in levels:
        if level != IDLE:
            check_level(level)
    with crew(options["jobs"], options["cluster"]) as who, progress("positions") as watch:
        reports = run(levels, options["positions"], who, watch)
    if options["as_data"]:
        click.echo(in_json({"version": version, "exam": [report.data for report in reports]}))
    else:
        click.echo("\n\n".join(report.text for report in reports))
