"""The screen that sets up a fork of a game: players and seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from attrs import evolve, field, frozen
from textual.binding import BindingType
from textual.content import Content

from skirmish.core.view import View
from skirmish.game import HUMAN, Game
from skirmish.presentation.setup.game_setup import next_option, player_options, random_seed
from skirmish.session.omniscient import omniscient_view
from skirmish.tui.screen_keys import screen_bindings
from skirmish.tui.screens.game_setup import SetupScreen


@frozen
class ForkPlan:
    """A fork of a game after some lines: players and seed.

    While the first game lasts, no person may take over the sides in `fixed`, because that person
    would see the other side.
    """

    game: Game = field(repr=False)
    line: int
    where: str
    players: Mapping[str, str]
    seed: int
    fixed: tuple[str, ...] = ()

    @classmethod
    def at(cls, game: Game, line: int, where: str) -> ForkPlan:
        """A fork with the same players and another seed."""
        players = dict(game.players)
        fixed = () if game.over else tuple(s for s, who in players.items() if who != HUMAN)
        return cls(game, line, where, players, random_seed(), fixed)

    def options(self, side: str) -> tuple[str, ...]:
        """The players that a side may have."""
        everybody = player_options(self.game.players[side])
        return tuple(who for who in everybody if who != HUMAN or side not in self.fixed)

    def with_player(self, side: str, by: int) -> ForkPlan:
        """Another player for a side."""
        player = next_option(self.options(side), self.players[side], by)
        return evolve(self, players={**self.players, side: player})

    def with_seed(self, seed: int) -> ForkPlan:
        """Another seed."""
        return evolve(self, seed=seed)


class ForkScreen(SetupScreen[ForkPlan]):
    """Sets up a game that begins at a step of a replay."""

    key_group = "fork"
    BINDINGS: ClassVar[list[BindingType]] = screen_bindings("fork")
    seed_words = (
        "All dice from here on come from this number. With the seed of the first battle the same"
        " orders roll the same dice."
    )

    def __init__(self, fork: ForkPlan, start: Callable[[ForkPlan], None]) -> None:
        """Set up a fork; `start` is called with the plan."""
        sides = fork.game.state.setup.sides
        super().__init__(fork, start, {side: setup.name for side, setup in sides.items()})

    def on_mount(self) -> None:
        """Write the title."""
        self.set_title(f"{self.plan.game.state.setup.title}: another game from here")

    def starting_view(self) -> View | None:
        """The battle where the fork begins; None while the first battle lasts."""
        game = self.plan.game
        return omniscient_view(game, line=self.plan.line) if game.over else None

    def about_start(self) -> list[Content]:
        """Where the fork begins, and that the first game is kept."""
        played = f"continues from {self.plan.where}"
        text = f"A new battle that {played if self.plan.line else 'starts from the beginning'}."
        kept = "It is saved as a new record; the first battle does not change."
        first = Content(f"The first battle had the seed {self.plan.game.seed}.")
        return [Content(text), Content(""), Content(kept), first]

    def about_side(self, side: str) -> list[Content]:
        """Why no person may take a side, if that is so."""
        if side not in self.plan.fixed:
            return []
        text = "The first battle is not over: only the computer can play its hidden side."
        return [Content(""), Content(text)]
