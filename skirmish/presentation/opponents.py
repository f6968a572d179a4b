"""Opponents: whatever gives a side's orders when no person does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from skirmish.ai import Choice, Pace, Stream, key_of, think
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.protocol import Ruleset


class Opponent(Protocol):
    """Chooses an order from what its side sees; called in a thread, so it keeps to its view."""

    def __call__(self, view: View) -> Order:
        """The next order of the view's side."""


class ComputerOpponent:
    """The computer at one level, for one side of one game.

    Attributes:
        pace: How somebody waits for its thoughts; nobody does at first.
    """

    def __init__(self, ruleset: Ruleset, level: str, key: str) -> None:
        """Begin; its chance is a stream of its own, named by the key."""
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
"""Finds an opponent for a ruleset and a level, with the key of its own chance."""


class Opponents:
    """Whoever plays the sides of one game that no person plays, found when first asked."""

    def __init__(self, game: Game, hire: OpponentFactory) -> None:
        """Begin with nobody; `hire` finds them."""
        self._game = game
        self._hire = hire
        self._found: dict[tuple[str, str], Opponent] = {}

    def for_side(self, side: str) -> Opponent:
        """Who plays a side now; the same one as long as nobody else does."""
        game, hired = self._game, (side, self._game.players[side])
        if hired not in self._found:
            self._found[hired] = self._hire(game.ruleset, hired[1], key_of(game.seed, side))
        return self._found[hired]

    def clear(self) -> None:
        """Begin anew with others."""
        self._found.clear()
