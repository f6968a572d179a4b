"""One game of the computer against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from skirmish.ai import Choice, Stream, think
from skirmish.core.view import View
from skirmish.game import Game, Opening

MOST = 100_000
"""Orders after which a game is taken to have no end."""

Watch = Callable[[View, Choice], None]
"""Called with what a side saw and what it chose, before the order is given."""


def play(
    opening: Opening,
    players: Mapping[str, str],
    seed: int,
    *,
    watch: Watch | None = None,
    most: int = MOST,
) -> Game:
    """A game between levels, played to its end; it depends on nothing but what is given.

    Args:
        opening: What is fought.
        players: The level of each side.
        seed: What the dice depend on, and each side's own chance.
        watch: Called before each order.
        most: Orders after which it is broken off.

    Raises:
        RuntimeError: It has not ended by then.
    """
    game = Game.new(opening, seed, players)
    streams = {side: Stream(f"{seed} {side} thinks") for side in game.sides}
    last: dict[str, Choice] = {}
    for _ in range(most):
        if game.over:
            return game
        side = game.to_act
        known = game.view(side)
        choice = think(game.ruleset, known, players[side], streams[side], previous=last.get(side))
        last[side] = choice
        if watch is not None:
            watch(known, choice)
        game.order(side, choice.order)
    raise RuntimeError(f"seed {seed}: no end after {most} orders")
