"""Orders of the movement phase: what may be ordered, and what comes of it.

The numbered rules leave open what a figure in contact may do: one in Hand-to-Hand may turn
but not leave its enemy, one that overlaps moves as it likes. A Suppressed figure may look round,
and creeps; one that flees takes no orders; one that rallied may turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from skirmish.core.board import Board
from skirmish.core.events import Changed, Counted, Stopped, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import DELTAS, Facing, Tile, adjacent, facing_towards
from skirmish.core.orders import Field, Order, Refusal, Verb
from skirmish.core.state import State
from skirmish.core.text import Shape
from skirmish.core.view import View
from skirmish.rulesets.common.deploy import FACINGS, reveal
from skirmish.rulesets.common.moves import MET, Gait, walk, way
from skirmish.rulesets.common.present import expose, occupied, present, present_at
from skirmish.rulesets.families import Family, One, Routes, Spots
from skirmish.rulesets.opposed_d6.allowance import HALVES, in_tiles, left
from skirmish.rulesets.opposed_d6.contact import engagement
from skirmish.rulesets.opposed_d6.creep import creeping, exposed_step
from skirmish.rulesets.opposed_d6.declared import MOVE
from skirmish.rulesets.scene import Scene

VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "move",
            "walks a path, which may be given by its corners",
            target=Shape.PATH,
            fields=(Field("face", Shape.FACING, "where it looks then; else the way it went"),),
        ),
        Verb("turn", "looks another way without moving", target=Shape.FACING),
        Verb("door", "opens or closes a door beside it", target=Shape.TILE),
    )
}
MOVEMENT, SUPPRESSED, FLEEING, COMBAT = "BAY-F3", "BAY-F7", "BAY-F8", "BAY-F9"
DOOR = 2 * HALVES
"""Opening or closing a door costs two tiles of the move."""
_OTHER_WAYS = {f: One(tuple(other.name for other in Facing if other is not f)) for f in Facing}


def refusal(known: View, order: Order) -> Refusal | None:
    """Why a figure may not move, turn or work a door so, as far as its side can tell."""
    figure = known.state.figures[order.figure]
    if known.state.clock.phase != MOVE:
        return Refusal("this bound is for shooting", "BAY-A10", "figures move in your next bound")
    if figure.count("fleeing"):
        return Refusal(f"{figure.id} flees", FLEEING, "it may rally when your next bound begins")
    if order.verb == "turn":
        return _turn_refusal(figure, order)
    if refused := _rooted(known.state, figure):
        return refused
    if order.verb == "door":
        return _door_refusal(known.state, figure, order.target_tile)
    return _move_refusal(known.state, figure, order)


def _turn_refusal(figure: Figure, order: Order) -> Refusal | None:
    if figure.count("turned"):
        return Refusal(f"{figure.id} has turned", MOVEMENT, "a figure turns once a bound, or moves")
    if Facing[order.target] is figure.facing:
        return Refusal(f"{figure.id} looks {order.target} already")
    return None


def _rooted(state: State, figure: Figure) -> Refusal | None:
    """Why a figure may do nothing but turn."""
    if figure.count("rallied"):
        return Refusal(f"{figure.id} has just rallied", FLEEING, "it moves in your next bound")
    if engagement(state, figure) == "hand_to_hand":
        return Refusal(f"{figure.id} is in Hand-to-Hand", COMBAT, "it fights when the bound ends")
    return None


def _move_refusal(state: State, figure: Figure, order: Order) -> Refusal | None:
    try:
        path = way(figure.tile, order.target_path)
    except ValueError:
        return Refusal("no path of straight stretches", remedy="name every corner")
    if not path or path[-1] == figure.tile:
        return Refusal(f"{figure.id} stands there already")
    spent, here = 0, figure.tile
    standing = {other.at: other for other in present(state, figure.side)}
    for tile in path:
        cost = state.board.step_cost(here, tile)
        if cost is None:
            return Refusal(f"no way from {_text(here)} to {_text(tile)}", remedy="go round")
        other = standing.get(tile)
        if other is not None and other.side != figure.side:
            return Refusal(f"{other.id} stands on {_text(tile)}", remedy="go round")
        if figure.count("suppressed") and exposed_step(state, figure, here, tile):
            what = f"{figure.id} is Suppressed, and {_text(tile)} is nearer to an enemy"
            return Refusal(what, SUPPRESSED, "creep away, or into better cover")
        spent += cost
        here = tile
    other = standing.get(here)
    if other is not None and other is not figure:
        return Refusal(f"{other.id} stands on {_text(here)}", remedy="stop before or behind it")
    return _too_far(figure, spent)


def _too_far(figure: Figure, halves: int) -> Refusal | None:
    if halves <= left(figure):
        return None
    return Refusal(
        f"that costs {in_tiles(halves)} tiles, {figure.id} has {in_tiles(left(figure))} left",
        MOVEMENT,
        "stop earlier",
    )


def _door_refusal(state: State, figure: Figure, tile: Tile) -> Refusal | None:
    if figure.count("suppressed"):
        return Refusal(f"{figure.id} is Suppressed", SUPPRESSED, "it may only creep")
    if not state.board.inside(tile) or not adjacent(figure.tile, tile):
        return Refusal(f"{_text(tile)} is not beside {figure.id}")
    if not state.board.terrain(tile).door:
        return Refusal(f"there is no door on {_text(tile)}")
    other = present_at(state, figure.side, tile)
    if other is not None:
        return Refusal(f"{other.id} stands in the door")
    return _too_far(figure, DOOR)


def _text(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"


def choices(known: View, name: str) -> tuple[Family, ...]:
    """All that a figure may be ordered to do in its movement, as families."""
    state = known.state
    figure = state.figures[name]
    if not _may_act(state, figure):
        return ()
    families = [*_walks(state, figure)]
    if not figure.count("turned"):
        families.append(Family("turn", name, _OTHER_WAYS[figure.facing]))
    return tuple(families)


def idle(state: State, figure: Figure) -> bool:
    """Whether a figure has nothing to do in its movement: no family, without making them all."""
    if not _may_act(state, figure):
        return True
    return bool(figure.count("turned")) and next(_walks(state, figure), None) is None


def _may_act(state: State, figure: Figure) -> bool:
    return state.clock.phase == MOVE and figure.at is not None and not figure.count("fleeing")


def _walks(state: State, figure: Figure) -> Iterator[Family]:
    if _rooted(state, figure) is not None:
        return
    routes = reachable(state, figure)
    # One step shows that there are ways; which ones is worked out when somebody asks.
    if _free_step(state, figure) or routes.mask:
        yield Family("move", figure.id, routes, (("face", FACINGS),))
    if doors := _doors(state, figure):
        yield Family("door", figure.id, Spots(doors, state.board))


def reachable(state: State, figure: Figure) -> Routes:
    """The ways that a figure may walk, as its side knows the ground."""
    board, start = state.board, figure.tile
    look = partial(
        board.reach,
        start,
        left(figure),
        barred=enemies_on(state, figure.side),
        friends=occupied(state, figure.side) & ~board.bit(start),
        cost=creeping(state, figure) if figure.count("suppressed") else None,
    )
    return Routes(look, board)


def _free_step(state: State, figure: Figure) -> bool:
    """Whether there is a tile beside a figure where it may go and stop."""
    cost = creeping(state, figure) if figure.count("suppressed") else state.board.step_cost
    taken = [other.at for other in present(state, figure.side)]
    (x, y), most = figure.tile, left(figure)
    for dx, dy in DELTAS:
        tile = x + dx, y + dy
        if tile not in taken:
            halves = cost(figure.tile, tile)
            if halves is not None and halves <= most:
                return True
    return False


def enemies_on(state: State, side: str) -> int:
    """Mask of the tiles on which a side sees an enemy."""
    return state.board.mask_of(f.tile for f in present(state, side) if f.side != side)


def _doors(state: State, figure: Figure) -> int:
    board = state.board
    doors = board.tiles_of(board.doors_beside(figure.tile))
    return board.mask_of(tile for tile in doors if _door_refusal(state, figure, tile) is None)


def carry_out(scene: Scene, order: Order) -> None:
    """Does a legal order of the movement phase."""
    if order.verb == "turn":
        scene.emit(Turned(order.figure, Facing[order.target]))
        scene.emit(Counted(order.figure, "turned", 1))
    elif order.verb == "door":
        _work_door(scene, order.figure, order.target_tile)
    else:
        _move(scene, order)


def _move(scene: Scene, order: Order) -> None:
    name = order.figure
    figure = scene.state.figures[name]
    wary = bool(scene.state.rule("stop_on_sight", True))
    gait = Gait(left(figure), counter="moved", wary=wary)
    walk(scene, name, way(figure.tile, order.target_path), gait)
    after = scene.state.figures[name]
    if after.at is None or after.count("moved") == figure.count("moved"):
        return
    last, here = (step.tile for step in scene.state.tracks[name].steps[-2:])
    facing = order.facing("face")
    if facing is None:
        facing = facing_towards(last, here)
    if facing is not after.facing:
        scene.emit(Turned(name, facing))
    if after.count("turned"):
        scene.emit(Counted(name, "turned", 0))


def _work_door(scene: Scene, name: str, tile: Tile) -> None:
    expose(scene, name)
    board: Board = scene.state.board
    other = scene.state.standing(tile)
    if other is not None:
        reveal(scene, other.id)
        scene.emit(Stopped(name, MET))
        return
    scene.emit(Changed(tile, board.terrain(tile).door, by=name))
    scene.emit(Counted(name, "moved", scene.state.figures[name].count("moved") + DOOR))
