"""What a tile means for a figure without an order in hand, and why no order is possible there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from skirmish.core.codec import Shape
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal, Verb
from skirmish.presentation.odds.target_chances import Stance
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.orders.refusals import (
    explain_refusal,
    explain_verb_refusal,
    intended_order,
)
from skirmish.session import order_draft
from skirmish.session.mode import Mode
from skirmish.session.order_draft import (
    OrderDraft,
    draft_like,
    exact_draft,
    menu_verbs,
    with_usual_details,
)

NO_ORDERS: Mapping[str, Order] = MappingProxyType({})


def proposed(
    legal: LegalOrders, figure: str, tile: Tile, last: Mapping[str, Order] = NO_ORDERS
) -> OrderDraft | None:
    """The order that a click on a tile proposes: of the first verb that can use it.

    An attack on ground without a figure is not proposed: a tile out of reach is most often meant
    for a move. For an enemy it is the attack whose chance is shown on the map, once that is known.
    If no attack can be expected to harm the enemy, nothing is proposed if a weapon is empty, and
    otherwise no attack on an area, which could only be smoke. An order at a tile has the weapon and
    details of the `last` one of its verb, if the figure can give it.
    """
    verbs = legal.verbs(figure)
    for name in legal.figures_at(tile):
        shown = legal.target_chances.get(Stance(figure), {}).get(name)
        if shown and shown.order and (draft := exact_draft(legal, shown.order)):
            return draft
        if shown and shown.chance is None and _is_empty(legal, figure):
            return None
        if shown:
            verbs = tuple(verb for verb in verbs if legal.target_shape(verb) is not Shape.TILE)
    if not any(legal.figures_at(tile)):
        verbs = tuple(verb for verb in verbs if not is_ground_fire(legal.known_verbs[verb]))
    for verb in verbs:
        target = legal.target_at(figure, verb, tile)
        if target:
            like = evolve(last[verb], figure=figure, target=target) if verb in last else None
            if like is not None and (draft := draft_like(legal, like)):
                return draft
            return with_usual_details(legal, OrderDraft(Mode.TARGET, figure, verb, target))
    return None


def other_attack(legal: LegalOrders, draft: OrderDraft) -> OrderDraft | None:
    """For an enemy whose best attack is a throw: the best attack without a throw, and back."""
    for one in legal.target_chances.get(Stance(draft.figure), {}).values():
        both = [way.order for way in (one, one.unthrown) if way is not None and way.order]
        meant = [(order.verb, order.target) for order in both]
        if len(both) > 1 and (draft.verb, draft.target) in meant:
            other = both[1 - meant.index((draft.verb, draft.target))]
            return exact_draft(legal, other)
    return None


def _is_empty(legal: LegalOrders, figure: str) -> bool:
    """Whether a weapon of a figure has to be loaded."""
    state = legal.view.state
    return bool(legal.ruleset.card.empty_weapons(state, state.figures[figure]))


def is_ground_fire(verb: Verb) -> bool:
    """Whether an order is an attack on ground, which is never proposed for a bare tile."""
    return verb.target is Shape.TILE and (verb.dice or verb.field("weapon") is not None)


def default_verb(legal: LegalOrders, draft: OrderDraft, tile: Tile) -> str:
    """The likeliest verb for a figure at a tile: the first in the menu that fits it.

    At an enemy it is the first of the figure's attacks, possible now or not.
    """
    here = [legal.view.state.figures.get(name) for name in legal.figures_at(tile)]
    wanted = (Shape.FIGURE,) if here else (Shape.PATH, Shape.TILE)
    verbs = menu_verbs(legal, draft)
    if not here:
        verbs = tuple(verb for verb in verbs if not is_ground_fire(legal.known_verbs[verb]))
    if any(one is not None and one.side != legal.view.side for one in here):
        attacks = [name for name, verb in legal.known_verbs.items() if verb.dice]
        verbs = (*(name for name in attacks if name in verbs), *verbs)
    found = next((verb for verb in verbs if legal.target_shape(verb) in wanted), "")
    return _farthest_gait(legal, draft.figure, found)


def _farthest_gait(legal: LegalOrders, figure: str, verb: str) -> str:
    """For a move, the gait that takes its figure farthest, such as running; else the verb."""
    if legal.target_shape(verb) is not Shape.PATH:
        return verb
    gaits = [name for name in legal.verbs(figure) if legal.target_shape(name) is Shape.PATH]
    return max(gaits, key=lambda name: legal.target_mask(figure, name).bit_count(), default=verb)


@frozen
class Objections:
    """Reasons against the orders that the player may mean.

    `tile` is the tile looked at; the mouse may have moved it away from the cursor. `quiet`: a
    notice is shown instead. `resting`: the cursor has not moved since the last order, so no order
    is meant.
    """

    legal: LegalOrders
    draft: OrderDraft
    tile: Tile
    cursor: Tile
    quiet: bool
    resting: bool

    @property
    def aim(self) -> Refusal | None:
        """Why the draft cannot be aimed at the tile; None if it can or no aim is asked for."""
        legal, draft = self.legal, self.draft
        home = self.tile == legal.position(draft.figure)  # No tile is chosen yet.
        if self.quiet or home or draft.field or not order_draft.on_map(legal, draft):
            return None
        order = order_draft.intended_at(legal, draft, self.tile)
        if not order.target or order_draft.complete(legal, draft):
            return None
        return explain_refusal(legal, order)

    @property
    def line(self) -> Refusal | None:
        """Why the marked order of the menu is not possible; None if it is."""
        names = order_draft.menu_verbs(self.legal, self.draft)
        if self.draft.mode is not Mode.MENU or not names:
            return None
        name, figure = names[self.draft.row % len(names)], self.draft.figure
        if name in self.legal.verbs(figure):
            return None
        return explain_verb_refusal(self.legal, figure, name, self.cursor)

    @property
    def likeliest(self) -> tuple[str, Refusal] | None:
        """The likeliest order at the tile and why it is not possible; None if it is possible."""
        legal, figure, tile = self.legal, self.draft.figure, self.tile
        verb = default_verb(legal, self.draft, tile)
        start = legal.position(figure)
        if not verb or not legal.can_act or start in (None, tile) or legal.own_figure_at(tile):
            return None
        if legal.deploying or legal.target_at(figure, verb, tile):
            return None
        return verb, explain_refusal(legal, intended_order(legal, figure, verb, tile))

    @property
    def elsewhere(self) -> tuple[str, Refusal] | None:
        """Without an order in hand: an order possible elsewhere, and why not at the tile."""
        idle = self.draft.mode is Mode.SELECT and not self.draft.verb and not self.resting
        if not idle or self.draft.figure not in self.legal.active_figures():
            return None
        found = self.likeliest
        return found if found and found[0] in self.legal.verbs(self.draft.figure) else None
