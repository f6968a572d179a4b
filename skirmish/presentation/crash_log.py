"""Failures of the program itself: the log file and what the player is shown.

The player is shown only the kind of error and a line of the program: the message of an error may
contain what a side must not know. Values of variables are neither shown nor logged.
"""

from __future__ import annotations

import os
import shlex
import traceback
from pathlib import Path
from subprocess import list2cmdline

from skirmish import __version__
from skirmish.core.sanitize import escaped
from skirmish.game import Game
from skirmish.presentation.user_files import data_folder

LOG_NAME = "failures.log"
_LOG_LIMIT = 2**18
"""Size in bytes above which a new log is started."""
_LONGEST_PATH = 400


def log_failure(error: BaseException) -> Path | None:
    """Append the traceback to the log; None if it cannot be written."""
    path = data_folder() / LOG_NAME
    text = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > _LOG_LIMIT
        with path.open("w" if full else "a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"skirmish {__version__}\n{text}\n")
    except (OSError, ValueError):
        return None
    return path


def error_summary(error: BaseException) -> str:
    """The type and place of an error: `ValueError at geometry.py:286`."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def failure_notice(error: BaseException) -> str:
    """The message after a command that failed while the battle goes on."""
    failed = f"Error: {error_summary(error)}"
    return f"{failed}. The battle goes on; the record is safe.{_log_notice(error)}"


def exit_lines(error: BaseException, game: Game | None, *, line: bool = False) -> list[str]:
    """The last lines before the program ends: the failure, and how to resume the battle.

    Args:
        error: The error that ended the program.
        game: The battle that was played, if any.
        line: Whether it was played in line mode.
    """
    head = f"skirmish has failed: {error_summary(error)}.{_log_notice(error)}"
    return [head, *(record_lines(game, line=line) if game is not None else ())]


def record_lines(game: Game, *, line: bool = False) -> list[str]:
    """The place of a battle's record, and the command that resumes it."""
    path = game.record.path
    if path is None:
        return ["No record of the battle was kept."]
    where = escaped(str(path), limit=_LONGEST_PATH)
    lines = [f"The record of the battle is safe: {where}"]
    if not game.over:
        typed = list2cmdline([where]) if os.name == "nt" else shlex.quote(where)
        lines.append(f"Resume with: skirmish play {'--line ' if line else ''}{typed}")
    return lines


def _log_notice(error: BaseException) -> str:
    path = log_failure(error)
    return "" if path is None else f" Details: {escaped(str(path), _LONGEST_PATH)}"
