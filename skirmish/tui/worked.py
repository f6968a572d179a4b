"""Worked examples under the rules that they illustrate: the drawing, the order, the chances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap

from textual.content import Content

from skirmish.presentation.worked_examples import (
    WorkedExample,
    drawing_lines,
    examples_by_rule,
    work_out,
)
from skirmish.rulesets.protocol import Ruleset
from skirmish.scenario.examples import Example
from skirmish.tui.chances import landing_lines, loss_lines, modifier_lines, odds_lines
from skirmish.tui.panels import Lines, plain
from skirmish.tui.rough import rough_lines
from skirmish.tui.settings import EXACT, ROUGH

WIDEST = 60
"""Columns of the chances."""
_INDENT = " " * 8


def examples_under(
    ruleset: Ruleset, shown: Iterable[str], width: int, detail: str = EXACT
) -> Mapping[str, Content]:
    """The examples of the rules that are shown, under the first of theirs, for so many columns.

    Their odds are told as finely as `detail` says, like those of an order.
    """
    return {
        rule: Content("\n\n").join(_block(ruleset, example, width, detail) for example in examples)
        for rule, examples in examples_by_rule(ruleset.id, shown).items()
    }


def _block(ruleset: Ruleset, example: Example, width: int, detail: str) -> Content:
    room = max(20, min(WIDEST, width - len(_INDENT)))
    lines = example_lines(ruleset, work_out(ruleset.id, example), room, detail)
    return Content("\n").join(Content.assemble(_INDENT, line) for line in lines)


def example_lines(ruleset: Ruleset, one: WorkedExample, width: int, detail: str = EXACT) -> Lines:
    """An example in full: its sentence, its drawing, its order, and what can come of that."""
    also = ", ".join(one.example.rules)
    lines = [Content.assemble(("example  ", "bold $primary"), (also, "dim"))]
    lines += [plain(line, "italic") for line in wrap(one.example.text, width)]
    lines += [plain(part) for line in drawing_lines(one) for part in wrap(line, width)]
    odds, view = one.odds, one.view
    if detail != EXACT:
        return lines + (rough_lines(ruleset, view, odds, width) if detail == ROUGH else [])
    lines += odds_lines(ruleset, view, odds, width)
    lines += loss_lines(ruleset, view, odds, width)
    lines += landing_lines(odds.landing, one.order.target, width)
    return lines + modifier_lines(odds.modifiers, width, odds.varying)
