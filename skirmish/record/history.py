"""The lines of a game with the state after each; lines that were not undone are *standing*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skirmish.core.state import State
from skirmish.errors import RecordProblem
from skirmish.record.format import PLAYER, UNDO, Entry


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
            if not 1 <= entry.number < self.number:
                raise RecordProblem(f"there is no order {entry.number} to take back")
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

    def upto(self, lines: int) -> History:
        """Return the history after so many lines."""
        shorter = History(self.states[0], self._first)
        lined = zip(self.entries[:lines], self.states[1:], self._sight, strict=False)
        for entry, state, sight in lined:
            shorter.add(entry, state, sight)
        return shorter
