"""Meaning of the direction keys: the cursor moves and aims, a figure turns, a mark moves on."""

from __future__ import annotations

from attrs import evolve

from skirmish.core.geometry import Facing, Tile
from skirmish.session import aiming, jumps, order_draft
from skirmish.session.controller import Controller
from skirmish.session.mode import Mode
from skirmish.session.order_draft import OrderDraft


def step(controller: Controller, facing: Facing) -> None:
    """Handle a direction key: turn, move in a list, or move the cursor."""
    legal = controller.legal
    if controller.look:
        _walk(controller, facing)
    elif order_draft.facing_part(legal, controller.draft):
        aiming.face(controller, facing)
    elif order_draft.in_list(legal, controller.draft):
        controller.draft = order_draft.step_in_list(legal, controller.draft, facing)
    elif controller.mode is Mode.TARGET and jumps.figures_only(legal, controller.draft):
        controller.cursor = (
            jumps.nearest_towards(legal, controller.draft, controller.cursor, facing)
            or controller.cursor
        )
        aiming.aim(controller, controller.cursor)
    else:
        _walk(controller, facing)
        _lead(controller, controller.cursor)


def leap(controller: Controller, facing: Facing) -> None:
    """Move the cursor to the edge of the reach in a direction, or by several tiles."""
    _jump_to(controller, jumps.edge, facing, "{figure} reaches no tile farther {way}")


def jump(controller: Controller, facing: Facing) -> None:
    """Move the cursor to the next place of interest in a direction."""
    _jump_to(
        controller, jumps.place, facing, "{figure} reaches no cover, objective or figure {way}"
    )


def _jump_to(controller: Controller, find: jumps.Jump, facing: Facing, ends: str) -> None:
    """Move the cursor by a jump; ask first if it would leave the reach."""
    legal = controller.legal
    draft = evolve(controller.draft, figure=controller.draft.figure or controller.next_able)
    tile = find(legal, draft, controller.cursor, facing, beyond=False)
    if tile is None:
        tile = find(legal, draft, controller.cursor, facing, beyond=True)
        if tile in (None, controller.cursor):
            controller.notice = f"nothing of interest {facing.name} of the cursor"
            return
        words = ends.format(figure=draft.figure, way=facing.name)
        if controller.asks_again(words):
            controller.notice = f"{words}; the same key again goes on beyond"
            return
    controller.cursor = tile
    _lead(controller, tile)


def _lead(controller: Controller, tile: Tile) -> None:
    """Aim at the tile of the cursor; without a draft, propose an order there."""
    if controller.mode is not Mode.SELECT:
        aiming.aim(controller, tile)
    elif (figure := controller.draft.figure or controller.next_able) and not controller.look:
        if not controller.legal.can_act:
            return
        aiming.when_proposed(controller, figure, tile, _lead_to)


def _lead_to(controller: Controller, tile: Tile, proposal: OrderDraft | None) -> None:
    """Make a proposal at the cursor's tile the draft, still in mode SELECT."""
    if proposal is not None and not controller.legal.own_figure_at(tile):
        controller.draft = evolve(proposal, mode=Mode.SELECT)


def _walk(controller: Controller, facing: Facing) -> None:
    tile = (controller.cursor[0] + facing.delta[0], controller.cursor[1] + facing.delta[1])
    if controller.legal.board.inside(tile):
        controller.cursor = tile
