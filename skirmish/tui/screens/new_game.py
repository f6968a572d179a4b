"""The new game: who plays each side, the seed of the dice, the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from skirmish.presentation.game_setup import GameSetup, is_number, player_words, temper_sentences
from skirmish.presentation.scenario_text import house_rule_value
from skirmish.rulesets.registry import ruleset
from skirmish.scenario.handicap import note, staying_away
from skirmish.scenario.house import FARTHEST
from skirmish.tui.choices import Choice
from skirmish.tui.screens.arrange import Arrange, head, row
from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.field import FieldScreen
from skirmish.tui.screens.sheet import keys_of

_RULE = "rule "
_HANDICAP = "handicap "
_UNUSUAL = "*"
_LESS = (
    "The side takes the field without figures that are worth so many percent of its points, or a"
    " little less. It stands in the briefing, for both sides to read."
)


class NewGame(Arrange[GameSetup]):
    """A battle from its scenario, before the briefing."""

    sheet = "setup"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("setup")
    begins = "on to the briefing"
    seed_words = (
        "All dice of the battle come from this number. The same seed, scenario and orders are the"
        " same battle."
    )

    def __init__(self, plan: GameSetup, start: Callable[[GameSetup], None]) -> None:
        """Arrange a battle; `start` is told when all is said."""
        super().__init__(plan, start, {force.id: force.name for force in plan.scenario.sides})

    def on_mount(self) -> None:
        """Say which scenario it is."""
        scenario = self.plan.scenario
        self.say_title(f"{scenario.title}  ", (ruleset(scenario.ruleset).name, "dim"))

    def further_lines(self) -> Iterator[Choice]:
        """Handicaps, and the house rules."""
        yield head("Handicap")
        for force in self.plan.scenario.sides:
            percent = self.plan.handicaps.get(force.id, 0)
            less = f"{percent}% less" if percent else "none"
            yield row(f"{_HANDICAP}{force.id}", force.name, less)
        yield head(f"House rules  ({_UNUSUAL} not the usual)" if self._unusual() else "House rules")
        for name, value in self.plan.rules.items():
            mark = _UNUSUAL if name in self._unusual() else ""
            yield row(f"{_RULE}{name}", name.replace("_", " ") + mark, house_rule_value(value))

    def _unusual(self) -> tuple[str, ...]:
        """The house rules that are not as they usually are."""
        known = self.plan.known_rules
        return tuple(name for name, v in self.plan.rules.items() if v != known[name].default)

    # What the marked line means.

    def hint(self, name: str) -> str:
        """What the keys do on a line; a number can be typed."""
        usual = super().hint(name)
        return f"{usual}; {self.key('sheet.choose')}: type it" if self._number(name) else usual

    def _number(self, name: str) -> str:
        """The house rule of a line whose value is a number; empty for none."""
        rule = name.removeprefix(_RULE)
        return rule if is_number(self.plan.rules.get(rule)) else ""

    def about_start(self) -> list[Content]:
        """The scenario, and who plays it."""
        plan = self.plan
        players = [
            Content(f"{force.name}: {player_words(plan.players[force.id])}")
            for force in plan.scenario.sides
        ]
        players += [Content(told) for told in temper_sentences(plan.scenario.sides, plan.players)]
        title = Content.styled(plan.scenario.title, "bold")
        return [title, Content(""), *players, *_hot_seat(plan)]

    def about_side(self, side: str) -> list[Content]:
        """What comes of who plays what."""
        forces = [force for force in self.plan.scenario.sides if force.id == side]
        told = [Content(text) for text in temper_sentences(forces, self.plan.players)]
        return [*told, *_hot_seat(self.plan)]

    def about_further(self, name: str) -> list[Content]:
        """A house rule: what it says, what is usual, what there is to choose from."""
        if name.startswith(_HANDICAP):
            return self._about_handicap(name.removeprefix(_HANDICAP))
        name = name.removeprefix(_RULE)
        rule = self.plan.known_rules[name]
        lines = [Content.styled(name.replace("_", " "), "bold"), Content(""), Content(rule.text)]
        options = ", ".join(house_rule_value(option) for option in rule.options)
        lines += [Content(""), Content(f"usual: {house_rule_value(rule.default)}")]
        if options:
            lines.append(Content(f"choices: {options}"))
        if name in self.plan.scenario.rules:
            said = house_rule_value(self.plan.scenario.rules[name])
            lines.append(Content(f"the scenario says: {said}"))
        return lines

    def _about_handicap(self, side: str) -> list[Content]:
        """What a side would be without, which everybody is told."""
        scenario = self.plan.scenario
        force = next(force for force in scenario.sides if force.id == side)
        away = staying_away(scenario, force, self.plan.handicaps.get(side, 0))
        return [
            Content.styled(f"Handicap of {force.name}", "bold"),
            Content(""),
            Content(_LESS),
            Content(""),
            Content(note(scenario, force, away) if away else "Nobody stays away."),
        ]

    # Changes.

    def chosen(self, name: str) -> None:
        """Start, change a value, or type one that is a number."""
        if rule := self._number(name):
            value = str(self.plan.rules[rule])
            ask = Ask(rule.replace("_", " "), f"0 to {FARTHEST}", value, digits=3)
            self.app.push_screen(ask, lambda typed: self._number_typed(rule, typed))
        else:
            super().chosen(name)

    def _number_typed(self, rule: str, typed: str | None) -> None:
        if typed:
            self.renew(self.plan.with_number(rule, int(typed)))

    def with_further(self, name: str, by: int) -> GameSetup:
        """A handicap or a house rule with its next value, or the one before."""
        if name.startswith(_HANDICAP):
            return self.plan.with_handicap(name.removeprefix(_HANDICAP), by)
        return self.plan.with_rule(name.removeprefix(_RULE), by)

    def action_map(self) -> None:
        """The map, as large as the screen."""
        self.app.push_screen(FieldScreen.of_scenario(self.plan.scenario))


def _hot_seat(plan: GameSetup) -> list[Content]:
    if plan.human_count > 1:
        text = "Two people at one keyboard: the screen is covered whenever they change places."
        return [Content(""), Content(text)]
    if plan.human_count == 0:
        return [Content(""), Content("The computer plays both sides; you look on.")]
    return []
