"""Identity of the program: its version, and a hash of the files that decide a game's course."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from skirmish import __version__

GAME_PARTS = ("ai", "analysis/self_play.py", "core", "game", "rulesets", "scenario")
"""Files and folders of the package that decide the course of a game."""
ALL_PARTS = (*GAME_PARTS, "analysis")
"""The same with the files that decide what is measured of a game."""
ENDINGS = (".py", ".toml")


def program_version(parts: tuple[str, ...] = GAME_PARTS, root: Traversable | None = None) -> str:
    """Version and hash, such as `0.1.0+1b2c3d4e`; changes when a file of these parts changes.

    Args:
        parts: Paths of files and folders below `root`, with slashes.
        root: The folder of the package; by default that of `skirmish`.
    """
    whole = hashlib.sha256()
    root = root or files("skirmish")
    for part in parts:
        for name, file in _files(root.joinpath(*part.split("/")), part):
            whole.update(name.encode() + b"\0")
            whole.update(hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).digest())
    return f"{__version__}+{whole.hexdigest()[:8]}"


def _files(place: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The program's files in a place, by name; none where a checkout has no such place."""
    if place.is_dir():
        for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
            yield from _files(entry, f"{path}/{entry.name}")
    elif place.is_file() and place.name.endswith(ENDINGS):
        yield path, place
