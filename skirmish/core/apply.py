"""Application of events to a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from skirmish.core import events as ev
from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.geometry import Tile, step_halves
from skirmish.core.knowledge import (
    add_points,
    seen_from,
    with_changed_figure,
    with_changed_side,
    with_moved_figure,
    with_updated_sight,
)
from skirmish.core.state import Clock, Link, State, Step, Track, Zone
from skirmish.core.text import by_id


def apply_events(state: State, told: Iterable[ev.ToldEvent]) -> State:
    """Return the state after these events; no rule is checked."""
    for one in told:
        state = apply_event(state, one.event, one.sides)
    return state


def apply_event(state: State, event: ev.Event, sides: tuple[str, ...]) -> State:
    """Return the state after one event; `sides` are those that learnt of it."""
    return _CHANGES[type(event)](state, event, sides)


SIDE_DEPENDENT = (ev.Left, ev.Changed, ev.Scored, ev.Triggered)
"""Events whose effect on the state depends on the sides that learnt of them."""

Change = Callable[[State, Any, tuple[str, ...]], State]


def _look(state: State) -> State:
    return with_updated_sight(state, tuple(state.setup.sides))


def _bound(state: State, event: ev.Bound, _sides: tuple[str, ...]) -> State:
    phase = state.setup.declared.phases.get(event.phase)
    tracks = state.tracks
    if phase is not None and phase.moves:
        tracks = {
            name: track
            for name, track in tracks.items()
            if state.figures[name].who.side != event.side
        }
    falling = _falling(state, event)
    state = fast_evolve(
        state,
        clock=Clock(event.turn, event.step, event.phase, event.side),
        tracks=tracks,
        figures=_reset(state, event.side, *falling),
        links=_standing_links(state, event),
    )
    counters = state.setup.declared.counters
    blinding = any(counters[name].blinds for name in falling[0])
    return with_updated_sight(state, tuple(state.setup.sides), same_tiles=not blinding)


def _standing_links(state: State, event: ev.Bound) -> tuple[Link, ...]:
    """Links that do not end when this bound starts."""
    kinds, figures = state.setup.declared.links, state.figures
    return tuple(
        link
        for link in state.links
        if kinds[link.kind].resets != event.phase or figures[link.a].side != event.side
    )


def _falling(state: State, event: ev.Bound) -> tuple[set[str], set[str]]:
    """The counters that a new bound sets to 0: on figures of its side, and on all others."""
    declared, new_turn = state.setup.declared.counters, event.turn != state.clock.turn
    each_turn = {name for name, kept in declared.items() if kept.resets == "turn" and new_turn}
    own = {name for name, kept in declared.items() if kept.resets == event.phase}
    return own | each_turn, each_turn


def _reset(state: State, side: str, falling: set[str], each_turn: set[str]) -> Mapping[str, Figure]:
    if not falling:
        return state.figures
    figures = {}
    for name, figure in state.figures.items():
        gone = falling if figure.who.side == side else each_turn
        if _counts(figure, gone):
            counters = {k: v for k, v in figure.counters.items() if k not in gone}
            figure = fast_evolve(figure, counters=counters)  # noqa: PLW2901 - the same figure, changed
        figures[name] = figure
    return figures


def _counts(figure: Figure, names: set[str]) -> bool:
    """Whether any of these counters of a figure is not 0."""
    counters = figure.counters
    return not names.isdisjoint(counters) and not names.isdisjoint(
        [k for k in counters if counters[k]]
    )


def _placed(state: State, event: ev.Placed, _sides: tuple[str, ...]) -> State:
    return with_moved_figure(
        state, fast_evolve(state.figures[event.figure], at=event.at, facing=event.facing)
    )


def _moved(state: State, event: ev.Moved, _sides: tuple[str, ...]) -> State:
    figure = state.figures[event.figure]
    way = (figure.tile, *event.path)
    watchers = _watchers(state, figure, way)
    halves = (0, *map(step_halves, way, event.path))
    steps = tuple(map(Step, way, halves, watchers))
    track = state.tracks.get(event.figure)
    if track is not None:
        steps = track.steps + steps[1:]
    state = fast_evolve(state, tracks={**state.tracks, event.figure: Track(event.figure, steps)})
    return with_moved_figure(state, fast_evolve(figure, at=event.path[-1]))


def _watchers(state: State, figure: Figure, way: tuple[Tile, ...]) -> list[tuple[str, ...]]:
    """For each tile the enemies with the figure in sight there; none for a hidden figure."""
    enemy = state.setup.enemy(figure.who.side)
    known = state.known.get(enemy)
    if known is None or figure.count(HIDDEN):
        return [()] * len(way)
    bits = [known.seen & state.board.bit(tile) for tile in way]
    if not any(bits):
        return [()] * len(way)
    blind = state.setup.declared.blind
    fields = {
        watcher.id: seen_from(state, watcher.tile)
        for watcher in state.of_side(enemy)
        if not blind(watcher)
    }
    ranked = [(name, fields[name]) for name in by_id(fields)]
    return [tuple([name for name, field in ranked if field & bit]) if bit else () for bit in bits]


def _turned(state: State, event: ev.Turned, _sides: tuple[str, ...]) -> State:
    return with_changed_figure(state, fast_evolve(state.figures[event.figure], facing=event.facing))


def _posed(state: State, event: ev.Posed, _sides: tuple[str, ...]) -> State:
    return with_moved_figure(state, fast_evolve(state.figures[event.figure], posture=event.posture))


def _hurt(state: State, event: ev.Hurt, _sides: tuple[str, ...]) -> State:
    figure = state.figures[event.figure]
    return with_changed_figure(state, fast_evolve(figure, damage=figure.damage + event.amount))


def _counted(state: State, event: ev.Counted, _sides: tuple[str, ...]) -> State:
    figure = state.figures[event.figure]
    counters = {k: v for k, v in figure.counters.items() if k != event.counter}
    if event.value:
        counters[event.counter] = event.value
    sight = event.counter == HIDDEN or state.setup.declared.counter(event.counter).blinds
    return (with_moved_figure if sight else with_changed_figure)(
        state, fast_evolve(figure, counters=counters)
    )


def _left(state: State, event: ev.Left, sides: tuple[str, ...]) -> State:
    figure = fast_evolve(state.figures[event.figure], at=None, fate=event.fate)
    kinds = state.setup.declared.links
    links = tuple(x for x in state.links if event.figure not in (x.a, x.b) or kinds[x.kind].lasting)
    tracks = state.tracks
    if state.setup.enemy(figure.who.side) in sides:
        # If the enemy did not see it leave, the track stays: its end would show that it left.
        tracks = {name: track for name, track in tracks.items() if name != event.figure}
    state = fast_evolve(state, links=links, tracks=tracks)
    return with_moved_figure(_forget(state, event, sides), figure)


def _forget(state: State, event: ev.Left, sides: tuple[str, ...]) -> State:
    """Drop the contact of a figure for sides that saw it leave; they keep its fate."""
    known, name = dict(state.known), event.figure
    for side in sides:
        if side in known and state.figures[name].who.side == side:
            own = fast_evolve(state.figures[name], fate=event.fate)
            known[side] = fast_evolve(known[side], gone={**known[side].gone, name: own})
        elif side in known and name in known[side].contacts:
            kept = {k: v for k, v in known[side].contacts.items() if k != name}
            shown = {k: v for k, v in known[side].shown.items() if k != name}
            last = known[side].shown[name].figure
            gone = {**known[side].gone, name: fast_evolve(last, fate=event.fate)}
            known[side] = fast_evolve(known[side], contacts=kept, shown=shown, gone=gone)
    return fast_evolve(state, known=known)


def _revealed(state: State, event: ev.Revealed, _sides: tuple[str, ...]) -> State:
    return _counted(state, ev.Counted(event.figure, HIDDEN, 0), _sides)


def _linked(state: State, event: ev.Linked, _sides: tuple[str, ...]) -> State:
    state = _unlinked(state, ev.Unlinked(event.kind, event.figure, event.other), _sides)
    link = Link(event.kind, event.figure, event.other, event.until)
    return fast_evolve(state, links=(*state.links, link))


def _unlinked(state: State, event: ev.Unlinked, _sides: tuple[str, ...]) -> State:
    gone = (event.kind, event.figure, event.other)
    return fast_evolve(state, links=tuple(x for x in state.links if (x.kind, x.a, x.b) != gone))


def _zoned(state: State, event: ev.Zoned, _sides: tuple[str, ...]) -> State:
    zone = Zone(
        event.zone, event.kind, event.side, event.owner, event.tiles, event.numbers, event.until
    )
    before = state.zones.get(event.zone)
    state = fast_evolve(state, zones={**state.zones, event.zone: zone})
    return _clouded(state) if _opaque(state, zone, before) else state


def _unzoned(state: State, event: ev.Unzoned, _sides: tuple[str, ...]) -> State:
    zones = {name: zone for name, zone in state.zones.items() if name != event.zone}
    before = state.zones.get(event.zone)
    state = fast_evolve(state, zones=zones)
    return _clouded(state) if _opaque(state, before) else state


def _opaque(state: State, *zones: Zone | None) -> bool:
    kinds = state.setup.declared.zones
    return any(zone is not None and kinds[zone.kind].opaque for zone in zones)


def _clouded(state: State) -> State:
    kinds = state.setup.declared.zones
    clouds = 0
    for zone in state.zones.values():
        if kinds[zone.kind].opaque:
            clouds |= state.board.mask_of(zone.tiles)
    if clouds == state.board.clouds:
        return state
    return _look(fast_evolve(state, board=state.board.with_clouds(clouds)))


def _changed(state: State, event: ev.Changed, sides: tuple[str, ...]) -> State:
    old = state.board.terrain(event.at)
    known = dict(state.known)
    for side, mine in state.known.items():
        if side not in sides and event.at not in mine.ground:
            known[side] = fast_evolve(mine, ground={**mine.ground, event.at: old})
    board = state.board.with_terrain(event.at, state.board.kinds[event.terrain])
    return _look(fast_evolve(state, board=board, known=known))


def _scored(state: State, event: ev.Scored, sides: tuple[str, ...]) -> State:
    known = dict(state.known)
    for side in sides:
        if side in known:
            score = add_points(known[side].score, event.side, event.points)
            known[side] = fast_evolve(known[side], score=score)
    tally = fast_evolve(
        state.tally,
        score=add_points(state.tally.score, event.side, event.points),
        paid=(*state.tally.paid, f"{event.side}:{event.why}:{event.figure}"),
    )
    return fast_evolve(state, known=known, tally=tally)


def _triggered(state: State, event: ev.Triggered, sides: tuple[str, ...]) -> State:
    script = state.script
    read = {side: (*script.read.get(side, ()), event.trigger) for side in sides}
    fired = (*script.fired, event.trigger)
    return fast_evolve(state, script=fast_evolve(script, fired=fired, read={**script.read, **read}))


def _opened(state: State, event: ev.Opened, _sides: tuple[str, ...]) -> State:
    closed = tuple(name for name in state.script.closed if name != event.objective)
    return fast_evolve(state, script=fast_evolve(state.script, closed=closed))


def _closed(state: State, event: ev.Closed, sides: tuple[str, ...]) -> State:
    state = _opened(state, ev.Opened(event.objective), sides)
    closed = (*state.script.closed, event.objective)
    return fast_evolve(state, script=fast_evolve(state.script, closed=closed))


def _joined(state: State, event: ev.Joined, _sides: tuple[str, ...]) -> State:
    """End the figure's links, its track and its watched ground; keep the clouds that it laid."""
    name, left = event.figure, state.figures[event.figure]
    kinds = state.setup.declared.zones
    zones = {
        key: zone
        for key, zone in state.zones.items()
        if zone.owner != name or kinds[zone.kind].drifts
    }
    tracks = {key: track for key, track in state.tracks.items() if key != name}
    joined = {key: one for key, one in state.script.joined.items() if key != name}
    if name not in state.script.joined:  # else it returns to the side that it began on
        joined[name] = left.who.side, left.who.kind.points
    state = fast_evolve(
        state,
        links=tuple(link for link in state.links if name not in (link.a, link.b)),
        zones=zones,
        tracks=tracks,
        script=fast_evolve(state.script, joined=joined),
    )
    return with_changed_side(state, left, event.side)


