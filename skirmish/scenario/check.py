"""The sense of a scenario: whether what it names is there, and whether its parts fit together.

Everything is asked of a `Scenario` and noted by the path that the thing has in the file. What was
blamed before is not looked at again, and what only follows from another fault is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skirmish.core.board import Board
from skirmish.core.gate import folded, is_name, shown
from skirmish.core.geometry import Tile
from skirmish.core.setup import Area
from skirmish.errors import UsageProblem
from skirmish.rulesets.protocol import Handbook
from skirmish.rulesets.registry import handbook
from skirmish.scenario import house
from skirmish.scenario.armoury import armoury_of
from skirmish.scenario.deployment import free_tiles
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.goals import look_at_goals
from skirmish.scenario.ground import board_of
from skirmish.scenario.model import Entry, Force, Scenario
from skirmish.scenario.roster import look_at_entry

SIDES = 2
MOST_FIGURES = 200


def look(scenario: Scenario, faults: Faults) -> None:
    """Note all that is wrong with a scenario."""
    board = None if faults.spoilt("map") else board_of(scenario.ground, faults)
    ruleset = _ruleset(scenario, faults)
    if ruleset is not None:
        _look_at_rules(scenario, ruleset, faults)
        armoury = armoury_of(scenario, ruleset, faults)
        for path, entry in entries_of(scenario):
            look_at_entry(path, entry, ruleset, armoury, faults)
    if not faults.spoilt("sides"):
        _look_at_sides(scenario, board, faults)
    _look_at_ids(scenario, faults)
    if board is not None:
        _look_at_places(scenario, board, faults)
    look_at_goals(scenario, board, ruleset, faults)


def entries_of(scenario: Scenario) -> Iterator[tuple[Path, Entry]]:
    """Every figure of a scenario with its path."""
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
        if not faults.spoilt("ruleset"):
            faults.note(Fault(("ruleset",), problem.what, problem.remedy))
    return None


def _look_at_rules(scenario: Scenario, ruleset: Handbook, faults: Faults) -> None:
    rules = house.house_rules(ruleset)
    for name, value in scenario.rules.items():
        rule = rules.get(name)
        if rule is None:
            what = "no such house rule"
            faults.note(Fault(("rules", name), what, did_you_mean(name, rules), on_key=True))
        elif wrong := house.fault(rule, value):
            faults.note(Fault(("rules", name), *wrong))


def _look_at_sides(scenario: Scenario, board: Board | None, faults: Faults) -> None:
    sides = scenario.sides
    if len(sides) != SIDES:
        what = ("no sides", "only one side")[len(sides)] if len(sides) < SIDES else "too many sides"
        faults.note(Fault(("sides",), what, "there must be exactly two"))
        return
    if scenario.first not in [force.id for force in sides] and not faults.spoilt("first"):
        what = f"no side '{shown(scenario.first)}'"
        remedy = did_you_mean(scenario.first, [force.id for force in sides])
        faults.note(Fault(("first",), what, remedy))
    for force in sides:
        _look_at_force(force, scenario, board, faults)
    one, other = sides
    if folded(one.name) == folded(other.name) and one.name:
        faults.note(Fault(("sides", other.id, "name"), "both sides have this name"))
    if one.deploy and other.deploy and _overlap(one.deploy, other.deploy):
        what = "the deployment zones overlap"
        faults.note(Fault(("sides", other.id, "deploy"), what, "move one of them"))


def _look_at_force(force: Force, scenario: Scenario, board: Board | None, faults: Faults) -> None:
    path = ("sides", force.id)
    if not is_name(force.id):
        faults.note(Fault(path, "no id for a side", "small letters, digits or _", on_key=True))
    comes = any(wave.side == force.id and wave.figures for wave in scenario.waves)
    if not force.figures and not comes and not faults.spoilt(*path, "figures"):
        remedy = f"write [[sides.{shown(force.id)}.figures]]"
        faults.note(Fault((*path, "figures"), "nobody fights for this side", remedy))
    homeless = [n for n, entry in enumerate(force.figures) if entry.at is None]
    homeless = [n for n in homeless if not faults.spoilt(*path, "figures", n, "at")]
    if force.deploy is None:
        if not faults.spoilt(*path, "deploy"):
            for n in homeless:
                remedy = "write at = [x, y], or a deploy zone for its side"
                faults.note(Fault((*path, "figures", n, "at"), "no place to stand", remedy))
    elif board is not None and not off_map(force.deploy, (*path, "deploy"), board, faults):
        room = len(free_tiles(scenario, force, board))
        if room < len(homeless):
            what = f"room for {room} figures, and {len(homeless)} need it"
            faults.note(Fault((*path, "deploy"), what, "make the zone larger"))


def off_map(area: Area, path: Path, board: Board, faults: Faults) -> bool:
    """Whether an area is not wholly on the map, which is noted."""
    if board.inside(area[:2]) and board.inside(area[2:]):
        return False
    size = f"the map is {board.width} x {board.height}"
    faults.note(Fault(path, "not on the map", f"{size}, counted from 0"))
    return True


def _overlap(a: Area, b: Area) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _look_at_ids(scenario: Scenario, faults: Faults) -> None:
    listed = list(entries_of(scenario))
    if len(listed) > MOST_FIGURES:
        what = f"{len(listed)} figures"
        faults.note(Fault(listed[MOST_FIGURES][0], what, f"{MOST_FIGURES} at most, both sides"))
    for path, entry in _repeated(listed):
        what = f"there is a figure '{shown(entry.id)}' already"
        faults.note(Fault((*path, "id"), what, "ids are unique, whichever the side"))


def _repeated(listed: Iterable[tuple[Path, Entry]]) -> list[tuple[Path, Entry]]:
    met: dict[str, None] = {}
    again = []
    for path, entry in listed:
        if entry.id and entry.id in met:
            again.append((path, entry))
        met[entry.id] = None
    return again


def _look_at_places(scenario: Scenario, board: Board, faults: Faults) -> None:
    taken: dict[Tile, str] = {}
    for force in scenario.sides:
        enemy = next((f for f in scenario.sides if f.id != force.id), None)
        for n, entry in enumerate(force.figures):
            if entry.at is None:
                continue
            fault = _fault_of_place(entry.at, board, taken, enemy)
            taken.setdefault(entry.at, entry.id)
            if fault is not None:
                faults.note(Fault(("sides", force.id, "figures", n, "at"), *fault))


def _fault_of_place(
    tile: Tile, board: Board, taken: dict[Tile, str], enemy: Force | None
) -> tuple[str, str] | None:
    if not board.inside(tile):
        size = f"{board.width} x {board.height}"
        return "not on the map", f"the map is {size}, counted from 0"
    if not board.passable(tile):
        terrain = board.terrain(tile)
        return f"nobody can stand on {terrain.name}", "the first number counts from the left"
    if tile in taken:
        return f"{shown(taken[tile]) or 'another figure'} stands there already", "move one of them"
    zone = enemy.deploy if enemy else None
    if zone and zone[0] <= tile[0] <= zone[2] and zone[1] <= tile[1] <= zone[3]:
        return "in the enemy's deployment zone", "move the figure or the zone"
    return None
