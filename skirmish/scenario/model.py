"""A scenario as a value: what the file says, with nothing worked out and nothing left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing, Tile
from skirmish.core.setup import STEADY, Area, Lesson, Objective
from skirmish.scenario.writer import scenario_text

Value = bool | int | str | tuple["Value", ...] | Mapping[str, "Value"]
"""What a key of a stat block may hold."""


@frozen
class Block:
    """A stat block of the scenario's own: all fields, or those that differ from `base`."""

    base: str = ""
    fields: Mapping[str, Value] = field(factory=dict)


@frozen
class FigureEntry:
    """A figure as the scenario lists it; None is what the kind, or deployment, decides."""

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
    """Figures that come later, over a map edge."""

    side: str
    arrival: Arrival
    figures: tuple[FigureEntry, ...]


@frozen
class MapSection:
    """The map: rows of terrain letters, rows of level digits (none: all level), own letters."""

    rows: tuple[str, ...]
    levels: tuple[str, ...] = ()
    terrain: Mapping[str, Block] = field(factory=dict)

    @property
    def size(self) -> Tile:
        """Width and height in tiles."""
        return (len(self.rows[0]) if self.rows else 0), len(self.rows)


@frozen
class Scenario:
    """A battle to be fought; two are equal when every word of them is."""

    title: str
    ruleset: str
    turns: int
    first: str
    sides: tuple[Force, ...]
    ground: MapSection
    briefing: str = ""
    rules: Mapping[str, bool | int | str] = field(factory=dict)
    objectives: tuple[Objective, ...] = ()
    waves: tuple[Wave, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    kinds: Mapping[str, Block] = field(factory=dict)
    weapons: Mapping[str, Block] = field(factory=dict)

    @property
    def text(self) -> str:
        """Its canonical text: it needs no other file, and loads to an equal scenario."""
        return scenario_text(self)

    def entries(self) -> Iterator[tuple[str, FigureEntry]]:
        """Every figure with its side, those that come later last."""
        for force in self.sides:
            for entry in force.figures:
                yield force.id, entry
        for wave in self.waves:
            for entry in wave.figures:
                yield wave.side, entry
