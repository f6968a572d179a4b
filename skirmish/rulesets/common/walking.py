"""Orders to walk, turn and work doors, for every ruleset: when they are legal, what they do.

A ruleset says how far a figure may still go (`Pace`). Orders are judged on a view and carried out
on the true state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import frozen

from skirmish.core.board import Board, Reach
from skirmish.core.codec import Shape
from skirmish.core.events import Changed, Counted, Stopped, Turned
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import DELTAS, Facing, Tile, adjacent, facing_towards, tile_text
from skirmish.core.orders import Field, Order, Refusal, Verb, refused, then
from skirmish.core.state import State
from skirmish.core.view import View
from skirmish.rulesets.action import Action
from skirmish.rulesets.common.deploy import FACINGS
from skirmish.rulesets.common.moves import MET, Before, Cost, Gait, Replan, walk, way
from skirmish.rulesets.common.present import expose, present, present_at, reveal
from skirmish.rulesets.families import Family, One, Routes, Spots
from skirmish.rulesets.ruleset import Budget
from skirmish.rulesets.scene import Scene

HALVES = 2
"""Half tiles in a tile."""
DOOR_HALVES = 2 * HALVES
"""Opening or closing a door costs two tiles of the move (BAY-F3, D20-F6, AMMO-F4)."""
_OF_DOOR = "the door needs {needs}, {who} has {has}"
"""Text of the refusal to work a door."""
FACE = Field(
    "face",
    Shape.FACING,
    "the way it faces afterwards, also where it is stopped (left out: the way it went)",
)
MOVE = Verb(
    "move",
    "walks to a tile, or along a typed path of several tiles",
    target=Shape.PATH,
    fields=(FACE,),
    exposed=True,
)
RUN = Verb("run", "runs to a tile", target=Shape.PATH, fields=(FACE,), exposed=True)
TURN = Verb("turn", "turns without moving", target=Shape.FACING)
DOOR = Verb("door", "opens or closes a door beside it", target=Shape.TILE, exposed=True)
_OTHER_WAYS = {f: One(tuple(other.name for other in Facing if other is not f)) for f in Facing}


@frozen
class Pace:
    """How a figure may still walk: half tiles left, and the counter that adds up those spent.

    `cost` is the cost of a step, if it differs from that of the ground. The other fields are for
    refusals: `rule`, the id of the rule for the distance; `coin`, what a tile is paid with;
    `door_remedy`, what to do if too little is left for a door; `spent`, why a figure with nothing
    left goes no farther; `onward`, how it still can; `most`, words behind tiles that a roll may
    fall short of.
    """

    halves: int
    counter: str = "moved"
    rule: str = ""
    cost: Cost | None = None
    how: str = ""
    coin: str = "tiles"
    door_remedy: str = "leave it for the next turn"
    spent: str = "has no movement left"
    onward: str = ""
    most: str = ""

    def step(self, board: Board, a: Tile, b: Tile) -> int | None:
        """Return the cost of a step in half tiles; None if it is barred."""
        return board.step_cost(a, b) if self.cost is None else self.cost(board, a, b)


def tiles_text(halves: int) -> str:
    """Return half tiles as tiles: `3`, `2.5`."""
    return f"{halves // HALVES}.5" if halves % HALVES else str(halves // HALVES)


TILES = "tiles"
"""The unit of a budget that is spent on movement alone."""


def tile_budget(label: str, left: int, full: int) -> Budget:
    """Return what is left of a move in half tiles; `label` is that of the line of the card."""
    return Budget(label, "move", max(0, left), full, TILES, HALVES)


Paces = Callable[[State, Figure], Pace]
"""A function from a state and a figure to its pace."""


@frozen
class Way:
    """A path that a figure is ordered to walk: the tiles that it enters, and their cost."""

    figure: Figure
    order: Order
    tiles: tuple[Tile, ...]
    halves: int
    pace: Pace


@frozen
class Door:
    """A door that a figure is ordered to work."""

    figure: Figure
    tile: Tile
    pace: Pace
    halves: int = DOOR_HALVES


def way_of(state: State, figure: Figure, order: Order, pace: Pace) -> Way | Refusal:
    """Return the path of an order, or why it is impossible, as far as its side knows.

    How far the figure may still go is not checked.
    """
    try:
        path = way(figure.tile, order.target_path)
    except ValueError:
        return Refusal("the path is not made of straight lines", remedy="name every corner")
    if not path or path[-1] == figure.tile:
        return Refusal(f"{figure.id} stands there already")
    standing = {other.at: other for other in present(state, figure.side)}
    spent, here = 0, figure.tile
    for tile in path:
        cost = pace.step(state.board, here, tile)
        if cost is None:
            return _blocked(state, here, tile, path[-1], standing.get(path[-1]))
        other = standing.get(tile)
        if other is not None and other.side != figure.side:
            return _taken(other, tile, path[-1])
        spent, here = spent + cost, tile
    other = standing.get(here)
    if other is not None and other is not figure:
        return Refusal(f"{other.id} stands on {tile_text(here)}", remedy="stop before or behind it")
    return Way(figure, order, path, spent, pace)


def plan_turn(known: View, order: Order) -> Order | Refusal:
    """Plan an order to turn: the order itself, or why it is refused."""
    return turn_refusal(known.state.figures[order.figure], order) or order


def path_refusal(state: State, figure: Figure, order: Order, pace: Pace) -> Refusal | None:
    """Return why a figure may not walk a path, as far as its side knows."""
    way = way_of(state, figure, order, pace)
    return refused(then(way, lambda found: _out_of_reach(figure, found.halves, pace) or found))


def _taken(other: Figure, tile: Tile, end: Tile) -> Refusal:
    """Why a path may not lead over a figure's tile, or end there."""
    remedy = "choose another tile" if tile == end else "go around it"
    return Refusal(f"{other.id} stands on {tile_text(tile)}", remedy=remedy)


