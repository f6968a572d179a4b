"""Measures start-up of whole processes against the least that they need.

The measure is the processor time of each process, which is the waiting time on an idle machine and
changes little on a busy one. Ends with 1 if a goal is missed.

python bench/start.py [SCENARIO]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

RUNS = 9
CLICK = [sys.executable, "-c", "import click"]
LOADERS = [sys.executable, "-c", "import click, attrs, cattrs, tomllib"]
SKIRMISH = [str(Path(sys.executable).with_name("skirmish"))]


def taken(command: list[str]) -> float:
    """Processor seconds of a command."""
    # Compiled files are kept, as they are for a player who starts the game again.
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    started = os.posix_spawn(command[0], command, env, file_actions=quiet)
    _, status, usage = os.wait4(started, 0)
    if status:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the best of some alternating runs, and the ratios."""
    scenario = sys.argv[1] if len(sys.argv) > 1 else "scenarios/first_steps.toml"
    cases = {
        "--version": ([*SKIRMISH, "--version"], CLICK, 1.2),
        "check": ([*SKIRMISH, "check", scenario], LOADERS, 1.6),
    }
    met = True
    for name, (command, floor, goal) in cases.items():
        pairs = [(taken(command), taken(floor)) for _ in range(RUNS)]
        ours, least = min(p[0] for p in pairs), min(p[1] for p in pairs)
        good = ours <= goal * least
        met = met and good
        word = "met" if good else "NOT met"
        print(f"{name:10} {ours * 1e3:6.0f} ms   x {ours / least:.2f} (goal {goal}: {word})")
    sys.exit(0 if met else 1)


if __name__ == "__main__":
    main()
