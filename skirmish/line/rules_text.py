"""Sentences about numbered rules, with worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from skirmish.core.sanitize import escaped
from skirmish.core.text import id_key
from skirmish.errors import OrderRefused
from skirmish.line.order_text import odds_lines, refused_odds
from skirmish.line.phrases import join_words
from skirmish.line.references import suggestion
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import refusal_of
from skirmish.presentation.rule_search import find_rules, search_terms
from skirmish.presentation.worked_examples import (
    WorkedExample,
    cast_words,
    drawing_lines,
    examples_by_rule,
    work_out,
)
from skirmish.rulesets.registry import ruleset as ruleset_of

_MAX_RULES = 8


def rule_lines(legal: LegalOrders, words: Sequence[str]) -> list[str]:
    """Numbered rules by id, by the beginning of an id, or by words that they contain.

    Raises:
        OrderRefused: No rule matches.
    """
    known = legal.ruleset.statements
    if not words:
        first = dict.fromkeys(name.partition("-")[0] for name in known)
        ids = f"ids begin with {join_words(list(first), 'or')}"
        return [
            f"{legal.ruleset.name}: {len(known)} numbered rules, {ids}.",
            "Type the id of one, or words, as in 'rules cover'.",
        ]
    wanted = " ".join(words)
    if (exact := known.get(wanted.upper())) is not None:
        where = f" Where: {exact.where}" if exact.where else ""
        worked = example_lines(legal.ruleset.id, [exact.id], drawn=False)
        return [f"{exact.id}: {exact.text}{where}", *worked.get(exact.id, ())]
    found = find_rules(legal.ruleset, wanted)
    if not found and (terms := search_terms(legal.ruleset, wanted)):
        return [f"{term.word}: {term.text}" for term in terms[:_MAX_RULES]]
    if not found:
        raise OrderRefused(
            f"no rule '{escaped(wanted)}'", remedy=suggestion(wanted.upper(), list(known))
        )
    found.sort(key=lambda name: id_key(name.lower()))
    lines = [f"{name}: {known[name].text}" for name in found[:_MAX_RULES]]
    if len(found) > _MAX_RULES:
        lines.append(f"And {len(found) - _MAX_RULES} more: {', '.join(found[_MAX_RULES:])}.")
    return lines


def example_lines(
    ruleset: str, shown: Iterable[str], *, drawn: bool = True
) -> Mapping[str, tuple[str, ...]]:
    """Lines of the worked examples of some rules, each under the first of its rules.

    `drawn`: with maps; else in words only.
    """
    return {
        rule: tuple(
            line for one in found for line in _lines_of(work_out(ruleset, one), drawn=drawn)
        )
        for rule, found in examples_by_rule(ruleset, shown).items()
    }


def _lines_of(one: WorkedExample, *, drawn: bool) -> Iterator[str]:
    legal = LegalOrders(ruleset_of(one.view.state.setup.ruleset), one.view)
    yield f"Example ({', '.join(one.example.rules)}): {one.example.text}"
    yield from drawing_lines(one) if drawn else (f"{cast_words(one)}.",)
    refused = refusal_of(legal, one.order)
    told = refused_odds(legal, one.order, refused)[1] if refused else odds_lines(legal, one.order)
    yield from told
