"""Defaults on the map: the verb for a tile, the nearest figure in a direction."""

from __future__ import annotations

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, distance2, in_arc
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.tui.order_draft import OrderDraft, menu_verbs

_QUARTER = 2


def default_verb(offers: LegalOrders, draft: OrderDraft, tile: Tile) -> str:
    """The likeliest verb for a figure at a tile: the first in the menu that fits it."""
    wanted = (Shape.FIGURE,) if any(offers.figures_at(tile)) else (Shape.PATH, Shape.TILE)
    verbs = menu_verbs(offers, draft)
    return next((verb for verb in verbs if offers.target_shape(verb) in wanted), "")


def figures_only(offers: LegalOrders, draft: OrderDraft) -> bool:
    """Whether only figures can be targets, so that the cursor jumps between them."""
    return not draft.field and not offers.target_mask(draft.figure, draft.verb)


def nearest_towards(
    offers: LegalOrders, draft: OrderDraft, start: Tile, facing: Facing
) -> Tile | None:
    """Tile of the nearest figure in a direction, legal target or not."""
    names = [*offers.listed_targets(draft.figure, draft.verb)]
    names += [enemy.id for enemy in offers.view.enemies()]
    places = [place for name in names if (place := offers.position(name)) is not None]
    there = [place for place in places if in_arc(start, facing, place, _QUARTER)]
    return min(there, key=lambda place: (distance2(start, place), place), default=None)
