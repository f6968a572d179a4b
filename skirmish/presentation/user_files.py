"""The player's files: folders, safe writing, and the ban on file access in a browser."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from skirmish.errors import UsageProblem

HOME_VARIABLE = "SKIRMISH_HOME"
"""Names a folder for all that is kept, instead of the usual ones of the system."""
_APP_NAME = "skirmish"
PARTIAL_SUFFIX = ".new"
"""How the name of a file ends that is not whole yet."""
SERVED_VARIABLE = "SKIRMISH_SERVED"
SERVED = "1"


def data_folder() -> Path:
    """Where records belong."""
    return _home_from_environment() or Path(platformdirs.user_data_dir(_APP_NAME))


def settings_folder() -> Path:
    """Where settings and keys belong."""
    return _home_from_environment() or Path(platformdirs.user_config_dir(_APP_NAME))


def _home_from_environment() -> Path | None:
    """The folder that HOME names; none where it names none."""
    named = os.environ.get(HOME_VARIABLE, "")
    if not named:
        return None
    try:
        return Path(named).expanduser()
    except RuntimeError:  # A home that nobody has: the name stands for itself.
        return Path(named)


def write_new(path: Path, text: str) -> None:
    """Write a file that was not there.

    Raises:
        OSError: It was, or cannot be written; then there is none.
    """
    file = path.open("x", encoding="utf-8", newline="\n")
    try:
        with file:
            file.write(text)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def replace_file(path: Path, text: str) -> None:
    """Write a file under another name first, and then put it in the place of what is there.

    Raises:
        OSError: It cannot be written; then what was there is left as it was.
    """
    # A link leads to where the player keeps the file: that one is replaced, the link stays.
    path = Path(os.path.realpath(path))
    half = path.with_name(f"{path.name}.{os.getpid()}{PARTIAL_SUFFIX}")
    try:
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def is_served(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether this process plays for a browser."""
    return environ.get(SERVED_VARIABLE) == SERVED


def need_own_terminal(what: str) -> None:
    """Ask this before a file is opened or written that the player named or asked for.

    Args:
        what: What he wants to do, as in "opening files".

    Raises:
        UsageProblem: He plays in a browser.
    """
    if is_served():
        raise UsageProblem(f"{what} is off in the browser", remedy="play in a terminal for that")
