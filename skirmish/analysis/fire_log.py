"""What was fired in a battle and where it fell, and who was lost when; made from events alone.

The same functions tell of a whole battle and of what one side learnt of it: they are given `Learnt`
lines, each with what was learnt and who stood where, and know nothing beside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from skirmish.analysis.luck_ledger import LASTING
from skirmish.core import events as ev
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State
from skirmish.core.view import UNSEEN as NO_ID
from skirmish.core.view import view
from skirmish.game.battle import Battle

UNSEEN = "out of sight"
"""What is called a weapon that was fired by nobody knows whom."""
NO_HIT = ("nothing", "missed", "spared")
"""Effects that are none."""
EXITED = "exited"
"""The fate of who left where he wanted to."""


@frozen
class LearntLine:
    """A line of the record: what was learnt by it, and who was known to be where before and after.

    `line` counts from 1, `turn` is that before the line.
    """

    line: int
    turn: int
    events: tuple[ev.Event, ...]
    before: State
    after: State

    def figure(self, name: str) -> Figure | None:
        """A figure as it was known, with where it stood, as far as that was known."""
        was, now = self.before.figures.get(name), self.after.figures.get(name)
        return was if was is not None and was.at is not None else now or was


@frozen
class WeaponFire:
    """What a side did with a weapon: times fired, times something was hit, enemies put out.

    Who is out later for what a weapon did, having fled or bled, was put out by it.
    `lost` are the points of those that were put out, in full; `own` those of its own that were.
    """

    side: str
    weapon: str
    shots: int = 0
    hits: int = 0
    out: int = 0
    lost: int = 0
    own: int = 0


def all_lines(battle: Battle) -> Iterator[LearntLine]:
    """Every line that stands, with all that happened: for a battle that is over."""
    for line, entry in battle.standing_lines:
        before, after = battle.state_at(line - 1), battle.state_at(line)
        told = tuple(one.event for one in entry.told)
        yield LearntLine(line, before.clock.turn, told, before, after)


def lines_of(battle: Battle, side: str) -> Iterator[LearntLine]:
    """What a side learnt, line by line; lines of which it learnt nothing are not there."""
    for line, _ in battle.standing_lines:
        told = tuple(news.event for news in battle.news_from(line, side))
        if told:
            before = view(battle.state_at(line - 1), side).state
            after = view(battle.state_at(line), side).state
            yield LearntLine(line, before.clock.turn, told, before, after)


def by_weapon(lines: Sequence[LearntLine]) -> tuple[WeaponFire, ...]:
    """Fire by side and weapon, in the order in which each was first fired."""
    book: dict[tuple[str, str], WeaponFire] = {}
    marked: dict[str, tuple[str, str]] = {}
    for line in lines:
        _Deeds(line, book, marked).read()
    return tuple(book.values())


class _Deeds:
    """The shots of one line, each with what followed it; `marked` is by what each was last hit."""

    def __init__(
        self,
        line: LearntLine,
        book: dict[tuple[str, str], WeaponFire],
        marked: dict[str, tuple[str, str]],
    ) -> None:
        self._line = line
        self._book = book
        self._marked = marked
        self._by = ""
        self._key: tuple[str, str] | None = None
        self._counted: list[str] = []

    def read(self) -> None:
        """Enter every event of the line."""
        for event in self._line.events:
            match event:
                case ev.Fired():
                    self._fired(event)
                case ev.Struck():
                    self._hit(event)
                case ev.Left() if event.figure in self._marked and event.fate != EXITED:
                    self._put_out(event.figure)
                case _:
                    pass

    def _side(self, name: str) -> str:
        figure = self._line.figure(name)
        return figure.side if figure else ""

    def _fired(self, event: ev.Fired) -> None:
        self._by = event.figure
        self._key = (self._side(event.figure), event.weapon)
        self._counted.clear()
        self._add(self._key, shots=1)

    def _hit(self, event: ev.Struck) -> None:
        if self._key is None or event.source not in ("", self._by) or event.source == NO_ID:
            self._by = event.source
            self._key = self._other(event)
            self._counted.clear()
            self._add(self._key, shots=1)
        if event.effect not in NO_HIT:
            # A limb that is crippled is told of as well: it is the same hit.
            if event.figure not in self._counted:
                self._add(self._key, hits=1)
            self._counted.append(event.figure)
            self._marked[event.figure] = self._key

    def _other(self, event: ev.Struck) -> tuple[str, str]:
        """Who strikes with what, where no shot was seen."""
        setup, side = self._line.after.setup, self._side(event.figure)
        if event.source and event.source != NO_ID:
            return self._side(event.source), event.how or LASTING
        return setup.enemy(side), event.how or UNSEEN

    def _put_out(self, name: str) -> None:
        figure = self._line.figure(name)
        points = figure.who.kind.points if figure else 0
        # Who fell in close combat is told of after both have struck: it was the other one's blow.
        key = self._marked.pop(name)
        if figure and figure.side == key[0]:
            self._add(key, own=points)
        else:
            self._add(key, out=1, lost=points)

    def _add(self, key: tuple[str, str], **more: int) -> None:
        kept = self._book.get(key) or WeaponFire(*key)
        grown = {name: getattr(kept, name) + number for name, number in more.items()}
        self._book[key] = evolve(kept, **grown)


def where_fell(lines: Sequence[LearntLine]) -> Mapping[Tile, int]:
    """How often fire came down on each tile: where a round burst, else where it was aimed."""
    fell: dict[Tile, int] = {}
    for line in lines:
        for tile in _falls(line):
            fell[tile] = fell.get(tile, 0) + 1
    return fell


def _falls(line: LearntLine) -> Iterator[Tile]:
    aimed: Tile | None = None
    for event in line.events:
        if isinstance(event, ev.Fired):
            if aimed is not None:
                yield aimed
            target = line.figure(event.target)
            aimed = event.at or (target.at if target else None)
        elif isinstance(event, ev.Burst):
            yield event.at
            aimed = None
    if aimed is not None:
        yield aimed


def losses_by_turn(
    lines: Sequence[LearntLine], sides: Sequence[str]
) -> Mapping[str, tuple[int, ...]]:
    """Points that each side had lost by the end of each turn, turn 0 being before the first.

    A side's own losses, and of the enemy's what was learnt.
    """
    last = lines[-1].after.clock.turn if lines else 0
    lost = {side: [0] * (last + 1) for side in sides}
    for line in lines:
        for event in line.events:
            figure = line.figure(event.subject) if isinstance(event, ev.Left) else None
            if figure is not None:
                lost[figure.side][line.turn] += figure.who.kind.points
    return {side: _summed(each) for side, each in lost.items()}


def _summed(numbers: Sequence[int]) -> tuple[int, ...]:
    total, sums = 0, []
    for number in numbers:
        total += number
        sums.append(total)
    return tuple(sums)


def scored_in(lines: Sequence[LearntLine]) -> Mapping[tuple[str, str], tuple[tuple[int, int], ...]]:
    """For what each side was paid: turns and points, by side and reason."""
    paid: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for line in lines:
        for event in line.events:
            if isinstance(event, ev.Scored):
                paid.setdefault((event.side, event.why), []).append((line.turn, event.points))
    return {key: tuple(times) for key, times in paid.items()}
