"""Opening the files of records: regular files only, never through a link, capped before reading."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from skirmish.core.gate import shown
from skirmish.errors import UsageProblem
from skirmish.record.limits import MAX_FILE, too_large

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks; two programs must take care
    fcntl = None  # type: ignore[assignment]

# Flags that some systems lack are 0 there: the checks by `stat` remain.
SAFE = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def read_bytes(path: Path) -> bytes:
    """The whole of a record's file.

    Raises:
        UsageProblem: It is no regular file, or may not be read.
        RecordProblem: It is larger than any record, or cannot be read.
    """
    descriptor = open_regular(path, os.O_RDONLY)
    try:
        return read_whole(descriptor, path)
    finally:
        os.close(descriptor)


def open_regular(path: Path, flags: int) -> int:
    """Open an existing regular file."""
    try:
        # Before opening: to open a device can already have an effect.
        _check_regular(os.lstat(path), path)
        descriptor = os.open(path, flags | SAFE)
    except (OSError, ValueError) as error:
        raise _cannot("be opened", path, error) from None
    try:
        _check_regular(os.fstat(descriptor), path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(status: os.stat_result, path: Path) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise UsageProblem("is a link", name_of(path), "name the file itself")
    if not stat.S_ISREG(status.st_mode):
        raise UsageProblem("is no file", name_of(path), "name the record of a game")
    if status.st_size > MAX_FILE:
        raise too_large(name_of(path))


def read_whole(descriptor: int, path: Path) -> bytes:
    """All that an open file holds.

    Raises:
        UsageProblem: It cannot be read.
        RecordProblem: It is larger than any record.
    """
    parts, size = [], 0
    try:
        while part := os.read(descriptor, 2**20):
            parts.append(part)
            size += len(part)
            if size > MAX_FILE:
                raise too_large(name_of(path))
    except OSError as error:
        raise _cannot("be read", path, error) from None
    return b"".join(parts)


def lock(descriptor: int) -> bool:
    """Whether nobody else has an open file to write to; until it is closed, nobody else gets it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # file systems without locks: as on Windows, two programs must take care
    return True


def _cannot(be_done: str, path: Path, error: Exception) -> UsageProblem:
    why = getattr(error, "strerror", None) or "its name is none that a file can have"
    return UsageProblem(
        f"cannot {be_done}: {why}", name_of(path), "see that it is there and may be opened"
    )


def name_of(path: Path) -> str:
    """A path as messages quote it."""
    return shown(str(path))
