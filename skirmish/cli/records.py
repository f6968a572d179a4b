"""Commands about recorded games: `replay`, `verify`, `report` and `explain`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.options import FORCE_OPTION, WholeNumber
from skirmish.cli.output import OR_FORCE
from skirmish.cli.play import check_sides
from skirmish.errors import SkirmishError, UsageProblem, sentence
from skirmish.streams import can_draw

if TYPE_CHECKING:
    from skirmish.game import Game
    from skirmish.presentation.reasons.explain_record import ExplainedOrder, RecordExplainer
    from skirmish.presentation.report.battle_summary import BattleSummary


@click.command(short_help="Replay a recorded game, step by step.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--side", default="", metavar="SIDE", help="Show only what this side saw (default: everything)."
)
@click.option("--text", is_flag=True, help="Print as text, as without a terminal.")
@click.option(
    "--both", is_flag=True, help="Print everything of a battle that is not over, as text."
)
def replay(record: Path, side: str, *, text: bool, both: bool) -> None:
    """Replay a recorded game: step by step on the screen, or as text.

    Without a terminal, or with --text, it is printed as text: orders, events and dice. A
    damaged record is shown up to the damage; the exit code of the text output is then 1. A battle
    that is not over is shown as one side saw it; as text, --both prints the secrets of both.
    """
    if side and both:
        raise UsageProblem("--both cannot be combined with --side", remedy="remove one of them")
    if text or both or not can_draw():
        _print_text(record, side, both=both)
        return
    check_sides([side] if side else [], _sides_of(record))
    from skirmish.tui.app import replay as show

    show(record, side)


def _sides_of(record: Path) -> tuple[str, ...]:
    """The sides of a record.

    Raises:
        SkirmishError: The record cannot be replayed.
    """
    from skirmish.game import Game

    return Game.replay(record, salvage=True).sides


def _print_text(record: Path, side: str, *, both: bool) -> None:
    from skirmish.errors import RecordProblem
    from skirmish.game import Game
    from skirmish.presentation.log.transcript import transcript

    damage = None
    try:
        game = Game.replay(record)
    except RecordProblem as problem:
        game, damage = Game.replay(record, salvage=True), problem
    check_sides([side] if side else [], game.sides)
    if not (game.over or side or both):
        if damage is not None:
            remedy = f"{damage.remedy}; --side or --both prints the part before it"
            raise RecordProblem(damage.what, damage.where, remedy)
        remedy = f"{_sides_to_name(game)}; --both prints everything"
        raise UsageProblem("the battle is not over", remedy=remedy)
    if damage is None:
        _tell_notices(game)
    for line in transcript(game, side):
        click.echo(line)
    if damage is not None:
        raise damage


def _tell_notices(game: Game) -> None:
    for notice in game.notices:
        click.echo(notice, err=True)


def _sides_to_name(game: Game) -> str:
    return "add " + " or ".join(f"--side {one}" for one in game.sides)


@click.command(short_help="Replay recorded games and compare the results.")
@click.argument("records", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(records: tuple[Path, ...]) -> None:
    """Carry out recorded games again on their dice, and compare.

    Prints the first difference in each record with its line. Exit codes: 0 if all agree, 1 if one
    differs or is damaged, 2 if one can't be read at all.
    """
    from skirmish.core.text import pluralize
    from skirmish.game import verify_record
    from skirmish.presentation.setup.own_scenarios import changed_contents

    worst = 0
    for path in records:
        try:
            report = verify_record(path)
        except SkirmishError as problem:
            click.echo(str(problem), err=True)
            worst = max(worst, problem.exit_code)
            continue
        changed = (f"{report.name}: {notice}" for notice in changed_contents(path))
        for notice in (*report.notices, *changed):
            click.echo(notice, err=True)
        if report.difference is None:
            click.echo(f"{report.name}: {pluralize(report.agree, 'order agrees', 'orders agree')}")
        else:
            found = report.difference
            detail = f"recorded: {found.recorded}; now: {found.now}"
            click.echo(sentence(f"{report.name}:{found.line}", found.order, detail), err=True)
            worst = max(worst, 1)
    sys.exit(worst)


@click.command(short_help="Report on a recorded battle: losses, fire, luck.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "wanted",
    type=click.Choice(("text", "svg", "html", "json", "toml")),
    help="Output format; default: by the suffix of FILE, else text. toml only with --carry-over.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to this file."
)
@FORCE_OPTION
@click.option(
    "--picture",
    is_flag=True,
    help="Write one picture of a battle that is over to FILE, a .png or .svg.",
)
@click.option(
    "--carry-over",
    "carried",
    is_flag=True,
    help="Print what each figure with a `person` brings to its next battle, as TOML or JSON.",
)
@click.option(
    "--side",
    default="",
    metavar="SIDE",
    help="The side whose view is reported while the battle is not over.",
)
def report(
    record: Path,
    wanted: str | None,
    output: Path | None,
    side: str,
    *,
    force: bool,
    picture: bool,
    carried: bool,
) -> None:
    """Report on a recorded battle: losses, fire by weapon, expected and actual results.

    With --picture it draws the map at the end with the fallen and the last moves, the luckiest
    moments of the battle, and the luck of both sides.

    With --carry-over it prints what becomes of each figure with a `person`: fate, start state for
    the next battle, weapons, deeds. `pack NEXT.toml --carry-over FILE.toml` puts them into a
    scenario.

    While the battle is not over, the report has only what --side has learnt.
    """
    if carried:
        _report_carry_over(record, output, wanted or "", force=force, also=picture or bool(side))
    elif wanted == "toml":
        raise UsageProblem("toml is only for --carry-over", remedy="add it, or --format json")
    else:
        _report_battle(record, output, wanted or "", side, force=force, picture=picture)


def _report_battle(
    record: Path, output: Path | None, wanted: str, side: str, *, force: bool, picture: bool
) -> None:
    """Print or write the report of a battle, or its picture."""
    from skirmish.game import Game
    from skirmish.presentation.report.battle_summary import summarize_battle
    from skirmish.presentation.report.report_export import FORMATS

    _check_file(output, wanted, picture=picture)
    game = Game.replay(record)
    if not (game.over or side or picture):
        raise UsageProblem("the battle is not over", remedy=_sides_to_name(game))
    _tell_notices(game)
    account = summarize_battle(game, side or game.sides[0])
    if picture and output is not None:
        from skirmish.tui.battle_picture import keep_picture

        click.echo(keep_picture(game, account, output, over=force), err=True)
    elif output is None:
        click.echo(FORMATS[wanted or "text"](account), nl=False)
    else:
        click.echo(_report_file(account, output, wanted, force=force), err=True)


def _check_file(output: Path | None, wanted: str, *, picture: bool) -> None:
    """Refuse a file that does not fit the output, before the battle is replayed."""
    from skirmish.presentation.report.report_export import format_for

    if picture and (output is None or wanted):
        raise UsageProblem(
            "a picture goes to a file", remedy="name it: --picture -o FILE.png, or FILE.svg"
        )
    if output is not None and not picture:
        format_for(output, wanted)


def _report_carry_over(
    record: Path, output: Path | None, wanted: str, *, force: bool, also: bool
) -> None:
    """Print or write the carry-over of a battle."""
    from skirmish.cli.output import in_json
    from skirmish.game import Game
    from skirmish.presentation.report.people import carry_over
    from skirmish.presentation.report.report_export import write_report

    suffixes = {".toml": "toml", ".json": "json"}
    form = wanted or ("toml" if output is None else suffixes.get(output.suffix.lower(), ""))
    if form not in ("toml", "json"):
        raise UsageProblem("what carries over is TOML or JSON", remedy="-o FILE.toml or FILE.json")
    if also:
        raise UsageProblem(
            "--carry-over cannot be combined with --picture or --side", remedy="remove one of them"
        )
    game = Game.replay(record)
    _tell_notices(game)
    found = carry_over(game)
    text = found.text if form == "toml" else in_json(found.data) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        file = output
        click.echo(_written(lambda: write_report(text, file, over=force)), err=True)


def _report_file(account: BattleSummary, output: Path, wanted: str, *, force: bool) -> str:
    """Write the report to a file; returns the message about it."""
    from skirmish.presentation.report.report_export import export_report

    return _written(lambda: export_report(account, output, wanted, over=force))


def _written(write: Callable[[], str]) -> str:
    """Run a function that writes a file, and return its path.

    Raises:
        UsageProblem: The file exists; the remedy names --force.
    """
    from skirmish.presentation.report.report_export import FileTaken

    try:
        return write()
    except FileTaken as taken:
        raise UsageProblem(taken.what, taken.where, OR_FORCE) from None


@click.command(short_help="Show why the computer gave its orders.")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--line", type=WholeNumber(1), help="Only this line of the record.")
@click.option("--turn", type=WholeNumber(0), help="Only this turn; 0 is before the first turn.")
@click.option("--side", default="", metavar="SIDE", help="Only this side.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each order.")
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
    """Show why the computer gave its orders, computed again from the record alone.

    A line has the number that stands before it in the record. Each order is shown with the best
    rejected ones and the reasons for and against each, in worth; in JSON in thousandths.
    If the computer would no longer choose the recorded order, that is noted.
    """
    from skirmish.game import Game
    from skirmish.presentation.reasons.explain_record import RecordExplainer

    game = Game.replay(record)
    check_sides([side] if side else [], game.sides)
    if not game.over and not unfinished:
        what = "the battle is not over, so its reasons stay hidden"
        raise UsageProblem(what, remedy="--unfinished prints them anyway")
    _tell_notices(game)
    explainer = RecordExplainer(game)
    explainer.check_rules()
    lines = _explained_lines(game, explainer, (line, turn, side))
    tell = _json_formatter() if as_json else _explanation_text
    for number in lines:
        click.echo(tell(game, explainer, explainer.explain(number)))


def _explained_lines(
    game: Game, explainer: RecordExplainer, wanted: tuple[int | None, int | None, str]
) -> Sequence[int]:
    """The numbers of the lines to explain."""
    number, turn, side = wanted
    line = None if number is None else game.line_of(number)
    if line is not None and explainer.missing_reason(line):
        explainer.explain(line)
    known = [
        one
        for one in explainer.lines
        if line in (None, one)
        and turn in (None, explainer.turn(one))
        and side in ("", game.lines[one - 1].side)
    ]
    if not known:
        players = ", ".join(f"{name}={player}" for name, player in game.players.items())
        what = (
            "no matching orders of the computer"
            if explainer.lines
            else "the computer gave no order"
        )
        raise UsageProblem(what, remedy=f"the players are {players}")
    return known


def _json_formatter() -> Callable[[Game, RecordExplainer, ExplainedOrder], str]:
    """A function that formats an order as JSON, with the version of the program."""
    from skirmish.analysis.program_version import program_version

    return partial(_explanation_json, program_version())


def _explanation_json(
    version: str, game: Game, explainer: RecordExplainer, one: ExplainedOrder
) -> str:
    import json

    data: dict[str, Any] = {
        "skirmish": version,
        "line": one.number,
        "turn": explainer.turn(one.line),
        "side": one.side,
        "level": one.level,
        "seed": game.seed,
        "order": str(one.order),
        "same": one.matches,
        "explanation": one.explanation.data,
    }
    return json.dumps(data)


def _explanation_text(game: Game, explainer: RecordExplainer, one: ExplainedOrder) -> str:
    lines = one.lines(game.ruleset)
    head = f"{one.number} {one.side} ({one.level}), turn {explainer.turn(one.line)}: "
    return "\n".join([head + lines[0], *(f"    {rest}" for rest in lines[1:])])
