"""The history of a game: its lines with the state after each, restored from a record.

Lines that were not undone are *standing*. States are restored by applying events, without any
rules. Each event is checked only for unknown figures, tiles and words: a foreign record may be
strange but must not crash the program.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import attrs
from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.apply import apply_event
from skirmish.core.codec import EventShape, Shape
from skirmish.core.events import Bound, Ended
from skirmish.core.figures import ENGINE_COUNTERS
from skirmish.core.geometry import Tile, adjacent
from skirmish.core.orders import Order, Question, Verb, parse_order
from skirmish.core.sanitize import escaped, is_name
from skirmish.core.setup import SETUP_PHASES
from skirmish.core.state import STEPS, Pending, State, state_hash
from skirmish.errors import OrderRefused, RecordProblem
from skirmish.record.format import PLAYER, UNDO, Entry
from skirmish.record.limits import RecordUsage, sight_of_event
from skirmish.record.reader import MENDED, ParsedRecord, gc_paused
from skirmish.rulesets.engine import Done


def standing_places(entries: Sequence[Entry]) -> list[int]:
    """Return the indices of the lines that were not undone."""
    kept: list[int] = []
    for at, entry in enumerate(entries):
        if entry.verb == UNDO:
            del kept[max(0, entry.number - 1) :]
        else:
            kept.append(at)
    return kept


class History:
    """All lines of a game so far, undone ones included, with the state after each."""

    def __init__(self, opening: State, players: Mapping[str, str]) -> None:
        """Start at the opening state; `players` are those of the record's head."""
        self._first = dict(players)
        self.players: dict[str, str] = dict(players)
        self.entries: list[Entry] = []
        self.states: list[State] = [opening]
        self._standing: list[int] = []
        self._sight: list[int] = []

    @property
    def state(self) -> State:
        """The state now."""
        return self.states[-1]

    @property
    def first_players(self) -> Mapping[str, str]:
        """The player of each side at the start."""
        return dict(self._first)

    @property
    def number(self) -> int:
        """The number of the next order."""
        return len(self._standing) + 1

    @property
    def standing_lines(self) -> tuple[tuple[int, Entry], ...]:
        """The standing lines, each with its number from 1 among all lines."""
        return tuple((at + 1, self.entries[at]) for at in self._standing)

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The standing lines; the one with order number n is at n - 1."""
        return tuple(self.entries[at] for at in self._standing)

    def standing_at(self, lines: int) -> tuple[int, ...]:
        """Return the lines that were standing after so many lines, as numbers from 1."""
        return tuple(at + 1 for at in standing_places(self.entries[:lines]))

    @property
    def sight(self) -> int:
        """Tiles of sight that all lines changed, as counted by `limits.RecordUsage`."""
        return sum(self._sight)

    def before(self, number: int) -> State:
        """Return the state before the standing line of this number."""
        return self.states[self._standing[number - 1]]

    def add(self, entry: Entry, state: State, sight: int = 0) -> None:
        """Append a line, the state after it, and the tiles of sight that it changed.

        Raises:
            RecordProblem: Its number is not the next one, or an undo has no order to take back.
        """
        if entry.verb == UNDO:
            self.check_undo(entry.number)
            del self._standing[entry.number - 1 :]
        else:
            if entry.number != self.number:
                raise RecordProblem(f"order {entry.number} where {self.number} is next")
            self._standing.append(len(self.entries))
        if entry.verb == PLAYER:
            self.players[entry.side] = entry.new_player
        self.entries.append(entry)
        self.states.append(state)
        self._sight.append(sight)

    def check_undo(self, number: int) -> None:
        """Check that there is an order of this number to take back.

        Raises:
            RecordProblem: There is none.
        """
        if not 1 <= number < self.number:
            raise RecordProblem(f"there is no order {number} to take back")

    def upto(self, lines: int) -> History:
        """Return the history after so many lines."""
        shorter = History(self.states[0], self._first)
        lined = zip(self.entries[:lines], self.states[1:], self._sight, strict=False)
        for entry, state, sight in lined:
            shorter.add(entry, state, sight)
        return shorter


@gc_paused()
def restore_history(
    reading: ParsedRecord, opening: State, verbs: Mapping[str, Verb], *, salvage: bool = False
) -> tuple[History, tuple[str, ...]]:
    """Return the history of a record, and notices for the player.

    With `salvage` it ends before the first impossible line.

    Raises:
        RecordProblem: A line is impossible; the message names it.
    """
    history = History(opening, reading.head.players)
    load = RecordUsage()
    notices: list[str] = []
    for number, entry in enumerate(reading.entries, reading.first_line):
        try:
            before = load.sight
            state = state_after(history, entry, verbs, load)
            history.add(entry, state, load.sight - before)
        except RecordProblem as problem:
            if salvage:
                notices.append(f"{reading.name}:{number}: {problem.what}; left out from here on")
                break
            where = f"{reading.name}:{number}"
            raise RecordProblem(problem.what, where, problem.remedy or MENDED) from None
        if entry.state and not notices and state_hash(state) != entry.state:
            notices.append(
                f"{reading.name}:{number}: from here on the battle differs from the one that was"
                " played: another version wrote this record"
            )
    return history, tuple(notices)


def state_after(
    history: History, entry: Entry, verbs: Mapping[str, Verb], load: RecordUsage
) -> State:
    """Return the state after one more line; add its changes of sight to `load`.

    Raises:
        RecordProblem: The line holds something that cannot have happened.
    """
    state = history.state
    if entry.verb == UNDO:
        history.check_undo(entry.number)
        return history.before(entry.number)
    if entry.verb == PLAYER:
        if not is_name(entry.new_player):
            raise RecordProblem(f"'{escaped(entry.order)}' names no player")
        return state
    return evolve(_applied(state, entry, load), pending=_pending(state, entry, verbs))


def entry_of(number: int, side: str, order: Order, done: Done) -> Entry:
    """Return the line of an order that was carried out."""
    marked = any(isinstance(one.event, Bound | Ended) for one in done.told)
    state = state_hash(done.state) if marked else ""
    return Entry(number, side, str(order), done.faces, done.told, state)


def _applied(state: State, entry: Entry, load: RecordUsage) -> State:
    for told in entry.told:
        if fault := event_fault(state, told.event):
            raise RecordProblem(fault)
        before, state = state, apply_event(state, told.event, told.sides)
        load.sight += sight_of_event(before, told.event, state)
        load.check_sight()
    return state


def _pending(before: State, entry: Entry, verbs: Mapping[str, Verb]) -> Pending | None:
    """The pending order, restored from the question at the end of its line."""
    asked = entry.asks
    if asked is None:
        return None
    question = Question(asked.side, asked.what, asked.options, asked.figure)
    told = len(entry.told) - 1
    waiting = before.pending
    if waiting is None:
        return Pending(
            question=question,
            base=before,
            order=_order(entry.order, verbs),
            side=entry.side,
            number=entry.number,
            faces=entry.faces,
            told=told,
        )
    return evolve(
        waiting,
        question=question,
        faces=entry.faces,
        answers=(*waiting.answers, _order(entry.order, verbs).target),
        told=waiting.told + told,
    )


def _order(text: str, verbs: Mapping[str, Verb]) -> Order:
    try:
        return parse_order(text, verbs)
    except OrderRefused as refused:
        raise RecordProblem(
            f"this version does not know the order: {refused.what}",
            remedy="load it with the version that wrote it",
        ) from None


STANDING = "standing"
MAX_AMOUNT = 10_000
"""A bound on damage or points of one event, above those of any ruleset."""


def event_fault(state: State, event: ev.Event) -> str:
    """Return why an event is impossible in a state; empty when it is possible."""
    kind: type = type(event)
    for name, shape, optional in _fields(kind):
        value = getattr(event, name)
        if optional and value in ("", None):
            continue
        if fault := _misfit_value(state, name, shape, value):
            return fault
    if isinstance(event, ev.Bound):
        return _bound(state, event)
    if isinstance(event, ev.Moved):
        return _moved(state, event)
    return _unknown_name(state, event)


def _unknown_name(state: State, event: ev.Event) -> str:
    if type(event) not in _NAMES:
        return ""
    what, field, names = _NAMES[type(event)]
    word = getattr(event, field)
    return "" if any(word in known for known in names(state)) else f"there is no {what} {word}"


@cache
def _fields(kind: type) -> tuple[tuple[str, Shape | EventShape, bool], ...]:
    """The fields of a kind of event to check: name, shape, whether it may be empty."""
    return tuple(
        (spec.name, spec.metadata["shape"], bool(spec.metadata.get("opt")))
        for spec in attrs.fields(kind)
        if spec.metadata["shape"] in _FITTED or spec.name in _NAMED
    )


_FITTED = (Shape.FIGURE, Shape.TILE, EventShape.ROUTE, EventShape.TILES)
_NAMED = ("side", "winner", "amount", "points")


def _misfit_value(state: State, name: str, shape: Shape | EventShape, value: Any) -> str:  # noqa: ANN401 - a field's value
    if shape is Shape.FIGURE and value not in state.figures:
        return f"there is no figure {value}"
    if shape is Shape.TILE:
        return _off_table(state, (value,))
    if shape in (EventShape.ROUTE, EventShape.TILES):
        return _off_table(state, value)
    if name in ("side", "winner") and value not in state.setup.sides:
        return f"there is no side {value}"
    if name in ("amount", "points") and abs(value) > MAX_AMOUNT:
        return f"{value} is above the limit of {MAX_AMOUNT}"
    return ""


def _off_table(state: State, tiles: tuple[Tile, ...]) -> str:
    for tile in tiles:
        if not state.board.inside(tile):
            return f"{tile[0]},{tile[1]} is off the map"
    return ""


def _bound(state: State, event: ev.Bound) -> str:
    if event.phase not in SETUP_PHASES and event.phase not in state.setup.declared.phases:
        return f"there is no phase {event.phase}"
    if not (0 <= event.turn <= state.setup.turns and 0 <= event.step < STEPS):
        return f"there is no bound {event.turn}.{event.step}"
    return ""


def _moved(state: State, event: ev.Moved) -> str:
    at = state.figures[event.figure].at
    if at is None:
        return f"{event.figure} is not on the map"
    route = (at, *event.path)
    return "" if all(adjacent(a, b) for a, b in pairwise(route)) else f"{event.figure} skips a tile"


Names = Container[str]
_NAMES: Mapping[type[ev.Event], tuple[str, str, Callable[[State], tuple[Names, ...]]]] = {
    ev.Posed: ("posture", "posture", lambda s: ((STANDING,), s.setup.declared.postures)),
    # Limits of counters are not checked: they may have changed since the game was played.
    ev.Counted: ("counter", "counter", lambda s: (ENGINE_COUNTERS, s.setup.declared.counters)),
    ev.Linked: ("link", "kind", lambda s: (s.setup.declared.links,)),
    ev.Unlinked: ("link", "kind", lambda s: (s.setup.declared.links,)),
    ev.Zoned: ("zone", "kind", lambda s: (s.setup.declared.zones,)),
    ev.Changed: ("terrain", "terrain", lambda s: (s.board.kinds,)),
    ev.Triggered: ("scripted event", "trigger", lambda s: ([t.id for t in s.script.triggers],)),
    ev.Opened: ("objective", "objective", lambda s: ([o.id for o in s.setup.objectives],)),
    ev.Closed: ("objective", "objective", lambda s: ([o.id for o in s.setup.objectives],)),
}
"""For kinds of events, the name that must be known: in words, its field, and all known names."""
