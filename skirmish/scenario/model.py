"""Scenarios as values: the content of a file, without anything derived from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing, Tile
from skirmish.core.script import Trigger
from skirmish.core.setup import STEADY, Area, Lesson, Objective

Value = bool | int | str | tuple["Value", ...] | Mapping[str, "Value"]
"""Possible values of a field of a stat block."""


@frozen
class Block:
    """A stat block of a scenario: all fields, or those that differ from `base`."""

    base: str = ""
    fields: Mapping[str, Value] = field(factory=dict)


@frozen
class FigureEntry:
    """A figure as the scenario lists it; None leaves a value to the kind or to deployment."""

    id: str
    kind: str
    name: str = ""
    at: Tile | None = None
    facing: Facing | None = None
    weapons: tuple[str, ...] | None = None
    hidden: bool = False
    state: Mapping[str, int | str] = field(factory=dict)


@frozen
class Force:
    """A side as the scenario lists it."""

    id: str
    name: str
    player: str = ""
    deploy: Area | None = None
    break_point: int = 0
    figures: tuple[FigureEntry, ...] = ()
    temper: str = STEADY


@frozen
class Wave:
    """Reinforcements that arrive together, over a map edge or in an area."""

    side: str
    arrival: Arrival
    figures: tuple[FigureEntry, ...]


@frozen
class MapSection:
    """The map: rows of terrain letters, rows of level digits (none: level 0), own terrain."""

    rows: tuple[str, ...]
    levels: tuple[str, ...] = ()
    terrain: Mapping[str, Block] = field(factory=dict)

    @property
    def size(self) -> Tile:
        """Width and height in tiles."""
        return (len(self.rows[0]) if self.rows else 0), len(self.rows)


@frozen
class Scenario:
    """A scenario; two are equal if all their content is."""

    title: str
    ruleset: str
    turns: int
    first: str
    sides: tuple[Force, ...]
    map: MapSection
    briefing: str = ""
    rules: Mapping[str, bool | int | str] = field(factory=dict)
    objectives: tuple[Objective, ...] = ()
    waves: tuple[Wave, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    events: tuple[Trigger, ...] = ()
    kinds: Mapping[str, Block] = field(factory=dict)
    weapons: Mapping[str, Block] = field(factory=dict)

    def entries(self) -> Iterator[tuple[str, FigureEntry]]:
        """Return every figure with its side, reinforcements last."""
        for force in self.sides:
            for entry in force.figures:
                yield force.id, entry
        for wave in self.waves:
            for entry in wave.figures:
                yield wave.side, entry
