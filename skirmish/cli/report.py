"""The command `report`: what a recorded battle came to, as text or as a file."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(short_help="Report on a recorded battle: losses, fire, luck.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "wanted",
    type=click.Choice(("text", "svg", "html", "json")),
    help="What to make; else by the end of FILE's name, else text.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write here.")
@click.option("--force", is_flag=True, help="Write FILE even where there is one.")
@click.option("--side", default="", help="For a battle that lasts: the side that it is told for.")
def report(
    record: Path, wanted: str | None, output: Path | None, side: str, *, force: bool
) -> None:
    """Report on a recorded battle: losses, fire by weapon, what was expected and what came.

    A battle that is over is told in full. Of one that lasts only what --side has learnt.
    """
    from skirmish.errors import UsageProblem
    from skirmish.game import Game
    from skirmish.presentation.battle_summary import summarize_battle
    from skirmish.presentation.report_export import FORMATS, FileTaken, export_report, format_for

    if output is not None:
        format_for(output, wanted or "")
    game = Game.replay(record)
    for notice in game.notices:
        click.echo(notice, err=True)
    account = summarize_battle(game, side)
    if output is None:
        click.echo(FORMATS[wanted or "text"](account), nl=False)
        return
    try:
        where = export_report(account, output, wanted or "", over=force)
    except FileTaken as taken:
        remedy = "choose another name, or --force"
        raise UsageProblem(taken.what, taken.where, remedy) from None
    click.echo(where, err=True)
