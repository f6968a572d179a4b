"""Meaning of a tile for the order in hand: its aim, else an order proposed there."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.orders import DEPLOY
from skirmish.presentation.ground_words import tile_words
from skirmish.presentation.orders.refusals import explain_verb_refusal
from skirmish.session import order_draft, proposals
from skirmish.session.controller import Controller
from skirmish.session.order_draft import OrderDraft

Propose = Callable[[Controller, Tile, OrderDraft | None], None]
"""Receives what is proposed at a tile, or None."""


def aim(controller: Controller, tile: Tile) -> None:
    """Aim the draft at a tile, or turn its figure there; say why a figure there is no target."""
    legal = controller.legal
    if order_draft.only_faces(legal, controller.draft):
        face_tile(controller, tile)
        return
    if not order_draft.on_map(legal, controller.draft):
        return
    controller.draft = order_draft.with_aim(legal, controller.draft, tile)
    controller.pinned = None
    if not controller.draft.target and any(legal.figures_at(tile)):
        controller.say_why(controller.draft, tile)


def face_tile(controller: Controller, tile: Tile) -> bool:
    """Turn the figure of the draft towards a tile, from where it will stand, as `face` does."""
    start = order_draft.standing_tile(controller.legal, controller.draft)
    if start is None or start == tile:
        return False
    return face(controller, facing_towards(start, tile))


def face(controller: Controller, facing: Facing) -> bool:
    """Turn the figure of the draft; False with a notice if it cannot, or faces there already."""
    legal, draft = controller.legal, controller.draft
    controller.draft = order_draft.with_facing(legal, draft, facing)
    turned = order_draft.facing_of(legal, controller.draft) == facing.name
    if not turned:
        same = legal.view.state.figures[draft.figure].facing is facing
        why = f"faces {facing.name} already" if same else f"cannot turn {facing.name}"
        controller.notice = f"{draft.figure} {why}"
    return turned


def when_proposed(controller: Controller, figure: str, tile: Tile, then: Propose) -> None:
    """Choose a figure; call `then` with its proposal at a tile as soon as its chances are known."""
    legal = controller.legal
    controller.draft = order_draft.select(figure)
    verb = proposals.default_verb(legal, controller.draft, tile)

    def go_on() -> None:
        then(controller, tile, proposal_at(controller, figure, tile))

    controller.awaited.begin(legal, figure, verb, legal.figures_at(tile), go_on)


def proposal_at(controller: Controller, figure: str, tile: Tile) -> OrderDraft | None:
    """What is proposed for a figure at a tile; an attack is made in the way chosen for it last."""
    given = controller.given
    found = proposals.proposed(controller.legal, figure, tile, given.aims(figure))
    return None if found is None else given.in_last_way(controller.legal, found)


def propose(controller: Controller, tile: Tile, proposal: OrderDraft | None) -> None:
    """Draft what is proposed for the chosen figure at a tile, or say why nothing is."""
    legal = controller.legal
    figure = controller.draft.figure
    if proposal is not None:
        controller.draft = controller.clicked = proposal
        controller.pinned = tile
    elif verb := proposals.default_verb(legal, controller.draft, tile):
        controller.say_why(evolve(controller.draft, verb=verb), tile)
        if not any(legal.figures_at(tile)):
            controller.notice = f"{tile_words(legal.view, tile, 1)}: {controller.notice}"
    elif legal.deploying:
        controller.explain(explain_verb_refusal(legal, figure, DEPLOY.name, tile))
    else:
        controller.notice = f"there is nothing for {figure} to do there"
