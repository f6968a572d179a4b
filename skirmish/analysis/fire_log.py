"""Fire and losses of a battle by weapon, tile and turn, computed from events alone.

The same functions serve the whole battle and what one side learnt of it: their only input are
`LearntLine` values, each with the events that were learnt and the figures before and after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from attrs import evolve, frozen

from skirmish.analysis.luck_ledger import LASTING
from skirmish.core import events as ev
from skirmish.core.figures import Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import State, Zone
from skirmish.core.view import UNSEEN as NO_ID
from skirmish.core.view import view
from skirmish.game.battle import Battle

UNSEEN = "out of sight"
"""Name of a weapon whose user is unknown."""
NO_HIT = ("nothing", "missed", "spared", "unharmed", "unhurt")
"""Effects that do not count as a hit."""
_BY_DAMAGE = "hit"
"""An effect that counts as a hit only with damage: armour may stop it."""
EXITED = "exited"
"""The fate of a figure that left the table by its own choice."""


@frozen
class LearntLine:
    """A line of the record: the events that were learnt, the known states before and after it.

    `line` counts from 1, `turn` is that before the line.
    """

    line: int
    turn: int
    events: tuple[ev.Event, ...]
    before: State
    after: State

    def figure(self, name: str) -> Figure | None:
        """A figure as known before the line, or after it if its place was unknown before."""
        was, now = self.before.figures.get(name), self.after.figures.get(name)
        return was if was is not None and was.at is not None else now or was


@frozen
class WeaponFire:
    """Use of a weapon by a side: shots, enemies hit and harmed, enemies put out.

    `own_hits` are figures of the side itself. Figures that are out later because of a hit (fled,
    bled out) were put out by its weapon. `lost` are the full points of the enemies put out, `own`
    those of the side's own figures.
    """

    side: str
    weapon: str
    shots: int = 0
    hits: int = 0
    out: int = 0
    lost: int = 0
    own: int = 0
    own_hits: int = 0


def all_lines(battle: Battle) -> Iterator[LearntLine]:
    """Every line that is not undone, with all its events: for a battle that is over."""
    for line, entry in battle.standing_lines:
        before, after = battle.state_at(line - 1), battle.state_at(line)
        told = tuple(one.event for one in entry.told)
        yield LearntLine(line, before.clock.turn, told, before, after)


def lines_of(battle: Battle, side: str) -> Iterator[LearntLine]:
    """The lines of which a side learnt anything, with the events that it learnt."""
    for line, _ in battle.standing_lines:
        told = tuple(news.event for news in battle.news_from(line, side))
        if told:
            before = view(battle.state_at(line - 1), side).state
            after = view(battle.state_at(line), side).state
            yield LearntLine(line, before.clock.turn, told, before, after)


def by_weapon(lines: Sequence[LearntLine]) -> tuple[WeaponFire, ...]:
    """Fire by side and weapon, in the order of their first shots."""
    return tuple(_fire(lines, figures=False).values())


def by_figure(lines: Sequence[LearntLine]) -> Mapping[str, WeaponFire]:
    """Fire by figure: as `by_weapon`, with the figure's id in place of the weapon."""
    return {name: one for (_, name), one in _fire(lines, figures=True).items()}


def _fire(lines: Sequence[LearntLine], *, figures: bool) -> Mapping[tuple[str, str], WeaponFire]:
    fire: dict[tuple[str, str], WeaponFire] = {}
    marked: dict[str, tuple[str, str]] = {}
    for line in lines:
        _LineCounter(line, fire, marked, figures=figures).read()
    return fire


