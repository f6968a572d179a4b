"""Commands about one battle: `play` it, `replay` and `verify` its record."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

RECORD = ".skr"


def _need_terminal() -> None:
    """The screen writes escapes into whatever it is given: only a terminal will do."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageProblem(
            "no terminal to play in",
            remedy="run it in a terminal; 'skirmish simulate' and 'skirmish odds' need none",
        )
    if os.environ.get("TERM") == "dumb":
        raise UsageProblem("this terminal can't draw (TERM=dumb)", remedy="use another one")


@click.command()
@click.argument("file", required=False, default=None, metavar="[SCENARIO|RECORD]")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=WHO",
    help="Who plays a side: human, recruit or regular; may be given again.",
)
@click.option("--seed", type=click.IntRange(0, 10**18 - 1), help="What the dice depend on.")
@click.option("--record", type=click.Path(path_type=Path), help="File or folder for the record.")
def play(
    file: str | None = None,
    players: tuple[str, ...] = (),
    seed: int | None = None,
    record: Path | None = None,
) -> None:
    """Play a scenario, go on with a record, or choose on the title screen.

    SCENARIO is a file or the name of a shipped one; a RECORD ends in .skr.
    """
    _need_terminal()
    from skirmish.scenario import find, load
    from skirmish.tui.app import play as start

    wanted = side_settings(players)
    if file is None:
        start(None, wanted, seed, record)
    elif file.endswith(RECORD):
        start(Path(file), wanted, seed, record)
    else:
        source = find(file)
        load(source)  # its faults are told here, before the screen comes up
        start(Path(str(source)), wanted, seed, record)


def side_settings(settings: tuple[str, ...], sides: Iterable[str] = ()) -> dict[str, str]:
    """What `SIDE=WHO` options say; sides are checked where they are known."""
    known = tuple(sides)
    players = {}
    for setting in settings:
        side, equals, who = setting.partition("=")
        if not equals or not side or not who:
            raise UsageProblem(
                f"--player '{shown(setting)}' is not SIDE=WHO", remedy="as in blue=regular"
            )
        if known and side not in known:
            raise UsageProblem(f"no side '{shown(side)}'", remedy="one of: " + ", ".join(known))
        players[side] = who
    return players


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--side", default="", help="Tell it as this side saw it; else everything.")
def replay(record: Path, side: str) -> None:
    """Tell a recorded game line by line."""
    from skirmish.core.events import event_text
    from skirmish.game import Game

    game = Game.replay(record)
    if side and side not in game.sides:
        raise UsageProblem(f"no side '{shown(side)}'", remedy="one of: " + ", ".join(game.sides))
    for notice in game.notices:
        click.echo(notice, err=True)
    for entry in game.standing:
        told = [t for t in entry.told if not side or side in t.sides]
        order = entry.order if side in ("", entry.side) else ""
        if order or told:
            click.echo(f"{entry.number} {entry.side} {order}".rstrip())
        for one in told:
            dice = " ".join(str(face) for face in one.faces(entry.faces))
            click.echo(f"    {event_text(one.event)}" + (f"   [{dice}]" if dice else ""))


@click.command()
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(records: tuple[Path, ...]) -> None:
    """Carry recorded games out again on their dice, and compare.

    Ends with 1 at the first difference, which is told with its line.
    """
    from skirmish.game import verify_record

    parted = False
    for path in records:
        report = verify_record(path)
        for notice in report.notices:
            click.echo(f"{report.name}: {notice}", err=True)
        if report.difference is None:
            click.echo(f"{report.name}: {report.agree} orders agree")
        else:
            parted = True
            click.echo(f"{report.name}: {report.difference}", err=True)
    sys.exit(1 if parted else 0)
