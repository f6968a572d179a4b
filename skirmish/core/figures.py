"""Figures: what never changes about one, what changes, and what a ruleset declares about both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.geometry import Facing, Tile

HIDDEN = "hidden"
"""Engine counter: the enemy does not see the figure, wherever it stands."""
DEPLOYS = "deploys"
"""Engine counter: the figure's side may still choose where it starts."""


@frozen
class Weapon:
    """What every ruleset's weapons have in common; a ruleset adds its own numbers."""

    id: str
    name: str
    text: str = field(default="", kw_only=True)


@frozen
class Kind:
    """What every ruleset's kinds of figure have in common; a ruleset adds its own numbers.

    `points` is what the figure is worth to the enemy, and in break points. `weapons` are the ids
    of what it carries unless a scenario says otherwise.
    """

    id: str
    name: str
    glyph: str = field(kw_only=True)
    points: int = field(kw_only=True)
    weapons: tuple[str, ...] = field(default=(), kw_only=True)
    text: str = field(default="", kw_only=True)


@frozen
class Arrival:
    """When and over which map edge a figure comes: N, E, S or W."""

    turn: int
    edge: str


@frozen(eq=False)
class Who:
    """The part of a figure that never changes; shared by all its states, equal only to itself."""

    id: str
    side: str
    name: str
    kind: Kind
    weapons: tuple[Weapon, ...] = ()
    arrival: Arrival | None = None


@frozen
class Figure:
    """One figure now. `at` is None before it arrives and after it is out; `fate` says how."""

    who: Who
    at: Tile | None
    facing: Facing
    posture: str = "standing"
    damage: int = 0
    fate: str = ""
    counters: Mapping[str, int] = field(factory=dict)

    @property
    def id(self) -> str:
        """Its id in the scenario."""
        return self.who.id

    @property
    def side(self) -> str:
        """The side it fights for."""
        return self.who.side

    @cached_property
    def text(self) -> str:
        """All that changes about it, as a state's hash has it; kept, for most figures stay."""
        where = "-" if self.at is None else f"{self.at[0]},{self.at[1]}"
        counters = " ".join([f"{k}={v}" for k, v in sorted(self.counters.items()) if v])
        return (
            f"{self.who.id} {where} {self.facing.name} {self.posture} "
            f"{self.damage} {self.fate or '-'} {counters}"
        )

    def count(self, counter: str) -> int:
        """A counter's value; 0 where nothing was counted."""
        return self.counters.get(counter, 0)

    @property
    def tile(self) -> Tile:
        """Where it stands; ValueError when it is not on the table."""
        if self.at is None:
            raise ValueError(self.who.id)
        return self.at


@frozen
class Counter:
    """A number that a ruleset keeps on figures.

    `open`: the enemy sees it. `resets`: the phase of the own side at whose start it goes back
    to 0 ("turn": at each start of a turn). `point`: it holds a clock point, at which it ends.
    `blinds`: a figure with it above 0 sees nothing. `words`: what its values are called, from 0
    on, for modes and the like. `given`: a scenario's `state` may hold it. `waits`: a figure with
    it above 0 may answer what an enemy does.
    """

    label: str
    open: bool = False
    low: int = 0
    high: int = 9999
    resets: str = ""
    point: bool = False
    blinds: bool = False
    words: tuple[str, ...] = ()
    given: bool = True
    waits: bool = False

    @property
    def most(self) -> int:
        """The highest value: that of its last word, where it has any."""
        return len(self.words) - 1 if self.words else self.high

    def word(self, value: int) -> str:
        """A value as players read it."""
        return self.words[value] if 0 <= value < len(self.words) else str(value)


ENGINE_COUNTERS: Mapping[str, Counter] = {
    HIDDEN: Counter("hidden", high=1),
    DEPLOYS: Counter("may be deployed", high=1),
}


@frozen
class Posture:
    """A way to stand; always open."""

    label: str
    blinds: bool = False


@frozen
class LinkKind:
    """A relation between two figures.

    `lasting`: it stays when one of the two leaves the battle. `resets`: the phase of the first
    figure's side at whose start it ends.
    """

    label: str
    open: bool = False
    lasting: bool = False
    resets: str = ""


@frozen
class ZoneKind:
    """A marked place; `opaque` ones block sight at any height, `open` ones both sides see.

    A `cloud`, and whatever is opaque, lies where it came down: its own side, too, knows it only
    as far as it sees it. So does an `item`, which does nothing to a figure that walks over it.
    """

    label: str
    glyph: str
    open: bool = True
    opaque: bool = False
    cloud: bool = False
    item: bool = False

    @property
    def drifts(self) -> bool:
        """Whether its own side knows no more of it than it sees."""
        return self.cloud or self.opaque or self.item


@frozen
class Phase:
    """A kind of bound; in one with `moves` the side's tracks begin anew."""

    label: str
    moves: bool = False


@frozen
class Declared:
    """All that a ruleset keeps beside the common fields; view, text and cards work from it."""

    counters: Mapping[str, Counter] = field(factory=dict)
    postures: Mapping[str, Posture] = field(factory=dict)
    links: Mapping[str, LinkKind] = field(factory=dict)
    zones: Mapping[str, ZoneKind] = field(factory=dict)
    phases: Mapping[str, Phase] = field(factory=dict)
    own_counters: frozenset[str] = field(init=False, eq=False, repr=False)
    """The counters that the enemy does not see."""
    _blinding: frozenset[str] = field(init=False, eq=False, repr=False)

    @own_counters.default
    def _own_counters(self) -> frozenset[str]:
        kept = {**self.counters, **ENGINE_COUNTERS}
        return frozenset(name for name, counter in kept.items() if not counter.open)

    @_blinding.default
    def _blinding_counters(self) -> frozenset[str]:
        return frozenset(name for name, counter in self.counters.items() if counter.blinds)

    def counter(self, name: str) -> Counter:
        """What is declared of a counter, the engine's own included."""
        return ENGINE_COUNTERS.get(name) or self.counters[name]

    def shown(self, figure: Figure) -> Figure:
        """A figure with only what is open about it."""
        own = self.own_counters
        if own.isdisjoint(figure.counters):
            return figure
        kept = {name: n for name, n in figure.counters.items() if name not in own}
        return fast_evolve(figure, counters=kept)

    def blind(self, figure: Figure) -> bool:
        """Whether the figure sees nothing for its side in its present state."""
        posture = self.postures.get(figure.posture)
        if posture is not None and posture.blinds:
            return True
        blinding = self._blinding
        if blinding.isdisjoint(figure.counters):
            return False
        return any(value > 0 and name in blinding for name, value in figure.counters.items())
