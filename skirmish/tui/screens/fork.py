"""Another game that begins with the first lines of one: who plays it, with which dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from attrs import evolve, field, frozen
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from skirmish.game import HUMAN, Game
from skirmish.telling.plan import SEED_DIGITS, player_words, players_for, random_seed
from skirmish.tui import panels
from skirmish.tui.choices import Choice, Choices
from skirmish.tui.prose import HEAD
from skirmish.tui.screens.ask import Ask
from skirmish.tui.screens.sheet import Sheet, keys_of

START = "start"
SEED = "seed"
_SIDE = "side "
_WIDTH = 44


@frozen
class Fork:
    """A game that shall go another way after so many lines; who plays it, on which dice.

    `fixed` are the sides of which nobody else may take over while the first game lasts: a person
    who sat down at the other side would see what he must not.
    """

    game: Game = field(repr=False)
    line: int
    where: str
    players: Mapping[str, str]
    seed: int
    fixed: tuple[str, ...] = ()

    @classmethod
    def at(cls, game: Game, line: int, where: str) -> Fork:
        """A fork as the first game was played, on other dice."""
        players = dict(game.players)
        fixed = () if game.over else tuple(s for s, who in players.items() if who != HUMAN)
        return cls(game, line, where, players, random_seed(), fixed)

    def options(self, side: str) -> tuple[str, ...]:
        """Who may play a side."""
        everybody = players_for(self.game.players[side])
        return tuple(who for who in everybody if who != HUMAN or side not in self.fixed)

    def with_player(self, side: str, by: int) -> Fork:
        """Somebody else plays a side."""
        options = self.options(side)
        at = (options.index(self.players[side]) + by) % len(options)
        return evolve(self, players={**self.players, side: options[at]})


class ForkScreen(Sheet):
    """Lines with values that can be changed, and one to start."""

    sheet = "fork"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("fork")
    DEFAULT_CSS = """
    ForkScreen {
        #list { width: 48; height: 1fr; background: $surface; border-right: vkey $panel; }
        #about { padding: 0 1; }
    }
    """

    def __init__(self, fork: Fork, start: Callable[[Fork], None]) -> None:
        """Arrange a fork; `start` is told when all is said."""
        super().__init__()
        self.fork = fork
        self._start = start

    def body(self) -> ComposeResult:
        """The lines, and beside them what the marked one means."""
        with Horizontal():
            yield Choices(self._lines(), id="list")
            with VerticalScroll(id="about", can_focus=False):
                yield Static(Content(""), id="text")

    def on_mount(self) -> None:
        """Begin at the line that starts."""
        self.say_title(f"{self.fork.game.state.setup.title}: another way from here")
        self.query_one(Choices).mark(START)

    def _lines(self) -> Iterator[Choice]:
        fork = self.fork
        yield Choice(START, Content.styled("Start the battle", "bold"))
        yield Choice("", Content.styled("\nWho plays", HEAD))
        for side, setup in fork.game.state.setup.sides.items():
            yield _row(f"{_SIDE}{side}", setup.name, fork.players[side])
        yield Choice("", Content.styled("\nDice", HEAD))
        yield _row(SEED, "seed", str(fork.seed))

    def marked(self, name: str) -> None:
        """Say what the marked line means."""
        self.query_one("#text", Static).update(Content("\n").join(self._about(name)))
        hints = {START: "enter: on to the battle", SEED: "enter: type a seed; right: another one"}
        self.say_hint(hints.get(name, "left and right change it"))

    def _about(self, name: str) -> list[Content]:
        fork = self.fork
        if name.startswith(_SIDE):
            side = name.removeprefix(_SIDE)
            lines = [Content(player_words(fork.players[side]))]
            if side in fork.fixed:
                text = "Nobody sits down here while the first battle lasts: he would see too much."
                lines += [Content(""), Content(text)]
            return lines
        if name == SEED:
            text = (
                "All dice from here on come from this number. With the seed of the first battle the"
                " same orders throw the same dice."
            )
            return [Content.styled(f"seed {fork.seed}", "bold"), Content(""), Content(text)]
        text = f"A new battle that begins with what was played so far: {fork.where}."
        kept = "It gets a record of its own; the first one stays as it is."
        return [Content(text), Content(""), Content(kept)]

    def chosen(self, name: str) -> None:
        """Start, type a seed, or change a value."""
        if name == START:
            self.action_start()
        elif name == SEED:
            seed = str(self.fork.seed)
            ask = Ask("Seed", f"a number of at most {SEED_DIGITS} digits", seed, digits=SEED_DIGITS)
            self.app.push_screen(ask, self._seed_typed)
        else:
            self.action_change(1)

    def _seed_typed(self, typed: str | None) -> None:
        if typed:
            self._renew(evolve(self.fork, seed=int(typed)))

    def action_change(self, by: int) -> None:
        """The next value of the marked line, or the one before."""
        name = self.query_one(Choices).marked
        if name.startswith(_SIDE):
            self._renew(self.fork.with_player(name.removeprefix(_SIDE), by))
        elif name == SEED:
            self._renew(evolve(self.fork, seed=random_seed()))

    def _renew(self, fork: Fork) -> None:
        self.fork = fork
        choices = self.query_one(Choices)
        choices.set_lines(self._lines())
        self.marked(choices.marked)

    def action_start(self) -> None:
        """On to the battle."""
        self._start(self.fork)


def _row(name: str, label: str, value: str) -> Choice:
    return Choice(name, panels.two_ends(label, f"< {value} >", _WIDTH))
