"""Start-up as a user waits for it: whole processes against what they can't do without.

python bench/start.py [SCENARIO]
"""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

RUNS = 7
CLICK = [sys.executable, "-c", "import click"]
LOADERS = [sys.executable, "-c", "import click, attrs, cattrs, tomllib"]
SKIRMISH = [sys.executable, "-m", "skirmish"]


def taken(command: list[str]) -> float:
    """Seconds a command takes."""
    # Compiled files are kept, as they are for everybody who plays twice.
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=env)
    return perf_counter() - started


def main() -> None:
    """Print the best of some runs taken in turn, and the ratios."""
    scenario = sys.argv[1] if len(sys.argv) > 1 else "scenarios/first_steps.toml"
    cases = {
        "--version": ([*SKIRMISH, "--version"], CLICK, 1.2),
        "check": ([*SKIRMISH, "check", scenario], LOADERS, 1.6),
    }
    for name, (command, floor, goal) in cases.items():
        pairs = [(taken(command), taken(floor)) for _ in range(RUNS)]
        ours, least = min(p[0] for p in pairs), min(p[1] for p in pairs)
        print(f"{name:10} {ours * 1e3:6.0f} ms   x {ours / least:.2f} (goal {goal})")


if __name__ == "__main__":
    main()
