"""Which program this is: its version, and a hash of all that decides how a game goes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from skirmish import __version__

PLAYED = ("ai", "core", "game", "lab/ladder/maker.py", "lab/play.py", "rulesets", "scenario")
"""What decides how a game goes, and on what ground the ladder plays it."""
MEASURED = (*PLAYED, "lab")
"""What decides what is measured of it, too."""
ENDINGS = (".py", ".toml")


def identity(parts: tuple[str, ...] = PLAYED, package: Traversable | None = None) -> str:
    """`0.1.0+1b2c3d4e`: another one as soon as a file of these parts is another."""
    whole = hashlib.sha256()
    package = package or files("skirmish")
    for part in parts:
        for name, file in _files(package.joinpath(*part.split("/")), part):
            whole.update(name.encode() + b"\0")
            whole.update(hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).digest())
    return f"{__version__}+{whole.hexdigest()[:8]}"


def _files(place: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The program's files in a place, by name."""
    if place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _files(entry, f"{path}/{entry.name}")
    elif place.name.endswith(ENDINGS):
        yield path, place
