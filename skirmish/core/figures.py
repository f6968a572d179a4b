"""Figures, and the declarations of what a ruleset keeps on them."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from functools import wraps
from typing import Any, Self, TypeVar

from attrs import field, frozen

from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.geometry import Facing, Tile

HIDDEN = "hidden"
"""Engine counter: the figure is hidden from the enemy wherever it stands."""
DEPLOYS = "deploys"
"""Engine counter: the figure may still be deployed."""


@frozen
class Weapon:
    """Common fields of weapons; each ruleset adds its own."""

    id: str
    name: str
    text: str = field(default="", kw_only=True)

    @property
    def at_tiles(self) -> str:
        """How it attacks a tile: `throw` or `fire`; "" if it attacks figures only."""
        return ""

    @property
    def sector(self) -> tuple[int, int | None] | None:
        """Degrees of its arc, and its range in tiles, None for no limit; None for no ground."""
        return 360, None


@frozen
class Kind:
    """Common fields of stat blocks of figures; each ruleset adds its own.

    `points` is the figure's worth, for the enemy's score and for break points. `weapons` are the
    ids of its weapons unless a scenario gives others.
    """

    id: str
    name: str
    glyph: str = field(kw_only=True)
    points: int = field(kw_only=True)
    weapons: tuple[str, ...] = field(default=(), kw_only=True)
    text: str = field(default="", kw_only=True)


@frozen
class Arrival:
    """The turn or scripted event with which a figure arrives, and the place.

    `edge` is N, E, S or W, or empty where `area` has two corners, both included. `turn` is 0 where
    `event` names the event.
    """

    turn: int
    edge: str
    event: str = ""
    area: tuple[int, int, int, int] | None = None


@frozen(eq=False)
class Who:
    """The constant part of a figure; shared by all its states, equal only to itself."""

    id: str
    side: str
    name: str
    kind: Kind
    weapons: tuple[Weapon, ...] = ()
    arrival: Arrival | None = None

    @property
    def own_kind(self) -> str:
        """The name of its kind, if that is not its own name; else ""."""
        return "" if self.kind.name == self.name else self.kind.name

    @property
    def name_and_kind(self) -> str:
        """Its name, followed by its kind if that says more."""
        return ", ".join(filter(None, (self.name, self.own_kind)))


@frozen(weakref_slot=False)
class Figure:
    """A figure at one moment.

    `at` is None before it arrives and after it has left; then `fate` says how it left. `cache`:
    results computed from the figure and kept with it, as by `once`.
    """

    who: Who
    at: Tile | None
    facing: Facing
    posture: str = "standing"
    damage: int = 0
    fate: str = ""
    counters: Mapping[str, int] = field(factory=dict)
    cache: dict[Hashable, Any] = field(factory=dict, init=False, eq=False, repr=False)

    @property
    def id(self) -> str:
        """Its id in the scenario."""
        return self.who.id

    @property
    def side(self) -> str:
        """The side it fights for."""
        return self.who.side

    @property
    def text(self) -> str:
        """The changeable part of the figure as text, for the hash of a state."""
        return _text(self)

    def count(self, counter: str) -> int:
        """Return a counter's value, by default 0."""
        return self.counters.get(counter, 0)

    def with_counters(self, counters: Mapping[str, int]) -> Self:
        """Return the figure with these counters set and its others unchanged."""
        return fast_evolve(self, counters={**self.counters, **counters})

    @property
    def tile(self) -> Tile:
        """The tile it stands on; ValueError when it is not on the table."""
        if self.at is None:
            raise ValueError(self.who.id)
        return self.at


_T = TypeVar("_T")


def once(asked: Callable[[Figure], _T]) -> Callable[[Figure], _T]:
    """Decorate a function of a figure alone, so that its result is kept with the figure."""

    @wraps(asked)
    def answer(figure: Figure) -> _T:
        cache = figure.cache
        found: _T
        if asked in cache:
            found = cache[asked]
        else:
            found = cache[asked] = asked(figure)
        return found

    return answer


@once
def _text(figure: Figure) -> str:
    # Kept, because most figures stay the same from one state to the next.
    where = "-" if figure.at is None else f"{figure.at[0]},{figure.at[1]}"
    counters = " ".join([f"{k}={v}" for k, v in sorted(figure.counters.items()) if v])
    return (
        f"{figure.who.id} {where} {figure.facing.name} {figure.posture} "
        f"{figure.damage} {figure.fate or '-'} {counters}"
    )


