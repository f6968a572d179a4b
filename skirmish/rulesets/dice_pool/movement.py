"""Movement: a share of the turn's move in each pass, turns, doors; postures and full defence."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import suppression, walking
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.moves import HELD, Gait
from skirmish.rulesets.common.postures import plan_pose
from skirmish.rulesets.common.walking import Pace
from skirmish.rulesets.dice_pool.budget import (
    OF_CHANGE,
    Change,
    forget_split,
    left_to_walk,
    make,
    not_acting,
    possible,
    unsettle,
)
from skirmish.rulesets.dice_pool.counters import DEFENDING, FIRED, MOVED, PRONE, RAN, STANDING
from skirmish.rulesets.dice_pool.dice import COMPLEX
from skirmish.rulesets.dice_pool.reactions import answers, strike
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

POSTURES = (STANDING, PRONE)
POSE_VERB = Verb(
    "pose",
    "drops prone or stands up; Simple",
    target=Shape.WORD,
    exposed=True,
    purpose=Purpose.POSTURE,
)
DEFEND_VERB = Verb(
    "defend",
    "full defence until its next pass: dodge counts too; Complex",
    exposed=True,
    purpose=Purpose.DEFENCE,
)
CRAWL = 2
"""A step on the belly costs so many times what it costs upright (POOL-F18)."""


def pace_of(state: State, figure: Figure, *, running: bool = False) -> Pace:
    """How a figure may still walk in this pass."""
    return Pace(
        left_to_walk(figure, state.clock, running=running),
        MOVED,
        "POOL-F4",
        cost=_crawling if figure.posture == PRONE else None,
        how="run" if running or figure.count(RAN) else "",
    )


def _crawling(board: Board, a: Tile, b: Tile) -> int | None:
    cost = board.step_cost(a, b)
    return None if cost is None else CRAWL * cost


def _cannot_run(figure: Figure) -> Refusal | None:
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} is prone", "POOL-F18", "'pose standing' first")
    if figure.count(FIRED) and not figure.count(RAN):
        what = f"{figure.id} has shot in this pass"
        return Refusal(what, "POOL-F18", "'move', or run before it shoots")
    return None


def _idle(known: View, order: Order) -> Refusal | None:
    """Why the figure of an order does nothing in this bound."""
    return not_acting(known.state, known.state.figures[order.figure])


def _plan_walk(known: View, order: Order) -> walking.Way | Refusal:
    figure = known.state.figures[order.figure]
    return walking.way_of(known.state, figure, order, pace_of(known.state, figure))


def _plan_run(known: View, order: Order) -> walking.Way | Refusal:
    figure = known.state.figures[order.figure]
    if refused := _cannot_run(figure):
        return refused
    return walking.way_of(known.state, figure, order, pace_of(known.state, figure, running=True))


def _too_far(known: View, way: walking.Way) -> Refusal | None:
    running = way.order.verb == RUN.name
    return walking.too_far(
        way.figure, way.halves, pace_of(known.state, way.figure, running=running)
    )


def _walk_options(known: View, figure: Figure) -> Iterator[Family]:
    if not_acting(known.state, figure) is None:
        yield from walking.walks(known.state, figure, pace_of(known.state, figure))


def _run_options(known: View, figure: Figure) -> Iterator[Family]:
    if not_acting(known.state, figure) is None and _cannot_run(figure) is None:
        pace = pace_of(known.state, figure, running=True)
        yield from walking.walks(known.state, figure, pace, walking.RUN)


def _door_options(known: View, figure: Figure) -> Iterator[Family]:
    if not_acting(known.state, figure) is None:
        yield from walking.doors(known.state, figure, pace_of(known.state, figure))


def _turn_options(known: View, figure: Figure) -> Iterator[Family]:
    if not_acting(known.state, figure) is None:
        yield walking.turns(figure)


def _set_off(scene: Scene, name: str) -> None:
    """What ends when a figure goes or works a door."""
    unsettle(scene, name)
    forget_split(scene, name)
    suppression.lift(scene, name)


def _walk(scene: Scene, plan: walking.Way) -> None:
    name, running = plan.figure.id, plan.order.verb == RUN.name
    scene.cite("POOL-F18" if running else "POOL-F4")
    _set_off(scene, name)
    before = scene.state.figures[name]
    pace = pace_of(scene.state, before, running=running)
    if running:
        count(scene, name, RAN, 1)
    walking.walk_order(scene, plan.order, pace, before=_interrupt, anew=_anew)
    if scene.state.figures[name].at not in (None, before.at):
        answers(scene, name)


def _interrupt(scene: Scene, name: str, tile: Tile) -> str:
    """What befalls a figure before a step: held shots, then suppressive fire where it goes."""
    answers(scene, name, tile)
    if scene.state.figures[name].at is not None:
        strike(scene, name, tile)
    return "" if scene.state.figures[name].at is not None else HELD


def _anew(state: State, name: str) -> Gait | str:
    """Wounds slow nobody: the figure goes on as before."""
    figure = state.figures[name]
    pace = pace_of(state, figure)
    return walking.gait(state, pace, _interrupt, _anew)


def _work_door(scene: Scene, plan: walking.Door) -> None:
    name = plan.figure.id
    scene.cite("POOL-F4")
    _set_off(scene, name)
    answers(scene, name)
    figure = scene.state.figures[name]
    if figure.at is not None:
        walking.work_door(scene, name, plan.tile, pace_of(scene.state, figure))


def _turn(scene: Scene, order: Order) -> None:
    scene.cite("POOL-F18")
    unsettle(scene, order.figure, aim=False)
    walking.turn(scene, order)


MOVE = Action(
    verb=walking.MOVE,
    able=_idle,
    plan=_plan_walk,
    ready=_too_far,
    options=_walk_options,
    carry_out=_walk,
    movement=True,
)
RUN = Action(
    verb=walking.RUN,
    able=_idle,
    plan=_plan_run,
    ready=_too_far,
    options=_run_options,
    carry_out=_walk,
    movement=True,
)
DOOR = Action(
    verb=walking.DOOR,
    able=_idle,
    plan=walking.door_of,
    ready=lambda known, door: walking.too_far(
        door.figure, walking.DOOR_HALVES, pace_of(known.state, door.figure)
    ),
    options=_door_options,
    carry_out=_work_door,
    movement=True,
)
TURN = Action(
    verb=walking.TURN,
    able=_idle,
    plan=walking.plan_turn,
    options=_turn_options,
    carry_out=_turn,
    movement=True,
)
MOVEMENTS = (MOVE, RUN, DOOR, TURN)
"""Walks, doors and facings."""


_POSE = plan_pose(POSTURES, "POOL-F4")


def _plan_pose(known: View, order: Order) -> Change | Refusal:
    plan = _POSE(known, order)
    return plan if isinstance(plan, Refusal) else Change(plan.figure, posture=plan.posture)


def _pose_options(known: View, figure: Figure) -> Iterator[Family]:
    orders = (Order.of(POSE.name, figure.id, posture) for posture in POSTURES)
    return possible(known, figure, orders, _plan_pose)


POSE = Action(
    verb=POSE_VERB, plan=_plan_pose, cost=OF_CHANGE, options=_pose_options, carry_out=make
)


def _plan_defence(known: View, order: Order) -> Change | Refusal:
    figure = known.state.figures[order.figure]
    if figure.count(DEFENDING):
        return Refusal(f"{figure.id} is in full defence", "POOL-F3", "it lasts")
    return Change(figure, COMPLEX, {DEFENDING: 1})


def _defend_options(known: View, figure: Figure) -> Iterator[Family]:
    return possible(known, figure, (Order.of(DEFEND.name, figure.id),), _plan_defence)


def _defend(scene: Scene, change: Change) -> None:
    make(scene, change)
    scene.cite("POOL-F3")


DEFEND = Action(
    verb=DEFEND_VERB,
    plan=_plan_defence,
    cost=OF_CHANGE,
    options=_defend_options,
    carry_out=_defend,
)
