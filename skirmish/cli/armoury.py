"""The command `armoury`: comparison of the modes of each weapon."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import click

from skirmish.cli.options import check_not_with, ruleset_id
from skirmish.core.sanitize import escaped, is_name
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.analysis.weapon_sheets import WeaponSheets
    from skirmish.rulesets.ruleset import Ruleset
    from skirmish.scenario import Scenario

_B = TypeVar("_B")


@click.command(short_help="Compare the modes of each weapon.")
@click.argument("name", metavar="RULESET|SCENARIO")
@click.option(
    "--weapon", "weapons", multiple=True, metavar="ID", help="A weapon to compare (repeatable)."
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="ID",
    help="The kind that fires (default: the first that carries it). With --toml repeatable.",
)
@click.option(
    "--target", "targets", multiple=True, metavar="ID", help="A kind to fire at (repeatable)."
)
@click.option("--json", "as_json", is_flag=True, help="Print every number as JSON.")
@click.option("--toml", "as_toml", is_flag=True, help="Print the stat blocks as a file has them.")
@click.option("--check", is_flag=True, help="Exit with 1 if a mode is never the best one.")
def armoury(
    name: str,
    weapons: tuple[str, ...],
    kinds: tuple[str, ...],
    targets: tuple[str, ...],
    *,
    as_json: bool,
    as_toml: bool,
    check: bool,
) -> None:
    """Show at which range and cover each mode of each weapon is the best.

    For a SCENARIO (a name or a file) it tries the weapons that its figures carry or that it
    defines, with its kinds and house rules.

    Modes are compared by the enemy's expected loss in worth, divided by the share of the
    figure's bound that the order takes. Targets are the first kind of figure and the best
    protected one, unless --target names others. A mode that is never the best is a fault; a
    variant of a mode (a length, a limb) that is never the best is only reported.

    --toml compares nothing: it prints kinds and weapons as a scenario writes them, those of --kind
    and --weapon or all, without the fields that are at their default.
    """
    if as_toml:
        check_not_with("--toml", "as_json", "check", "targets")
        click.echo(_blocks_text(name, weapons, kinds), nl=False)
        return
    if kinds[1:]:
        raise UsageProblem("--kind twice", remedy="one kind fires; repeat it with --toml alone")
    found = _sheets(name, weapons, "".join(kinds), targets)
    _print(found, as_json=as_json)
    if check and found.faults:
        sys.exit(1)


def _sheets(
    name: str, weapons: tuple[str, ...], kind: str, targets: tuple[str, ...]
) -> WeaponSheets:
    """The comparison of these weapons, or all, of a ruleset or a scenario."""
    from skirmish.analysis.firing_range import ruleset_stock, scenario_stock
    from skirmish.analysis.weapon_trials import try_weapons

    rules, scenario = _named(name)
    stock = ruleset_stock(rules) if scenario is None else scenario_stock(scenario)
    return try_weapons(rules, stock, weapons=weapons, kind=kind, targets=targets)


def _print(sheets: WeaponSheets, *, as_json: bool) -> None:
    from skirmish.analysis.weapon_sheets import sheets_text

    click.echo(json.dumps(sheets.data, indent=2) if as_json else sheets_text(sheets))


def _blocks_text(name: str, weapons: tuple[str, ...], chosen: tuple[str, ...]) -> str:
    """The stat blocks with these ids, or all, of a ruleset or of a scenario."""
    from skirmish.scenario.faults import Faults
    from skirmish.scenario.packing import blocks_text
    from skirmish.scenario.stat_blocks import stat_blocks_of

    rules, scenario = _named(name)
    armoury = rules.handbook.armoury
    kinds, arms = armoury.kinds(), armoury.weapons()
    if scenario is not None:
        own = stat_blocks_of(scenario, rules.handbook, Faults())
        kinds = {key: one for key, one in own.kinds.items() if one is not None}
        arms = {key: one for key, one in own.weapons.items() if one is not None}
    if chosen or weapons:
        kinds = _only(kinds, chosen, "kind")
        arms = _only(arms, weapons, "weapon")
    return blocks_text(kinds.values(), arms.values())


def _only(blocks: Mapping[str, _B], ids: tuple[str, ...], what: str) -> Mapping[str, _B]:
    """The blocks with these ids, in this order.

    Raises:
        UsageProblem: There is no block with an id.
    """
    from skirmish.scenario.faults import did_you_mean

    for one in ids:
        if one not in blocks:
            raise UsageProblem(f"no {what} '{escaped(one)}'", remedy=did_you_mean(one, blocks))
    return {one: blocks[one] for one in ids}


def _named(name: str) -> tuple[Ruleset, Scenario | None]:
    """The ruleset of this name, or the scenario with its ruleset."""
    from skirmish.presentation.user_files import find_scenario, own_scenario_names
    from skirmish.rulesets.registry import RULESETS, ruleset
    from skirmish.scenario import load
    from skirmish.scenario.faults import did_you_mean
    from skirmish.scenario.files import shipped

    if (known := ruleset_id(name)) in RULESETS:
        return ruleset(known), None
    try:
        source = find_scenario(name)
    except UsageProblem as problem:
        if not is_name(name):
            raise
        remedy = did_you_mean(name, (*RULESETS, *own_scenario_names(), *shipped()))
        raise UsageProblem(f"no ruleset or scenario '{name}'", remedy=remedy) from problem
    scenario = load(source)
    return ruleset(scenario.ruleset), scenario
