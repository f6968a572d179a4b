"""Suppression, flight and rally: the morale results of fire, and recovery from them."""

from __future__ import annotations

from skirmish.core.board import Reach
from skirmish.core.events import Counted, Left, Tested, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import ORTHOGONAL, Facing, Tile, distance2, facing_towards, within
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.rulesets.common.harm import DOWNED
from skirmish.rulesets.common.moves import Gait, walk
from skirmish.rulesets.common.present import expose, foes, occupied
from skirmish.rulesets.opposed_d6.budget import full_move
from skirmish.rulesets.opposed_d6.counters import (
    FLED_FROM,
    FLEEING,
    MOVEMENT,
    RALLIED,
    RECOVERED,
    SUPPRESSED,
)
from skirmish.rulesets.opposed_d6.dice import Effect, rally
from skirmish.rulesets.opposed_d6.figures import flees, kind_of, quality
from skirmish.rulesets.opposed_d6.kinds import OFFICER
from skirmish.rulesets.scene import Scene

FLEE = "flee"
FLED = "fled"
COMMAND = 6
"""Tiles within which an officer helps to rally (BAY-F8)."""


def suffer(scene: Scene, name: str, effect: Effect, origin: Tile) -> None:
    """Apply the result of a shot from a tile to a figure that is still on the map.

    BAY-28, BAY-F6.
    """
    if scene.state.figures[name].at is None:
        return
    if effect is Effect.SUPPRESSED:
        suppress(scene, name, origin)
    elif effect is Effect.FLEE:
        flee(scene, name, origin)
    elif effect is Effect.DOWNED:
        down(scene, name)


def away(figure: Figure, source: Tile) -> Facing:
    """The direction away from a tile; from its own tile, the opposite of its facing.

    BAY-F7, BAY-F8.
    """
    if source == figure.tile:
        return figure.facing.opposite
    return facing_towards(source, figure.tile)


def suppress(scene: Scene, name: str, source: Tile) -> None:
    """A figure is Suppressed and turned away from the tile that the attack came from.

    Crew and irregular figures flee instead.

    BAY-28, BAY-F7, BAY-F8.
    """
    figure = scene.state.figures[name]
    if flees(figure):
        flee(scene, name, source)
        return
    scene.cite("BAY-F7")
    expose(scene, name)
    if not figure.count(SUPPRESSED):
        scene.emit(Counted(name, SUPPRESSED, 1))
    _turn(scene, name, away(figure, source))


def flee(scene: Scene, name: str, source: Tile) -> None:
    """A figure turns away from a tile and runs its full move, over the map edge if it can (BAY-F8).

    `source` is kept for its later flight, so it must be a tile that its side may know of: that of
    a shooter it sees, or the point of a burst.
    """
    scene.cite("BAY-F8")
    expose(scene, name)
    figure = scene.state.figures[name]
    if not figure.count(FLEEING):
        scene.emit(Counted(name, FLEEING, 1))
    scene.emit(Counted(name, FLED_FROM, scene.state.board.index(source) + 1))
    _turn(scene, name, away(figure, source))
    path, over_the_edge = flight(scene.state, figure, source)
    gait = Gait(full_move(figure), how=FLEE, wary=False)
    if not walk(scene, name, path, gait) and over_the_edge:
        scene.emit(Left(name, FLED))


def flee_on(scene: Scene, name: str) -> None:
    """A fleeing figure runs on, away from the tile that it first fled from (BAY-F8).

    A figure that the scenario starts as fleeing runs the way that it faces.
    """
    board, figure = scene.state.board, scene.state.figures[name]
    kept = figure.count(FLED_FROM)
    (x, y), (dx, dy) = figure.tile, figure.facing.delta
    behind = (x - dx, y - dy) if board.inside((x - dx, y - dy)) else figure.tile
    flee(scene, name, board.tile_at(kept - 1) if kept else behind)


def flight(state: State, figure: Figure, source: Tile) -> tuple[tuple[Tile, ...], bool]:
    """The way that a figure flees from a tile, and whether it leaves the map at its end (BAY-F8).

    Of the tiles in reach of its full move the farthest from the source, then the nearest to the
    map edge, then the cheapest, then by the eight directions clockwise from straight away. The
    tiles just off the map count among them. It never enters contact with an enemy it can see.
    """
    reach = _flight_reach(state, figure)
    ahead = away(figure, source)

    def order(place: tuple[Tile, Tile, int]) -> tuple[int, int, int, int, Tile]:
        _, goal, cost = place
        turn = 0 if goal == figure.tile else (facing_towards(figure.tile, goal) - ahead) % 8
        return (-distance2(source, goal), state.board.edge(goal), cost, turn, goal)

    last, goal, _ = min(_places(state, reach, full_move(figure)), key=order)
    return (reach.path(last) if last != figure.tile else ()), goal != last


