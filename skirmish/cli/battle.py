"""Commands about one battle: `play` it, `replay` and `verify` its record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from skirmish.cli.handicaps import handicap_settings
from skirmish.cli.work import once_each
from skirmish.core.gate import shown
from skirmish.errors import SkirmishError, UsageProblem, sentence
from skirmish.shutdown import exit_on_signal

if TYPE_CHECKING:
    from skirmish.line.reply import Wishes

RECORD = ".skr"


def _need_terminal() -> None:
    """The screen writes escapes into whatever it is given: only a terminal will do."""
    from skirmish.presentation.user_files import is_served

    if is_served():  # The browser draws, and the server has made sure of it.
        return
    # Keys come from the first; the screen is drawn on the last, and measured by the second.
    if not all(_is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageProblem(
            "no terminal to play in",
            remedy="run it in a terminal; 'skirmish play --line', 'simulate' and 'odds' need none",
        )
    if os.environ.get("TERM") == "dumb":
        raise UsageProblem(
            "TERM=dumb says that this terminal can't draw",
            remedy="use another one; 'skirmish play --line' draws nothing",
        )


def _is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is open, and a terminal."""
    return stream is not None and stream.isatty()


@click.command(short_help="Play a scenario or go on with a record.")
@click.argument("file", required=False, default=None, metavar="[SCENARIO|RECORD]")
@click.option(
    "--player",
    "--as",
    "players",
    multiple=True,
    metavar="SIDE=WHO",
    help="Who plays a side: human, or a level of the computer; may be given again.",
)
@click.option("--seed", type=click.IntRange(0, 10**18 - 1), help="What the dice depend on.")
@click.option("--record", type=click.Path(path_type=Path), help="File or folder for the record.")
@click.option(
    "--handicap",
    "handicaps",
    multiple=True,
    metavar="SIDE=PERCENT",
    help="A side does without so much of its force, 0 to 50; may be given again.",
)
@click.option("--line", is_flag=True, help="Typed orders and plain sentences, also over pipes.")
def play(
    file: str | None = None,
    players: tuple[str, ...] = (),
    seed: int | None = None,
    record: Path | None = None,
    handicaps: tuple[str, ...] = (),
    *,
    line: bool = False,
) -> None:
    """Play a scenario, go on with a record, or choose on the title screen.

    With --line it is played by typed orders, line by line, and told in plain sentences.

    SCENARIO is a file or the name of a shipped one; a RECORD ends in .skr.
    """
    from skirmish.presentation.user_files import need_own_terminal

    if not line:
        _need_terminal()
    if line or file is not None or record is not None:
        need_own_terminal("naming files")
    # Whatever is wrong is told here, before the screen comes up.
    source = _ready(file, side_settings(players))
    less = handicap_settings(handicaps, source)
    if line:
        from skirmish.line.start import play as start_line

        with exit_on_signal():
            start_line(source, side_settings(players), seed, record, less, _wishes())
        return
    from skirmish.tui.app import play as start

    start(source, side_settings(players), seed, record, less)


def _wishes() -> Wishes:
    """What line mode heeds of the settings; what is wrong with their file is told."""
    from skirmish.line.reply import Wishes
    from skirmish.tui.keeping import KEYS_FILE, usual_keeper
    from skirmish.tui.settings import EXACT, NONE

    settings, problems = usual_keeper().load()
    for problem in problems:
        if not problem.file.endswith(KEYS_FILE):  # Those are the screen's alone.
            click.echo(str(problem), err=True)
    adviser = "" if settings.adviser == NONE else settings.adviser
    return Wishes(adviser, settings.odds == EXACT)


def _ready(file: str | None, players: Mapping[str, str]) -> Path | None:
    """The scenario or record to play, which was seen to be in order with these players."""
    if file is None and not players:  # The title needs no rules, and comes sooner without them.
        return None
    from skirmish.ai import LEVELS
    from skirmish.game import HUMAN, Game
    from skirmish.scenario import find, load

    for side, who in players.items():
        if who not in (HUMAN, *LEVELS):
            known = ", ".join((HUMAN, *LEVELS))
            raise UsageProblem(f"no player '{shown(who)}' for {shown(side)}", remedy=known)
    if file is None:
        return None
    if file.endswith(RECORD):
        sides = Game.replay(Path(file), salvage=True).sides
        _check_sides(players, sides)
        return Path(file)
    source = find(file)
    _check_sides(players, (side.id for side in load(source).sides))
    return Path(str(source))


