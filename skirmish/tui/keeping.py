"""Where settings and keys are kept: two small files in the player's folder.

`settings.toml` holds the settings, `keys.toml` the keys; both may be written by hand. What is wrong
in them is told and the rest is used. The game changes single lines; a file that cannot be read is
put aside under another name before a new one is written, so that nothing of it is lost.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator, Mapping
from glob import escape
from itertools import count
from pathlib import Path
from typing import NoReturn

from attrs import evolve, frozen

from skirmish.core.gate import shown
from skirmish.errors import FileProblem, Problem, UsageProblem
from skirmish.presentation.user_files import (
    HOME_VARIABLE,
    PARTIAL_SUFFIX,
    replace_file,
    settings_folder,
)
from skirmish.tui.flat import (
    MOST_BYTES,
    CannotEdit,
    Flat,
    Value,
    changed,
    decoded,
    line_of,
    parsed,
)
from skirmish.tui.keymap import sound
from skirmish.tui.settings import Settings, differing, read_settings

SETTINGS_FILE = "settings.toml"
KEYS_FILE = "keys.toml"
ASIDE = ".bad"
_STALE = 60
"""Seconds after which a half-written file belongs to nobody any more."""
_PATH_SHOWN = 200
_HEADS: Mapping[str, str] = {
    SETTINGS_FILE: "# Settings of skirmish. The game changes single lines and leaves the rest.\n",
    KEYS_FILE: "# Own keys of skirmish; 'skirmish keys' prints all that there are.\n",
}
Changes = Mapping[str, Value | None]


@frozen
class Keeper:
    """Keeps settings in a folder."""

    folder: Path

    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        """What is set, and whatever is wrong with the files; nothing set where there are none."""
        settings = Settings()
        problems: list[Problem] = []
        try:
            if (flat := self._flat(SETTINGS_FILE)) is not None:
                settings, found = read_settings(flat)
                problems += found
        except FileProblem as problem:
            problems += problem.problems
        try:
            if (flat := self._flat(KEYS_FILE)) is not None:
                keys, found = read_keys(flat)
                settings = evolve(settings, keys=keys)
                problems += found
        except FileProblem as problem:
            problems += problem.problems
        return settings, tuple(problems)

    def keep(self, old: Settings, new: Settings) -> tuple[str, ...]:
        """Write down what is not as it was; names of files that had to be put aside.

        Raises:
            UsageProblem: It cannot be written; what was there before is as it was.
        """
        changes = dict(differing(old, new))
        ids = dict.fromkeys((*old.keys, *new.keys))
        keys = {i: new.keys.get(i) for i in ids if new.keys.get(i) != old.keys.get(i)}
        whole: Mapping[str, Value] = dict(differing(Settings(), new))
        aside = [
            *self._write(SETTINGS_FILE, changes, whole),
            *self._write(KEYS_FILE, keys, new.keys),
        ]
        return tuple(aside)

    def _flat(self, name: str) -> Flat | None:
        """What a file says; None where there is none."""
        path = self.folder / name
        data = _bytes(path)
        where = shown(str(path), _PATH_SHOWN)
        return None if data is None else parsed(decoded(data, where), where)

    def _write(self, name: str, changes: Changes, whole: Mapping[str, Value]) -> Iterator[str]:
        """Bring a file up to date; the name under which the old one was put aside, if it was."""
        if not changes:
            return
        path = self.folder / name
        fresh = _HEADS[name] + "".join(f"{line_of(key, whole[key])}\n" for key in whole)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = self._text(name, changes, fresh)
            if text is None:
                yield shown(_put_aside(path).name)
            _sweep(path)
            replace_file(path, fresh if text is None else text)
        except (OSError, ValueError) as error:
            _refuse(path, error)

    def _text(self, name: str, changes: Changes, fresh: str) -> str | None:
        """A file's text with changes; None where it cannot be read or changed."""
        try:
            flat = self._flat(name)
            if flat is None:
                return fresh
            for key, value in changes.items():
                flat = parsed(changed(flat, key, value), flat.name)
        except (FileProblem, CannotEdit):
            return None
        return flat.text


def usual_keeper() -> Keeper:
    """The keeper of this player's own settings."""
    return Keeper(settings_folder())


def read_keys(flat: Flat) -> tuple[Mapping[str, str], tuple[Problem, ...]]:
    """The keys that a file gives, and what is wrong with it."""
    keys, faults = sound(flat.values)
    return keys, flat.problems([(fault.id, fault.what, fault.remedy) for fault in faults])


def check_keys(path: Path) -> tuple[Problem, ...]:
    """What is wrong with a file of keys.

    Raises:
        UsageProblem: There is no such file.
        FileProblem: It cannot be read at all.
    """
    data = _bytes(path)
    where = shown(str(path), _PATH_SHOWN)
    if data is None:
        raise UsageProblem("no such file", where, "name a file of keys")
    return read_keys(parsed(decoded(data, where), where))[1]


def _bytes(path: Path) -> bytes | None:
    """The bytes of a plain file, never many; None where there is none."""
    where = shown(str(path), _PATH_SHOWN)
    try:
        # Before opening: to open a pipe can wait for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileProblem(Problem("not a plain file", file=where, remedy="move it away"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a file's name"
        raise FileProblem(Problem(f"cannot be read: {why}", file=where)) from None
    if len(data) > MOST_BYTES:
        raise FileProblem(Problem("larger than 64 KiB", file=where, remedy="shorten it"))
    return data


def _put_aside(path: Path) -> Path:
    """Give a file another name, one that nothing has; the new one."""
    for number in count(1):
        place = path.with_name(f"{path.name}{ASIDE}{number if number > 1 else ''}")
        if not os.path.lexists(place):
            path.rename(place)
            return place
    raise AssertionError


def _sweep(path: Path) -> None:
    """Take away what a game left half-written that was ended in the middle of it."""
    path = Path(os.path.realpath(path))
    for left in path.parent.glob(f"{escape(path.name)}.*{PARTIAL_SUFFIX}"):
        if time.time() - left.stat().st_mtime > _STALE:
            left.unlink(missing_ok=True)


def _refuse(path: Path, error: Exception) -> NoReturn:
    why = getattr(error, "strerror", None) or "not a file's name"
    raise UsageProblem(
        f"cannot be written: {why}; what was set holds until you leave",
        shown(str(path), _PATH_SHOWN),
        f"make room, or set {HOME_VARIABLE} to another folder",
    ) from None
