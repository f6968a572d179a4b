"""Files of records: safe reading, and the journal to which a game in progress is written.

Only regular files are opened, never through a link, and their size is checked before reading.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from skirmish.core.sanitize import escaped
from skirmish.errors import RecordProblem, UsageProblem, os_reason
from skirmish.record.limits import MAX_FILE, too_large

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks
    fcntl = None  # type: ignore[assignment]  # as the module is used

# Flags that a system lacks are 0; the checks by `stat` remain.
SAFE = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def read_bytes(path: Path) -> bytes:
    """Return the content of a record's file.

    Raises:
        UsageProblem: It is not a regular file, or cannot be read.
        RecordProblem: It is larger than a record may be.
    """
    descriptor = open_regular(path, os.O_RDONLY)
    try:
        return read_whole(descriptor, path)
    finally:
        os.close(descriptor)


def open_regular(path: Path, flags: int) -> int:
    """Open an existing regular file."""
    try:
        # Checked before opening: opening a device can have an effect.
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
        raise UsageProblem("is not a file", name_of(path), "name the record of a game")
    if status.st_size > MAX_FILE:
        raise too_large(name_of(path))


def delete_file(path: Path) -> None:
    """Delete a record's file, unless its game is being played.

    Raises:
        UsageProblem: It is not a regular file, is open elsewhere, or cannot be deleted.
    """
    descriptor = open_regular(path, os.O_RDWR)
    try:
        _lock(descriptor, path)
    finally:
        os.close(descriptor)  # Windows deletes no open file.
    try:
        path.unlink()
    except OSError as error:
        raise _cannot("be deleted", path, error) from None


def read_whole(descriptor: int, path: Path) -> bytes:
    """Return the content of an open file.

    Raises:
        UsageProblem: It cannot be read.
        RecordProblem: It is larger than a record may be.
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
    """Lock an open file for writing until it is closed; return False if another process has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # file systems without locks are not protected, like Windows
    return True


def _cannot(be_done: str, path: Path, error: Exception) -> UsageProblem:
    why = os_reason(error, "its name is not a valid file name")
    return UsageProblem(
        f"cannot {be_done}: {why}", name_of(path), "check that it exists and may be opened"
    )


def name_of(path: Path) -> str:
    """Return a path in a form for messages."""
    return escaped(str(path))


_NAMELESS = getattr(os, "O_TMPFILE", 0)
_MAX_NAMES = 1000


class Journal:
    """An open, locked file of a record; lines are only appended."""

    def __init__(self, descriptor: int, path: Path, size: int, *, sync: bool) -> None:
        """Append from `size`, the end of the file."""
        self.path = path
        self._descriptor = descriptor
        self._size = size
        self._sync = sync
        self._shut = ""

    @classmethod
    def create(cls, path: Path, text: bytes, *, sync: bool = True) -> Journal:
        """Create a file with this text; it appears complete or not at all.

        Raises:
            FileExistsError: The name exists.
            RecordProblem: It cannot be written.
        """
        if os.path.lexists(path):
            raise FileExistsError(path)
        try:
            descriptor = _appear_whole(path, text, sync=sync)
            if descriptor < 0:
                descriptor = _create_named(path, text, sync=sync)
        except FileExistsError:
            raise
        except (OSError, ValueError) as error:
            raise _unwritable(path, error, "name another file or folder") from None
        return cls(descriptor, path, len(text), sync=sync)

    @classmethod
    def create_new(cls, path: Path, text: bytes, *, sync: bool = True) -> Journal:
        """Create a file like `create`; RecordProblem when the name exists."""
        try:
            return cls.create(path, text, sync=sync)
        except FileExistsError:
            raise RecordProblem(
                "exists already", name_of(path), "name another file, or load that game"
            ) from None

    @classmethod
    def reopen(cls, path: Path, *, sync: bool = True) -> tuple[Journal, bytes]:
        """Open and lock an existing file; return its journal and its content.

        Raises:
            UsageProblem: It is not a regular file, cannot be written, or is open elsewhere.
        """
        descriptor = open_regular(path, os.O_RDWR)
        try:
            _lock(descriptor, path)
            text = read_whole(descriptor, path)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor, path, len(text), sync=sync), text

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._size

    def cut(self, size: int) -> None:
        """Truncate the file to `size` bytes.

        Raises:
            RecordProblem: It cannot be truncated.
        """
        try:
            os.ftruncate(self._descriptor, size)
            self._flush()
        except OSError as error:
            raise _unwritable(self.path, error) from None
        self._size = size

    def append(self, text: bytes) -> None:
        """Write a line and sync it to disk; a failed write is undone.

        Raises:
            RecordProblem: It cannot be written.
        """
        if self._shut:
            raise RecordProblem(self._shut, name_of(self.path), "load the game again")
        try:
            os.lseek(self._descriptor, self._size, os.SEEK_SET)
            _write(self._descriptor, text)
            self._flush()
        except BaseException as error:
            self._take_back()
            if isinstance(error, OSError):
                raise _unwritable(self.path, error) from None
            raise
        self._size += len(text)

    def _flush(self) -> None:
        if self._sync:
            os.fsync(self._descriptor)

    def _take_back(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            self._shut = "ends in an incomplete line that could not be removed"

    def close(self) -> None:
        """Close and unlock the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            self._shut = "is closed"


