"""A command in a terminal that is its controlling one: it hangs up as a closed window does."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.cli.virtual_terminal import PATIENCE

SIZE = (80, 24)


class Session:
    """A process and its terminal."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, slave: int) -> None:
        """Keep both ends of the terminal: one to type and read, one to ask for its modes."""
        self.process = process
        self.before = termios.tcgetattr(slave)
        self.shown = b""
        self._master, self._slave = master, slave

    @property
    def modes(self) -> list[Any]:
        """Echo and the like, as they are now."""
        return termios.tcgetattr(self._slave)

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed by itself."""
        return bool(self.modes[3] & termios.ECHO)

    def type(self, keys: bytes) -> None:
        """Type, without waiting for anything."""
        with suppress(OSError):
            os.write(self._master, keys)

    def push(self, keys: bytes, seconds: float) -> bool:
        """Type, reading meanwhile so that neither end waits for the other; whether all was taken.

        A process that has ended takes everything.
        """
        end = time.monotonic() + seconds
        while keys and self.process.poll() is None:
            if time.monotonic() > end:
                return False
            with suppress(OSError):
                if select.select([], [self._master], [], 0.02)[1]:
                    keys = keys[os.write(self._master, keys[:256]) :]
            self.read(0.001)
        return True

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        termios.tcsetwinsize(self._slave, (rows, columns))
        self.process.send_signal(signal.SIGWINCH)

    def read(self, seconds: float) -> None:
        """Read what is written in this time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self._master], [], [], left)[0]:
                return
            try:
                self.shown += os.read(self._master, 1 << 16)
            except OSError:  # The process has ended.
                time.sleep(min(left, 0.01))
                return

    def see(self, wanted: bytes) -> None:
        """Wait until something has been written."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.shown:
            assert time.monotonic() < end, self.shown[-300:]
            self.read(0.1)

    def until(self, what: Callable[[], bool]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, self.shown[-300:]
            self.read(0.05)

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self._slave)
        os.close(self._master)
        self._slave = self._master = -1

    def ends(self, seconds: float = PATIENCE, *, read: bool = True) -> int:
        """The exit code, as Popen has it; the process has to end within this time."""
        end = time.monotonic() + seconds
        while (code := self.process.poll()) is None:
            assert time.monotonic() < end, f"still alive: {self.shown[-300:]!r}"
            if read and self._master >= 0:
                self.read(0.02)
            else:
                time.sleep(0.02)
        if read and self._master >= 0:
            self.read(0.02)  # what it wrote last
        return code

    def close(self) -> None:
        """End whatever is left."""
        self.process.kill()
        self.process.wait()
        if self._master >= 0:
            self.hang_up()


@contextmanager
def session(
    command: Sequence[str | Path],
    environment: Mapping[str, str],
    size: tuple[int, int] = SIZE,
    *,
    controlling: bool = True,
) -> Iterator[Session]:
    """A command in a terminal of so many columns and rows.

    Where that is not its controlling one, no signal comes when it is closed.
    """
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (size[1], size[0]))

    def take() -> None:
        # What runs the tests may ignore them, as a job in the background does.
        for asked in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
            signal.signal(asked, signal.SIG_DFL)
        if controlling:
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        list(command),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **environment, "TERM": "xterm-256color"},
        start_new_session=True,
        preexec_fn=take,  # noqa: PLW1509 - no other thread holds a lock here
    )
    made = Session(process, master, slave)
    try:
        yield made
    finally:
        made.close()
