"""Input and output of line mode: a terminal or a pipe, and line wrapping."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TextIO

from skirmish.core.gate import shown
from skirmish.core.gate import width as columns
from skirmish.errors import printable
from skirmish.shutdown import set_terminal_attributes, terminal_attributes

_CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, the screen cleared, then what was scrolled off it, where a terminal knows how."""
_MIN_WIDTH = 40
_MAX_LINE = 4000
"""Characters of one line that are read; what is longer is refused by whoever reads it."""
MAX_WIDTH = 100
_INDENT = "  "


try:
    import termios
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]


class Console:
    """Lines in, lines out. Nothing is written but words, and what clears the screen when asked."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Talk over these streams."""
        self._source = source
        self._sink = sink
        self._interactive = _is_terminal(source)
        self._on_terminal = _is_terminal(sink)
        own = source is sys.stdin and sink is sys.stdout
        self._has_editing = own and self._interactive and self._on_terminal and _enable_editing()
        self._prompt = ""
        if self._has_editing:
            self._restore_on_suspend()

    def _restore_on_suspend(self) -> None:
        """Give the terminal as it was to whoever has it while the program is stopped.

        What edits lines has switched off its echo, and would leave it so.
        """
        import readline  # noqa: PLC0415 - as below

        usual, editing = terminal_attributes(0), terminal_attributes(0)

        def prompted() -> None:
            nonlocal editing
            editing = terminal_attributes(0)

        def stop(*_: object) -> None:
            set_terminal_attributes(0, usual)
            os.kill(os.getpid(), signal.SIGSTOP)

        def go_on(*_: object) -> None:
            if self._prompt:
                set_terminal_attributes(0, editing)
                self._sink.write(f"\r{self._prompt}{readline.get_line_buffer()}")
                self._sink.flush()

        readline.set_pre_input_hook(prompted)
        signal.signal(signal.SIGTSTP, stop)
        signal.signal(signal.SIGCONT, go_on)

    @property
    def interactive(self) -> bool:
        """Whether a person types, so that he can be asked twice."""
        return self._interactive

    @property
    def can_clear(self) -> bool:
        """Whether what was said can be taken off the screen."""
        return self._on_terminal and os.environ.get("TERM", "dumb") != "dumb"

    def say(self, lines: Iterable[str]) -> None:
        """Say some sentences, folded to the width."""
        width = MAX_WIDTH
        if self._on_terminal:
            width = max(_MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size().columns - 1))
        for line in lines:
            for part in wrap(line, width):
                self._sink.write(part + "\n")
        self._sink.flush()

    def ask(self, prompt: str) -> str | None:
        """The next line; None at the end of input. What comes from a pipe is repeated."""
        if self._has_editing:
            return self._read_edited(f"{prompt}> ")
        self._sink.write(f"{prompt}> ")
        self._sink.flush()
        line = self._source.readline(_MAX_LINE)
        rest = line
        while len(rest) == _MAX_LINE and not rest.endswith("\n"):
            rest = self._source.readline(_MAX_LINE)
        if not line or not self._interactive:
            said = line.rstrip("\r\n") if line else ""
            self._sink.write(shown(said) + "\n")
        return line.rstrip("\r\n") if line else None

    def _read_edited(self, prompt: str) -> str | None:
        """A line that can be edited while it is typed, with those before it at the arrows."""
        self._prompt = prompt
        try:
            return input(prompt)
        except EOFError:
            self._sink.write("\n")
            return None
        finally:
            self._prompt = ""

    def discard_input(self) -> None:
        """Forget keys that were pressed too often: nobody is to come in by mistake."""
        if self._interactive and termios is not None:
            with suppress(termios.error, ValueError, OSError):
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def clear(self) -> None:
        """Take what was said off the screen and out of what can be scrolled back to."""
        if self._has_editing:
            clear_history()
        if self.can_clear:
            self._sink.write(_CLEAR_SCREEN)
            self._sink.flush()


def clear_history() -> None:
    """The lines that the player before has typed are nobody else's business."""
    import readline  # noqa: PLC0415 - as below

    readline.clear_history()


def _enable_editing() -> bool:
    """Whether lines can be edited here; of what is typed nothing is kept afterwards."""
    try:
        import readline  # noqa: PLC0415 - it changes the terminal
    except ImportError:  # not on every system
        return False
    readline.set_auto_history(True)
    # A tab is a space, as it is over a pipe; else it lists the files that lie about.
    readline.set_completer(None)
    readline.parse_and_bind("tab: self-insert")
    return True


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def wrap(text: str, width: int = MAX_WIDTH) -> Iterator[str]:
    """The lines of one sentence; all but the first are indented. A longer word stands alone."""
    text = printable(text).rstrip()
    if columns(text) <= width:
        yield text
        return
    line = text[: len(text) - len(text.lstrip())]
    empty = True
    for word in text.split():
        if not empty and columns(line) + 1 + columns(word) > width:
            yield line
            line, empty = _INDENT, True
        line += word if empty else f" {word}"
        empty = False
        while columns(line) > width:
            cut = _cut(line, width)
            yield line[:cut]
            line = _INDENT + line[cut:]
    yield line


def _cut(line: str, width: int) -> int:
    """How many characters of a line fit, at least one beyond the indent."""
    fits = len(line)
    while columns(line[:fits]) > width:
        fits -= 1
    return max(fits, len(_INDENT) + 1)
