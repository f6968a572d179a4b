"""Worked examples of rules in sentences, with the odds that the game reckons for them now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from skirmish.line.chances import odds_words
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.worked_examples import (
    WorkedExample,
    cast_words,
    drawing_lines,
    examples_by_rule,
    work_out,
)
from skirmish.rulesets.registry import ruleset as ruleset_of


def worked_under(
    ruleset: str, shown: Iterable[str], *, drawn: bool = True
) -> Mapping[str, tuple[str, ...]]:
    """The lines of the examples of some rules, under the first of theirs.

    `drawn`: with their maps; else in words alone.
    """
    return {
        rule: tuple(line for one in found for line in _lines(work_out(ruleset, one), drawn=drawn))
        for rule, found in examples_by_rule(ruleset, shown).items()
    }


def _lines(one: WorkedExample, *, drawn: bool) -> Iterator[str]:
    offers = LegalOrders(ruleset_of(one.view.state.setup.ruleset), one.view)
    yield f"Example ({', '.join(one.example.rules)}): {one.example.text}"
    yield from drawing_lines(one) if drawn else (f"{cast_words(one)}.",)
    yield from odds_words(offers, one.order)
