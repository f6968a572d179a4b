"""The numbered rules of a ruleset with worked examples, and a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input

from skirmish.core.sanitize import display_width as columns
from skirmish.core.text import pluralize
from skirmish.presentation.odds.odds_rows import odds_rows
from skirmish.presentation.odds.order_odds import order_odds
from skirmish.presentation.report.report_text import fit_columns
from skirmish.presentation.rule_search import search_rules, search_terms
from skirmish.presentation.setup.preferences import EXACT, NONE
from skirmish.presentation.worked_examples import (
    WorkedExample,
    drawing_lines,
    examples_by_rule,
    work_out,
)
from skirmish.rulesets.ruleset import Ruleset, Statement, Term
from skirmish.scenario.examples import Example
from skirmish.tui.keys import binding
from skirmish.tui.panel_lines import Lines, blocks_lines, plain
from skirmish.tui.screen_keys import SCREEN_KEYS
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.page import PageText, TextScroll, asks_for_help, scroll_lines
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import settings_of
from skirmish.tui.theme import HEADING
from skirmish.tui.wrapping import folded

_NOW, _REST = "For what is shown now", "Rules"
_WORDS = "Words of the game (in brackets: the rule, below)"
_MARGIN = 3
"""Columns beside the text."""
WIDEST = 60
"""Maximum width of the odds of an example."""
_INDENT = " " * 8


class RulesPage(BaseScreen):
    """An input line, and below it the words and rules that contain every word typed.

    Below a rule are its worked examples with their odds, as detailed as the settings say. Rules of
    the current order come first.
    """

    key_group = "rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Otherwise the input line would take the arrows.
        *(binding(key, priority=key.id.startswith("rules.")) for key in SCREEN_KEYS["rules"])
    ]
    DEFAULT_CSS = """
    RulesPage {
        Input { border: none; height: 1; padding: 0 1; background: $surface; }
        Input:focus { border: none; }
        VerticalScroll {
            height: 1fr; padding: 1 1 0 1; scrollbar-size-vertical: 1;
            border-bottom: solid $primary 50%;
        }
    }
    """

    def __init__(self, rules: Ruleset, first: Iterable[str] = ()) -> None:
        """Show a ruleset's rules, first those with these ids."""
        super().__init__()
        self._rules = rules
        known = rules.statements
        self._first = tuple(name for name in dict.fromkeys(first) if name in known)

    def body(self) -> ComposeResult:
        """The search line over the rules."""
        yield Input(placeholder="type to search", max_length=80)
        with TextScroll(can_focus=False):
            yield PageText(Content(""), id="rules")

    def on_mount(self) -> None:
        """Show all rules."""
        self.set_title(f"Rules: {self._rules.name}")
        self._show("")

    def apply_settings(self, settings: Settings) -> None:
        """Show the odds as detailed as the settings say."""
        super().apply_settings(settings)
        self._show(self.query_one(Input).value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if not asks_for_help(event, self.key_group):
            self._show(event.value)

    def _show(self, typed: str) -> None:
        known, told = self._rules.statements, self._words(typed)
        speaking = search_rules(self._rules, typed)
        order = dict.fromkeys((*self._first, *speaking))
        found = [known[name] for name in order if name in speaking]
        width, detail = self.size.width - _MARGIN, settings_of(self.app).odds
        examples = examples_under(self._rules, (rule.id for rule in found), width, detail)
        lines = []
        for rule, head in self._headed(found):
            if head == _REST:
                lines += told
            lines += [Content.styled(head, HEADING)] if head else []
            lines.append(_rule(rule))
            lines += [examples[rule.id]] if rule.id in examples else []
        if all(head != _REST for _, head in self._headed(found)):
            lines += told
        lines = lines or [
            Content("no rule with these words: perhaps this system has no such thing")
        ]
        self.query_one("#rules", PageText).write(Content("\n\n").join(lines))
        self.query_one(VerticalScroll).scroll_home(animate=False)
        count = sum(
            len(one) for one in examples_by_rule(self._rules.id, (r.id for r in found)).values()
        )
        worked = f", {pluralize(count, 'worked example')}" if count else ""
        up, down = self.key("rules.up"), self.key("rules.down")
        self.set_hint(f"{len(found)} of {len(known)} rules{worked}; {up} and {down} scroll")

    def _words(self, typed: str) -> list[Content]:
        """The words of the game that contain everything typed, under a heading."""
        terms = search_terms(self._rules, typed)
        room = max((columns(one.word) for one in terms), default=0)
        listed = Content("\n").join(_term(one, room) for one in terms)
        return [Content.styled(_WORDS, HEADING), listed] if terms else []

    def _headed(self, found: Sequence[Statement]) -> Iterator[tuple[Statement, str]]:
        """Rules, each with the heading above it, or an empty string."""
        last = ""
        for rule in found:
            head = _NOW if rule.id in self._first else _REST
            yield rule, head if head != last else ""
            last = head

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        scroll_lines(self.query_one(TextScroll), lines)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self.query_one(TextScroll).turn(by)


def _term(term: Term, room: int) -> Content:
    rule = f" ({term.rule})" if term.rule else ""
    word = fit_columns(term.word, room)
    return Content.assemble((f"{word}  ", "bold $accent"), term.text, (rule, "dim"))


def _rule(rule: Statement) -> Content:
    where = f"\n        {rule.where}" if rule.where else ""
    return Content.assemble((f"{rule.id}  ", "bold $accent"), rule.text, (where, "dim"))


def examples_under(
    ruleset: Ruleset, shown: Iterable[str], width: int, detail: str = EXACT
) -> Mapping[str, Content]:
    """Examples by the first shown rule of each, wrapped to a width.

    Their odds are shown in the given detail, like those of an order.
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
    """An example: its sentence, drawing, order and odds."""
    also = ", ".join(one.example.rules)
    lines = [Content.assemble(("example  ", "bold $primary"), (also, "dim"))]
    lines += [plain(line, "italic") for line in wrap(one.example.text, width)]
    lines += [plain(part) for line in drawing_lines(one) for part in wrap(line, width)]
    view = one.view
    odds = order_odds(ruleset, view.state, one.order, one.odds, view.side)
    blocks = odds_rows(view, odds, numbers=detail == EXACT) if detail != NONE else ()
    told = blocks_lines(blocks, width)
    return [*lines, *(part for line in told for part in folded(line, width))]
