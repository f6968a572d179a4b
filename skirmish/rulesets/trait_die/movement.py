"""Movement: walks and runs, doors, lying down and rising (AMMO-F4, AMMO-F23)."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.codec import Shape
from skirmish.core.events import Counted, Posed
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Purpose, Refusal, Verb
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.postures import Pose, plan_pose
from skirmish.rulesets.common.walking import HALVES, Pace
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.budget import ACTION, end_aim
from skirmish.rulesets.trait_die.counters import MOVED, PRONE, RAN, STANDING
from skirmish.rulesets.trait_die.dice import RUN_DIE, run
from skirmish.rulesets.trait_die.figures import kind_of
from skirmish.rulesets.trait_die.reactions import before, late

MOVEMENT = "AMMO-F4"
CRAWL = 2 * HALVES
"""A prone figure moves two tiles at most, and rises for two."""


POSE_VERB = Verb(
    "pose",
    "lies down, or rises for two tiles of its move",
    target=Shape.WORD,
    exposed=True,
    purpose=Purpose.POSTURE,
)
POSTURES = (PRONE, STANDING)


def allowance(figure: Figure) -> int:
    """Half tiles that a figure may move in its bound, standing; what it ran is added."""
    return HALVES * (kind_of(figure).pace + figure.count(RAN))


def pace(figure: Figure, *, running: bool = False) -> Pace:
    """How far a figure may still walk; `running` as far as the run may take it at best."""
    whole = allowance(figure) + (HALVES * RUN_DIE if running else 0)
    if figure.posture == PRONE:
        whole = min(whole, CRAWL)
    rest = max(0, whole - figure.count(MOVED))
    how = "run" if running or figure.count(RAN) else ""
    return Pace(rest, rule=MOVEMENT, how=how)


def _running(figure: Figure) -> Pace:
    """As far as a run may take a figure at best."""
    return pace(figure, running=True)


def _plan_walk(known: View, order: Order) -> walking.Way | Refusal:
    figure = known.state.figures[order.figure]
    return walking.way_of(known.state, figure, order, pace(figure))


def _plan_run(known: View, order: Order) -> walking.Way | Refusal:
    figure = known.state.figures[order.figure]
    return walking.way_of(known.state, figure, order, _running(figure))


def _can_run(known: View, order: Order) -> Refusal | None:
    return _cannot_run(known.state.figures[order.figure])


def _cannot_run(figure: Figure) -> Refusal | None:
    if figure.count(RAN):
        return Refusal(f"{figure.id} runs already", "AMMO-F4", "'move' on with what is left")
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} lies down", "AMMO-F23", "rise first")
    return None


def _walk_options(known: View, figure: Figure) -> Iterator[Family]:
    yield from walking.walks(known.state, figure, pace(figure))


def _run_options(known: View, figure: Figure) -> Iterator[Family]:
    if not _cannot_run(figure):
        yield from walking.walks(known.state, figure, _running(figure), walking.RUN)


def _run(scene: Scene, plan: walking.Way) -> None:
    scene.emit(Counted(plan.figure.id, RAN, run(scene.dice)))
    _walk(scene, plan)


def _walk(scene: Scene, plan: walking.Way) -> None:
    scene.cite(MOVEMENT)
    name = plan.figure.id
    figure = scene.state.figures[name]
    walking.walk_order(scene, plan.order, pace(figure), before=before)
    after = scene.state.figures[name]
    if after.at is not None and after.at != figure.at:
        end_aim(scene, name)
    late(scene, name)


MOVE = Action(
    verb=walking.MOVE,
    plan=_plan_walk,
    ready=lambda _view, way: walking.too_far(way.figure, way.halves, pace(way.figure)),
    options=_walk_options,
    carry_out=_walk,
    movement=True,
)
RUN = Action(
    verb=walking.RUN,
    able=_can_run,
    plan=_plan_run,
    ready=lambda _view, way: walking.too_far(way.figure, way.halves, _running(way.figure)),
    cost=Cost(ACTION),  # it takes as much off what follows
    options=_run_options,
    carry_out=_run,
    movement=True,
)


def _door_options(known: View, figure: Figure) -> Iterator[Family]:
    yield from walking.doors(known.state, figure, pace(figure))


def _work_door(scene: Scene, plan: walking.Door) -> None:
    scene.cite(MOVEMENT)
    figure = scene.state.figures[plan.figure.id]
    walking.work_door(scene, figure.id, plan.tile, pace(figure))


DOOR = Action(
    verb=walking.DOOR,
    plan=walking.door_of,
    ready=lambda _view, door: walking.too_far(door.figure, walking.DOOR_HALVES, pace(door.figure)),
    options=_door_options,
    carry_out=_work_door,
    movement=True,
)


def _can_rise(_view: View, plan: Pose) -> Refusal | None:
    figure = plan.figure
    if plan.posture == STANDING and allowance(figure) - figure.count(MOVED) < CRAWL:
        return Refusal(f"{figure.id} has moved too far to rise", "AMMO-F23", "it costs two tiles")
    return None


def _pose_options(known: View, figure: Figure) -> Iterator[Family]:
    for posture in POSTURES:
        if posture != figure.posture and not _can_rise(known, Pose(figure, posture)):
            yield Family(POSE.name, figure.id, One((posture,)))


def _pose(scene: Scene, plan: Pose) -> None:
    name = plan.figure.id
    scene.cite("AMMO-F23")
    scene.emit(Posed(name, plan.posture))
    if plan.posture == STANDING:
        scene.emit(Counted(name, MOVED, scene.state.figures[name].count(MOVED) + CRAWL))


POSE = Action(
    verb=POSE_VERB,
    plan=plan_pose(POSTURES, "AMMO-F23"),
    ready=_can_rise,
    options=_pose_options,
    carry_out=_pose,
)
