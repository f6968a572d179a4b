"""The command `python -m tools.styles`."""

from __future__ import annotations

from typing import Any

import click

from skirmish.cli import SETTINGS
from skirmish.cli.options import many_games_options
from skirmish.cli.output import progress, report_printer
from tools.command import games_option, opening_named, run_tool, seeds_of, tool_workers
from tools.styles.comparison import compare_styles
from tools.version import played_version


@click.command(context_settings=SETTINGS)
@click.argument("scenario")
@games_option(100)
@many_games_options
@click.option("--json", "as_data", is_flag=True, help="Print every figure as JSON.")
def command(scenario: str, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Play a camper and a rusher against the level regular, in both seats of a scenario.

    The camper never leaves its place, the rusher runs for the objectives. Neither should win more
    than 60% of its games: where one does, waiting or running is all there is to the scenario.

    SCENARIO is a name, a file, or a generated one of the ladder such as d20:17. Game n has the seed
    SEED + n. --cluster plays on the workers of a dask cluster, which need this checkout.
    """
    opening = opening_named(scenario)
    tell = report_printer(as_data=options["as_data"], version=played_version)
    with tool_workers(options) as workers, progress() as watch:
        tell(compare_styles(opening, seeds_of(options), workers, watch))


def main() -> None:
    """Run the command."""
    run_tool(command, "styles")


if __name__ == "__main__":
    main()