def _check_sides(players: Iterable[str], sides: Iterable[str]) -> None:
    known = tuple(sides)
    for side in players:
        if side not in known:
            raise UsageProblem(f"no side '{shown(side)}'", remedy="one of: " + ", ".join(known))


def side_settings(settings: Iterable[str], sides: Iterable[str] = ()) -> dict[str, str]:
    """What `SIDE=WHO` options say; sides are checked where they are known."""
    known, given = tuple(sides), tuple(settings)
    once_each("--player", given)
    players = {}
    for setting in given:
        side, equals, who = setting.partition("=")
        if not equals or not side or not who:
            raise UsageProblem(
                f"--player '{shown(setting)}' is not SIDE=WHO", remedy="as in blue=regular"
            )
        players[side] = who
    if known:
        _check_sides(players, known)
    return players


@click.command(short_help="Look at a recorded game again, step by step.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--side", default="", help="See it as this side saw it; else everything.")
@click.option("--text", is_flag=True, help="Tell it line by line, as where there is no terminal.")
@click.option("--both", is_flag=True, help="Tell all of a battle that is not over, as text.")
def replay(record: Path, side: str, *, text: bool, both: bool) -> None:
    """Look at a recorded game again: step by step on the screen, or told line by line.

    Without a terminal, or with --text, it is told as text: orders, what came of them, and the dice.
    A damaged record is shown up to the damage; told as text it ends with 1 then. A battle that is
    not over is shown with the eyes of one side; as text, --both tells the secrets of both.
    """
    if side and both:
        raise UsageProblem("--both cannot be combined with --side", remedy="take one of them out")
    if text or both or not _can_draw():
        _tell(record, side, both=both)
        return
    _check_sides([side] if side else [], _sides_of(record))
    from skirmish.tui.app import replay as show

    show(record, side)


def _can_draw() -> bool:
    """Whether there is a terminal to draw on and to take keys from."""
    if os.environ.get("TERM") == "dumb":
        return False
    return all(_is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.stderr))


def _sides_of(record: Path) -> tuple[str, ...]:
    """The sides of a record, which was seen to be one that can be looked at."""
    from skirmish.game import Game

    return Game.replay(record, salvage=True).sides


def _tell(record: Path, side: str, *, both: bool) -> None:
    from skirmish.errors import RecordProblem
    from skirmish.game import Game
    from skirmish.presentation.log import transcript

    damage = None
    try:
        game = Game.replay(record)
    except RecordProblem as problem:
        game, damage = Game.replay(record, salvage=True), problem
    _check_sides([side] if side else [], game.sides)
    if not (game.over or side or both):
        if damage is not None:
            remedy = f"{damage.remedy}; --side or --both tells what stands before it"
            raise RecordProblem(damage.what, damage.where, remedy)
        sides = " or ".join(f"--side {one}" for one in game.sides)
        raise UsageProblem("the battle is not over", remedy=f"{sides}; --both tells all secrets")
    for notice in () if damage else game.notices:
        click.echo(notice, err=True)
    for line in transcript(game, side):
        click.echo(line)
    if damage is not None:
        raise damage


@click.command(short_help="Carry recorded games out again, and compare.")
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(records: tuple[Path, ...]) -> None:
    """Carry recorded games out again on their dice, and compare.

    Tells of each record the first difference with its line. Ends with 0 where all agree, with 1
    where one differs or is damaged, with 2 where one can't be read at all.
    """
    from skirmish.core.text import many
    from skirmish.game import verify_record

    worst = 0
    for path in records:
        try:
            report = verify_record(path)
        except SkirmishError as problem:
            click.echo(str(problem), err=True)
            worst = max(worst, problem.exit_code)
            continue
        for notice in report.notices:
            click.echo(notice, err=True)
        if report.difference is None:
            click.echo(f"{report.name}: {many(report.agree, 'order agrees', 'orders agree')}")
        else:
            parted = report.difference
            told = f"recorded: {parted.recorded}; now: {parted.now}"
            click.echo(sentence(f"{report.name}:{parted.line}", parted.order, told), err=True)
            worst = max(worst, 1)
    sys.exit(worst)
