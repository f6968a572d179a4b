"""The map of a scenario: its own terrain, its board, tiles of areas and zones."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from skirmish.core.board import TERRAIN, Board, MapFault, MapProblem, Terrain
from skirmish.core.geometry import Tile
from skirmish.core.sanitize import NAME_LIMIT, escaped, is_glyph, is_name
from skirmish.core.setup import Area, tiles_in
from skirmish.scenario.faults import Fault, Faults, Path, did_you_mean
from skirmish.scenario.model import Block, Force, MapSection, Scenario
from skirmish.scenario.stat_blocks import NOT_A_LETTER, ONE_COLUMN, build_block

_NOT_LETTERS = "\"'\\ "
_ANY = TERRAIN["."]
_COLOUR = re.compile("[0-9A-Fa-f]{6}")


def terrain_of(blocks: Mapping[str, Block], faults: Faults) -> Mapping[str, Terrain]:
    """The terrain that a scenario adds or changes, by letter."""
    ids = {kind.id: letter for letter, kind in TERRAIN.items()}
    own: dict[str, Terrain] = {}
    for letter, block in blocks.items():
        made = _terrain(letter, block, ids, faults)
        if made is not None:
            own[letter] = made
            ids[made.id] = letter
    for letter, made in own.items():
        if made.door and made.door not in ids:
            remedy = did_you_mean(made.door, ids)
            faults.add(Fault(("terrain", letter, "door"), f"no terrain '{made.door}'", remedy))
    return own


def _is_letter(text: str) -> bool:
    return is_glyph(text) and text not in _NOT_LETTERS


def _terrain(letter: str, block: Block, ids: Mapping[str, str], faults: Faults) -> Terrain | None:
    path = ("terrain", letter)
    if not _is_letter(letter):
        faults.add(Fault(path, NOT_A_LETTER, ONE_COLUMN, on_key=True))
        return None
    if block.base and block.base not in ids:
        what = f"no terrain '{escaped(block.base)}'"
        faults.add(Fault((*path, "base"), what, did_you_mean(block.base, ids)))
        return None
    if faults.is_faulty(*path, "base"):
        return None
    base = TERRAIN.get(ids[block.base]) if block.base else TERRAIN.get(letter)
    made, wrong = build_block(Terrain, block, base, {"glyph": letter})
    if made is not None and base is not None and not made.look:
        made = evolve(made, look=base.id)
    for fault in wrong:
        faults.add(evolve(fault, path=path + fault.path))
    if made is None or not _looks_like_something(made, path, faults):
        return None
    if misnamed := _misnamed(made, letter, ids):
        faults.add(evolve(misnamed, path=path + misnamed.path))
        return None
    return made


def _misnamed(made: Terrain, letter: str, ids: Mapping[str, str]) -> Fault | None:
    """The fault of the name or id of a terrain; None if both are valid."""
    if not made.name.strip():
        return Fault(("name",), "empty", "write a text")
    if not is_name(made.id):
        remedy = "a small letter, then small letters, digits or _"
        return Fault(("id",), "not a valid id", remedy)
    if ids.get(made.id, letter) != letter:
        what = f"there is a terrain '{made.id}' already"
        return Fault(("id",), what, "give this letter an id of its own")
    return None


def _looks_like_something(made: Terrain, path: tuple[str, str], faults: Faults) -> bool:
    """Whether its look is terrain of the fixed table and its colour is valid."""
    known = [kind.id for kind in TERRAIN.values()]
    if made.look and made.look not in known:
        what = f"no terrain '{escaped(made.look)}'"
        faults.add(Fault((*path, "look"), what, did_you_mean(made.look, known)))
        return False
    if made.colour and not _COLOUR.fullmatch(made.colour):
        remedy = "write six hexadecimal digits, such as 8a6a3c"
        faults.add(
            Fault(
                (*path, "colour"), f"'{escaped(made.colour, NAME_LIMIT)}' is not a colour", remedy
            )
        )
        return False
    return True


def board_of(ground: MapSection, faults: Faults) -> Board | None:
    """The board of a map; None if the map or its terrain is faulty."""
    before = len(faults.found)
    own = terrain_of(ground.terrain, faults)
    if not ground.rows:
        return None
    # Letters with faulty terrain were reported already; any terrain stands in for them here.
    letters = {letter: own.get(letter, _ANY) for letter in ground.terrain if _is_letter(letter)}
    board = _parsed(ground, letters, faults)
    return board if len(faults.found) == before else None


def _parsed(ground: MapSection, letters: Mapping[str, Terrain], faults: Faults) -> Board | None:
    levels = "\n".join(ground.levels) or None
    try:
        return Board.parse("\n".join(ground.rows), levels, letters)
    except MapProblem as problem:
        flaws = problem.flaws
    if levels and all(flaw.part == "rows" for flaw in flaws):
        flaws += _flaws_of_levels(ground, levels)
    for flaw in flaws:
        path = ("map", flaw.part)
        faults.add(Fault(path, flaw.what, flaw.remedy, row=flaw.row, column=flaw.column))
    return None


def _flaws_of_levels(ground: MapSection, levels: str) -> tuple[MapFault, ...]:
    """Faults of the levels alone, when the rows are faulty too."""
    width = max(len(row) for row in ground.rows)
    try:
        # An empty line among the rows is a fault of its own, to be removed.
        Board.parse("\n".join("." * width for row in ground.rows if row), levels)
    except MapProblem as problem:
        return tuple(flaw for flaw in problem.flaws if flaw.part == "levels")
    return ()


def area_tiles(area: Area, board: Board) -> list[Tile]:
    """The tiles of an area that are on the board, row by row."""
    left, top = max(area[0], 0), max(area[1], 0)
    right, bottom = min(area[2], board.width - 1), min(area[3], board.height - 1)
    return list(tiles_in((left, top, right, bottom)))


def free_tiles(scenario: Scenario, force: Force, board: Board) -> list[Tile]:
    """The tiles of a side's deployment zone that are passable and without a fixed figure."""
    if force.deploy is None:
        return []
    fixed = {entry.at: None for _, entry in scenario.entries()}
    return [t for t in area_tiles(force.deploy, board) if board.passable(t) and t not in fixed]


def off_map(area: Area, path: Path, board: Board, faults: Faults) -> bool:
    """Whether an area is partly off the map; if so, add the fault."""
    if board.inside(area[:2]) and board.inside(area[2:]):
        return False
    faults.add(Fault(path, "not on the map", extent(board)))
    return True


def extent(board: Board) -> str:
    """The range of coordinates of a map, in words."""
    return f"x is from 0 to {board.width - 1}, y from 0 to {board.height - 1}"


def check_ground(area: Area, here: Path, board: Board, faults: Faults) -> bool:
    """Whether figures can stand in an area; if it is off the map or closed, add the fault."""
    if off_map(area, here, board, faults):
        return False
    if any(board.passable(tile) for tile in area_tiles(area, board)):
        return True
    faults.add(Fault(here, "figures cannot stand there", "include other tiles"))
    return False
