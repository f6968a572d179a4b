"""Opponents: whatever gives a side's orders when no person does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from skirmish.ai import Choice, Pace, Stream, key_of, think
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.ruleset import Ruleset


class Opponent(Protocol):
    """Chooses an order from its side's view; runs in a thread, so it uses nothing else."""

    def __call__(self, view: View) -> Order:
        """The next order of the view's side."""


class ComputerOpponent:
    """The computer at one level, for one side of one game.

    Attributes:
        pace: How the caller waits for a thought; None to think without a limit.
    """

    def __init__(self, ruleset: Ruleset, level: str, key: str) -> None:
        """Start with a random stream of its own, named by the key."""
        self._ruleset = ruleset
        self._level = level
        self._stream = Stream(key)
        self._last: Choice | None = None
        self.pace: Pace | None = None

    def __call__(self, view: View) -> Order:
        """The next order of the view's side."""
        self._last = think(
            self._ruleset, view, self._level, self._stream, previous=self._last, pace=self.pace
        )
        return self._last.order


OpponentFactory = Callable[[Ruleset, str, str], Opponent]
"""Makes an opponent from a ruleset, a level and the key of its random stream."""


class Opponents:
    """The opponents that play sides of one game, made on first use."""

    def __init__(self, game: Game, hire: OpponentFactory) -> None:
        """Start without opponents; `hire` makes them."""
        self._game = game
        self._hire = hire
        self._found: dict[tuple[str, str], Opponent] = {}

    def for_side(self, side: str) -> Opponent:
        """The opponent of a side; the same one as long as the side's player stays."""
        game, hired = self._game, (side, self._game.players[side])
        if hired not in self._found:
            self._found[hired] = self._hire(game.ruleset, hired[1], key_of(game.seed, side))
        return self._found[hired]

    def clear(self) -> None:
        """Drop all opponents."""
        self._found.clear()
