"""Commands about chances: `odds` of one order, `simulate` of many games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem

MAX_SEED = 10**18 - 1
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
    click.echo(_json(data) if as_json else _as_text(data))


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
    if data["policy"]:
        lines.append(f"choices: {data['policy']}")
    lost = ", ".join(f"{side} {points}" for side, points in data["expected_loss"].items())
    lines.append(f"expected loss in points: {lost}")
    return "\n".join(lines)


def _words(result: Mapping[str, str | int]) -> str:
    return " ".join(str(v) if k == "effect" else f"{k} {v}" for k, v in result.items())


def _place(tile: list[int] | None) -> str:
    return "off the map" if tile is None else f"{tile[0]},{tile[1]}"


@click.command(short_help="Let the computer play against itself.")
@click.argument("scenario")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many."
)
@click.option(
    "--seed", type=click.IntRange(0, MAX_SEED), default=1, show_default=True, help="The first."
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at work."
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SIDE=LEVEL",
    help="Level of a side: random, recruit or regular (the default).",
)
@click.option("--verify", is_flag=True, help="Check every game's record against the rules.")
@click.option(
    "--ask", is_flag=True, help="Put every choice in mid-order to its player; counts questions."
)
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON.")
def simulate(  # noqa: PLR0913 - one for each option
    scenario: str,
    games: int,
    seed: int,
    jobs: int,
    players: tuple[str, ...],
    *,
    verify: bool,
    ask: bool,
    as_json: bool,
) -> None:
    """Let the computer play a scenario against itself, many times.

    Tells wins with 95% intervals, lengths, idle figures, games that stood still at the end and
    what the losses came from. Game n has the seed SEED + n, so a run repeats.
    """
    from skirmish.cli.battle import side_settings
    from skirmish.game import opening_of
    from skirmish.lab.simulate import simulate as run
    from skirmish.lab.simulate import workers
    from skirmish.scenario import find, load

    opening = opening_of(load(find(scenario)))
    levels = dict.fromkeys(opening.state.setup.sides, "regular")
    levels |= side_settings(players, opening.state.setup.sides)
    seeds = range(seed, seed + games)
    if jobs == 1:
        report = run(opening, levels, seeds, verify=verify, ask=ask)
    else:
        with workers(jobs) as executor:
            report = run(opening, levels, seeds, executor, verify=verify, ask=ask)
    click.echo(_json(report.data) if as_json else report.text)


def _json(data: Mapping[str, Any]) -> str:
    # Imported when it is asked for, like all that not every command needs.
    import json

    return json.dumps(data, indent=2)