def _blocked(state: State, here: Tile, tile: Tile, end: Tile, at_end: Figure | None) -> Refusal:
    """Why there is no step from a tile to the next: a closed door, or another obstacle.

    First comes the case that no figure can stand where the path ends, or that one (`at_end`) stands
    there already, so that no other path helps.
    """
    board = state.board
    if at_end is not None:
        return _taken(at_end, end, end)
    if board.inside(end) and not (kind := board.terrain(end)).cost and not kind.door:
        what = f"no figure can stand on {tile_text(end)}: {kind.name}"
        return Refusal(what, remedy="choose another tile")
    if board.inside(tile) and (kind := board.terrain(tile)).door and not kind.cost:
        return Refusal(f"the door on {tile_text(tile)} is shut", remedy="open it with 'door'")
    what = f"the path is blocked between {tile_text(here)} and {tile_text(tile)}"
    return Refusal(what, remedy="go around it")


def too_far(_known: View, plan: Way | Door) -> Refusal | None:
    """Return why a figure cannot go so far, or cannot work a door any more."""
    if isinstance(plan, Door):
        return _too_far(plan.figure, plan.halves, plan.pace, _OF_DOOR, plan.pace.door_remedy)
    return _out_of_reach(plan.figure, plan.halves, plan.pace)


def _out_of_reach(figure: Figure, halves: int, pace: Pace) -> Refusal | None:
    """Why a path is too long for a figure, or why it has no movement left."""
    if pace.halves <= 0 < halves:
        return Refusal(f"{figure.id} {pace.spent}", pace.rule, pace.onward)
    return _too_far(figure, halves, pace)


def _too_far(
    figure: Figure,
    halves: int,
    pace: Pace,
    template: str = "too far: needs {needs}, has {has}",
    remedy: str = "choose a nearer tile",
) -> Refusal | None:
    if halves <= pace.halves:
        return None
    coin = pace.coin.removesuffix("s") if halves == HALVES else pace.coin
    left = tiles_text(max(0, pace.halves))
    needs = f"{tiles_text(halves)} {coin}"
    reason = template.format(needs=needs, who=figure.id, has=left + pace.most)
    return Refusal(reason, pace.rule, remedy)


