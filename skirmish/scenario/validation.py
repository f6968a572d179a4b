"""Validation of a scenario: its references, and whether its parts fit together.

The checks work on a `Scenario` and add faults by path in the file. Values that have a fault are not
checked again, and faults that follow from another are not reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from skirmish.core.board import IMPASSABLE, Board
from skirmish.core.events import EVENTS
from skirmish.core.figures import ENGINE_COUNTERS, Arrival, Counter, Kind, Weapon
from skirmish.core.geometry import Tile
from skirmish.core.sanitize import NAME_LIMIT, casefolded, escaped, is_name
from skirmish.core.setup import DEPLOYMENT, SETUP_PHASES, Objective, areas_overlap
from skirmish.errors import UsageProblem
from skirmish.rulesets.common import slots
from skirmish.rulesets.handbook import Handbook
from skirmish.rulesets.registry import handbook
from skirmish.scenario.events import are_sides_sure, check_events, check_goal_ids
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean, nearest, not_in_range
from skirmish.scenario.house_rules import all_house_rules, house_rule_fault
from skirmish.scenario.model import FigureEntry, Force, Scenario
from skirmish.scenario.scenario_map import (
    area_tiles,
    board_of,
    check_ground,
    extent,
    free_tiles,
    off_map,
)
from skirmish.scenario.stat_blocks import StatBlocks, check_outfit, faults_alone, stat_blocks_of
from skirmish.scenario.toml_table import MAX_NUMBER, in_its_type

SIDES = 2
MAX_FIGURES = 200
_SHOWN = 5


def validate(scenario: Scenario, faults: Faults) -> None:
    """Add all faults of a scenario."""
    board = None if faults.is_faulty("map") else board_of(scenario.map, faults)
    ruleset = _ruleset(scenario, faults)
    if ruleset is not None:
        _check_rules(scenario, ruleset, faults)
        blocks = stat_blocks_of(scenario, ruleset, faults)
        for path, entry in entries_of(scenario):
            check_figure(path, entry, ruleset, blocks, faults)
    if not faults.is_faulty("sides"):
        _check_sides(scenario, board, faults)
    _check_ids(scenario, faults)
    if board is not None:
        _check_places(scenario, board, faults)
    check_goals(scenario, board, ruleset, faults)


def entries_of(scenario: Scenario) -> Iterator[tuple[Path, FigureEntry]]:
    """Yield every figure of a scenario with its path."""
    for force in scenario.sides:
        for n, entry in enumerate(force.figures):
            yield ("sides", force.id, "figures", n), entry
    for number, wave in enumerate(scenario.waves):
        for n, entry in enumerate(wave.figures):
            yield ("reinforcements", number, "figures", n), entry


def _ruleset(scenario: Scenario, faults: Faults) -> Handbook | None:
    try:
        return handbook(scenario.ruleset)
    except UsageProblem as problem:
        if not faults.is_faulty("ruleset"):
            faults.add(Fault(("ruleset",), problem.what, problem.remedy))
    return None


def _check_rules(scenario: Scenario, ruleset: Handbook, faults: Faults) -> None:
    rules = all_house_rules(ruleset)
    for name, value in scenario.rules.items():
        rule = rules.get(name)
        if rule is None:
            what = "no such house rule"
            faults.add(Fault(("rules", name), what, did_you_mean(name, rules), on_key=True))
        elif wrong := house_rule_fault(rule, value):
            faults.add(Fault(("rules", name), *wrong))


def _check_sides(scenario: Scenario, board: Board | None, faults: Faults) -> None:
    sides = scenario.sides
    if len(sides) != SIDES:
        named = ", ".join(escaped(force.id, NAME_LIMIT) for force in sides[:_SHOWN])
        what = ("no sides", f"only one side: {named}", f"{len(sides)} sides: {named}")[
            min(len(sides), SIDES)
        ]
        faults.add(Fault(("sides",), what, "there must be exactly two"))
        return
    ids = [force.id for force in sides]
    unknown = scenario.first not in ids and not faults.is_faulty("first")
    if unknown and are_sides_sure(scenario, faults):
        what = f"no side '{escaped(scenario.first)}'"
        faults.add(Fault(("first",), what, did_you_mean(scenario.first, ids)))
    for force in sides:
        _check_force(force, scenario, board, faults)
    one, other = sides
    if casefolded(one.name) == casefolded(other.name) and one.name:
        faults.add(Fault(("sides", other.id, "name"), "both sides have this name", "change one"))
    if one.deploy and other.deploy and areas_overlap(one.deploy, other.deploy):
        what = "the deployment zones overlap"
        faults.add(Fault(("sides", other.id, "deploy"), what, "move one of them"))


def _check_force(force: Force, scenario: Scenario, board: Board | None, faults: Faults) -> None:
    path = ("sides", force.id)
    if not is_name(force.id):
        faults.add(
            Fault(path, "not a valid id for a side", "small letters, digits or _", on_key=True)
        )
    comes = any(wave.side == force.id and wave.figures for wave in scenario.waves)
    if not force.figures and not comes and not faults.is_faulty(*path, "figures"):
        remedy = f"write [[sides.{escaped(force.id)}.figures]]"
        faults.add(Fault((*path, "figures"), "this side has no figures", remedy))
    homeless = [n for n, entry in enumerate(force.figures) if entry.at is None]
    homeless = [n for n in homeless if not faults.is_faulty(*path, "figures", n, "at")]
    if force.deploy is None:
        if not faults.is_faulty(*path, "deploy"):
            for n in homeless:
                remedy = "write at = [x, y], or a deploy zone for its side"
                faults.add(Fault((*path, "figures", n, "at"), "no starting place", remedy))
    elif board is not None and not off_map(force.deploy, (*path, "deploy"), board, faults):
        room = len(free_tiles(scenario, force, board))
        if room < len(homeless):
            what = f"the zone has room for {room} figures, not for {len(homeless)}"
            faults.add(Fault((*path, "deploy"), what, "make the zone larger"))


def _check_ids(scenario: Scenario, faults: Faults) -> None:
    listed = list(entries_of(scenario))
    if len(listed) > MAX_FIGURES:
        what = f"the battle has {len(listed)} figures"
        faults.add(
            Fault(
                listed[MAX_FIGURES][0],
                what,
                f"remove it: both sides have {MAX_FIGURES} figures at most",
            )
        )
    for path, entry, first in _repeated(listed, lambda entry: entry.id):
        what = f"there is a figure '{escaped(entry.id)}' already"
        remedy = "choose an id that neither side uses"
        faults.add(Fault((*path, "id"), what, remedy, twin=(*first, "id")))
    for path, entry, first in _repeated(listed, lambda entry: entry.person):
        what = f"there is a figure of the person '{escaped(entry.person)}' already"
        remedy = "a person is one figure: choose another id"
        faults.add(Fault((*path, "person"), what, remedy, twin=(*first, "person")))


def _repeated(
    listed: Iterable[tuple[Path, FigureEntry]], id_of: Callable[[FigureEntry], str]
) -> Iterator[tuple[Path, FigureEntry, Path]]:
    """Each figure that repeats the id of an earlier one, with the path of that one."""
    met: dict[str, Path] = {}
    for path, entry in listed:
        name = id_of(entry)
        if name and name in met:
            yield path, entry, met[name]
        met.setdefault(name, path)


def _check_places(scenario: Scenario, board: Board, faults: Faults) -> None:
    taken: dict[Tile, str] = {}
    for force in scenario.sides:
        enemy = next((f for f in scenario.sides if f.id != force.id), None)
        for n, entry in enumerate(force.figures):
            if entry.at is None:
                continue
            fault = _fault_of_place(entry.at, board, taken, enemy)
            taken.setdefault(entry.at, entry.id)
            if fault is not None:
                faults.add(Fault(("sides", force.id, "figures", n, "at"), *fault))


def _fault_of_place(
    tile: Tile, board: Board, taken: dict[Tile, str], enemy: Force | None
) -> tuple[str, str] | None:
    if not board.inside(tile):
        return "not on the map", extent(board)
    if not board.passable(tile):
        terrain = board.terrain(tile)
        what = f"figures cannot stand on {terrain.name}"
        return what, "at = [x, y] counts from the top left corner, from 0"
    if tile in taken:
        return (
            f"{escaped(taken[tile]) or 'another figure'} is there already",
            "move one of them",
        )
    zone = enemy.deploy if enemy else None
    if zone and zone[0] <= tile[0] <= zone[2] and zone[1] <= tile[1] <= zone[3]:
        return "in the enemy's deployment zone", "move the figure or the zone"
    return None


POSTURE = "posture"
DAMAGE = "damage"


def check_figure(
    path: Path, entry: FigureEntry, ruleset: Handbook, blocks: StatBlocks, faults: Faults
) -> None:
    """Add the faults of a figure, except those of its place."""
    if not faults.is_faulty(*path, "kind") and entry.kind not in blocks.kinds:
        what = f"no kind {{}} in ruleset {ruleset.id}"
        faults.add_unknown((*path, "kind"), what, entry.kind, blocks.kinds)
    for n, name in enumerate(entry.weapons or ()):
        if name not in blocks.weapons:
            what = f"no weapon {{}} in ruleset {ruleset.id}"
            faults.add_unknown((*path, "weapons", n), what, name, blocks.weapons)
    kind = blocks.kinds.get(entry.kind)
    if kind is not None:
        _check_outfit(path, entry, kind, ruleset, blocks, faults)
    _check_state(path, entry, ruleset, faults)
    if kind is not None:
        _check_fitness(path, entry, kind, ruleset, blocks, faults)


def carried_weapons(
    entry: FigureEntry, kind: Kind, blocks: StatBlocks
) -> tuple[Weapon, ...] | None:
    """The weapons that a figure starts with; None if one is faulty."""
    return blocks.armed(kind.weapons if entry.weapons is None else entry.weapons)


def _check_outfit(
    path: Path,
    entry: FigureEntry,
    kind: Kind,
    ruleset: Handbook,
    blocks: StatBlocks,
    faults: Faults,
) -> None:
    """Add faults of a figure's own weapons; those of its kind were checked with the kind."""
    weapons = carried_weapons(entry, kind, blocks)
    if weapons is None or faults.is_faulty(*path, "weapons"):
        return
    if entry.weapons is not None:
        check_outfit((*path, "weapons"), kind, weapons, ruleset, faults)
    elif entry.kind not in blocks.own:
        check_outfit((*path, "kind"), kind, weapons, ruleset, faults)


