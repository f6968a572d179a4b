"""Walking, turning, doors: the common walk with d20's action points, legs, aim and barbs."""

from __future__ import annotations

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.moves import HELD, Gait
from skirmish.rulesets.d20 import action_points, overwatch
from skirmish.rulesets.d20.body import lame
from skirmish.rulesets.d20.declared import PRONE
from skirmish.rulesets.d20.effects import gone, tear
from skirmish.rulesets.d20.fire import lose_aim
from skirmish.rulesets.scene import Scene

VERBS = {verb.name: verb for verb in (walking.MOVE, walking.TURN, walking.DOOR)}
RULE = "D20-F6"


def limping(board: Board, a: Tile, b: Tile) -> int | None:
    """What a step costs on a crippled leg: twice as much, be it one leg or two (D20-F5)."""
    halves = board.step_cost(a, b)
    return None if halves is None else 2 * halves


def pace(figure: Figure) -> walking.Pace:
    """How far a figure may still walk: a point a tile, rounded up once over the bound."""
    halves = 0 if figure.posture == PRONE else action_points.halves_left(figure)
    return walking.Pace(halves, rule=RULE, cost=limping if lame(figure) else None)


def by_hand(figure: Figure) -> walking.Pace:
    """What a figure may spend on a door: legs and posture make no difference."""
    return walking.Pace(action_points.halves_left(figure), rule=RULE)


def refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    """Why a figure may not move, turn or work a door so."""
    if order.verb == walking.TURN.name:
        return walking.turn_refusal(figure, order)
    if order.verb == walking.DOOR.name:
        return walking.door_refusal(state, figure, order.target_tile, by_hand(figure))
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} lies prone", "D20-F18", "stand up first: pose standing")
    return walking.path_refusal(state, figure, order, pace(figure))


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order to move, turn or work a door."""
    if order.verb == walking.TURN.name:
        scene.cite("D20-F17")
        walking.turn(scene, order)
    elif order.verb == walking.DOOR.name:
        walking.work_door(scene, order.figure, order.target_tile, by_hand(_of(scene, order)))
    else:
        scene.cite("D20-F6")
        _walk(scene, order)


def _of(scene: Scene, order: Order) -> Figure:
    return scene.state.figures[order.figure]


def _walk(scene: Scene, order: Order) -> None:
    figure = _of(scene, order)
    before = gone(scene, figure.id)
    walking.walk_order(scene, order, pace(figure), before=_watched, anew=_anew)
    after = _of(scene, order)
    if after.at is None or after.at == figure.at:
        return
    lose_aim(scene, figure.id)
    tear(scene, figure.id, before)


def _watched(scene: Scene, name: str, tile: Tile) -> str:
    """Before each step: whoever watches both tiles attacks, on the tile that is left."""
    overwatch.answer(scene, name, tile)
    return ""


def _anew(state: State, name: str) -> Gait | str:
    """The gait of who was hit on the way: on a crippled leg, or not at all."""
    figure = state.figures[name]
    if figure.posture == PRONE:
        return HELD
    return walking.gait(state, pace(figure), _watched, _anew)
