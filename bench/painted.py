"""The painted map under a pseudo-terminal: bytes of a full paint, from a key to its paint.

The floor is a curses program that sends as many cells anew at each key, in the same run. Keys are
pressed while nothing is worked out, and while twelve enemies wait for their labels and the second
rim of a reach is worked out, in the system in which that takes longest. Times are on the clock: on
a busy machine only the ratios tell something.

python bench/painted.py [letters|flat|painted...]
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import sleep

from keys import MEN, scenario
from screen import CURSES, Paint, Terminal

SLOWEST_SYSTEM = "dice_pool"
SIZES = {(120, 40): 5.0, (200, 60): 12.0}
"""Columns and rows, and the milliseconds in which 95 of 100 keys are to be painted."""
MOST = {"painted": {(120, 40): 45, (200, 60): 100}, "flat": {(120, 40): 20}}
"""Kilobytes that a full paint may take."""
MAPS = ("letters", "flat", "painted")
ROUNDS = 3
KEYS = 60
SILENCE = 0.004
"""Seconds without output after which a key counts as painted."""
SETTLED = 0.16
"""Seconds after which the work for a chosen figure has begun."""
REDRAW = b"\x0c"


def floor(size: tuple[int, int], home: str) -> list[Paint]:
    """What keys come to in curses."""
    terminal = Terminal([sys.executable, "-c", CURSES], home, size)
    terminal.until(b"here it is")
    paints = [terminal.press(b"lh"[n % 2].to_bytes(), SILENCE) for n in range(KEYS)]
    terminal.end()
    return paints


def battle(size: tuple[int, int], home: str, field: Path) -> Terminal:
    """The battle, where blue is to give orders."""
    command = [sys.executable, "-m", "skirmish", "play", str(field), "--seed", "1"]
    terminal = Terminal(command, home, size, COLORTERM="truecolor")
    terminal.until(b"Start")
    for key in (b"s", b"\r"):
        terminal.press(key)
    sleep(1)
    return terminal


def idle(terminal: Terminal) -> list[Paint]:
    """Cursor keys while nothing is worked out."""
    return [terminal.press(b"lljjkkhh"[n % 8].to_bytes(), SILENCE) for n in range(KEYS)]


def busy(terminal: Terminal) -> list[Paint]:
    """Cursor keys while the labels and the rim of a figure that was just chosen are worked out."""
    paints = []
    for _ in range(MEN):
        terminal.press(b"\t", SILENCE)
        sleep(SETTLED)
        paints += [terminal.press(key, SILENCE, rest=False) for key in (b"l", b"h", b"j")]
        terminal.rest()
    return paints


def told(name: str, paints: list[Paint], base: list[Paint], goal: float) -> bool:
    """Print what keys came to; whether the goal is met and the floor is not passed."""
    times = sorted(1000 * paint.seconds for paint in paints if paint.size)
    p95, ratio = (
        times[len(times) * 95 // 100],
        median(times) / median(1000 * one.seconds for one in base),
    )
    good = p95 <= goal and ratio <= 1
    size = median(paint.size for paint in paints)
    work = [median(1000 * paint.busy for paint in one) for one in (paints, base)]
    print(f"  {name:28} {median(times):5.1f} ms, p95 {p95:5.1f} (goal {goal:.0f}); ", end="")
    print(f"x {ratio:.2f} of curses (goal 1): {'met' if good else 'NOT met'}")
    print(f"  {'':28} x {work[0] / work[1]:.2f} by time of the processor; {size:.0f} bytes")
    return good


def measured(size: tuple[int, int], look: str, home: str) -> bool:
    """Print the figures of a size and a look of the map; whether all goals are met."""
    field = Path(home) / "field.toml"
    field.write_text(scenario(SLOWEST_SYSTEM, ground=".", houses=0))
    (Path(home) / "settings.toml").write_text(f'map = "{look}"\nanimation = "off"\n')
    base, goal = floor(size, home), SIZES[size]
    print(f"{size[0]} x {size[1]}, {look}; curses {1000 * median(p.seconds for p in base):.1f} ms")
    good = True
    quiet: list[Paint] = []
    waiting: list[Paint] = []
    for _ in range(ROUNDS):
        terminal = battle(size, home, field)
        terminal.press(REDRAW, 0.5)
        whole = terminal.press(REDRAW, 0.5)
        waiting += busy(terminal)
        quiet += idle(terminal)
        terminal.end()
    most = MOST.get(look, {}).get(size, float("inf"))
    print(f"  full paint {whole.size / 1000:.1f} kB (goal {most}), {1000 * whole.seconds:.0f} ms")
    good = told("cursor", quiet, base, goal) and whole.size <= 1000 * most
    return told("labels and rim under way", waiting, base, goal) and good


def main() -> None:
    """Print all of it."""
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