def _check_state(path: Path, entry: FigureEntry, ruleset: Handbook, faults: Faults) -> None:
    counters = _given(ruleset)
    for key, value in entry.state.items():
        here = (*path, "state", key)
        if key == POSTURE:
            _check_choice(here, value, ruleset.declared.postures, "no posture {}", faults)
        elif key in counters and (words := counters[key].words):
            _check_choice(here, value, words, "{} is not one of the choices", faults)
        elif key == DAMAGE:
            _check_number(here, value, 0, MAX_NUMBER, faults)
        elif key in counters:
            _check_number(here, value, counters[key].low, counters[key].high, faults)
        else:
            faults.add(_no_part_of_a_state(here, key, ruleset))


def _check_choice(
    here: Path, value: object, choices: Iterable[str], what: str, faults: Faults
) -> None:
    """Add the fault of a value that is none of the choices; `what` has a place for it."""
    if value not in (words := tuple(choices)):
        said = what.format(f"'{escaped(str(value), NAME_LIMIT)}'")
        faults.add(Fault(here, said, did_you_mean(str(value), words)))


def _check_number(here: Path, value: object, low: int, high: int, faults: Faults) -> None:
    """Add the fault of a value that is no whole number from `low` to `high`."""
    if not isinstance(value, int):
        what = f"must be a whole number from {low} to {high}, not text"
        faults.add(Fault(here, what, in_its_type(value, int)))
    elif not low <= value <= high:
        faults.add(Fault(here, not_in_range(low, high, value)))


