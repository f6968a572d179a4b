"""Orders of the movement phase: what may be ordered, and what comes of it.

The numbered rules leave open what a figure in contact may do: one in Hand-to-Hand may turn
but not leave its enemy, one that overlaps moves as it likes. A Suppressed figure may look round,
and creeps; one that flees takes no orders; one that rallied may turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from skirmish.core.events import Counted
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile, tile_text
from skirmish.core.orders import Order, Refusal
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.common import walking
from skirmish.rulesets.common.moves import way
from skirmish.rulesets.common.purposes import typical_moves
from skirmish.rulesets.common.walking import DOOR, MOVE, TURN, Pace
from skirmish.rulesets.families import Family
from skirmish.rulesets.opposed_d6.allowance import left
from skirmish.rulesets.opposed_d6.contact import engagement
from skirmish.rulesets.opposed_d6.creep import creeping, exposed_step
from skirmish.rulesets.opposed_d6.declared import MOVE as MOVEMENT_PHASE
from skirmish.rulesets.scene import Scene

VERBS = {verb.name: verb for verb in (MOVE, TURN, DOOR)}
MOVEMENT, SUPPRESSED, FLEEING, COMBAT = "BAY-F3", "BAY-F7", "BAY-F8", "BAY-F9"


def refusal(known: View, order: Order) -> Refusal | None:
    """Why a figure may not move, turn or work a door so, as far as its side can tell."""
    figure = known.state.figures[order.figure]
    if known.state.clock.phase != MOVEMENT_PHASE:
        return Refusal("this bound is for shooting", "BAY-A10", "figures move in your next bound")
    if figure.count("fleeing"):
        return Refusal(f"{figure.id} flees", FLEEING, "it may rally when your next bound begins")
    if order.verb == TURN.name:
        return _turn_refusal(figure, order)
    if refused := _rooted(known.state, figure):
        return refused
    if order.verb == DOOR.name:
        return _door_refusal(known.state, figure, order.target_tile)
    return _move_refusal(known.state, figure, order)


def _turn_refusal(figure: Figure, order: Order) -> Refusal | None:
    if figure.count("turned"):
        return Refusal(f"{figure.id} has turned", MOVEMENT, "a figure turns once a bound, or moves")
    return walking.turn_refusal(figure, order)


def _rooted(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may do nothing but turn."""
    if figure.count("rallied"):
        return Refusal(f"{figure.id} has just rallied", FLEEING, "it moves in your next bound")
    if engagement(state, figure) == "hand_to_hand":
        return Refusal(f"{figure.id} is in Hand-to-Hand", COMBAT, "it fights when the bound ends")
    return None


def _move_refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    if figure.count("suppressed") and (tile := _exposed(state, figure, order)) is not None:
        what = f"{figure.id} is Suppressed, and {tile_text(tile)} is nearer to an enemy"
        return Refusal(what, SUPPRESSED, "creep away, or into better cover")
    return walking.path_refusal(state, figure, order, _pace(figure))


def _exposed(state: State, figure: Figure, order: Order) -> Tile | None:
    """The first tile of a path that a Suppressed figure may not enter, but for which it is one."""
    try:
        path = way(figure.tile, order.target_path)
    except ValueError:
        return None
    here = figure.tile
    for tile in path:
        if state.board.step_cost(here, tile) is None:
            return None
        if exposed_step(state, figure, here, tile):
            return tile
        here = tile
    return None


def _pace(figure: Figure) -> Pace:
    return Pace(left(figure), rule=MOVEMENT)


def _creep(state: State, figure: Figure) -> Pace:
    """How it may walk where it chooses: a Suppressed figure takes no step towards the enemy."""
    if not figure.count("suppressed"):
        return _pace(figure)
    step = creeping(state, figure)
    return Pace(left(figure), rule=MOVEMENT, cost=lambda _board, a, b: step(a, b))


def _door_refusal(state: State, figure: Figure, tile: Tile) -> Refusal | None:
    if figure.count("suppressed"):
        return Refusal(f"{figure.id} is Suppressed", SUPPRESSED, "it may only creep")
    return walking.door_refusal(state, figure, tile, _pace(figure))


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to do in its movement, as families."""
    state = known.state
    figure = state.figures[name]
    if not _may_act(state, figure):
        return ()
    families = [*_walks(state, figure)]
    if not figure.count("turned"):
        families.append(walking.turns(figure))
    return tuple(families)


def idle(state: State, figure: Figure) -> bool:
    """Whether a figure has nothing to do in its movement: no family, without making them all."""
    if not _may_act(state, figure):
        return True
    return bool(figure.count("turned")) and next(_walks(state, figure), None) is None


def _may_act(state: State, figure: Figure) -> bool:
    return (
        state.clock.phase == MOVEMENT_PHASE
        and figure.at is not None
        and not figure.count("fleeing")
    )


def _walks(state: State, figure: Figure) -> Iterator[Family]:
    if _rooted(state, figure) is not None:
        return
    yield from walking.walks(state, figure, _creep(state, figure))
    if not figure.count("suppressed"):
        yield from walking.doors(state, figure, _pace(figure))


def typical(known: View, name: str) -> tuple[Order, ...]:
    """A short list of sensible moves for a figure."""
    return typical_moves(known, name, choices(known, name))


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order of the movement phase."""
    figure = scene.state.figures[order.figure]
    scene.cite(MOVEMENT, *([SUPPRESSED] if figure.count("suppressed") else []))
    if order.verb == TURN.name:
        walking.turn(scene, order)
        scene.emit(Counted(order.figure, "turned", 1))
    elif order.verb == DOOR.name:
        walking.work_door(scene, order.figure, order.target_tile, _pace(figure))
    else:
        _move(scene, order, figure)


def _move(scene: Scene, order: Order, figure: Figure) -> None:
    walking.walk_order(scene, order, _pace(figure))
    after = scene.state.figures[figure.id]
    if after.at is not None and after.at != figure.at and after.count("turned"):
        scene.emit(Counted(figure.id, "turned", 0))
