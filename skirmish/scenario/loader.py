"""Loading of scenarios: from text to a scenario, or to all its faults with line and column.

There are three steps: the limits, before anything is parsed; the keys with their types and limits
(`read_scenario`); whether the parts fit together (`validation`). The last two continue after a
fault, so that one pass finds all faults.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from skirmish.core.figures import Arrival
from skirmish.core.geometry import Facing
from skirmish.core.sanitize import NAME_LIMIT, is_name
from skirmish.core.setup import STEADY, TEMPERS, Lesson, Objective
from skirmish.errors import FileProblem, Problem, UsageProblem
from skirmish.scenario import files, lint
from skirmish.scenario.events import read_trigger
from skirmish.scenario.faults import Fault, Faults, TooManyFaults
from skirmish.scenario.files import decoded, map_bytes
from skirmish.scenario.model import (
    DIFFICULTIES,
    About,
    Block,
    FigureEntry,
    Force,
    MapSection,
    Scenario,
    Wave,
)
from skirmish.scenario.stat_blocks import with_tuples
from skirmish.scenario.toml_positions import Positions, find_excess, find_oversize, syntax_fault
from skirmish.scenario.toml_table import TomlTable, type_name
from skirmish.scenario.validation import validate
from skirmish.scenario.writer import FORMAT

PASTE_BEGINS = "BEGIN SKIRMISH SCENARIO"
"""Text in the first line of a scenario as a text to paste."""
RECORD_BEGINS = "skirmish record "
"""The start of a record."""
_NO_SCENARIO = Fault(
    (),
    "the record of a game, not a scenario",
    "give it to play, replay, report, verify, explain or odds",
    row=0,
)


def load(path: files.Source | str) -> Scenario:
    """Load the scenario in a file.

    Raises:
        UsageProblem: There is no such file, or it may not be read.
        FileProblem: The scenario is invalid; holds all faults.
    """
    source = Path(path) if isinstance(path, str) else path
    scenario, problems = _read_file(source)
    return _whole(scenario, problems)


def check(path: files.Source | str) -> tuple[Problem, ...]:
    """Return all faults of a scenario file, in the order of its lines.

    Raises:
        UsageProblem: There is no such file, or it may not be read.
    """
    source = Path(path) if isinstance(path, str) else path
    return _read_file(source)[1]


@frozen
class Remark:
    """A warning or note: its id and severity; place, text and remedy as in a fault."""

    id: str
    severity: str
    problem: Problem


def remarks(path: files.Source) -> tuple[Remark, ...]:
    """The warnings and notes about a valid scenario file, in the order of its lines.

    Raises:
        UsageProblem: There is no such file, or it may not be read.
        FileProblem: The scenario is invalid; holds all faults.
    """
    from skirmish.scenario.opening import subject_of  # noqa: PLC0415 - for `check` alone

    found = lint.look(subject_of(load(path)))
    return placed(path, ((key, lint.CHECKS[key][0], fault) for key, fault in found))


def placed(path: files.Source, found: Iterable[tuple[str, str, Fault]]) -> tuple[Remark, ...]:
    """Remarks with their places in a valid file, in the order of its lines.

    Args:
        path: The file.
        found: Tuples of id, severity and fault.

    Raises:
        UsageProblem: There is no such file, or it may not be read.
    """
    text, name = files.decoded(files.scenario_bytes(path)), files.name_of(path)
    if isinstance(text, Fault):
        return ()
    places = Positions(text)
    remarks = [Remark(key, kind, _problem(fault, places, name)) for key, kind, fault in found]
    return tuple(sorted(remarks, key=lambda one: (one.problem.line, one.problem.column)))


def parse(text: str, name: str = "scenario", folder: Path | None = None) -> Scenario:
    """Parse a scenario; its map may be in `folder` or among the maps of the game.

    Raises:
        FileProblem: The scenario is invalid; holds all faults.
    """
    scenario, problems = _read(text, name, folder)
    return _whole(scenario, problems)


def _whole(scenario: Scenario | None, problems: tuple[Problem, ...]) -> Scenario:
    if scenario is None or problems:
        raise FileProblem(*problems)
    return scenario


def _read_file(source: files.Source) -> tuple[Scenario | None, tuple[Problem, ...]]:
    name = files.name_of(source)
    text = files.decoded(files.scenario_bytes(source))
    if isinstance(text, Fault):
        return None, faults_in([text], "", name)
    return _read(text, name, source.parent if isinstance(source, Path) else None)


def _read(text: str, name: str, folder: Path | None) -> tuple[Scenario | None, tuple[Problem, ...]]:
    text = text.replace("\r\n", "\n")
    if text.startswith(RECORD_BEGINS):
        return None, faults_in([_NO_SCENARIO], text, name)
    raw = parsed_toml(text)
    if isinstance(raw, Fault):
        return None, faults_in([_paste_fault(text) or raw], text, name)
    faults = Faults()
    scenario = None
    try:
        scenario = read_scenario(TomlTable(raw, (), faults), folder)
        validate(scenario, faults)
        lint.check_ignored(scenario, faults)
    except TooManyFaults:
        scenario = None
    return scenario, faults_in(faults.found, text, name)


def parsed_toml(text: str) -> dict[str, Any] | Fault:
    """Return the values of a text within the limits of a scenario, or its fault."""
    if (fault := find_excess(text)) is not None:
        return fault
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return syntax_fault(error, text)
    except (ValueError, RecursionError):
        return Fault((), "a value that cannot be read")


def _paste_fault(text: str) -> Fault | None:
    """The fault of a text to paste that was given as a file; None for other texts."""
    at = text.find(PASTE_BEGINS)
    what, remedy = "a scenario as a text to paste", "skirmish unpack FILE reads it"
    return Fault((), what, remedy, row=text.count("\n", 0, at)) if at >= 0 else None


def faults_in(found: list[Fault], text: str, name: str) -> tuple[Problem, ...]:
    """Return the faults of a text with their lines and columns, sorted by place."""
    places = Positions(text) if any(fault.path for fault in found) else None
    problems = [_problem(fault, places, name) for fault in found]
    return tuple(sorted(problems, key=lambda p: (p.file != name, p.line, p.column)))


def _problem(fault: Fault, places: Positions | None, name: str) -> Problem:
    if fault.file or places is None:
        line, column = fault.row + 1, fault.column + 1
    else:
        line, column = places.of(fault)
    twin = places.of(Fault(fault.twin, ""))[0] if places is not None and fault.twin else 0
    return Problem(
        what=f"{fault.what}, in line {twin}" if twin else fault.what,
        field=fault.field,
        file=fault.file or name,
        line=line,
        column=column,
        remedy=fault.remedy,
    )


EDGES = ("N", "E", "S", "W")
OBJECTIVES = ("reach", "hold", "destroy", "survive", "escort")
PLAYERS = ("human", "computer")
MAX_TURNS = 200
MAX_TAGS = 8
MAX_DESCRIPTION = 3
MAX_MINUTES = 1000
PERCENT = 100
Rows = tuple[str, ...]


def read_scenario(top: TomlTable, folder: Path | None) -> Scenario:
    """Read a scenario from the top table of a file; faulty values are left empty."""
    if top.number("format", low=1, example=f"format = {FORMAT}") > FORMAT:
        top.wrong("format", "made for a newer version of the game", f"this one knows {FORMAT}")
        raise TooManyFaults
    scenario = Scenario(
        title=top.text("title"),
        ruleset=top.word("ruleset"),
        turns=top.number("turns", low=1, high=MAX_TURNS),
        first=top.word("first", ""),
        sides=_forces(top.table("sides", need=True, example="[sides.blue]")),
        map=_ground(top, folder),
        about=_about(top.table("about")),
        briefing=top.lines("briefing"),
        rules=_rules(top.table("rules")),
        objectives=tuple(_objective(t, n) for n, t in enumerate(top.tables("objectives"), 1)),
        waves=tuple(_wave(table) for table in top.tables("reinforcements")),
        lessons=tuple(_lesson(table) for table in top.tables("lessons")),
        events=tuple(read_trigger(t, n) for n, t in enumerate(top.tables("events"), 1)),
        ignored=_ignored(top.table("lint")),
        kinds=_blocks(top.named("kinds")),
        weapons=_blocks(top.named("weapons")),
    )
    top.done()
    newer = [key for key in ("events", "about", "lint") if top.has(key)]
    newer += ["person"] if any(entry.person for _, entry in scenario.entries()) else []
    if newer and top.raw.get("format") == 1:
        top.wrong("format", f"{newer[0]} came with version 2", "write format = 2")
    if not scenario.first and scenario.sides and not top.faults.is_faulty("first"):
        return evolve(scenario, first=scenario.sides[0].id)
    return scenario


def _about(table: TomlTable | None) -> About:
    if table is None:
        return About()
    tags = table.words("tags") or ()
    for n, tag in enumerate(tags[:MAX_TAGS]):
        if not is_name(tag):
            what, remedy = "not a valid tag", "a small letter, then small letters, digits or _"
            table.faults.add(Fault((*table.path, "tags", n), what, remedy))
    if len(tags) > MAX_TAGS:
        table.wrong("tags", f"{len(tags)} tags", f"at most {MAX_TAGS}")
    about = About(
        author=table.text("author", ""),
        version=table.text("version", "", limit=NAME_LIMIT),
        licence=table.text("licence", ""),
        description=table.lines("description", most=MAX_DESCRIPTION),
        difficulty=table.choice("difficulty", DIFFICULTIES, ""),
        length=table.number("length", 0, low=1, high=MAX_MINUTES),
        tags=tags,
        notes=table.lines("notes"),
    )
    table.done()
    return about


def _ignored(table: TomlTable | None) -> tuple[str, ...]:
    if table is None:
        return ()
    ignored = table.words("ignore") or ()
    table.done()
    return ignored


def _rules(table: TomlTable | None) -> Mapping[str, bool | int | str]:
    """House rules as written; their names are checked in `validation`."""
    rules: dict[str, bool | int | str] = {}
    if table is not None:
        for key, value in table.raw.items():
            if isinstance(value, bool | int | str):
                rules[key] = value
            else:
                what = f"must be true, false, a whole number or text, not {type_name(value)}"
                table.wrong(key, what)
    return rules


def _blocks(tables: Mapping[str, TomlTable]) -> Mapping[str, Block]:
    """Stat blocks as written; their fields are checked in `stat_blocks`."""
    blocks = {}
    for name, table in tables.items():
        fields = {key: with_tuples(value) for key, value in table.raw.items() if key != "base"}
        blocks[name] = Block(table.word("base", ""), fields)
    return blocks


def _ground(top: TomlTable, folder: Path | None) -> MapSection:
    terrain = _blocks(top.named("terrain"))
    table = top.table("map", need=True)
    if table is None:
        return MapSection((), (), terrain)
    rows, levels = table.rows("rows"), table.rows("levels")
    name = table.word("file", "", remedy="name a map, or draw it in rows")
    if name and (table.has("rows") or table.has("levels")):
        table.wrong("file", "a map is either drawn here or named by its file", "remove one of them")
    elif name:
        rows, levels = _map_file(table, name, folder)
    elif table.has("rows") and not rows and not table.faults.is_faulty(*table.path, "rows"):
        table.wrong("rows", "empty", "draw the map")
    elif not table.has("rows") and not table.has("file"):
        table.faults.add(Fault((*table.path, "rows"), "missing", "draw the map, or name a file"))
    if table.raw.get("levels") == "":
        table.wrong("levels", "empty", "write a digit for each letter, or remove the key")
    table.done()
    return MapSection(rows, levels, terrain)


def _map_file(table: TomlTable, name: str, folder: Path | None) -> tuple[Rows, Rows]:
    """Rows and levels of a map file, separated by an empty line."""
    try:
        file, data = map_bytes(name, folder)
    except UsageProblem as problem:
        table.wrong("file", problem.what, problem.remedy)
        return (), ()
    text = decoded(data)
    fault = text if isinstance(text, Fault) else find_oversize(text)
    if fault is not None:
        table.faults.add(evolve(fault, path=(*table.path, "file"), file=file))
    if fault is not None or isinstance(text, Fault):
        return (), ()
    lines = [line.rstrip(" ") for line in text.rstrip("\n").split("\n")]
    height = lines.index("") if "" in lines else len(lines)
    table.faults.set_source((*table.path, "rows"), file, 0)
    table.faults.set_source((*table.path, "levels"), file, height + 1)
    if not height:
        table.faults.add(Fault((*table.path, "rows"), "empty", "the map begins in the first line"))
    return tuple(lines[:height]), tuple(lines[height + 1 :])


def _forces(table: TomlTable | None) -> tuple[Force, ...]:
    if table is None:
        return ()
    return tuple(_force(name, inside) for name, inside in table.all_named().items())


def _force(name: str, table: TomlTable) -> Force:
    force = Force(
        id=name,
        name=table.text("name", limit=NAME_LIMIT),
        player=table.choice("player", PLAYERS, ""),
        deploy=table.area("deploy"),
        break_point=table.number("break_point", 0, high=PERCENT),
        figures=tuple(_entry(inside) for inside in table.tables("figures")),
        temper=table.choice("temper", TEMPERS, STEADY),
    )
    table.done()
    return force


def _entry(table: TomlTable, *, later: bool = False) -> FigureEntry:
    entry = FigureEntry(
        id=table.name("id"),
        kind=table.word("kind"),
        name=table.text("name", "", limit=NAME_LIMIT),
        at=table.tile("at"),
        facing=_facing(table),
        weapons=table.words("weapons"),
        hidden=table.flag("hidden"),
        state=read_state(table.table("state")),
        person=table.name("person") if table.has("person") else "",
    )
    table.done()
    for key in ("at", "hidden"):
        if later and table.has(key):
            table.wrong(key, "has no effect for a figure that arrives later", "remove it")
    return entry


def _facing(table: TomlTable) -> Facing | None:
    name = table.choice("facing", [facing.name for facing in Facing], "")
    return Facing[name] if name else None


def read_state(table: TomlTable | None) -> Mapping[str, int | str]:
    """Return the state of a figure as written; its keys are checked in `validation`."""
    state: dict[str, int | str] = {}
    if table is not None:
        for key, value in table.raw.items():
            if isinstance(value, int | str):
                state[key] = int(value) if isinstance(value, bool) else value
            else:
                table.wrong(key, f"must be a whole number, true or text, not {type_name(value)}")
    return state


def _objective(table: TomlTable, number: int) -> Objective:
    objective = Objective(
        id=table.name("id") if table.has("id") else f"o{number}",
        side=table.word("side"),
        kind=table.choice("kind", OBJECTIVES),
        points=table.number("points", 0),
        area=table.area("area"),
        figures=table.names("figures", "figure", "name one, or leave it out: then all count"),
        decisive=table.flag("decisive"),
        text=table.text("text", ""),
        closed=table.flag("closed"),
    )
    table.done()
    return objective


def _wave(table: TomlTable) -> Wave:
    event = table.word("event", "")
    when, where = 'turn = 1, or event = "..."', 'edge = "N", or area = [x, y, x, y]'
    waits = bool(event) or table.faults.is_faulty(*table.path, "event")
    turn = 0 if waits else table.number("turn", low=1, high=MAX_TURNS, example=when)
    area = table.area("area")
    edge = table.choice("edge", EDGES, example=where) if area is None else ""
    for key, other in (("turn", event and "event"), ("edge", area and "area")):
        if other and table.has(key):
            table.wrong(key, f"has no effect beside {other}", "remove one of them")
    wave = Wave(
        side=table.word("side"),
        arrival=Arrival(turn, edge, event, area),
        figures=tuple(_entry(inside, later=True) for inside in table.tables("figures", need=True)),
    )
    table.done()
    return wave


def _lesson(table: TomlTable) -> Lesson:
    state = table.word("state", "")
    lesson = Lesson(
        side=table.word("side"),
        turn=0 if state else table.number("turn", high=MAX_TURNS),
        phase="" if state else table.word("phase"),
        text=table.lines("text", need=True),
        when="" if state else table.text("when", ""),
        state=state,
    )
    table.done()
    return lesson
