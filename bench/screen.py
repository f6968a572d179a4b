"""Measures the screen in a real pseudo-terminal: first frame, time and bytes from key to paint.

The floors are an empty Textual app and a curses program that draws a map as large and as colourful
again at each key, in the same run. It prints wall-clock time, which the player waits for but which
says nothing on a busy machine, and processor time, which is nearly the same on any load. The goals
apply to wall-clock time if the load is low, else to processor time. Ends with 1 if a goal is
missed.

python bench/screen.py [SCENARIO]
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
from pathlib import Path
from statistics import median
from time import clock_gettime, perf_counter
from typing import NamedTuple

ROWS, COLUMNS = 40, 120
STARTS = 7
KEYS = 80
PATIENCE = 20.0
QUIET = 0.05
SLOWEST = 10.0
"""Milliseconds in which 95 of 100 keys must be painted."""
EMPTIER = 1.3
SETTLED = 0.5
"""Seconds to wait for a redraw, long enough for a slow machine."""
REDRAWS = 6
"""Maximum number of redraws before a key is pressed again."""
REDRAW = b"\x0c"
CALM = 2.0
"""Load below which wall-clock time is used."""
ASK, ANSWER = b"\x1b[6n", b"\x1b[5;5R"
"""The query for the cursor's position, sent between frames of an animation, and an answer."""
_MOVE = re.compile(rb"\x1b\[\d+;\d+H")
_PROCESS_CLOCK = 2
"""Number that makes a process id the id of its processor-time clock on Linux."""
SLOW_LINK = 9600 / 10
"""Bytes per second over an old modem."""

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
from random import Random
KINDS = ". .. T, o#~ : %"
def main(screen):
    curses.start_color()
    for n in range(1, 8):
        curses.init_pair(n, n, 0)
    chance, field, last = Random(1), [], " "
    rows, columns = curses.LINES - 2, curses.COLS - 2
    for row in range(rows + 42):
        line = []
        for column in range(columns + 182):
            last = last if chance.random() < 0.6 else chance.choice(KINDS)
            line.append((last, curses.color_pair(1 + KINDS.index(last) % 7)))
        field.append(line)
    y = x = 5
    while True:
        for row in range(rows):
            cells = field[y + row][x:x + columns]
            start = 0
            for n in range(1, columns + 1):
                if n == columns or cells[n][1] != cells[start][1]:
                    text = "".join(cell[0] for cell in cells[start:n])
                    screen.addstr(row, start, text, cells[start][1])
                    start = n
        screen.addstr(20, 60, "@", curses.A_REVERSE)
        screen.addstr(rows + 1, 0, "here it is")
        screen.redrawwin()
        screen.refresh()
        key = screen.getch()
        x = x + 1 if key == ord('l') else max(0, x - 1)
