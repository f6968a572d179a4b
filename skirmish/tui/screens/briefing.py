"""The briefing screen before a battle, and the briefing as a page over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.setup.game_setup import GameSetup, temper_sentences
from skirmish.presentation.setup.scenario_text import changed_rules, scenario_facts, side_facts
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario
from skirmish.session.omniscient import scenario_view
from skirmish.tui import scenario_lines
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.minimap import ScaledMap
from skirmish.tui.scenario_lines import battle_briefing_lines
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import DrawnScreen
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.page import Page, TextScroll, scroll_lines, scroll_to_edge, turn_page
from skirmish.tui.screens.rules_page import RulesPage
from skirmish.tui.settings_app import letters_of
from skirmish.tui.widgets import Box


class BriefingScreen(DrawnScreen):
    """The map, both sides as far as the player may know them, objectives and players.

    On a wide terminal the map stands beside the boxes; else it is above them, and the screen
    scrolls.
    """

    key_group = "briefing"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("briefing")
    DEFAULT_CSS = """
    BriefingScreen {
        #brief { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        #ground, #boxes { height: auto; }
        #sketch { height: 12; }
        #legend { padding: 0 1; color: $foreground 70%; }
        #boxes { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        &.-wide #brief { layout: horizontal; overflow-y: hidden; scrollbar-gutter: auto; }
        &.-wide #ground { width: 3fr; height: 1fr; }
        &.-wide #sketch { height: 1fr; min-height: 12; }
        &.-wide #ground Box { max-height: 50%; overflow-y: auto; scrollbar-size-vertical: 1; }
        &.-wide #boxes { width: 2fr; height: 1fr; overflow-y: auto; }
        &.-airy #boxes Box { padding: 1; }
    }
    """

    def __init__(self, plan: GameSetup, begin: Callable[[GameSetup], None]) -> None:
        """Show the briefing; `begin` is called to start the battle."""
        super().__init__()
        self._plan = plan
        self._begin = begin
        self._scenario: Scenario = plan.prepared_scenario
        self._view = scenario_view(self._scenario, plan.people)

    def body(self) -> ComposeResult:
        """The map over its legend, and the boxes."""
        with TextScroll(id="brief"):
            with Vertical(id="ground"):
                yield ScaledMap(id="sketch")
                yield Static(Content(""), id="legend")
                if lines := scenario_lines.scenario_briefing_lines(self._scenario)[:-1]:
                    yield Box(lines, "the situation")
            with VerticalScroll(id="boxes", can_focus=False):
                yield from self._boxes()

    def on_mount(self) -> None:
        """Write title and hint."""
        scenario = self._scenario
        self.set_title(f"{scenario.title}  ", (scenario_facts(scenario), "dim"))
        go = f"{self.key('briefing.go')}: begin"
        self.set_hint(
            f"{_first_words(scenario)}. {go}",
            shorter=(f"{_first_words(scenario, short=True)}. {go}",),
        )
        self.watch(self.query_one("#boxes"), "virtual_size", self._space, init=False)

    def draw(self) -> None:
        """Draw the map, and fit the lines of the sides to the width."""
        self.query_one(ScaledMap).draw(self._view, deployment_overlay(self._view))
        place = self.query_one("#legend", Static)
        width = place.content_size.width
        place.update(scenario_lines.legend(self._scenario, letters_of(self.app), width, rows=2))
        for force in self._scenario.sides:
            box = self.query_one(f"#side-{force.id}", Box)
            box.update(Content("\n").join(self._side_lines(force.id, box.content_size.width)))
        aims = self.query_one("#aims", Box)
        width = aims.content_size.width
        aims.update(Content("\n").join(scenario_lines.aim_lines(self._scenario, width)))
        self.call_after_refresh(self._space)

    def _space(self) -> None:
        """Pad all boxes with empty rows above and below, if there is room for all of them."""
        found = self.query("#boxes")
        if not found:  # A key has closed the briefing meanwhile.
            return
        boxes = found.first()
        spaced = 2 * len(boxes.children) * (not self.has_class("-airy"))
        needed = sum(box.outer_size.height for box in boxes.children) + spaced
        self.set_class(self.has_class("-wide") and needed <= boxes.size.height, "-airy")

    def _boxes(self) -> Iterator[Box]:
        scenario = self._scenario
        for at, facts in enumerate(side_facts(scenario)):
            title = " · ".join((facts.name, *facts.words))
            box = Box((), title, f"${scenario_lines.SIDE_STYLES[at]}")
            box.id = f"side-{facts.id}"
            yield box
        aims = Box((), "how to win", "$accent")
        aims.id = "aims"
        yield aims
        yield Box(list(self._player_lines()), "players")
        if rules := changed_rules(scenario):
            yield Box(list(map(Content, rules)), "house rules")

    def _side_lines(self, side: str, width: int) -> list[Content]:
        people = self._plan.people
        lines = scenario_lines.cast_lines(self._scenario, side, people, width)
        if scenario_lines.is_known(side, people):
            return lines
        hidden = next(one for one in side_facts(self._scenario) if one.id == side)
        rest = hidden.figures - len(lines)
        if rest:
            words = (
                "None of its figures is in sight." if not lines else f"{rest} more out of sight."
            )
            lines.append(Content.styled(words, "dim"))
        return lines

    def _player_lines(self) -> Iterator[Content]:
        players, sides = self._plan.players, self._scenario.sides
        for force in sides:
            yield Content(f"{force.name}: {players[force.id]}")
        for text in temper_sentences(sides, players):
            yield Content(text)
        yield Content.styled(f"seed {self._plan.seed}", "dim")

    def action_go(self) -> None:
        """Start the battle."""
        self._begin(self._plan)

    def action_scroll(self, lines: int) -> None:
        """Scroll every part that does not fit by so many lines."""
        for part in self.query("#brief, #boxes, #ground Box"):
            scroll_lines(part, lines)

    def action_page(self, by: int) -> None:
        """Scroll every part that does not fit by a page."""
        for part in self.query("#brief, #boxes, #ground Box"):
            turn_page(part, by, ([box.virtual_region.y for box in part.children],))

    def action_edge(self, by: int) -> None:
        """Scroll every part that does not fit to its first line, or its last one."""
        for part in self.query("#brief, #boxes, #ground Box"):
            scroll_to_edge(part, by)

    def action_map(self) -> None:
        """Show the map full screen."""
        self.app.push_screen(FieldScreen.of_scenario(self._plan.scenario, self._plan.people))

    def action_rules(self) -> None:
        """Show the rules of the scenario."""
        self.app.push_screen(RulesPage(ruleset(self._plan.scenario.ruleset)))


def briefing_page(legal: LegalOrders, players: Mapping[str, str]) -> Page:
    """Score, objectives, briefing and players, as a page."""
    return Page("Briefing", battle_briefing_lines(legal, players))


def _first_words(scenario: Scenario, *, short: bool = False) -> str:
    """Which side acts first; or that it is rolled, and what that means for the deployment."""
    if ruleset(scenario.ruleset).turn.rolled:
        means = "" if short else ": deploy out of sight or in cover"
        return f"Who acts first is rolled in each turn{means}"
    return f"First to act: {next(f.name for f in scenario.sides if f.id == scenario.first)}"
