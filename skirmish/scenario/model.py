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
    person: str = ""
    """The id that it keeps from one scenario to the next; "" for a figure of this one alone."""


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


DIFFICULTIES = ("easy", "medium", "hard")


@frozen
class About:
    """Facts about a scenario beside its battle; empty or 0 if not given.

    Attributes:
        author: Name of the author.
        version: Version of the scenario, in the author's numbering.
        licence: The terms under which it may be passed on.
        description: Its subject, in up to three lines.
        difficulty: One of `DIFFICULTIES`, for a person on the side that its author intends.
        length: Minutes that a battle takes.
        tags: Words to find it by.
        notes: Notes for those who change it; the game does not show them.
    """

    author: str = ""
    version: str = ""
    licence: str = ""
    description: str = ""
    difficulty: str = ""
    length: int = 0
    tags: tuple[str, ...] = ()
    notes: str = ""


@frozen
class Scenario:
    """A scenario; two are equal if all their content is."""

    title: str
    ruleset: str
    turns: int
    first: str
    sides: tuple[Force, ...]
    map: MapSection
    about: About = field(factory=About)
    briefing: str = ""
    rules: Mapping[str, bool | int | str] = field(factory=dict)
    objectives: tuple[Objective, ...] = ()
    waves: tuple[Wave, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    events: tuple[Trigger, ...] = ()
    ignored: tuple[str, ...] = ()
    """Ids of the warnings and notes that are not given for it."""
    kinds: Mapping[str, Block] = field(factory=dict)
    weapons: Mapping[str, Block] = field(factory=dict)

    @property
    def goals(self) -> tuple[Objective, ...]:
        """The objectives that count from the start."""
        return tuple(goal for goal in self.objectives if not goal.closed)

    def listed(self) -> Iterator[tuple[str, FigureEntry]]:
        """Yield the figures, without those that a scripted event brings."""
        for force in self.sides:
            yield from ((force.id, entry) for entry in force.figures)
        for wave in self.waves:
            if not wave.arrival.event:
                yield from ((wave.side, entry) for entry in wave.figures)

    def entries(self) -> Iterator[tuple[str, FigureEntry]]:
        """Yield every figure with its side, reinforcements last."""
        for force in self.sides:
            for entry in force.figures:
                yield force.id, entry
        for wave in self.waves:
            for entry in wave.figures:
                yield wave.side, entry
