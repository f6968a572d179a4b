"""The numbered rules of a ruleset, to scroll and to search."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from skirmish.rulesets.protocol import Ruleset, Statement
from skirmish.tui.screens.sheet import Sheet, keys_of


class RulesPage(Sheet):
    """A line to type in, and below it the rules that hold every word of it."""

    sheet = "rules"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_of("rules"),
        Binding("up", "scroll(-1)", show=False, priority=True, id="rules.up"),
        Binding("down", "scroll(1)", show=False, priority=True, id="rules.down"),
        Binding("pageup", "scroll(-10)", show=False, priority=True, id="rules.pageup"),
        Binding("pagedown", "scroll(10)", show=False, priority=True, id="rules.pagedown"),
    ]
    DEFAULT_CSS = """
    RulesPage {
        Input { border: none; height: 1; padding: 0 1; background: $surface; }
        Input:focus { border: none; }
        VerticalScroll { height: 1fr; padding: 1 1 0 1; scrollbar-size-vertical: 1; }
    }
    """

    def __init__(self, rules: Ruleset) -> None:
        """Show a ruleset's rules."""
        super().__init__()
        self._rules = rules

    def body(self) -> ComposeResult:
        """The search line over the rules."""
        yield Input(placeholder="type to search", max_length=80)
        with VerticalScroll(can_focus=False):
            yield Static(Content(""), id="rules")

    def on_mount(self) -> None:
        """Begin with all of them."""
        self.say_title(f"Rules: {self._rules.name}")
        self._show("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._show(event.value)

    def _show(self, typed: str) -> None:
        words = typed.casefold().split()
        known = self._rules.statements.values()
        found = [rule for rule in known if all(word in _haystack(rule) for word in words)]
        lines = [_rule(rule) for rule in found] or [Content("no rule holds these words")]
        self.query_one("#rules", Static).update(Content("\n\n").join(lines))
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self.say_hint(f"{len(found)} of {len(known)} rules; up and down scroll")

    def action_scroll(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)


def _haystack(rule: Statement) -> str:
    return f"{rule.id} {rule.text} {rule.where}".casefold()


def _rule(rule: Statement) -> Content:
    where = f"\n        {rule.where}" if rule.where else ""
    return Content.assemble((f"{rule.id}  ", "bold $accent"), rule.text, (where, "dim"))
