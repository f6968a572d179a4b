"""What must hold at every moment of every battle, whatever the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from skirmish.core.board import Board
from skirmish.core.events import Event, event_text, parse_event
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import adjacent
from skirmish.core.knowledge import seen_by
from skirmish.core.orders import Order, Verb, parse_order
from skirmish.core.state import State
from skirmish.core.text import by_id
from skirmish.core.view import View, view

DEFAULT_POSTURE = "standing"
Check = Callable[[State], Iterator[str]]


def faults(before: State, event: Event, after: State) -> tuple[str, ...]:
    """All that is wrong after an event; empty when nothing is."""
    found = [fault for check in _CHECKS for fault in check(after)]
    found += _passed(before, after)
    if not found:  # what a side sees can only be worked out of a sound state
        found += [*_sight(after), *_views(after)]
    if event_text(parse_event(event_text(event))) != event_text(event):
        found.append(f"event does not read back: {event_text(event)}")
    if before.tally.over:
        found.append(f"after the end: {event_text(event)}")
    return tuple(found)


def settled_faults(state: State) -> tuple[str, ...]:
    """What is wrong after an order; in the midst of one a figure may pass through a friend."""
    return tuple(_one_a_tile(state))


def order_faults(order: Order, verbs: Mapping[str, Verb]) -> tuple[str, ...]:
    """What is wrong with an order's text."""
    back = parse_order(str(order), verbs)
    return () if str(back) == str(order) else (f"order does not read back: {order}",)


def _passed(before: State, after: State) -> Iterator[str]:
    if after.clock.point < before.clock.point:
        yield f"the clock went back from {before.clock.point} to {after.clock.point}"
    if after.figures.keys() != before.figures.keys():
        yield "figures came or went out of nowhere"
    for name, figure in after.figures.items():
        was = before.figures[name]
        if figure.who is not was.who:
            yield f"{name} is another figure"
        if was.fate and (figure.fate != was.fate or figure.at is not None):
            yield f"{name} came back"


def _one_a_tile(state: State) -> Iterator[str]:
    standing: dict[tuple[int, int], str] = {}
    for figure in state.figures.values():
        other = figure.id if figure.at is None else standing.setdefault(figure.at, figure.id)
        if other != figure.id:
            yield f"{figure.id} and {other} stand on {figure.at}"


def _on_the_ground(state: State) -> Iterator[str]:
    for figure in state.figures.values():
        if figure.at is None:
            continue
        if not state.board.inside(figure.at) or not state.board.passable(figure.at):
            yield f"{figure.id} stands on {figure.at}, where nobody can"
        if figure.fate:
            yield f"{figure.id} is {figure.fate} and yet stands on {figure.at}"


def _declared(state: State) -> Iterator[str]:
    declared = state.setup.declared
    for figure in state.figures.values():
        if figure.damage < 0:
            yield f"{figure.id} has damage {figure.damage}"
        if figure.posture not in (DEFAULT_POSTURE, *declared.postures):
            yield f"{figure.id} is {figure.posture}, which nobody declared"
        for name, value in figure.counters.items():
            counter = declared.counter(name)
            if not (counter.low <= value <= counter.most or counter.point):
                yield f"{figure.id} has {name}={value}, of {counter.low} to {counter.most}"


def _links(state: State) -> Iterator[str]:
    for link in state.links:
        kind = state.setup.declared.links.get(link.kind)
        if kind is None:
            yield f"a link of the unknown kind {link.kind}"
        elif kind.lasting:
            continue
        for name in (link.a, link.b):
            if name not in state.figures or state.figures[name].fate:
                yield f"{link.kind} holds on to {name}, who is out"


def _zones(state: State) -> Iterator[str]:
    clouds = 0
    for name, zone in state.zones.items():
        kind = state.setup.declared.zones.get(zone.kind)
        if kind is None:
            yield f"{name} is of the unknown kind {zone.kind}"
            continue
        if zone.id != name or zone.side not in state.setup.sides:
            yield f"{name} is filed wrongly"
        if zone.owner and zone.owner not in state.figures:
            yield f"{name} belongs to nobody known: {zone.owner}"
        if not all(state.board.inside(tile) for tile in zone.tiles):
            yield f"{name} reaches over the edge"
        if kind.opaque:
            clouds |= state.board.mask_of(zone.tiles)
    if clouds != state.board.clouds:
        yield "the clouds are not those of the zones"


def _tracks(state: State) -> Iterator[str]:
    for name, track in state.tracks.items():
        figure = state.figures.get(name)
        if figure is None or not (figure.fate or track.steps[-1].tile == figure.at):
            yield f"the track of {name} does not end where it stands"
        tiles = [step.tile for step in track.steps]
        if any(not adjacent(a, b) for a, b in pairwise(tiles) if a != b):
            yield f"the track of {name} jumps"


def _sight(state: State) -> Iterator[str]:
    for side, known in state.known.items():
        if known.seen != seen_by(state, side):
            yield f"{side} does not see what it should"
        seen = tuple(f.id for f in state.figures.values() if _in_sight(state, side, f))
        if state.clock.turn and known.visible != by_id(seen):
            yield f"{side} sees {known.visible}, not {by_id(seen)}"
        for name, contact in known.contacts.items():
            if contact.figure.id != name or contact.figure.side == side:
                yield f"{side} has a contact {name} that is no enemy"
            if contact.point > state.clock.point:
                yield f"{side} will see {name}"


def _in_sight(state: State, side: str, figure: Figure) -> bool:
    if figure.side == side or figure.at is None or figure.count(HIDDEN):
        return False
    return bool(state.known[side].seen & state.board.bit(figure.at))


def _views(state: State) -> Iterator[str]:
    for side in state.setup.sides:
        yield from _secrets(state, view(state, side))


def _secrets(state: State, known: View) -> Iterator[str]:
    side, shown = known.side, known.state
    declared = state.setup.declared
    if shown.pending is not None or set(shown.known) != {side}:
        yield f"{side} sees what is not its own"
    for name, figure in shown.figures.items():
        truth = state.figures[name]
        if truth.side == side:
            continue
        if figure.at is not None and not _in_sight(state, side, truth):
            yield f"{side} sees {name}, which is out of sight"
        if any(not declared.counter(counter).open for counter in figure.counters):
            yield f"{side} sees what only {name} knows"
    if not board_known(state, shown.board, side):
        yield f"{side} sees ground that it cannot"


def board_known(state: State, shown: Board, side: str) -> bool:
    """Whether a board is the true one wherever the side has it in sight."""
    seen = state.known[side].seen
    return all(
        shown.terrain(tile) is state.board.terrain(tile)
        for tile in state.known[side].ground
        if seen & state.board.bit(tile)
    )


_CHECKS: tuple[Check, ...] = (
    _on_the_ground,
    _declared,
    _links,
    _zones,
    _tracks,
)
