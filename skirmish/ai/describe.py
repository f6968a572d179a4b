"""Description of a weighed order: where it leads, whom it bears on, what it risks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import itemgetter

from skirmish.ai.drafts import Draft
from skirmish.ai.end_positions import EndPosition
from skirmish.ai.remarks import AtPlace, Attacked, Remark
from skirmish.ai.situation import Situation
from skirmish.core.figures import Figure
from skirmish.core.geometry import in_arc
from skirmish.core.orders import Order


def describe_order(situation: Situation, order: Order, drafts: Sequence[Draft]) -> Remark:
    """What an order does."""
    for draft in drafts:
        for place in draft.places:
            if place.order == order:
                return _placed(situation, order.figure, place)
    return Attacked(order)


def _placed(situation: Situation, figure: str, place: EndPosition) -> AtPlace:
    """Where a figure goes, whom it bears on from there, and what it risks."""
    who = situation.view.state.figures[figure]
    guns = sum(1 for harm in place.suffers if harm)
    worth = max(1, who.who.kind.points * situation.weight(who))
    return AtPlace(
        figure,
        place.tile if place.tile != who.at else None,
        place.facing,
        situation.board.terrain(place.tile).name if place.cover else "",
        _target(situation, who, place),
        guns,
        _risk(worth, place.suffers) if guns else 0,
    )


def _target(situation: Situation, who: Figure, place: EndPosition) -> str:
    """The enemy in front, where it is seen, that a figure does most to from a place."""
    front = situation.matchups.capabilities(who).front
    gains = [
        (gain, foe.figure.id)
        for gain, foe in zip(place.deals, situation.foes, strict=True)
        if gain and foe.seen and in_arc(place.tile, place.facing, foe.tile, front)
    ]
    return max(gains, key=itemgetter(0), default=(0, ""))[1]


def _risk(worth: int, suffers: Sequence[int]) -> int:
    """What share of a figure the shots of all foes take, each of what the others leave of it."""
    left = Fraction(1)
    for harm in suffers:
        left *= 1 - min(Fraction(1), Fraction(harm, worth))
    return round(100 * (1 - left))
