"""Another game that begins with the first lines of one: who plays it, with which dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from attrs import evolve, field, frozen
from textual.binding import BindingType
from textual.content import Content

from skirmish.game import HUMAN, Game
from skirmish.presentation.game_setup import player_options, random_seed
from skirmish.tui.screens.arrange import Arrange
from skirmish.tui.screens.sheet import keys_of


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
        everybody = player_options(self.game.players[side])
        return tuple(who for who in everybody if who != HUMAN or side not in self.fixed)

    def with_player(self, side: str, by: int) -> Fork:
        """Somebody else plays a side."""
        options = self.options(side)
        at = (options.index(self.players[side]) + by) % len(options)
        return evolve(self, players={**self.players, side: options[at]})

    def with_seed(self, seed: int) -> Fork:
        """Other dice."""
        return evolve(self, seed=seed)


class ForkScreen(Arrange[Fork]):
    """A game that begins where a replay stands."""

    sheet = "fork"
    BINDINGS: ClassVar[list[BindingType]] = keys_of("fork")
    seed_words = (
        "All dice from here on come from this number. With the seed of the first battle the same"
        " orders throw the same dice."
    )

    def __init__(self, fork: Fork, start: Callable[[Fork], None]) -> None:
        """Arrange a fork; `start` is told when all is said."""
        sides = fork.game.state.setup.sides
        super().__init__(fork, start, {side: setup.name for side, setup in sides.items()})

    def on_mount(self) -> None:
        """Say which battle it was."""
        self.say_title(f"{self.plan.game.state.setup.title}: another way from here")

    def about_start(self) -> list[Content]:
        """From where it begins, and that the first one stays."""
        played = f"begins with what was played so far, up to {self.plan.where}"
        text = f"A new battle that {played if self.plan.line else 'is played from the beginning'}."
        kept = "It gets a record of its own; the first one stays as it is."
        first = Content(f"The first one had the seed {self.plan.game.seed}.")
        return [Content(text), Content(""), Content(kept), first]

    def about_side(self, side: str) -> list[Content]:
        """Why nobody sits down at a side, where that is so."""
        if side not in self.plan.fixed:
            return []
        text = "Nobody sits down here while the first battle lasts: he would see too much."
        return [Content(""), Content(text)]
