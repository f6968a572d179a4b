"""Faults of a scenario by key path, before their lines are known.

All faults of a file are reported together, but not those that follow from another: a check of a
value first asks `Faults.is_faulty` whether the value has a fault already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from skirmish.core.sanitize import NAME_LIMIT, escaped, is_name
from skirmish.errors import LINES_SHOWN

Path = tuple[str | int, ...]
"""Keys and positions in arrays from the top of a file: ("sides", "blue", "figures", 0, "at")."""

# One more than a message shows, so that the message can say that there are more.
MAX_FAULTS = LINES_SHOWN + 1
_LISTED = 16
_MOST_DIGITS = 12
_GUESSED = 3
"""Least length of a word for which a similar one is suggested."""
_FAIR_LIKENESS = 0.65
"""Least similarity, from 0 to 1, of a suggested word; `muster` for `scatter` has less."""
_KEY_SHOWN = 24
_WORD_END = re.compile(r"[^a-z0-9]+")
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


_AT_THE_TOP = ("format", "title", "ruleset", "turns", "first", "briefing")


@frozen
class Fault:
    """One fault: the path of the value, the fault, and its remedy.

    `on_key`: the key is wrong, not its value. `twin`: the path of the value that this one repeats;
    the message names its line. `row` and `column`, from 0, are the place in a value of several
    lines, or without a path in the whole file; -1 is unknown. `file` is the map file.
    """

    path: Path
    what: str
    remedy: str = ""
    on_key: bool = False
    row: int = -1
    column: int = -1
    file: str = ""
    twin: Path = ()

    @property
    def field(self) -> str:
        """The path as a player reads it: `sides.blue.figures[0].at`."""
        text = ""
        for part in self.path:
            if isinstance(part, int):
                text += f"[{part}]"
            else:
                key = part if _BARE.match(part) else f'"{part}"'
                text += ("." if text else "") + escaped(key, _KEY_SHOWN)
        return text


class TooManyFaults(Exception):
    """The maximum number of faults was found, so checking stops."""


class Faults:
    """The faults of one file found so far."""

    def __init__(self) -> None:
        """Start without faults."""
        self.found: list[Fault] = []
        self._faulty: dict[Path, None] = {}
        self._elsewhere: dict[Path, tuple[str, int]] = {}

    def set_source(self, path: Path, file: str, row: int) -> None:
        """Set the file and first row of a value that comes from another file."""
        self._elsewhere[path] = file, row

    def add(self, fault: Fault, *also: Path) -> None:
        """Add a fault; `also` names other values that need no checks because of it."""
        if (place := self._elsewhere.get(fault.path)) is not None:
            file, row = place
            fault = evolve(fault, file=file, row=row + max(fault.row, 0))
        self.found.append(fault)
        self._faulty.update(dict.fromkeys((fault.path, *also)))
        if len(self.found) >= MAX_FAULTS:
            raise TooManyFaults

    def add_unknown(self, path: Path, what: str, name: str, known: Iterable[str]) -> None:
        """Add the fault of an unknown name: `what` is "no kind {}" and the like.

        Not if it is probably meant for an invalid id: that id has a fault of its own.
        """
        names = list(known)
        alike = (one for one in names if one.casefold() == name.casefold())
        meant = next(alike, "") or nearest(name, names)
        if not meant or is_name(meant):
            remedy = did_you_mean(name, filter(is_name, names))
            self.add(Fault(path, what.format(f"'{escaped(name, NAME_LIMIT)}'"), remedy))

    def mark_faulty(self, path: Path) -> None:
        """Exclude a value from further checks, because of a fault inside it."""
        self._faulty[path] = None

    def is_faulty(self, *path: str | int) -> bool:
        """Whether a value, or a value that contains it, has a fault."""
        return any(path[:length] in self._faulty for length in range(1, len(path) + 1))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known name that has the word as a part, else the most similar one; "" for none."""
    import difflib  # noqa: PLC0415 - needed only for a misspelt word

    if len(word) < _GUESSED:
        return ""
    names = list(known)
    whole = [name for name in names if word in _WORD_END.split(name)]
    cutoff = _FAIR_LIKENESS
    near = whole or difflib.get_close_matches(word[: 2 * _KEY_SHOWN], names, n=1, cutoff=cutoff)
    return near[0] if near else ""


def not_in_range(low: int, high: int, value: int) -> str:
    """The fault of a number that is out of its range."""
    shown = str(value) if abs(value) < 10**_MOST_DIGITS else "such a large number"
    return f"must be from {low} to {high}, not {shown}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The remedy for an unknown word."""
    words = list(dict.fromkeys(known))
    if near := nearest(word, words):
        return f"did you mean '{near}'?"
    if not words:
        return "there are none"
    if len(words) <= _LISTED + 1:  # "and 1 more" takes as much room as the word
        return "known: " + ", ".join(words)
    return f"known: {', '.join(words[:_LISTED])} and {len(words) - _LISTED} more"


def known_key(key: str, known: Iterable[str]) -> str:
    """The remedy for an unknown key in a [table]; it may belong to the top of the file."""
    words = list(known)
    if key in _AT_THE_TOP and not nearest(key, words):
        return f"{key} belongs at the top, above the first [table]"
    return did_you_mean(key, words)
