"""What a battle is arranged with before it begins: who plays each side, the seed of the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, Self, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.presentation.game_setup import SEED_DIGITS, player_words, random_seed
from skirmish.tui import panels
from skirmish.tui.choices import Choice, Choices
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.sheet import Sheet

START = "start"
SEED = "seed"
_SIDE = "side "
_WIDTH = 44


class Arranged(Protocol):
    """A battle that is to be begun: players by side, a seed."""

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side."""

    @property
    def seed(self) -> int:
        """What all dice come from."""

    def with_player(self, side: str, by: int) -> Self:
        """Somebody else plays a side: the next one on the list, or the one before."""

    def with_seed(self, seed: int) -> Self:
        """Other dice."""


P = TypeVar("P", bound=Arranged)


class Arrange(Sheet, Generic[P]):
    """Lines with values that can be changed, one to start, and what the marked one means."""

    begins = "on to the battle"
    seed_words = ""
    DEFAULT_CSS = """
    Arrange {
        #list { width: 48; height: 1fr; background: $surface; border-right: vkey $edge; }
        #about { padding: 0 1; }
    }
    """

    def __init__(self, plan: P, start: Callable[[P], None], names: Mapping[str, str]) -> None:
        """Arrange a battle.

        Args:
            plan: It, as it stands.
            start: Told the plan when all is said.
            names: What its sides are called, by id.
        """
        super().__init__()
        self.plan = plan
        self._start = start
        self._names = names

    def body(self) -> ComposeResult:
        """The lines, and beside them what the marked one means."""
        with Horizontal():
            yield Choices(self._lines(), id="list")
            with VerticalScroll(id="about", can_focus=False):
                yield Static(Content(""), id="text")

    def on_mount(self) -> None:
        """Begin at the line that starts."""
        self.query_one(Choices).mark(START)

    def _lines(self) -> Iterator[Choice]:
        yield Choice(START, Content.styled("Start the battle", "bold"))
        yield head("Who plays")
        for side, name in self._names.items():
            yield row(f"{_SIDE}{side}", name, self.plan.players[side])
        yield head("Dice")
        yield row(SEED, "seed", str(self.plan.seed))
        yield from self.further_lines()

    def further_lines(self) -> Iterator[Choice]:
        """Lines below those that every battle has."""
        yield from ()

    # What the marked line means.

    def marked(self, name: str) -> None:
        """Say what the marked line means."""
        self.query_one("#text", Static).update(Content("\n").join(self._about(name)))
        self.say_hint(self.hint(name))

    def hint(self, name: str) -> str:
        """What the keys do on a line."""
        keys = (f"{self.sheet}.start", f"{self.sheet}.less", f"{self.sheet}.more")
        enter, start, less, more = (self.key(i) for i in ("sheet.choose", *keys))
        if name == START:
            return f"{enter} or {start}: {self.begins}"
        if name == SEED:
            return f"{enter}: type a seed; {more}: another one"
        return f"{less} and {more} change it"

    def _about(self, name: str) -> list[Content]:
        if name.startswith(_SIDE):
            side = name.removeprefix(_SIDE)
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

    def about_side(self, _side: str) -> list[Content]:
        """What there is to say of a side besides who plays it."""
        return []

    def about_start(self) -> list[Content]:
        """What begins when one starts."""
        return []

    def about_further(self, _name: str) -> list[Content]:
        """What a further line means."""
        return []

    # Changes.

    def chosen(self, name: str) -> None:
        """Start, type a seed, or change a value."""
        if name == START:
            self.action_start()
        elif name == SEED:
            seed = str(self.plan.seed)
            ask = Ask("Seed", f"a number of at most {SEED_DIGITS} digits", seed, digits=SEED_DIGITS)
            self.app.push_screen(ask, self._seed_typed)
        else:
            self.action_change(1)

    def _seed_typed(self, typed: str | None) -> None:
        if typed:
            self.renew(self.plan.with_seed(int(typed)))

    def action_change(self, by: int) -> None:
        """The next value of the marked line, or the one before."""
        name = self.query_one(Choices).marked
        if name.startswith(_SIDE):
            self.renew(self.plan.with_player(name.removeprefix(_SIDE), by))
        elif name == SEED:
            self.renew(self.plan.with_seed(random_seed()))
        elif name != START:
            self.renew(self.with_further(name, by))

    def with_further(self, _name: str, _by: int) -> P:
        """The plan with another value on a further line."""
        return self.plan

    def renew(self, plan: P) -> None:
        """Show another plan."""
        self.plan = plan
        choices = self.query_one(Choices)
        choices.set_lines(self._lines())
        self.marked(choices.marked)

    def action_start(self) -> None:
        """Begin."""
        self._start(self.plan)


def head(text: str) -> Choice:
    """A line over others, which cannot be chosen."""
    return Choice("", Content.styled(f"\n{text}", HEAD))


def row(name: str, label: str, value: str) -> Choice:
    """A line with a value that can be changed."""
    return Choice(name, panels.two_ends(label, f"< {value} >", _WIDTH))