curses.wrapper(main)
"""


class Paint(NamedTuple):
    """Measurement of a key: seconds to its last byte, processor seconds, and bytes."""

    seconds: float
    busy: float
    size: int


class Terminal:
    """A program in a pseudo-terminal.

    Attributes:
        reads: How often output was read.
    """

    def __init__(
        self, command: list[str], home: str, size: tuple[int, int] = (COLUMNS, ROWS), **env: str
    ) -> None:
        """Start the program in a terminal with this many columns and rows."""
        self.command = command
        self.reads = 0
        self.started = perf_counter()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            # Set before the program starts, so that it sees no other size first.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size[::-1], 0, 0))
            kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
            ours = {"TERM": "xterm-256color", "SKIRMISH_HOME": home, **env}
            os.execvpe(command[0], command, {**kept, **ours})

    @property
    def busy(self) -> float:
        """Processor seconds of the program so far."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[0]) / 1e9

    @property
    def used(self) -> float:
        """Processor seconds of all threads of the program, up to this moment."""
        return clock_gettime(~self.pid << 3 | _PROCESS_CLOCK)

    def first(self, key: bytes) -> Paint:
        """Measure a key up to the first bytes that it paints; zeros if it paints nothing."""
        self.rest()
        before, sent = self.used, perf_counter()
        os.write(self.fd, key)
        got = self._read(1.0)
        return Paint(perf_counter() - sent, self.used - before, len(got))

    def until(self, text: bytes) -> Paint:
        """Measure from the start until a text is painted."""
        got = b""
        while text not in got:
            if perf_counter() - self.started > PATIENCE:
                sys.exit(f"never painted {text!r}; last: {got[-200:]!r}")
            got += self._read(PATIENCE)
        return Paint(perf_counter() - self.started, self.busy, len(got))

    def press(self, key: bytes, quiet: float = QUIET, *, rest: bool = True) -> Paint:
        """Measure a key to the last byte before the output stops; zeros if nothing is painted."""
        if rest:
            self.rest()
        before, sent = self.busy, perf_counter()
        last = sent
        os.write(self.fd, key)
        wait, count = 1.0, 0
        while got := self._read(wait):
            last = perf_counter()
            count += len(got)
            wait = quiet
        return Paint(last - sent, self.busy - before, count)

    def come_to(self, key: bytes, text: bytes) -> None:
        """Press a key until the screen shows a text, which may take some time."""
        end = perf_counter() + PATIENCE
        while perf_counter() < end:
            os.write(self.fd, key)
            for _ in range(REDRAWS):
                self.watch(QUIET)
                os.write(self.fd, REDRAW)
                if text in self.watch(SETTLED):
                    self.rest()
                    return
        sys.exit(f"{key!r} never led to {text!r}")

    def begin_battle(self) -> None:
        """Go from the first screen of `play` through the briefing to the first orders."""
        self.until(b"Continue")
        self.come_to(b"s", b"First to act")
        self.come_to(b"\r", b"advice")

    def watch(self, seconds: float) -> bytes:
        """The output painted in a time."""
        got, end = b"", perf_counter() + seconds
        while (left := end - perf_counter()) > 0:
            got += self._read(left)
        return got

    def among_frames(self, key: bytes, patience: float = 1.0) -> Paint | None:
        """Measure a key up to its first bytes while an animation is played.

        Every paint ends with the cursor's position, which the key moves and a frame does not. None
        if no frame comes, or no paint after the key.
        """
        frames, end = b"", perf_counter() + patience
        while not (places := _MOVE.findall(frames)):
            if perf_counter() > end:
                return None
            frames += self._read(patience)
        before, sent = self.used, perf_counter()
        os.write(self.fd, key)
        while got := self._read(patience):
            at = perf_counter()
            if (moves := _MOVE.findall(got)) and moves[-1] != places[-1]:
                return Paint(at - sent, self.used - before, len(got))
        return None

    def rest(self) -> None:
        """Read until nothing is written."""
        while self._read(QUIET):
            pass

    def _read(self, wait: float) -> bytes:
        ready, _, _ = select.select([self.fd], [], [], wait)
        try:
            got = os.read(self.fd, 1 << 16) if ready else b""
        except OSError:
            sys.exit(f"this has ended: {' '.join(self.command)[-300:]}")
        if asked := got.count(ASK):
            os.write(self.fd, ANSWER * asked)  # as a terminal does at once
        self.reads += bool(got)
        return got

    def end(self) -> None:
        """Stop the program."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def first(command: list[str], text: bytes, home: str) -> Paint:
    """Measure the first frame of a command."""
    terminal = Terminal(command, home)
    taken = terminal.until(text)
    terminal.end()
    return taken


def keys(
    command: list[str], home: str, before: bytes | None = None, these: bytes = b"lh"
) -> list[Paint]:
    """Measure some keys in turn, repeatedly.

    `before`: keys to press before them in the first turn of a battle; None for the floor.
    """
    terminal = Terminal(command, home)
    if before is None:
        terminal.until(b"here it is")
    else:
        terminal.begin_battle()
        terminal.come_to(b"e", b"turn 1")
        for key in before.split(b" ") if before else ():
            terminal.press(key)
    taken = [terminal.press(these[n % len(these)].to_bytes()) for n in range(KEYS)]
    terminal.end()
    return taken


def of_goal(paints: list[Paint]) -> list[float]:
    """The milliseconds that goals apply to, sorted."""
    calm = os.getloadavg()[0] < CALM
    return sorted(1000 * (paint.seconds if calm else paint.busy) for paint in paints)


def told(name: str, paints: list[Paint], floor: list[Paint], *, judged: bool = False) -> bool:
    """Print measurements of keys against the floor; returns whether the goals are met."""
    clock = sorted(1000 * paint.seconds for paint in paints)
    times = of_goal(paints)
    p95 = len(times) * 95 // 100
    ratio = median(times) / median(of_goal(floor))
    good = ratio <= 1 and times[p95] < SLOWEST
    busy = median(1000 * paint.busy for paint in paints)
    size, most = median(paint.size for paint in paints), max(paint.size for paint in paints)
    word = f" (goals 1 and {SLOWEST:.0f} ms: {'met' if good else 'NOT met'})" if judged else ""
    print(f"{name:14} {median(clock):5.1f} ms on the clock, p95 {clock[p95]:5.1f}; ", end="")
    print(f"{busy:5.1f} ms of the processor; x {ratio:.2f} of curses{word}")
    print(f"{'':14} {size:5.0f} bytes, at most {most}; {size / SLOW_LINK:.1f} s at 9600 bit/s")
    return good or not judged


def start(home: str) -> bool:
    """Print the first frame against that of an empty app; returns whether the goal is met."""
    empty, ours = [], []
    for _ in range(STARTS):
        empty.append(first([sys.executable, "-c", EMPTY], b"here it is", home))
        ours.append(first([sys.executable, "-m", "skirmish"], b"New game", home))
    ratio = of_goal(ours)[0] / of_goal(empty)[0]
    clock, busy = min(paint.seconds for paint in ours), min(paint.busy for paint in ours)
    word = "met" if ratio <= EMPTIER else "NOT met"
    print(f"{'first frame':14} {clock * 1e3:5.0f} ms on the clock; ", end="")
    print(f"{busy * 1e3:5.0f} ms of the processor; x {ratio:.2f} of an empty app", end="")
    print(f" (goal {EMPTIER}: {word})")
    return ratio <= EMPTIER


def main() -> None:
    """Print all measures."""
    scenario = sys.argv[1] if len(sys.argv) > 1 else "low_water"
    python = [sys.executable]
    play = [*python, "-m", "skirmish", "play", scenario, "--seed", "1"]
    print(f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as home:
        met = start(home)
        floor = keys([*python, "-c", CURSES], home)
        told("curses", floor, floor)
        walk = keys(play, home, b"x l l l")
        met = told("cursor, look", walk, floor, judged=True) and met
        plain = keys(play, home, b"l l l")
        met = told("cursor", plain, floor, judged=True) and met
        told("move preview", keys(play, home, b"\t m", b"llljkhhh"), floor)
        told("panning", keys(play, home, b"", b"llllllllhhhhhhhh"), floor)
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
