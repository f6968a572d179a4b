"""How much a record may hold. Whoever writes one keeps to it, so that whoever reads one may ask it.

Bytes alone do not bound what loading costs: each event is applied again, and what comes into sight
with it is worked out, so that events take most of the time. Ten bytes can spell a thousand tiles.
The longest records of shipped battles fit ten times (a test holds it).
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
"""Bytes of a file: a scenario of 1 MiB and as much again. A shipped battle takes 30 to 65 kB."""
MAX_LINE = 64 * 2**10
"""Bytes of a line."""
MAX_HEAD_LINES = 20_010
"""Lines before the first order: as many as a scenario may have, and the head."""
MAX_ORDERS = 8_000
"""Lines of orders, those included that were taken back."""
MAX_EVENTS = 18_000
MAX_TILES = 200_000
"""Tiles that all events name."""
MAX_SIGHT = 200_000_000
"""Tiles looked over again because smoke or terrain changed: a field of sight from each figure."""
_FIELD = 800
"""What a field costs, in tiles, however small the map is."""
_TESTED = 8
"""So many fields are found to be the same in the time that one takes to work out."""
_TERRAIN = 10
"""The fields that take as long, and as much memory, as a board with other terrain."""
_CLOUD = 40
"""What a tile of a zone costs when all smoke is laid together."""
HUMAN_SHARE = 0.9
"""The share of all that which orders of people may fill: it is they who can give the battle up."""
COMPUTER_SHARE = 0.98
"""That for the computer, whose bound fits in between, and for players who change."""
WARNING_SHARE = 0.95
"""The share of `BY_HAND` from which on the player is warned."""

FULL_REMEDY = "'resign' still ends this battle and keeps its report; or start another game"
_TOO_MUCH = "no record holds so much"


def too_large(name: str) -> RecordProblem:
    """What is wrong with a file of more bytes."""
    return RecordProblem(f"is larger than {MAX_FILE // 2**20} MiB", name, "no record is that long")


@define
class RecordUsage:
    """What the lines of orders in a record amount to."""

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
        """See that a record may hold so much; `where` is the line that was read last.

        Raises:
            RecordProblem: No record holds so much.
        """
        for count, most, what in self._counts():
            if count > most:
                raise RecordProblem(f"more than {most} {what}", where, _TOO_MUCH)

    def check_sight(self) -> None:
        """See that a record may change sight so much.

        Raises:
            RecordProblem: No record does.
        """
        if self.sight > MAX_SIGHT:
            raise RecordProblem(
                f"smoke and terrain change more than {MAX_SIGHT} tiles of sight, more than any"
                " battle does"
            )

    def check_room(
        self, entry: Entry, size: int, name: str, *, by_hand: bool, sight: int = 0
    ) -> None:
        """See that a line fits into a record whose file would have this size with it.

        `sight` is what the line adds to `RecordUsage.sight`.

        Raises:
            RecordProblem: It does not; the line that gives the battle up always does.
        """
        after = RecordUsage(self.orders, self.events, self.tiles, self.sight + sight)
        after.add(entry)
        share = HUMAN_SHARE if by_hand and entry.verb != PLAYER else COMPUTER_SHARE
        if after.used(size) > (1 if entry.verb == RESIGN.name else share):
            raise RecordProblem("is full; the order was not carried out", name, FULL_REMEDY)

    def used(self, size: int) -> float:
        """The share that is used of what a record may hold, in a file of this size."""
        return max(size / MAX_FILE, *(count / most for count, most, _ in self._counts()))

    def _counts(self) -> tuple[tuple[int, int, str], ...]:
        return (
            (self.orders, MAX_ORDERS, "orders"),
            (self.events, MAX_EVENTS, "events"),
            (self.tiles, MAX_TILES, "tiles in events"),
            (self.sight, MAX_SIGHT, "tiles of changed sight"),
        )


def sight_of_event(before: State, event: Event, after: State) -> int:
    """Tiles looked over again because of one event, at most; it depends on the states alone."""
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
    """Tiles looked over again because of a line that follows a state."""
    work = 0
    if any(isinstance(told.event, Zoned | Unzoned | Changed) for told in entry.told):
        for told in entry.told:
            after = apply_event(state, told.event, told.sides)
            work += sight_of_event(state, told.event, after)
            state = after
    return work


def nearly_full(load: RecordUsage, size: int) -> str:
    """A warning where a record of this load and size has little room left; else empty."""
    used = load.used(size) / HUMAN_SHARE
    if used < WARNING_SHARE:
        return ""
    left = max(0, int(load.orders / used) - load.orders)
    return f"the record is nearly full: about {left} more orders fit; {FULL_REMEDY}"
