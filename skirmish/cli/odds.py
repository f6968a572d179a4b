"""The command `odds`: how likely each outcome of an order is."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import click

from skirmish.cli.options import check_only_with
from skirmish.cli.output import in_json
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem

_MIN_WIDTH = 24
"""Least width of the column of outcomes."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@click.command(short_help="Say how likely each outcome of an order is.")
@click.argument("scenario", required=False, metavar="SCENARIO|RECORD")
@click.argument("order", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print exact fractions as JSON.")
@click.option("--strict", is_flag=True, help="Judge by clock and fog as well, as in play.")
@click.option("--view", "side", metavar="SIDE", default="", help="Judge by what it knows.")
@click.option(
    "--at",
    "before",
    multiple=True,
    metavar="'ORDER | FACES'",
    help="Play an order first, on these faces (die:face ...); may be given again.",
)
@click.option("--line", type=click.IntRange(0), help="Ask after so many lines of the record.")
@click.option("--rule", "house", multiple=True, metavar="NAME=VALUE", help="Set a house rule.")
@click.option("--batch", is_flag=True, help="Answer questions that are lines of JSON.")
def odds(scenario: str | None, order: str | None, **options: Any) -> None:  # noqa: ANN401 - click
    """Say exactly how likely each outcome of an order is.

    ORDER is written as in play, such as "fire b1 r3"; it is judged by the rules of the attack (arc,
    range, sight, ammunition), not by clock or fog. Of a RECORD (.skr) the last position is used, or
    the one after --line lines.

    With --batch each line of the standard input is a question in JSON, answered at once with a line
    of JSON, which holds the fault if there is one. docs/orders.md lists the fields of a line.
    """
    if options["batch"]:
        check_only_with("--batch", "batch")
        _run_batch()
        return
    if scenario is None or order is None:
        missing = "SCENARIO" if scenario is None else "ORDER"
        raise click.UsageError(f"Missing argument '{missing}'.", click.get_current_context())
    from skirmish.cli.odds_query import OddsCalculator, OddsQuery

    question = OddsQuery(
        order,
        scenario,
        line=options["line"],
        before=options["before"],
        side=options["side"],
        strict=options["strict"],
        rules=tuple(_parse_house_rules(options["house"]).items()),
    )
    data = OddsCalculator().answer(question)
    click.echo(in_json(data) if options["as_json"] else _as_text(data))


def _run_batch() -> None:
    from skirmish.cli.odds_query import answer_batch

    try:
        answer_batch(sys.stdin.buffer, click.echo)
    except BrokenPipeError:
        # The reader has closed the pipe: discard what is left in the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parse_house_rules(settings: tuple[str, ...]) -> Mapping[str, bool | int | str]:
    rules: dict[str, bool | int | str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name or not value:
            raise UsageProblem(
                f"--rule '{escaped(setting)}' is not NAME=VALUE", remedy="as in fog=false"
            )
        if value in ("true", "false"):
            rules[name] = value == "true"
        else:
            rules[name] = int(value) if _NUMBER.fullmatch(value) else value
    return rules


def _as_text(data: Mapping[str, Any]) -> str:
    lines = [data["order"]]
    for modifier in data["modifiers"]:
        rule = f"  {modifier['rule']}" if modifier["rule"] else ""
        about = f"{modifier['on']} {modifier['figure']}".strip()
        lines.append(f"  {about:<14} {modifier['value']:+d}  {modifier['name']}{rule}")
    for name, chances in data["figures"].items():
        lines.append(f"{name}:")
        lines += _chance_rows((_result_words(one["result"]), one) for one in chances["outcomes"])
    if data["landing"]:
        lines.append("lands:")
        lines += _chance_rows((_tile_words(one["at"]), one) for one in data["landing"])
    if wrong := data.get("mishaps"):
        lines.append("may go wrong:")
        lines += _chance_rows((one["what"], one) for one in wrong)
    if data["policy"]:
        lines.append(f"choices: {data['policy']}")
    lost = ", ".join(f"{side} {points}" for side, points in data["expected_loss"].items())
    lines.append(f"expected loss in points: {lost}")
    return "\n".join(lines)


def _chance_rows(entries: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Outcomes, one a line, with aligned chances."""
    rows = [(words, _percent(Fraction(one["probability"]))) for words, one in entries]
    width = max([_MIN_WIDTH, *(len(words) for words, _ in rows)])
    return [f"  {words:<{width}} {chance:>7}" for words, chance in rows]


def _percent(chance: Fraction) -> str:
    """A percentage with two decimals; 0.00% is impossible and 100.00% is certain."""
    text = f"{float(chance):.2%}"
    if chance and text == f"{0:.2%}":
        return "<0.01%"
    return ">99.99%" if chance < 1 and text == f"{1:.2%}" else text


def _result_words(result: Mapping[str, bool | int | str]) -> str:
    """The measures of an outcome that are not zero or false."""
    parts = (v if k == "effect" else k if v is True else f"{k} {v}" for k, v in result.items() if v)
    return ", ".join(map(str, parts)) or "nothing"


def _tile_words(tile: list[int] | None) -> str:
    return "off the map" if tile is None else f"{tile[0]},{tile[1]}"
