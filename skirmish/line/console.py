"""Input and output of line mode: a terminal or a pipe, and line wrapping."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TextIO

from skirmish.core.sanitize import display_width as columns
from skirmish.core.sanitize import escaped
from skirmish.errors import printable
from skirmish.shutdown import set_terminal_attributes, terminal_attributes

_CLEAR_SCREEN = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, clear the screen, clear the scrollback."""
_MIN_WIDTH = 40
_MAX_LINE = 4000
"""Characters of a line that are read; the interpreter refuses longer lines."""
MAX_WIDTH = 100
_INDENT = "  "


try:
    import termios
except ImportError:
    termios = None  # type: ignore[assignment]  # not on every system


class Console:
    """Line input and output over two streams; the only control sequence clears the screen."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Open a console over these streams."""
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
        """Restore the terminal while the program is suspended (Ctrl-Z), and the prompt afterwards.

        Readline switches off the echo, and would leave it off.
        """
        import readline  # noqa: PLC0415 - as below

        usual, editing = terminal_attributes(0), terminal_attributes(0)

        def stop(*_: object) -> None:
            nonlocal editing
            editing = terminal_attributes(0)
            set_terminal_attributes(0, usual)
            # To this thread alone, so that the process stops here and not later.
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)
            resume()

        def resume(*_: object) -> None:
            # Also called for SIGCONT, which another thread may receive while this one waits for a
            # key.
            if self._prompt:
                set_terminal_attributes(0, editing)
                self._sink.write(f"\r{self._prompt}{readline.get_line_buffer()}")
                self._sink.flush()

        signal.signal(signal.SIGTSTP, stop)
        signal.signal(signal.SIGCONT, resume)

    @property
    def interactive(self) -> bool:
        """Whether input comes from a terminal, so that the player can confirm."""
        return self._interactive

    @property
    def can_clear(self) -> bool:
        """Whether the output can be cleared."""
        return self._on_terminal and os.environ.get("TERM", "dumb") != "dumb"

    def say(self, lines: Iterable[str]) -> None:
        """Write sentences, wrapped to the width of the terminal."""
        width = MAX_WIDTH
        if self._on_terminal:
            width = max(_MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size().columns - 1))
        for line in lines:
            for part in wrap(line, width):
                self._sink.write(part + "\n")
        self._sink.flush()

    def ask(self, prompt: str) -> str | None:
        """The next line; None at the end of input. Input from a pipe is echoed."""
        if self._has_editing:
            return self._read_edited(f"{prompt}> ")
        self._sink.write(f"{prompt}> ")
        self._sink.flush()
        line = self._source.readline(_MAX_LINE)
        rest = line
        while len(rest) == _MAX_LINE and not rest.endswith("\n"):
            rest = self._source.readline(_MAX_LINE)
        if not line or not self._interactive:
            echo = line.rstrip("\r\n") if line else ""
            self._sink.write(escaped(echo) + "\n")
        return line.rstrip("\r\n") if line else None

    def _read_edited(self, prompt: str) -> str | None:
        """The next line, with line editing and history; None at the end of input."""
        self._prompt = prompt
        try:
            return input(prompt)
        except EOFError:
            self._sink.write("\n")
            return None
        finally:
            self._prompt = ""

    @property
    def has_input(self) -> bool:
        """Whether the player at a terminal has typed a line that is not read yet."""
        if not self._interactive:
            return False
        with suppress(ValueError, OSError):
            return bool(select.select([self._source.fileno()], [], [], 0)[0])
        return False

    def discard_input(self) -> bool:
        """Discard pending keys, so that a repeated key does not answer the next prompt.

        Returns:
            Whether a whole line was discarded, as far as the terminal shows.
        """
        dropped = False
        if self._interactive and termios is not None:
            with suppress(termios.error, ValueError, OSError):
                keyboard = self._source.fileno()
                dropped = bool(select.select([keyboard], [], [], 0)[0])
                termios.tcflush(keyboard, termios.TCIFLUSH)
        return dropped

    def clear(self) -> None:
        """Clear the screen, the scrollback and the history of typed lines."""
        if self._has_editing:
            clear_history()
        if self.can_clear:
            self._sink.write(_CLEAR_SCREEN)
            self._sink.flush()


def clear_history() -> None:
    """Clear the history of typed lines, which the next player must not see."""
    import readline  # noqa: PLC0415 - as below

    readline.clear_history()


def _enable_editing() -> bool:
    """Enable line editing if readline exists; false if it does not."""
    try:
        import readline  # noqa: PLC0415 - it changes the terminal
    except ImportError:  # not on every system
        return False
    readline.set_auto_history(True)
    # A tab inserts itself, as over a pipe, instead of completing file names.
    readline.set_completer(None)
    readline.parse_and_bind("tab: self-insert")
    return True


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def wrap(text: str, width: int = MAX_WIDTH) -> Iterator[str]:
    """One sentence as lines of at most `width` columns; all but the first are indented."""
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
    """The number of characters of a line that fit, at least one beyond the indent."""
    fits = len(line)
    while columns(line[:fits]) > width:
        fits -= 1
    return max(fits, len(_INDENT) + 1)
