"""The briefing: what both sides are told before they deploy."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.presentation.game_setup import GameSetup, temper_sentences
from skirmish.rulesets.registry import ruleset
from skirmish.tui import prose
from skirmish.tui.screens.field import FieldScreen
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.screens.sheet import Sheet, keys_of


class Briefing(Sheet):
    """The text of the scenario with the objectives, and who plays."""

    sheet = "briefing"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("briefing")
    DEFAULT_CSS = """
    Briefing {
        VerticalScroll { align: center top; padding: 1 2 0 2; }
        Static { width: 100%; max-width: 84; }
    }
    """

    def __init__(self, plan: GameSetup, begin: Callable[[GameSetup], None]) -> None:
        """Show the briefing of a battle; `begin` is told when it has been read."""
        super().__init__()
        self._plan = plan
        self._begin = begin

    def body(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll():
            yield Static(Content("\n").join(self._lines()))

    def on_mount(self) -> None:
        """Say where we are; the arrows scroll."""
        self.say_title("Briefing")
        first = next(f.name for f in self._plan.scenario.sides if f.id == self._plan.scenario.first)
        self.say_hint(f"{first} is first; {self.key('briefing.go')}: deploy and fight")
        self.query_one(VerticalScroll).focus()

    def _lines(self) -> list[Content]:
        scenario = self._plan.prepared_scenario
        players = [
            Content(f"{force.name}: {self._plan.players[force.id]}") for force in scenario.sides
        ]
        players += [Content(told) for told in temper_sentences(scenario.sides, self._plan.players)]
        head = Content.styled("Who plays", prose.HEAD)
        return [*prose.about(scenario), Content(""), head, *players]

    def action_go(self) -> None:
        """To the battle."""
        self._begin(self._plan)

    def action_map(self) -> None:
        """The map, as large as the screen."""
        self.app.push_screen(FieldScreen.of_scenario(self._plan.scenario))

    def action_rules(self) -> None:
        """The rules that it is played with."""
        self.app.push_screen(RulesPage(ruleset(self._plan.scenario.ruleset)))
