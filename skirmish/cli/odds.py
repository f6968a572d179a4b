"""The command `odds`: the chance of each outcome of an order."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from skirmish.cli.options import WholeNumber, check_only_with
from skirmish.cli.output import in_json
from skirmish.core.sanitize import escaped
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.presentation.odds.order_odds import OrderOdds
    from skirmish.rulesets.attack import Modifier

_DIGITS = 4
"""Decimals of expected losses."""
_MIN_WIDTH = 24
"""Least width of the column of outcomes."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")


@click.command(short_help="Show the exact odds of an order.")
@click.argument("scenario", required=False, metavar="SCENARIO|RECORD")
@click.argument("order", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print exact fractions as JSON.")
@click.option("--strict", is_flag=True, help="Apply clock and fog as well, as in play.")
@click.option("--view", "side", metavar="SIDE", default="", help="Use only what this side knows.")
@click.option(
    "--at",
    "before",
    multiple=True,
    metavar="'ORDER | FACES'",
    help="Play an order first, with these faces (die:face ...); repeatable.",
)
@click.option(
    "--line", type=WholeNumber(0), help="Use the position after this many lines of the record."
)
@click.option("--rule", "house", multiple=True, metavar="NAME=VALUE", help="Set a house rule.")
@click.option("--batch", is_flag=True, help="Answer queries given as lines of JSON.")
def odds(scenario: str | None, order: str | None, **options: Any) -> None:  # noqa: ANN401 - click
    """Show the exact chance of each outcome of an order.

    ORDER is written as in play, such as "fire b4 r1". Arc, range, sight and ammunition must
    allow it; clock and fog count only with --strict. A RECORD (.skr) is taken at its last
    position, or after --line lines.

    With --batch each line of the standard input is a question in JSON, answered at once with a
    line of JSON, faulty ones too. docs/orders.md lists the fields of a line.
    """
    if options["batch"]:
        check_only_with("--batch", "batch")
        _run_batch()
        return
    if scenario is None or order is None:
        missing = "SCENARIO" if scenario is None else "ORDER"
        raise click.UsageError(f"Missing argument '{missing}'.", click.get_current_context())
    from skirmish.cli.odds_query import OddsCalculator, OddsQuery, odds_data

    question = OddsQuery(
        order,
        scenario,
        line=options["line"],
        before=options["before"],
        side=options["side"],
        strict=options["strict"],
        rules=tuple(_parse_house_rules(options["house"]).items()),
    )
    found = OddsCalculator().answer(question)
    click.echo(in_json(odds_data(found)) if options["as_json"] else _odds_text(found))


def _run_batch() -> None:
    from skirmish.cli.odds_query import answer_batch

    try:
        answer_batch(sys.stdin.buffer, click.echo)
    except BrokenPipeError:
        # The reader has closed the pipe: discard the rest of the buffer.
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


def _odds_text(odds: OrderOdds) -> str:
    from skirmish.presentation.ground_words import place_words

    lines = [str(odds.order), *(_modifier_line(one, odds.order.figure) for one in odds.modifiers)]
    lines += (f"  {words}" for words in (*filter(None, [odds.warning]), *odds.rolls))
    for one in odds.figures:
        lines.append(f"{one.name}:")
        lines += _chance_rows((_result_words(result), p) for result, p in one.results)
    if odds.landing is not None:
        lines.append("lands:")
        lines += _chance_rows((place_words(tile), p) for tile, p in odds.landing.tiles.items())
    if odds.mishaps:
        lines.append("risk:")
        lines += _chance_rows(odds.mishaps)
    if odds.policy:
        lines.append(f"choices: {odds.policy}")
    losses = (float(odds.losses.get(side, 0)) for side in odds.sides)
    lost = ", ".join(
        f"{side} {round(points, _DIGITS)}" for side, points in zip(odds.sides, losses, strict=True)
    )
    lines.append(f"expected loss in worth: {lost}")
    return "\n".join(lines)


def _modifier_line(one: Modifier, actor: str) -> str:
    from skirmish.presentation.odds.odds_words import number_title

    rule = f"  {one.rule}" if one.rule else ""
    about = number_title(one.on, one.figure, actor)
    return f"  {about:<20} {one.value:+d}  {one.name}{rule}"


def _chance_rows(entries: Iterable[tuple[str, Fraction]]) -> list[str]:
    """Outcomes, one a line, with aligned chances."""
    rows = [(words, _percent(chance)) for words, chance in entries]
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
    parts = (
        v if isinstance(v, str) else k if v is True else f"{k} {v}" for k, v in result.items() if v
    )
    return ", ".join(parts) or "nothing"
