"""The state of a battle: one frozen value. The only way to a new one is `events.apply`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from skirmish.core.board import Board, Terrain
from skirmish.core.dice import Face
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.orders import Order, Question
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
"""Clock points a turn has room for; a point is turn * STEPS + step, so that points compare."""


@frozen
class Clock:
    """Where in the game we are: turn, step within it, the phase's id, whose bound it is."""

    turn: int
    step: int
    phase: str
    side: str

    @property
    def point(self) -> int:
        """This moment as one number, comparable with every `until`."""
        return self.turn * STEPS + self.step


@frozen
class Link:
    """A relation of figure `a` to figure `b`, until a clock point (0: until it is taken off)."""

    kind: str
    a: str
    b: str
    until: int = 0


@frozen
class Zone:
    """A marked place: suppression, overwatch, smoke, gas. `owner` is a figure or nobody ("")."""

    id: str
    kind: str
    side: str
    owner: str
    tiles: tuple[Tile, ...]
    numbers: Mapping[str, int] = field(factory=dict)
    until: int = 0


@frozen
class Step:
    """A tile of a track, how long the step there was in half tiles (the start: 0), who saw it.

    `watchers` are the enemies that had the figure in sight as it came there.
    """

    tile: Tile
    halves: int
    watchers: tuple[str, ...] = ()


@frozen
class Track:
    """Where a figure went in its side's present bound; the first step is where it started."""

    figure: str
    steps: tuple[Step, ...]


@frozen
class Contact:
    """An enemy as a side last saw it: the figure as it was, and the clock point."""

    figure: Figure
    point: int


@frozen
class Knowledge:
    """What a side knows beyond its own figures.

    `seen`: mask of tiles in sight now. `visible`: enemies in sight, lower ids first.
    `ground`: tiles whose terrain it believes to be as it last saw them. `score`: what it
    knows of the points. `shown`: the contacts with only what is open about them, as views have
    them; made when `contacts` are, not anew for every view.
    """

    seen: int = 0
    visible: tuple[str, ...] = ()
    contacts: Mapping[str, Contact] = field(factory=dict)
    ground: Mapping[Tile, Terrain] = field(factory=dict)
    score: Mapping[str, int] = field(factory=dict)
    shown: Mapping[str, Contact] = field(factory=dict, eq=False, repr=False)


@frozen
class Tally:
    """Points, losses in points, what was paid already, and the end."""

    score: Mapping[str, int] = field(factory=dict)
    paid: tuple[str, ...] = ()
    over: bool = False
    winner: str = ""
    reason: str = ""


@frozen
class Pending:
    """An order that waits for an answer: enough to carry it out again from its base.

    `told` counts the events of the order that were told so far, questions left out.
    """

    question: Question
    base: State = field(repr=False)
    order: Order
    side: str
    number: int
    faces: tuple[Face, ...] = ()
    answers: tuple[str, ...] = ()
    told: int = 0


@frozen
class State:
    """The battle at one moment. Mappings are never changed in place."""

    setup: Setup
    clock: Clock
    board: Board
    figures: Mapping[str, Figure]
    links: tuple[Link, ...] = ()
    zones: Mapping[str, Zone] = field(factory=dict)
    tracks: Mapping[str, Track] = field(factory=dict)
    known: Mapping[str, Knowledge] = field(factory=dict)
    tally: Tally = field(factory=Tally)
    pending: Pending | None = None

    def of_side(self, side: str) -> Iterator[Figure]:
        """The figures of a side that are on the table."""
        return (f for f in self.figures.values() if f.who.side == side and f.at is not None)

    def standing(self, tile: Tile) -> Figure | None:
        """The figure on a tile."""
        for figure in self.figures.values():
            if figure.at == tile:
                return figure
        return None

    def linked(self, kind: str, a: str = "", b: str = "") -> tuple[Link, ...]:
        """The links of a kind, of `a` or to `b` where these are given."""
        return tuple(
            link
            for link in self.links
            if link.kind == kind and a in ("", link.a) and b in ("", link.b)
        )

    def rule(self, name: str, default: bool | int | str = False) -> bool | int | str:
        """The value of a house rule."""
        return self.setup.rules.get(name, default)


def state_text(state: State) -> str:
    """All that changes in a battle as text, the same in every process and Python version."""
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
    """Hash of a state, 16 hex digits, stable across processes and Python versions."""
    return hashlib.sha256(state_text(state).encode()).hexdigest()[:16]
