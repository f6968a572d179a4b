"""Safe reading of scenario and map files: size limits, regular files only, fixed folders.

A scenario is opened at the player's path; a map that it names only in the scenario's folder or
among the maps of the game.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from skirmish.core.sanitize import casefolded, escaped, is_name
from skirmish.errors import UsageProblem
from skirmish.scenario.faults import Fault, did_you_mean
from skirmish.scenario.toml_positions import MAX_CHARS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    Source = Path | Traversable

SUFFIX = ".toml"
TUTORIAL = "first_steps"
MAP_SUFFIX = ".map"
MAX_BYTES = MAX_CHARS
_MOST_SEEN = 1000
"""Number of names in the folder of a scenario that are searched for maps."""

# Names that some systems treat as devices in every folder.
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
    """The names of the scenarios of the game, the tutorial first."""
    files = (entry.name for entry in _shipped("scenarios").iterdir())
    names = (name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX))
    return tuple(sorted(names, key=lambda name: (name != TUTORIAL, name)))


def find(name_or_path: str | Path, own: Iterable[str] = ()) -> Source:
    """The file of a scenario: of the game by its name, else by path, else by its title.

    Args:
        name_or_path: The player's input.
        own: Names of the player's own scenarios, as suggestions for a misspelt name.

    Raises:
        UsageProblem: There is no such scenario.
    """
    text = str(name_or_path)
    names = shipped() if is_name(text) else ()
    if text in names:
        return _shipped("scenarios") / f"{text}{SUFFIX}"
    if not text or "\0" in text:
        raise UsageProblem("not a valid file name", escaped(text))
    path = Path(text)
    if _exists(path):
        return path
    titled = _titled(text)
    if len(titled) == 1:
        return _shipped("scenarios") / f"{titled[0]}{SUFFIX}"
    known = [*own, *names, *titled] if is_name(text) or titled else []
    remedy = did_you_mean(text, known) if known else "check the path"
    raise UsageProblem("no such scenario", escaped(text), remedy)


def _titled(text: str) -> list[str]:
    """The scenarios of the game with this title or name, but for "the", case, spaces and dashes."""
    wanted, folder = _bare(text), _shipped("scenarios")
    found = []
    for name in shipped() if wanted else ():
        title = tomllib.loads((folder / f"{name}{SUFFIX}").read_text("utf-8"))["title"]
        if wanted in (_bare(title), _bare(name)):
            found.append(name)
    return found


def _bare(title: str) -> str:
    """The letters and digits of a title, without case and a leading "the"."""
    words = re.findall(r"[^\W_]+", casefolded(title))
    return "".join(words[words[:1] == ["the"] :])


def _shipped(folder: str) -> Traversable:
    """The folder of the maps or scenarios of the game, found on demand."""
    from skirmish import resources  # noqa: PLC0415 - as slow to load as all of this module

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
    """The name of a file, safe to show; its path if it has no name."""
    return escaped(source.name or str(source))


def scenario_bytes(source: Source) -> bytes:
    """Return the content of a scenario file.

    Raises:
        UsageProblem: It is not a regular file, cannot be read, or is too large.
    """
    return _read(source, follow=True)


def map_bytes(name: str, folder: Path | None) -> tuple[str, bytes]:
    """Return name and content of a map file, in the folder or else among the maps of the game.

    Raises:
        UsageProblem: There is no such map, or it may not be opened.
    """
    if not is_name(name):
        remedy = "a small letter, then small letters, digits or _, without folder or ending"
        raise UsageProblem("not a valid name of a map", remedy=remedy)
    if name in _DEVICES:
        what, remedy = "the name of a device on some systems, not of a map", "rename the map"
        raise UsageProblem(what, remedy=remedy)
    file = name + MAP_SUFFIX
    if folder is not None and os.path.lexists(folder / file):
        return file, _read(folder / file, follow=False)
    source = _shipped("maps") / file
    if not source.is_file():
        known = (*_maps_in(folder), *_shipped_maps())
        raise UsageProblem(f"no map '{name}'", remedy=did_you_mean(name, known))
    return file, _read(source, follow=True)


def _maps_in(folder: Path | None) -> tuple[str, ...]:
    """Names of the maps beside a scenario; none if the folder cannot be read."""
    try:
        paths = islice(folder.iterdir(), _MOST_SEEN) if folder is not None else ()
        names = [path.stem for path in paths if path.suffix == MAP_SUFFIX]
    except OSError:
        return ()
    return tuple(sorted(name for name in names if is_name(name)))


def _shipped_maps() -> tuple[str, ...]:
    names = (entry.name for entry in _shipped("maps").iterdir())
    return tuple(sorted(n.removesuffix(MAP_SUFFIX) for n in names if n.endswith(MAP_SUFFIX)))


def _read(source: Source, *, follow: bool) -> bytes:
    try:
        if isinstance(source, Path):
            data = _read_plain(source, follow=follow)
        else:
            with source.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(source.name, error) from None
    if len(data) > MAX_BYTES:
        raise UsageProblem("larger than 1 MiB", name_of(source), "such a file needs far less")
    return data


def _read_plain(path: Path, *, follow: bool) -> bytes:
    """Read a regular file; pipes, devices and folders are not opened."""
    if not stat.S_ISREG(path.stat(follow_symlinks=follow).st_mode):
        raise UsageProblem("not a plain file", name_of(path), "give the name of a text file")
    flags = os.O_RDONLY | _PLAIN | (0 if follow else getattr(os, "O_NOFOLLOW", 0))
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as file:
        # Checked again after opening, because the name may have been reassigned.
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise UsageProblem("not a plain file", name_of(path))
        return file.read(MAX_BYTES + 1)


def _unreadable(name: str, error: Exception) -> UsageProblem:
    why = error.strerror if isinstance(error, OSError) and error.strerror else "not a file's name"
    remedy = "check that it exists and may be opened"
    return UsageProblem(f"cannot be read: {why}", escaped(name), remedy)


def decoded(data: bytes) -> str | Fault:
    r"""Return the text of a file with `\n` line breaks, or its fault."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start)
        return Fault((), "not UTF-8 text", "save it as UTF-8", row=row)
