"""The command `armoury`: comparison of the modes of each weapon."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from skirmish.core.sanitize import is_name
from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.analysis.firing_range import TrialStock
    from skirmish.rulesets.ruleset import Ruleset


@click.command(short_help="Compare the modes of each weapon.")
@click.argument("name", metavar="RULESET|SCENARIO")
@click.option(
    "--weapon", "weapons", multiple=True, metavar="ID", help="A weapon to compare (repeatable)."
)
@click.option(
    "--kind",
    default="",
    metavar="ID",
    help="The kind that fires (default: the first that carries the weapon).",
)
@click.option(
    "--target", "targets", multiple=True, metavar="ID", help="A kind to fire at (repeatable)."
)
@click.option("--json", "as_json", is_flag=True, help="Print every number as JSON.")
@click.option("--check", is_flag=True, help="Exit with 1 if a mode is never the best one.")
def armoury(
    name: str,
    weapons: tuple[str, ...],
    kind: str,
    targets: tuple[str, ...],
    *,
    as_json: bool,
    check: bool,
) -> None:
    """Show at which range and cover each mode of each weapon is the best.

    For a SCENARIO (a name or a file) it tries the weapons that its figures carry or that it
    defines, with its kinds and house rules.

    Modes are compared by the enemy's expected loss in worth, divided by the share of the
    figure's bound that the order takes. Targets are the first kind of figure and the best
    protected one, unless --target names others. A mode that is never the best is a fault; a
    variant of a mode (a length, a limb) that is never the best is only reported.
    """
    from skirmish.analysis.weapon_sheets import sheets_text
    from skirmish.analysis.weapon_trials import try_weapons

    rules, stock = _stock(name)
    found = try_weapons(rules, stock, weapons=weapons, kind=kind, targets=targets)
    if as_json:
        import json

        click.echo(json.dumps(found.data, indent=2))
    else:
        click.echo(sheets_text(found))
    if check and found.faults:
        sys.exit(1)


def _stock(name: str) -> tuple[Ruleset, TrialStock]:
    """The ruleset, and the figures and weapons to compare."""
    from skirmish.analysis.firing_range import ruleset_stock, scenario_stock
    from skirmish.presentation.user_files import find_scenario
    from skirmish.rulesets.registry import RULESETS, ruleset
    from skirmish.scenario import load
    from skirmish.scenario.faults import did_you_mean
    from skirmish.scenario.files import shipped

    if name in RULESETS:
        rules = ruleset(name)
        return rules, ruleset_stock(rules)
    try:
        source = find_scenario(name)
    except UsageProblem as problem:
        if not is_name(name):
            raise
        remedy = did_you_mean(name, (*RULESETS, *shipped()))
        raise UsageProblem(f"no ruleset or scenario '{name}'", remedy=remedy) from problem
    scenario = load(source)
    return ruleset(scenario.ruleset), scenario_stock(scenario)
