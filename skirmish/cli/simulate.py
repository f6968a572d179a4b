"""The command `simulate`: many games of the computer against itself; commands moved to `tools`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.options import (
    LevelsCommand,
    WholeNumber,
    check_level,
    check_not_with,
    chosen_workers,
    many_games_options,
)
from skirmish.cli.output import PrintableReport, check_new, progress, report_printer, write_new
from skirmish.errors import UsageProblem
from skirmish.shutdown import STOPPED

if TYPE_CHECKING:
    from skirmish.analysis.balance import BalanceReport, Play
    from skirmish.analysis.rules_met import RulesReport
    from skirmish.analysis.simulation_report import SimulationReport
    from skirmish.game import Opening
    from skirmish.presentation.setup.kept_results import GameKeeper


_PASS_ON = {"ignore_unknown_options": True}


def _moved(where: str, tool: str) -> UsageProblem:
    return UsageProblem(f"moved to 'python -m {tool}' in the source checkout", where)


@click.command(hidden=True, add_help_option=False, context_settings=_PASS_ON)
@click.argument("rest", nargs=-1, type=click.UNPROCESSED)
def ladder(rest: tuple[str, ...]) -> None:
    """Name the tools that play the ladder and sit the exam now."""
    if "--exam" in rest:
        raise _moved("skirmish ladder --exam", "tools.exam")
    raise _moved("skirmish ladder", "tools.ladder")


def retired_option(name: str, tool: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Keep a retired flag of a command that fails with the name of its successor.

    Args:
        name: The option, such as `--styles`.
        tool: The module that does its work now.
    """

    def refuse(context: click.Context, _: click.Parameter, given: bool) -> None:
        if given:
            raise _moved(f"{context.command_path} {name}", tool)

    return click.option(
        name, is_flag=True, hidden=True, is_eager=True, expose_value=False, callback=refuse
    )


FILE = click.Path(path_type=Path)


