"""The map of a scenario: rows of terrain letters, rows of level digits, letters of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import evolve

from skirmish.core.board import TERRAIN, Board, Terrain
from skirmish.core.gate import is_glyph, is_name, shown
from skirmish.scenario.blocks import build
from skirmish.scenario.faults import Fault, Faults, did_you_mean
from skirmish.scenario.model import Block, Ground

MOST_TILES = 200
_NOT_LETTERS = "\"'\\ "
_DIGITS = "0123456789"


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
    """The board of a map; None where something is wrong with it."""
    before = len(faults.found)
    own = terrain_of(ground.terrain, faults)
    letters = {**TERRAIN, **dict.fromkeys(ground.terrain), **own}
    for fault in (*_shape(ground), *_letters(ground, letters)):
        faults.note(fault)
    if len(faults.found) > before or not ground.rows:
        return None
    return Board.parse("\n".join(ground.rows), "\n".join(ground.levels) or None, own)


def _shape(ground: Ground) -> Iterator[Fault]:
    """Faults of size: of the map, of single rows, of the levels against the rows."""
    if not ground.rows:
        return
    width = Counter(len(row) for row in ground.rows).most_common(1)[0][0]
    if not 0 < width <= MOST_TILES or len(ground.rows) > MOST_TILES:
        size = f"{MOST_TILES} x {MOST_TILES}"
        yield Fault(("map", "rows"), f"larger than {size} tiles, or empty", "make it smaller")
        return
    yield from _widths(ground.rows, width, "rows")
    yield from _widths(ground.levels, width, "levels")
    if ground.levels and len(ground.levels) != len(ground.rows):
        what = f"{len(ground.levels)} rows of levels for {len(ground.rows)} rows of terrain"
        yield Fault(("map", "levels"), what, "one row of digits for each row")


def _widths(rows: tuple[str, ...], width: int, key: str) -> Iterator[Fault]:
    for y, row in enumerate(rows):
        if len(row) != width:
            what = f"row {y} has {len(row)} tiles, others have {width}"
            yield Fault(("map", key), what, row=y, column=min(width, len(row)))


def _letters(ground: Ground, letters: Mapping[str, object]) -> Iterator[Fault]:
    """Characters that stand for nothing, the first of each row."""
    known = "".join(letters)
    for y, row in enumerate(ground.rows):
        for x, letter in enumerate(row):
            if letter not in letters:
                what = f"'{shown(letter)}' is no terrain"
                yield Fault(("map", "rows"), what, f"known: {known}", row=y, column=x)
                break
    for y, row in enumerate(ground.levels):
        for x, digit in enumerate(row):
            if digit not in _DIGITS:
                what = f"'{shown(digit)}' is no level"
                yield Fault(("map", "levels"), what, "a digit", row=y, column=x)
                break
