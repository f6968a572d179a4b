"""Movement: the common walk with action points, legs, aim and barbs; turns, doors, postures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.codec import Shape
from skirmish.core.events import Posed
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.moves import HELD, Gait
from skirmish.rulesets.common.walking import Pose, plan_pose
from skirmish.rulesets.d20.budget import POSE_COSTS, costs, halves_left, left, pay, share, walked
from skirmish.rulesets.d20.counters import MOVED, PRONE, STANDING
from skirmish.rulesets.d20.figures import lame
from skirmish.rulesets.d20.reactions import answer
from skirmish.rulesets.d20.shooting import lose_aim
from skirmish.rulesets.d20.wounds import gone, tear
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

RULE = "D20-F6"


def limping(board: Board, a: Tile, b: Tile) -> int | None:
    """The cost of a step with one or two crippled legs: twice as much (D20-F5)."""
    halves = board.step_cost(a, b)
    return None if halves is None else 2 * halves


def pace(_state: State, figure: Figure) -> walking.Pace:
    """How far a figure may still walk: a point a tile, rounded up once over the bound.

    D20-F5, D20-F6, D20-F18.
    """
    halves = 0 if figure.posture == PRONE else halves_left(figure)
    cost = limping if lame(figure) else None
    return walking.Pace(halves, rule=RULE, cost=cost, coin="AP")


def by_hand(_state: State, figure: Figure) -> walking.Pace:
    """What a figure may spend on a door: legs and posture make no difference (D20-F6)."""
    return walking.Pace(halves_left(figure), rule=RULE, coin="AP")


def _share(_state: State, plan: walking.Way | walking.Door) -> Fraction:
    """The share of the bound that a walk or a door takes (D20-F6)."""
    moved = plan.figure.count(MOVED)
    return share(plan.figure, walked(moved + plan.halves) - walked(moved))


def _plan_walk(known: View, order: Order) -> walking.Way | Refusal:
    """Plan a walk; the figure must stand (D20-F18)."""
    figure = known.state.figures[order.figure]
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} lies prone", "D20-F18", "stand up first: 'pose standing'")
    return _WALK.plan(known, order)


def _walk(scene: Scene, plan: walking.Way) -> None:
    """Walk as ordered; that ends aim and tears embedded barbs (D20-F6, D20-F9, D20-F13)."""
    scene.cite("D20-F6")
    name = plan.figure.id
    before = gone(scene, name)
    walking.walk_order(scene, plan.order, plan.pace, before=_watched, replan=_replan)
    after = scene.state.figures[name]
    if after.at is None or after.at == plan.figure.at:
        return
    lose_aim(scene, name)
    tear(scene, name, before)


def _watched(scene: Scene, name: str, tile: Tile) -> str:
    """Before each step, each enemy that watches both tiles attacks, on the tile that is left.

    D20-F10.
    """
    answer(scene, name, tile)
    return ""


def _replan(state: State, name: str) -> Gait | str:
    """How a figure that was hit on its path goes on: on a crippled leg, or not at all.

    D20-F5, D20-F18.
    """
    figure = state.figures[name]
    if figure.posture == PRONE:
        return HELD
    return walking.gait(state, pace(state, figure), _watched, _replan)


def _turn(scene: Scene, order: Order) -> None:
    """Turn, which costs nothing (D20-F17)."""
    scene.cite("D20-F17")
    walking.turn(scene, order)


_WALK = walking.to_walk(pace, _walk)
MOVE = evolve(_WALK, plan=_plan_walk, cost=Cost(_share))
DOOR = evolve(walking.to_work_doors(by_hand, walking.work_door), cost=Cost(_share))
TURN = walking.to_turn(_turn)
POSE_VERB = Verb(
    "pose", "lies down (prone) or stands up (standing)", target=Shape.WORD, purpose=Purpose.POSTURE
)


def other_posture(figure: Figure) -> str:
    """The posture that a figure can change to (D20-F18)."""
    return STANDING if figure.posture == PRONE else PRONE


def _pose_options(_known: View, figure: Figure) -> Iterator[Family]:
    if left(figure) >= POSE_COSTS:
        yield Family(POSE.name, figure.id, One((other_posture(figure),)))


def _pose(scene: Scene, plan: Pose) -> None:
    """Stand up or lie down as ordered (D20-F6, D20-F18)."""
    pay(scene, plan.figure.id, POSE_COSTS)
    scene.cite("D20-F18")
    scene.emit(Posed(plan.figure.id, plan.posture))


POSE = Action(
    verb=POSE_VERB,
    plan=plan_pose((STANDING, PRONE), RULE),
    cost=costs(POSE_COSTS, "a change of posture"),
    options=_pose_options,
    carry_out=_pose,
)
