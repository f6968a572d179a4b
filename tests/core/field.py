"""A small battle for tests of the core: no rules, only declarations of every sort."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skirmish.core import events as ev
from skirmish.core.apply import apply_event, apply_events
from skirmish.core.board import Board
from skirmish.core.figures import (
    Counter,
    Declared,
    Figure,
    Kind,
    LinkKind,
    Phase,
    Posture,
    Who,
    ZoneKind,
)
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import sides_that_learn, with_updated_sight
from skirmish.core.state import Clock, Setup, Side, State

SIDES = ("blue", "red")
MAN = Kind("man", "man", glyph="m", points=10)
DECLARED = Declared(
    counters={
        "shaken": Counter("shaken", open=True),
        "rounds": Counter("rounds"),
        "stunned": Counter("stunned", open=True, blinds=True),
        "moved": Counter("moved", resets="move"),
        "luck": Counter("luck", resets="turn"),
    },
    postures={"prone": Posture("prone"), "out": Posture("unconscious", blinds=True)},
    links={
        "grip": LinkKind("grips", open=True),
        "aim": LinkKind("aims at"),
        "shot": LinkKind("shot at", lasting=True, resets="fire"),
    },
    zones={
        "smoke": ZoneKind("smoke", "%", opaque=True),
        "fire": ZoneKind("suppressed", "x"),
        "plan": ZoneKind("planned", "p", open=False),
    },
    phases={"move": Phase("movement", moves=True), "fire": Phase("shooting")},
)
# Blue stands west of the wall, red east of it; r1 in the open row, r2 and r3 behind the wall.
ROWS = """\
.........
....#....
....#....
....#....
"""
PLACES: Mapping[str, Tile] = {"b1": (0, 0), "b2": (0, 3), "r1": (8, 0), "r2": (8, 3), "r3": (7, 3)}


def battle(
    places: Mapping[str, Tile | None] = PLACES,
    rows: str = ROWS,
    counters: Mapping[str, Mapping[str, int]] | None = None,
    rules: Mapping[str, bool | int | str] | None = None,
    **setup: Any,
) -> State:
    """A battle in its first turn; ids say the side by their first letter."""
    figures = {
        name: Figure(
            Who(name, _side(name), name.upper(), MAN),
            at,
            Facing.E if _side(name) == "blue" else Facing.W,
            counters=(counters or {}).get(name, {}),
        )
        for name, at in places.items()
    }
    sides = {name: Side(name, name.title(), worth=20) for name in SIDES}
    about = {"title": "a test", "first": "blue", "turns": 5, "rules": rules or {}, **setup}
    whole = Setup(ruleset="none", sides=sides, declared=DECLARED, **about)
    state = State(whole, Clock(1, 1, "move", "blue"), Board.parse(rows), figures)
    return with_updated_sight(state, SIDES)


def _side(name: str) -> str:
    return "blue" if name.startswith("b") else "red"


def emit(state: State, *events: ev.Event) -> State:
    """The state after events, learnt by whom they are for."""
    for event in events:
        learns = learners(state, event)
        state = apply_events(state, [ev.ToldEvent(event, learns)])
    return state


def learners(state: State, event: ev.Event) -> tuple[str, ...]:
    """Return the sides that learn of an event in the present state."""
    return sides_that_learn(state, apply_event(state, event, ()), event)
