"""The state of a battle: one frozen value, changed only by `apply.apply_event`."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Self

from attrs import field, frozen

from skirmish.core.board import Board, Terrain
from skirmish.core.dice import Face
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Question
from skirmish.core.script import Script
from skirmish.core.setup import Area, Lesson, Objective, Setup, Side, in_area
from skirmish.core.text import id_key

__all__ = [
    "STEPS",
    "Area",
    "Clock",
    "Contact",
    "Knowledge",
    "Lesson",
    "Link",
    "Objective",
    "Pending",
    "Setup",
    "Side",
    "State",
    "Step",
    "Tally",
    "Track",
    "Zone",
    "in_area",
    "state_hash",
    "state_text",
]

STEPS = 100
"""Clock points in a turn; a point is turn * STEPS + step, so that points can be compared."""


@frozen
class Clock:
    """Time in the game: turn, step within it, phase id, and the side whose bound it is."""

    turn: int
    step: int
    phase: str
    side: str

    @property
    def point(self) -> int:
        """The clock point, comparable with every `until`."""
        return self.turn * STEPS + self.step


@frozen
class Link:
    """A relation of figure `a` to figure `b` until a clock point (0: until it is removed)."""

    kind: str
    a: str
    b: str
    until: int = 0


@frozen(weakref_slot=False)
class Zone:
    """A marked area: suppression, overwatch, smoke, gas. `owner` is a figure's id or empty.

    It ends with the first bound of its side that begins at the clock point `until` or later; if
    that is 0, only a rule ends it.
    """

    id: str
    kind: str
    side: str
    owner: str
    tiles: tuple[Tile, ...]
    numbers: Mapping[str, int] = field(factory=dict)
    until: int = 0


@frozen(weakref_slot=False)
class Step:
    """A tile of a track, with the length of the step onto it in half tiles (0 at the start).

    `watchers` are the enemies that had the figure in sight when it arrived there.
    """

    tile: Tile
    halves: int
    watchers: tuple[str, ...] = ()


@frozen
class Track:
    """The path of a figure in its side's present bound; the first step is its start.

    `watchers`: the watchers of all steps.
    """

    figure: str
    steps: tuple[Step, ...]
    watchers: tuple[str, ...] = field(init=False, eq=False, repr=False)

    @watchers.default
    def _all_watchers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([name for step in self.steps for name in step.watchers]))


@frozen
class Contact:
    """An enemy as a side last saw it, and the clock point at that moment."""

    figure: Figure
    point: int


@frozen(weakref_slot=False)
class Knowledge:
    """What a side knows beyond its own figures.

    `seen`: mask of tiles in sight now. `visible`: enemies in sight, lower ids first. `ground`:
    terrain as last seen, for tiles that changed out of sight. `score`: the points that it knows of.
    `shown`: the contacts reduced to their open parts, as in views; computed once, together with
    `contacts`. `gone`: figures that it saw leave the battle, own ones included, as last seen, with
    their fates. `left`: contacts out of sight whose last tile it has since seen empty; it follows
    from the other fields of the states so far.
    """

    seen: int = 0
    visible: tuple[str, ...] = ()
    contacts: Mapping[str, Contact] = field(factory=dict)
    ground: Mapping[Tile, Terrain] = field(factory=dict)
    score: Mapping[str, int] = field(factory=dict)
    shown: Mapping[str, Contact] = field(factory=dict, eq=False, repr=False)
    gone: Mapping[str, Figure] = field(factory=dict)
    left: tuple[str, ...] = ()


@frozen(weakref_slot=False)
class Tally:
    """Points, what was already scored (`paid`), and the end of the battle."""

    score: Mapping[str, int] = field(factory=dict)
    paid: tuple[str, ...] = ()
    over: bool = False
    winner: str = ""
    reason: str = ""


@frozen
class Pending:
    """An order that waits for an answer, with all that is needed to repeat it from `base`.

    `told` counts the events of the order so far, questions excluded.
    """

    question: Question
    base: State = field(repr=False)
    order: Order
    side: str
    number: int
    faces: tuple[Face, ...] = ()
    answers: tuple[str, ...] = ()
    told: int = 0


@frozen(weakref_slot=False)
class State:
    """The battle at one moment; its mappings are never mutated.

    `cache`: results computed from this state and kept with it, such as its views.
    """

    setup: Setup
    clock: Clock
    board: Board
    figures: Mapping[str, Figure]
    links: tuple[Link, ...] = ()
    zones: Mapping[str, Zone] = field(factory=dict)
    tracks: Mapping[str, Track] = field(factory=dict)
    known: Mapping[str, Knowledge] = field(factory=dict)
    tally: Tally = field(factory=Tally)
    script: Script = field(factory=Script)
    pending: Pending | None = None
    cache: dict[Hashable, Any] = field(factory=dict, init=False, eq=False, repr=False)

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The objectives that count at present; scripted events open and close them."""
        closed = self.script.closed
        if not closed:
            return self.setup.objectives
        return tuple([goal for goal in self.setup.objectives if goal.id not in closed])

    def awaits_event(self, figure: Figure) -> bool:
        """Whether a figure comes only with a scripted event that has not happened yet."""
        arrival = figure.who.arrival
        return arrival is not None and arrival.event not in ("", *self.script.fired)

    def with_figure(self, figure: Figure) -> Self:
        """Return the state with this figure replaced; the knowledge of the sides is not updated."""
        return fast_evolve(self, figures={**self.figures, figure.who.id: figure})

    def of_side(self, side: str) -> Iterator[Figure]:
        """Return the figures of a side that are on the table."""
        return (f for f in self.figures.values() if f.who.side == side and f.at is not None)

    def present(self, side: str) -> tuple[Figure, ...]:
        """Return a side's own figures on the table and the enemies it sees.

        The result is the same on the true state and on that side's view of it.
        """
        found: tuple[Figure, ...] | None = self.cache.get(("present", side))
        if found is None:
            figures = [self.figures[name] for name in self.known[side].visible]
            seen = [figure for figure in figures if figure.at is not None]
            found = self.cache["present", side] = (*self.of_side(side), *seen)
        return found

    def occupied(self, side: str) -> tuple[int, int]:
        """Return the masks of the tiles of a side's own figures and of the enemies it sees."""
        found: tuple[int, int] | None = self.cache.get(("occupied", side))
        if found is None:
            own, foes, width = 0, 0, self.board.width
            for figure in self.present(side):
                x, y = figure.tile
                if figure.who.side == side:
                    own |= 1 << y * width + x
                else:
                    foes |= 1 << y * width + x
            found = self.cache["occupied", side] = own, foes
        return found

    def standing(self, tile: Tile) -> Figure | None:
        """Return the figure on a tile, or None."""
        for figure in self.figures.values():
            if figure.at == tile:
                return figure
        return None

    def linked(self, kind: str, a: str = "", b: str = "") -> tuple[Link, ...]:
        """Return the links of a kind, filtered by `a` and `b` where these are given."""
        if not self.links:
            return ()
        return tuple(
            [
                link
                for link in self.links
                if link.kind == kind and a in ("", link.a) and b in ("", link.b)
            ]
        )

    def rule(self, name: str, default: bool | int | str = False) -> bool | int | str:
        """Return the value of a house rule."""
        return self.setup.rules.get(name, default)


