"""Output of commands: reports, JSON, progress, and new files that overwrite nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

import click

from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem, os_reason
from skirmish.presentation import user_files

if TYPE_CHECKING:
    from skirmish.analysis.workers import Progress

MAX_PATH_LENGTH = 400
OTHER_NAME = "choose another name"
OR_FORCE = "choose another name, or add --force to replace it"
_MINUTE, _HOUR = 60, 3600


def in_json(data: Mapping[str, Any]) -> str:
    """Data as indented JSON."""
    import json

    return json.dumps(data, indent=2)


class PrintableReport(Protocol):
    """A report on many games."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The report as plain data."""

    @property
    def text(self) -> str:
        """The report as text."""


def report_printer(
    *, as_data: bool, version: Callable[[], str] | None = None
) -> Callable[[PrintableReport], None]:
    """A function that prints a report, to be made before the games.

    JSON contains the version of the program, whose files may change during the games.
    """
    if not as_data:
        return lambda report: click.echo(report.text)
    from skirmish.analysis.program_version import program_version

    program = (version or program_version)()
    return lambda report: click.echo(in_json({"version": program, **report.data}))


def check_new(*paths: Path | None, over: bool = False, remedy: str = OTHER_NAME) -> None:
    """Check before anything is played that new files can be written.

    Args:
        paths: The files.
        over: Whether an existing regular file may be replaced.
        remedy: The remedy if a file exists.

    Raises:
        UsageProblem: The file exists, or its folder does not.
    """
    for path in paths:
        if path is None:
            continue
        where = escaped(str(path), MAX_PATH_LENGTH)
        try:
            if path.exists() and not (over and path.is_file()):
                raise UsageProblem("exists already", where, remedy)
        except (OSError, ValueError):
            raise UsageProblem("not a valid file name", where) from None
        check_folder(path)


def check_folder(path: Path) -> None:
    """Check that the folder of a file exists.

    Raises:
        UsageProblem: It does not.
    """
    where = escaped(str(path), MAX_PATH_LENGTH)
    try:
        if not path.parent.is_dir():
            raise UsageProblem("there is no such folder", where, "make it first")
    except (OSError, ValueError):
        raise UsageProblem("not a valid file name", where) from None


def write_new(path: Path, text: str, *, over: bool = False) -> None:
    """Write a new file; with `over` an existing one is replaced.

    Raises:
        UsageProblem: It cannot be written.
    """
    try:
        (user_files.replace_file if over else user_files.write_new)(path, text)
    except (OSError, ValueError) as error:
        why = os_reason(error)
        where = escaped(str(path), MAX_PATH_LENGTH)
        raise UsageProblem(f"cannot be written: {why}", where, OTHER_NAME) from None


@contextmanager
def progress(what: str = "games") -> Iterator[Progress]:
    """A progress bar on stderr with rate and time left, shown from the first progress on.

    It is hidden if stderr is no terminal.
    """
    begun, told_of = monotonic(), ""
    drawn = sys.stderr is not None and sys.stderr.isatty()
    bars: list[Any] = []
    with ExitStack() as shown:

        def begin(of: int) -> Any:  # noqa: ANN401 - a bar of click
            bar: AbstractContextManager[Any] = click.progressbar(
                length=of,
                file=sys.stderr,
                hidden=not drawn,
                show_pos=True,
                show_eta=False,  # click computes it differently from the rate
                item_show_func=lambda _: told_of,
            )
            return shown.enter_context(bar)

        def told(done: int, of: int) -> None:
            nonlocal told_of
            told_of = _pace(done, of, monotonic() - begun, what)
            if not bars:
                bars.append(begin(of))
            bars[0].length = of
            bars[0].update(done - bars[0].pos)

        yield told


def _pace(done: int, of: int, passed: float, what: str) -> str:
    """`2.3 games a second, 11 s left`; `12.0 pairs a minute` below one a second."""
    if not done or not passed:
        return ""
    rate = done / passed
    often = f"{rate:.1f} {what} a second" if rate >= 1 else f"{_MINUTE * rate:.1f} {what} a minute"
    return often if done >= of else f"{often}, {_span((of - done) / rate)} left"


def _span(seconds: float) -> str:
    """`11 s`, `3 min 20 s`, `1 h 05 min`."""
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE:02} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE:02} min"
