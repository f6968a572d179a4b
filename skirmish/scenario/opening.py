"""The opening state of a scenario, with default places and facings of figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.figures import DEPLOYS, HIDDEN, SMOKE_ZONE, Arrival, Declared, Figure, Who
from skirmish.core.geometry import Facing, Tile, facing_towards
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.script import SMOKE, Script
from skirmish.core.setup import DEPLOYMENT, MUSTER, Area, Setup, Side
from skirmish.core.state import Clock, State
from skirmish.rulesets.registry import handbook
from skirmish.rulesets.registry import ruleset as ruleset_of
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario.faults import Faults
from skirmish.scenario.house_rules import Rules, resolve_house_rules
from skirmish.scenario.lint import Subject
from skirmish.scenario.model import FigureEntry, Force, Scenario
from skirmish.scenario.scenario_map import board_of, free_tiles
from skirmish.scenario.stat_blocks import StatBlocks, stat_blocks_of
from skirmish.scenario.validation import DAMAGE, POSTURE, carried_weapons

_EDGES = {"N": Facing.S, "E": Facing.W, "S": Facing.N, "W": Facing.E}


def opening_state(scenario: Scenario, rules: Rules | None = None) -> State:
    """The state before deployment; figures without a fixed tile are in their zone.

    Args:
        scenario: A loaded scenario, so a valid one.
        rules: House rules chosen by the players.

    Raises:
        UsageProblem: There is no such house rule, or its value is invalid.
    """
    ruleset = ruleset_of(scenario.ruleset)
    faults = Faults()
    board = board_of(scenario.map, faults)
    blocks = stat_blocks_of(scenario, ruleset.handbook, faults)
    if board is None or faults.found:
        raise ValueError(faults.found)
    figures = {f.id: f for f in _figures(scenario, board, ruleset, blocks)}
    setup = Setup(
        title=scenario.title,
        ruleset=scenario.ruleset,
        sides={force.id: _side(force, figures) for force in scenario.sides},
        first=scenario.first,
        turns=scenario.turns,
        declared=_declared(scenario, ruleset),
        rules=resolve_house_rules(scenario, ruleset.handbook, rules or {}),
        objectives=scenario.objectives,
        lessons=scenario.lessons,
        briefing=scenario.briefing,
    )
    phase = MUSTER if ruleset.handbook.musters(setup) else DEPLOYMENT
    closed = tuple(goal.id for goal in scenario.objectives if goal.closed)
    script = Script(scenario.events, closed=closed)
    state = State(setup, Clock(0, 0, phase, scenario.first), board, figures, script=script)
    return with_updated_sight(state, tuple(setup.sides))


def subject_of(scenario: Scenario) -> Subject:
    """A valid scenario with its board, blocks and starting places, for the checks of `lint`."""
    rules, faults = handbook(scenario.ruleset), Faults()
    board = board_of(scenario.map, faults)
    if board is None:
        raise ValueError(faults.found)
    places: dict[str, Tile] = {}
    for force in scenario.sides:
        chosen = default_places(scenario, force, board)
        places |= {entry.id: entry.at or chosen[entry.id] for entry in force.figures}
    return Subject(scenario, board, stat_blocks_of(scenario, rules, faults), places)


def _declared(scenario: Scenario, ruleset: Ruleset) -> Declared:
    """The ruleset's declarations; if there is scripted smoke, with its zone."""
    declared = ruleset.handbook.declared
    if SMOKE in declared.zones or not any(one.smoke for one in scenario.events):
        return declared
    return evolve(declared, zones={**declared.zones, SMOKE: SMOKE_ZONE})


def _facing_of(arrival: Arrival, board: Board) -> Facing:
    """The facing inward from an edge, or from an area towards the middle of the map."""
    if arrival.area is None:
        return arriving_facing(arrival.edge)
    left, top, right, bottom = arrival.area
    here, goal = (left + right, top + bottom), (board.width - 1, board.height - 1)
    return Facing.N if here == goal else facing_towards(here, goal)


def _side(force: Force, figures: Mapping[str, Figure]) -> Side:
    mine = (figure.who for figure in figures.values() if figure.side == force.id)
    worth = sum(who.kind.points for who in mine if who.arrival is None or not who.arrival.event)
    return Side(
        force.id, force.name, force.player, force.deploy, force.break_point, worth, force.temper
    )


