"""The sense of objectives, reinforcements and lessons: whether they can come about at all."""

from __future__ import annotations

from skirmish.core.board import IMPASSABLE, Board
from skirmish.core.events import EVENTS
from skirmish.core.gate import NAME, shown
from skirmish.core.geometry import Tile
from skirmish.core.setup import BEFORE, DEPLOYMENT, Objective
from skirmish.rulesets.protocol import Handbook
from skirmish.scenario.deployment import tiles_of
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.model import Scenario

IN_AN_AREA = ("reach", "hold", "escort")
AT_THE_END = ("survive", "escort")


def look_at_goals(
    scenario: Scenario, board: Board | None, ruleset: Handbook | None, faults: Faults
) -> None:
    """Note what is wrong with objectives, reinforcements and lessons."""
    for n, objective in enumerate(scenario.objectives):
        path = ("objectives", n)
        _look_at_side(objective.side, path, scenario, faults)
        _look_at_pay(objective, path, faults)
        _look_at_area(objective, path, scenario, board, faults)
        _look_at_figures(objective, path, scenario, faults)
    _look_at_waves(scenario, board, faults)
    if ruleset is not None:
        _look_at_lessons(scenario, ruleset, faults)


def _look_at_side(side: str, path: Path, scenario: Scenario, faults: Faults) -> None:
    sides = [force.id for force in scenario.sides]
    if side not in sides and not faults.spoilt(*path, "side") and not faults.spoilt("sides"):
        what = f"no side '{shown(side, NAME)}'"
        faults.note(Fault((*path, "side"), what, did_you_mean(side, sides)))


def _look_at_pay(objective: Objective, path: Path, faults: Faults) -> None:
    if objective.decisive and objective.kind in AT_THE_END:
        what = f"{objective.kind} is paid at the end of the battle and cannot decide it"
        faults.note(Fault((*path, "decisive"), what, "take it out"))
    elif not objective.points and not objective.decisive and not _spoilt_pay(path, faults):
        faults.note(Fault((*path, "points"), "pays nothing", "write points = 1 or more"))


def _spoilt_pay(path: Path, faults: Faults) -> bool:
    return faults.spoilt(*path, "points") or faults.spoilt(*path, "decisive")


def _look_at_area(
    objective: Objective, path: Path, scenario: Scenario, board: Board | None, faults: Faults
) -> None:
    here = (*path, "area")
    if faults.spoilt(*here) or faults.spoilt(*path, "kind"):
        return
    area = objective.area
    if objective.kind not in IN_AN_AREA:
        if area is not None:
            faults.note(Fault(here, f"of no use to {objective.kind}", "take it out"))
    elif area is None:
        faults.note(Fault(here, "missing", f"{objective.kind} needs a place: [x, y, x, y]"))
    elif board is not None:
        if not (board.inside(area[:2]) and board.inside(area[2:])):
            size = f"the map is {board.width} x {board.height}"
            faults.note(Fault(here, "not on the map", f"{size}, counted from 0"))
        elif not any(board.passable(tile) for tile in tiles_of(area, board)):
            faults.note(Fault(here, "nobody can stand there", "take other tiles in"))
        elif not _within_reach(objective, scenario, board):
            faults.note(Fault(here, f"nobody of {objective.side} can get there", "open a way"))


def _look_at_figures(objective: Objective, path: Path, scenario: Scenario, faults: Faults) -> None:
    """Note figures that are not there, or on the wrong side: destroy is about enemies."""
    if faults.spoilt("sides") or faults.spoilt(*path, "side") or faults.spoilt(*path, "kind"):
        return
    side_of = {entry.id: side for side, entry in scenario.entries()}
    for n, name in enumerate(objective.figures):
        here = (*path, "figures", n)
        side = side_of.get(name)
        if side is None:
            faults.note(
                Fault(here, f"no figure '{shown(name, NAME)}'", did_you_mean(name, side_of))
            )
        elif (side == objective.side) == (objective.kind == "destroy"):
            whose = "an enemy's" if objective.kind == "destroy" else "the own side's"
            faults.note(Fault(here, f"{name} is on the wrong side", f"it must be {whose}"))


