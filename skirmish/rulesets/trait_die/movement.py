"""Movement: walks and runs, doors, lying down and rising (AMMO-F4, AMMO-F23)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from attrs import evolve

from skirmish.core.codec import Shape
from skirmish.core.dice import Distribution, odds
from skirmish.core.events import Counted, Posed
from skirmish.core.figures import Figure
from skirmish.core.orders import Purpose, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action, Cost
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.walking import HALVES, Pace, Pose, plan_pose
from skirmish.rulesets.families import Family, One
from skirmish.rulesets.scene import Scene
from skirmish.rulesets.trait_die.budget import ACTION, end_aim
from skirmish.rulesets.trait_die.counters import MOVED, PRONE, RAN, STANDING
from skirmish.rulesets.trait_die.dice import RUN_DIE, run
from skirmish.rulesets.trait_die.figures import kind_of
from skirmish.rulesets.trait_die.reactions import before, late

MOVEMENT = "AMMO-F4"
CRAWL = 2 * HALVES
"""Limit of a prone figure's move, and the cost of rising: two tiles (AMMO-F23)."""


POSE_VERB = Verb(
    "pose",
    "lies down, or rises for two tiles of its move",
    target=Shape.WORD,
    exposed=True,
    purpose=Purpose.POSTURE,
)
POSTURES = (PRONE, STANDING)


def allowance(figure: Figure) -> int:
    """Half tiles that a standing figure may move in its bound, its run included (AMMO-F4)."""
    return HALVES * (kind_of(figure).pace + figure.count(RAN))


def pace(_state: State, figure: Figure, *, running: bool = False) -> Pace:
    """How far a figure may still walk; with `running`, for the best roll of a run (AMMO-F23).

    AMMO-F4.
    """
    whole = allowance(figure) + (HALVES * RUN_DIE if running else 0)
    if figure.posture == PRONE:
        whole = min(whole, CRAWL)
    rest = max(0, whole - figure.count(MOVED))
    how = "run" if running or figure.count(RAN) else ""
    return Pace(rest, rule=MOVEMENT, how=how, most=" with the best run" if running else "")


def _able_to_run(_known: View, figure: Figure) -> Refusal | None:
    """Why a figure may not run: it has run already, or is prone (AMMO-F4, AMMO-F23)."""
    if figure.count(RAN):
        return Refusal(f"{figure.id} runs already", "AMMO-F4", "use 'move' for the rest")
    if figure.posture == PRONE:
        return Refusal(f"{figure.id} lies down", "AMMO-F23", "stand up first: 'pose standing'")
    return None


def _run(scene: Scene, plan: walking.Way) -> None:
    """Run as ordered, as far as the die allows (AMMO-F4)."""
    scene.emit(Counted(plan.figure.id, RAN, run(scene.dice)))
    _walk(scene, evolve(plan, pace=pace(scene.state, scene.state.figures[plan.figure.id])))


def _walk(scene: Scene, plan: walking.Way) -> None:
    """Walk as ordered, which ends aim (AMMO-F4, AMMO-F6)."""
    scene.cite(MOVEMENT)
    name = plan.figure.id
    walking.walk_order(scene, plan.order, plan.pace, before=before)
    after = scene.state.figures[name]
    if after.at is not None and after.at != plan.figure.at:
        end_aim(scene, name)
    late(scene, name)


def _work_door(scene: Scene, plan: walking.Door) -> None:
    """Work a door as ordered (AMMO-F4)."""
    scene.cite(MOVEMENT)
    walking.work_door(scene, plan)


def run_lengths(state: State, figure: Figure) -> Distribution[int]:
    """The distribution of half tiles that a run may cover (AMMO-F4)."""
    walk = pace(state, figure).halves
    return odds(run).map(lambda shown: walk + HALVES * shown)


def _short_runs(state: State, plan: walking.Way) -> tuple[tuple[str, Fraction], ...]:
    """The chance that the die stops a run short of its end (AMMO-F4)."""
    lacking = plan.halves - pace(state, plan.figure).halves
    needed = -(-lacking // HALVES)
    short = run_lengths(state, plan.figure).chance(lambda halves: halves < plan.halves)
    return ((f"stops short (needs {needed}+ on d{RUN_DIE})", short),) if short else ()


MOVE = walking.to_walk(pace, _walk)
RUN = evolve(
    walking.to_walk(partial(pace, running=True), _run, walking.RUN),
    able=_able_to_run,
    mishaps=_short_runs,
    cost=Cost(ACTION),  # it makes later rolls harder by as much as an action
)
DOOR = walking.to_work_doors(pace, _work_door)


def _can_rise(_view: View, plan: Pose) -> Refusal | None:
    """Why a figure cannot rise: that costs 2 tiles of its move (AMMO-F23)."""
    figure = plan.figure
    if plan.posture == STANDING and allowance(figure) - figure.count(MOVED) < CRAWL:
        return Refusal(
            f"{figure.id} has moved too far to stand up", "AMMO-F23", "standing up costs two tiles"
        )
    return None


def _pose_options(known: View, figure: Figure) -> Iterator[Family]:
    for posture in POSTURES:
        if posture != figure.posture and not _can_rise(known, Pose(figure, posture)):
            yield Family(POSE.name, figure.id, One((posture,)))


def _pose(scene: Scene, plan: Pose) -> None:
    """Lie down, or rise for two tiles (AMMO-F23)."""
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
