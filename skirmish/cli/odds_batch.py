"""`skirmish odds --batch`: a line of JSON is a question, and each is answered with a line.

Whatever a line holds, it is answered, and the next one is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from skirmish.cli.odds_ask import Asker, Question
from skirmish.core.gate import NAME, is_name, shown
from skirmish.errors import FileProblem, OrderRefused, SkirmishError, UsageProblem
from skirmish.scenario.faults import did_you_mean

MOST_BYTES = 2 * 2**20
"""Bytes of a line; a scenario as text has 1 MiB at most."""
LONGEST_ID = 80
MOST = 10**18
MOST_RULES = 100
FIELDS: Mapping[str, tuple[type, str]] = {
    "scenario": (str, "text: a shipped scenario's name, a file, or a record"),
    "text": (str, "text: a scenario as its file has it"),
    "line": (int, "a whole number: how many lines of a record were played"),
    "before": (list, "an array of texts such as 'fire b1 r1 | 6:5 6:2'"),
    "order": (str, "text such as 'fire b1 r3'"),
    "side": (str, "text: the side whose view counts"),
    "strict": (bool, "true or false"),
    "rules": (dict, "an object of house rules such as {'fog': false}"),
}
ID = "id"
_PART = 2**16
_VALUES = (bool, int, str)
_OBJECT = 'a line is one object, such as {"scenario": "low_water", "order": "fire b1 r3"}'


def answers(lines: BinaryIO, tell: Callable[[str], None]) -> None:
    """Answer every line, each as soon as it was read."""
    asker = Asker()
    for number, line in enumerate(_lines(lines), 1):
        tell(json.dumps({"line": number, **_answer(asker, line)}))


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines, without their ends; None for one that is too long, which is not kept."""
    while line := source.readline(MOST_BYTES + 1):
        if line.endswith(b"\n") or len(line) <= MOST_BYTES:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(_PART)
        yield None


def _answer(asker: Asker, line: bytes | None) -> Mapping[str, Any]:
    """What is printed of a line, but for its number."""
    named: dict[str, Any] = {}
    try:
        data = _read(line)
        if ID in data:
            named[ID] = _id(data.pop(ID))
        return {**named, "odds": asker.answer(question_of(data))}
    except SkirmishError as problem:
        return {**named, "error": _error(problem)}
    except Exception as error:  # noqa: BLE001 - no question may end the others
        what = f"a fault of the program: {type(error).__name__}"
        return {**named, "error": {"where": "", "what": what, "remedy": "report this line"}}


def _error(problem: SkirmishError) -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "where": problem.where,
        "what": problem.what,
        "remedy": problem.remedy,
    }
    if isinstance(problem, OrderRefused) and problem.rule:
        data["rule"] = problem.rule
    if isinstance(problem, FileProblem):
        data["faults"] = str(problem).split("\n")
    return data


def _read(line: bytes | None) -> dict[str, Any]:
    """The fields of a line."""
    if line is None:
        what = f"the line is longer than {MOST_BYTES // 2**20} MiB"
        raise UsageProblem(what, remedy="name a scenario's file instead of its text")
    try:
        data = json.loads(line.decode().rstrip("\r\n"))
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise UsageProblem("the line is no UTF-8 text", where, "send it as UTF-8") from None
    except json.JSONDecodeError as error:
        raise UsageProblem(f"not JSON: {error.msg}", f"column {error.colno}", _OBJECT) from None
    except (ValueError, RecursionError):
        raise UsageProblem("not JSON that can be read", remedy=_OBJECT) from None
    if not isinstance(data, dict):
        raise UsageProblem("not a JSON object", remedy=_OBJECT)
    return data


def _id(value: object) -> int | str:
    """Whatever a program calls its question."""
    if type(value) is int and abs(value) < MOST:
        return value
    if type(value) is str and len(value) <= LONGEST_ID:
        return value
    remedy = f"a whole number of at most 18 digits, or text of at most {LONGEST_ID} characters"
    raise UsageProblem("no id that can be sent back", ID, remedy)


def question_of(data: Mapping[str, Any]) -> Question:
    """The question in the fields of a line.

    Raises:
        UsageProblem: A field is missing, unknown or of another type.
    """
    for name, value in data.items():
        if name not in FIELDS:
            raise UsageProblem("unknown field", shown(name, NAME), did_you_mean(name, FIELDS))
        kind, words = FIELDS[name]
        if type(value) is not kind or not _sound(value):
            raise UsageProblem("of the wrong type", name, f"must be {words}")
    for name in ("order", *(() if "text" in data else ("scenario",))):
        if name not in data:
            raise UsageProblem("missing", name, f"must be {FIELDS[name][1]}")
    before = data.get("before", [])
    if not all(type(order) is str and _sound(order) for order in before):
        raise UsageProblem("of the wrong type", "before", f"must be {FIELDS['before'][1]}")
    return Question(
        order=data["order"],
        scenario=data.get("scenario", ""),
        text=data.get("text", ""),
        line=data.get("line"),
        before=tuple(before),
        side=data.get("side", ""),
        strict=data.get("strict", False),
        rules=_rules(data.get("rules", {})),
    )


def _sound(value: object) -> bool:
    """Whether a value is none that JSON can spell and nothing else can: half a character, say."""
    if isinstance(value, str):
        return not any("\ud800" <= char <= "\udfff" for char in value)
    return not isinstance(value, int) or 0 <= value < MOST


def _rules(rules: Mapping[str, Any]) -> tuple[tuple[str, bool | int | str], ...]:
    for name, value in rules.items():
        fits = type(value) in _VALUES and _sound(value) and is_name(name)
        if not fits or len(rules) > MOST_RULES:
            where = f"rules.{shown(name, NAME)}"
            raise UsageProblem("no house rule", where, "a name with true, false, a number or text")
    return tuple(sorted(rules.items()))
