"""The attack at a tile that is proposed first: the best of the sensible ones by its exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from skirmish.core import battle_parts
from skirmish.core.codec import Shape
from skirmish.core.geometry import tile_text
from skirmish.core.orders import Order
from skirmish.errors import RuleTooWide
from skirmish.presentation.legal_orders import LegalOrders


def best_at_tile(
    legal: LegalOrders, figure: str, verb: str, others: Iterable[Order] = ()
) -> Order | None:
    """The attack at a tile that gains most; None for other verbs, or if none gains anything.

    It is chosen from what the ruleset suggests, the tiles of enemies in sight, and some `others`.
    """
    known = legal.known_verbs[verb]
    if known.target is not Shape.TILE or not known.dice:
        return None
    if legal.battle_part != battle_parts.FIGHT:
        return None
    orders = dict.fromkeys((*others, *_sensible(legal, figure, verb)))
    gains = {one: _gain(legal, one) for one in orders if legal.refusal(one) is None}
    best = max(gains, key=gains.__getitem__, default=None)
    return best if best is not None and gains[best] > 0 else None


def _sensible(legal: LegalOrders, figure: str, verb: str) -> Iterator[Order]:
    for one in legal.ruleset.suggestions.actions(legal.view, figure):
        if one.verb == verb:
            yield one
    for tile in legal.candidate_tiles(figure, verb):
        for family in legal.families(figure, verb, tile_text(tile)):
            yield Order.of(verb, figure, tile, **dict(family.fixed))


def _gain(legal: LegalOrders, order: Order) -> Fraction:
    """What the enemy can expect to lose by an order, less what the side itself can."""
    try:
        odds = legal.order_odds(order)
    except RuleTooWide:
        return Fraction(0)
    lost = odds.losses if odds is not None else {}
    view = legal.view
    return lost.get(view.enemy, Fraction(0)) - lost.get(view.side, Fraction(0))
