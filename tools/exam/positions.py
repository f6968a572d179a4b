"""Positions of the exam: scenario files with properties in comment lines that begin with `#:`.

Together these lines are TOML, so a position is a single file that is also a plain scenario.

    #: theme = "cover"
    #: why = "Two machine guns have 33% each to put it out in the open; behind the wall, none."
    #: holds = ["covered b1 r1 r2", ["stays b2", "attacks b2 r1"], "not attacks b3"]

All properties in `holds` must hold, and at least one of each list in it. `bounds`: number of bounds
that the side plays. `before`: orders that lead to the position, each with its side.

Each property must be able to hold and to fail: its arguments are compared with the figures, the
map, the verbs and the postures of the scenario.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isqrt
from pathlib import Path
from typing import Any

from attrs import frozen

from skirmish.core.codec import Shape, decode, encode
from skirmish.core.geometry import Tile
from skirmish.core.orders import Verb, parse_order
from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, OrderRefused, Problem, UsageProblem
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, load
from skirmish.scenario.faults import Fault
from skirmish.scenario.files import decoded, scenario_bytes
from skirmish.scenario.toml_positions import find_excess
from tools.exam.properties import PROPERTIES, SOMEONE

NOT = "not "
_TILE = r"\d{1,3},\d{1,3}"
_AREA = re.compile(rf"{_TILE}(-{_TILE})?")
_TILES = re.compile(_TILE)
_NUMBER = re.compile(r"\d{1,3}")
_PERCENT = re.compile(r"\d{1,3}%?")
_FIGURES = ("who", "figure", "goal")
_OF_ITS_ORDERS = ("attacks", "first", "orders", "before", "ahead", "skirts")
"""Properties about orders; only figures of the side that plays give orders."""
_TOO_FEW_OR_MANY = {
    "within": ("no two share a tile", "nobody is farther away on this map"),
    "apart": ("no two share a tile", "no two are so far apart on this map"),
    "spares": ("", "no chance is more"),
    "safer": ("", "who does nothing risks no more"),
}
"""Why a property with a number always or never holds: for a number too low, for one too high."""

Args = Sequence[tuple[str, str]]
"""Arguments of a property as (kind, text)."""


@frozen
class Vocabulary:
    """The names that the properties of a position may use."""

    ids: Collection[str]
    mine: Collection[str]
    size: Tile
    verbs: Mapping[str, Verb]
    postures: Collection[str]

    @classmethod
    def of(cls, scenario: Scenario) -> Vocabulary:
        """Take figures, map, verbs and postures from a scenario."""
        rules = ruleset(scenario.ruleset)
        sides = {entry.id: side for side, entry in scenario.entries()}
        mine = [name for name, side in sides.items() if side == scenario.sides[0].id]
        return cls(sides, mine, scenario.map.size, rules.verbs, rules.handbook.declared.postures)


def fault_of(text: str, known: Vocabulary) -> str:
    """What is wrong with a property; empty if nothing is."""
    name, *args = text.removeprefix(NOT).split() or [""]
    word = PROPERTIES.get(name)
    if word is None:
        return "no such word; there are " + ", ".join(PROPERTIES)
    usage = f"it is '{name} {word.takes}'"
    matched = _matched(word.takes, args)
    if matched is None:
        return usage
    for kind, value in matched:
        if wrong := _KINDS[kind](value, known):
            return f"{wrong}; {usage}"
    return _twice(matched) or _parts(matched, known) or _measured(name, args, known)


def fault_among(holds: Sequence[Sequence[str]]) -> str:
    """What is wrong with the properties as a whole; empty if nothing is."""
    in_process = [clause[0] for clause in holds if len(clause) == 1]
    for clause in holds:
        if both := next((text for text in clause if _opposite(text) in clause), ""):
            return f"'{escaped(both)}' or '{escaped(_opposite(both))}' always holds"
        if all(_opposite(text) in in_process for text in clause):
            told = " or ".join(f"'{escaped(text)}'" for text in clause)
            others = " and ".join(f"'{escaped(_opposite(text))}'" for text in clause)
            return f"{told} never holds beside {others}"
    return ""


def _opposite(text: str) -> str:
    return text.removeprefix(NOT) if text.startswith(NOT) else NOT + text


def _matched(takes: str, args: Sequence[str]) -> Args | None:
    """The arguments with their kinds; None if their number is wrong."""
    kinds = takes.split()
    more = next((n for n, kind in enumerate(kinds) if kind.strip("[]").endswith("...")), None)
    optional = sum(kind.startswith("[") for kind in kinds)
    if more is not None:
        extra = max(0, len(args) - len(kinds))
        kinds[more : more + 1] = [kinds[more]] * (1 + extra)
    if not len(kinds) - optional <= len(args) <= len(kinds):
        return None
    return [(kind.strip("[]."), arg) for kind, arg in zip(kinds, args, strict=False)]


def _twice(args: Args) -> str:
    """The fault if a figure or verb is named twice, so that the property holds always or never."""
    for kinds in (_FIGURES, ("verb",)):
        values = [value for kind, value in args if kind in kinds]
        for value in values:
            if values.count(value) > 1:
                return f"'{escaped(value)}' twice"
    return ""


def _measured(name: str, args: Sequence[str], known: Vocabulary) -> str:
    """The fault if the property holds always or never on this map."""
    right, down = known.size[0] - 1, known.size[1] - 1
    ordered = [args[0], args[2]] if name == "ahead" else args[:1]
    idle = [one for one in ordered if one not in (SOMEONE, *known.mine)]
    if name in _OF_ITS_ORDERS and idle:
        return f"'{escaped(idle[0])}' is given no orders, being an enemy; name one of its own"
    if name == "inside" and _whole(args[1], right, down):
        return "always so, it is the whole map; name a part of it"
    if name not in _TOO_FEW_OR_MANY:
        return ""
    least, most = {
        "within": (1, max(right, down) - 1),
        "apart": (2, isqrt(right**2 + down**2)),
    }.get(name, (0, 99))
    few, many = _TOO_FEW_OR_MANY[name]
    number = int(args[-1].rstrip("%"))
    wrong = few if number < least else many if number > most else ""
    return f"{wrong}; name {least} to {most}" if wrong else ""


def _whole(area: str, right: int, down: int) -> bool:
    tiles = [tuple(map(int, tile.split(","))) for tile in _TILES.findall(area)]
    xs, ys = zip(*tiles, strict=True)
    return (min(xs), min(ys), max(xs), max(ys)) == (0, 0, right, down)


def _parts(args: Args, known: Vocabulary) -> str:
    """The fault if no order with one of the verbs can have one of the parts."""
    verbs = [known.verbs[name] for kind, one in args if kind == "verbs" for name in one.split("/")]
    for kind, part in args:
        if kind == "part":
            faults = [_part(part, verb, known) for verb in verbs]
            if all(faults):
                return faults[0]
    return ""


def _part(part: str, verb: Verb, known: Vocabulary) -> str:
    """What is wrong with a target or key=value of a verb; empty if nothing is."""
    key, equals, value = part.partition("=")
    if not equals:
        return _value(part, verb.target, known) if verb.target else f"'{verb.name}' has no target"
    field = verb.field(key)
    if field is None:
        keys = ", ".join(one.name for one in verb.fields) or "none"
        return f"'{verb.name}' has no '{escaped(key)}='; it has {keys}"
    if field.options and value not in field.options:
        return f"'{escaped(part)}' is no choice; there are {', '.join(field.options)}"
    if value == field.default:
        return f"'{escaped(part)}' is never written, being what is meant without it"
    return _value(value, field.shape, known)


def _value(text: str, shape: Shape, known: Vocabulary) -> str:
    """What is wrong with a value of a shape, which must be in its canonical form; else empty."""
    try:
        written = encode(decode(shape, text))
    except ValueError:
        return f"'{escaped(text)}' is not {shape.value}"
    if written != text:
        return f"'{escaped(text)}' is written '{written}'"
    if shape in (Shape.TILE, Shape.PATH):
        return _on_the_map(text, known)
    if shape in (Shape.FIGURE, Shape.FIGURES, Shape.SPLIT):
        named = [part.partition(":")[0] for part in text.split("+")]
        return next((wrong for one in named if (wrong := _figure(one, known))), "")
    return ""


def _who(value: str, known: Vocabulary) -> str:
    return "" if value == SOMEONE else _figure(value, known)


def _figure(value: str, known: Vocabulary) -> str:
    return "" if value in known.ids else f"no figure '{escaped(value)}'"


def _goal(value: str, known: Vocabulary) -> str:
    return _on_the_map(value, known) if _TILES.fullmatch(value) else _figure(value, known)


def _area(value: str, known: Vocabulary) -> str:
    if _AREA.fullmatch(value) is None:
        return f"'{escaped(value)}' is no area"
    return _on_the_map(value, known)


def _on_the_map(text: str, known: Vocabulary) -> str:
    width, height = known.size
    for tile in _TILES.findall(text):
        x, y = map(int, tile.split(","))
        if x >= width or y >= height:
            return f"{tile} is not on the map, which ends at {width - 1},{height - 1}"
    return ""


def _verbs(value: str, known: Vocabulary) -> str:
    return next((wrong for verb in value.split("/") if (wrong := _verb(verb, known))), "")


def _verb(value: str, known: Vocabulary) -> str:
    there = ", ".join(known.verbs)
    return "" if value in known.verbs else f"no order '{escaped(value)}', there are {there}"


def _posture(value: str, known: Vocabulary) -> str:
    there = ", ".join(known.postures)
    return "" if value in known.postures else f"no posture '{escaped(value)}', there are {there}"


def _tile(value: str, known: Vocabulary) -> str:
    if _TILES.fullmatch(value) is None:
        return f"'{escaped(value)}' is no tile"
    return _on_the_map(value, known)


def _number(value: str, _: Vocabulary) -> str:
    return "" if _NUMBER.fullmatch(value) else f"'{escaped(value)}' is no number up to 999"


def _percent(value: str, _: Vocabulary) -> str:
    return "" if _PERCENT.fullmatch(value) else f"'{escaped(value)}' is no percentage"


def _later(_: str, __: Vocabulary) -> str:
    return ""


_KINDS: Mapping[str, Callable[[str, Vocabulary], str]] = {
    "who": _who,
    "figure": _figure,
    "goal": _goal,
    "area": _area,
    "tile": _tile,
    "verb": _verb,
    "verbs": _verbs,
    "posture": _posture,
    "number": _number,
    "percent": _percent,
    "part": _later,
}
"""The check of each kind of argument; parts are checked with their verb (`_parts`)."""


MARK = "#:"
MOST_BOUNDS = 6
MOST_CLAUSES = 100
_KEYS = ("theme", "why", "holds", "bounds", "before")
_LINE = re.compile(r"[a-z]+: ?\S.*")

Clause = tuple[str, ...]
"""Alternatives: at least one of these properties must hold."""


@frozen
class ExamPosition:
    """A scenario with the properties that must hold after its first side has played."""

    name: str
    scenario: Scenario
    theme: str
    why: str
    holds: tuple[Clause, ...]
    bounds: int = 1
    before: tuple[str, ...] = ()
    file: str = ""

    @property
    def side(self) -> str:
        """The side that is examined: the first one in the file."""
        return self.scenario.sides[0].id


def read_positions(place: Path) -> tuple[ExamPosition, ...]:
    """Read all positions of a folder, sorted by name, or the one in a file.

    Raises:
        UsageProblem: There is no such place, or no position in it.
        FileProblem: One of them is faulty.
    """
    found = [place] if place.is_file() else sorted(place.glob("*.toml"))
    if not found:
        remedy = "name a folder of scenario files, or one of them"
        raise UsageProblem("no positions", escaped(str(place)), remedy)
    return tuple(read_position(path) for path in found)


def read_position(path: Path) -> ExamPosition:
    """Read the position in a file.

    Raises:
        UsageProblem: There is no such file.
        FileProblem: It is no scenario, or its properties cannot be read.
    """
    scenario = load(path)
    raw = _raw(path)
    name = path.stem
    if unknown := [key for key in raw if key not in _KEYS]:
        raise _fault(path, "unknown key", unknown[0], "keys: " + ", ".join(_KEYS))
    position = ExamPosition(
        name,
        scenario,
        theme=_text(path, raw, "theme"),
        why=_text(path, raw, "why"),
        holds=tuple(_clauses(path, raw.get("holds"))),
        bounds=_bounds(path, raw.get("bounds", 1)),
        before=tuple(_lines(path, raw.get("before", []), scenario)),
        file=path.name,
    )
    known = Vocabulary.of(scenario)
    for clause in position.holds:
        for text in clause:
            if wrong := fault_of(text, known):
                raise _fault(path, f"'{escaped(text)}': {wrong}", "holds")
    if wrong := fault_among(position.holds):
        raise _fault(path, wrong, "holds", "take one of them out")
    return position


def _raw(path: Path) -> Mapping[str, Any]:
    # Decoded as a scenario is, without a byte order mark.
    text = decoded(scenario_bytes(path))
    lines = "" if isinstance(text, Fault) else text
    told = [
        line.removeprefix(MARK).strip() if line.startswith(MARK) else ""
        for line in lines.split("\n")
    ]
    asked = "\n".join(told)
    # Text that takes a parser long, such as deep nesting, is refused before parsing.
    if (fault := find_excess(asked)) is not None:
        raise _fault(path, fault.what, "the question", fault.remedy)
    try:
        return tomllib.loads(asked)
    except (ValueError, RecursionError) as error:
        raise _fault(path, escaped(str(error)), "the question") from None


def _text(path: Path, raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not value:
        raise _fault(path, "must be text", key)
    return value


def _bounds(path: Path, value: object) -> int:
    if not isinstance(value, int) or not 1 <= value <= MOST_BOUNDS:
        raise _fault(path, f"must be from 1 to {MOST_BOUNDS}", "bounds")
    return value


def _lines(path: Path, value: object, scenario: Scenario) -> Iterable[str]:
    if not isinstance(value, list) or not all(
        isinstance(line, str) and _LINE.fullmatch(line) for line in value
    ):
        raise _fault(path, "must be orders with their side, as in 'red: end'", "before")
    sides = [side.id for side in scenario.sides]
    verbs = verbs_of(ruleset(scenario.ruleset))
    for line in value:
        side, _, order = line.partition(":")
        if side not in sides:
            remedy = "one of: " + ", ".join(sides)
            raise before_fault(path.name, line, f"no side '{escaped(side)}'", remedy)
        try:
            parse_order(order, verbs)
        except OrderRefused as error:
            raise before_fault(path.name, line, error.what, error.remedy) from None
    return value


def _clauses(path: Path, value: object) -> Iterable[Clause]:
    if not isinstance(value, list) or not value:
        raise _fault(path, "must be a list of what holds", "holds")
    if len(value) > MOST_CLAUSES:
        raise _fault(path, f"more than {MOST_CLAUSES} clauses", "holds", "shorten it")
    for item in value:
        clause = item if isinstance(item, list) else [item]
        if not clause or not all(isinstance(text, str) for text in clause):
            raise _fault(path, "must be texts, or lists of texts of which one holds", "holds")
        if len(clause) > MOST_CLAUSES:
            raise _fault(path, f"a clause of more than {MOST_CLAUSES} parts", "holds", "shorten it")
        yield tuple(" ".join(text.split()) for text in clause)


def _fault(path: Path, what: str, field: str, remedy: str = "") -> FileProblem:
    return FileProblem(Problem(what, field=field, file=escaped(path.name), remedy=remedy))


def before_fault(file: str, line: str, what: str, remedy: str) -> FileProblem:
    """The error of one of the orders that lead to a position."""
    what = f"'{escaped(line)}': {what}"
    return FileProblem(Problem(what, field="before", file=escaped(file), remedy=remedy))
