"""Limits of records, kept when a record is written and checked when it is read.

Bytes alone do not bound the time to load: each event is applied again with its changes of sight,
which takes most of the time, and ten bytes can stand for a thousand tiles. The limits are ten times
the longest records of shipped battles (a test checks it).
"""

from __future__ import annotations

from attrs import define

from skirmish.core.apply import apply_event
from skirmish.core.events import Changed, Event, Unzoned, Zoned
from skirmish.core.orders import RESIGN
from skirmish.core.state import State
from skirmish.errors import RecordProblem
from skirmish.record.format import PLAYER, Entry, tiles_of

MAX_FILE = 2 * 2**20
"""Bytes of a file: twice a scenario of 1 MiB. A shipped battle takes 30 to 65 kB."""
MAX_LINE = 64 * 2**10
"""Bytes of a line."""
MAX_HEAD_LINES = 20_010
"""Lines before the first order: those of the largest scenario, and the head."""
MAX_ORDERS = 8_000
"""Lines of orders, undone ones included."""
MAX_EVENTS = 18_000
MAX_TILES = 200_000
"""Tiles in all events."""
MAX_SIGHT = 200_000_000
"""Tiles of fields of sight computed again because smoke or terrain changed."""
_FIELD = 800
"""Minimum cost of a field, in tiles."""
_TESTED = 8
"""Fields that can be tested for equality in the time to compute one."""
_TERRAIN = 10
"""Cost of a board with other terrain, in fields (time and memory)."""
_CLOUD = 40
"""Cost of a tile of a zone when the masks of all smoke are joined, in tiles."""
HUMAN_SHARE = 0.9
"""Share of the limits for orders of people; they can resign when it is full."""
COMPUTER_SHARE = 0.98
"""Share for orders of the computer, with room for its whole bound, and for `player` lines."""
WARNING_SHARE = 0.95
"""Share of `HUMAN_SHARE` from which the player is warned."""

FULL_REMEDY = "'resign' still ends this battle and keeps its report; or start another game"
LIMIT_REMEDY = "a whole battle needs less"


def too_large(name: str) -> RecordProblem:
    """Return the error for a file that is too large."""
    return RecordProblem(f"is larger than {MAX_FILE // 2**20} MiB", name, LIMIT_REMEDY)


@define
class RecordUsage:
    """The number of orders, events and tiles in a record."""

    orders: int = 0
    events: int = 0
    tiles: int = 0
    sight: int = 0

    def add(self, entry: Entry) -> None:
        """Count one more line."""
        self.orders += 1
        self.events += len(entry.told)
        self.tiles += sum(tiles_of(told.event) for told in entry.told)

    def check(self, where: str) -> None:
        """Check the limits; `where` is the line that was read last.

        Raises:
            RecordProblem: A limit is exceeded.
        """
        for count, most, what in self._counts():
            if count > most:
                raise RecordProblem(f"more than {most} {what}", where, LIMIT_REMEDY)

    def check_sight(self) -> None:
        """Check the limit of changes of sight.

        Raises:
            RecordProblem: It is exceeded.
        """
        if self.sight > MAX_SIGHT:
            raise RecordProblem(
                f"smoke and terrain change more than {MAX_SIGHT} tiles of sight, more than any"
                " battle does"
            )

    def check_room(
        self, entry: Entry, size: int, name: str, *, by_hand: bool, sight: int = 0
    ) -> None:
        """Check that a line fits into a record; `size` is that of the file with the line.

        `sight` is what the line adds to `RecordUsage.sight`.

        Raises:
            RecordProblem: It does not fit; a `resign` line has the whole limit.
        """
        after = RecordUsage(self.orders, self.events, self.tiles, self.sight + sight)
        after.add(entry)
        share = HUMAN_SHARE if by_hand and entry.verb != PLAYER else COMPUTER_SHARE
        if after.used(size) > (1 if entry.verb == RESIGN.name else share):
            raise RecordProblem("is full; the order was not carried out", name, FULL_REMEDY)

    def used(self, size: int) -> float:
        """Return the used share of the limits, in a file of this size."""
        return max(size / MAX_FILE, *(count / most for count, most, _ in self._counts()))

    def _counts(self) -> tuple[tuple[int, int, str], ...]:
        return (
            (self.orders, MAX_ORDERS, "orders"),
            (self.events, MAX_EVENTS, "events"),
            (self.tiles, MAX_TILES, "tiles in events"),
            (self.sight, MAX_SIGHT, "tiles of changed sight"),
        )


def sight_of_event(before: State, event: Event, after: State) -> int:
    """Return the most tiles of sight that are computed again after an event, by the states only."""
    work = 0
    if isinstance(event, Zoned | Unzoned):
        work += _CLOUD * sum(1 + len(zone.tiles) for zone in after.zones.values())
    if after.board is before.board:
        return work
    blind = before.setup.declared.blind
    figures = before.figures.values()
    tiles = {figure.at for figure in figures if figure.at is not None and not blind(figure)}
    fields = before.board.changed_fields(after.board, tiles) + len(tiles) // _TESTED + 1
    if isinstance(event, Changed):
        fields += _TERRAIN
    return work + fields * (len(before.board.tiles) + _FIELD)


def sight_of_line(state: State, entry: Entry) -> int:
    """Return the tiles of sight that are computed again because of a line after this state."""
    work = 0
    if any(isinstance(told.event, Zoned | Unzoned | Changed) for told in entry.told):
        for told in entry.told:
            after = apply_event(state, told.event, told.sides)
            work += sight_of_event(state, told.event, after)
            state = after
    return work


def nearly_full(load: RecordUsage, size: int) -> str:
    """Return a warning where a record is nearly full, else empty."""
    used = load.used(size) / HUMAN_SHARE
    if used < WARNING_SHARE:
        return ""
    left = max(0, int(load.orders / used) - load.orders)
    return f"the record is nearly full: about {left} more orders fit; {FULL_REMEDY}"
