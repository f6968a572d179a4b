"""What a side sees and learns: tiles in sight, contacts, and the sides that learn of an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import evolve

from skirmish.core import events as ev
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import Contact, Knowledge, State, Zone
from skirmish.core.text import by_id

Sides = tuple[str, ...]


def seen_by(state: State, side: str) -> int:
    """Return the mask of tiles that a side has in sight now; all tiles without fog."""
    board = state.board
    if not state.setup.rules.get("fog", True):
        return (1 << board.width * board.height) - 1
    tiles = _lookouts(state, side)
    if not state.setup.rules.get("sight", 0):
        return board.seen_from_any(tiles)
    mask = 0
    for tile in tiles:
        mask |= seen_from(state, tile)
    return mask


def _lookouts(state: State, side: str) -> list[Tile]:
    """Tiles of a side's figures that can see."""
    blind = state.setup.declared.blind
    return [
        figure.at
        for figure in state.figures.values()
        if figure.who.side == side and figure.at is not None and not blind(figure)
    ]


def seen_from(state: State, tile: Tile) -> int:
    """Return the mask of tiles in sight of a figure on a tile, under the house rule `sight`.

    Line of sight counts also without fog, where the side sees everything.
    """
    reach = int(state.setup.rules.get("sight", 0))
    seen = state.board.seen_from(tile)
    if not reach or not state.setup.rules.get("fog", True):
        return seen
    return seen & state.board.disc(tile, reach)


def in_sight(state: State, figure: Figure, seen: int) -> bool:
    """Whether a side with the tiles `seen` in sight sees this enemy; never before turn 1."""
    if figure.at is None or figure.counters.get(HIDDEN) or not state.clock.turn:
        return False
    return bool(seen & state.board.bit(figure.at))


def with_updated_sight(state: State, sides: Sides, *, same_tiles: bool = False) -> State:
    """Return the state with the knowledge of these sides brought up to date.

    `same_tiles`: keep the tiles in sight of sides that have knowledge already.
    """
    known = dict(state.known)
    for side in sides:
        before = known.get(side)
        seen = before.seen if before and same_tiles else seen_by(state, side)
        known[side] = _look(state, side, before or Knowledge(), seen)
    return fast_evolve(state, known=known)


def _look(state: State, side: str, before: Knowledge, seen: int) -> Knowledge:
    enemies = _enemies_in_sight(state, side, seen)
    ground = before.ground
    if ground:
        ground = {
            tile: kind for tile, kind in ground.items() if not _noticed(state, side, tile, seen)
        }
    contacts, shown = _contacts(state, before, enemies)
    visible = by_id(figure.who.id for figure in enemies)
    left = _left(state, before.left, contacts, visible, seen)
    return Knowledge(seen, visible, contacts, ground, before.score, shown, before.gone, left)


def _left(
    state: State, before: Sides, contacts: Contacts, visible: tuple[str, ...], seen: int
) -> tuple[str, ...]:
    """The contacts out of sight whose last tile is seen to be empty, now or `before`."""
    bit = state.board.bit
    return tuple(
        [
            name
            for name, contact in contacts.items()
            if name not in visible
            and (name in before or ((at := contact.figure.at) is not None and seen & bit(at)))
        ]
    )


def _noticed(state: State, side: str, tile: Tile, seen: int) -> bool:
    """Whether a side sees a tile, or sees past it.

    A line of sight that runs between two tiles may end on a tile in sight although one of the two
    is out of sight. That tile then decides whether the line is clear and what cover it gives.
    """
    board = state.board
    if seen & board.bit(tile):
        return True
    return any(board.seen_past(at, tile) & seen for at in _lookouts(state, side))


