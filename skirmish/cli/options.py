"""Options that several commands share, and checks of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.analysis.workers import Workers

MAX_SEED = 10**18 - 1


class WholeNumber(click.IntRange):
    """A whole number within limits, with messages and help in plain words."""

    name = "number"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as click
        """The number, or a usage error that states its limits."""
        try:
            number = int(str(value))
        except ValueError:
            number = None
        fits = number is not None and (self.min is None or self.min <= number)
        if not fits or (self.max is not None and number is not None and number > self.max):
            self.fail(f"must be {self._describe_range()}, not '{value}'", param, ctx)
        return number

    def _describe_range(self) -> str:
        """The limits, also for the help."""
        if self.max is None:
            return f"{self.min} or more"
        return f"{self.min} to {self.max}"


_GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
Command = TypeVar("Command", bound=Callable[..., Any])
_MOST_JOBS = 64
NEW_FILE_OPTION = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write to this new file.",
)
FORCE_OPTION = click.option("--force", is_flag=True, help="Overwrite FILE.")
JOBS_OPTION = click.option(
    "--jobs",
    type=WholeNumber(1, _MOST_JOBS),
    default=lambda: min(_cores(), _MOST_JOBS),
    show_default="one for each processor",
    help="Number of processes.",
)
CLUSTER_OPTION = click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster.")


def _cores() -> int:
    from skirmish.analysis.workers import cores

    return cores()


def ruleset_id(words: str) -> str:
    """The id of a ruleset from its displayed name, such as "Opposed d6"."""
    return "_".join(words.lower().replace("-", " ").split())


def level_names() -> str:
    """The ids of all levels, for help texts and messages."""
    from skirmish.ai.levels import LEVELS

    return ", ".join(LEVELS)


class LevelsCommand(click.Command):
    """A command whose help ends with the list of levels."""

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of levels."""
        formatter.write_paragraph()
        formatter.write_text(f"Levels: {level_names()}.")


def check_level(level: str, where: str = "") -> str:
    """The id of a level, checked.

    Args:
        level: The id.
        where: The side that it plays, for the message.

    Raises:
        UsageProblem: There is no such level.
    """
    from skirmish.ai.levels import LEVELS

    if level not in LEVELS:
        raise UsageProblem(f"no level '{escaped(level)}'", where, "levels: " + level_names())
    return level


def check_no_repeats(option: str, settings: Iterable[str]) -> None:
    """Check that an option such as `--player SIDE=LEVEL` names no side twice.

    Raises:
        UsageProblem: It does; only the last one would count.
    """
    sides = [setting.partition("=")[0] for setting in settings]
    for side in sides:
        if sides.count(side) > 1:
            raise UsageProblem(f"{option} names {escaped(side)} twice", remedy="remove one of them")


def check_only_with(option: str, *others: str) -> None:
    """Check that no parameter was given that has no effect with an option.

    Args:
        option: Its spelling.
        others: The names of the parameters that have an effect, including its own.

    Raises:
        UsageProblem: Another one was given, even with its default value.
    """
    _refuse(option, lambda name: name not in others)


def check_not_with(option: str, *others: str) -> None:
    """Check that none of these parameters was given with an option that disables it.

    Raises:
        UsageProblem: One of them was.
    """
    _refuse(option, lambda name: name in others)


def _refuse(option: str, disabled: Callable[[str | None], bool]) -> None:
    context = click.get_current_context()
    for param in context.command.params:
        if disabled(param.name) and context.get_parameter_source(param.name) in _GIVEN:
            name = param.opts[0] if param.opts[0].startswith("-") else param.make_metavar(context)
            raise UsageProblem(
                f"{option} cannot be combined with {name}", remedy="remove one of them"
            )


def many_games_options(command: Command) -> Command:
    """Add the options for the first seed and for the workers."""
    seed = click.option(
        "--seed",
        type=WholeNumber(0, MAX_SEED),
        default=1,
        show_default=True,
        help="The first seed.",
    )
    return seed(JOBS_OPTION(CLUSTER_OPTION(command)))


def chosen_workers(
    jobs: int, cluster: str | None, version: Callable[[], str] | None = None
) -> AbstractContextManager[Workers]:
    """The workers that the options choose.

    Args:
        jobs: Number of processes on this machine.
        cluster: The address of a dask cluster's scheduler.
        version: Version of the program on each end; by default that of the package.

    Raises:
        UsageProblem: Both were given, or the cluster does not answer.
    """
    if cluster is not None:
        check_not_with("--cluster", "jobs")
        from skirmish.analysis.cluster import cluster as workers_of

        return workers_of(cluster) if version is None else workers_of(cluster, version=version)
    from skirmish.analysis.workers import local_processes

    return local_processes(jobs)