def _check_fitness(
    path: Path,
    entry: FigureEntry,
    kind: Kind,
    ruleset: Handbook,
    blocks: StatBlocks,
    faults: Faults,
) -> None:
    """Add faults of a state that no figure of this kind with these weapons can start with."""
    weapons = carried_weapons(entry, kind, blocks)
    if weapons is None or any(faults.is_faulty(*path, "state", key) for key in entry.state):
        return
    if not entry.state or faults_alone(kind, weapons, ruleset):  # faulty blocks give no limits
        return
    counters, postures = ruleset.declared.counters, tuple(ruleset.declared.postures)
    words = {POSTURE: postures, **{name: kept.words for name, kept in counters.items()}}
    state = {
        key: words[key].index(value) if isinstance(value, str) else int(value)
        for key, value in entry.state.items()
    }
    for key, (what, remedy) in ruleset.armoury.state_faults(kind, weapons, state).items():
        faults.add(Fault((*path, "state", key), what, remedy))


def _given(ruleset: Handbook) -> Mapping[str, Counter]:
    """The counters that a scenario may set."""
    return {name: kept for name, kept in ruleset.declared.counters.items() if kept.given}


def _no_part_of_a_state(here: Path, key: str, ruleset: Handbook) -> Fault:
    if key in ENGINE_COUNTERS:
        return Fault(here, "is not part of `state`", "write it beside `state`", on_key=True)
    if key in ruleset.declared.counters:
        what = "is always 0 at the start"
        return Fault(here, what, "remove it", on_key=True)
    what = f"no such state in ruleset {ruleset.id}"
    known = [POSTURE, DAMAGE, *(name for name in _given(ruleset) if slots.base(name) == name)]
    alike = [name for name in (*known, *_given(ruleset)) if name[:1] == key[:1]]
    if near := nearest(key, alike):
        return Fault(here, what, f"did you mean '{near}'?", on_key=True)
    return Fault(here, what, did_you_mean("", known), on_key=True)


