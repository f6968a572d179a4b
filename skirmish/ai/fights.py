"""Close combat without an order: how a figure changes its friends' fights by joining them."""

from __future__ import annotations

from fractions import Fraction

from skirmish.ai.end_positions import EndPosition
from skirmish.ai.expected_damage import losses_of
from skirmish.ai.fixed_point import MILLI
from skirmish.ai.situation import Situation
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.geometry import adjacent
from skirmish.core.state import State
from skirmish.rulesets.foresight import fight_orders

FIGHT = "fight"
"""The term of a move to where friends fight."""


def joining(situation: Situation, name: str, place: EndPosition) -> int:
    """Return what a side's fights gain by a figure at a place, in thousandths of a point.

    0 if no friend fights the same enemies: then the fight is weighed as the figure's own attack.
    Otherwise the value of that own attack is subtracted.
    """
    if situation.mixed or not situation.beside & place.bit:
        return 0
    friends = [one.tile for one in situation.mine if one.id != name]
    alone = [
        harm
        for foe, harm in zip(situation.foes, place.deals, strict=True)
        if foe.seen
        and adjacent(foe.tile, place.tile)
        and any(adjacent(tile, foe.tile) for tile in friends)
    ]
    if not alone:
        return 0
    state, weights = situation.view.state, situation.level.weights
    figure = fast_evolve(state.figures[name], at=place.tile, facing=place.facing)
    gain = _balance(situation, state.with_figure(figure)) - _balance(situation, state)
    return int(gain * weights.contact / MILLI) - max(alone) * weights.fire // MILLI


def _balance(situation: Situation, state: State) -> Fraction:
    """Return what all fights as they stand cost the enemy, less what they cost the side."""
    total = Fraction(0)
    for order in fight_orders(situation.ruleset, state, situation.mine):
        for struck in losses_of(situation.ruleset, state, order, situation.cache):
            figure = state.figures[struck.figure]
            lost = struck.lost * situation.weight(figure)
            total += lost if figure.side != situation.view.side else -lost
    return total
