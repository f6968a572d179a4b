"""What commands share that play many games: who plays them, and how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click
from click.core import ParameterSource

from skirmish.cli.output import in_json
from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.analysis.workers import Progress, Workers

MAX_SEED = 10**18 - 1
MINUTE, HOUR = 60, 3600
_GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
Command = TypeVar("Command", bound=Callable[..., Any])


def levels_known() -> str:
    """All levels, for help texts and messages."""
    from skirmish.ai.levels import LEVELS

    return ", ".join(LEVELS)


class OfLevels(click.Command):
    """A command whose help ends with the levels there are."""

    def format_epilog(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """Write them, as they are listed where they are made."""
        formatter.write_paragraph()
        formatter.write_text(f"Levels: {levels_known()}.")


def check_level(level: str, where: str = "") -> str:
    """A level by its id.

    Args:
        level: The id.
        where: The side that is to be played, if one is.

    Raises:
        UsageProblem: There is none of this id.
    """
    from skirmish.ai.levels import LEVELS

    if level not in LEVELS:
        raise UsageProblem(f"no level '{shown(level)}'", where, "levels: " + levels_known())
    return level


class PrintableReport(Protocol):
    """What came of games."""

    @property
    def data(self) -> Mapping[str, Any]:
        """For JSON."""

    @property
    def text(self) -> str:
        """For reading."""


def report_printer(
    *, as_data: bool, version: Callable[[], str] | None = None
) -> Callable[[PrintableReport], None]:
    """What prints a report; made before anything is played.

    JSON names the program that played, and that may be changed while it plays.
    """
    if not as_data:
        return lambda report: click.echo(report.text)
    from skirmish.analysis.program_version import program_version

    program = (version or program_version)()
    return lambda report: click.echo(in_json({"version": program, **report.data}))


def once_each(option: str, settings: Iterable[str]) -> None:
    """See that an option such as `--player SIDE=LEVEL` names no side twice.

    Raises:
        UsageProblem: It does, and only the last would count.
    """
    sides = [setting.partition("=")[0] for setting in settings]
    for side in sides:
        if sides.count(side) > 1:
            raise UsageProblem(f"{option} names {shown(side)} twice", remedy="take one of them out")


def goes_without(option: str, *others: str) -> None:
    """See that nothing was given that an option of this command does not heed.

    Args:
        option: Its spelling.
        others: What it heeds, itself included, by the names of the parameters.

    Raises:
        UsageProblem: Something else was given, and be it what is meant anyway.
    """
    _refuse(option, lambda name: name not in others)


def not_beside(option: str, *others: str) -> None:
    """See that none of these parameters was given beside an option that would make it void.

    Raises:
        UsageProblem: One of them was.
    """
    _refuse(option, lambda name: name in others)


def _refuse(option: str, void: Callable[[str | None], bool]) -> None:
    context = click.get_current_context()
    for param in context.command.params:
        if void(param.name) and context.get_parameter_source(param.name) in _GIVEN:
            raise UsageProblem(
                f"{option} cannot be combined with {param.opts[0]}", remedy="take one of them out"
            )


JOBS_OPTION = click.option(
    "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at work."
)
CLUSTER_OPTION = click.option(
    "--cluster", metavar="ADDRESS", help="Play on a dask cluster (see below)."
)


def for_many_games(command: Command) -> Command:
    """Add the options for the first seed and for the workers."""
    seed = click.option(
        "--seed", type=click.IntRange(0, MAX_SEED), default=1, show_default=True, help="The first."
    )
    return seed(JOBS_OPTION(CLUSTER_OPTION(command)))


def chosen_workers(
    jobs: int, cluster: str | None, version: Callable[[], str] | None = None
) -> AbstractContextManager[Workers]:
    """Where games are played, by the options.

    Args:
        jobs: Processes of this machine.
        cluster: The address of a dask cluster's scheduler.
        version: Names the program on each end; the package's version where none is given.

    Raises:
        UsageProblem: Both were given, or the cluster does not answer.
    """
    if cluster is not None:
        not_beside("--cluster", "jobs")
        from skirmish.analysis.cluster import cluster as workers_of

        return workers_of(cluster) if version is None else workers_of(cluster, version=version)
    from skirmish.analysis.workers import local_processes

    return local_processes(jobs)


@contextmanager
def progress(what: str = "games") -> Iterator[Progress]:
    """A bar on the terminal behind stderr, with rate and time left; none where there is no such."""
    begun, told_of = monotonic(), ""
    drawn = sys.stderr is not None and sys.stderr.isatty()
    shown_bar: AbstractContextManager[Any] = click.progressbar(
        length=0,
        file=sys.stderr,
        hidden=not drawn,
        show_pos=True,
        show_eta=False,  # that of click is from another mean than the rate
        item_show_func=lambda _: told_of,
    )
    with shown_bar as bar:

        def told(done: int, of: int) -> None:
            nonlocal told_of
            told_of = _pace(done, of, monotonic() - begun, what)
            bar.length = of
            bar.update(done - bar.pos)

        yield told


def _pace(done: int, of: int, passed: float, what: str) -> str:
    """`2.3 games a second, 11 s left`; `12.0 pairs a minute` where they are slow."""
    if not done or not passed:
        return ""
    rate = done / passed
    often = f"{rate:.1f} {what} a second" if rate >= 1 else f"{MINUTE * rate:.1f} {what} a minute"
    return often if done >= of else f"{often}, {_span((of - done) / rate)} left"


def _span(seconds: float) -> str:
    """`11 s`, `3 min 20 s`, `1 h 05 min`."""
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE:02} s"
    return f"{whole // HOUR} h {whole % HOUR // MINUTE:02} min"