class _LineCounter:
    """Counts the shots of one line; `marked` has side and weapon of each figure's last hit.

    With `figures` the attacking figure replaces the weapon.
    """

    def __init__(
        self,
        line: LearntLine,
        fire: dict[tuple[str, str], WeaponFire],
        marked: dict[str, tuple[str, str]],
        *,
        figures: bool,
    ) -> None:
        self._line = line
        self._fire = fire
        self._marked = marked
        self._figures = figures
        self._by = ""
        self._key: tuple[str, str] | None = None
        self._counted: list[str] = []

    def read(self) -> None:
        """Count every event of the line."""
        for event in self._line.events:
            match event:
                case ev.Fired() if event.how != ev.AID:
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
        named = event.figure if self._figures else event.weapon
        self._key = (self._side(event.figure), named)
        self._counted.clear()
        self._add(self._key, shots=1)

    def _hit(self, event: ev.Struck) -> None:
        key = self._key
        if key is None or self._begins(event, key):
            self._by = event.source
            self._key = key = self._other(event)
            self._counted.clear()
            self._add(key, shots=1)
        stopped = event.effect == _BY_DAMAGE and event.sums.get("damage") == 0
        if event.effect not in NO_HIT and not stopped:
            # A crippled limb has an event of its own: it is the same hit.
            if event.figure not in self._counted:
                own = self._side(event.figure) == key[0]
                self._add(key, **{"own_hits" if own else "hits": 1})
            self._counted.append(event.figure)
            # Lasting harm, such as bleeding, began with a hit: that hit puts the figure out.
            if event.source or self._by or self._in_zone(event):
                self._marked[event.figure] = key
            else:
                self._marked.setdefault(event.figure, key)

    def _begins(self, event: ev.Struck, key: tuple[str, str]) -> bool:
        """Whether a hit belongs to no counted shot: lasting harm counts for each figure."""
        if event.source not in ("", self._by) or event.source == NO_ID or self._in_zone(event):
            return True
        lasts = not event.source and not self._by
        return lasts and (event.figure not in self._counted or key != self._other(event))

    def _other(self, event: ev.Struck) -> tuple[str, str]:
        """Side and weapon of a hit whose shot was not seen, or that no figure fires."""
        setup, side = self._line.after.setup, self._side(event.figure)
        if event.source and event.source != NO_ID:
            named = event.source if self._figures else event.how or LASTING
            return self._side(event.source), named
        zones = self._in_zone(event)
        return zones[0].side if zones else setup.enemy(side), event.how or UNSEEN

    def _in_zone(self, event: ev.Struck) -> Sequence[Zone]:
        """The zones that caused a hit without a source, such as gas."""
        figure = self._line.figure(event.figure)
        zones = (*self._line.after.zones.values(), *self._line.before.zones.values())
        return [
            zone
            for zone in zones
            if not event.source and zone.kind == event.how and figure and figure.at in zone.tiles
        ]

    def _put_out(self, name: str) -> None:
        figure = self._line.figure(name)
        points = figure.who.kind.points if figure else 0
        # In close combat the loss follows both blows: the other figure's blow caused it.
        key = self._marked.pop(name)
        if figure and figure.side == key[0]:
            self._add(key, own=points)
        else:
            self._add(key, out=1, lost=points)

    def _add(self, key: tuple[str, str], **more: int) -> None:
        kept = self._fire.get(key) or WeaponFire(*key)
        grown = {name: getattr(kept, name) + number for name, number in more.items()}
        self._fire[key] = evolve(kept, **grown)


def where_fell(lines: Sequence[LearntLine]) -> Mapping[Tile, int]:
    """Number of shots by tile: where a round burst, else where it was aimed.

    A stray shot that found another figure counts on the tile of that figure too.
    """
    fell: dict[Tile, int] = {}
    for line in lines:
        for tile in _falls(line):
            fell[tile] = fell.get(tile, 0) + 1
    return fell


def _falls(line: LearntLine) -> Iterator[Tile]:
    aimed: Tile | None = None
    for event in line.events:
        if isinstance(event, ev.Fired) and event.how != ev.AID:
            if aimed is not None:
                yield aimed
            target = line.figure(event.target)
            aimed = event.at or (target.at if target else None)
        elif isinstance(event, ev.Burst):
            yield event.at
            aimed = None
        elif isinstance(event, ev.Struck) and event.how in ev.STRAY:
            found = line.figure(event.figure)
            if found is not None and found.at is not None:
                yield found.at
    if aimed is not None:
        yield aimed


def losses_by_turn(
    lines: Sequence[LearntLine], sides: Sequence[str]
) -> Mapping[str, tuple[int, ...]]:
    """Points that each side had lost by the end of each turn, as far as that was learnt.

    Index 0 is the time before the first turn.
    """
    last = lines[-1].after.clock.turn if lines else 0
    lost = {side: [0] * (last + 1) for side in sides}
    for line in lines:
        for event in line.events:
            figure = line.figure(event.subject) if isinstance(event, ev.Left) else None
            if figure is not None:
                lost[figure.side][line.turn] += figure.who.kind.points
    return {side: tuple(accumulate(each)) for side, each in lost.items()}


def scored_in(lines: Sequence[LearntLine]) -> Mapping[tuple[str, str], tuple[tuple[int, int], ...]]:
    """Payments as (turn, points), by side and reason."""
    paid: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for line in lines:
        for event in line.events:
            if isinstance(event, ev.Scored):
                paid.setdefault((event.side, event.why), []).append((line.turn, event.points))
    return {key: tuple(times) for key, times in paid.items()}
