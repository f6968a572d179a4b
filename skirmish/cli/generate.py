"""The command `generate`: a new scenario from a seed and a few wishes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.options import JOBS_OPTION, MAX_SEED, NEW_FILE_OPTION, WholeNumber, ruleset_id
from skirmish.cli.output import check_new, progress, write_new

if TYPE_CHECKING:
    from skirmish.generator import Options
    from skirmish.scenario import Scenario

_POINTS = 50, 1000
"""Equal to `generator.options.POINTS`, which is not imported for the help."""


class _GenerateCommand(click.Command):
    """A command whose help ends with the places, rulesets and sizes."""

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the choices."""
        from skirmish.generator import PLACES
        from skirmish.generator.options import LEAST, MOST
        from skirmish.rulesets.registry import RULESETS

        formatter.write_paragraph()
        formatter.write_text(
            f"Places: {', '.join(PLACES)}. Rulesets: {', '.join(RULESETS)}."
            f" Sizes: {LEAST[0]}x{LEAST[1]} to {MOST}x{MOST}."
        )


@click.command(cls=_GenerateCommand, short_help="Make a new scenario from a number.")
@click.option("--seed", type=WholeNumber(0, MAX_SEED), help="The seed; default: a random one.")
@click.option("--place", default="village", show_default=True, help="What the map shows.")
@click.option("--size", default="60x40", show_default=True, help="Width x height in tiles.")
@click.option(
    "--ruleset", default="opposed_d6", show_default=True, help="Id or name of the ruleset."
)
@click.option(
    "--points",
    type=WholeNumber(*_POINTS),
    default=200,
    show_default=True,
    help="Cost of each side; a rifleman and the like cost 25.",
)
@click.option("--same-forces", is_flag=True, help="Give both sides the same figures.")
@click.option("--tested", is_flag=True, help="Play 40 games of it, and take another if uneven.")
@JOBS_OPTION
@NEW_FILE_OPTION
def generate(output: Path | None, **options: Any) -> None:  # noqa: ANN401 - click hands them by name
    """Print a new scenario: a map, forces of equal cost, and objectives for both sides.

    The same options give the same scenario on every machine; its [about] names them. The map is the
    same for both sides, turned by half.

    With --tested the computer plays 40 games of the scenario. As long as the 95% interval of the
    first side's share of the points lies outside 40 to 60%, the next candidate is tried, five at
    most.
    """
    from skirmish.scenario import scenario_text

    check_new(output)
    wanted = _options(options)
    text = scenario_text(_scenario(wanted, options))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_new(output, text)
        click.echo(f"{output}: {wanted.place}, seed {wanted.seed}", err=True)


def _options(options: dict[str, Any]) -> Options:
    from skirmish.generator import Options, size_of_text
    from skirmish.presentation.setup.game_setup import random_seed

    seed = options["seed"]
    wanted = Options(
        random_seed() if seed is None else seed,
        options["place"],
        size_of_text(options["size"]),
        ruleset_id(options["ruleset"]),
        options["points"],
        options["tested"],
        options["same_forces"],
    )
    wanted.check()
    return wanted


def _scenario(wanted: Options, options: dict[str, Any]) -> Scenario:
    from skirmish.generator import generate as generated

    if not wanted.tested:
        return generated(wanted)
    from skirmish.analysis.even_scenario import NEAREST, NONE_ACCEPTED, even_scenario
    from skirmish.analysis.workers import local_processes

    with local_processes(options["jobs"]) as workers, progress() as watch:
        found = even_scenario(
            wanted, workers, told=lambda one: click.echo(one.text, err=True), progress=watch
        )
    if not found.accepted:
        click.echo(f"{NONE_ACCEPTED}. {NEAREST}", err=True)
    return found.scenario
