"""The numbered rules of a ruleset, to scroll and to search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from skirmish.core.text import many
from skirmish.presentation.worked_examples import examples_by_rule
from skirmish.rulesets.protocol import Ruleset, Statement
from skirmish.tui.keys import binding
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.page import QUESTION
from skirmish.tui.screens.sheet import Sheet
from skirmish.tui.settings import Settings
from skirmish.tui.settled import settings_of
from skirmish.tui.sheet_keys import SHEETS
from skirmish.tui.worked import examples_under

_NOW, _REST = "Behind what is shown now", "All others"
_MARGIN = 3
"""Columns beside the text."""


class RulesPage(Sheet):
    """A line to type in, and below it the rules that hold every word of it.

    Under a rule stand the examples that illustrate it, with the odds that the game reckons now,
    told as finely as is set. What matters at the moment stands first.
    """

    sheet = "rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        # The line to type in would take the arrows for itself.
        *(binding(key, priority=key.id.startswith("rules.")) for key in SHEETS["rules"])
    ]
    DEFAULT_CSS = """
    RulesPage {
        Input { border: none; height: 1; padding: 0 1; background: $surface; }
        Input:focus { border: none; }
        VerticalScroll { height: 1fr; padding: 1 1 0 1; scrollbar-size-vertical: 1; }
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
        with VerticalScroll(can_focus=False):
            yield Static(Content(""), id="rules")

    def on_mount(self) -> None:
        """Begin with all of them."""
        self.say_title(f"Rules: {self._rules.name}")
        self._show("")

    def settle(self, settings: Settings) -> None:
        """Odds may be told otherwise from now on."""
        super().settle(settings)
        self._show(self.query_one(Input).value)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value == QUESTION:
            event.input.value = ""
            self.action_help()
        else:
            self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.casefold().split()
        known = self._rules.statements
        order = dict.fromkeys((*self._first, *known))
        found = [known[name] for name in order if all(w in _haystack(known[name]) for w in words)]
        width, detail = self.size.width - _MARGIN, settings_of(self.app).odds
        examples = examples_under(self._rules, (rule.id for rule in found), width, detail)
        lines = []
        for rule, head in self._headed(found):
            lines += [Content.styled(head, HEAD)] if head else []
            lines.append(_rule(rule))
            lines += [examples[rule.id]] if rule.id in examples else []
        lines = lines or [Content("no rule holds these words")]
        self.query_one("#rules", Static).update(Content("\n\n").join(lines))
        self.query_one(VerticalScroll).scroll_home(animate=False)
        count = sum(
            len(one) for one in examples_by_rule(self._rules.id, (r.id for r in found)).values()
        )
        worked = f", {many(count, 'worked example')}" if count else ""
        up, down = self.key("rules.up"), self.key("rules.down")
        self.say_hint(f"{len(found)} of {len(known)} rules{worked}; {up} and {down} scroll")

    def _headed(self, found: Sequence[Statement]) -> Iterator[tuple[Statement, str]]:
        """Rules, each with the head that stands over it; empty for none."""
        last = ""
        for rule in found:
            head = _NOW if rule.id in self._first else _REST if self._first else ""
            yield rule, head if head != last else ""
            last = head

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def _haystack(rule: Statement) -> str:
    return f"{rule.id} {rule.text} {rule.where}".casefold()


def _rule(rule: Statement) -> Content:
    where = f"\n        {rule.where}" if rule.where else ""
    return Content.assemble((f"{rule.id}  ", "bold $accent"), rule.text, (where, "dim"))
