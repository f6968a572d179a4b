"""The new game: who plays each side, the seed of the dice, the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from attrs import evolve
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.rulesets.registry import ruleset
from skirmish.scenario.house import FARTHEST
from skirmish.telling.plan import SEED_DIGITS, Plan, is_number, player_words, random_seed
from skirmish.telling.prose import value_words
from skirmish.tui import panels
from skirmish.tui.choices import Choice, Choices
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.field import FieldScreen
from skirmish.tui.screens.sheet import Sheet, keys_of

START = "start"
SEED = "seed"
_SIDE = "side "
_RULE = "rule "
_WIDTH = 44


class NewGame(Sheet):
    """Lines with values that can be changed, and one to start."""

    sheet = "setup"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("setup")
    DEFAULT_CSS = """
    NewGame {
        #list { width: 48; height: 1fr; background: $surface; border-right: vkey $panel; }
        #about { padding: 0 1; }
    }
    """

    def __init__(self, plan: Plan, start: Callable[[Plan], None]) -> None:
        """Arrange a battle; `start` is told when all is said."""
        super().__init__()
        self.plan = plan
        self._start = start

    def body(self) -> ComposeResult:
        """The lines, and beside them what the marked one means."""
        with Horizontal():
            yield Choices(self._lines(), id="list")
            with VerticalScroll(id="about", can_focus=False):
                yield Static(Content(""), id="text")

    def on_mount(self) -> None:
        """Begin at the line that starts."""
        scenario = self.plan.scenario
        rules = ruleset(scenario.ruleset).name
        self.say_title(f"{scenario.title}  ", (rules, "dim"))
        self.query_one(Choices).mark(START)

    def _lines(self) -> Iterator[Choice]:
        plan = self.plan
        yield Choice(START, Content.styled("Start the battle", "bold"))
        yield Choice("", Content.styled("\nWho plays", HEAD))
        for force in plan.scenario.sides:
            yield _row(f"{_SIDE}{force.id}", force.name, plan.players[force.id])
        yield Choice("", Content.styled("\nDice", HEAD))
        yield _row(SEED, "seed", str(plan.seed))
        yield Choice("", Content.styled("\nHouse rules", HEAD))
        for name, value in plan.rules.items():
            mark = "" if value == plan.known_rules[name].default else "*"
            yield _row(f"{_RULE}{name}", name.replace("_", " ") + mark, value_words(value))

    def marked(self, name: str) -> None:
        """Say what the marked line means."""
        self.query_one("#text", Static).update(Content("\n").join(self._about(name)))
        enter, start, more = (self.key(i) for i in ("sheet.choose", "setup.start", "setup.more"))
        hints = {
            START: f"{enter} or {start}: on to the briefing",
            SEED: f"{enter}: type a seed; {more}: another one",
        }
        self.say_hint(hints.get(name, f"{self.key('setup.less')} and {more} change it"))

    def _about(self, name: str) -> list[Content]:
        plan = self.plan
        if name.startswith(_SIDE):
            return self._about_side(name.removeprefix(_SIDE))
        if name.startswith(_RULE):
            return self._about_rule(name.removeprefix(_RULE))
        if name == SEED:
            text = (
                "All dice of the battle come from this number. The same seed, scenario and orders"
                " are the same battle."
            )
            return [Content.styled(f"seed {plan.seed}", "bold"), Content(""), Content(text)]
        lines = [Content.styled(plan.scenario.title, "bold"), Content("")]
        lines += [
            Content(f"{force.name}: {player_words(plan.players[force.id])}")
            for force in plan.scenario.sides
        ]
        return lines + _hot_seat(plan)

    def _about_side(self, side: str) -> list[Content]:
        force = next(force for force in self.plan.scenario.sides if force.id == side)
        player = self.plan.players[side]
        lines = [Content.styled(f"{force.name} ({side})", "bold"), Content("")]
        return [*lines, Content(f"{player}: {player_words(player)}"), *_hot_seat(self.plan)]

    def _about_rule(self, name: str) -> list[Content]:
        rule = self.plan.known_rules[name]
        lines = [Content.styled(name.replace("_", " "), "bold"), Content(""), Content(rule.text)]
        options = ", ".join(value_words(option) for option in rule.options)
        lines += [Content(""), Content(f"usual: {value_words(rule.default)}")]
        if options:
            lines.append(Content(f"choices: {options}"))
        if name in self.plan.scenario.rules:
            said = value_words(self.plan.scenario.rules[name])
            lines.append(Content(f"the scenario says: {said}"))
        return lines

    def chosen(self, name: str) -> None:
        """Start, type a seed, or change a value."""
        if name == START:
            self.action_start()
        elif name == SEED:
            seed = str(self.plan.seed)
            ask = Ask("Seed", f"a number of at most {SEED_DIGITS} digits", seed, digits=SEED_DIGITS)
            self.app.push_screen(ask, self._seed_typed)
        elif is_number(self.plan.rules.get(rule := name.removeprefix(_RULE))):
            ask = Ask(rule, f"0 to {FARTHEST}", str(self.plan.rules[rule]), digits=3)
            self.app.push_screen(ask, lambda typed: self._number_typed(rule, typed))
        else:
            self.action_change(1)

    def _seed_typed(self, typed: str | None) -> None:
        if typed:
            self._renew(evolve(self.plan, seed=int(typed)))

    def _number_typed(self, rule: str, typed: str | None) -> None:
        if typed:
            self._renew(self.plan.with_number(rule, int(typed)))

    def action_change(self, by: int) -> None:
        """The next value of the marked line, or the one before."""
        name = self.query_one(Choices).marked
        if name.startswith(_SIDE):
            self._renew(self.plan.with_player(name.removeprefix(_SIDE), by))
        elif name.startswith(_RULE):
            self._renew(self.plan.with_rule(name.removeprefix(_RULE), by))
        elif name == SEED:
            self._renew(evolve(self.plan, seed=random_seed()))

    def _renew(self, plan: Plan) -> None:
        self.plan = plan
        choices = self.query_one(Choices)
        choices.set_lines(self._lines())
        self.marked(choices.marked)

    def action_start(self) -> None:
        """On to the briefing."""
        self._start(self.plan)

    def action_map(self) -> None:
        """The map, as large as the screen."""
        self.app.push_screen(FieldScreen.of_scenario(self.plan.scenario))


def _row(name: str, label: str, value: str) -> Choice:
    return Choice(name, panels.two_ends(label, f"< {value} >", _WIDTH))


def _hot_seat(plan: Plan) -> list[Content]:
    if plan.people > 1:
        text = "Two people at one keyboard: the screen is covered whenever they change places."
        return [Content(""), Content(text)]
    if plan.people == 0:
        return [Content(""), Content("The computer plays both sides; you look on.")]
    return []
