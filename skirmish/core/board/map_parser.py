"""Parsing of maps: a letter for each tile, and a digit for each ground level."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice

from attrs import frozen

from skirmish.core.board.terrain import Terrain
from skirmish.core.sanitize import escaped
from skirmish.core.text import pluralize
from skirmish.errors import SkirmishError

MAX_MAP_SIZE = 200
_FLAWS = 20
_EQUALLY_LONG = "make all rows equally long"
_DIGITS = "0123456789"


@frozen
class MapFault:
    """One fault of a map: its part (`rows` or `levels`), place from 0, text and remedy.

    A `row` or `column` of -1 means the whole part or row.
    """

    part: str
    row: int
    column: int
    what: str
    remedy: str = ""


class MapProblem(SkirmishError, ValueError):
    """A map that cannot be parsed.

    Attributes:
        flaws: Its faults from the top, at most twenty.
    """

    def __init__(self, *flaws: MapFault) -> None:
        """Take `what`, `where` and `remedy` from the first fault."""
        first = flaws[0]
        numbers = [f"{n + 1}" for n in (first.row, first.column) if n >= 0]
        super().__init__(first.what, ":".join([first.part, *numbers]), first.remedy)
        self.args = self.flaws = flaws


def parse_rows(text: str, table: Mapping[str, Terrain]) -> tuple[int, tuple[Terrain, ...]]:
    """Parse the rows of a map into its width and tiles; outer empty lines are ignored.

    Raises:
        MapProblem: It is empty, too large, ragged, or has an unknown letter.
    """
    first, lines = _lines(text)
    # The most frequent width is taken as the intended one, so that one bad row is one fault.
    width = Counter(map(len, lines)).most_common(1)[0][0]
    flaws = _misshapen("rows", first, lines, width)
    if not flaws:
        flaws = list(_unknown_letters(first, lines, table))
    if flaws:
        raise MapProblem(*flaws[:_FLAWS])
    return width, tuple(table[letter] for line in lines for letter in line)


def _unknown_letters(
    first: int, lines: list[str], table: Mapping[str, Terrain]
) -> Iterator[MapFault]:
    """One fault for each unknown letter, at its first tile."""
    found: dict[str, list[tuple[int, int]]] = {}
    for y, x, letter in _letters(lines):
        if letter not in table:
            found.setdefault(letter, []).append((y, x))
    known = f"the letters are {' '.join(table)}; [terrain.<letter>] defines another"
    for letter, places in islice(found.items(), _FLAWS):
        more = (
            f", here and on {pluralize(len(places) - 1, 'other tile')}" if len(places) > 1 else ""
        )
        what = f"no terrain '{escaped(letter)}'{more}"
        remedy = (
            "a blank is no tile: write a letter, such as . for open ground"
            if letter.isspace()
            else known
        )
        yield MapFault("rows", first + places[0][0], places[0][1], what, remedy)


def parse_levels(text: str, width: int, height: int) -> bytes:
    """Parse the ground levels of a map of that size, row by row.

    Raises:
        MapProblem: Its shape differs from the map, or a character is not a digit.
    """
    first, lines = _lines(text)
    flaws = _misshapen("levels", first, lines, width)
    if len(lines) != height:
        what, remedy = f"{len(lines)} rows, not {height}", "write as many as the map has"
        flaws.append(MapFault("levels", -1, -1, what, remedy))
    if not flaws:
        strange = ((y, x, letter) for y, x, letter in _letters(lines) if letter not in _DIGITS)
        remedy = "write a digit, 0 to 9"
        flaws = [
            MapFault("levels", first + y, x, f"'{escaped(letter)}' is not a level", remedy)
            for y, x, letter in islice(strange, _FLAWS)
        ]
    if flaws:
        raise MapProblem(*flaws[:_FLAWS])
    return bytes(int(digit) for line in lines for digit in line)


def _lines(text: str) -> tuple[int, list[str]]:
    """The lines of a map, after the number of empty lines before them."""
    body = text.lstrip("\n")
    return len(text) - len(body), body.rstrip("\n").split("\n")


def _letters(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    for y, line in enumerate(lines):
        for x, letter in enumerate(line):
            yield y, x, letter


def _misshapen(part: str, first: int, lines: list[str], width: int) -> list[MapFault]:
    if not width or max(len(lines), width) > MAX_MAP_SIZE:
        remedy = f"1 to {MAX_MAP_SIZE} rows of 1 to {MAX_MAP_SIZE} letters"
        return [MapFault(part, -1, -1, f"a map of {width} x {len(lines)} tiles", remedy)]
    return [
        MapFault(part, first + y, -1, f"{len(line)} letters, not {width}", _EQUALLY_LONG)
        if line
        else MapFault(part, first + y, -1, "an empty line", "remove it")
        for y, line in enumerate(lines)
        if len(line) != width
    ]
