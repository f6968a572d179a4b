"""What a side sees and learns: sight over all its figures, contacts, who learns of an event."""

from __future__ import annotations

from collections.abc import Mapping

from skirmish.core import events as ev
from skirmish.core.change import changed
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile
from skirmish.core.state import Contact, Known, State
from skirmish.core.text import by_id

Sides = tuple[str, ...]


def seen_by(state: State, side: str) -> int:
    """Mask of the tiles that a side's figures have in sight now; of all without fog."""
    blind = state.setup.declared.blind
    board = state.board
    if not state.setup.rules.get("fog", True):
        return (1 << board.width * board.height) - 1
    reach = state.setup.rules.get("sight", 0)
    mask = 0
    for figure in state.figures.values():
        if figure.at is None or figure.who.side != side:
            continue
        if (figure.counters or figure.posture != "standing") and blind(figure):
            continue
        field = board.seen_from(figure.at)
        mask |= field & board.disc(figure.at, int(reach)) if reach else field
    return mask


def in_sight(state: State, figure: Figure, seen: int) -> bool:
    """Whether a side with `seen` in sight sees this enemy; before the first turn it sees none."""
    if figure.at is None or figure.counters.get(HIDDEN) or not state.clock.turn:
        return False
    return bool(seen & state.board.bit(figure.at))


def refreshed(state: State, sides: Sides) -> State:
    """The state with what these sides see brought up to date."""
    known = dict(state.known)
    for side in sides:
        known[side] = _look(state, side, known.get(side) or Known())
    return changed(state, known=known)


def _look(state: State, side: str, before: Known) -> Known:
    seen = seen_by(state, side)
    enemies = [
        figure
        for figure in state.figures.values()
        if figure.who.side != side and in_sight(state, figure, seen)
    ]
    contacts: dict[str, Contact] | None = None
    point = state.clock.point
    for figure in enemies:
        old = before.contacts.get(figure.id)
        if old is None or old.figure is not figure or old.point != point:
            contacts = dict(before.contacts) if contacts is None else contacts
            contacts[figure.id] = Contact(figure, point)
    ground = before.ground
    if ground:
        board = state.board
        ground = {tile: kind for tile, kind in ground.items() if not seen & board.bit(tile)}
    return Known(
        seen=seen,
        visible=by_id(figure.id for figure in enemies),
        contacts=before.contacts if contacts is None else contacts,
        ground=ground,
        score=before.score,
    )


def touched(state: State, name: str) -> State:
    """The state after a change of a figure that moves nobody and blinds nobody.

    Who has it in sight sees the change; what anybody has in sight stays.
    """
    figure = state.figures[name]
    enemy = state.setup.enemy(figure.who.side)
    known = state.known.get(enemy)
    if known is None or name not in known.visible:
        return state
    contacts = {**known.contacts, name: Contact(figure, state.clock.point)}
    return changed(state, known={**state.known, enemy: changed(known, contacts=contacts)})


def sees_tile(state: State, side: str, tile: Tile) -> bool:
    """Whether a side has a tile in sight."""
    known = state.known.get(side)
    return known is not None and bool(known.seen & state.board.bit(tile))


def sees_figure(state: State, side: str, name: str) -> bool:
    """Whether a side may know of a figure now: its own, or an enemy in sight."""
    figure = state.figures.get(name)
    if figure is None:
        return False
    if figure.who.side == side:
        return True
    known = state.known.get(side)
    return known is not None and name in known.visible


def who_learns(before: State, after: State, event: ev.Event) -> Sides:
    """The sides that learn of an event as it happens, in the order of the setup."""
    return tuple(side for side in before.setup.sides if _learns(before, after, event, side))


def _learns(before: State, after: State, event: ev.Event, side: str) -> bool:
    match event:
        case ev.Bound() | ev.Ended():
            return True
        case ev.Asked():
            return event.side == side
        case ev.Scored():
            return not event.figure or _sees_either(before, after, side, event.figure)
        case ev.Moved():
            # Where it went out of sight is nobody's business but its own side's.
            return sees_figure(after, side, event.figure)
        case ev.Burst() | ev.Changed():
            return sees_tile(before, side, event.at) or sees_tile(after, side, event.at)
        case ev.Zoned():
            return event.side == side or (
                before.setup.declared.zones[event.kind].open
                and any(sees_tile(after, side, tile) for tile in event.tiles)
            )
        case ev.Unzoned():
            return _learns_end_of_zone(before, event, side)
        case ev.Counted():
            return _sees_either(before, after, side, event.figure) and (
                _own(before, side, event.figure)
                or before.setup.declared.counter(event.counter).open
            )
        case ev.Linked() | ev.Unlinked():
            return _learns_link(before, after, event, side)
        case _:
            return _sees_either(before, after, side, event.subject)


def _learns_end_of_zone(before: State, event: ev.Unzoned, side: str) -> bool:
    zone = before.zones.get(event.zone)
    if zone is None:
        return False
    if zone.side == side:
        return True
    open_kind = before.setup.declared.zones[zone.kind].open
    return open_kind and any(sees_tile(before, side, tile) for tile in zone.tiles)


def _learns_link(before: State, after: State, event: ev.Linked | ev.Unlinked, side: str) -> bool:
    if before.setup.declared.links[event.kind].open:
        return all(_sees_either(before, after, side, f) for f in (event.figure, event.other))
    return _own(before, side, event.figure)


def _own(state: State, side: str, name: str) -> bool:
    figure = state.figures.get(name)
    return figure is not None and figure.who.side == side


def _sees_either(before: State, after: State, side: str, name: str) -> bool:
    return sees_figure(before, side, name) or sees_figure(after, side, name)


def scores(known: Mapping[str, int], side: str, points: int) -> Mapping[str, int]:
    """A score with points added for a side."""
    return {**known, side: known.get(side, 0) + points}
