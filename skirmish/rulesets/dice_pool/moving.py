"""Walking, running, crawling and looking round: a share of the turn's move in each pass."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.board import Board
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import suppression, walking
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.moves import HELD, Gait
from skirmish.rulesets.common.walking import DOOR, MOVE, RUN, TURN, Pace
from skirmish.rulesets.dice_pool import suppressing
from skirmish.rulesets.dice_pool.actions import (
    acts,
    forget_split,
    left_to_walk,
    not_acting,
    unsettle,
)
from skirmish.rulesets.dice_pool.declared import FIRED, LOST, MOVED, PRONE, RAN, USED
from skirmish.rulesets.dice_pool.holding import answers
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

VERBS = {verb.name: verb for verb in (MOVE, RUN, TURN, DOOR)}
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


def refusal(state: State, order: Order) -> Refusal | None:
    """Why a figure may not move, turn or work a door so, as far as its side can tell."""
    figure = state.figures[order.figure]
    if refused := not_acting(state, figure):
        return refused
    if order.verb == TURN.name:
        return walking.turn_refusal(figure, order)
    if order.verb == DOOR.name:
        return walking.door_refusal(state, figure, order.target_tile, pace_of(state, figure))
    running = order.verb == RUN.name
    if running and (refused := _cannot_run(figure)):
        return refused
    return walking.path_refusal(state, figure, order, pace_of(state, figure, running=running))


def _cannot_run(figure: Figure) -> Refusal | None:
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} is prone", "POOL-F18", "'pose standing' first")
    if figure.count(FIRED) and not figure.count(RAN):
        what = f"{figure.id} has shot in this pass"
        return Refusal(what, "POOL-F18", "'move', or run before it shoots")
    return None


def choices(state: State, figure: Figure) -> Iterator[Family]:
    """All ways that a figure may go and look now."""
    if not acts(figure, state.clock) or figure.count(USED) == LOST:
        return
    pace = pace_of(state, figure)
    yield from walking.walks(state, figure, pace)
    if _cannot_run(figure) is None:
        yield from walking.walks(state, figure, pace_of(state, figure, running=True), RUN)
    yield from walking.doors(state, figure, pace)
    yield walking.turns(figure)


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order to go, look, or work a door."""
    name = order.figure
    scene.cite("POOL-F18" if order.verb in (TURN.name, RUN.name) else "POOL-F4")
    if order.verb == TURN.name:
        unsettle(scene, name, aim=False)
        walking.turn(scene, order)
        return
    unsettle(scene, name)
    forget_split(scene, name)
    suppression.lift(scene, name)
    if order.verb == DOOR.name:
        answers(scene, name)
        if scene.state.figures[name].at is not None:
            figure = scene.state.figures[name]
            walking.work_door(scene, name, order.target_tile, pace_of(scene.state, figure))
        return
    _walk(scene, order)


def _walk(scene: Scene, order: Order) -> None:
    name, running = order.figure, order.verb == RUN.name
    before = scene.state.figures[name]
    pace = pace_of(scene.state, before, running=running)
    if running:
        count(scene, name, RAN, 1)
    walking.walk_order(scene, order, pace, before=_interrupt, anew=_anew)
    if scene.state.figures[name].at not in (None, before.at):
        answers(scene, name)


def _interrupt(scene: Scene, name: str, tile: Tile) -> str:
    """What befalls a figure before a step: held shots, then suppressive fire where it goes."""
    answers(scene, name, tile)
    if scene.state.figures[name].at is not None:
        suppressing.strike(scene, name, tile)
    return "" if scene.state.figures[name].at is not None else HELD


def _anew(state: State, name: str) -> Gait | str:
    """Wounds slow nobody: the figure goes on as before."""
    figure = state.figures[name]
    pace = pace_of(state, figure)
    return walking.gait(state, pace, _interrupt, _anew)
