"""Why an order is not possible at the tile or line that the player looks at."""

from __future__ import annotations

from attrs import frozen

from skirmish.core.geometry import Tile
from skirmish.core.orders import Refusal
from skirmish.presentation.legal_orders import LegalOrders
from skirmish.presentation.refusals import explain_refusal, explain_verb_refusal, intended_order
from skirmish.session import order_draft, proposals
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft


@frozen
class Objections:
    """What stands against the orders that the player may mean.

    `tile` is the one looked at, which the mouse may have moved from the cursor. `quiet`: a notice
    has the word. `resting`: the cursor has not moved since the last order, so none is meant.
    """

    legal: LegalOrders
    draft: OrderDraft
    tile: Tile
    cursor: Tile
    quiet: bool
    resting: bool

    @property
    def aim(self) -> Refusal | None:
        """Why the draft cannot be aimed at the tile; None if that is not asked."""
        legal, draft = self.legal, self.draft
        home = self.tile == legal.position(draft.figure)  # No tile is chosen yet.
        if self.quiet or home or draft.field or not order_draft.on_map(legal, draft):
            return None
        order = intended_order(legal, draft.figure, draft.verb, self.tile)
        if not order.target or order_draft.complete(legal, draft):
            return None
        return explain_refusal(legal, order)

    @property
    def line(self) -> Refusal | None:
        """Why the marked order of the list is not possible; None for one that is."""
        names = order_draft.menu_verbs(self.legal, self.draft)
        if self.draft.mode is not Mode.MENU or not names:
            return None
        name, figure = names[self.draft.row % len(names)], self.draft.figure
        if name in self.legal.verbs(figure):
            return None
        return explain_verb_refusal(self.legal, figure, name, self.cursor)

    @property
    def likeliest(self) -> tuple[str, Refusal] | None:
        """The likeliest order at the tile, and why it is not possible."""
        legal, figure, tile = self.legal, self.draft.figure, self.tile
        verb = proposals.default_verb(legal, self.draft, tile)
        start = legal.position(figure)
        if not verb or not legal.can_act or start in (None, tile) or legal.own_figure_at(tile):
            return None
        if legal.deploying or legal.target_at(figure, verb, tile):
            return None
        return verb, explain_refusal(legal, intended_order(legal, figure, verb, tile))

    @property
    def elsewhere(self) -> tuple[str, Refusal] | None:
        """With no order in hand: what the figure could do elsewhere, and why not at the tile."""
        idle = self.draft.mode is Mode.SELECT and not self.draft.verb and not self.resting
        if not idle or self.draft.figure not in self.legal.active_figures():
            return None
        found = self.likeliest
        return found if found and found[0] in self.legal.verbs(self.draft.figure) else None