def _ended(state: State, event: ev.Ended, _sides: tuple[str, ...]) -> State:
    tally = fast_evolve(state.tally, over=True, winner=event.winner, reason=event.reason)
    return fast_evolve(state, tally=tally)


def _told(state: State, _event: ev.Event, _sides: tuple[str, ...]) -> State:
    """An event without an effect of its own; its consequences are separate events."""
    return state


_CHANGES: Mapping[type[ev.Event], Change] = {
    ev.Bound: _bound,
    ev.Placed: _placed,
    ev.Moved: _moved,
    ev.Stopped: _told,
    ev.Turned: _turned,
    ev.Posed: _posed,
    ev.Hurt: _hurt,
    ev.Counted: _counted,
    ev.Left: _left,
    ev.Revealed: _revealed,
    ev.Fired: _told,
    ev.Burst: _told,
    ev.Struck: _told,
    ev.Tested: _told,
    ev.Linked: _linked,
    ev.Unlinked: _unlinked,
    ev.Zoned: _zoned,
    ev.Unzoned: _unzoned,
    ev.Changed: _changed,
    ev.Scored: _scored,
    ev.Asked: _told,
    ev.Triggered: _triggered,
    ev.Opened: _opened,
    ev.Closed: _closed,
    ev.Joined: _joined,
    ev.Ended: _ended,
}