@click.command(cls=LevelsCommand, short_help="Let the computer play against itself.")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO...")
@click.option(
    "--games",
    type=WholeNumber(1, 1_000_000),
    default=100,
    show_default=True,
    help="Number of games.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=LEVEL",
    help="Level of a side; default: regular.",
)
@click.option("--swap", is_flag=True, help="Play each seed twice, with the players swapped.")
@click.option(
    "--swap-first",
    is_flag=True,
    help="Play each seed again with the other side acting first, and say what that is worth.",
)
@click.option(
    "--advise",
    is_flag=True,
    help="Say what would even the sides out; each change is tried by games.",
)
@retired_option("--styles", "tools.styles")
@retired_option("--conduct", "tools.behaviour_checks")
@click.option("--verify", is_flag=True, help="Check every game's record against the rules.")
@click.option(
    "--ask",
    is_flag=True,
    help="Ask about every choice during an order, and count the questions.",
)
@click.option("--rules", is_flag=True, help="Count how often each numbered rule is used.")
@many_games_options
@click.option("--fresh", is_flag=True, help="Play also the games that are kept from before.")
@click.option("--plot", is_flag=True, help="Draw charts below the report.")
@click.option("--svg", type=FILE, metavar="FILE", help="Write the report with its charts as SVG.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write a line for each game.")
@click.option("--json", "as_data", is_flag=True, help="Print all results as JSON.")
def simulate(scenarios: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Let the computer play a scenario against itself, many times.

    Reports wins with 95% intervals, the advantage of acting first, lengths, idle figures, games
    without progress at the end, results by weapon, when objectives were taken, and the questions
    asked of each side (with --ask). It measures the balance between computer players, not people.

    Game n has the seed SEED + n, so a run can be repeated on any machine. With --swap each seed
    is played twice, with the levels exchanged, and the report has each level's share of the
    points with its interval over the pairs. Between equal levels both games would be the same,
    so each seed is played once.

    --swap-first plays each seed once more with the other side acting first, and says what acting
    first is worth. --advise changes one thing of an uneven scenario at a time (figures, break
    points, objectives, turns, zones, the first side), and tries each by 10 games, the best six by
    24 more, the best three by 60 new ones. Follow it, and ask again until the battle is even.

    Games are kept in your data folder, by the content of the scenario, the levels and the version
    of the program, and are not played again; --fresh plays them all the same. With --rules, --ask,
    --verify or --swap nothing is kept.

    With --rules the report counts the numbered rules that were used, and lists the others. For
    several scenarios it has nothing else, and counts them together, by ruleset.

    --cluster plays on the workers of a dask cluster (extra `cluster`), as in
    `--cluster tcp://127.0.0.1:8786`; they need the same version of skirmish. The report is the
    same.
    """
    _check(scenarios, options)
    from skirmish.game import opening_of
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario import load

    openings = [opening_of(load(find_scenario(scenario))) for scenario in scenarios]
    tell = report_printer(as_data=options["as_data"])
    if len(openings) > 1:
        tell(_rules(openings, options))
        return
    play = _player_of(options)
    _tell(openings[0], play(openings[0], _seeds(options)), play, tell, options)


def _tell(
    opening: Opening,
    report: SimulationReport,
    play: Play,
    tell: Callable[[PrintableReport], None],
    options: Mapping[str, Any],
) -> None:
    found = _balance(opening, report, play, options)
    tell(found)
    if options["plot"]:
        from skirmish.cli.simulation_charts import plots

        click.echo("\n" + plots(report))
    # Last, so that a file that cannot be written does not lose the report.
    _write(report, options)
    if found.stopped:
        sys.exit(STOPPED)


def _write(report: SimulationReport, options: Mapping[str, Any]) -> None:
    """Write the requested files."""
    if options["csv"] is not None:
        from skirmish.analysis.simulation_report import csv_of

        write_new(options["csv"], csv_of(report))
    if options["svg"] is not None:
        from skirmish.cli.simulation_charts import svg

        write_new(options["svg"], svg(report))


def _check(scenarios: tuple[str, ...], options: Mapping[str, Any]) -> None:
    """Check that no option disables another one."""
    if len(scenarios) > 1:
        if not options["rules"]:
            raise UsageProblem("several scenarios", remedy="name one, or add --rules")
        check_not_with("--rules with several scenarios", "plot", "svg", "csv")
        check_not_with("several scenarios", "swap_first", "advise")
    if options["swap"]:
        check_not_with("--swap", "swap_first", "advise")
    if options["as_data"]:
        check_not_with("--json", "plot")
    table, chart = options["csv"], options["svg"]
    check_new(table, chart)
    if table is not None and chart is not None and table.resolve() == chart.resolve():
        raise UsageProblem("--csv and --svg name one file", remedy="give each its own")


def levels_of_sides(opening: Opening, players: Sequence[str]) -> dict[str, str]:
    """The level of each side; `players` are settings SIDE=LEVEL, other sides get regular.

    Raises:
        UsageProblem: A setting is malformed, or names an unknown side or level.
    """
    from skirmish.cli.play import parse_players

    sides = opening.state.setup.sides
    levels = dict.fromkeys(sides, "regular") | parse_players(players, sides)
    for side, level in levels.items():
        check_level(level, side)
    return levels


def _balance(
    opening: Opening, report: SimulationReport, play: Play, options: Mapping[str, Any]
) -> BalanceReport:
    """The report, with the value of acting first and with advice if these are wanted."""
    from itertools import count, islice

    from skirmish.analysis.balance import BalanceReport, FirstMove, advice, with_first
    from skirmish.game import opening_of
    from skirmish.scenario import parse

    scenario, first_move, told = parse(opening.text), None, None
    if options["swap_first"]:
        other = next(force.id for force in scenario.sides if force.id != scenario.first)
        again = play(opening_of(with_first(scenario, other)), _seeds(options))
        first_move = FirstMove(report, again, scenario.first)
    if options["advise"]:
        # Other seeds than those by which the battle was found uneven.
        fresh = count(options["seed"] + options["games"])
        told = advice(
            scenario,
            report,
            play,
            lambda games: tuple(islice(fresh, games)),
            lambda tried: click.echo(f"tried {tried.text}", err=True),
        )
    return BalanceReport(report, first_move, told)


def _player_of(options: Mapping[str, Any]) -> Play:
    """A function that plays games by the options; games that can be kept are.

    The course of a game does not depend on these options, but with them more of it is measured.
    """
    if any(options[name] for name in ("swap", "verify", "ask", "rules")):
        return lambda opening, seeds: _report(opening, options, seeds)
    return kept_games(options)


def kept_games(options: Mapping[str, Any]) -> Play:
    """A function that plays games by `players`, `jobs`, `cluster` and `fresh`, and keeps them."""
    from skirmish.presentation.setup.kept_results import GameKeeper

    keeper = GameKeeper(options["fresh"])
    click.get_current_context().call_on_close(lambda: _tell_kept(keeper))

    def play(opening: Opening, seeds: Sequence[int]) -> SimulationReport:
        levels = levels_of_sides(opening, options["players"])
        with chosen_workers(options["jobs"], options["cluster"]) as who, progress() as watch:
            return keeper.play(opening, levels, seeds, who, watch)

    return play


def _tell_kept(keeper: GameKeeper) -> None:
    from skirmish.core.text import pluralize

    if keeper.reused:
        kept = f"{pluralize(keeper.reused, 'game')} from before"
        click.echo(f"{kept}, of the same content and version; --fresh plays them again", err=True)
    if keeper.problem:
        click.echo(f"the games could not be kept: {keeper.problem}", err=True)


def _report(opening: Opening, options: Mapping[str, Any], seeds: Sequence[int]) -> SimulationReport:
    from skirmish.analysis.simulation import simulate as run

    levels = levels_of_sides(opening, options["players"])
    with chosen_workers(options["jobs"], options["cluster"]) as who, progress() as watch:
        return run(
            opening,
            levels,
            seeds,
            who,
            swap=options["swap"],
            verify=options["verify"],
            ask=options["ask"],
            rules=options["rules"],
            progress=watch,
        )


def _rules(openings: Sequence[Opening], options: Mapping[str, Any]) -> RulesReport:
    """Counts of the rules that were applied in games of several scenarios."""
    from skirmish.analysis.rules_met import RulesMet, RulesReport

    reports = [_report(opening, options, _seeds(options)) for opening in openings]
    names = dict.fromkeys(report.ruleset for report in reports)
    met = (
        RulesMet.over(name, (g.rules for r in reports if r.ruleset == name for g in r.games))
        for name in names
    )
    return RulesReport(tuple(report.title for report in reports), tuple(met))


def _seeds(options: Mapping[str, Any]) -> range:
    return range(options["seed"], options["seed"] + options["games"])
