"""The constant data of a battle: sides, objectives, lessons, house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from skirmish.core import battle_parts
from skirmish.core.board import Board
from skirmish.core.figures import Arrival, Declared
from skirmish.core.geometry import Tile

MUSTER = battle_parts.MUSTER
DEPLOYMENT = battle_parts.DEPLOYMENT
SETUP_PHASES = (MUSTER, DEPLOYMENT)
"""The phases of turn 0; a side ends each with `ready`."""

STEADY = "steady"
TEMPERS = (STEADY, "bold", "careful")
"""Styles of play that a scenario can give the computer; the first is the default."""

Area = tuple[int, int, int, int]


def in_area(area: Area, tile: Tile) -> bool:
    """Whether a tile lies in a rectangle, both corners included."""
    return area[0] <= tile[0] <= area[2] and area[1] <= tile[1] <= area[3]


def tiles_in(area: Area) -> Iterator[Tile]:
    """Return the tiles of a rectangle, row by row."""
    left, top, right, bottom = area
    return ((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))


def entry_tiles(board: Board, arrival: Arrival) -> Iterator[Tile]:
    """Return the passable tiles on which figures arrive, in the order of their use."""
    area = arrival.area
    tiles = _edge(board, arrival.edge) if area is None else _from_middle(area)
    return filter(board.passable, tiles)


def _edge(board: Board, edge: str) -> tuple[Tile, ...]:
    """The tiles of an edge from its middle outward; at equal distance the lower one first."""
    along, far = (board.width, board.height) if edge in ("N", "S") else (board.height, board.width)
    row = 0 if edge in ("N", "W") else far - 1
    places = sorted(range(along), key=lambda n: (abs(2 * n - (along - 1)), n))
    return tuple((n, row) if edge in ("N", "S") else (row, n) for n in places)


def _from_middle(area: Area) -> list[Tile]:
    """The tiles of an area from its middle outward; at equal distance row by row."""
    across, down = area[0] + area[2], area[1] + area[3]
    return sorted(tiles_in(area), key=lambda t: (2 * t[0] - across) ** 2 + (2 * t[1] - down) ** 2)


def middle_of(area: Area) -> Tile:
    """Return the middle tile of a rectangle, the upper left one of several."""
    return (area[0] + area[2]) // 2, (area[1] + area[3]) // 2


def area_mask(board: Board, area: Area | None) -> int:
    """Return the mask of a rectangle as far as it is on the board; 0 if there is none."""
    return board.mask_of(filter(board.inside, tiles_in(area))) if area is not None else 0


def lies_within(inner: Area, outer: Area) -> bool:
    """Whether a rectangle lies inside another one, or is the same."""
    return in_area(outer, inner[:2]) and in_area(outer, inner[2:])


def areas_overlap(one: Area, other: Area) -> bool:
    """Whether two rectangles have a tile in common."""
    across = one[0] <= other[2] and other[0] <= one[2]
    return across and one[1] <= other[3] and other[1] <= one[3]


@frozen
class Side:
    """A side as the scenario sets it up.

    `worth`: the points of its figures at the start. `temper`: the style in which the computer
    plays it.
    """

    id: str
    name: str
    player: str = ""
    deploy: Area | None = None
    break_point: int = 0
    worth: int = 0
    temper: str = STEADY


@frozen
class Objective:
    """A goal that gives a side points: reach, hold, destroy, survive, escort."""

    id: str
    side: str
    kind: str
    points: int
    area: Area | None = None
    figures: tuple[str, ...] = ()
    decisive: bool = False
    text: str = ""
    closed: bool = False
    """Whether it counts only after a scripted event has opened it."""


@frozen
class Lesson:
    """A text for a player at a point of the battle, for scenarios that teach the game.

    If `when` is given, it is the verb of an event that must happen in the bound or a later one of
    its phase, with an optional figure: `moved`, `moved b1`. If `state` is given, a counter or a
    posture, the lesson belongs to the first bound that its side plays after one of its figures got
    that state, in any turn.
    """

    side: str
    turn: int
    phase: str
    text: str
    when: str = ""
    state: str = ""


@frozen(eq=False)
class Setup:
    """The constant data of a battle; both sides may know it."""

    title: str
    ruleset: str
    sides: Mapping[str, Side]
    first: str
    turns: int
    declared: Declared
    rules: Mapping[str, bool | int | str] = field(factory=dict)
    objectives: tuple[Objective, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    briefing: str = ""

    def enemy(self, side: str) -> str:
        """Return the other side."""
        first, second = self.sides
        return second if side == first else first
