"""Faults of a scenario as they are found: by key path, before anyone knows their line.

All faults of a file are told together, and none that only follows from another: what looks at a
value asks `Faults.spoilt` whether it was blamed already.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from skirmish.core.sanitize import escaped
from skirmish.errors import LINES_SHOWN

Path = tuple[str | int, ...]
"""Keys and positions in arrays from the top of a file: ("sides", "blue", "figures", 0, "at")."""

# One more than a message shows, so that it can say that there are more.
MAX_FAULTS = LINES_SHOWN + 1
_LISTED = 8
_KEY_SHOWN = 24
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


@frozen
class Fault:
    """One fault: the path of the value, what is wrong with it, and how to mend it.

    `on_key`: it is the key that is wrong. `row` and `column`, from 0, point into a value of
    several lines; without a path, into the whole file; -1 is not known. `file` is the map file.
    """

    path: Path
    what: str
    remedy: str = ""
    on_key: bool = False
    row: int = -1
    column: int = -1
    file: str = ""

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
    """So many faults that no more are looked for."""


class Faults:
    """The faults of one file, as they come up."""

    def __init__(self) -> None:
        """Begin with none."""
        self.found: list[Fault] = []
        self._faulty: dict[Path, None] = {}
        self._elsewhere: dict[Path, tuple[str, int]] = {}

    def set_source(self, path: Path, file: str, row: int) -> None:
        """Say that a value stands in another file, from a row on."""
        self._elsewhere[path] = file, row

    def add(self, fault: Fault, *also: Path) -> None:
        """Keep a fault; `also` names what else nobody need look at because of it."""
        if (place := self._elsewhere.get(fault.path)) is not None:
            file, row = place
            fault = evolve(fault, file=file, row=row + max(fault.row, 0))
        self.found.append(fault)
        self._faulty.update(dict.fromkeys((fault.path, *also)))
        if len(self.found) >= MAX_FAULTS:
            raise TooManyFaults

    def mark_faulty(self, path: Path) -> None:
        """Let nobody look at a value, because of a fault that was noted inside it."""
        self._faulty[path] = None

    def is_faulty(self, *path: str | int) -> bool:
        """Whether a value, or something that it is part of, was blamed."""
        return any(path[:length] in self._faulty for length in range(1, len(path) + 1))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was likely meant, or none."""
    import difflib  # noqa: PLC0415 - whoever spells well need not wait for it

    near = difflib.get_close_matches(word[: 2 * _KEY_SHOWN], list(known), n=1)
    return near[0] if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The remedy for a word that is not known."""
    words = list(known)
    if near := nearest(word, words):
        return f"did you mean '{near}'?"
    if not words:
        return "there are none"
    more = ", ..." if len(words) > _LISTED else ""
    return "known: " + ", ".join(words[:_LISTED]) + more
