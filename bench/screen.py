"""The screen under a real pseudo-terminal: first painted frame, and from a key to its paint.

The floors are an empty Textual app and a curses program that draws as large a map.

python bench/screen.py [SCENARIO]
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
from statistics import median
from time import perf_counter

ROWS, COLUMNS = 40, 120
STARTS = 5
KEYS = 60
PATIENCE = 20.0
QUIET = 0.05

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("here it is")
Empty().run()
"""
CURSES = """
import curses
def main(screen):
    y = x = 5
    while True:
        for row in range(38):
            screen.addstr(row, 0, ". T o # "[row % 8] * 118)
        screen.addstr(39, 0, "here it is")
        screen.move(y, x)
        screen.addstr(y, x, "@", curses.A_REVERSE)
        screen.redrawwin()  # as much as a screen that moves
        screen.refresh()
        key = screen.getch()
        x = x + 1 if key == ord('l') else max(0, x - 1)
curses.wrapper(main)
"""


class Terminal:
    """A program under a pseudo-terminal."""

    def __init__(self, command: list[str], home: str) -> None:
        """Start it."""
        self.started = perf_counter()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
            os.execvpe(
                command[0], command, {**env, "TERM": "xterm-256color", "SKIRMISH_HOME": home}
            )
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def until(self, text: bytes) -> float:
        """Seconds from the start until a text was painted."""
        got = b""
        while text not in got:
            if perf_counter() - self.started > PATIENCE:
                sys.exit(f"never painted {text!r}; last: {got[-200:]!r}")
            got += self._read(PATIENCE)
        return perf_counter() - self.started

    def press(self, key: bytes) -> float:
        """Seconds from a key to the last byte of what it painted; 0 when nothing was."""
        self.rest()
        sent = last = perf_counter()
        os.write(self.fd, key)
        wait = 1.0
        while self._read(wait):
            last = perf_counter()
            wait = QUIET
        return last - sent

    def rest(self) -> None:
        """Read until it is quiet."""
        while self._read(QUIET):
            pass

    def _read(self, wait: float) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], wait)
        return os.read(self.fd, 1 << 16) if ready else b""

    def end(self) -> None:
        """Stop it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def first(command: list[str], text: bytes, home: str) -> float:
    """Seconds to the first frame, the best of some starts."""
    taken = []
    for _ in range(STARTS):
        terminal = Terminal(command, home)
        taken.append(terminal.until(text))
        terminal.end()
    return min(taken)


def keys(command: list[str], text: bytes, home: str, before: bytes = b"") -> list[float]:
    """Seconds from a cursor key to its paint, sorted."""
    terminal = Terminal(command, home)
    terminal.until(text)
    for key in before.split(b" ") if before else []:
        terminal.press(key)
    taken = sorted(terminal.press(b"h" if n % 2 else b"l") for n in range(KEYS))
    terminal.end()
    return taken


def main() -> None:
    """Print both, as milliseconds and ratios."""
    scenario = sys.argv[1] if len(sys.argv) > 1 else "low_water"
    python = [sys.executable]
    play = [*python, "-m", "skirmish", "play", scenario, "--seed", "1"]
    with tempfile.TemporaryDirectory() as home:
        empty = first([*python, "-c", EMPTY], b"here it is", home)
        ours = first([*python, "-m", "skirmish"], b"New game", home)
        print(
            f"first frame   {ours * 1e3:5.0f} ms   x {ours / empty:.2f} of an empty app (goal 1.3)"
        )
        floor = keys([*python, "-c", CURSES], b"here it is", home)
        paint = keys(play, b"Start", home, before=b"s \r e x l l l")
        p95 = paint[len(paint) * 95 // 100]
        print(
            f"key to paint  {median(paint) * 1e3:5.1f} ms, p95 {p95 * 1e3:.1f}"
            f"   x {median(paint) / median(floor):.2f} of curses (goal 1)"
        )


if __name__ == "__main__":
    main()
