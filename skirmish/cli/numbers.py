"""The command `odds`: how likely each outcome of an order is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from skirmish.cli.output import in_json
from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

_NUMBER = re.compile(r"-?[0-9]{1,9}")


@click.command(short_help="Say how likely each outcome of an order is.")
@click.argument("scenario")
@click.argument("order")
@click.option("--json", "as_json", is_flag=True, help="Print exact fractions as JSON.")
@click.option("--strict", is_flag=True, help="Ask the clock and the fog too, as in play.")
@click.option("--view", "side", metavar="SIDE", default="", help="Judge by what it knows.")
@click.option(
    "--at",
    "before",
    multiple=True,
    metavar="'ORDER | FACES'",
    help="Play an order first, on these faces (die:face ...); may be given again.",
)
@click.option("--rule", "house", multiple=True, metavar="NAME=VALUE", help="Set a house rule.")
def odds(
    scenario: str,
    order: str,
    side: str,
    before: tuple[str, ...],
    house: tuple[str, ...],
    *,
    as_json: bool,
    strict: bool,
) -> None:
    """Say exactly how likely each outcome of an order is.

    ORDER is written as in play, such as "fire b1 r3"; the rules of the attack are asked (arc,
    range, sight, ammunition), not the clock nor the fog.
    """
    from skirmish.cli.odds_report import begun, played, report
    from skirmish.rulesets.registry import ruleset
    from skirmish.scenario import find, load, opening_state

    loaded = load(find(scenario))
    rules = ruleset(loaded.ruleset)
    state = begun(rules, opening_state(loaded, _house_rules(house)))
    state = played(rules, state, before)
    data = report(rules, state, order, side=side, strict=strict)
    click.echo(in_json(data) if as_json else _as_text(data))


def _house_rules(settings: tuple[str, ...]) -> Mapping[str, bool | int | str]:
    rules: dict[str, bool | int | str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name or not value:
            raise UsageProblem(
                f"--rule '{shown(setting)}' is not NAME=VALUE", remedy="as in fog=false"
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
        lines += [f"  {_words(one['result']):<24} {one['p']:7.2%}" for one in chances["outcomes"]]
    if data["landing"]:
        lines.append("lands:")
        lines += [f"  {_place(one['at']):<24} {one['p']:7.2%}" for one in data["landing"]]
    if wrong := data.get("mishaps"):
        lines.append("may go wrong:")
        lines += [f"  {one['what']:<24} {one['p']:7.2%}" for one in wrong]
    if data["policy"]:
        lines.append(f"choices: {data['policy']}")
    lost = ", ".join(f"{side} {points}" for side, points in data["expected_loss"].items())
    lines.append(f"expected loss in points: {lost}")
    return "\n".join(lines)


def _words(result: Mapping[str, str | int]) -> str:
    return " ".join(str(v) if k == "effect" else f"{k} {v}" for k, v in result.items())


def _place(tile: list[int] | None) -> str:
    return "off the map" if tile is None else f"{tile[0]},{tile[1]}"
