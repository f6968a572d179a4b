"""Walking step by step, for every ruleset: stops, discoveries, and which steps the enemy sees.

A path is judged before, on the view of its side; here it is walked on the true state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from attrs import frozen

from skirmish.core.board import Board
from skirmish.core.events import SIGHT, Counted, Moved, Stopped
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, corners_of, expand_path
from skirmish.core.knowledge import seen_from
from skirmish.core.state import State
from skirmish.rulesets.common.present import discover, expose, occupied, reveal
from skirmish.rulesets.scene import Scene

Before = Callable[[Scene, str, Tile], str]
Replan = Callable[[State, str], "Gait | str"]
Cost = Callable[[Board, Tile, Tile], int | None]

MET = "met"
BLOCKED = "blocked"
SPENT = "spent"
HELD = "held"


@frozen
class Gait:
    """How a figure walks.

    `allowance`: half tiles that it may spend; `counter` adds them up and is not shown to the enemy.
    `wary`: it stops when its side sees a new enemy. `before` is called before each step with the
    tile to enter, and returns why to stop, or "". It may change anything but the tiles of figures.
    If it changed anything, the rest of the path is judged again: `replan` returns the figure's new
    gait, with the allowance of the whole walk, or why it may not go on.
    """

    allowance: int
    counter: str = ""
    how: str = ""
    wary: bool = True
    before: Before | None = None
    replan: Replan | None = None
    cost: Cost = Board.step_cost


@lru_cache(maxsize=1024)
def way(start: Tile, corners: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the tiles that a path enters; its first corner may be the start or lie straight ahead.

    Cached, because a path is judged, planned and walked.

    Raises:
        ValueError: A part is not straight, or the path is empty.
    """
    rest = corners[1:] if corners[0] == start else corners
    return expand_path((start, *rest))[1:]


