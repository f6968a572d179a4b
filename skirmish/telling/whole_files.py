"""Text files that are written whole or not at all, whatever fails on the way."""

from __future__ import annotations

import os
from pathlib import Path

HALF = ".new"
"""How the name of a file ends that is not whole yet."""


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


def write_over(path: Path, text: str) -> None:
    """Write a file under another name first, and then put it in the place of what is there.

    Raises:
        OSError: It cannot be written; then what was there is left as it was.
    """
    # A link leads to where the player keeps the file: that one is replaced, the link stays.
    path = Path(os.path.realpath(path))
    half = path.with_name(f"{path.name}.{os.getpid()}{HALF}")
    try:
        with half.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
