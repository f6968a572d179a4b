"""The shape of a scenario file: which keys there are, of what type and in what limits.

Whether what one key names is there, and whether the parts fit together, is asked by `check`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import evolve

from skirmish.core.figures import Arrival
from skirmish.core.gate import NAME
from skirmish.core.geometry import Facing
from skirmish.core.setup import STEADY, TEMPERS, Lesson, Objective
from skirmish.errors import UsageProblem
from skirmish.scenario.blocks import frozen
from skirmish.scenario.faults import Enough, Fault
from skirmish.scenario.files import decoded, map_bytes
from skirmish.scenario.locate import oversize
from skirmish.scenario.model import Block, Entry, Force, Ground, Scenario, Wave
from skirmish.scenario.table import Table, type_name
from skirmish.scenario.write import FORMAT

EDGES = ("N", "E", "S", "W")
OBJECTIVES = ("reach", "hold", "destroy", "survive", "escort")
PLAYERS = ("human", "computer")
MOST_TURNS = 200
PERCENT = 100
Rows = tuple[str, ...]


def read_scenario(top: Table, folder: Path | None) -> Scenario:
    """The scenario that a file's top table holds; what a fault spoils is empty."""
    if top.number("format", low=1) > FORMAT:
        top.wrong("format", "made for a newer version of the game", f"this one knows {FORMAT}")
        raise Enough
    scenario = Scenario(
        title=top.text("title"),
        ruleset=top.word("ruleset"),
        turns=top.number("turns", low=1, high=MOST_TURNS),
        first=top.word("first", ""),
        sides=_forces(top.table("sides", need=True)),
        ground=_ground(top, folder),
        briefing=top.lines("briefing"),
        rules=_rules(top.table("rules")),
        objectives=tuple(_objective(t, n) for n, t in enumerate(top.tables("objectives"), 1)),
        waves=tuple(_wave(table) for table in top.tables("reinforcements")),
        lessons=tuple(_lesson(table) for table in top.tables("lessons")),
        kinds=_blocks(top.named("kinds")),
        weapons=_blocks(top.named("weapons")),
    )
    top.done()
    if not scenario.first and scenario.sides and not top.faults.spoilt("first"):
        return evolve(scenario, first=scenario.sides[0].id)
    return scenario


def _rules(table: Table | None) -> Mapping[str, bool | int | str]:
    """House rules as they stand; which there are is not asked here."""
    rules: dict[str, bool | int | str] = {}
    if table is not None:
        for key, value in table.raw.items():
            if isinstance(value, bool | int | str):
                rules[key] = value
            else:
                what = f"must be true, false, a whole number or text, not {type_name(value)}"
                table.wrong(key, what)
    return rules


def _blocks(tables: Mapping[str, Table]) -> Mapping[str, Block]:
    """Stat blocks as they stand; which fields there are is not asked here."""
    blocks = {}
    for name, table in tables.items():
        fields = {key: frozen(value) for key, value in table.raw.items() if key != "base"}
        blocks[name] = Block(table.word("base", ""), fields)
    return blocks


def _ground(top: Table, folder: Path | None) -> Ground:
    terrain = _blocks(top.named("terrain"))
    table = top.table("map", need=True)
    if table is None:
        return Ground((), (), terrain)
    rows, levels = table.rows("rows"), table.rows("levels")
    name = table.word("file", "")
    if name and (table.has("rows") or table.has("levels")):
        table.wrong("file", "a map is drawn here or stands in a file", "take one of them out")
    elif name:
        rows, levels = _map_file(table, name, folder)
    elif table.has("rows") and not rows and not table.faults.spoilt(*table.path, "rows"):
        table.wrong("rows", "empty", "draw the map")
    elif not table.has("rows") and not table.has("file"):
        table.faults.note(Fault((*table.path, "rows"), "missing", "draw the map, or name a file"))
    table.done()
    return Ground(rows, levels, terrain)


def _map_file(table: Table, name: str, folder: Path | None) -> tuple[Rows, Rows]:
    """Rows and levels of a map file: the rows, an empty line, the levels."""
    try:
        file, data = map_bytes(name, folder)
    except UsageProblem as problem:
        table.wrong("file", problem.what, problem.remedy)
        return (), ()
    text = decoded(data)
    fault = text if isinstance(text, Fault) else oversize(text)
    if fault is not None:
        table.faults.note(evolve(fault, path=(*table.path, "file"), file=file))
    if fault is not None or isinstance(text, Fault):
        return (), ()
    lines = [line.rstrip(" ") for line in text.rstrip("\n").split("\n")]
    height = lines.index("") if "" in lines else len(lines)
    table.faults.came_from((*table.path, "rows"), file, 0)
    table.faults.came_from((*table.path, "levels"), file, height + 1)
    if not height:
        table.faults.note(Fault((*table.path, "rows"), "empty", "the map begins in the first line"))
    return tuple(lines[:height]), tuple(lines[height + 1 :])


def _forces(table: Table | None) -> tuple[Force, ...]:
    if table is None:
        return ()
    return tuple(_force(name, inside) for name, inside in table.all_named().items())


def _force(name: str, table: Table) -> Force:
    force = Force(
        id=name,
        name=table.text("name", limit=NAME),
        player=table.choice("player", PLAYERS, ""),
        deploy=table.area("deploy"),
        break_point=table.number("break_point", 0, high=PERCENT),
        figures=tuple(_entry(inside) for inside in table.tables("figures")),
        temper=table.choice("temper", TEMPERS, STEADY),
    )
    table.done()
    return force


def _entry(table: Table, *, later: bool = False) -> Entry:
    entry = Entry(
        id=table.name("id"),
        kind=table.word("kind"),
        name=table.text("name", "", limit=NAME),
        at=table.tile("at"),
        facing=_facing(table),
        weapons=table.words("weapons"),
        hidden=table.flag("hidden"),
        state=_state(table.table("state")),
    )
    table.done()
    for key in ("at", "hidden"):
        if later and table.has(key):
            table.wrong(key, "of no use to a figure that comes later", "take it out")
    return entry


def _facing(table: Table) -> Facing | None:
    name = table.choice("facing", [facing.name for facing in Facing], "")
    return Facing[name] if name else None


def _state(table: Table | None) -> Mapping[str, int | str]:
    """What a figure starts with; which counters and postures there are is not asked here."""
    state: dict[str, int | str] = {}
    if table is not None:
        for key, value in table.raw.items():
            if isinstance(value, int | str):
                state[key] = int(value) if isinstance(value, bool) else value
            else:
                table.wrong(key, f"must be a whole number, true or text, not {type_name(value)}")
    return state


def _objective(table: Table, number: int) -> Objective:
    objective = Objective(
        id=f"o{number}",
        side=table.word("side"),
        kind=table.choice("kind", OBJECTIVES),
        points=table.number("points", 0),
        area=table.area("area"),
        figures=table.words("figures") or (),
        decisive=table.flag("decisive"),
        text=table.text("text", ""),
    )
    table.done()
    return objective


def _wave(table: Table) -> Wave:
    turn = table.number("turn", low=1, high=MOST_TURNS)
    wave = Wave(
        side=table.word("side"),
        arrival=Arrival(turn, table.choice("edge", EDGES)),
        figures=tuple(_entry(inside, later=True) for inside in table.tables("figures", need=True)),
    )
    table.done()
    return wave


def _lesson(table: Table) -> Lesson:
    lesson = Lesson(
        side=table.word("side"),
        turn=table.number("turn", high=MOST_TURNS),
        phase=table.word("phase"),
        text=table.lines("text", need=True),
        when=table.text("when", ""),
    )
    table.done()
    return lesson
