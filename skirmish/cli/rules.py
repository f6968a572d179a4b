"""The command `rules`: numbered rules by id or words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from skirmish.cli.options import ruleset_id

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

    RULE is an id such as BAY-21, the start of ids such as BAY, or words to search for; words that
    no rule holds are looked for among the terms, weapons and kinds of the game. Without it all
    rules are listed.
    """
    from skirmish.core.sanitize import escaped
    from skirmish.core.text import id_key
    from skirmish.errors import UsageProblem
    from skirmish.line.rules_text import example_lines
    from skirmish.presentation.rule_search import find_rules, search_terms
    from skirmish.rulesets.registry import RULESETS, ruleset

    chosen = [ruleset(ruleset_id(name))] if name else list(RULESETS.values())
    found = 0
    for one in chosen:
        ids = sorted(find_rules(one, rule), key=lambda text: id_key(text.lower()))
        under = example_lines(one.id, ids) if examples else {}
        for key in ids:
            click.echo(f"{key}  {one.name}")
            _print_text(one.statements[key].text, one.statements[key].where, under.get(key, ()))
        terms = [] if ids else search_terms(one, rule)
        for term in terms:
            click.echo(f"{term.word}  {one.name}")
            _print_text(term.text)
        found += len(ids) + len(terms)
    if not found:
        known = sorted({key.partition("-")[0] for one in chosen for key in one.statements})
        raise UsageProblem(
            f"no rule '{escaped(rule)}'",
            remedy=f"ids begin with {', '.join(known)}; 'skirmish rules' lists all",
        )


def _print_text(said: str, where: str = "", examples: Sequence[str] = ()) -> None:
    import textwrap

    from skirmish.line.console import wrap

    for text in filter(None, (said, f"Where: {where}" if where else "")):
        click.echo(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "))
    for line in examples:
        for part in wrap(line, WIDTH - len(_INDENT)):
            click.echo(f"{_INDENT}{part}")