def _flight_reach(state: State, figure: Figure) -> Reach:
    """The tiles that a fleeing figure can reach without coming into contact (BAY-F8)."""
    board = state.board
    barred = 0
    for foe in foes(state, figure.side):
        barred |= board.bit(foe.tile)
        for facing in Facing:
            x, y = foe.tile[0] + facing.delta[0], foe.tile[1] + facing.delta[1]
            if board.inside((x, y)):
                barred |= board.bit((x, y))
    barred &= ~board.bit(figure.tile)
    friends = occupied(state, figure.side) & ~board.bit(figure.tile)
    return board.reach(figure.tile, full_move(figure), barred=barred, friends=friends)


def _places(state: State, reach: Reach, allowance: int) -> tuple[tuple[Tile, Tile, int], ...]:
    """Tiles to flee to: the last one on the map, the goal (it, or one off the map), the cost.

    BAY-F8.
    """
    places = []
    tiles = state.board.tiles_of(reach.tiles | state.board.bit(reach.start))
    for tile in tiles:
        cost = 0 if tile == reach.start else reach.cost(tile)
        places.append((tile, tile, cost))
        for facing in (Facing.N, Facing.E, Facing.S, Facing.W):
            beyond = (tile[0] + facing.delta[0], tile[1] + facing.delta[1])
            if cost + ORTHOGONAL <= allowance and not state.board.inside(beyond):
                places.append((tile, beyond, cost + ORTHOGONAL))
    return tuple(places)


def down(scene: Scene, name: str) -> None:
    """A figure is out of the game; a hidden one is revealed first if an enemy sees its tile.

    BAY-F6.
    """
    expose(scene, name)
    scene.emit(Left(name, DOWNED))


def _turn(scene: Scene, name: str, facing: Facing) -> None:
    if scene.state.figures[name].facing != facing:
        scene.emit(Turned(name, facing))


def recover(scene: Scene, side: str) -> None:
    """Suppressed figures of a side recover, at the end of its movement (BAY-F7)."""
    names = by_id(f.id for f in scene.state.of_side(side) if f.count(SUPPRESSED))
    for name in names:
        scene.cite("BAY-F7")
        scene.emit(Counted(name, SUPPRESSED, 0))
        scene.emit(Counted(name, RECOVERED, 1))


def recovered(state: State, name: str) -> State:
    """The battle with a suppressed figure as it is once its movement has ended (BAY-F7)."""
    figure = state.figures[name]
    if not figure.count(SUPPRESSED) or (state.clock.phase, state.clock.side) != (
        MOVEMENT,
        figure.side,
    ):
        return state
    return state.with_figure(figure.with_counters({SUPPRESSED: 0, RECOVERED: 1}))


def rally_bonus(state: State, figure: Figure) -> int:
    """Its quality, and 1 for an officer near: one that is neither Suppressed nor Fleeing.

    BAY-F4, BAY-F8.
    """
    led = any(
        other.id != figure.id
        and kind_of(other).officer
        and not other.count(SUPPRESSED)
        and not other.count(FLEEING)
        and within(figure.tile, other.tile, COMMAND)
        for other in state.of_side(figure.side)
    )
    return quality(kind_of(figure)) + OFFICER * led


def fugitives(state: State, side: str) -> tuple[str, ...]:
    """The figures of a side that flee, lower ids first (BAY-F8)."""
    return by_id(figure.id for figure in state.of_side(side) if figure.count(FLEEING))


def rally_or_flee(scene: Scene, names: tuple[str, ...]) -> None:
    """Each figure rallies, which costs it this bound's movement, or flees on (BAY-F4, BAY-F8)."""
    for name in names:
        figure = scene.state.figures[name]
        if figure.at is None:
            continue
        scene.cite("BAY-F8", "BAY-F4")
        if rally(scene.dice, rally_bonus(scene.state, figure)):
            scene.emit(Tested(name, "rally", "rallied"))
            for counter, value in ((FLEEING, 0), (FLED_FROM, 0), (RALLIED, 1)):
                scene.emit(Counted(name, counter, value))
        else:
            scene.emit(Tested(name, "rally", "flees"))
            flee_on(scene, name)
