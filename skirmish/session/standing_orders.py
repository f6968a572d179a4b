"""Answers that a figure's standing order gives in place of its player."""

from __future__ import annotations

from skirmish.core.orders import ANSWER, Order
from skirmish.game import HUMAN, Game
from skirmish.rulesets.common.reactions import HOLD_FIRE


def standing_answer(game: Game) -> Order | None:
    """The answer to an open question that its player need not give; None if there is none.

    A figure that asks before it fires (`reply=ask`) holds its fire by itself below the chance of
    its standing order (`when=20%`).
    """
    side = game.to_act
    question = game.view(side).question if game.players.get(side) == HUMAN else None
    if question is None or HOLD_FIRE not in question.options:
        return None
    replies = game.ruleset.reactions.replies(game.view(side).state, question.figure)
    asked = (one for one in replies if str(one.order) in question.options)
    reply = next(asked, None)
    if reply is None or reply.worth_it:
        return None
    return Order(ANSWER.name, target=HOLD_FIRE)
