"""One game of the computer against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game, Opening
from skirmish.lab.styles import STYLES, styled
from skirmish.rulesets.carry import refusal, verbs_of

MOST = 100_000
"""Orders after which a game is taken to have no end."""

ASK = "ask"
"""What a field of an order says that leaves a choice to the player."""

Watch = Callable[[View, Choice], None]
"""Called with what a side saw and what it chose, before the order is given."""


def play(
    opening: Opening,
    players: Mapping[str, str],
    seed: int,
    *,
    watch: Watch | None = None,
    ask: bool = False,
    most: int = MOST,
) -> Game:
    """A game between levels, played to its end; it depends on nothing but what is given.

    Args:
        opening: What is fought.
        players: The level of each side, or a style (`lab.styles`).
        seed: What the dice depend on, and each side's own chance.
        watch: Called before each order.
        ask: Whether choices in mid-order are put to the players, as far as an order can say so.
        most: Orders after which it is broken off.

    Raises:
        RuntimeError: It has not ended by then.
    """
    game = Game.new(opening, seed, players)
    streams = {side: Stream(key_of(seed, side)) for side in game.sides}
    last: dict[str, Choice] = {}
    for _ in range(most):
        if game.over:
            return game
        side = game.to_act
        known = game.view(side)
        player = styled if players[side] in STYLES else think
        choice = player(game.ruleset, known, players[side], streams[side], previous=last.get(side))
        last[side] = choice
        if watch is not None:
            watch(known, choice)
        game.order(side, _asking(game, choice.order) if ask else choice.order)
    raise RuntimeError(f"seed {seed}: no end after {most} orders")


def _asking(game: Game, order: Order) -> Order:
    """An order with every choice left to the player that it can leave to him."""
    known = game.view(game.to_act)
    for field in verbs_of(game.ruleset)[order.verb].fields:
        if ASK in field.options:
            asking = order.with_field(field.name, ASK)
            if refusal(game.ruleset, known, asking) is None:
                order = asking
    return order
