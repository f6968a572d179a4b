"""The check at the end of each line: a hash over the check before it and the line itself.

A changed, missing, doubled or moved line breaks the chain at its place. It guards against accidents
and careless edits; whoever edits a record on purpose can write new checks.
"""

import hashlib
import re

from skirmish.errors import RecordProblem

DIGITS = 8
_CHECKED = re.compile(rf"(.*) #([0-9a-f]{{{DIGITS}}})", re.DOTALL)


def check_of(before: str, line: str) -> str:
    """The check of a line that comes after a line with the check `before` ("" at the start)."""
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()[:DIGITS]


def checked(before: str, line: str) -> str:
    """The line with its check."""
    return f"{line} #{check_of(before, line)}"


def unchecked(before: str, line: str) -> tuple[str, str]:
    """The line without its check, and the check.

    Raises:
        RecordProblem: It has none, or one that does not fit.
    """
    found = _CHECKED.fullmatch(line)
    if found is None:
        raise RecordProblem("no check at its end")
    body, check = found[1], found[2]
    if check_of(before, body) != check:
        raise RecordProblem("its check does not fit")
    return body, check
