"""The command `explain`: the computer's reasons for its orders, recomputed from a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.presentation.explain_record import ExplainedOrder, RecordExplainer

HEAD = "skirmish"


@click.command(short_help="Say why the computer gave its orders.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--line", type=click.IntRange(1), help="This line of the record alone.")
@click.option("--turn", type=click.IntRange(0), help="This turn alone; 0 is before the first.")
@click.option("--side", default="", help="This side alone.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each order.")
@click.option(
    "--unfinished", is_flag=True, help="Allow a battle that is not over; this reveals secrets."
)
def explain(
    record: Path,
    line: int | None,
    turn: int | None,
    side: str,
    *,
    as_json: bool,
    unfinished: bool,
) -> None:
    """Say why the computer gave its orders, recomputed from the record alone.

    Lines are counted from the one after `begin`. For each order the best rejected orders are shown
    as well, and the terms for and against each, in points; in JSON in thousandths of a point.
    If the computer would no longer choose the recorded order, that is noted.
    """
    from skirmish.core.gate import shown
    from skirmish.errors import UsageProblem
    from skirmish.game import Game
    from skirmish.presentation.explain_record import RecordExplainer

    game = Game.replay(record)
    if side and side not in game.sides:
        raise UsageProblem(f"no side '{shown(side)}'", remedy="one of: " + ", ".join(game.sides))
    if not game.over and not unfinished:
        what = "the battle is not over: reasons are shown when it is"
        raise UsageProblem(what, remedy="--unfinished tells them all the same")
    for notice in game.notices:
        click.echo(notice, err=True)
    looked = RecordExplainer(game)
    looked.check_rules()
    lines = _lines(game, looked, (line, turn, side))
    tell = _json_formatter() if as_json else _text
    for number in lines:
        click.echo(tell(game, looked, looked.explain(number)))


def _lines(
    game: Game, looked: RecordExplainer, wanted: tuple[int | None, int | None, str]
) -> Sequence[int]:
    """The numbers of the lines to explain."""
    from skirmish.errors import UsageProblem

    line, turn, side = wanted
    if line is not None and looked.missing_reason(line):
        looked.explain(line)
    known = [
        number
        for number in looked.lines
        if line in (None, number)
        and turn in (None, looked.turn(number))
        and side in ("", game.lines[number - 1].side)
    ]
    if not known:
        players = ", ".join(f"{name}={player}" for name, player in game.players.items())
        what = "no order of the computer here" if looked.lines else "the computer gave no order"
        raise UsageProblem(what, remedy=f"the players are {players}")
    return known


def _json_formatter() -> Callable[[Game, RecordExplainer, ExplainedOrder], str]:
    """A function that formats an order as JSON, with the version of the program."""
    from skirmish.analysis.program_version import program_version

    return partial(_json, program_version())


def _json(version: str, game: Game, looked: RecordExplainer, one: ExplainedOrder) -> str:
    import json

    data: dict[str, Any] = {
        HEAD: version,
        "line": one.line,
        "turn": looked.turn(one.line),
        "side": one.side,
        "level": one.level,
        "seed": game.seed,
        "order": str(one.order),
        "same": one.matches,
        "explanation": one.explanation.data,
    }
    return json.dumps(data)


def _text(game: Game, looked: RecordExplainer, one: ExplainedOrder) -> str:
    told = one.lines(game.verbs)
    head = f"{one.line} {one.side} ({one.level}), turn {looked.turn(one.line)}: "
    return "\n".join([head + told[0], *(f"    {rest}" for rest in told[1:])])
