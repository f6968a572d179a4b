"""The command `rules`: numbered rules by id or words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from skirmish.cli.options import ruleset_id

if TYPE_CHECKING:
    from skirmish.rulesets.ruleset import Statement

WIDTH = 88
_INDENT = " " * 4


@click.command(short_help="Print numbered rules.")
@click.argument("rule", required=False, default="", metavar="[RULE]")
@click.option(
    "--ruleset", "name", default="", metavar="RULESET", help="List the rules of one ruleset."
)
@click.option("--examples", is_flag=True, help="Add worked examples, with their odds.")
def rules(rule: str, name: str, *, examples: bool) -> None:
    """Print a numbered rule, and where it applies.

    RULE is an id such as BAY-21, the start of ids such as BAY, or words to search for. Without
    it all rules are listed.
    """
    from skirmish.core.sanitize import escaped
    from skirmish.core.text import id_key
    from skirmish.errors import UsageProblem
    from skirmish.line.rules_text import example_lines
    from skirmish.presentation.rule_search import find_rules
    from skirmish.rulesets.registry import RULESETS, ruleset

    chosen = [ruleset(ruleset_id(name))] if name else list(RULESETS.values())
    found = 0
    for one in chosen:
        ids = sorted(find_rules(one, rule), key=lambda text: id_key(text.lower()))
        under = example_lines(one.id, ids) if examples else {}
        for key in ids:
            click.echo(f"{key}  {one.name}")
            _print_statement(one.statements[key], under.get(key, ()))
        found += len(ids)
    if not found:
        known = sorted({key.partition("-")[0] for one in chosen for key in one.statements})
        raise UsageProblem(
            f"no rule '{escaped(rule)}'",
            remedy=f"ids begin with {', '.join(known)}; 'skirmish rules' lists all",
        )


def _print_statement(statement: Statement, examples: Sequence[str]) -> None:
    import textwrap

    from skirmish.line.console import wrap

    for text in (statement.text, f"Where: {statement.where}" if statement.where else ""):
        click.echo(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "))
    for line in examples:
        for part in wrap(line, WIDTH - len(_INDENT)):
            click.echo(f"{_INDENT}{part}")
