"""The location of the maps and scenarios that come with the game.

A wheel carries them inside the package, a checkout (and so an editable install) at its top level.
Both functions return a `Traversable`, not a path: the package may be running from a zip file.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from skirmish.errors import UsageProblem


def maps() -> Traversable:
    """Folder of the maps that come with the game (`<name>.map`)."""
    return folder(files("skirmish"), "maps")


def scenarios() -> Traversable:
    """Folder of the scenarios that come with the game (`<name>.toml`)."""
    return folder(files("skirmish"), "scenarios")


def folder(package: Traversable, name: str) -> Traversable:
    """Find the folder `name` inside `package`, else beside it.

    Raises:
        UsageProblem: It is in neither place, so the installation is incomplete.
    """
    packed = package / name
    if packed.is_dir():
        return packed
    if isinstance(package, Path) and (beside := package.parent / name).is_dir():
        return beside
    raise UsageProblem(
        f"the {name} that come with the game are missing", remedy="install the game again"
    )
