"""One game of the computer against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from skirmish.ai import Choice, Stream, key_of, think
from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.game import Game, Opening
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.ruleset import Ruleset

MAX_ORDERS = 100_000
"""Number of orders after which a game is assumed to have no end."""

ASK = "ask"
"""The value of an order's field that leaves a choice to the player."""

Observer = Callable[[View, Choice], None]
"""Called with a side's view and its choice, before the order is given."""


class Player(Protocol):
    """Chooses the orders of a side; `ai.think` is one."""

    def __call__(
        self,
        ruleset: Ruleset,
        view: View,
        level: str,
        rng: Stream,
        *,
        previous: Choice | None = None,
    ) -> Choice:
        """Choose the next order for the view's side at a level."""


def play(
    opening: Opening,
    players: Mapping[str, str],
    seed: int,
    *,
    player: Player = think,
    observer: Observer | None = None,
    ask: bool = False,
    most: int = MAX_ORDERS,
) -> Game:
    """Play one game to its end; it depends on the arguments alone.

    Args:
        opening: The scenario, ready to play.
        players: The level of each side.
        seed: Seed of the dice, and of each side's own random choices.
        player: Chooses the orders of both sides.
        observer: Called before each order.
        ask: Whether choices in mid-order are put to the players, where an order can say so.
        most: Orders after which the game is broken off.

    Raises:
        RuntimeError: The game has not ended by then.
    """
    game = Game.new(opening, seed, players)
    streams = {side: Stream(key_of(seed, side)) for side in game.sides}
    last: dict[str, Choice] = {}
    for _ in range(most):
        if game.over:
            return game
        side = game.to_act
        view = game.view(side)
        choice = player(game.ruleset, view, players[side], streams[side], previous=last.get(side))
        last[side] = choice
        if observer is not None:
            observer(view, choice)
        game.order(side, _asking(game, choice.order) if ask else choice.order)
    raise RuntimeError(f"seed {seed}: no end after {most} orders")


def _asking(game: Game, order: Order) -> Order:
    """The order with every choice that it can leave to the player left open."""
    view = game.view(game.to_act)
    for field in verbs_of(game.ruleset)[order.verb].fields:
        if ASK in field.options:
            asking = order.with_field(field.name, ASK)
            if refusal(game.ruleset, view, asking) is None:
                order = asking
    return order
