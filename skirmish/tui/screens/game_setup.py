"""The screens that set up a game: players, seed, handicaps, house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.core.view import View
from skirmish.presentation.setup.game_setup import (
    GameSetup,
    is_number,
    player_words,
    random_seed,
    temper_sentences,
)
from skirmish.presentation.setup.kept_results import known_balance
from skirmish.presentation.setup.scenario_text import (
    extent_words,
    house_rule_meaning,
    house_rule_name,
    house_rule_value,
)
from skirmish.rulesets.registry import ruleset
from skirmish.scenario.handicap import absent_figures, handicap_note
from skirmish.scenario.house_rules import MAX_SIGHT
from skirmish.session.omniscient import scenario_view
from skirmish.tui import scenario_lines
from skirmish.tui.item_list import ItemList, ListItem, heading_item
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.minimap import ScaledMap
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.base import DrawnScreen
from skirmish.tui.screens.dialogs import InputDialog
from skirmish.tui.screens.map_screen import FieldScreen
from skirmish.tui.screens.values import ValuesScreen, value_item

START = "start"
SEED = "seed"
_SIDE = "side "
_LEAST_TEXT = 24
"""Minimum number of columns for which the help is written."""
_RULE = "rule "
_HANDICAP = "handicap "
_UNUSUAL = "*"
_LESS = (
    "Leaves out figures of this side, worth at most this percentage of it."
    " The briefing shows it to both sides."
)


class SetupPlan(Protocol):
    """A battle to begin: players by side, a seed."""

    @property
    def players(self) -> Mapping[str, str]:
        """The player of each side."""

    @property
    def seed(self) -> int:
        """The seed of all dice."""

    def with_player(self, side: str, by: int) -> Self:
        """The plan with the next or previous player for a side."""

    def with_seed(self, seed: int) -> Self:
        """The plan with another seed."""


P = TypeVar("P", bound=SetupPlan)


class SetupScreen(ValuesScreen, DrawnScreen, Generic[P]):
    """Values that can be changed, an item to start, and help on the marked one."""

    begins = "continue to the battle"
    seed_words = ""
    DEFAULT_CSS = """
    SetupScreen {
        #list { width: 48; height: 1fr; background: $surface; border-right: vkey $edge; }
        #about { padding: 0 1; height: 1fr; scrollbar-size-vertical: 1; }
        #sketch { height: 40%; }
        &.-wide #sketch { height: 60%; }
        &.-flat #sketch, #sketch.-nothing { display: none; }
        &.-wide.-high #list, &.-wide.-high #about { border: round $edge; }
        &.-wide.-high #list { width: 50; }
        &.-wide.-high #about { background: $surface; }
    }
    """

    def __init__(self, plan: P, start: Callable[[P], None], names: Mapping[str, str]) -> None:
        """Set up a battle.

        Args:
            plan: The plan to begin with.
            start: Called with the final plan.
            names: Names of the sides by id.
        """
        super().__init__()
        self.plan = plan
        self._start = start
        self._names = names

    def body(self) -> ComposeResult:
        """The items, and the help beside them."""
        with Horizontal():
            yield ItemList(self.lines(), id="list")
            with Vertical():
                yield ScaledMap(id="sketch")
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(Content(""), id="text")

    def on_mount(self) -> None:
        """Mark the item that starts."""
        self.query_one(ItemList).mark(START)

    def lines(self) -> Iterator[ListItem]:
        """The item that starts, players, seed, and further ones."""
        yield ListItem(START, Content.styled(self.begins.capitalize(), "bold"))
        yield heading_item("Players")
        for side, name in self._names.items():
            yield value_item(f"{_SIDE}{side}", name, self.plan.players[side])
        yield heading_item("Dice")
        yield value_item(SEED, "seed", str(self.plan.seed))
        yield from self.further_lines()

    def draw(self) -> None:
        """Draw the map, if a player may see it."""
        view, sketch = self.starting_view(), self.query_one(ScaledMap)
        sketch.set_class(view is None, "-nothing")
        if view is not None:
            sketch.draw(view, deployment_overlay(view))

    def starting_view(self) -> View | None:
        """The battle as it will begin; None if a player may not see it."""
        return None

    def further_lines(self) -> Iterator[ListItem]:
        """Further items of a subclass."""
        yield from ()

    # Help on the marked item.

    def hint(self, name: str) -> str:
        """What the keys do on an item."""
        keys = (f"{self.key_group}.start", f"{self.key_group}.less", f"{self.key_group}.more")
        enter, start, less, more = (self.key(i) for i in ("sheet.choose", *keys))
        if name == START:
            return f"{enter} or {start}: {self.begins}"
        if name == SEED:
            return f"{enter}: type a seed; {more}: new random seed"
        return f"{less} and {more} change it"

    def about(self, name: str) -> list[Content]:
        """Help on an item: a side with its player, the seed, the start, or a further item."""
        if (side := self._side_of(name)) is not None:
            player = self.plan.players[side]
            return [
                Content.styled(f"{self._names[side]} ({side})", "bold"),
                Content(""),
                Content(f"{player}: {player_words(player)}"),
                *self.about_side(side),
            ]
        if name == SEED:
            seed = Content.styled(f"seed {self.plan.seed}", "bold")
            return [seed, Content(""), Content(self.seed_words)]
        return self.about_start() if name == START else self.about_further(name)

    def _side_of(self, name: str) -> str | None:
        """The side whose player an item shows; None for other items."""
        return next((side for side in self._names if name == f"{_SIDE}{side}"), None)

    def about_side(self, _side: str) -> list[Content]:
        """Further help on a side."""
        return []

    def about_start(self) -> list[Content]:
        """Help on the item that starts."""
        return []

    def about_further(self, _name: str) -> list[Content]:
        """Help on a further item."""
        return []

    # Changes.

    def chosen(self, name: str) -> None:
        """Start, type a seed, or change a value."""
        if name == START:
            self.action_start()
        elif name == SEED:
            self.ask_seed(self.plan.seed, lambda seed: self.renew(self.plan.with_seed(seed)))
        else:
            self.action_change(1)

    def action_change(self, by: int) -> None:
        """Take the next or previous value of the marked item."""
        name = self.query_one(ItemList).marked
        if (side := self._side_of(name)) is not None:
            self.renew(self.plan.with_player(side, by))
        elif name == SEED:
            self.renew(self.plan.with_seed(random_seed()))
        elif name != START:
            self.renew(self.with_further(name, by))

    def with_further(self, _name: str, _by: int) -> P:
        """The plan with another value of a further item."""
        return self.plan

    def renew(self, plan: P) -> None:
        """Replace the plan and show it."""
        self.plan = plan
        self.show_values()
        self.redraw()

    def action_start(self) -> None:
        """Start."""
        self._start(self.plan)


class NewGameScreen(SetupScreen[GameSetup]):
    """Sets up a battle of a scenario, before the briefing."""

    key_group = "setup"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("setup")
    begins = "continue to the briefing"
    seed_words = (
        "All dice of the battle come from this number. The same seed, scenario and orders"
        " give the same battle."
    )

    def __init__(self, plan: GameSetup, start: Callable[[GameSetup], None]) -> None:
        """Set up a battle; `start` is called with the plan."""
        super().__init__(plan, start, {force.id: force.name for force in plan.scenario.sides})

    def starting_view(self) -> View:
        """The battle without the figures that the handicap removes."""
        return scenario_view(self.plan.prepared_scenario, self.plan.people)

    def on_mount(self) -> None:
        """Write the title."""
        scenario = self.plan.scenario
        self.set_title(f"{scenario.title}  ", (ruleset(scenario.ruleset).name, "dim"))

    def further_lines(self) -> Iterator[ListItem]:
        """Handicaps, and the house rules."""
        yield heading_item("Handicap")
        for force in self.plan.scenario.sides:
            percent = self.plan.handicaps.get(force.id, 0)
            less = f"{percent}% less" if percent else "none"
            yield value_item(f"{_HANDICAP}{force.id}", force.name, less)
        own = [name for name in self._unusual() if self._is_of_scenario(name)]
        whose = "set by the scenario" if len(own) == len(self._unusual()) else "not the default"
        yield heading_item(
            f"House rules  ({_UNUSUAL} {whose})" if self._unusual() else "House rules"
        )
        for name, value in self.plan.rules.items():
            mark = _UNUSUAL if name in self._unusual() else ""
            yield value_item(
                f"{_RULE}{name}", house_rule_name(name) + mark, house_rule_value(name, value)
            )

    def _is_of_scenario(self, name: str) -> bool:
        """Whether a house rule has the value that the scenario gives it."""
        return self.plan.scenario.rules.get(name) == self.plan.rules[name]

    def _unusual(self) -> tuple[str, ...]:
        """The house rules that differ from their defaults."""
        known = self.plan.known_rules
        return tuple(name for name, v in self.plan.rules.items() if v != known[name].default)

    # Help on the marked item.

    def hint(self, name: str) -> str:
        """What the keys do on an item; a number can be typed."""
        usual = super().hint(name)
        return f"{usual}; {self.key('sheet.choose')}: type it" if self._number(name) else usual

    def _number(self, name: str) -> str:
        """The house rule of an item, if its value is a number; else empty."""
        rule = self._rule_of(name)
        return rule if rule and is_number(self.plan.rules[rule]) else ""

    def _rule_of(self, name: str) -> str:
        """The house rule of an item; empty for other items."""
        return next((rule for rule in self.plan.rules if name == f"{_RULE}{rule}"), "")

    def _handicapped(self, name: str) -> str | None:
        """The side whose handicap an item shows; None for other items."""
        return next((side for side in self._names if name == f"{_HANDICAP}{side}"), None)

    def about_start(self) -> list[Content]:
        """The scenario, its players, and the objectives of each side."""
        plan = self.plan
        width = max(_LEAST_TEXT, self.query_one("#about").content_size.width - 1)
        players = [
            Content(f"{force.name}: {player_words(plan.players[force.id])}")
            for force in plan.scenario.sides
        ]
        players += [Content(told) for told in temper_sentences(plan.scenario.sides, plan.players)]
        title = Content.styled(plan.scenario.title, "bold")
        aims = scenario_lines.aim_lines(plan.scenario, width)
        facts = self._facts()
        return [title, *facts, Content(""), *players, *_hot_seat(plan), Content(""), *aims]

    def _facts(self) -> list[Content]:
        """Length and points of the sides as set up, difficulty, and balance."""
        scenario = self.plan.prepared_scenario
        known = scenario_lines.balance_lines(scenario, known_balance(scenario))
        return [Content(extent_words(scenario)), *known[:1]]

    def about_side(self, side: str) -> list[Content]:
        """How the computer plays a side, and whether players share the keyboard."""
        forces = [force for force in self.plan.scenario.sides if force.id == side]
        told = [Content(text) for text in temper_sentences(forces, self.plan.players)]
        return [*told, *_hot_seat(self.plan)]

    def about_further(self, name: str) -> list[Content]:
        """Help on a house rule (its present meaning, default and choices) or on a handicap."""
        if (side := self._handicapped(name)) is not None:
            return self._about_handicap(side)
        name = self._rule_of(name)
        rule = self.plan.known_rules[name]
        called = house_rule_name(name)
        written = "" if called == name else f"  {name}"
        title = Content.assemble((called, "bold"), (written, "dim"))
        said = house_rule_meaning(name, rule, self.plan.rules[name])
        lines = [title, Content(""), Content(said)]
        options = ", ".join(house_rule_value(name, option) for option in rule.options)
        lines += [Content(""), Content(f"default: {house_rule_value(name, rule.default)}")]
        if options:
            lines.append(Content(f"choices: {options}"))
        if name in self.plan.scenario.rules:
            said = house_rule_value(name, self.plan.scenario.rules[name])
            lines.append(Content(f"set by the scenario: {said}"))
        return lines

    def _about_handicap(self, side: str) -> list[Content]:
        """The figures that a side does without, as both sides will read it."""
        scenario = self.plan.scenario
        force = next(force for force in scenario.sides if force.id == side)
        away = absent_figures(scenario, force, self.plan.handicaps.get(side, 0))
        return [
            Content.styled(f"Handicap of {force.name}", "bold"),
            Content(""),
            Content(_LESS),
            Content(""),
            Content(handicap_note(scenario, force, away) if away else "All figures take part."),
        ]

    # Changes.

    def chosen(self, name: str) -> None:
        """Start, change a value, or type one that is a number."""
        if rule := self._number(name):
            value = str(self.plan.rules[rule])
            ask = InputDialog(house_rule_name(rule), f"0 to {MAX_SIGHT}", value, digits=3)
            self.app.push_screen(ask, lambda typed: self._number_typed(rule, typed))
        else:
            super().chosen(name)

    def _number_typed(self, rule: str, typed: str | None) -> None:
        if typed:
            self.renew(self.plan.with_number(rule, int(typed)))

    def with_further(self, name: str, by: int) -> GameSetup:
        """The plan with the next or previous value of a handicap or house rule."""
        if (side := self._handicapped(name)) is not None:
            return self.plan.with_handicap(side, by)
        return self.plan.with_rule(self._rule_of(name), by)

    def action_map(self) -> None:
        """Show the map full screen."""
        self.app.push_screen(FieldScreen.of_scenario(self.plan.scenario, self.plan.people))


def _hot_seat(plan: GameSetup) -> list[Content]:
    if plan.human_count > 1:
        text = "Two players at one keyboard: the screen is covered between their turns."
        return [Content(""), Content(text)]
    if plan.human_count == 0:
        return [Content(""), Content("The computer plays both sides; you watch.")]
    return []
