"""Scripted events of a scenario: when they happen, and what they do.

They are checked after each order, before victory is judged, in the order of the scenario. Each
happens once. What a side learns of it depends on what it sees, or on the scenario (`to`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from skirmish.core.events import (
    Changed,
    Closed,
    Joined,
    Left,
    Moved,
    Opened,
    Placed,
    Revealed,
    ToldEvent,
    Triggered,
)
from skirmish.core.figures import HIDDEN, Figure
from skirmish.core.orders import Question
from skirmish.core.script import (
    CHOSEN,
    ENTERS,
    FALLS,
    QUESTION,
    SCORE,
    SEEN,
    SMOKE,
    TURN,
    Condition,
    Joining,
    NewTerrain,
    Smoke,
    Trigger,
)
from skirmish.core.setup import SETUP_PHASES, tiles_in
from skirmish.core.state import STEPS, State, in_area
from skirmish.core.text import by_id
from skirmish.rulesets.common import bounds, zones
from skirmish.rulesets.scene import Scene

Sides = tuple[str, ...]


def happen(scene: Scene) -> None:
    """Let scripted events happen whose condition is met now; one may bring about another."""
    if not scene.state.script.triggers:
        return
    while (met := _next(scene)) is not None:
        trigger, sides = met
        _fire(scene, trigger, sides)


def _fire(scene: Scene, trigger: Trigger, sides: Sides) -> None:
    """Carry out an event, then the one that a side chooses after it."""
    scene.emit(Triggered(trigger.id), sides=sides)
    _carry_out(scene, trigger)
    script, side = scene.state.script, trigger.choice
    options = script.options_of(trigger.id)
    if side and options:
        chosen = scene.ask(Question(side, QUESTION, options))
        following = next(one for one in script.triggers if one.id == chosen)
        _fire(scene, following, following.to or (side,))


def _next(scene: Scene) -> tuple[Trigger, Sides] | None:
    """The first event whose condition is met, with the sides that learn of it."""
    state = scene.state
    if state.tally.over or state.clock.phase in SETUP_PHASES:
        return None
    for trigger in state.script.triggers:
        if trigger.id in state.script.fired:
            continue
        when = trigger.when
        if when.after and when.after not in state.script.fired:
            continue
        learns = _MET[when.kind](scene, when)
        if learns is not None:
            asked = (trigger.choice,) if trigger.choice else ()
            return trigger, (*(trigger.to or learns), *asked)
    return None


def _turn_begun(scene: Scene, when: Condition) -> Sides | None:
    clock = scene.state.clock
    now = clock.turn == when.number and when.side in ("", clock.side)
    return tuple(scene.state.setup.sides) if now or clock.turn > when.number else None


def _entered(scene: Scene, when: Condition) -> Sides | None:
    return _sides_of(_entering(scene, when))


def _fallen(scene: Scene, when: Condition) -> Sides | None:
    out = [figure for figure in _named(scene.state, when) if figure.fate]
    return _sides_that_know_of(scene, when, out) if len(out) >= when.number else None


def _scored(scene: Scene, when: Condition) -> Sides | None:
    state = scene.state
    if state.tally.score.get(when.side, 0) < when.number:
        return None
    known = ((side, known.score.get(when.side, 0)) for side, known in state.known.items())
    return tuple(side for side, points in known if points >= when.number)


def _named(state: State, when: Condition) -> Iterator[Figure]:
    """The figures that a condition is about."""
    for figure in state.figures.values():
        if figure.id in when.figures or (not when.figures and figure.side == when.side):
            yield figure


def _entering(scene: Scene, when: Condition) -> Iterator[ToldEvent]:
    """The events of this order by which a figure came into the area of a condition."""
    names = [figure.id for figure in _named(scene.state, when)]
    for told in scene.told:
        event = told.event
        if not isinstance(event, Moved | Placed) or event.figure not in names or not when.area:
            continue
        tiles = event.path if isinstance(event, Moved) else (event.at,)
        if any(in_area(when.area, tile) for tile in tiles):
            yield told


def _sides_of(events: Iterable[ToldEvent]) -> Sides | None:
    """The sides that learnt of the first of these events; None if there is none."""
    first = next(iter(events), None)
    return None if first is None else first.sides


def _sides_that_know_of(scene: Scene, when: Condition, out: list[Figure]) -> Sides:
    """The side of the fallen, and the enemy if one fall is enough and it saw that."""
    own = out[-1].side
    if when.number > 1:
        return (own,)
    names = [figure.id for figure in out]
    saw = _sides_of(
        one for one in scene.told if isinstance(one.event, Left) and one.event.figure in names
    )
    return tuple(side for side in scene.state.setup.sides if side == own or side in (saw or ()))


def _seen(scene: Scene, when: Condition) -> Sides | None:
    """The sides that have seen enough of the figures."""
    found: dict[str, int] = {}
    for figure in _named(scene.state, when):
        enemy = scene.state.setup.enemy(figure.side)
        met = figure.id in scene.state.known[enemy].contacts
        found[enemy] = found.get(enemy, 0) + met
    return tuple(side for side, count in found.items() if count >= when.number) or None


_MET: Mapping[str, Callable[[Scene, Condition], Sides | None]] = {
    TURN: _turn_begun,
    ENTERS: _entered,
    FALLS: _fallen,
    SEEN: _seen,
    SCORE: _scored,
    CHOSEN: lambda _scene, _when: None,
}
"""For each kind of condition the sides that learn that it is met; None while it is not."""


def _carry_out(scene: Scene, trigger: Trigger) -> None:
    """Apply a scripted event; arriving figures come last, onto the changed ground."""
    for change in trigger.terrain:
        _change(scene, change)
    for smoke in trigger.smoke:
        _lay(scene, smoke)
    for joining in trigger.joins:
        _join(scene, joining)
    for name in trigger.closes:
        if name not in scene.state.script.closed:
            scene.emit(Closed(name))
    for name in trigger.opens:
        if name in scene.state.script.closed:
            scene.emit(Opened(name))
    called = (
        figure.id
        for figure in scene.state.figures.values()
        if (arrival := figure.who.arrival) is not None and arrival.event == trigger.id
    )
    bounds.bring_on(scene, by_id(called))


def _change(scene: Scene, change: NewTerrain) -> None:
    """Change the terrain of an area, except under a figure that could not stand there then."""
    for tile in tiles_in(change.area):
        board = scene.state.board
        stays = not board.kinds[change.terrain].cost and scene.state.standing(tile) is not None
        if board.terrain(tile).id != change.terrain and not stays:
            scene.emit(Changed(tile, change.terrain))


def _join(scene: Scene, joining: Joining) -> None:
    """Let figures that are still in the battle change sides, and show hidden ones."""
    for name in joining.figures:
        figure = scene.state.figures[name]
        if not figure.fate and figure.side != joining.side:
            if figure.count(HIDDEN):
                scene.emit(Revealed(name))
            scene.emit(Joined(name, joining.side))


def _lay(scene: Scene, smoke: Smoke) -> None:
    """Lay smoke that belongs to neither side; it ends as the first side's bound begins."""
    state, (x, y) = scene.state, smoke.at
    until = (state.clock.turn + smoke.turns) * STEPS + 1
    numbers = {"x": x, "y": y}
    side = state.setup.first
    zones.lay_cloud(
        scene, SMOKE, side, smoke.at, smoke.radius, owner="", until=until, numbers=numbers
    )