def turn_refusal(figure: Figure, order: Order) -> Refusal | None:
    """Return why a figure may not turn to a facing: it already has it."""
    if Facing[order.target] is figure.facing:
        return Refusal(f"{figure.id} faces {order.target} already", concerns=order.target)
    return None


def _no_door(state: State, figure: Figure, tile: Tile) -> Refusal | None:
    if not state.board.inside(tile) or not adjacent(figure.tile, tile):
        return Refusal(f"{tile_text(tile)} is not beside {figure.id}")
    if not state.board.terrain(tile).door:
        return Refusal(f"there is no door on {tile_text(tile)}")
    if present_at(state, figure.side, tile) is not None:
        return Refusal(f"a figure stands in the door on {tile_text(tile)}")
    return None


def door_refusal(state: State, figure: Figure, tile: Tile, pace: Pace) -> Refusal | None:
    """Return why a figure may not work a door, as far as its side knows."""
    return _no_door(state, figure, tile) or _too_far(
        figure, DOOR_HALVES, pace, _OF_DOOR, pace.door_remedy
    )


def routes(state: State, figure: Figure, pace: Pace) -> Routes:
    """Return the tiles in reach and the paths there, as its side knows the ground."""
    board, start = state.board, figure.tile
    own, foes = state.occupied(figure.side)
    cost = None if pace.cost is None else partial(pace.cost, board)
    friends = own & ~board.bit(start)

    def look(avoided: int) -> Reach:
        barred = foes | avoided
        return board.reach(start, pace.halves, barred=barred, friends=friends, cost=cost)

    return Routes(look, board)


def can_step(state: State, figure: Figure, pace: Pace) -> bool:
    """Whether there is an adjacent tile where a figure may go and stop."""
    board, (x, y) = state.board, figure.tile
    own, foes = state.occupied(figure.side)
    taken = own | foes
    for dx, dy in DELTAS:
        tile = x + dx, y + dy
        halves = pace.step(board, figure.tile, tile)
        if halves is not None and halves <= pace.halves and not taken & board.bit(tile):
            return True
    return False


def walks(state: State, figure: Figure, pace: Pace, verb: Verb = MOVE) -> Iterator[Family]:
    """Return the family of paths that a figure may walk, if it can go anywhere."""
    if pace.halves < HALVES:
        return
    ways = routes(state, figure, pace)
    # One step shows that there are paths; which ones is computed on demand.
    if can_step(state, figure, pace) or ways.mask:
        yield Family(verb.name, figure.id, ways, ((FACE.name, FACINGS),))


def doors(state: State, figure: Figure, pace: Pace) -> Iterator[Family]:
    """Return the family of doors that a figure may work."""
    board = state.board
    near = board.doors_beside(figure.tile)
    beside = board.tiles_of(near) if near else ()
    mask = board.mask_of(t for t in beside if door_refusal(state, figure, t, pace) is None)
    if mask:
        yield Family(DOOR.name, figure.id, Spots(mask, board))


def turns(figure: Figure) -> Family:
    """Return the family of facings."""
    return Family(TURN.name, figure.id, _OTHER_WAYS[figure.facing])


def to_walk(pace: Paces, carry_out: Callable[[Scene, Way], None], verb: Verb = MOVE) -> Action[Way]:
    """Return the order to walk within a pace; it costs nothing else."""

    def plan(known: View, order: Order) -> Way | Refusal:
        state, figure = known.state, known.state.figures[order.figure]
        return way_of(state, figure, order, pace(state, figure))

    def options(known: View, figure: Figure) -> Iterator[Family]:
        return walks(known.state, figure, pace(known.state, figure), verb)

    return Action(
        verb=verb, plan=plan, ready=too_far, options=options, carry_out=carry_out, movement=True
    )


