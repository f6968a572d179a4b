"""Movement: a share of the turn's move in each pass, turns, doors; postures and full defence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Purpose, Refusal, Verb, then
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import suppression, walking
from skirmish.rulesets.common.moves import HELD, Gait
from skirmish.rulesets.common.walking import Pace, plan_pose
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
from skirmish.rulesets.dice_pool.reactions import answers
from skirmish.rulesets.dice_pool.suppression import strike
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

POSTURES = (STANDING, PRONE)
"""The postures that a figure may take (POOL-F4, POOL-F18)."""
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
"""Factor of a prone figure's cost of a step (POOL-F18)."""


def pace_of(state: State, figure: Figure, *, running: bool = False) -> Pace:
    """The pace at which a figure may still walk in this pass (POOL-F4, POOL-F18)."""
    return Pace(
        left_to_walk(figure, state.clock, running=running),
        MOVED,
        "POOL-F4",
        cost=_crawling if figure.posture == PRONE else None,
        how="run" if running or figure.count(RAN) else "",
    )


def _crawling(board: Board, a: Tile, b: Tile) -> int | None:
    """Cost of a step of a prone figure (POOL-F18)."""
    cost = board.step_cost(a, b)
    return None if cost is None else CRAWL * cost


def _cannot_run(figure: Figure) -> Refusal | None:
    """Why a figure cannot run: it is prone or has fired (POOL-F18)."""
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} is prone", "POOL-F18", "stand up first: 'pose standing'")
    if figure.count(FIRED) and not figure.count(RAN):
        what = f"{figure.id} has shot in this pass"
        return Refusal(what, "POOL-F18", "'move' instead; another time run before it shoots")
    return None


def _idle(known: View, figure: Figure) -> Refusal | None:
    """Why a figure cannot act in this bound (POOL-F4)."""
    return not_acting(known.state, figure)


def _able_to_run(known: View, figure: Figure) -> Refusal | None:
    return not_acting(known.state, figure) or _cannot_run(figure)


def _set_off(scene: Scene, name: str) -> None:
    """End what a walk or working a door ends (POOL-16, POOL-F7, POOL-F13, POOL-F14)."""
    unsettle(scene, name)
    forget_split(scene, name)
    suppression.lift(scene, name)


def _walk(scene: Scene, plan: walking.Way) -> None:
    scene.cite("POOL-F4")
    _set_off(scene, plan.figure.id)
    _go(scene, plan)


def _run(scene: Scene, plan: walking.Way) -> None:
    """Run as ordered (POOL-F4, POOL-F7)."""
    scene.cite("POOL-F18")
    _set_off(scene, plan.figure.id)
    scene.count(plan.figure.id, RAN, 1)
    _go(scene, plan)


def _go(scene: Scene, plan: walking.Way) -> None:
    """Walk as ordered; held shots may answer where the walk stops (POOL-F14)."""
    name, start = plan.figure.id, plan.figure.at
    walking.walk_order(scene, plan.order, plan.pace, before=_interrupt, replan=_replan)
    if scene.state.figures[name].at not in (None, start):
        answers(scene, name)


def _interrupt(scene: Scene, name: str, tile: Tile) -> str:
    """Make attacks on a figure before a step: held shots, then suppressive fire on the new tile.

    POOL-F13, POOL-F14.
    """
    answers(scene, name, tile)
    if scene.state.figures[name].at is not None:
        strike(scene, name, tile)
    return "" if scene.state.figures[name].at is not None else HELD


def _replan(state: State, name: str) -> Gait | str:
    """The pace for the rest of a walk; wounds do not slow a figure."""
    figure = state.figures[name]
    pace = pace_of(state, figure)
    return walking.gait(state, pace, _interrupt, _replan)


def _work_door(scene: Scene, plan: walking.Door) -> None:
    """Work a door as ordered; held shots may answer first (POOL-F14)."""
    name = plan.figure.id
    scene.cite("POOL-F4")
    _set_off(scene, name)
    answers(scene, name)
    if scene.state.figures[name].at is not None:
        walking.work_door(scene, plan)


def _turn(scene: Scene, order: Order) -> None:
    """Turn; it is free but gives up a held shot (POOL-F14, POOL-F18)."""
    scene.cite("POOL-F18")
    unsettle(scene, order.figure, aim=False)
    walking.turn(scene, order)


MOVE = evolve(walking.to_walk(pace_of, _walk), able=_idle)
RUN = evolve(walking.to_walk(partial(pace_of, running=True), _run, walking.RUN), able=_able_to_run)
DOOR = evolve(walking.to_work_doors(pace_of, _work_door), able=_idle)
TURN = evolve(walking.to_turn(_turn), able=_idle)


_POSE = plan_pose(POSTURES, "POOL-F4")


def _plan_pose(known: View, order: Order) -> Change | Refusal:
    """Plan to drop or to stand up (POOL-F4)."""
    return then(_POSE(known, order), lambda plan: Change(plan.figure, posture=plan.posture))


def _pose_options(known: View, figure: Figure) -> Iterator[Family]:
    orders = (Order.of(POSE.name, figure.id, posture) for posture in POSTURES)
    return possible(known, figure, orders, _plan_pose)


POSE = Action(
    verb=POSE_VERB, plan=_plan_pose, cost=OF_CHANGE, options=_pose_options, carry_out=make
)


def _plan_defence(known: View, order: Order) -> Change | Refusal:
    """Plan full defence (POOL-F3, POOL-F4)."""
    figure = known.state.figures[order.figure]
    if figure.count(DEFENDING):
        return Refusal(f"{figure.id} is in full defence", "POOL-F3", "it cannot move")
    return Change(figure, COMPLEX, {DEFENDING: 1})


def _defend_options(known: View, figure: Figure) -> Iterator[Family]:
    return possible(known, figure, (Order.of(DEFEND.name, figure.id),), _plan_defence)


def _defend(scene: Scene, change: Change) -> None:
    """Go into full defence (POOL-F3, POOL-F4)."""
    make(scene, change)
    scene.cite("POOL-F3")


DEFEND = Action(
    verb=DEFEND_VERB,
    plan=_plan_defence,
    cost=OF_CHANGE,
    options=_defend_options,
    carry_out=_defend,
)