def way_corners(start: Tile, corners: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the canonical form of a path: the first tile it enters, its corners, its last tile.

    Raises:
        ValueError: A part is not straight, or the path is empty.
    """
    return corners_of(way(start, corners))


def walk(scene: Scene, name: str, path: Iterable[Tile], gait: Gait) -> str:
    """Let a figure walk; return why it stopped early, or "" if it arrived.

    A step that is not made costs nothing, and the figure that stood in the way is revealed. A
    figure never stops on a friend that it passes. The enemy learns only of the tiles that it sees
    entered.
    """
    walker = _Walker(scene, name, gait)
    why = walker.go(tuple(path))
    walker.tell()
    figure = scene.state.figures[name]
    if figure.at is None:
        return why or HELD
    if why:
        scene.emit(Stopped(name, why))
    if walker.spent:
        discover(scene, name)
        if gait.counter:
            scene.emit(Counted(name, gait.counter, figure.count(gait.counter) + walker.spent))
    return why


class _Walker:
    """A walking figure; `stretch` holds the entered tiles that no event has reported yet."""

    def __init__(self, scene: Scene, name: str, gait: Gait) -> None:
        self.scene = scene
        self.name = name
        self.gait = gait
        self.here = self.figure.tile
        self.spent = 0
        self.stretch: list[Tile] = []
        self.watched = False
        self.why = ""
        self.unseen = _unseen(scene.state, self.figure)

    @property
    def figure(self) -> Figure:
        return self.scene.state.figures[self.name]

    def go(self, path: tuple[Tile, ...]) -> str:
        """Walk leg by leg; return why it stopped, or ""."""
        friends = occupied(self.scene.state, self.figure.side)
        for leg in _legs(self.scene.state.board, path, friends):
            costs, why = self._price(leg)
            if not why and self._interrupted(leg[0]):
                costs, why = self._judged_again(leg)
            if why := why or self._walk_leg(leg, costs):
                return why
        ends_on_friend = bool(path) and friends & self.scene.state.board.bit(path[-1])
        return BLOCKED if ends_on_friend else ""

    def _price(self, leg: tuple[Tile, ...]) -> tuple[tuple[int, ...], str]:
        """The costs of the steps of a leg, or why one of them cannot be made."""
        state, here, left = self.scene.state, self.here, self.gait.allowance - self.spent
        costs: list[int] = []
        for tile in leg:
            cost = self.gait.cost(state.board, here, tile)
            if cost is None:
                return (), BLOCKED
            costs.append(cost)
            if sum(costs) > left:
                return (), SPENT
            other = state.standing(tile)
            if other is not None and other.side != self.figure.side:
                self.tell()
                reveal(self.scene, other.id)
                return (), MET
            here = tile
        return tuple(costs), ""

    def _interrupted(self, tile: Tile) -> bool:
        """Whether anything changed before the figure enters a tile."""
        if not self.spent:
            expose(self.scene, self.name)
        if self.gait.before is None:
            return False
        self.tell()
        before = self.scene.state
        self.why = self.gait.before(self.scene, self.name, tile) or self.why
        return bool(self.why) or self.scene.state is not before

    def _judged_again(self, leg: tuple[Tile, ...]) -> tuple[tuple[int, ...], str]:
        """The costs of the steps of a leg after an interrupt, or why the walk ends here."""
        if self.figure.at is None:
            return (), HELD
        if self.why:
            return (), self.why
        if self.gait.replan is not None:
            gait = self.gait.replan(self.scene.state, self.name)
            if isinstance(gait, str):
                return (), gait
            self.gait = gait
        return self._price(leg)

    def _walk_leg(self, leg: tuple[Tile, ...], costs: tuple[int, ...]) -> str:
        """Make the steps; a new enemy in sight stops the figure at the end of the leg.

        An interrupt among friends, where it may not stop, stops it at the end of the leg as well.
        """
        spotted = interrupted = False
        for tile, cost in zip(leg, costs, strict=True):
            if tile != leg[0] and self._interrupted(tile):
                interrupted = True
                if self.figure.at is None:
                    return HELD
            self._step(tile, cost)
            spotted |= self._look_round()
        if interrupted and (why := self._judged_again(())[1]):
            return why
        return SIGHT if spotted and self.gait.wary else ""

    def _step(self, tile: Tile, cost: int) -> None:
        state = self.scene.state
        enemy = state.known.get(state.setup.enemy(self.figure.side))
        in_sight = enemy is not None and bool(enemy.seen & state.board.bit(tile))
        if in_sight != self.watched:
            self.tell()
            self.watched = in_sight
        if in_sight:
            # Before the step, so that it is made in the open, and the enemy may fire at it.
            reveal(self.scene, self.name)
        self.here = tile
        self.spent += cost
        self.stretch.append(tile)

    def _look_round(self) -> bool:
        """Whether its side sees an enemy here that it did not see before."""
        if not self.unseen:
            return False
        state = self.scene.state
        if not seen_from(state, self.here) & self.unseen:
            return False
        before = state.known[self.figure.side].visible
        self.tell()
        self.unseen = _unseen(self.scene.state, self.figure)
        return any(n not in before for n in self.scene.state.known[self.figure.side].visible)

    def tell(self) -> None:
        """Report the tiles entered so far."""
        if self.stretch:
            self.scene.emit(Moved(self.name, tuple(self.stretch), how=self.gait.how))
            self.stretch.clear()


def _unseen(state: State, figure: Figure) -> int:
    """Mask of tiles where a figure's side would learn something new: enemies, changed ground."""
    known = state.known.get(figure.side)
    if known is None or state.setup.declared.blind(figure):
        return 0
    mask = state.board.mask_of(known.ground)
    for other in state.of_side(state.setup.enemy(figure.side)):
        if other.id not in known.visible and not other.count(HIDDEN):
            mask |= state.board.bit(other.tile)
    return mask


def _legs(board: Board, path: tuple[Tile, ...], friends: int) -> Iterator[tuple[Tile, ...]]:
    """The path cut where the figure may stop: after each tile without a friend."""
    leg: list[Tile] = []
    for tile in path:
        leg.append(tile)
        if not friends & board.bit(tile):
            yield tuple(leg)
            leg.clear()
