"""Opponents: give a side's orders if no person does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from skirmish.ai import Choice, Pace, Stream, key_of, think
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.record import PLAYER
from skirmish.rulesets.ruleset import Ruleset


class Opponent(Protocol):
    """Chooses an order from its side's view; runs in a thread, so it uses nothing else."""

    def __call__(self, view: View) -> Order:
        """The next order of the view's side."""


class ComputerOpponent:
    """The computer at one level, for one side of one game.

    Attributes:
        pace: How the caller waits for a choice; None for no time limit.
    """

    def __init__(
        self, ruleset: Ruleset, level: str, key: str, earlier: Sequence[View] = ()
    ) -> None:
        """Start with a random stream of its own, named by the key.

        Args:
            ruleset: The rules of the battle.
            level: The level that it plays.
            key: The name of its random stream.
            earlier: The views from which its orders of the present bound were given, as in a game
                that is resumed. It computes these orders again before its first one, so that it
                continues as it would have without the break.
        """
        self._ruleset = ruleset
        self._earlier = tuple(earlier)
        self._level = level
        self._stream = Stream(key)
        self._last: Choice | None = None
        self.pace: Pace | None = None

    def __call__(self, view: View) -> Order:
        """The next order of the view's side."""
        for before in self._earlier:
            self._last = self._think(before)
        self._earlier = ()
        self._last = self._think(view)
        return self._last.order

    def _think(self, view: View) -> Choice:
        return think(
            self._ruleset, view, self._level, self._stream, previous=self._last, pace=self.pace
        )


OpponentFactory = Callable[[Ruleset, str, str, Sequence[View]], Opponent]
"""Makes an opponent; the arguments are those of `ComputerOpponent`."""


def bound_lines(game: Game, line: int, side: str) -> tuple[int, ...]:
    """The lines before one with the orders of a side in the same bound.

    Only those since the side was last handed over to another player. `line` may be the next one.
    """
    point = game.state_at(line - 1).clock.point
    found: list[int] = []
    for before, entry in reversed(game.standing_lines):
        if before >= line:
            continue
        if game.state_at(before - 1).clock.point != point:
            break
        if entry.side == side:
            if entry.verb == PLAYER:
                break
            found.append(before)
    return tuple(reversed(found))


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
            lines = bound_lines(game, len(game.lines) + 1, side)
            earlier = tuple(game.view_at(line - 1, side) for line in lines)
            key = key_of(game.seed, side)
            self._found[hired] = self._hire(game.ruleset, hired[1], key, earlier)
        return self._found[hired]

    def clear(self) -> None:
        """Drop all opponents."""
        self._found.clear()