IN_AN_AREA = ("reach", "hold", "escort")
AT_THE_END = ("survive", "escort")


def check_goals(
    scenario: Scenario, board: Board | None, ruleset: Handbook | None, faults: Faults
) -> None:
    """Add the faults of objectives, reinforcements and lessons."""
    check_goal_ids(scenario, faults)
    for n, objective in enumerate(scenario.objectives):
        path = ("objectives", n)
        _check_side(objective.side, path, scenario, faults)
        _check_pay(objective, path, faults)
        _check_area(objective, path, scenario, board, faults)
        _check_figures(objective, path, scenario, faults)
    _check_waves(scenario, board, faults)
    check_events(scenario, board, faults)
    if ruleset is not None:
        _check_lessons(scenario, ruleset, faults)


def _check_side(side: str, path: Path, scenario: Scenario, faults: Faults) -> None:
    sides = [force.id for force in scenario.sides]
    if side in sides or faults.is_faulty(*path, "side"):
        return
    if are_sides_sure(scenario, faults):
        what = f"no side '{escaped(side, NAME_LIMIT)}'"
        faults.add(Fault((*path, "side"), what, did_you_mean(side, sides)))


def _check_pay(objective: Objective, path: Path, faults: Faults) -> None:
    if objective.decisive and objective.kind in AT_THE_END:
        what = f"{objective.kind} is paid at the end of the battle and cannot decide it"
        faults.add(Fault((*path, "decisive"), what, "remove it"))
    elif not objective.points and not objective.decisive and not _spoilt_pay(path, faults):
        faults.add(Fault((*path, "points"), "pays nothing", "write points = 1 or more"))


