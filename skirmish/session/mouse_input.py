"""Meaning of the mouse: pointing previews, a click proposes, a second one gives the order."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.geometry import Facing, Tile, facing_towards, parse_path
from skirmish.core.orders import Order
from skirmish.presentation.odds.hint_kinds import FriendlyFire
from skirmish.presentation.odds.hint_words import risk_words
from skirmish.presentation.orders.refusals import explain_refusal
from skirmish.presentation.question_words import answer_options
from skirmish.presentation.setup.preferences import EXACT
from skirmish.presentation.wording import action_words
from skirmish.session import aiming, order_draft, order_input, proposals
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode


def point(controller: Controller, tile: Tile | None) -> None:
    """Preview the tile under the mouse; the cursor stays."""
    controller.pointed = tile
    if (
        tile is not None
        and controller.pinned is None
        and not controller.look
        and not controller.advice
    ):
        prepared = _prepared(controller)
        aiming.aim(controller, tile)
        controller.hovered = controller.draft, prepared


def _prepared(controller: Controller) -> Order:
    """The order in hand as it was before the mouse aimed it."""
    hovered, prepared = controller.hovered
    return prepared if controller.draft is hovered else controller.draft.order


def press(controller: Controller, tile: Tile) -> None:
    """Handle the left button going down: choose an own figure, so that its chances are shown."""
    here = controller.legal.own_figure_at(tile)
    if tile == controller.ordered_at:
        return
    known = here == controller.draft.figure and here != controller.followed
    new = controller.mode is Mode.SELECT and not controller.look and not known
    if here and new and controller.advice is None:
        controller.choose(here)


def face(controller: Controller, start: Tile, tile: Tile) -> Order | None:
    """Handle a drag with the other button: change the end facing of the move in hand, or turn.

    The figure to turn is the one where the drag began, else the current one.
    """
    legal = controller.legal
    if controller.look or controller.mode is Mode.ANSWER or start == tile:
        return None
    facing = facing_towards(start, tile)
    move = order_draft.with_end_facing(legal, controller.draft, facing)
    if move is not None:
        controller.draft, controller.pinned = move, parse_path(move.target)[-1]
        return None
    return _turn(controller, legal.own_figure_at(start) or controller.current_figure, facing)


def _turn(controller: Controller, figure: str, facing: Facing) -> Order | None:
    """Turn a figure where it stands; a notice says why not if it cannot."""
    legal = controller.legal
    able = legal.verbs(figure) if figure else ()
    verb = next((name for name in able if legal.target_shape(name) is Shape.FACING), "")
    if figure:
        controller.choose(figure)
    if verb:
        order_input.begin(controller, verb)
        controller.draft = order_draft.with_facing(legal, controller.draft, facing)
        if order_draft.facing_of(legal, controller.draft) == facing.name:
            return order_input.at_once(controller)
        controller.draft = order_draft.select(figure)
    shapes = ((name, legal.target_shape(name)) for name in legal.known_verbs)
    turn = next((name for name, shape in shapes if shape is Shape.FACING), "")
    if figure and turn:
        controller.explain(explain_refusal(legal, Order(turn, figure, facing.name)))
    else:
        controller.notice = (
            "choose a figure first" if turn else "figures turn only as they move here"
        )
    return None


def drag(controller: Controller, start: Tile, tile: Tile) -> Order | None:
    """Drag from an own figure to a tile: choose it, and propose its order there.

    From elsewhere, in look mode, or while a question is asked, it is a click on the tile.
    """
    here = controller.legal.own_figure_at(start)
    if start == tile or not here or controller.look or controller.mode is Mode.ANSWER:
        return click(controller, tile)
    controller.choose(here)
    controller.cursor = tile
    aiming.when_proposed(controller, here, tile, aiming.propose)
    return None


def click(controller: Controller, tile: Tile) -> Order | None:
    """Handle a left click: look at a tile, else choose or propose; the second click confirms.

    A click on an own figure chooses it and ends look mode; another click keeps it chosen. After a
    click has given an order about an own figure, the next click on it is ignored as a double click.
    """
    legal = controller.legal
    if tile == controller.ordered_before and controller.mode is Mode.SELECT:
        controller.notice = f"done; click again to choose {legal.own_figure_at(tile)}"
        return None
    controller.cursor, here = tile, legal.own_figure_at(tile)
    if controller.look:
        if here and controller.mode is Mode.SELECT:
            controller.stop_looking()
            controller.choose(here)
        return None
    pinned, controller.pinned = controller.pinned, None
    if controller.mode is Mode.ANSWER:
        return _click_answer(controller, tile)
    if controller.drafting:
        if _means_order(controller, tile, pinned):
            return _clicked_order(controller, tile)
        if order_draft.facing_part(legal, controller.draft):
            return _click_facing(controller, tile)
        if _click_aim(controller, tile):
            return None
    if here and here == controller.draft.figure:
        controller.draft = order_draft.select(here)
    else:
        order_input.choose_at(controller, tile)
    return None


def _clicked_order(controller: Controller, tile: Tile) -> Order | None:
    """The order in hand; None with a question, asked once, if it may hit own figures."""
    order = controller.draft.order
    forecast = controller.legal.forecasts.get(order)
    for hint in forecast.hints if forecast else ():
        if isinstance(hint, FriendlyFire) and controller.asks_again(str(order)):
            risk = risk_words(hint, numbers=controller.preferences.odds == EXACT)
            key = controller.key("confirm")
            controller.notice = f"{risk}; click again or {key}: do it all the same"
            controller.pinned = tile
            return None
    if order.target in controller.legal.own_figures():
        controller.ordered_at = controller.legal.position(order.target)
    return order


def _click_facing(controller: Controller, tile: Tile) -> Order | None:
    """Turn the figure of the draft towards a tile; the order, if the draft is just a turn."""
    turned = aiming.face_tile(controller, tile)
    controller.pinned = tile if turned else None
    return (
        order_input.at_once(controller) if turned and controller.draft.mode is Mode.TARGET else None
    )


def _click_aim(controller: Controller, tile: Tile) -> bool:
    """Aim the draft at a tile, or say why not; False if the click can mean another order."""
    figure = controller.draft.figure
    if controller.draft == controller.clicked and proposals.proposed(
        controller.legal, figure, tile
    ):
        return False  # An unchanged proposal is replaced by one that fits the new tile.
    before = controller.draft = evolve(controller.draft, mode=Mode.TARGET)
    aiming.aim(controller, tile)
    legal, draft = controller.legal, controller.draft
    if draft.target or draft.field:
        controller.pinned = tile
        if draft == before and order_draft.complete(legal, draft):
            # Nothing else shows that the click was handled.
            words = action_words(legal.view.state.figures.get(draft.figure), draft.verb)
            controller.notice = f"{words}: click again, or {controller.key('confirm')}"
    elif legal.own_figure_at(tile) or proposals.proposed(legal, draft.figure, tile):
        controller.notice = controller.refused_rule = ""  # The click means another order.
        return False
    else:
        # The click can mean no other order: the draft stays.
        controller.say_why(draft, tile)
    return True


def _means_order(controller: Controller, tile: Tile, pinned: Tile | None) -> bool:
    """Whether a click gives the order in hand: one aimed there by a click before, or by keys."""
    legal = controller.legal
    if not order_draft.complete(legal, controller.draft):
        return False
    prepared = _prepared(controller)
    keyed = prepared == controller.draft.order and prepared != controller.begun_at
    return pinned == tile or (
        keyed and tile == order_draft.aimed_tile(legal, controller.draft.order)
    )


def _click_answer(controller: Controller, tile: Tile) -> Order | None:
    legal = controller.legal
    options = answer_options(legal.view, legal.known_verbs)
    for number, option in enumerate(options):
        if option.tile == tile:
            return order_input.row(controller, number)
    return None
