"""Opening files that strangers sent: capped, nothing but plain files, nothing outside.

A scenario is opened where the player says; what a scenario names (a map) only in the scenario's
own folder or among the maps that come with the game.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from skirmish.core.sanitize import escaped, is_name
from skirmish.errors import UsageProblem
from skirmish.scenario.faults import Fault, did_you_mean
from skirmish.scenario.toml_positions import MOST_CHARS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    Source = Path | Traversable

SUFFIX = ".toml"
TUTORIAL = "first_steps"
MAP_SUFFIX = ".map"
MOST_BYTES = MOST_CHARS

# Names that some systems take for devices in every folder.
_DEVICES = (
    "con",
    "prn",
    "aux",
    "nul",
    "clock",
    *(f"{p}{n}" for p in ("com", "lpt") for n in range(10)),
)
_PLAIN = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def shipped() -> tuple[str, ...]:
    """Names of the scenarios that come with the game: first that which teaches it."""
    files = (entry.name for entry in _shipped("scenarios").iterdir())
    names = (name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX))
    return tuple(sorted(names, key=lambda name: (name != TUTORIAL, name)))


def find(name_or_path: str | Path) -> Source:
    """Where a scenario is: one that comes with the game by its name, else the path as it stands.

    Raises:
        UsageProblem: there is neither.
    """
    text = str(name_or_path)
    names = shipped() if is_name(text) else ()
    if text in names:
        return _shipped("scenarios") / f"{text}{SUFFIX}"
    if not text or "\0" in text:
        raise UsageProblem("no name of a file", escaped(text))
    path = Path(text)
    if _exists(path):
        return path
    remedy = did_you_mean(text, names) if is_name(text) else "see that the path is right"
    raise UsageProblem("no such scenario", escaped(text), remedy)


def _shipped(folder: str) -> Traversable:
    """The folder of the maps or scenarios of the game, looked for only when one is named."""
    from skirmish import resources  # noqa: PLC0415 - takes as long to load as everything else here

    return resources.maps() if folder == "maps" else resources.scenarios()


def _exists(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise _unreadable(path.name, error) from None
    return True


def name_of(source: Source) -> str:
    """The name of a file, safe to show; of a folder without a name, as it was given."""
    return escaped(source.name or str(source))


def scenario_bytes(source: Source) -> bytes:
    """What a scenario file holds.

    Raises:
        UsageProblem: it is no plain file, cannot be read, or is too large.
    """
    return _read(source, follow=True)


def map_bytes(name: str, folder: Path | None) -> tuple[str, bytes]:
    """What a map file holds, with its file name: of the folder, else of the maps of the game.

    Raises:
        UsageProblem: there is none, or it is not one to be opened.
    """
    if not is_name(name) or name in _DEVICES:
        raise UsageProblem(
            "no name of a map", remedy="small letters, digits and _ only, without folder or ending"
        )
    file = name + MAP_SUFFIX
    if folder is not None and os.path.lexists(folder / file):
        return file, _read(folder / file, follow=False)
    source = _shipped("maps") / file
    if not source.is_file():
        raise UsageProblem(f"no map '{name}'", remedy=did_you_mean(name, _shipped_maps()))
    return file, _read(source, follow=True)


def _shipped_maps() -> tuple[str, ...]:
    names = (entry.name for entry in _shipped("maps").iterdir())
    return tuple(sorted(n.removesuffix(MAP_SUFFIX) for n in names if n.endswith(MAP_SUFFIX)))


def _read(source: Source, *, follow: bool) -> bytes:
    try:
        if isinstance(source, Path):
            data = _read_plain(source, follow=follow)
        else:
            with source.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(source.name, error) from None
    if len(data) > MOST_BYTES:
        raise UsageProblem("larger than 1 MiB", name_of(source), "a scenario needs far less")
    return data


def _read_plain(path: Path, *, follow: bool) -> bytes:
    """The bytes of a plain file; a pipe, a device or a folder is not even opened."""
    if not stat.S_ISREG(path.stat(follow_symlinks=follow).st_mode):
        raise UsageProblem("not a plain file", name_of(path), "give the name of a text file")
    flags = os.O_RDONLY | _PLAIN | (0 if follow else getattr(os, "O_NOFOLLOW", 0))
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        # Asked again of what was opened: another file may have taken the name since.
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UsageProblem("not a plain file", name_of(path))
        return file.read(MOST_BYTES + 1)


def _unreadable(name: str, error: Exception) -> UsageProblem:
    why = error.strerror if isinstance(error, OSError) and error.strerror else "not a file's name"
    return UsageProblem(f"cannot be read: {why}", escaped(name))


def decoded(data: bytes) -> str | Fault:
    """The text of a file, its line breaks all of one kind."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start)
        return Fault((), "not UTF-8 text", "save it as UTF-8", row=row)
