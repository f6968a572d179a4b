"""Measures the painted map in a pseudo-terminal: bytes of a full paint, times from key to paint.

The floor is a curses program in the same run, which sends the same number of cells at each key. Its
keys alternate with those of the game, so that both have the same load. Keys are measured at rest,
while background threads compute twelve labels and the second rim of a reach, and while a figure
walks, in the slowest system.

A cursor key has two measures. One ends with the first bytes, which are the cursor and the route on
the map, and counts the processor time of all threads. The other ends when nothing more is written,
panel included, and counts that of the screen's thread. A scroll, an overlay and a zoom paint most
of the map. Frames are those of the battle behind the title. Times are wall-clock times: on a busy
machine compare only the ratios.

python bench/painted.py [letters|flat|painted...]
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import sleep
from typing import NamedTuple

from keys import MEN, scenario
from screen import CURSES, REDRAW, Paint, Terminal

SLOWEST_SYSTEM = "dice_pool"
SIZES = {(120, 40): 5.0, (200, 60): 12.0}
"""Columns and rows, with the milliseconds in which 95 of 100 keys must be painted."""
MOST = {"painted": {(120, 40): 45, (200, 60): 100}, "flat": {(120, 40): 20}}
"""Kilobytes that a full paint may take."""
MAPS = ("letters", "flat", "painted")
ROUNDS = 2
KEYS = 64
SWITCHES = 10
DOWN, UP = b"\x1b[<81;20;12M", b"\x1b[<80;20;12M"
"""Wheel movements with ctrl, which scroll the map."""
QUIET = 0.03
"""Seconds without output after which a key counts as finished."""
SILENCE = 0.004
"""The same if background work is not to count."""
WARMED, WATCHED = 4.0, 5.0
"""Seconds until the battle behind the title continues, and in which its frames are counted."""
SETTLED = 0.16
"""Seconds after which the work for a chosen figure has begun."""
WALKING, MOMENT = 0.15, 0.007
"""Seconds until a figure walks, and by which each key comes later than the one before."""
WALK = "a figure walks"


class Pairs(NamedTuple):
    """Measurements of keys, each with one of the floor taken right after it."""

    ours: list[Paint]
    floor: list[Paint]

    def ratio(self, of: Callable[[Paint], float]) -> float:
        """The median of the keys divided by the median of the floor."""
        return median(map(of, self.ours)) / median(map(of, self.floor))


class Floor:
    """A curses program that paints all its cells at each key."""

    def __init__(self, size: tuple[int, int], home: str) -> None:
        """Start the program."""
        self.terminal = Terminal([sys.executable, "-c", CURSES], home, size)
        self.terminal.until(b"here it is")
        self._pressed = 0

    def paint(self, *, whole_process: bool = False) -> Paint:
        """Measure the next key of the floor."""
        self._pressed += 1
        before = self.terminal.used
        paint = self.terminal.press(b"lh"[self._pressed % 2].to_bytes(), QUIET)
        return paint._replace(busy=self.terminal.used - before) if whole_process else paint


def paired(terminal: Terminal, floor: Floor, keys: Sequence[bytes], *, first: bool) -> Pairs:
    """Measure keys, and the floor after each, to the first bytes or until nothing is written."""
    pairs = Pairs([], [])
    for key in keys:
        pairs.ours.append(terminal.first(key) if first else terminal.press(key, QUIET))
        pairs.floor.append(floor.paint(whole_process=first))
    return pairs


def battle(size: tuple[int, int], home: str, field: Path) -> Terminal:
    """Start the battle, up to blue's first orders."""
    command = [sys.executable, "-m", "skirmish", "play", str(field), "--seed", "1"]
    terminal = Terminal(command, home, size, COLORTERM="truecolor")
    terminal.begin_battle()
    return terminal


def waiting(terminal: Terminal, floor: Floor) -> Pairs:
    """Measure cursor keys while labels and reach of a figure just chosen are computed."""
    pairs = Pairs([], [])
    for _ in range(MEN):
        terminal.press(b"\t", SILENCE)
        sleep(SETTLED)
        pairs.ours.extend(terminal.press(key, SILENCE, rest=False) for key in (b"l", b"h", b"j"))
        terminal.rest()
        pairs.floor.extend(floor.paint() for _ in range(3))
    return pairs


def interrupting(terminal: Terminal, floor: Floor) -> Pairs:
    """Measure cursor keys that interrupt a walking figure; each walk is undone."""
    pairs = Pairs([], [])
    for number in range(MEN):
        terminal.press(b"\t", QUIET)
        for step in (b"l", b"l", b"l"):
            terminal.press(step, QUIET)
        os.write(terminal.fd, b"\r")
        # The key comes at a different moment between two frames each time.
        terminal.watch(WALKING + number * MOMENT)
        if (paint := terminal.among_frames(b"j")) is not None:
            pairs.ours.append(paint)
            terminal.rest()
            pairs.floor.append(floor.paint(whole_process=True))
        terminal.press(b"u", QUIET)
        terminal.watch(SETTLED)
    return pairs


