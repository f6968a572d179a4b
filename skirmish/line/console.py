"""Where lines come from and go to: a terminal, or a pipe."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from skirmish.core.gate import shown
from skirmish.line.fold import WIDEST, folded
from skirmish.shutdown import set_terminal_attributes, terminal_attributes

try:
    import termios
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, the screen cleared, then what was scrolled off it, where a terminal knows how."""
_NARROWEST = 40
_MOST = 4000
"""Characters of one line that are read; what is longer is refused by whoever reads it."""


class Console:
    """Lines in, lines out. Nothing is written but words, and what clears the screen when asked."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        """Talk over these streams."""
        self._source = source
        self._sink = sink
        self._typed = _is_terminal(source)
        self._shown = _is_terminal(sink)
        own = source is sys.stdin and sink is sys.stdout
        self._edits = own and self._typed and self._shown and _editing()
        self._prompt = ""
        if self._edits:
            self._heed_sleep()

    def _heed_sleep(self) -> None:
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
    def typed(self) -> bool:
        """Whether a person types, so that he can be asked twice."""
        return self._typed

    @property
    def clears(self) -> bool:
        """Whether what was said can be taken off the screen."""
        return self._shown and os.environ.get("TERM", "dumb") != "dumb"

    def say(self, lines: Iterable[str]) -> None:
        """Say some sentences, folded to the width."""
        width = WIDEST
        if self._shown:
            width = max(_NARROWEST, min(WIDEST, shutil.get_terminal_size().columns - 1))
        for line in lines:
            for part in folded(line, width):
                self._sink.write(part + "\n")
        self._sink.flush()

    def ask(self, prompt: str) -> str | None:
        """The next line; None at the end of input. What comes from a pipe is repeated."""
        if self._edits:
            return self._edited(f"{prompt}> ")
        self._sink.write(f"{prompt}> ")
        self._sink.flush()
        line = self._source.readline(_MOST)
        rest = line
        while len(rest) == _MOST and not rest.endswith("\n"):
            rest = self._source.readline(_MOST)
        if not line or not self._typed:
            said = line.rstrip("\r\n") if line else ""
            self._sink.write(shown(said) + "\n")
        return line.rstrip("\r\n") if line else None

    def _edited(self, prompt: str) -> str | None:
        """A line that can be edited while it is typed, with those before it at the arrows."""
        self._prompt = prompt
        try:
            return input(prompt)
        except EOFError:
            self._sink.write("\n")
            return None
        finally:
            self._prompt = ""

    def forget_typed(self) -> None:
        """Forget keys that were pressed too often: nobody is to come in by mistake."""
        if self._typed and termios is not None:
            with suppress(termios.error, ValueError, OSError):
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def clear(self) -> None:
        """Take what was said off the screen and out of what can be scrolled back to."""
        if self._edits:
            forget_history()
        if self.clears:
            self._sink.write(_CLEAR)
            self._sink.flush()


def forget_history() -> None:
    """The lines that the player before has typed are nobody else's business."""
    import readline  # noqa: PLC0415 - as below

    readline.clear_history()


def _editing() -> bool:
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
