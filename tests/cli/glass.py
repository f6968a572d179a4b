"""The command under a pseudo-terminal, and what its screen shows: keys in, rows of text out.

The terminal is a plain one: it knows where the next character goes and that the screen may be
wiped, and passes over colours and modes. That is all that Textual asks of it.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from skirmish.core.gate import width

COMMAND = Path(sys.executable).with_name("skirmish")
PATIENCE = 30.0
"""Seconds for which a text is waited for: a busy machine takes its time."""
_TOKEN = re.compile(
    r"\x1b\[(?P<numbers>[0-9;:?<>=$]*)(?P<final>[@-~])"  # A control sequence.
    r"|\x1b[\]P_^].*?(?:\x07|\x1b\\)"  # A string for the terminal, such as a title.
    r"|\x1b[()][0-9A-Z]|\x1b[=>78cM]"
    r"|(?P<text>[^\x1b\x00-\x1f]+)|(?P<control>[\x00-\x1f])",
    re.DOTALL,
)
_HALF = re.compile(r"\x1b(?:\[[0-9;:?<>=$]*|[\]P_^][^\x07]*)?$")
"""A sequence of which the end has not come yet."""


class Glass:
    """What stands on a screen."""

    def __init__(self, columns: int, rows: int) -> None:
        """Begin with an empty one."""
        self.columns, self.lines = columns, rows
        self._cells = [[" "] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._half = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """Its rows."""
        return tuple("".join(row).rstrip() for row in self._cells)

    @property
    def text(self) -> str:
        """All of it, row under row."""
        return "\n".join(self.rows)

    def write(self, text: str) -> None:
        """Take what a program writes."""
        text = self._half + text
        half = _HALF.search(text)
        self._half = half[0] if half else ""
        for token in _TOKEN.finditer(text.removesuffix(self._half)):
            if token["text"]:
                self._put(token["text"])
            elif token["control"]:
                self._control(token["control"])
            elif token["final"]:
                self._obey(token["numbers"], token["final"])

    def _put(self, text: str) -> None:
        for char in text:
            if self._x < self.columns and self._y < self.lines:
                self._cells[self._y][self._x] = char
            self._x += width(char)

    def _control(self, char: str) -> None:
        if char == "\r":
            self._x = 0
        elif char == "\n":
            self._y += 1
        elif char == "\b":
            self._x -= 1

    def _obey(self, numbers: str, final: str) -> None:
        if final == "H":
            row, _, column = numbers.partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1
        elif (final == "J" and numbers == "2") or numbers + final == "?1049h":
            self._cells = [[" "] * self.columns for _ in range(self.lines)]


class Seat:
    """A player before the command, in a terminal of its own."""

    def __init__(self, master: int, columns: int, rows: int) -> None:
        """Sit down."""
        self.glass = Glass(columns, rows)
        self._master = master

    def press(self, *keys: str) -> None:
        """Type keys, each once the screen is at rest after the one before."""
        for key in keys:
            os.write(self._master, key.encode())
            self._rest()

    def see(self, *texts: str) -> None:
        """Wait until all of these stand on the screen at once."""
        deadline = time.monotonic() + PATIENCE
        while not all(text in self.glass.text for text in texts):
            assert time.monotonic() < deadline, f"no {texts} on\n{self.glass.text}"
            self._read(0.5)

    def _rest(self) -> None:
        while self._read(0.15):
            pass

    def _read(self, wait: float) -> bool:
        if not select.select([self._master], [], [], wait)[0]:
            return False
        try:
            shown = os.read(self._master, 1 << 16)
        except OSError:  # So says Linux when the program has ended.
            return False
        self.glass.write(shown.decode(errors="replace"))
        return bool(shown)


@contextmanager
def seated(
    arguments: Sequence[str | Path], environment: Mapping[str, str], size: tuple[int, int]
) -> Iterator[tuple[Seat, subprocess.Popen[bytes]]]:
    """The installed command in a terminal of so many columns and rows."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (size[1], size[0]))
    with subprocess.Popen(
        [COMMAND, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, **environment, "TERM": "xterm-256color"},
        start_new_session=True,
    ) as process:
        os.close(slave)
        try:
            yield Seat(master, *size), process
        finally:
            process.kill()
            os.close(master)
