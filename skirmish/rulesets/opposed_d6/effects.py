"""What an attack brings about: figures are suppressed, flee or go down, clouds lie."""

from __future__ import annotations

from skirmish.core.board import Reach
from skirmish.core.events import Counted, Left, Turned
from skirmish.core.figures import Figure
from skirmish.core.geometry import ORTHOGONAL, Facing, Tile, distance2, facing_towards
from skirmish.core.state import STEPS, State
from skirmish.rulesets.common import clouds
from skirmish.rulesets.common.moves import Gait, walk
from skirmish.rulesets.common.present import expose, occupied, present
from skirmish.rulesets.opposed_d6.allowance import full_move
from skirmish.rulesets.opposed_d6.factors import skill, total, troop
from skirmish.rulesets.opposed_d6.kinds import Arm
from skirmish.rulesets.scene import Scene

FLEE = "flee"
DOWNED = "downed"
FLED = "fled"


def away(figure: Figure, source: Tile) -> Facing:
    """Directly away from a tile, the nearest of the eight directions; from its own: about."""
    if source == figure.tile:
        return figure.facing.opposite
    return facing_towards(source, figure.tile)


def suppress(scene: Scene, name: str, source: Tile) -> None:
    """A figure is Suppressed and turned away from the tile that the attack came from.

    Crew and irregular figures flee instead.
    """
    figure = scene.state.figures[name]
    kind = troop(figure)
    if kind.crew or kind.irregular:
        flee(scene, name, source)
        return
    scene.cite("BAY-F7")
    expose(scene, name)
    if not figure.count("suppressed"):
        scene.emit(Counted(name, "suppressed", 1))
    _turn(scene, name, away(figure, source))


def flee(scene: Scene, name: str, source: Tile) -> None:
    """A figure turns away from a tile and runs its full move, over the map edge if it can.

    `source` is kept for its later flight, so it must be a tile that its side may know of: that of
    a shooter it sees, or the point of a burst.
    """
    scene.cite("BAY-F8")
    expose(scene, name)
    figure = scene.state.figures[name]
    if not figure.count("fleeing"):
        scene.emit(Counted(name, "fleeing", 1))
    scene.emit(Counted(name, "fled_from", scene.state.board.index(source) + 1))
    _turn(scene, name, away(figure, source))
    path, over_the_edge = flight(scene.state, figure, source)
    gait = Gait(full_move(figure), how=FLEE, wary=False)
    if not walk(scene, name, path, gait) and over_the_edge:
        scene.emit(Left(name, FLED))


def flee_on(scene: Scene, name: str) -> None:
    """A figure that flees already runs on, from the tile that it first fled from.

    One that the scenario has fleeing from the start runs on the way that it faces.
    """
    board, figure = scene.state.board, scene.state.figures[name]
    kept = figure.count("fled_from")
    (x, y), (dx, dy) = figure.tile, figure.facing.delta
    behind = (x - dx, y - dy) if board.inside((x - dx, y - dy)) else figure.tile
    flee(scene, name, board.tile_at(kept - 1) if kept else behind)


def flight(state: State, figure: Figure, source: Tile) -> tuple[tuple[Tile, ...], bool]:
    """The way that a figure flees from a tile, and whether it leaves the map at its end.

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
    board = state.board
    barred = 0
    for other in present(state, figure.side):
        if other.side != figure.side:
            barred |= board.bit(other.tile)
            for facing in Facing:
                x, y = other.tile[0] + facing.delta[0], other.tile[1] + facing.delta[1]
                if board.inside((x, y)):
                    barred |= board.bit((x, y))
    barred &= ~board.bit(figure.tile)
    friends = occupied(state, figure.side) & ~board.bit(figure.tile)
    return board.reach(figure.tile, full_move(figure), barred=barred, friends=friends)


def _places(state: State, reach: Reach, allowance: int) -> tuple[tuple[Tile, Tile, int], ...]:
    """Tiles to flee to: the last one on the map, the goal (it, or one off the map), the cost."""
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
    """A figure is out of the game; a hidden one is revealed first if an enemy sees its tile."""
    expose(scene, name)
    scene.emit(Left(name, DOWNED))


def land_cloud(scene: Scene, weapon: Arm, tile: Tile, owner: str) -> str:
    """A weapon's cloud comes to lie round a tile; gives the zone's id.

    `duration` is counted at the start of each bound of the side that fired, so the cloud ends
    with the start of the last one. Its numbers are the weapon's factor, its owner's skill (quality,
    rank, injuries) and its centre.
    """
    figure = scene.state.figures[owner]
    skilled = total(skill(figure))
    numbers = {"factor": weapon.factor, "skill": skilled, "x": tile[0], "y": tile[1]}
    return clouds.lay(
        scene,
        weapon.cloud,
        figure.side,
        tile,
        weapon.radius,
        owner=owner,
        until=cloud_end(scene.state, figure.side, weapon.duration),
        numbers=numbers,
    )


def cloud_end(state: State, side: str, duration: int) -> int:
    """The clock point of the `duration`-th next start of a side's bound."""
    step = 1 if side == state.setup.first else 3
    upcoming = state.clock.turn * STEPS + step
    if upcoming <= state.clock.point:
        upcoming += STEPS
    return upcoming + (duration - 1) * STEPS


def _turn(scene: Scene, name: str, facing: Facing) -> None:
    if scene.state.figures[name].facing != facing:
        scene.emit(Turned(name, facing))