def to_work_doors(pace: Paces, carry_out: Callable[[Scene, Door], None]) -> Action[Door]:
    """Return the order to work a door, paid from the tiles that a figure may still walk."""

    def plan(known: View, order: Order) -> Door | Refusal:
        state, figure, tile = known.state, known.state.figures[order.figure], order.target_tile
        return _no_door(state, figure, tile) or Door(figure, tile, pace(state, figure))

    def options(known: View, figure: Figure) -> Iterator[Family]:
        return doors(known.state, figure, pace(known.state, figure))

    return Action(
        verb=DOOR, plan=plan, ready=too_far, options=options, carry_out=carry_out, movement=True
    )


def to_turn(carry_out: Callable[[Scene, Order], None]) -> Action[Order]:
    """Return the order to turn; it costs nothing."""
    return Action(
        verb=TURN,
        plan=plan_turn,
        options=lambda _known, figure: (turns(figure),),
        carry_out=carry_out,
        movement=True,
    )


def walk_order(
    scene: Scene,
    order: Order,
    pace: Pace,
    *,
    before: Before | None = None,
    replan: Replan | None = None,
) -> str:
    """Let a figure walk and face as ordered; return why it stopped early, or "" (BAY-F3).

    Args:
        scene: The scene.
        order: A legal `move` or `run`.
        pace: How far it may go.
        before: Called before each step, see `moves.Gait`.
        replan: The gait after an interrupt that changed the figure; see `gait`.
    """
    name = order.figure
    start = scene.state.figures[name]
    why = walk(
        scene, name, way(start.tile, order.target_path), gait(scene.state, pace, before, replan)
    )
    after = scene.state.figures[name]
    if after.at is None or after.at == start.at:
        return why
    last, here = (step.tile for step in scene.state.tracks[name].steps[-2:])
    facing = order.facing(FACE.name)
    if facing is None:
        facing = facing_towards(last, here)
    if facing is not after.facing:
        scene.emit(Turned(name, facing))
    return why


def gait(
    state: State, pace: Pace, before: Before | None = None, replan: Replan | None = None
) -> Gait:
    """Return the gait of a pace, for `moves.walk`."""
    return Gait(
        pace.halves,
        counter=pace.counter,
        how=pace.how,
        wary=bool(state.rule("stop_on_sight", True)),
        before=before,
        replan=replan,
        cost=pace.step,
    )


def turn(scene: Scene, order: Order) -> None:
    """Turn a figure."""
    scene.emit(Turned(order.figure, Facing[order.target]))


def look_at(scene: Scene, name: str, tile: Tile) -> None:
    """Turn a figure towards a tile that it attacks (POOL-F17, D20-F17)."""
    figure = scene.state.figures[name]
    if figure.at is None or figure.at == tile:
        return
    facing = facing_towards(figure.at, tile)
    if facing is not figure.facing:
        scene.emit(Turned(name, facing))


def work_door(scene: Scene, plan: Door) -> None:
    """Open or close a door; an unseen figure in it is revealed, and then nothing is spent."""
    name, tile, counter = plan.figure.id, plan.tile, plan.pace.counter
    expose(scene, name)
    other = scene.state.standing(tile)
    if other is not None:
        reveal(scene, other.id)
        scene.emit(Stopped(name, MET))
        return
    scene.emit(Changed(tile, scene.state.board.terrain(tile).door, by=name))
    spent = scene.state.figures[name].count(counter) + DOOR_HALVES
    scene.emit(Counted(name, counter, spent))


@frozen
class Pose:
    """A figure and the posture that it takes."""

    figure: Figure
    posture: str

    @property
    def posed(self) -> Figure:
        """The figure as it stands or lies then."""
        return fast_evolve(self.figure, posture=self.posture)


def plan_pose(postures: tuple[str, ...], rule: str) -> Callable[[View, Order], Pose | Refusal]:
    """Return the plan of an order for one of these postures; `rule` is the id of their rule."""

    def plan(known: View, order: Order) -> Pose | Refusal:
        figure = known.state.figures[order.figure]
        if order.target not in postures:
            return Refusal(
                f"no posture {order.target}",
                rule,
                "one of: " + ", ".join(postures),
                concerns=order.target,
            )
        if figure.posture == order.target:
            return Refusal(f"{figure.id} is {order.target} already", concerns=order.target)
        return Pose(figure, order.target)

    return plan
