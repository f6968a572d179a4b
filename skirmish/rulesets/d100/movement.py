"""Walking and running, spread over the phases of a turn (EP-F7)."""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.figures import Figure
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.rulesets.common import suppression, walking
from skirmish.rulesets.common.counting import count
from skirmish.rulesets.common.walking import DOOR, HALVES, MOVE, RUN, TURN, Pace
from skirmish.rulesets.d100 import suppress
from skirmish.rulesets.d100.figures import held_by, person, prone
from skirmish.rulesets.d100.timing import phase_of
from skirmish.rulesets.families import Family
from skirmish.rulesets.scene import Scene

RULE = "EP-F7"
VERBS = {verb.name: verb for verb in (MOVE, RUN, TURN, DOOR)}


def share(state: State, figure: Figure, tiles: int) -> int:
    """Half tiles that it may have gone by the end of this phase, of so many tiles a turn."""
    speed = person(figure).speed
    return HALVES * tiles * min(phase_of(state.clock), speed) // speed


def pace(state: State, figure: Figure, verb: str) -> Pace:
    """How far a figure may still walk, or run, in this phase."""
    kind = person(figure)
    tiles = kind.run if verb == RUN.name else kind.walk
    left = max(0, share(state, figure, tiles) - figure.count("moved"))
    return Pace(left, rule=RULE, how="run" if verb == RUN.name else "")


def rooted(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may not leave its tile."""
    if held := held_by(state, figure.id):
        return Refusal(f"{figure.id} holds {held}", "EP-F25", f"let go first: free {figure.id}")
    return None


def no_run(figure: Figure) -> Refusal | None:
    """Why a figure may not run, though it might walk."""
    if prone(figure):
        return Refusal(f"{figure.id} is prone", RULE, f"stand up first: pose {figure.id} standing")
    if figure.count("attacked") and not figure.count("ran"):
        return Refusal(f"{figure.id} has attacked", RULE, "it runs before it attacks, or walks")
    return None


def refusal(state: State, order: Order) -> Refusal | None:
    """Why a figure may not move so, as far as its side can tell."""
    figure = state.figures[order.figure]
    if order.verb == TURN.name:
        return walking.turn_refusal(figure, order)
    if refused := rooted(state, figure):
        return refused
    if order.verb == DOOR.name:
        return walking.door_refusal(state, figure, order.target_tile, door_pace(state, figure))
    if order.verb == RUN.name and (refused := no_run(figure)):
        return refused
    return walking.path_refusal(state, figure, order, pace(state, figure, order.verb))


def door_pace(state: State, figure: Figure) -> Pace:
    """What it has left for a door: as a walker, or as a runner once it runs."""
    return pace(state, figure, RUN.name if figure.count("ran") else MOVE.name)


def families(state: State, figure: Figure) -> Iterator[Family]:
    """All ways in which a figure may move now."""
    if rooted(state, figure) is None:
        yield from walking.walks(state, figure, pace(state, figure, MOVE.name), MOVE)
        if no_run(figure) is None:
            yield from walking.walks(state, figure, pace(state, figure, RUN.name), RUN)
        yield from walking.doors(state, figure, door_pace(state, figure))
    yield walking.turns(figure)


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order to move."""
    name = order.figure
    figure = scene.state.figures[name]
    if order.verb == TURN.name:
        walking.turn(scene, order)
    elif order.verb == DOOR.name:
        walking.work_door(scene, name, order.target_tile, door_pace(scene.state, figure))
    else:
        _walk(scene, order)


def _walk(scene: Scene, order: Order) -> None:
    name = order.figure
    before = scene.state.figures[name]
    gone = len(scene.state.tracks[name].steps) if name in scene.state.tracks else 0
    watch = suppress.watch(scene.state, name)
    walking.walk_order(scene, order, pace(scene.state, before, order.verb), before=watch)
    after = scene.state.figures[name]
    if after.at is None or after.count("moved") == before.count("moved"):
        return
    count(scene, name, "aimed", 0)
    suppression.lift(scene, name)
    if order.verb == RUN.name:
        count(scene, name, "ran", 1)
    if watch is not None and len(scene.state.tracks[name].steps) > gone:
        suppress.left_cover(scene, name)
