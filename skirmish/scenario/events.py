"""Scripted events of a scenario (`[[events]]`): reading, checking and writing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from skirmish.core.sanitize import NAME_LIMIT, escaped, is_name
from skirmish.core.script import (
    CHOSEN,
    CONDITIONS,
    ENTERS,
    SCORE,
    TURN,
    Condition,
    Joining,
    NewTerrain,
    Script,
    Smoke,
    Trigger,
)
from skirmish.core.text import pluralize
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.scenario_map import check_ground, off_map

if TYPE_CHECKING:
    from skirmish.core.board import Board
    from skirmish.scenario.model import Scenario
    from skirmish.scenario.toml_table import TomlTable

MAX_RADIUS = 20
MAX_DURATION = 200
MAX_TEXT_LINES = 10
LEAST_OPTIONS = 2
_ACTIONS = ("terrain", "smoke", "join", "choose")


def read_trigger(table: TomlTable, number: int) -> Trigger:
    """Read a table of `[[events]]`; faulty values are left empty."""
    trigger = Trigger(
        id=table.name("id") if table.has("id") else f"e{number}",
        when=_condition(table),
        text=table.lines("text", most=MAX_TEXT_LINES),
        to=table.names("to", "side", "name one, or leave it out: then both sides read it"),
        opens=table.names("open", "objective", "name one, or remove the key"),
        closes=table.names("close", "objective", "name one, or remove the key"),
        terrain=tuple(_new_terrain(inside) for inside in table.tables("terrain")),
        smoke=tuple(_smoke(inside) for inside in table.tables("smoke")),
        joins=tuple(_joining(inside) for inside in table.tables("join")),
        choice=table.word("choose", ""),
    )
    table.done()
    return trigger


def _condition(table: TomlTable) -> Condition:
    when = table.table("when", need=True, example="when = { turn = 2 }")
    after = table.word("after", "")
    if when is None:
        return Condition("", after=after)
    kinds = [kind for kind in CONDITIONS if when.has(kind)]
    if len(kinds) != 1:
        what = f"has {' and '.join(kinds)}" if kinds else "has no condition"
        table.wrong("when", what, f"write one of {', '.join(CONDITIONS)}")
    kind = kinds[0] if len(kinds) == 1 else ""
    if kind == CHOSEN:
        if after:
            table.wrong("after", "has no effect beside chosen_from", "remove it")
        return _option(when)
    numbered = kind and kind != ENTERS
    condition = Condition(
        kind,
        number=when.number(kind, low=1) if numbered else 0,
        side=when.word("side", ""),
        figures=when.names("figures", "figure", "name a figure, or write side = ..."),
        area=when.area(ENTERS) if kind == ENTERS else None,
        after=after,
    )
    when.done()
    return condition


def _option(when: TomlTable) -> Condition:
    """The condition of an event that a player chooses."""
    condition = Condition(CHOSEN, after=when.word(CHOSEN))
    for key in ("side", "figures"):
        if when.has(key):
            when.wrong(key, f"has no effect for {CHOSEN}", "remove it")
    when.done()
    return condition


def _new_terrain(table: TomlTable) -> NewTerrain:
    area = table.area("area")
    if area is None and not table.faults.is_faulty(*table.path, "area"):
        table.wrong("area", "missing", "write area = [x, y, x, y]")
    change = NewTerrain(area or (0, 0, 0, 0), table.word("becomes"))
    table.done()
    return change


def _joining(table: TomlTable) -> Joining:
    names = table.names("figures", "figure", "name the figures that join")
    joining = Joining(names, table.word("side"))
    if not joining.figures and not table.faults.is_faulty(*table.path, "figures"):
        table.wrong("figures", "missing", 'write figures = ["..."]')
    table.done()
    return joining


def _smoke(table: TomlTable) -> Smoke:
    tile = table.tile("at")
    if tile is None and not table.faults.is_faulty(*table.path, "at"):
        table.wrong("at", "missing", "write at = [x, y]")
    smoke = Smoke(
        tile or (0, 0),
        table.number("radius", 1, high=MAX_RADIUS),
        table.number("turns", 1, low=1, high=MAX_DURATION),
    )
    table.done()
    return smoke


def check_events(scenario: Scenario, board: Board | None, faults: Faults) -> None:
    """Add the faults of scripted events, and of all things that wait for one."""
    met: dict[str, Path] = {}
    for n, trigger in enumerate(scenario.events):
        path = ("events", n)
        if trigger.id in met:
            what = f"there is an event '{escaped(trigger.id, NAME_LIMIT)}' already"
            faults.add(Fault((*path, "id"), what, "give each its own id", twin=met[trigger.id]))
        met.setdefault(trigger.id, (*path, "id"))
        _check_condition(trigger.when, path, scenario, board, faults)
        _check_order(trigger, path, scenario, faults)
        _check_effects(trigger, path, scenario, board, faults)
    _check_waiting(scenario, faults)


def check_goal_ids(scenario: Scenario, faults: Faults) -> None:
    """Add a fault for each objective with the id of another one."""
    goals = [goal.id for goal in scenario.objectives]
    for name in dict.fromkeys(goals):
        places = [n for n, one in enumerate(goals) if one == name]
        # One with this id by its place alone has no key that could be changed.
        places.sort(key=lambda n: name != f"o{n + 1}")
        for n in places[1:]:
            what = f"there is an objective '{escaped(name, NAME_LIMIT)}' already"
            remedy = "give each its own id; without one they are o1, o2, ... in their order"
            twin = ("objectives", places[0], "id")
            faults.add(Fault(("objectives", n, "id"), what, remedy, twin=twin))


def are_sides_sure(scenario: Scenario, faults: Faults) -> bool:
    """Whether the ids of the sides have no fault, so that other values may be compared to them."""
    return not faults.is_faulty("sides") and all(is_name(force.id) for force in scenario.sides)


def _check_condition(
    when: Condition, path: Path, scenario: Scenario, board: Board | None, faults: Faults
) -> None:
    here = (*path, "when")
    if faults.is_faulty(*here) or not are_sides_sure(scenario, faults):
        return
    sides = [force.id for force in scenario.sides]
    side_of = {entry.id: side for side, entry in scenario.entries()}
    _check_known((when.side,) if when.side else (), sides, "side", (*here, "side"), faults)
    _check_known(when.figures, side_of, "figure", (*here, "figures"), faults)
    if when.kind == CHOSEN:
        return
    if when.kind in (TURN, SCORE):
        _check_moment(when, here, scenario, faults)
    elif bool(when.side) == bool(when.figures):
        if not any(faults.is_faulty(*here, key) for key in ("side", "figures")):
            what = "has a side and figures" if when.side else "does not say whose figures"
            faults.add(Fault(here, what, "write side = ... or figures = [...]"))
    elif when.kind == ENTERS:
        if when.area is not None and board is not None:
            check_ground(when.area, (*here, ENTERS), board, faults)
    else:
        able = len(when.figures) or list(side_of.values()).count(when.side)
        if when.number > able and not faults.is_faulty(*here, when.kind):
            what = f"there {'is' if able == 1 else 'are'} only {pluralize(able, 'such figure')}"
            faults.add(Fault((*here, when.kind), what, "choose a smaller number"))


def _check_moment(when: Condition, here: Path, scenario: Scenario, faults: Faults) -> None:
    """Add the faults of a condition on a turn or a score."""
    if when.figures:
        faults.add(Fault((*here, "figures"), f"has no effect for {when.kind}", "remove it"))
    if when.kind == SCORE:
        if not when.side and not faults.is_faulty(*here, "side"):
            faults.add(Fault((*here, "side"), "missing", "name the side that has the points"))
        return
    spoilt = faults.is_faulty("turns") or faults.is_faulty(*here, TURN)
    if when.number > scenario.turns and not spoilt:
        what = f"the battle ends after turn {scenario.turns}"
        faults.add(Fault((*here, TURN), what, "choose an earlier turn"))


def _check_known(
    names: Iterable[str], known: Iterable[str], what: str, path: Path, faults: Faults
) -> None:
    """Add a fault for each unknown name; `path` is that of the list or of the single name."""
    known = list(known)
    for n, name in enumerate(names):
        if name not in known:
            here = path if path[-1] == "side" else (*path, n)
            faults.add_unknown(here, f"no {what} {{}}", name, known)


def _check_order(trigger: Trigger, path: Path, scenario: Scenario, faults: Faults) -> None:
    """Add the fault of an `after` that names no event, or one that waits for this one.

    If two events have the same id, nothing is known about the event that it names.
    """
    after = {one.id: one.when.after for one in scenario.events}
    name = trigger.when.after
    here = (*path, "when", CHOSEN) if trigger.when.kind == CHOSEN else (*path, "after")
    if not name or faults.is_faulty(*here):
        return
    repeated = len(after) < len(scenario.events)
    if name not in after:
        if not repeated:
            faults.add_unknown(here, "no event {}", name, after)
        return
    events = enumerate(scenario.events)
    choosing = [
        one.id for n, one in events if one.choice or faults.is_faulty("events", n, "choose")
    ]
    if trigger.when.kind == CHOSEN and name not in choosing:
        what = f"{name} offers no choice"
        faults.add(Fault(here, what, 'write choose = "..." there, with the side that chooses'))
    if not repeated and _waits_for_itself(trigger.id, after):
        what = "waits for itself, so it never happens"
        faults.add(Fault(here, what, "name an event that happens before"))


def _waits_for_itself(name: str, after: Mapping[str, str]) -> bool:
    seen: list[str] = []
    following = after[name]
    while following and following not in seen:
        seen.append(following)
        following = after.get(following, "")
    return name in seen


def _check_effects(
    trigger: Trigger, path: Path, scenario: Scenario, board: Board | None, faults: Faults
) -> None:
    goals = [goal.id for goal in scenario.objectives]
    _check_known(trigger.opens, goals, "objective", (*path, "open"), faults)
    _check_known(trigger.closes, goals, "objective", (*path, "close"), faults)
    if are_sides_sure(scenario, faults):
        sides = [force.id for force in scenario.sides]
        _check_known(trigger.to, sides, "side", (*path, "to"), faults)
        _check_joins(trigger, path, scenario, faults)
        _check_choice(trigger, path, scenario, faults)
    if board is not None:
        _check_map_changes(trigger, path, board, faults)
    others = [one.id for one in scenario.events if one is not trigger]
    # An unknown event of reinforcements may be this one, misspelt.
    brings = any(wave.arrival.event not in ("", *others) for wave in scenario.waves)
    changes = (*trigger.opens, *trigger.closes, *trigger.terrain, *trigger.smoke, *trigger.joins)
    acts = bool(changes) or brings or trigger.choice != ""
    if not trigger.text and not acts and not _is_spoilt(path, faults):
        faults.add(Fault(path, "does nothing", "give it a text, or something to do"))
    if trigger.to and not trigger.text and not faults.is_faulty(*path, "text"):
        faults.add(Fault((*path, "to"), "there is no text to read", "write a text, or remove it"))


def _check_joins(trigger: Trigger, path: Path, scenario: Scenario, faults: Faults) -> None:
    sides = [force.id for force in scenario.sides]
    known = [entry.id for _, entry in scenario.entries()]
    for n, joining in enumerate(trigger.joins):
        here = (*path, "join", n)
        _check_known(joining.figures, known, "figure", (*here, "figures"), faults)
        if not faults.is_faulty(*here, "side"):
            _check_known((joining.side,), sides, "side", (*here, "side"), faults)


def _has_unclear_choices(scenario: Scenario, faults: Faults) -> bool:
    """Whether a faulty or unknown name hides which event an option belongs to."""
    known = [one.id for one in scenario.events]
    return len(set(known)) < len(known) or any(
        faults.is_faulty("events", n, "when", CHOSEN)
        or (one.when.kind == CHOSEN and one.when.after not in known)
        for n, one in enumerate(scenario.events)
    )


def _check_choice(trigger: Trigger, path: Path, scenario: Scenario, faults: Faults) -> None:
    if not trigger.choice or faults.is_faulty(*path, "choose"):
        return
    sides = [force.id for force in scenario.sides]
    if trigger.choice not in sides:
        what = f"no side '{escaped(trigger.choice, NAME_LIMIT)}'"
        faults.add(Fault((*path, "choose"), what, did_you_mean(trigger.choice, sides)))
    elif _has_unclear_choices(scenario, faults):
        return
    elif (count := len(Script(scenario.events).options_of(trigger.id))) < LEAST_OPTIONS:
        what = "there is only one to choose" if count else "there is nothing to choose from"
        remedy = (
            f'write when = {{ chosen_from = "{escaped(trigger.id, NAME_LIMIT)}" }} in two events'
        )
        faults.add(Fault((*path, "choose"), what, remedy))


def _check_map_changes(trigger: Trigger, path: Path, board: Board, faults: Faults) -> None:
    for n, change in enumerate(trigger.terrain):
        here = (*path, "terrain", n)
        if not faults.is_faulty(*here, "area"):
            off_map(change.area, (*here, "area"), board, faults)
        if change.terrain not in board.kinds and not faults.is_faulty(*here, "becomes"):
            what = f"no terrain '{escaped(change.terrain, NAME_LIMIT)}'"
            lettered = [kind.id for kind in board.kinds.values() if kind.glyph == change.terrain]
            remedy = did_you_mean(change.terrain, board.kinds)
            if lettered:
                what = f"'{change.terrain}' is the letter of {lettered[0]}"
                remedy = f'write "{lettered[0]}"'
            faults.add(Fault((*here, "becomes"), what, remedy))
    for n, smoke in enumerate(trigger.smoke):
        if not faults.is_faulty(*path, "smoke", n, "at"):
            off_map((*smoke.at, *smoke.at), (*path, "smoke", n, "at"), board, faults)


def _is_spoilt(path: Path, faults: Faults) -> bool:
    return any(faults.is_faulty(*path, key) for key in ("text", "open", "close", *_ACTIONS))


def _check_waiting(scenario: Scenario, faults: Faults) -> None:
    """Add faults of reinforcements and objectives whose event does not exist."""
    known = [trigger.id for trigger in scenario.events]
    for n, wave in enumerate(scenario.waves):
        name = wave.arrival.event
        if name and name not in known and len(set(known)) == len(known):
            faults.add_unknown(("reinforcements", n, "event"), "no event {}", name, known)
    opened = [name for trigger in scenario.events for name in trigger.opens]
    goals = [goal.id for goal in scenario.objectives]
    if len(set(goals)) < len(goals):
        return  # it is not known which of two objectives an event means
    unclear = any(name not in goals for name in opened) or any(
        faults.is_faulty("events", n, "open") for n in range(len(scenario.events))
    )
    closed = [name for trigger in scenario.events for name in trigger.closes]
    for n, goal in enumerate(scenario.objectives):
        if goal.closed and goal.id not in opened and not unclear:
            remedy = f'write open = ["{escaped(goal.id, NAME_LIMIT)}"] in an event'
            faults.add(Fault(("objectives", n, "closed"), "no event opens it", remedy))
    for n, trigger in enumerate(scenario.events):
        for k, name in enumerate(trigger.opens):
            shut = [goal for goal in scenario.objectives if goal.id == name and not goal.closed]
            if shut and name not in closed:
                what = f"{name} counts from the start"
                remedy = "write closed = true for the objective"
                faults.add(Fault(("events", n, "open", k), what, remedy))


def trigger_tables(events: Iterable[Trigger]) -> list[dict[str, Any]]:
    """Return scripted events as tables of a file, without defaults."""
    return [dict(_table(trigger, n)) for n, trigger in enumerate(events, 1)]


def _table(trigger: Trigger, number: int) -> Iterator[tuple[str, Any]]:
    if trigger.id != f"e{number}":
        yield "id", trigger.id
    yield "when", _when(trigger.when)
    lists = (("to", trigger.to), ("open", trigger.opens), ("close", trigger.closes))
    chosen = trigger.when.kind == CHOSEN
    yield from (("after", trigger.when.after),) if trigger.when.after and not chosen else ()
    yield from (("text", trigger.text),) if trigger.text else ()
    yield from ((key, list(names)) for key, names in lists if names)
    yield from (("choose", trigger.choice),) if trigger.choice else ()
    if trigger.joins:
        yield "join", [{"figures": list(j.figures), "side": j.side} for j in trigger.joins]
    if trigger.terrain:
        yield "terrain", [{"area": list(c.area), "becomes": c.terrain} for c in trigger.terrain]
    if trigger.smoke:
        yield (
            "smoke",
            [{"at": list(s.at), "radius": s.radius, "turns": s.turns} for s in trigger.smoke],
        )


def _when(when: Condition) -> Mapping[str, Any]:
    if when.kind == CHOSEN:
        return {CHOSEN: when.after}
    value = list(when.area or ()) if when.kind == ENTERS else when.number
    side = {"side": when.side} if when.side else {}
    figures = {"figures": list(when.figures)} if when.figures else {}
    return {when.kind: value, **side, **figures}
