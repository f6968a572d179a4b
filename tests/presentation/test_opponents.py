"""Opponents of a game that is resumed go on as they would have without the break."""

from __future__ import annotations

import pytest

from skirmish.ai import key_of
from skirmish.game import Game
from skirmish.presentation.setup.opponents import ComputerOpponent, Opponents, bound_lines
from tests.village import village

EVERY = 4
"""One order in so many is asked of a new opponent, too."""


@pytest.mark.parametrize("ruleset", ["d20", "opposed_d6"])
def test_a_resumed_opponent_gives_the_same_orders(ruleset: str) -> None:
    """Wherever in its bound the game was left."""
    game = Game.new(village(ruleset), 3, {"blue": "regular", "red": "regular"})
    playing = Opponents(game, ComputerOpponent)
    asked = 0
    while game.turn < 2 and not game.over:
        side = game.to_act
        order = playing.for_side(side)(game.view(side))
        if len(game.lines) % EVERY == 0:
            again = Opponents(game, ComputerOpponent).for_side(side)(game.view(side))
            assert again == order
            asked += 1
        game.order(side, order)
    assert asked > EVERY


def test_only_orders_of_the_bound_since_the_hand_over_are_thought_again() -> None:
    """The orders that a person gave before are none of the computer's."""
    game = Game.new(village("d20"), 3, {"blue": "human", "red": "human"})
    side = game.to_act
    thinker = ComputerOpponent(game.ruleset, "recruit", key_of(3, side))
    for _ in range(2):
        game.order(side, thinker(game.view(side)))
    assert bound_lines(game, len(game.lines) + 1, side) == (1, 2)

    game.hand_over(side, "recruit")
    assert bound_lines(game, len(game.lines) + 1, side) == ()