def _unwritable(
    path: Path, error: Exception, remedy: str = "fix that, then give the order again"
) -> RecordProblem:
    why = os_reason(error, "its name is not a valid file name")
    return RecordProblem(f"cannot be written: {why}", name_of(path), remedy)


def _lock(descriptor: int, path: Path) -> None:
    if not lock(descriptor):
        raise UsageProblem(
            "this game is already open elsewhere", name_of(path), "close it there first"
        )


def _write(descriptor: int, text: bytes) -> None:
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _appear_whole(path: Path, text: bytes, *, sync: bool) -> int:
    """Create a file that gets its name when it is complete; return -1 if unsupported.

    A process that is killed meanwhile leaves no file.
    """
    if not _NAMELESS:
        return -1
    try:
        descriptor = os.open(path.parent, os.O_RDWR | _NAMELESS | os.O_CLOEXEC, 0o644)
    except OSError:
        return -1
    try:
        _fill(descriptor, path, text, sync=sync)
        if _name(descriptor, path):
            _sync_folder(path, sync=sync)
            return descriptor
    except BaseException:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return -1


def _name(descriptor: int, path: Path) -> bool:
    """Name an unnamed file, False if unsupported; FileExistsError when the name exists."""
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        # With a folder given, Python follows the link in the first name.
        os.link(f"/proc/self/fd/{descriptor}", path.name, dst_dir_fd=folder)
    except FileExistsError:
        raise
    except OSError:
        return False
    finally:
        os.close(folder)
    return True


def _create_named(path: Path, text: bytes, *, sync: bool) -> int:
    """Create a file under its name; remove it if it cannot be written."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | SAFE, 0o644)
    try:
        _fill(descriptor, path, text, sync=sync)
        _sync_folder(path, sync=sync)
    except BaseException:
        os.close(descriptor)
        with suppress(OSError):
            path.unlink()
        raise
    return descriptor


def _fill(descriptor: int, path: Path, text: bytes, *, sync: bool) -> None:
    _lock(descriptor, path)
    _write(descriptor, text)
    if sync:
        os.fsync(descriptor)


def _sync_folder(path: Path, *, sync: bool) -> None:
    """Sync the folder of a new file, where the system allows it."""
    if not sync:
        return
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def create_in(folder: Path, stem: str, text: bytes, *, sync: bool = True) -> Journal:
    """Create a record's file in a folder, with a counter in its name where the name exists.

    Raises:
        RecordProblem: It cannot be written, or a thousand names exist.
    """
    for count in range(1, _MAX_NAMES + 1):
        name = f"{stem}.skr" if count == 1 else f"{stem}-{count}.skr"
        with suppress(FileExistsError):
            return Journal.create(folder / name, text, sync=sync)
    raise RecordProblem(
        "this name has a thousand records already", name_of(folder / stem), "remove some"
    )
