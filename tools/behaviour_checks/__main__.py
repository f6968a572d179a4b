"""The command `python -m tools.behaviour_checks`."""

from __future__ import annotations

from typing import Any

import click

from skirmish.cli import SETTINGS
from skirmish.cli.options import LevelsCommand, many_games_options
from skirmish.cli.output import progress, report_printer
from skirmish.cli.simulate import levels_of_sides
from tools.behaviour_checks.behaviour_report import check_games
from tools.command import games_option, opening_named, run_tool, seeds_of, tool_workers
from tools.version import played_version


@click.command(cls=LevelsCommand, context_settings=SETTINGS)
@click.argument("scenario")
@games_option(100)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=LEVEL",
    help="Level of a side; else regular.",
)
@many_games_options
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(scenario: str, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Look for faulty behaviour of the computer in whole games of a scenario.

    Counted are moves to and fro, shots with next to no chance, figures left in the open before two
    guns, and objectives that are free and not taken. Each is named, with seed and turn.

    SCENARIO is a name, a file, or a generated one of the ladder such as d20:17. Game n has the seed
    SEED + n. --cluster plays on the workers of a dask cluster, which need this checkout.
    """
    opening = opening_named(scenario)
    tell = report_printer(as_data=options["as_data"], version=played_version)
    levels = levels_of_sides(opening, options["players"])
    with tool_workers(options) as workers, progress() as watch:
        tell(check_games(opening, levels, seeds_of(options), workers, watch))


def main() -> None:
    """Run the command."""
    run_tool(command, "behaviour_checks")


if __name__ == "__main__":
    main()
