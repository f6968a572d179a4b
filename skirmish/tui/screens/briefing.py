"""The briefing screen before a battle, and the briefing as a page over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.core.view import View
from skirmish.presentation.game_setup import GameSetup, temper_sentences
from skirmish.rulesets.registry import ruleset
from skirmish.tui import scenario_lines
from skirmish.tui.scenario_lines import battle_briefing_lines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import BaseScreen
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import Page
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.theme import HEADING


class BriefingScreen(BaseScreen):
    """Briefing, objectives and players."""

    key_group = "briefing"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("briefing")
    DEFAULT_CSS = """
    BriefingScreen {
        VerticalScroll { align: center top; padding: 1 2 0 2; }
        Static { width: 100%; max-width: 84; }
    }
    """

    def __init__(self, plan: GameSetup, begin: Callable[[GameSetup], None]) -> None:
        """Show the briefing; `begin` is called to start the battle."""
        super().__init__()
        self._plan = plan
        self._begin = begin

    def body(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll():
            yield Static(Content("\n").join(self._lines()))

    def on_mount(self) -> None:
        """Write title and hint; focus the text so that arrows scroll."""
        self.set_title("Briefing")
        first = next(f.name for f in self._plan.scenario.sides if f.id == self._plan.scenario.first)
        self.set_hint(f"{first} is first; {self.key('briefing.go')}: deploy and fight")
        self.query_one(VerticalScroll).focus()

    def _lines(self) -> list[Content]:
        scenario = self._plan.prepared_scenario
        players = [
            Content(f"{force.name}: {self._plan.players[force.id]}") for force in scenario.sides
        ]
        players += [Content(told) for told in temper_sentences(scenario.sides, self._plan.players)]
        head = Content.styled("Who plays", HEADING)
        return [*scenario_lines.about(scenario), Content(""), head, *players]

    def action_go(self) -> None:
        """Start the battle."""
        self._begin(self._plan)

    def action_map(self) -> None:
        """Show the map full screen."""
        self.app.push_screen(FieldScreen.of_scenario(self._plan.scenario))

    def action_rules(self) -> None:
        """Show the rules of the scenario."""
        self.app.push_screen(RulesPage(ruleset(self._plan.scenario.ruleset)))


def briefing_page(view: View, players: Mapping[str, str]) -> Page:
    """Score, objectives, briefing and players, as a page."""
    return Page("Briefing", battle_briefing_lines(view, players))
