"""Close combat that is not ordered: what a figure changes in that of its friends by joining it."""

from __future__ import annotations

from fractions import Fraction

from skirmish.ai.expected_damage import losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.situation import Situation
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.geometry import Facing, Tile, adjacent
from skirmish.core.state import State
from skirmish.rulesets.foresight import fight_orders

FIGHT = "fight"
"""The term of a move to where friends fight."""


def joining(situation: Situation, name: str, tile: Tile, facing: Facing) -> int:
    """What the fights of a side gain by a figure on a tile, in thousandths of a point.

    Nothing where the figure would fight for itself alone: that is weighed as its own attack. Else
    that is not the case, and what it would do alone to the enemy is taken off.
    """
    board, state = situation.board, situation.view.state
    if situation.mixed or not situation.beside & board.bit(tile):
        return 0
    friends = [one for one in situation.mine if one.id != name]
    engaged = [
        foe
        for foe in situation.foes
        if foe.seen
        and adjacent(foe.tile, tile)
        and any(adjacent(friend.tile, foe.tile) for friend in friends)
    ]
    if not engaged:
        return 0
    figure = state.figures[name]
    joined = state.with_figure(fast_evolve(figure, at=tile, facing=facing))
    gain = _balance(situation, joined) - _balance(situation, state)
    weights, matchups = situation.level.weights, situation.matchups
    alone = max(matchups.harm(figure, tile, foe.figure, foe.tile) for foe in engaged)
    counted = gain - Fraction(alone * weights.fire, MILLI)
    return int(counted * weights.contact / MILLI)


def _balance(situation: Situation, state: State) -> Fraction:
    """What all fights as they stand cost the enemy, less what they cost the side."""
    total = Fraction(0)
    for order in fight_orders(situation.ruleset, state, situation.mine):
        for struck in losses_of(situation.ruleset, state, order, situation.cache):
            figure = state.figures[struck.figure]
            lost = struck.lost * situation.weight(figure)
            total += lost if figure.side != situation.view.side else -lost
    return total
