"""The files of settings and keys in the player's folder.

`settings.toml` holds the settings, `keys.toml` the keys; a player may edit both. Faults are
reported and the rest is used. The game changes single lines; an unreadable file is renamed before a
new one is written, so that nothing is lost.
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

from skirmish.core.sanitize import escaped
from skirmish.errors import FileProblem, Problem, UsageProblem, os_reason
from skirmish.presentation.user_files import (
    HOME_VARIABLE,
    PARTIAL_SUFFIX,
    replace_file,
    settings_folder,
)
from skirmish.tui.keymap import checked_keys, key_groups
from skirmish.tui.screen_help import group_name
from skirmish.tui.settings import Settings, changed_settings, read_settings
from skirmish.tui.toml_edit import (
    MOST_BYTES,
    CannotEdit,
    TomlFile,
    Value,
    decode_utf8,
    edited,
    parse_toml,
    toml_line,
)

SETTINGS_FILE = "settings.toml"
KEYS_FILE = "keys.toml"
ASIDE = ".bad"
_STALE = 60
"""Seconds after which a half-written file is considered abandoned."""
_PATH_SHOWN = 200
_HEADS: Mapping[str, str] = {
    SETTINGS_FILE: "# Settings of skirmish. The game changes single lines and leaves the rest.\n",
    KEYS_FILE: "# Own keys of skirmish; 'skirmish keys' prints all of them.\n",
}
Changes = Mapping[str, Value | None]
_HEAD = """\
# Keys of skirmish.
#
# Save this as {file} and take the # from the lines that you
# change; the game reads it when it starts. 'skirmish keys --check FILE' reports its faults.
#
# A key is a character (m, M, ?), a name (enter, space, tab, escape, backspace, delete, home, f5,
# comma, full_stop), or one of them after ctrl+, alt+ or shift+. Several keys stand side by side
# with a comma between them; "" is no key. The number pad sends digits, or home, up, pageup and so
# on, depending on NumLock: a direction has both. Arrows, home, end, page up, page down and enter
# always go through lists. Not every terminal sends every key with ctrl+shift or alt.
"""


@frozen
class SettingsStore:
    """Settings saved in a folder."""

    folder: Path

    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        """The settings and the faults of the files; the defaults if there are no files."""
        settings = Settings()
        problems: list[Problem] = []
        try:
            if (toml := self._read(SETTINGS_FILE)) is not None:
                settings, found = read_settings(toml)
                problems += found
        except FileProblem as problem:
            problems += problem.problems
        try:
            if (toml := self._read(KEYS_FILE)) is not None:
                keys, found = read_keys(toml)
                settings = evolve(settings, keys=keys)
                problems += found
        except FileProblem as problem:
            problems += problem.problems
        return settings, tuple(problems)

    def save(self, old: Settings, new: Settings) -> tuple[str, ...]:
        """Write what has changed; return the new names of files that had to be renamed.

        Raises:
            UsageProblem: It cannot be written; the files are unchanged.
        """
        changes = dict(changed_settings(old, new))
        ids = dict.fromkeys((*old.keys, *new.keys))
        keys = {i: new.keys.get(i) for i in ids if new.keys.get(i) != old.keys.get(i)}
        whole: Mapping[str, Value] = dict(changed_settings(Settings(), new))
        aside = [
            *self._write(SETTINGS_FILE, changes, whole),
            *self._write(KEYS_FILE, keys, new.keys),
        ]
        return tuple(aside)

    def _read(self, name: str) -> TomlFile | None:
        """A parsed file; None if there is none."""
        path = self.folder / name
        data = _bytes(path)
        where = escaped(str(path), _PATH_SHOWN)
        return None if data is None else parse_toml(decode_utf8(data, where), where)

    def _write(self, name: str, changes: Changes, whole: Mapping[str, Value]) -> Iterator[str]:
        """Update a file; yields the new name of the old one if it was renamed."""
        if not changes:
            return
        path = self.folder / name
        fresh = _HEADS[name] + "".join(f"{toml_line(key, whole[key])}\n" for key in whole)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            text = self._text(name, changes, fresh)
            if text is None:
                yield escaped(_set_aside(path).name)
            _remove_stale(path)
            replace_file(path, fresh if text is None else text)
        except (OSError, ValueError) as error:
            _refuse(path, error)

    def _text(self, name: str, changes: Changes, fresh: str) -> str | None:
        """A file's text with changes; None if it cannot be read or changed."""
        try:
            toml = self._read(name)
            if toml is None:
                return fresh
            for key, value in changes.items():
                toml = parse_toml(edited(toml, key, value), toml.name)
        except (FileProblem, CannotEdit):
            return None
        return toml.text


def default_store() -> SettingsStore:
    """The store of this player."""
    return SettingsStore(settings_folder())


def read_keys(toml: TomlFile) -> tuple[Mapping[str, str], tuple[Problem, ...]]:
    """The keys of a file and its faults."""
    keys, faults = checked_keys(toml.values)
    return keys, toml.problems([(fault.id, fault.what, fault.remedy) for fault in faults])


def check_keys(path: Path) -> tuple[Problem, ...]:
    """The faults of a file of keys.

    Raises:
        UsageProblem: There is no such file.
        FileProblem: It cannot be read.
    """
    where = escaped(str(path), _PATH_SHOWN)
    if path.is_dir():
        raise UsageProblem("a folder, not a file", where, "name a file of keys")
    data = _bytes(path)
    if data is None:
        raise UsageProblem("no such file", where, "name a file of keys")
    return read_keys(parse_toml(decode_utf8(data, where), where))[1]


def _bytes(path: Path) -> bytes | None:
    """The content of a regular file, at most `MOST_BYTES`; None if there is none."""
    where = escaped(str(path), _PATH_SHOWN)
    try:
        # Before opening: opening a pipe can block for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileProblem(Problem("not a plain file", file=where, remedy="move it away"))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        why = os_reason(error)
        raise FileProblem(Problem(f"cannot be read: {why}", file=where)) from None
    if len(data) > MOST_BYTES:
        raise FileProblem(Problem("larger than 64 KiB", file=where, remedy="shorten it"))
    return data


def _set_aside(path: Path) -> Path:
    """Rename a file to an unused name; return the new path."""
    for number in count(1):
        place = path.with_name(f"{path.name}{ASIDE}{number if number > 1 else ''}")
        if not os.path.lexists(place):
            path.rename(place)
            return place
    raise AssertionError


def _remove_stale(path: Path) -> None:
    """Remove half-written files that an ended process left."""
    path = Path(os.path.realpath(path))
    for left in path.parent.glob(f"{escape(path.name)}.*{PARTIAL_SUFFIX}"):
        if time.time() - left.stat().st_mtime > _STALE:
            left.unlink(missing_ok=True)


def _refuse(path: Path, error: Exception) -> NoReturn:
    why = os_reason(error)
    raise UsageProblem(
        f"cannot be written: {why}; the setting lasts until you leave",
        escaped(str(path), _PATH_SHOWN),
        f"make room, or set {HOME_VARIABLE} to another folder",
    ) from None


def key_file_template(file: str) -> Iterator[str]:
    """The lines of a file with every default key, each as a comment."""
    yield from _HEAD.format(file=file).splitlines()
    listed: dict[str, None] = {}
    for name, keys in key_groups():
        new = [key for key in keys if key.id not in listed]
        listed |= dict.fromkeys(key.id for key in new)
        if new:
            yield ""
            yield f"# {group_name(name)}"
        for key in new:
            line = toml_line(key.id, key.keys.replace(",", ", "))
            yield f"#{line:<44} # {key.help}"
