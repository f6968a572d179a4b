"""From text to a scenario, or to all that is wrong with it, each with its line and column.

Three steps: the limits, before anything is parsed; the shape, key by key (`read`); the sense
(`check`). The last two go on where something is wrong, so that one reading finds every fault.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from skirmish.core.gate import shown
from skirmish.errors import FileProblem, Problem
from skirmish.scenario import files
from skirmish.scenario.check import look
from skirmish.scenario.faults import Enough, Fault, Faults
from skirmish.scenario.locate import Places, excess
from skirmish.scenario.model import Scenario
from skirmish.scenario.read import read_scenario
from skirmish.scenario.table import Table

_RECORD = "skirmish record "
"""How the record of a game begins."""
_NO_SCENARIO = Fault(
    (),
    "the record of a game, not a scenario",
    "give it to play, replay, report, verify, explain or odds",
    row=0,
)
_TOML_PLACE = re.compile(
    r"\A(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL
)


def load(path: files.Source | str) -> Scenario:
    """The scenario in a file.

    Raises:
        UsageProblem: There is no such file, or it is not one to be read.
        FileProblem: Something is wrong with it; holds every fault.
    """
    source = Path(path) if isinstance(path, str) else path
    scenario, problems = _read_file(source)
    return _whole(scenario, problems)


def check(path: files.Source | str) -> tuple[Problem, ...]:
    """All that is wrong with a scenario file, in the order of its lines.

    Raises:
        UsageProblem: There is no such file, or it is not one to be read.
    """
    source = Path(path) if isinstance(path, str) else path
    return _read_file(source)[1]


def parse(text: str, name: str = "scenario", folder: Path | None = None) -> Scenario:
    """The scenario in a text; `folder` is where its map may be beside the maps of the game.

    Raises:
        FileProblem: Something is wrong with it; holds every fault.
    """
    scenario, problems = _read(text, name, folder)
    return _whole(scenario, problems)


def _whole(scenario: Scenario | None, problems: tuple[Problem, ...]) -> Scenario:
    if scenario is None or problems:
        raise FileProblem(*problems)
    return scenario


def _read_file(source: files.Source) -> tuple[Scenario | None, tuple[Problem, ...]]:
    name = files.name_of(source)
    text = files.decoded(files.scenario_bytes(source))
    if isinstance(text, Fault):
        return None, _placed([text], "", name)
    return _read(text, name, source.parent if isinstance(source, Path) else None)


def _read(text: str, name: str, folder: Path | None) -> tuple[Scenario | None, tuple[Problem, ...]]:
    text = text.replace("\r\n", "\n")
    if text.startswith(_RECORD):
        return None, _placed([_NO_SCENARIO], text, name)
    if (fault := excess(text)) is not None:
        return None, _placed([fault], text, name)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, _placed([_syntax(error, text)], text, name)
    except (ValueError, RecursionError):
        return None, _placed([Fault((), "a value that cannot be read")], text, name)
    faults = Faults()
    scenario = None
    try:
        scenario = read_scenario(Table(raw, (), faults), folder)
        look(scenario, faults)
    except Enough:
        scenario = None
    return scenario, _placed(faults.found, text, name)


def _syntax(error: tomllib.TOMLDecodeError, text: str) -> Fault:
    """A fault of TOML itself, in its words and at its place."""
    match = _TOML_PLACE.match(str(error))
    what = match[1] if match else "not TOML"
    what = _PLAINER.get(what.partition(" (")[0], shown(what[:1].lower() + what[1:]))
    if match is None or match[2] is None:
        lines = text.split("\n")
        return Fault((), what, row=len(lines) - 1, column=len(lines[-1]))
    return Fault((), what, row=int(match[2]) - 1, column=int(match[3]) - 1)


_PLAINER = {
    "Cannot declare": "this table stands there already",
    "Cannot overwrite a value": "this key stands there already",
    "Invalid statement": "neither a key nor a [table]",
    "Invalid value": "no TOML value; text stands in quotes",
    "Illegal character '\\n'": "a text without closing quote",
}


def _placed(found: list[Fault], text: str, name: str) -> tuple[Problem, ...]:
    """Faults with their lines and columns, in the order of these."""
    places = Places(text) if any(fault.path for fault in found) else None
    problems = [_problem(fault, places, name) for fault in found]
    return tuple(sorted(problems, key=lambda p: (p.file != name, p.line, p.column)))


def _problem(fault: Fault, places: Places | None, name: str) -> Problem:
    if fault.file or places is None:
        line, column = fault.row + 1, fault.column + 1
    else:
        line, column = places.of(fault)
    return Problem(
        what=fault.what,
        field=fault.field,
        file=fault.file or name,
        line=line,
        column=column,
        remedy=fault.remedy,
    )
