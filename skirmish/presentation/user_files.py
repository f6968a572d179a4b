"""The player's files: folders, safe writing, and the ban on file access in a browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from skirmish.errors import UsageProblem

if TYPE_CHECKING:
    from skirmish.scenario.files import Source

HOME_VARIABLE = "SKIRMISH_HOME"
"""Environment variable that names one folder for all files instead of the system's."""
_APP_NAME = "skirmish"
PARTIAL_SUFFIX = ".new"
"""Suffix of a file that is still being written."""
SERVED_VARIABLE = "SKIRMISH_SERVED"
SERVED = "1"
_MOST_NAMED = 1000
"""Files of the player's own folder that a misspelt name is compared with."""


def data_folder() -> Path:
    """The folder of records and logs."""
    return _home_from_environment() or Path(platformdirs.user_data_dir(_APP_NAME))


def settings_folder() -> Path:
    """The folder of settings and keys."""
    return _home_from_environment() or Path(platformdirs.user_config_dir(_APP_NAME))


def scenario_folder() -> Path:
    """The folder of the player's own scenarios."""
    return data_folder() / "scenarios"


def _home_from_environment() -> Path | None:
    """The folder that the environment variable names; None if it is not set."""
    named = os.environ.get(HOME_VARIABLE, "")
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError:  # No such user: take the name literally.
        return Path(named)


def write_new(path: Path, content: str | bytes) -> None:
    """Write a new file, whole or not at all.

    Raises:
        OSError: It exists already or cannot be written; nothing is left behind.
    """
    data = content.encode() if isinstance(content, str) else content
    file = path.open("xb")
    try:
        with file:
            file.write(data)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file under another name, then replace the existing one by it.

    Raises:
        OSError: It cannot be written; the existing file is unchanged.
    """
    data = content.encode() if isinstance(content, str) else content
    # Replace the target of a symbolic link, not the link.
    path = Path(os.path.realpath(path))
    half = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL_SUFFIX}")
    try:
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def is_served() -> bool:
    """Whether this process plays for a browser."""
    return os.environ.get(SERVED_VARIABLE) == SERVED


def need_own_terminal(what: str) -> None:
    """Refuse to open or write files named by a player in a browser.

    Args:
        what: The action of the player, such as "opening files".

    Raises:
        UsageProblem: The player is in a browser.
    """
    if is_served():
        raise UsageProblem(f"{what} is off in the browser", remedy="play in a terminal for that")


def find_scenario(name_or_path: str | Path) -> Source:
    """The file of a scenario: of the game by name, by path, or from the player's own folder.

    A name in the player's own folder may lack its suffix.

    Raises:
        UsageProblem: There is no such scenario.
    """
    from skirmish.scenario import files  # noqa: PLC0415 - the title does not wait for scenarios

    text = str(name_or_path)
    if not is_served() and text not in files.shipped() and not os.path.lexists(text):
        for own in _own_files(text, files.SUFFIX):
            if os.path.isfile(own):  # noqa: PTH113 - a `Path` raises for a name that is too long
                return own
    return files.find(text, own_scenario_names())


def own_scenario_names() -> list[str]:
    """Names of scenarios in the player's own folder, without their suffix."""
    from skirmish.scenario.files import SUFFIX  # noqa: PLC0415 - as above

    if is_served():
        return []
    return sorted(path.stem for path in islice(scenario_folder().glob(f"*{SUFFIX}"), _MOST_NAMED))


def _own_files(name: str, suffix: str) -> Iterator[Path]:
    """Paths in the player's own folder that a name may mean; none for a path."""
    if name and name == Path(name).name and not any(char in name for char in "\\:\0"):
        if Path(name).suffix == suffix:
            yield scenario_folder() / name
        yield scenario_folder() / f"{name}{suffix}"
