"""Deployment: before the first turn each side places the figures that have no fixed tile."""

from __future__ import annotations

from skirmish.core.events import Bound, Counted, Placed
from skirmish.core.figures import DEPLOYS, Figure
from skirmish.core.geometry import Facing
from skirmish.core.orders import DEPLOY, READY, Order, Refusal
from skirmish.core.setup import DEPLOYMENT, MUSTER, in_area, tiles_in
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.families import Family, One, Spots
from skirmish.rulesets.ruleset import Ruleset
from skirmish.rulesets.scene import Scene

PHASE = DEPLOYMENT
FACINGS = One(tuple(facing.name for facing in Facing))


def movable(state: State, side: str) -> tuple[Figure, ...]:
    """Return the figures that a side may still place."""
    return tuple(f for f in state.of_side(side) if f.count(DEPLOYS))


def zone(state: State, side: str) -> int:
    """Return the mask of a side's start tiles: the passable ones of its deployment zone."""
    area = state.setup.sides[side].deploy
    board = state.board
    if area is None:
        return 0
    return board.mask_of(filter(board.passable, tiles_in(area)))


def free(known: View, figure: str) -> int:
    """Return the mask of the tiles where a figure may be placed now."""
    state = known.state
    mask = zone(state, known.side)
    for other in state.of_side(known.side):
        if other.id != figure:
            mask &= ~state.board.bit(other.tile)
    return mask


def refusal(known: View, order: Order) -> Refusal | None:
    """Return why an order of the deployment is not allowed."""
    if order.verb == READY.name:
        return None
    if order.verb != DEPLOY.name:
        return Refusal("the sides are still deploying", remedy="deploy your figures, then 'ready'")
    figure = known.state.figures[order.figure]
    if not figure.count(DEPLOYS):
        return Refusal(f"{order.figure} has a fixed place in this scenario")
    area = known.state.setup.sides[known.side].deploy
    tile = order.target_tile
    if area is None or not in_area(area, tile):
        return Refusal(f"{order.target} is outside your deployment zone")
    if not known.state.board.inside(tile) or not known.state.board.passable(tile):
        return Refusal(f"figures cannot stand on {order.target}")
    other = known.state.standing(tile)
    if other is not None and other.id != order.figure:
        return Refusal(f"{other.id} stands there", remedy=f"move {other.id} first")
    return None


def choices(known: View, figure: str) -> tuple[Family, ...]:
    """Return the family of orders to place a figure."""
    if not known.state.figures[figure].count(DEPLOYS):
        return ()
    spots = Spots(free(known, figure), known.state.board)
    return (Family(DEPLOY.name, figure, spots, (("face", FACINGS),)),)


def carry_out(ruleset: Ruleset, scene: Scene, order: Order) -> None:
    """Place a figure, or end a side's deployment."""
    if order.verb == DEPLOY.name:
        figure = scene.state.figures[order.figure]
        facing = order.facing("face")
        if facing is None:
            facing = figure.facing
        scene.emit(Placed(figure.id, order.target_tile, facing))
        return
    for figure in movable(scene.state, scene.side):
        scene.emit(Counted(figure.id, DEPLOYS, 0))
    setup = scene.state.setup
    if scene.side == setup.first:
        scene.emit(Bound(0, scene.state.clock.step + 1, PHASE, setup.enemy(scene.side)))
    else:
        ruleset.turn.opening(scene)


def muster_over(scene: Scene) -> None:
    """End a side's muster; that of the other side follows, then deployment (AMMO-F20)."""
    setup = scene.state.setup
    if scene.side == setup.first:
        scene.emit(Bound(0, 1, MUSTER, setup.enemy(scene.side)))
    else:
        scene.emit(Bound(0, 2, PHASE, setup.first))
