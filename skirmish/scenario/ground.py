"""The map of a scenario: rows of terrain letters, rows of level digits, letters of its own."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from skirmish.core.board import TERRAIN, Board, Flaw, MapProblem, Terrain
from skirmish.core.gate import is_glyph, is_name, shown
from skirmish.scenario.blocks import build
from skirmish.scenario.faults import Fault, Faults, did_you_mean
from skirmish.scenario.model import Block, Ground

_NOT_LETTERS = "\"'\\ "
_ANY = TERRAIN["."]


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
            faults.note(Fault(("terrain", letter, "door"), f"no terrain '{made.door}'", remedy))
    return own


def _terrain(letter: str, block: Block, ids: Mapping[str, str], faults: Faults) -> Terrain | None:
    path = ("terrain", letter)
    if not is_glyph(letter) or letter in _NOT_LETTERS:
        fault = Fault(path, "no letter for a map", "one character, one column wide", on_key=True)
        faults.note(fault)
        return None
    if block.base and block.base not in ids:
        what = f"no terrain '{shown(block.base)}'"
        faults.note(Fault((*path, "base"), what, did_you_mean(block.base, ids)))
        return None
    base = TERRAIN.get(ids[block.base]) if block.base else TERRAIN.get(letter)
    made, wrong = build(Terrain, block, base, {"glyph": letter})
    for fault in wrong:
        faults.note(evolve(fault, path=path + fault.path))
    if made is None:
        return None
    if not is_name(made.id):
        faults.note(Fault((*path, "id"), "no id", "small letters, digits or _"))
    elif ids.get(made.id, letter) != letter:
        what = f"there is a terrain '{made.id}' already"
        faults.note(Fault((*path, "id"), what, "give this letter an id of its own"))
    else:
        return made
    return None


def board_of(ground: Ground, faults: Faults) -> Board | None:
    """The board of a map; None where something is wrong with it or its terrain."""
    before = len(faults.found)
    own = terrain_of(ground.terrain, faults)
    if not ground.rows:
        return None
    # A letter whose terrain is faulty was told already: it stands for anything here.
    letters = {letter: own.get(letter, _ANY) for letter in ground.terrain}
    board = _parsed(ground, letters, faults)
    return board if len(faults.found) == before else None


def _parsed(ground: Ground, letters: Mapping[str, Terrain], faults: Faults) -> Board | None:
    levels = "\n".join(ground.levels) or None
    try:
        return Board.parse("\n".join(ground.rows), levels, letters)
    except MapProblem as problem:
        flaws = problem.flaws
    if levels and all(flaw.part == "rows" for flaw in flaws):
        flaws += _flaws_of_levels(ground, levels)
    for flaw in flaws:
        path = ("map", flaw.part)
        faults.note(Fault(path, flaw.what, flaw.remedy, row=flaw.row, column=flaw.column))
    return None


def _flaws_of_levels(ground: Ground, levels: str) -> tuple[Flaw, ...]:
    """What is wrong with the levels themselves, when the rows are faulty."""
    width = max(len(row) for row in ground.rows)
    try:
        Board.parse("\n".join(["." * width] * len(ground.rows)), levels)
    except MapProblem as problem:
        return tuple(flaw for flaw in problem.flaws if flaw.part == "levels")
    return ()