def _enemies_in_sight(state: State, side: str, seen: int) -> list[Figure]:
    """Enemies for which `in_sight` holds: the same test for all figures at once, but faster."""
    if not state.clock.turn:
        return []
    width = state.board.width
    # Indexing a byte is faster than shifting a number of thousands of bits.
    octets = seen.to_bytes(width * state.board.height // 8 + 1, "little")
    found = []
    for figure in state.figures.values():
        if figure.at is None or figure.who.side == side:
            continue
        place = figure.at[1] * width + figure.at[0]
        if octets[place >> 3] >> (place & 7) & 1 and not figure.counters.get(HIDDEN):
            found.append(figure)
    return found


Contacts = Mapping[str, Contact]


def _contacts(state: State, known: Knowledge, seen: Iterable[Figure]) -> tuple[Contacts, Contacts]:
    """Contacts of a side after it saw these enemies: in full, and reduced to their open parts."""
    point = state.clock.point
    fresh, shown = {}, {}
    for figure in seen:
        name = figure.who.id
        old = known.contacts.get(name)
        if old is None or old.figure is not figure:
            fresh[name] = Contact(figure, point)
            shown[name] = Contact(state.setup.declared.shown(figure), point)
        elif old.point != point:
            fresh[name] = Contact(figure, point)
            shown[name] = Contact(known.shown[name].figure, point)
    if not fresh:
        return known.contacts, known.shown
    return {**known.contacts, **fresh}, {**known.shown, **shown}


def with_changed_figure(state: State, figure: Figure) -> State:
    """Return the state with a figure changed in a way that changes no tile in sight.

    The enemy learns of the change if it has the figure in sight.
    """
    figures = {**state.figures, figure.who.id: figure}
    enemy = state.setup.enemy(figure.who.side)
    known = state.known.get(enemy)
    if known is None or figure.who.id not in known.visible:
        return fast_evolve(state, figures=figures)
    return fast_evolve(
        state, figures=figures, known={**state.known, enemy: _met(state, known, figure)}
    )


def with_moved_figure(state: State, figure: Figure) -> State:
    """Return the state with a figure changed in a way that may change its side's tiles in sight.

    The tiles in sight of the enemy stay; it can only gain or lose sight of this figure.
    """
    state = state.with_figure(figure)
    own, enemy = figure.who.side, state.setup.enemy(figure.who.side)
    before, other = state.known.get(own), state.known.get(enemy)
    if before is None or other is None:
        return with_updated_sight(state, (own, enemy))
    seen = seen_by(state, own)
    mine = before if seen == before.seen else _look(state, own, before, seen)
    theirs = _spotted(state, other, figure)
    if mine is before and theirs is other:
        return state
    return fast_evolve(state, known={**state.known, own: mine, enemy: theirs})


def with_changed_side(state: State, figure: Figure, side: str) -> State:
    """Return the state with a figure on a side; the side that it left knows its place."""
    name, left = figure.who.id, figure.who.side
    if left == side:
        return state
    figure = fast_evolve(figure, who=evolve(figure.who, side=side))
    known = dict(state.known)
    for other, mine in state.known.items():
        contacts = {key: one for key, one in mine.contacts.items() if key != name}
        shown = {key: one for key, one in mine.shown.items() if key != name}
        gone = tuple(key for key in mine.left if key != name)
        known[other] = fast_evolve(mine, contacts=contacts, shown=shown, left=gone)
    state = fast_evolve(state, figures={**state.figures, name: figure}, known=known)
    if left in known and figure.at is not None:
        state = fast_evolve(state, known={**known, left: _met(state, known[left], figure)})
    return with_updated_sight(state, tuple(state.setup.sides))


def _spotted(state: State, known: Knowledge, figure: Figure) -> Knowledge:
    """Knowledge of a side after an enemy came into sight, went out of sight or changed."""
    name = figure.who.id
    if not in_sight(state, figure, known.seen):
        if name not in known.visible:
            return known
        visible = tuple(other for other in known.visible if other != name)
        left = _left(state, known.left, known.contacts, visible, known.seen)
        return fast_evolve(known, visible=visible, left=left)
    known = _met(state, known, figure)
    if name in known.visible:
        return known
    left = tuple(other for other in known.left if other != name)
    return fast_evolve(known, visible=by_id((*known.visible, name)), left=left)


def _met(state: State, known: Knowledge, figure: Figure) -> Knowledge:
    contacts, shown = _contacts(state, known, (figure,))
    return fast_evolve(known, contacts=contacts, shown=shown)


def sees_tile(state: State, side: str, tile: Tile) -> bool:
    """Whether a side has a tile in sight."""
    known = state.known.get(side)
    return known is not None and bool(known.seen & state.board.bit(tile))


def sees_figure(state: State, side: str, name: str) -> bool:
    """Whether a figure is the side's own or an enemy in sight."""
    figure = state.figures.get(name)
    if figure is None:
        return False
    if figure.who.side == side:
        return True
    known = state.known.get(side)
    return known is not None and name in known.visible


def sides_that_learn(before: State, after: State, event: ev.Event) -> Sides:
    """Return the sides that learn of an event as it happens, in the order of the setup."""
    learns = _LEARNS.get(type(event), _learns_of_subject)
    return tuple([side for side in before.setup.sides if learns(before, after, event, side)])


Learns = Callable[[State, State, Any, str], bool]
"""Whether a side learns of an event, by the states before and after it."""


def _learns_of_subject(before: State, after: State, event: ev.Event, side: str) -> bool:
    return _sees_either(before, after, side, event.subject)


def _learns_of_walk(_before: State, after: State, event: ev.Moved, side: str) -> bool:
    # The tiles after it went out of sight are known only to its own side.
    return sees_figure(after, side, event.figure)


def _learns_count(before: State, after: State, event: ev.Counted, side: str) -> bool:
    if _own(before, side, event.figure):
        return True
    is_open = before.setup.declared.counter(event.counter).open
    return is_open and _sees_either(before, after, side, event.figure)


def _always(_before: State, _after: State, _event: ev.Event, _side: str) -> bool:
    return True


def _never(_before: State, _after: State, _event: ev.Event, _side: str) -> bool:
    """Only the sides that are named when the event happens learn of it."""
    return False


def _learns_question(_before: State, _after: State, event: ev.Asked, side: str) -> bool:
    return event.side == side


def _learns_score(before: State, after: State, event: ev.Scored, side: str) -> bool:
    return not event.figure or _sees_either(before, after, side, event.figure)


def _learns_at(before: State, after: State, event: ev.Burst | ev.Changed, side: str) -> bool:
    return sees_tile(before, side, event.at) or sees_tile(after, side, event.at)


def _learns_of_zone(_before: State, after: State, event: ev.Zoned, side: str) -> bool:
    return _learns_zone(after, event, side)


def _learns_end_of_zone(before: State, _after: State, event: ev.Unzoned, side: str) -> bool:
    zone = before.zones.get(event.zone)
    if zone is None:
        return False
    return _learns_zone(before, zone, side)


def _learns_zone(state: State, zone: ev.Zoned | Zone, side: str) -> bool:
    kind = state.setup.declared.zones[zone.kind]
    if zone.side == side and not kind.drifts:
        return True
    return (kind.open or zone.side == side) and any(
        sees_tile(state, side, tile) for tile in zone.tiles
    )


def _learns_link(before: State, after: State, event: ev.Linked | ev.Unlinked, side: str) -> bool:
    if before.setup.declared.links[event.kind].open:
        return all(_sees_either(before, after, side, f) for f in (event.figure, event.other))
    return _own(before, side, event.figure)


_LEARNS: Mapping[type[ev.Event], Learns] = {
    ev.Moved: _learns_of_walk,
    ev.Counted: _learns_count,
    ev.Bound: _always,
    ev.Ended: _always,
    ev.Opened: _always,
    ev.Closed: _always,
    ev.Joined: _always,
    ev.Triggered: _never,
    ev.Asked: _learns_question,
    ev.Scored: _learns_score,
    ev.Burst: _learns_at,
    ev.Changed: _learns_at,
    ev.Zoned: _learns_of_zone,
    ev.Unzoned: _learns_end_of_zone,
    ev.Linked: _learns_link,
    ev.Unlinked: _learns_link,
}
"""The test for each event where seeing the subject does not decide whether a side learns of it."""


def _own(state: State, side: str, name: str) -> bool:
    figure = state.figures.get(name)
    return figure is not None and figure.who.side == side


def _sees_either(before: State, after: State, side: str, name: str) -> bool:
    return sees_figure(before, side, name) or sees_figure(after, side, name)


def add_points(known: Mapping[str, int], side: str, points: int) -> Mapping[str, int]:
    """Return a score with points added for a side."""
    return {**known, side: known.get(side, 0) + points}
