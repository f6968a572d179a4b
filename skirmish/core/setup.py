"""What a battle is set up with and never changes: sides, objectives, lessons, house rules."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from skirmish.core import battle_parts
from skirmish.core.figures import Declared
from skirmish.core.geometry import Tile

MUSTER = battle_parts.MUSTER
DEPLOYMENT = battle_parts.DEPLOYMENT
SETUP_PHASES = (MUSTER, DEPLOYMENT)
"""The phases of turn 0; a side ends its part of one with `ready`."""

STEADY = "steady"
TEMPERS = (STEADY, "bold", "careful")
"""How the computer may be told to play a side; the first is how it plays untold."""

Area = tuple[int, int, int, int]


def in_area(area: Area, tile: Tile) -> bool:
    """Whether a tile lies in a rectangle of two corners, both included."""
    return area[0] <= tile[0] <= area[2] and area[1] <= tile[1] <= area[3]


@frozen
class Side:
    """A side as the scenario sets it up.

    `worth`: the points of its figures at the start. `temper`: how the computer plays it, if it
    does.
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
    """What pays a side points: reach, hold, destroy, survive, escort."""

    id: str
    side: str
    kind: str
    points: int
    area: Area | None = None
    figures: tuple[str, ...] = ()
    decisive: bool = False
    text: str = ""


@frozen
class Lesson:
    """A word to a player at a point of the battle, for scenarios that teach.

    `when`, if it is not empty, is the verb of an event that must have happened in the bound, and
    possibly a figure: `moved`, `moved b1`.
    """

    side: str
    turn: int
    phase: str
    text: str
    when: str = ""


@frozen(eq=False)
class Setup:
    """What never changes during a battle, and both sides may know."""

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
        """The other side."""
        first, second = self.sides
        return second if side == first else first