def _spoilt_pay(path: Path, faults: Faults) -> bool:
    return faults.is_faulty(*path, "points") or faults.is_faulty(*path, "decisive")


def _check_area(
    objective: Objective, path: Path, scenario: Scenario, board: Board | None, faults: Faults
) -> None:
    here = (*path, "area")
    if faults.is_faulty(*here) or faults.is_faulty(*path, "kind"):
        return
    area = objective.area
    if objective.kind not in IN_AN_AREA:
        if area is not None:
            faults.add(Fault(here, f"has no effect for {objective.kind}", "remove it"))
    elif area is None:
        faults.add(Fault(here, "missing", f"{objective.kind} needs a place: [x, y, x, y]"))
    elif board is not None:
        open_ground = check_ground(area, here, board, faults)
        if open_ground and not _within_reach(objective, scenario, board):
            faults.add(Fault(here, f"no figure of {objective.side} can get there", "open a way"))


def _check_figures(objective: Objective, path: Path, scenario: Scenario, faults: Faults) -> None:
    """Add faults for figures that do not exist or are on the wrong side."""
    if (
        faults.is_faulty("sides")
        or faults.is_faulty(*path, "side")
        or faults.is_faulty(*path, "kind")
    ):
        return
    side_of = {entry.id: side for side, entry in scenario.entries()}
    for n, name in enumerate(objective.figures):
        here = (*path, "figures", n)
        side = side_of.get(name)
        if side is None:
            faults.add_unknown(here, "no figure {}", name, side_of)
        elif (side == objective.side) == (objective.kind == "destroy"):
            whose = "an enemy" if objective.kind == "destroy" else f"a figure of {objective.side}"
            faults.add(Fault(here, f"{name} belongs to {side}", f"name {whose}"))


def _within_reach(objective: Objective, scenario: Scenario, board: Board) -> bool:
    """Whether a figure of the side can reach the area; doors count as open."""
    if objective.area is None:
        return True
    goal = board.mask_of(area_tiles(objective.area, board))
    start = 0
    for force in scenario.sides:
        if force.id == objective.side:
            zone = area_tiles(force.deploy, board) if force.deploy else []
            placed = [entry.at for entry in force.figures if entry.at]
            start |= board.mask_of(tile for tile in (*zone, *placed) if board.inside(tile))
    for wave in scenario.waves:
        if wave.side == objective.side:
            start |= board.mask_of(arrival_tiles(wave.arrival, board))
    return not start or bool(flooded(start, board) & goal)


def arrival_tiles(arrival: Arrival, board: Board) -> list[Tile]:
    """The passable tiles on which reinforcements can arrive."""
    if arrival.area is None:
        return edge_tiles(arrival.edge, board)
    return [tile for tile in area_tiles(arrival.area, board) if board.passable(tile)]


def edge_tiles(edge: str, board: Board) -> list[Tile]:
    """The passable tiles of a map edge."""
    right, bottom = board.width - 1, board.height - 1
    edges = {
        "N": (0, 0, right, 0),
        "S": (0, bottom, right, bottom),
        "W": (0, 0, 0, bottom),
        "E": (right, 0, right, bottom),
    }
    return [
        t for t in area_tiles(edges.get(edge, (0, 0, right, bottom)), board) if board.passable(t)
    ]


def flooded(start: int, board: Board) -> int:
    """The mask of tiles that are reachable from these; doors count as open.

    A diagonal step needs a free corner, and so adds no tile to steps along the axes.
    """
    width, height = board.width, board.height
    whole = (1 << width * height) - 1
    open_tiles = whole
    for index, kind in enumerate(board.tiles):
        if kind.cost == IMPASSABLE and not kind.door:
            open_tiles ^= 1 << index
    column = sum(1 << width * y for y in range(height))
    not_first, not_last = whole & ~column, whole & ~(column << width - 1)
    reached, fresh = 0, start & open_tiles
    while fresh:
        reached |= fresh
        beside = (fresh & not_last) << 1 | (fresh & not_first) >> 1
        fresh = (beside | fresh << width | fresh >> width) & open_tiles & ~reached
    return reached


