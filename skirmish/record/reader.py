"""Parsing of records: from bytes to head and lines, with a message for any damage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from skirmish.core.sanitize import clean, escaped
from skirmish.errors import RecordProblem, TextRefused
from skirmish.record.format import (
    BEGIN,
    FORMAT,
    MAGIC,
    Entry,
    Head,
    head_lines,
    parse_entry,
    parse_head,
    with_check,
    without_check,
)
from skirmish.record.limits import (
    LIMIT_REMEDY,
    MAX_FILE,
    MAX_HEAD_LINES,
    MAX_LINE,
    MAX_ORDERS,
    RecordUsage,
    too_large,
)

MENDED = "keep a copy, then delete this line and all after it"
_NO_GAME = "use an unchanged copy of the file"


@frozen
class ParsedRecord:
    """The content of a record.

    `first_line` is the line number of the first order. `check` is the last check. `size` is the
    number of valid bytes; `notices` tell the player about the rest. `unended`: the last line has
    no line break.
    """

    name: str
    head: Head
    entries: tuple[Entry, ...]
    check: str
    first_line: int
    size: int
    notices: tuple[str, ...] = ()
    unended: bool = False


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector; also usable as a decorator.

    Loading makes many values that are kept and have no cycles; collecting would take a third of
    the time.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


@gc_paused()
def parse_record(data: bytes, name: str = "record", *, salvage: bool = False) -> ParsedRecord:
    """Parse a record; an incomplete last line is left out, with a notice.

    With `salvage` everything from the first damaged line on is left out.

    Raises:
        RecordProblem: It is not a record, or damaged; the message names the line and a remedy.
    """
    raw = _lines(data, name)
    begin = _find_begin(raw[:-1], name)
    head, check = _head(raw[: begin + 1], name)
    entries: list[Entry] = []
    load = RecordUsage()
    notices: list[str] = []
    size, last = sum(len(line) + 1 for line in raw[: begin + 1]), len(raw)
    for number, line in enumerate(raw[begin + 1 :], begin + 2):
        if number == last and not line:
            break
        try:
            entry, check = _entry(line, check, head, f"{name}:{number}")
            load.add(entry)
            load.check(f"{name}:{number}")
        except RecordProblem as problem:
            if number == last:
                notices.append(f"{name}:{number}: the last line is incomplete and was left out")
            elif salvage:
                notices.append(f"{problem.where}: {problem.what}; left out, with all after it")
            else:
                raise
            break
        entries.append(entry)
        size += len(line) + 1
    # The last line may lack only its line break; its check shows that it is complete.
    unended = size > len(data)
    size = min(size, len(data))
    return ParsedRecord(name, head, tuple(entries), check, begin + 2, size, tuple(notices), unended)


def _lines(data: bytes, name: str) -> list[bytes]:
    if len(data) > MAX_FILE:
        raise too_large(name)
    if data.count(b"\n") > MAX_HEAD_LINES + MAX_ORDERS:
        raise RecordProblem(
            f"has more than {MAX_HEAD_LINES + MAX_ORDERS} lines", name, LIMIT_REMEDY
        )
    return data.split(b"\n")


def _find_begin(raw: list[bytes], name: str) -> int:
    first = raw[0] if raw else b""
    if first != f"{MAGIC} {FORMAT}".encode():
        if first.endswith(b"\r"):
            raise RecordProblem(
                "its line breaks were changed", name, "copy it as a file, not as text"
            )
        if first.startswith(MAGIC.encode()):
            other = escaped(first.decode("ascii", "replace").removeprefix(MAGIC).strip())
            what = f"has format {other}, and this version reads format {FORMAT}"
            raise RecordProblem(what, f"{name}:1", "load it with a newer skirmish")
        what = f"is not a record: it does not begin with '{MAGIC}'"
        raise RecordProblem(what, name, "name a .skr file that skirmish has written")
    for at, line in enumerate(raw[:MAX_HEAD_LINES]):
        if line.startswith(BEGIN.encode()):
            return at
    if len(raw) > MAX_HEAD_LINES:
        raise RecordProblem(f"no '{BEGIN}' in its first {MAX_HEAD_LINES} lines", name, _NO_GAME)
    raise RecordProblem(f"is incomplete: it has no line '{BEGIN}'", name, _NO_GAME)


def _head(raw: list[bytes], name: str) -> tuple[Head, str]:
    lines = [_text(line, f"{name}:{number}", _NO_GAME) for number, line in enumerate(raw, 1)]
    try:
        head = parse_head(lines[:-1])
    except RecordProblem as problem:
        raise RecordProblem(problem.what, f"{name}:{problem.where}", _NO_GAME) from None
    begin = _begin(lines[:-1])
    if lines[-1] != begin:
        raise RecordProblem(
            "the head or the scenario was changed", f"{name}:{len(lines)}", _NO_GAME
        )
    return head, begin.rpartition("#")[2]


def _entry(line: bytes, check: str, head: Head, where: str) -> tuple[Entry, str]:
    text = _text(line, where)
    try:
        body, check = without_check(check, text)
        return parse_entry(body, head.sides), check
    except RecordProblem as problem:
        raise RecordProblem(problem.what, where, problem.remedy or MENDED) from None


def _text(line: bytes, where: str, remedy: str = MENDED) -> str:
    if len(line) > MAX_LINE:
        raise RecordProblem("the line is longer than 64 kB", where, remedy)
    try:
        text = line.decode()
        if clean(text, what=where, limit=MAX_LINE) == text:
            return text
    except UnicodeDecodeError:
        raise RecordProblem("the line is not UTF-8 text", where, remedy) from None
    except TextRefused as refused:
        raise RecordProblem(f"the line {refused.what}", where, remedy) from None
    raise RecordProblem("the line is not in the Unicode form NFC", where, remedy)


def _begin(lines: list[str]) -> str:
    return with_check("\n".join(lines), BEGIN)


def head_text(head: Head) -> tuple[str, str]:
    """Return the text of a record up to the first order, and its check.

    Raises:
        RecordProblem: It is invalid.
    """
    lines = head_lines(head)
    lines.append(_begin(lines))
    for number, line in enumerate(lines, 1):
        _text(line.encode(), f"line {number}")
    parse_head(lines[:-1])
    return "".join(f"{line}\n" for line in lines), lines[-1].rpartition("#")[2]