@frozen
class Counter:
    """A number that a ruleset keeps on figures.

    `open`: the enemy sees it. `resets`: the phase of the figure's side at whose start it is set to
    0 ("turn": at the start of each turn). `point`: it holds the clock point at which it ends.
    `blinds`: a figure with it above 0 sees nothing. `words`: the names of its values from 0 on, for
    modes and the like. `given`: a scenario's `state` may set it. `waits`: a figure with it above 0
    may react to an enemy. `effect`: id of the effect of an attack, or of the way of moving, that
    sets it, if that differs from its own id. `only_in`: the phase of its side outside which players
    do not see it. `minor`: it is listed after states that matter more. `unless`: a counter that
    hides this one from players while it is above 0. `aim`: an aim for the next attack; a walk
    spoils it. `limit`: the value, by kind of figure, from which something worse happens. `many`:
    the label is a plural noun. `lasting`: a figure brings its value to its next battle. `zoned`:
    players see it only while the figure has a zone. `part`: the part of the body that it concerns;
    its label begins with it. `hinders`: its own side sees it among the states of the figure.
    `news`: words for values that are news to its own side.
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
    effect: str = ""
    only_in: str = ""
    minor: bool = False
    unless: str = ""
    aim: bool = False
    limit: Callable[[Kind], int] | None = None
    many: bool = False
    lasting: bool = False
    zoned: bool = False
    part: str = ""
    hinders: bool = False
    news: tuple[tuple[int, str], ...] = ()

    @property
    def harm(self) -> str:
        """The label without the part of the body: `hurt`."""
        return self.label.removeprefix(self.part).strip()

    @property
    def most(self) -> int:
        """The highest value; with `words`, that of the last one."""
        return len(self.words) - 1 if self.words else self.high

    def word(self, value: int) -> str:
        """Return a value as players read it."""
        return self.words[value] if 0 <= value < len(self.words) else str(value)

    def counted(self, value: int, kind: Kind | None) -> str:
        """Return the label with a number and the limit for a kind: `torso hurt 9 of 20`."""
        of = "" if self.limit is None or kind is None else f" of {self.limit(kind)}"
        return f"{self.label} {value}{of}"

    def numbered(self, value: int) -> str:
        """Return the label with a number."""
        return f"{self.label} until {value}" if self.point else f"{self.label} {value}"


ENGINE_COUNTERS: Mapping[str, Counter] = {
    HIDDEN: Counter("hidden", high=1),
    DEPLOYS: Counter("may be deployed", high=1),
}


@frozen
class Posture:
    """A posture; the enemy always sees it."""

    label: str
    blinds: bool = False


@frozen
class LinkKind:
    """A relation between two figures.

    `lasting`: it stays when one of the figures leaves the battle. `resets`: the phase of the
    first figure's side at whose start it ends. `aim`: the first figure aims at the other; a walk
    spoils it.
    """

    label: str
    open: bool = False
    lasting: bool = False
    resets: str = ""
    aim: bool = False


@frozen
class ZoneKind:
    """A marked area; `opaque` ones block sight at any height, both sides see `open` ones.

    A `cloud` or an opaque zone can drift, so even its own side knows only the part in its sight.
    The same holds for an `item`, which has no effect on a figure that walks over it. `acts` says
    when a cloud harms a figure that is in it.
    """

    label: str
    glyph: str
    open: bool = True
    opaque: bool = False
    cloud: bool = False
    item: bool = False
    acts: str = ""

    @property
    def drifts(self) -> bool:
        """Whether its own side knows only the part in its sight."""
        return self.cloud or self.opaque or self.item


SMOKE_ZONE = ZoneKind("smoke", "░", opaque=True)
"""Smoke of opposed d6 and of scripted events."""


@frozen
class Phase:
    """A kind of bound; at the start of one with `moves` the side's tracks are cleared."""

    label: str
    moves: bool = False


def signed(amounts: Iterable[int]) -> tuple[str, ...]:
    """Return the effects of the degrees of cover as signed numbers: `+2`."""
    return tuple(f"{amount:+d}" if amount else "0" for amount in amounts)


@frozen
class Declared:
    """Everything that a ruleset keeps on figures besides the common fields.

    Views, text and cards work from it. `cover`: the effect of each degree of cover in its rules.
    """

    counters: Mapping[str, Counter] = field(factory=dict)
    postures: Mapping[str, Posture] = field(factory=dict)
    links: Mapping[str, LinkKind] = field(factory=dict)
    zones: Mapping[str, ZoneKind] = field(factory=dict)
    phases: Mapping[str, Phase] = field(factory=dict)
    cover: tuple[str, ...] = ("0", "1", "2", "3")
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
        """Return the declaration of a counter, those of the engine included."""
        return ENGINE_COUNTERS.get(name) or self.counters[name]

    def shown(self, figure: Figure) -> Figure:
        """Return a figure with only what the enemy sees of it."""
        own = self.own_counters
        if own.isdisjoint(figure.counters):
            return figure
        kept = {name: n for name, n in figure.counters.items() if name not in own}
        return fast_evolve(figure, counters=kept)

    def reset(self, figure: Figure, ends: Container[str]) -> Figure:
        """Return a figure without the counters whose `resets` is one of these."""
        kept = {n: v for n, v in figure.counters.items() if self.counter(n).resets not in ends}
        return fast_evolve(figure, counters=kept)

    def waits(self, figure: Figure) -> bool:
        """Whether the figure is ready to fire or act at the next move of its enemy."""
        counters = self.counters
        return any(
            n and name in counters and counters[name].waits for name, n in figure.counters.items()
        )

    def blind(self, figure: Figure) -> bool:
        """Whether the figure sees nothing for its side in its present state."""
        posture = self.postures.get(figure.posture)
        if posture is not None and posture.blinds:
            return True
        blinding = self._blinding
        if blinding.isdisjoint(figure.counters):
            return False
        return any(value > 0 and name in blinding for name, value in figure.counters.items())