def state_text(state: State) -> str:
    """Return the changeable part of a battle as text, equal in every process and Python version."""
    clock = state.clock
    lines = [f"clock {clock.turn}.{clock.step} {clock.phase} {clock.side}"]
    lines += [state.figures[name].text for name in sorted(state.figures, key=id_key)]
    lines += sorted(f"link {x.kind} {x.a} {x.b} {x.until}" for x in state.links)
    for key in sorted(state.zones):
        zone = state.zones[key]
        numbers = " ".join(f"{k}={v}" for k, v in sorted(zone.numbers.items()))
        tiles = " ".join(f"{x},{y}" for x, y in zone.tiles)
        lines.append(f"zone {key} {zone.kind} {zone.side} {zone.owner} {zone.until} {numbers}")
        lines.append(tiles)
    lines += [f"track {t}: {_track_text(state.tracks[t])}" for t in sorted(state.tracks)]
    lines.append(state.board.rows())
    lines += [_known_text(side, state.known[side]) for side in sorted(state.known)]
    tally = state.tally
    score = " ".join(f"{side}={points}" for side, points in sorted(tally.score.items()))
    lines.append(f"tally {score} {' '.join(tally.paid)} {tally.over} {tally.winner}")
    if script := state.script.line:
        lines.append(script)
    if state.pending is not None:
        lines.append(f"pending {state.pending.order} {' '.join(state.pending.answers)}")
    return "\n".join(lines)


def _track_text(track: Track) -> str:
    return " ".join(f"{s.tile[0]},{s.tile[1]}({'+'.join(s.watchers)})" for s in track.steps)


def _known_text(side: str, known: Knowledge) -> str:
    contacts = " ".join(
        f"{name}@{known.contacts[name].figure.text}@{known.contacts[name].point}"
        for name in sorted(known.contacts)
    )
    ground = " ".join(f"{x},{y}:{known.ground[x, y].id}" for x, y in sorted(known.ground))
    score = " ".join(f"{name}={points}" for name, points in sorted(known.score.items()))
    return f"known {side} {known.seen:x} {'+'.join(known.visible)} {contacts} {ground} {score}"


def state_hash(state: State) -> str:
    """Return the hash of a state, 16 hex digits, equal in every process and Python version."""
    return hashlib.sha256(state_text(state).encode()).hexdigest()[:16]
