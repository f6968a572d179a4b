"""Positions of the exam: scenario files with properties in comment lines that begin with `#:`.

Taken together these lines are TOML, so that a position is one file and a plain scenario.

    #: theme = "cover"
    #: why = "Two machine guns have 33% each to put it out in the open; behind the wall, none."
    #: holds = ["covered b1 r1 r2", ["stays b2", "attacks b2 r1"], "not attacks b3"]

All of `holds` must hold, of a list in it at least one. `bounds`: number of bounds that the side
plays. `before`: orders that lead to the position, each with its side.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from skirmish.core.orders import parse_order
from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, OrderRefused, Problem, UsageProblem
from skirmish.rulesets.engine import verbs_of
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import Scenario, load
from skirmish.scenario.faults import Fault
from skirmish.scenario.files import decoded, scenario_bytes
from skirmish.scenario.toml_positions import find_excess
from tools.exam.validation import Vocabulary, fault_among, fault_of

MARK = "#:"
MOST_BOUNDS = 6
MOST_CLAUSES = 100
_KEYS = ("theme", "why", "holds", "bounds", "before")
_LINE = re.compile(r"[a-z]+: ?\S.*")

Clause = tuple[str, ...]
"""Properties of which at least one must hold."""


@frozen
class ExamPosition:
    """A scenario with the properties that must hold after its first side has played it."""

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
        """The side to act: the first one in the file."""
        return self.scenario.sides[0].id


def read_positions(place: Path) -> tuple[ExamPosition, ...]:
    """Read all positions of a folder by name, or the one in a file.

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
    """The fault of one of the orders that lead to a position."""
    what = f"'{escaped(line)}': {what}"
    return FileProblem(Problem(what, field="before", file=escaped(file), remedy=remedy))
