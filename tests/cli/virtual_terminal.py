"""The command under a pseudo-terminal, and what its screen shows: keys in, rows of text out.

The terminal is a plain one: it knows where the next character goes and in which style, that the
screen may be wiped, that a wide sign takes two columns, and what has run off its upper edge. It
passes over modes. That is all that Textual asks of it.
"""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from skirmish.core.sanitize import display_width

COMMAND = Path(sys.executable).with_name("skirmish")
PATIENCE = 30.0
"""Seconds for which a text is waited for: a busy machine takes its time."""
LONGEST = 3.0
"""Seconds after which a screen that is still being drawn counts as at rest."""
_TOKEN = re.compile(
    r"\x1b\[(?P<numbers>[0-9;:?<>=$]*)(?P<final>[@-~])"  # A control sequence.
    r"|\x1b[\]P_^].*?(?:\x07|\x1b\\)"  # A string for the terminal, such as a title.
    r"|\x1b[()][0-9A-Z]|\x1b[=>78cM]"
    r"|(?P<text>[^\x1b\x00-\x1f]+)|(?P<control>[\x00-\x1f])",
    re.DOTALL,
)
_HALF = re.compile(r"\x1b(?:\[[0-9;:?<>=$]*|[\]P_^][^\x07]*)?$")
"""A sequence of which the end has not come yet."""


_GROUND = re.compile(r"(?:^|;)(4[0-79]|10[0-7]|48;5;\d+|48;2;\d+;\d+;\d+)(?=;|$)")
_LINED = re.compile(r"(?:^|;)(?:4|7|9|21|53)(?=;|$)")
_EMPTY = (" ", "")

Cell = tuple[str, str]
"""A sign and its style; behind a wide sign stands an empty one."""


class VirtualScreen:
    """What stands on a screen.

    Attributes:
        gone: The rows that ran off the upper edge, where a player can scroll back to them.
    """

    def __init__(self, columns: int, rows: int) -> None:
        """Begin with an empty one."""
        self.columns, self.lines = columns, rows
        self.gone: list[str] = []
        self._cells = [[_EMPTY] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._pen = ""
        self._half = ""

    @property
    def rows(self) -> tuple[str, ...]:
        """Its rows."""
        return tuple("".join(sign for sign, _ in row).rstrip() for row in self._cells)

    @property
    def text(self) -> str:
        """All of it, row under row."""
        return "\n".join(self.rows)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """Each cell with what there is to be seen of its style: of a blank one, its ground."""
        return tuple(tuple(_seen(cell) for cell in row) for row in self._cells)

    def resize(self, columns: int, rows: int) -> None:
        """Have another size; what has room stays."""
        blank = [_EMPTY] * columns
        kept = [[*row, *blank][:columns] for row in self._cells[:rows]]
        self._cells = kept + [list(blank) for _ in range(rows - len(kept))]
        self.columns, self.lines = columns, rows

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
            wide = display_width(char)
            if self._x + wide <= self.columns and self._y < self.lines:
                self._set(self._y, self._x, (char, self._pen))
                for x in range(self._x + 1, self._x + wide):
                    self._set(self._y, x, ("", self._pen))
            self._x += wide

    def _set(self, y: int, x: int, cell: Cell) -> None:
        """Write a cell; of a wide sign that stood there nothing stays."""
        row = self._cells[y]
        if not row[x][0] and cell[0] and x:
            row[x - 1] = (" ", row[x - 1][1])
        if x + 1 < self.columns and not row[x + 1][0] and row[x][0]:
            row[x + 1] = (" ", row[x + 1][1])
        row[x] = cell

    def _control(self, char: str) -> None:
        if char == "\r":
            self._x = 0
        elif char == "\b":
            self._x -= 1
        elif char == "\n" and self._y < self.lines - 1:
            self._y += 1
        elif char == "\n":
            self.gone.append(self.rows[0])
            self._cells = [*self._cells[1:], [_EMPTY] * self.columns]

    def _obey(self, numbers: str, final: str) -> None:
        if final == "H":
            row, _, column = numbers.partition(";")
            self._y = min(int(row or 1), self.lines) - 1
            self._x = int(column or 1) - 1
        elif final == "m":
            self._pen = ";".join(filter(None, (self._pen, numbers))) if numbers.strip("0") else ""
        elif (final == "J" and numbers == "2") or numbers + final == "?1049h":
            self._cells = [[_EMPTY] * self.columns for _ in range(self.lines)]


def _seen(cell: Cell) -> Cell:
    sign, style = cell
    if sign != " " or _LINED.search(style):
        return cell
    return sign, ";".join(_GROUND.findall(style))


class AppTerminal:
    """A player before the command, in a terminal of its own."""

    def __init__(
        self, master: int, process: subprocess.Popen[bytes], size: tuple[int, int]
    ) -> None:
        """Sit down."""
        self.screen = VirtualScreen(*size)
        self._master, self._process = master, process
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def press(self, *keys: str) -> None:
        """Type keys, each once the screen is at rest after the one before."""
        for key in keys:
            os.write(self._master, key.encode())
            self._rest()

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size, and wait until the screen is at rest."""
        self.screen.resize(columns, rows)
        termios.tcsetwinsize(self._master, (rows, columns))
        self._process.send_signal(signal.SIGWINCH)
        self._rest(1.0)

    def see_again(self, cells: tuple[tuple[Cell, ...], ...]) -> None:
        """Wait until these cells stand on the screen."""
        deadline = time.monotonic() + PATIENCE
        while self.screen.cells != cells:
            assert time.monotonic() < deadline, f"something else on\n{self.screen.text}"
            self._read(0.5)

    def steady(self) -> tuple[tuple[Cell, ...], ...]:
        """What stands on the screen once nothing has changed on it for a second."""
        deadline = time.monotonic() + PATIENCE
        before, since = self.screen.cells, time.monotonic()
        while time.monotonic() - since < 1:
            assert time.monotonic() < deadline, f"never still:\n{self.screen.text}"
            self._read(0.25)
            if self.screen.cells != before:
                before, since = self.screen.cells, time.monotonic()
        return before

    def writes(self, seconds: float) -> bool:
        """Whether the program writes anything within some seconds."""
        return self._read(seconds)

    def see(self, *texts: str) -> None:
        """Wait until all of these stand on the screen at once."""
        deadline = time.monotonic() + PATIENCE
        while not all(text in self.screen.text for text in texts):
            assert time.monotonic() < deadline, f"no {texts} on\n{self.screen.text}"
            self._read(0.5)

    def _rest(self, wait: float = 0.15) -> None:
        """Read until nothing comes for a while, or for `LONGEST` from a screen in motion."""
        deadline = time.monotonic() + LONGEST
        while self._read(wait) and time.monotonic() < deadline:
            pass

    def _read(self, wait: float) -> bool:
        if not select.select([self._master], [], [], wait)[0]:
            return False
        try:
            shown = os.read(self._master, 1 << 16)
        except OSError:  # So says Linux when the program has ended.
            return False
        self.screen.write(self._decoder.decode(shown))
        return bool(shown)


@contextmanager
def seated(
    arguments: Sequence[str | Path], environment: Mapping[str, str], size: tuple[int, int]
) -> Iterator[tuple[AppTerminal, subprocess.Popen[bytes]]]:
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
            yield AppTerminal(master, process, size), process
        finally:
            process.kill()
            os.close(master)
