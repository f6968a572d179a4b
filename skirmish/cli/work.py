"""What commands share that play many games: who plays them, and how far they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.lab.spread import Crew, Watch

MAX_SEED = 10**18 - 1
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


def check_level(level: str) -> str:
    """A level by its id.

    Raises:
        UsageProblem: There is none of this id.
    """
    from skirmish.ai.levels import LEVELS

    if level not in LEVELS:
        raise UsageProblem(f"no level '{shown(level)}'", remedy="levels: " + levels_known())
    return level


def goes_without(option: str, *others: str) -> None:
    """See that nothing was given that an option of this command does not heed.

    Args:
        option: Its spelling.
        others: What it heeds, itself included, by the names of the parameters.

    Raises:
        UsageProblem: Something else was given, and be it what is meant anyway.
    """
    context = click.get_current_context()
    for param in context.command.params:
        if param.name not in others and context.get_parameter_source(param.name) in _GIVEN:
            raise UsageProblem(
                f"{option} goes without {param.opts[0]}", remedy="take one of them out"
            )


def for_many_games(command: Command) -> Command:
    """The options for the first seed and for who plays."""
    for option in (
        click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster (see below)."),
        click.option(
            "--jobs",
            type=click.IntRange(1, 64),
            default=2,
            show_default=True,
            help="Processes at work.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, MAX_SEED),
            default=1,
            show_default=True,
            help="The first.",
        ),
    ):
        command = option(command)
    return command


def crew(jobs: int, cluster: str | None) -> AbstractContextManager[Crew]:
    """Who plays, by the options."""
    if cluster is not None:
        from skirmish.lab.cluster import cluster as workers_of

        return workers_of(cluster)
    from skirmish.lab.spread import local

    return local(jobs)


@contextmanager
def progress(what: str = "games") -> Iterator[Watch]:
    """A bar on the terminal behind stderr, with rate and time left; none where there is no such."""
    begun = monotonic()
    drawn = sys.stderr is not None and sys.stderr.isatty()
    shown_bar: AbstractContextManager[Any] = click.progressbar(
        length=0,
        file=sys.stderr,
        hidden=not drawn,
        show_pos=True,
        item_show_func=lambda done: _rate(done, begun, what),
    )
    with shown_bar as bar:

        def told(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos, done)

        yield told


def _rate(done: int | None, begun: float, what: str) -> str:
    passed = monotonic() - begun
    return f"{done / passed:.1f} {what} a second" if done and passed else ""
