"""The command `simulate`: many games of the computer against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.output import check_new, write_new
from skirmish.cli.work import (
    OfLevels,
    check_level,
    crew,
    for_many_games,
    goes_without,
    not_beside,
    once_each,
    progress,
    source_of,
    teller,
)
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.game import Opening
    from skirmish.lab.observe import Observed
    from skirmish.lab.report import Report
    from skirmish.lab.rules_met import RulesReport
    from skirmish.lab.styles_report import Styles

FILE = click.Path(path_type=Path)
OF_STYLES = ("scenarios", "styles", "games", "seed", "jobs", "cluster", "as_data")
OF_CONDUCT = ("scenarios", "conduct", "players", "games", "seed", "jobs", "cluster", "as_data")


@click.command(cls=OfLevels, short_help="Let the computer play against itself.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many."
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=LEVEL",
    help="Level of a side; else regular.",
)
@click.option("--swap", is_flag=True, help="Play each seed again with the seats swapped.")
@click.option("--styles", is_flag=True, help="Play a camper and a rusher against regular instead.")
@click.option("--conduct", is_flag=True, help="Tell what nobody should be seen doing instead.")
@click.option("--verify", is_flag=True, help="Check every game's record against the rules.")
@click.option(
    "--ask", is_flag=True, help="Put every choice in mid-order to its player; counts questions."
)
@click.option("--rules", is_flag=True, help="Count the numbered rules that come up.")
@for_many_games
@click.option("--plot", is_flag=True, help="Draw charts below the report.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the report with its charts as SVG.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write a line for each game.")
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def simulate(scenarios: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Let the computer play a scenario against itself, many times.

    Tells wins with 95% intervals, what acting first is worth, lengths, idle figures, games that
    stood still at the end, what came of each weapon, how each objective fell, and the questions
    put to each side (with --ask). It measures the computer player's balance, not people's.

    Game n has the seed SEED + n, so a run repeats, whoever plays it. With --swap each seed is
    played in both seatings, and each level's share of the points is told with its interval from
    the pairs; where both levels are the same, that would be the same game again, and each seed is
    played once. With --styles two simple players, one that never leaves its place and one that runs
    for the objectives, play regular in both seats; neither should win more than 60%.

    With --conduct the games are watched for moves to and fro, shots at nothing, figures left in the
    open before two guns, and objectives that nobody takes: each is named, with seed and turn.

    With --rules each numbered rule is counted that came up in the games, and those are listed that
    never did. Of several scenarios only that is told, for all of them together, by ruleset.

    --cluster plays on the workers of a dask cluster (extra `cluster`), as in
    `--cluster tcp://127.0.0.1:8786`; they need the same skirmish. The report is the same.
    """
    _check(scenarios, options)
    from skirmish.game import opening_of
    from skirmish.scenario import load

    openings = [opening_of(load(source_of(scenario))) for scenario in scenarios]
    tell = teller(as_data=options["as_data"])
    if len(openings) > 1:
        tell(_rules(openings, options))
    elif options["styles"]:
        tell(_styles(openings[0], options))
    elif options["conduct"]:
        tell(_conduct(openings[0], options))
    else:
        _tell(_report(openings[0], options), tell, options)


def _tell(report: Report, tell: Callable[[Report], None], options: Mapping[str, Any]) -> None:
    tell(report)
    if options["plot"]:
        from skirmish.cli.charts import plots

        click.echo("\n" + plots(report))
    # Last: a file that cannot be written must not cost what was played.
    _write(report, options)


def _write(report: Report, options: Mapping[str, Any]) -> None:
    """The files that were asked for."""
    if options["csv"] is not None:
        from skirmish.lab.table import csv_of

        write_new(options["csv"], csv_of(report))
    if options["svg"] is not None:
        from skirmish.cli.charts import svg

        write_new(options["svg"], svg(report))


def _check(scenarios: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """See that nothing was given that would be lost beside another option."""
    if len(scenarios) > 1:
        if not options["rules"]:
            raise UsageProblem("several scenarios", remedy="name one, or add --rules")
        not_beside("--rules with several scenarios", "plot", "svg", "csv")
    if options["styles"]:
        goes_without("--styles", *OF_STYLES)
    if options["conduct"]:
        goes_without("--conduct", *OF_CONDUCT)
    if options["as_data"]:
        not_beside("--json", "plot")
    table, chart = options["csv"], options["svg"]
    check_new(table, chart)
    if table is not None and chart is not None and table.resolve() == chart.resolve():
        raise UsageProblem("--csv and --svg name one file", remedy="give each its own")


def _levels(opening: Opening, options: Mapping[str, Any]) -> dict[str, str]:
    """Who plays which side."""
    from skirmish.cli.play import parse_players

    sides = opening.state.setup.sides
    levels = dict.fromkeys(sides, "regular") | parse_players(options["players"], sides)
    once_each("--player", options["players"])
    for side, level in levels.items():
        check_level(level, side)
    return levels


def _report(opening: Opening, options: Mapping[str, Any]) -> Report:
    from skirmish.lab.simulate import simulate as run

    levels = _levels(opening, options)
    with crew(options["jobs"], options["cluster"]) as who, progress() as watch:
        return run(
            opening,
            levels,
            _seeds(options),
            who,
            swap=options["swap"],
            verify=options["verify"],
            ask=options["ask"],
            rules=options["rules"],
            watch=watch,
        )


def _rules(openings: Sequence[Opening], options: Mapping[str, Any]) -> RulesReport:
    """The rules that came up in games of several scenarios."""
    from skirmish.lab.rules_met import RulesMet, RulesReport

    reports = [_report(opening, options) for opening in openings]
    names = dict.fromkeys(report.ruleset for report in reports)
    met = (
        RulesMet.over(name, (g.rules for r in reports if r.ruleset == name for g in r.games))
        for name in names
    )
    return RulesReport(tuple(report.title for report in reports), tuple(met))


def _seeds(options: Mapping[str, Any]) -> range:
    return range(options["seed"], options["seed"] + options["games"])


def _styles(opening: Opening, options: Mapping[str, Any]) -> Styles:
    from skirmish.lab.styles_report import styles

    with crew(options["jobs"], options["cluster"]) as who, progress() as watch:
        return styles(opening, _seeds(options), who, watch)


def _conduct(opening: Opening, options: Mapping[str, Any]) -> Observed:
    from skirmish.lab.observe import observed

    levels = _levels(opening, options)
    with crew(options["jobs"], options["cluster"]) as who, progress() as watch:
        return observed(opening, levels, _seeds(options), who, watch)