def _within_reach(objective: Objective, scenario: Scenario, board: Board) -> bool:
    """Whether any figure of the side has a way to the area; terrain that opens counts as open."""
    if objective.area is None:
        return True
    goal = board.mask_of(tiles_of(objective.area, board))
    start = 0
    for force in scenario.sides:
        if force.id == objective.side:
            zone = tiles_of(force.deploy, board) if force.deploy else []
            placed = [entry.at for entry in force.figures if entry.at]
            start |= board.mask_of(tile for tile in (*zone, *placed) if board.inside(tile))
    for wave in scenario.waves:
        if wave.side == objective.side:
            start |= board.mask_of(edge_tiles(wave.arrival.edge, board))
    return not start or bool(flooded(start, board) & goal)


def edge_tiles(edge: str, board: Board) -> list[Tile]:
    """The tiles of a map edge on which a figure may come."""
    right, bottom = board.width - 1, board.height - 1
    edges = {
        "N": (0, 0, right, 0),
        "S": (0, bottom, right, bottom),
        "W": (0, 0, 0, bottom),
        "E": (right, 0, right, bottom),
    }
    return [t for t in tiles_of(edges.get(edge, (0, 0, right, bottom)), board) if board.passable(t)]


def flooded(start: int, board: Board) -> int:
    """Mask of all tiles to which a way leads from some of these, diagonals between walls too."""
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
        wide = fresh | (fresh & not_last) << 1 | (fresh & not_first) >> 1
        fresh = (wide | wide << width | wide >> width) & open_tiles & ~reached
    return reached


def _look_at_waves(scenario: Scenario, board: Board | None, faults: Faults) -> None:
    for n, wave in enumerate(scenario.waves):
        path = ("reinforcements", n)
        _look_at_side(wave.side, path, scenario, faults)
        if not wave.figures and not faults.spoilt(*path, "figures"):
            faults.note(Fault((*path, "figures"), "nobody comes", "list a figure"))
        if wave.arrival.turn > scenario.turns and not _spoilt_turn(path, faults):
            what = f"the battle ends after turn {scenario.turns}"
            faults.note(Fault((*path, "turn"), what, "let them come earlier"))
        barred = board is not None and not edge_tiles(wave.arrival.edge, board)
        if barred and not faults.spoilt(*path, "edge"):
            faults.note(Fault((*path, "edge"), "no tile of this edge can be entered"))


def _spoilt_turn(path: Path, faults: Faults) -> bool:
    return faults.spoilt("turns") or faults.spoilt(*path, "turn")


def _look_at_lessons(scenario: Scenario, ruleset: Handbook, faults: Faults) -> None:
    phases = [*BEFORE, *ruleset.declared.phases]
    for n, lesson in enumerate(scenario.lessons):
        path = ("lessons", n)
        _look_at_side(lesson.side, path, scenario, faults)
        if faults.spoilt(*path, "phase"):
            continue
        if lesson.phase not in phases:
            what = f"no phase '{shown(lesson.phase, NAME)}' in ruleset {ruleset.id}"
            faults.note(Fault((*path, "phase"), what, did_you_mean(lesson.phase, phases)))
        elif not _spoilt_turn(path, faults):
            _look_at_turn(lesson.turn, lesson.phase, scenario.turns, path, faults)
        _look_at_when(lesson.when, path, scenario, faults)


def _look_at_when(when: str, path: Path, scenario: Scenario, faults: Faults) -> None:
    if not when or faults.spoilt(*path, "when"):
        return
    verb, _, figure = when.partition(" ")
    known = [entry.id for _, entry in scenario.entries()]
    if verb not in EVENTS:
        what, remedy = f"no event '{shown(verb, NAME)}'", did_you_mean(verb, EVENTS)
        faults.note(Fault((*path, "when"), what, remedy or "such as moved or fired"))
    elif figure and figure not in known:
        what = f"no figure '{shown(figure, NAME)}'"
        faults.note(Fault((*path, "when"), what, did_you_mean(figure, known)))


def _look_at_turn(turn: int, phase: str, turns: int, path: Path, faults: Faults) -> None:
    if (turn == 0) != (phase in BEFORE):
        what = f"turn 0 is the deployment, phase '{DEPLOYMENT}'"
        faults.note(Fault((*path, "turn"), what, "let the two agree"))
    elif turn > turns:
        faults.note(Fault((*path, "turn"), f"the battle ends after turn {turns}"))
