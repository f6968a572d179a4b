"""Movement: walks and runs over the phases of a turn (EP-F7), turns, doors; postures, defence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.events import Posed
from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common import suppression, walking
from skirmish.rulesets.common.present import expose
from skirmish.rulesets.common.walking import HALVES, Pace, Pose, plan_pose
from skirmish.rulesets.d100.budget import (
    COMPLEX_ACTION,
    QUICK_ACTION,
    phase_of,
    take_complex,
    take_quick,
)
from skirmish.rulesets.d100.counters import (
    AIMED,
    DEFENDING,
    HAS_ATTACKED,
    MOVED,
    PRONE,
    RAN,
    STANDING,
)
from skirmish.rulesets.d100.figures import held_by, kind_of, prone
from skirmish.rulesets.d100.suppression import left_cover
from skirmish.rulesets.d100.suppression import watch as watch_zones
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene

RULE = "EP-F7"


def share(state: State, figure: Figure, tiles: int) -> int:
    """Half tiles that a figure may have moved by the end of this phase (EP-F7).

    `tiles` is its move of a whole turn.
    """
    speed = kind_of(figure).speed
    return HALVES * tiles * min(phase_of(state.clock), speed) // speed


def pace(state: State, figure: Figure, *, running: bool = False) -> Pace:
    """How far a figure may still walk, or run, in this phase (EP-F7)."""
    tiles = kind_of(figure).run if running else kind_of(figure).walk
    left = max(0, share(state, figure, tiles) - figure.count(MOVED))
    if running or not figure.count(RAN):
        return Pace(left, rule=RULE, how="run" if running else "")
    return Pace(left, rule=RULE, spent="has run", onward="'run' for the rest")


def _rooted(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not leave its tile (EP-F25)."""
    if held := held_by(known.state, figure.id):
        return Refusal(f"{figure.id} holds {held}", "EP-F25", "release it first: 'free'")
    return None


def _able_to_run(known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not run now (EP-F7, EP-F25)."""
    if refused := _rooted(known, figure):
        return refused
    if prone(figure):
        return Refusal(f"{figure.id} is prone", RULE, "stand up first: 'pose standing'")
    if figure.count(HAS_ATTACKED) and not figure.count(RAN):
        return Refusal(
            f"{figure.id} has attacked", RULE, "'move' instead; another time run before it attacks"
        )
    return None


def door_pace(state: State, figure: Figure) -> Pace:
    """Its pace for working a door: as a runner if it has run, else as a walker (EP-F7)."""
    runs = bool(figure.count(RAN))
    left = pace(state, figure, running=runs)
    if runs or not _could_run_first(state, figure):
        return left
    return evolve(left, door_remedy="run to another tile beside it first")


def _could_run_first(state: State, figure: Figure) -> bool:
    """Whether a figure could run a tile now and have enough left for a door (EP-F7)."""
    able = not prone(figure) and not figure.count(HAS_ATTACKED)
    enough = HALVES + walking.DOOR_HALVES
    return able and pace(state, figure, running=True).halves >= enough


def _walk(scene: Scene, plan: walking.Way) -> None:
    """Walk or run as ordered; that ends aim and suppressive fire.

    EP-F7, EP-F16, EP-F17, EP-F23.
    """
    scene.cite("EP-F7")
    name, order = plan.figure.id, plan.order
    before = scene.state.figures[name]
    gone = len(scene.state.tracks[name].steps) if name in scene.state.tracks else 0
    watch = watch_zones(scene.state, name)
    walking.walk_order(scene, order, plan.pace, before=watch)
    after = scene.state.figures[name]
    if after.at is None or after.count(MOVED) == before.count(MOVED):
        return
    scene.count(name, AIMED, 0)
    suppression.lift(scene, name)
    if order.verb == RUN.name:
        scene.count(name, RAN, 1)
    if watch is not None and len(scene.state.tracks[name].steps) > gone:
        left_cover(scene, name)


def _work_door(scene: Scene, plan: walking.Door) -> None:
    """Work a door as ordered (EP-F7)."""
    scene.cite("EP-F7")
    walking.work_door(scene, plan)


MOVE = evolve(walking.to_walk(pace, _walk), able=_rooted)
RUN = evolve(walking.to_walk(partial(pace, running=True), _walk, walking.RUN), able=_able_to_run)
DOOR = evolve(walking.to_work_doors(door_pace, _work_door), able=_rooted)
TURN = walking.to_turn(walking.turn)


POSE_VERB = Verb(
    "pose",
    "lies down (prone) or stands up (standing)",
    target=Shape.WORD,
    exposed=True,
    purpose=Purpose.POSTURE,
)
POSES = (STANDING, PRONE)


def _pose_options(_known: View, figure: Figure) -> Iterator[Family]:
    yield Family(POSE.name, figure.id, One(tuple(pose for pose in POSES if pose != figure.posture)))


def _pose(scene: Scene, plan: Pose) -> None:
    """Lie down or stand up as ordered (EP-F6)."""
    scene.cite("EP-F6")
    take_quick(scene, plan.figure.id)
    expose(scene, plan.figure.id)
    scene.emit(Posed(plan.figure.id, plan.posture))


POSE = Action(
    verb=POSE_VERB,
    cost=QUICK_ACTION,
    plan=plan_pose(POSES, "EP-F6"),
    options=_pose_options,
    carry_out=_pose,
)
DEFEND_VERB = Verb(
    "defend",
    "full defence: +30 until its next action phase; takes the whole action",
    purpose=Purpose.DEFENCE,
)


def _defend(scene: Scene, order: Order) -> None:
    """Go into full defence (EP-F6, EP-F9)."""
    scene.cite("EP-F6", "EP-F9")
    take_complex(scene, order.figure)
    scene.count(order.figure, DEFENDING, 1)


DEFEND = Action(
    verb=DEFEND_VERB,
    cost=COMPLEX_ACTION,
    options=lambda _known, figure: (Family(DEFEND_VERB.name, figure.id),),
    carry_out=_defend,
)