def walked(size: tuple[int, int], look: str, home: str, floor: Floor, field: Path) -> Pairs:
    """Measure cursor keys while a figure walks, in a battle with animation."""
    (Path(home) / "settings.toml").write_text(f'map = "{look}"\n')
    terminal = battle(size, home, field)
    pairs = interrupting(terminal, floor)
    terminal.end()
    return pairs


def frames(size: tuple[int, int], home: str, floor: Floor) -> str:
    """Measure the frames of the battle behind the title; returns a line of text."""
    (Path(home) / "settings.toml").write_text('map = "painted"\n')
    terminal = Terminal([sys.executable, "-m", "skirmish"], home, size, COLORTERM="truecolor")
    terminal.until(b"New game")
    terminal.watch(WARMED)
    busy, bytes_, count = 0.0, 0, 0
    paints: list[Paint] = []
    for _ in range(10):
        before, reads = terminal.used, terminal.reads
        got = terminal.watch(WATCHED / 10)
        busy += terminal.used - before
        bytes_, count = bytes_ + len(got), count + terminal.reads - reads
        paints.append(floor.paint(whole_process=True))
    terminal.end()
    if not count:
        return "none"
    ratio = busy / count / median(paint.busy for paint in paints)
    each = f"{1000 * busy / count:.1f} ms of the processor, {bytes_ / count:.0f} bytes"
    return f"{count} in {WATCHED:.0f} s, each {each}; x {ratio:.2f} of curses by the processor"


def told(name: str, pairs: Pairs, goal: float | None = None) -> bool:
    """Print measurements of keys; returns whether the goal is met and the floor is kept."""
    times = sorted(1000 * paint.seconds for paint in pairs.ours if paint.size)
    if not times:
        print(f"  {name:28} nothing was painted")
        return True
    p95 = times[len(times) * 95 // 100]
    clock, busy = pairs.ratio(lambda one: one.seconds), pairs.ratio(lambda one: one.busy)
    good = goal is None or (p95 <= goal and clock <= 1)
    word = "" if goal is None else f" (goals {goal:.0f} ms and 1: {'met' if good else 'NOT met'})"
    size = median(paint.size for paint in pairs.ours)
    print(f"  {name:28} {median(times):5.1f} ms, p95 {p95:5.1f}; {size:.0f} bytes; ", end="")
    print(f"x {clock:.2f} of curses, x {busy:.2f} by the processor{word}")
    return good


def round_of(terminal: Terminal, floor: Floor, look: str) -> dict[str, Pairs]:
    """Measure all kinds of keys in one battle."""
    steps = [b"lljjkkhh"[n % 8].to_bytes() for n in range(KEYS)]
    found = {"labels and rim under way": waiting(terminal, floor)}
    terminal.press(b"\t", 0.5)
    found["cursor, its first bytes"] = paired(terminal, floor, steps, first=True)
    found["cursor, until quiet"] = paired(terminal, floor, steps, first=False)
    found["reach, on and off"] = paired(terminal, floor, [b"S"] * SWITCHES, first=False)
    if look != "letters":
        zooms = [b"-+"[n % 2].to_bytes() for n in range(SWITCHES)]
        terminal.press(b"+", 0.5)
        terminal.press(b"+", 0.5)
        found["zoom"] = paired(terminal, floor, zooms, first=False)
    wheel = [(DOWN, UP)[n % 2] for n in range(SWITCHES)]
    found["scroll by two tiles"] = paired(terminal, floor, wheel, first=False)
    return found


def measured(size: tuple[int, int], look: str, home: str) -> bool:
    """Print the measures for a size and a look of the map; returns whether all goals are met."""
    field = Path(home) / "field.toml"
    field.write_text(scenario(SLOWEST_SYSTEM, ground=".", houses=0))
    floor, goal = Floor(size, home), SIZES[size]
    all_ = {WALK: walked(size, look, home, floor, field)} if look != "letters" else {}
    (Path(home) / "settings.toml").write_text(f'map = "{look}"\nanimation = "off"\n')
    full = 0
    for _ in range(ROUNDS):
        terminal = battle(size, home, field)
        terminal.press(REDRAW, 0.5)
        full = terminal.press(REDRAW, 0.5).size
        for name, pairs in round_of(terminal, floor, look).items():
            kept = all_.setdefault(name, Pairs([], []))
            kept.ours.extend(pairs.ours)
            kept.floor.extend(pairs.floor)
        terminal.end()
    most = MOST.get(look, {}).get(size, float("inf"))
    clock = median(1000 * paint.seconds for pairs in all_.values() for paint in pairs.floor)
    print(f"{size[0]} x {size[1]}, {look}; curses {clock:.1f} ms")
    print(f"  full paint {full / 1000:.1f} kB (goal {most})")
    judged = ("cursor, its first bytes", "labels and rim under way", WALK)
    good = [told(name, pairs, goal if name in judged else None) for name, pairs in all_.items()]
    if look == "painted":
        print(f"  {'frames behind the title':28} {frames(size, home, floor)}")
    floor.terminal.end()
    return all(good) and full <= 1000 * most


def main() -> None:
    """Print all measures."""
    looks = [word for word in sys.argv[1:] if word in MAPS] or list(MAPS)
    print(f"load {os.getloadavg()[0]:.1f}")
    met = True
    for look in looks:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as home:
                met = measured(size, look, home) and met
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
