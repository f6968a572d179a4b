"""The command `armoury`: what each mode of each weapon is good for."""

from __future__ import annotations

import sys

import click


@click.command(short_help="Say what each weapon is good for.")
@click.argument("name", metavar="RULESET")
@click.option("--weapon", "weapons", multiple=True, metavar="ID", help="This one; again for more.")
@click.option("--kind", default="", metavar="ID", help="Who fires; else the first that carries it.")
@click.option("--target", "targets", multiple=True, metavar="ID", help="Who is fired at.")
@click.option("--json", "as_json", is_flag=True, help="Print every number as JSON.")
@click.option("--check", is_flag=True, help="End with 1 if a mode is the best one nowhere.")
def armoury(
    name: str,
    weapons: tuple[str, ...],
    kind: str,
    targets: tuple[str, ...],
    *,
    as_json: bool,
    check: bool,
) -> None:
    """Say at which range and cover each mode of each weapon of a ruleset is the best.

    Modes are compared by the points that the enemy can expect to lose, divided by the share of
    the figure's bound that the order takes; against the first kind of figure and the one that is
    protected best, unless others are named. A mode that is the best nowhere is a fault.
    """
    from skirmish.lab.armoury import armoury as tried
    from skirmish.lab.sheet_text import text
    from skirmish.rulesets.registry import ruleset

    found = tried(ruleset(name), weapons=weapons, kind=kind, targets=targets)
    if as_json:
        import json

        click.echo(json.dumps(found.data, indent=2))
    else:
        click.echo(text(found))
    if check and found.faults:
        sys.exit(1)
