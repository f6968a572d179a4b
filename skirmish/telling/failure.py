"""What is told and kept of a failure of the program itself; a battle outlives it.

What is told names no more than a kind of error and a line of the program: the words of an error may
hold what a side must not know, and values of variables are neither told nor kept.
"""

from __future__ import annotations

import os
import shlex
import traceback
from pathlib import Path
from subprocess import list2cmdline

from skirmish import __version__
from skirmish.core.gate import shown
from skirmish.game import Game
from skirmish.telling.home import data_folder

LOG = "failures.log"
_FULL = 2**18
"""Bytes from which the log begins anew."""
_PATH = 400


def note(error: BaseException) -> Path | None:
    """Write where the program failed at the end of the log; None where it cannot be written."""
    path = data_folder() / LOG
    told = "".join(traceback.format_exception(error))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > _FULL
        with path.open("w" if full else "a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"skirmish {__version__}\n{told}\n")
    except (OSError, ValueError):
        return None
    return path


def what(error: BaseException) -> str:
    """The kind of an error and where it arose: `ValueError at geometry.py:286`."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def survived(error: BaseException) -> str:
    """What a player is told whose question failed."""
    return f"This failed: {what(error)}; the battle goes on, the record is kept.{_noted(error)}"


def last_words(error: BaseException, game: Game | None, *, line: bool = False) -> list[str]:
    """What is told last where the program ends: what failed, and how to go on with a battle.

    Args:
        error: What ended it.
        game: The battle that was played, if there was one.
        line: Whether it was played in line mode.
    """
    head = f"skirmish has failed: {what(error)}.{_noted(error)}"
    return [head, *(kept(game, line=line) if game is not None else ())]


def kept(game: Game, *, line: bool = False) -> list[str]:
    """Where the record of a battle is, and the command that goes on with it."""
    path = game.record.path
    if path is None:
        return ["No record of the battle was kept."]
    where = shown(str(path), limit=_PATH)
    lines = [f"The record of the battle is kept: {where}"]
    if not game.over:
        typed = list2cmdline([where]) if os.name == "nt" else shlex.quote(where)
        lines.append(f"Go on with: skirmish play {'--line ' if line else ''}{typed}")
    return lines


def _noted(error: BaseException) -> str:
    path = note(error)
    return "" if path is None else f" More is in {shown(str(path), _PATH)}"
