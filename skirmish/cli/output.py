"""Output of commands: JSON, and new files that overwrite nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.presentation import user_files

LONGEST = 400


def in_json(data: Mapping[str, Any]) -> str:
    """Data as indented JSON."""
    import json

    return json.dumps(data, indent=2)


def check_new(*paths: Path | None) -> None:
    """Check before anything is played that new files can be written.

    Raises:
        UsageProblem: The file exists, or its folder does not.
    """
    for path in paths:
        if path is None:
            continue
        where = shown(str(path), LONGEST)
        try:
            if path.exists():
                raise UsageProblem("is there already", where, "choose another name")
        except (OSError, ValueError):
            raise UsageProblem("not a file's name", where) from None
        check_folder(path)


def check_folder(path: Path) -> None:
    """Check that the folder of a file exists.

    Raises:
        UsageProblem: It does not.
    """
    where = shown(str(path), LONGEST)
    try:
        if not path.parent.is_dir():
            raise UsageProblem("there is no such folder", where, "make it first")
    except (OSError, ValueError):
        raise UsageProblem("not a file's name", where) from None


def write_new(path: Path, text: str) -> None:
    """Write a new file.

    Raises:
        UsageProblem: It cannot be written.
    """
    try:
        user_files.write_new(path, text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not a file's name"
        where = shown(str(path), LONGEST)
        raise UsageProblem(f"cannot be written: {why}", where, "choose another name") from None