def _figures(
    scenario: Scenario, board: Board, ruleset: Ruleset, blocks: StatBlocks
) -> Iterator[Figure]:
    """All figures: those on the table, then reinforcements."""
    for force in scenario.sides:
        places = default_places(scenario, force, board)
        for entry in force.figures:
            tile = places[entry.id] if entry.at is None else entry.at
            facing = entry.facing
            if facing is None:
                facing = default_facing(scenario, force, tile, board)
            who = _who(entry, force.id, blocks, None)
            yield _figure(entry, who, tile, facing, ruleset)
    for wave in scenario.waves:
        facing = _facing_of(wave.arrival, board)
        for entry in wave.figures:
            who = _who(entry, wave.side, blocks, wave.arrival)
            yield _figure(entry, who, None, entry.facing or facing, ruleset)


def _who(entry: FigureEntry, side: str, blocks: StatBlocks, arrival: Arrival | None) -> Who:
    kind = blocks.kinds[entry.kind]
    weapons = None if kind is None else carried_weapons(entry, kind, blocks)
    if kind is None or weapons is None:
        raise ValueError(entry.id)
    return Who(entry.id, side, entry.name or kind.name, kind, weapons, arrival)


def _figure(
    entry: FigureEntry, who: Who, tile: Tile | None, facing: Facing, ruleset: Ruleset
) -> Figure:
    given: dict[str, int] = {}
    posture, damage = "standing", 0
    for name, value in entry.state.items():
        if name == DAMAGE:
            damage = int(value)
        elif name == POSTURE:
            posture = str(value)
        else:
            words = ruleset.handbook.declared.counters[name].words
            given[name] = words.index(str(value)) if words else int(value)
    counters = {**ruleset.handbook.armoury.equipped(who.weapons, given)}
    if entry.hidden:
        counters[HIDDEN] = 1
    if tile is not None and entry.at is None:
        counters[DEPLOYS] = 1
    kept = {name: count for name, count in counters.items() if count}
    return Figure(who, tile, facing, posture, damage, counters=kept)


def default_places(scenario: Scenario, force: Force, board: Board) -> Mapping[str, Tile]:
    """Places for the figures of a side without one: in a line, evenly over its zone.

    The line runs along the zone's longer edges; each figure gets the free tile nearest to its share
    of the line. Thus a side can start without deploying anything.
    """
    waiting = [entry.id for entry in force.figures if entry.at is None]
    free = free_tiles(scenario, force, board)
    if force.deploy is None or len(free) < len(waiting):
        return {}
    places = {}
    for number, name in enumerate(waiting):
        spot = _share(force.deploy, number, len(waiting))
        scale = 2 * len(waiting)
        tile = min(
            free,
            key=lambda t: ((t[0] * scale - spot[0]) ** 2 + (t[1] * scale - spot[1]) ** 2, t),
        )
        free.remove(tile)
        places[name] = tile
    return places


def _share(area: Area, number: int, count: int) -> Tile:
    """The middle of one of `count` equal parts of an area, in units of 1 / (2 * count) tile."""
    x, y, to_x, to_y = area
    middle_x, middle_y = (x + to_x) * count, (y + to_y) * count
    # The centre of a part is half a part from its edge, that of a tile half a tile.
    part = 2 * number + 1
    if to_x - x >= to_y - y:
        return x * 2 * count - count + part * (to_x - x + 1), middle_y
    return middle_x, y * 2 * count - count + part * (to_y - y + 1)


def default_facing(scenario: Scenario, force: Force, tile: Tile, board: Board) -> Facing:
    """The facing towards the enemy's figures or zone, else towards the middle of the map."""
    goals = [
        entry.at
        for other in scenario.sides
        if other.id != force.id
        for entry in other.figures
        if entry.at is not None
    ]
    for other in scenario.sides:
        if other.id != force.id and other.deploy is not None:
            goals += [(other.deploy[0], other.deploy[1]), (other.deploy[2], other.deploy[3])]
    if not goals:
        goals = [(0, 0), (board.width - 1, board.height - 1)]
    scale = len(goals)
    goal = sum(x for x, _ in goals), sum(y for _, y in goals)
    here = tile[0] * scale, tile[1] * scale
    return Facing.N if here == goal else facing_towards(here, goal)


def arriving_facing(edge: str) -> Facing:
    """The facing inward from a map edge."""
    return _EDGES[edge]