def _check_waves(scenario: Scenario, board: Board | None, faults: Faults) -> None:
    for n, wave in enumerate(scenario.waves):
        path = ("reinforcements", n)
        _check_side(wave.side, path, scenario, faults)
        if not wave.figures and not faults.is_faulty(*path, "figures"):
            faults.add(Fault((*path, "figures"), "no figures arrive", "list a figure"))
        if wave.arrival.turn > scenario.turns and not _spoilt_turn(path, faults):
            what = f"the battle ends after turn {scenario.turns}"
            faults.add(Fault((*path, "turn"), what, "choose an earlier turn"))
        if board is not None:
            _check_entry(wave.arrival, path, board, faults)


def _check_entry(arrival: Arrival, path: Path, board: Board, faults: Faults) -> None:
    """Add the fault of an edge or area on which no figure can arrive."""
    if faults.is_faulty(*path, "edge") or faults.is_faulty(*path, "area"):
        return
    if arrival.area is not None and off_map(arrival.area, (*path, "area"), board, faults):
        return
    if not arrival_tiles(arrival, board):
        key = "area" if arrival.area else "edge"
        what = f"no tile of this {key} can be entered"
        faults.add(Fault((*path, key), what, f"open one, or name another {key}"))


def _spoilt_turn(path: Path, faults: Faults) -> bool:
    return faults.is_faulty("turns") or faults.is_faulty(*path, "turn")


def _check_lessons(scenario: Scenario, ruleset: Handbook, faults: Faults) -> None:
    early = SETUP_PHASES if ruleset.can_muster else (DEPLOYMENT,)
    phases = [*early, *ruleset.declared.phases]
    for n, lesson in enumerate(scenario.lessons):
        path = ("lessons", n)
        _check_side(lesson.side, path, scenario, faults)
        if faults.is_faulty(*path, "phase"):
            continue
        if lesson.state:
            _check_state_of_lesson(lesson.state, path, ruleset, faults)
            continue
        if lesson.phase not in phases:
            what = f"no phase '{escaped(lesson.phase, NAME_LIMIT)}' in ruleset {ruleset.id}"
            faults.add(Fault((*path, "phase"), what, did_you_mean(lesson.phase, phases)))
        elif not _spoilt_turn(path, faults):
            _check_turn(lesson.turn, lesson.phase, scenario.turns, path, faults)
        _check_when(lesson.when, path, scenario, faults)


def _check_state_of_lesson(state: str, path: Path, ruleset: Handbook, faults: Faults) -> None:
    known = (*ruleset.declared.counters, *ruleset.declared.postures)
    if state not in known:
        what = f"no state '{escaped(state, NAME_LIMIT)}' in ruleset {ruleset.id}"
        faults.add(Fault((*path, "state"), what, did_you_mean(state, known)))


def _check_when(when: str, path: Path, scenario: Scenario, faults: Faults) -> None:
    if not when or faults.is_faulty(*path, "when"):
        return
    verb, _, figure = when.partition(" ")
    known = [entry.id for _, entry in scenario.entries()]
    if verb not in EVENTS:
        what, remedy = f"no event '{escaped(verb, NAME_LIMIT)}'", did_you_mean(verb, EVENTS)
        faults.add(Fault((*path, "when"), what, remedy or "such as moved or fired"))
    elif figure and figure not in known:
        faults.add_unknown((*path, "when"), "no figure {}", figure, known)


def _check_turn(turn: int, phase: str, turns: int, path: Path, faults: Faults) -> None:
    if (turn == 0) != (phase in SETUP_PHASES):
        what = f"turn 0 is the deployment, phase '{DEPLOYMENT}'"
        faults.add(Fault((*path, "turn"), what, "change the turn or the phase"))
    elif turn > turns:
        what = f"the battle ends after turn {turns}"
        faults.add(Fault((*path, "turn"), what, "choose an earlier turn"))
