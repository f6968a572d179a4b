"""The command `play`: a scenario or a record on the screen or in line mode."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skirmish.cli.options import (
    MAX_SEED,
    LevelsCommand,
    WholeNumber,
    check_no_repeats,
    check_not_with,
)
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem
from skirmish.shutdown import exit_on_signal
from skirmish.streams import is_terminal

if TYPE_CHECKING:
    from skirmish.presentation.setup.preferences import Preferences

_MAX_DIGITS = 3


def _need_terminal() -> None:
    """Check that the screen has a terminal to draw on.

    Raises:
        UsageProblem: There is none, or it cannot draw.
    """
    from skirmish.presentation.user_files import is_served

    if is_served():  # The browser draws; the server has checked that.
        return
    # Keys are read from stdin, the size from stdout; the screen is drawn on stderr.
    if not all(is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageProblem(
            "no terminal to play in",
            remedy="run it in a terminal; 'skirmish play --line', 'simulate' and 'odds' need none",
        )
    if os.environ.get("TERM") == "dumb":
        raise UsageProblem(
            "TERM=dumb means that this terminal cannot draw",
            remedy="use another one; 'skirmish play --line' draws nothing",
        )


@click.command(cls=LevelsCommand, short_help="Play a scenario or resume a record.")
@click.argument("file", required=False, default=None, metavar="[SCENARIO|RECORD]")
@click.option(
    "--player",
    "--as",
    "players",
    multiple=True,
    metavar="SIDE=WHO",
    help="The player of a side: human, or a level of the computer; repeatable.",
)
@click.option("--seed", type=WholeNumber(0, MAX_SEED), help="The seed of the dice.")
@click.option("--record", type=click.Path(path_type=Path), help="File or folder for the record.")
@click.option(
    "--handicap",
    "handicaps",
    multiple=True,
    metavar="SIDE=PERCENT",
    help="Percentage of its force that a side gives up, 0 to 50; repeatable.",
)
@click.option(
    "--line", is_flag=True, help="Play with typed orders and plain text, also over pipes."
)
def play(
    file: str | None = None,
    players: tuple[str, ...] = (),
    seed: int | None = None,
    record: Path | None = None,
    handicaps: tuple[str, ...] = (),
    *,
    line: bool = False,
) -> None:
    """Play a scenario, resume a record, or open the title screen.

    With --line you type orders and read plain sentences.

    SCENARIO is a file or the title of a shipped one; a RECORD ends in .skr.
    """
    from skirmish.presentation.user_files import need_own_terminal

    if not line:
        _need_terminal()
    if line or file is not None or record is not None:
        need_own_terminal("naming files")
    # Errors are reported here, before the screen starts.
    _check_record(file, record)
    source = _checked_source(file, parse_players(players))
    less = _parse_handicaps(handicaps, source)
    if line:
        from skirmish.line.start import play as start_line

        with exit_on_signal():
            start_line(source, parse_players(players), seed, record, less, _preferences())
        return
    from skirmish.tui.app import play as start

    start(source, parse_players(players), seed, record, less)


def _check_record(file: str | None, record: Path | None) -> None:
    """Check the name of a new record, and that no option is useless for a resumed one.

    Raises:
        UsageProblem: It does not end in .skr, so it could not be resumed; or an option is for new
            battles alone.
    """
    from skirmish.presentation.setup.saves import SUFFIX

    if file is not None and file.endswith(SUFFIX):
        check_not_with("a record", "seed", "record")
    if record is not None and record.suffix != SUFFIX and not record.is_dir():
        where = escaped(str(record))
        raise UsageProblem(f"a record's name must end in {SUFFIX}", where, "or name a folder")


def _preferences() -> Preferences:
    """The settings that apply in line mode; faults of the settings file are printed."""
    from skirmish.tui.settings_store import KEYS_FILE, default_store

    settings, problems = default_store().load()
    for problem in problems:
        if not problem.file.endswith(KEYS_FILE):  # Keys apply to the screen alone.
            click.echo(str(problem), err=True)
    return settings.preferences


def _checked_source(file: str | None, players: Mapping[str, str]) -> Path | None:
    """The scenario or record to play, checked together with the players."""
    if file is None and not players:  # The title screen starts sooner without the rules.
        return None
    from skirmish.ai import LEVELS
    from skirmish.game import HUMAN, Game
    from skirmish.presentation.setup.saves import SUFFIX
    from skirmish.presentation.user_files import find_scenario
    from skirmish.scenario import load

    for side, who in players.items():
        if who not in (HUMAN, *LEVELS):
            known = ", ".join((HUMAN, *LEVELS))
            raise UsageProblem(
                f"no player '{escaped(who)}' for {escaped(side)}", remedy="one of: " + known
            )
    if file is None:
        return None
    if file.endswith(SUFFIX):
        sides = Game.replay(Path(file), salvage=True).sides
        check_sides(players, sides)
        return Path(file)
    source = find_scenario(file)
    check_sides(players, (side.id for side in load(source).sides))
    return Path(str(source))


def check_sides(players: Iterable[str], sides: Iterable[str]) -> None:
    """Check that each named side is one of the scenario.

    Raises:
        UsageProblem: One of them is not.
    """
    known = tuple(sides)
    for side in players:
        if side not in known:
            raise UsageProblem(f"no side '{escaped(side)}'", remedy="one of: " + ", ".join(known))


def parse_players(settings: Iterable[str], sides: Iterable[str] = ()) -> dict[str, str]:
    """The players of `SIDE=WHO` options; sides are checked if they are given."""
    known, given = tuple(sides), tuple(settings)
    check_no_repeats("--player", given)
    players = {}
    for setting in given:
        side, equals, who = setting.partition("=")
        if not equals or not side or not who:
            raise UsageProblem(
                f"--player '{escaped(setting)}' is not SIDE=WHO", remedy="as in blue=regular"
            )
        players[side] = who
    if known:
        check_sides(players, known)
    return players


def _parse_handicaps(settings: Iterable[str], source: Path | None) -> dict[str, int]:
    """Handicaps by side, checked against the scenario.

    Args:
        settings: `SIDE=PERCENT` options.
        source: The scenario.

    Raises:
        UsageProblem: One is malformed or impossible, or there is no scenario for it.
    """
    found: dict[str, int] = {}
    given = tuple(settings)
    check_no_repeats("--handicap", given)
    for setting in given:
        side, equals, percent = setting.partition("=")
        percent = percent.removesuffix("%")
        if not (side and equals and percent.isascii() and percent.isdigit()) or (
            len(percent) > _MAX_DIGITS
        ):
            what = f"--handicap '{escaped(setting)}' is not SIDE=PERCENT"
            raise UsageProblem(what, remedy="as in red=20")
        found[side] = int(percent)
    if not found:
        return found
    from skirmish.presentation.setup.saves import SUFFIX

    if source is None or source.suffix == SUFFIX:
        raise UsageProblem("a handicap is for a new battle", remedy="name its scenario")
    from skirmish.scenario import load
    from skirmish.scenario.handicap import handicapped

    handicapped(load(source), found)
    return found
