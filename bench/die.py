"""Measures one die of a `Roller` against `Random.randint`; the goal is half its time.

python bench/die.py
"""

from random import Random
from timeit import timeit

from skirmish.core.dice import Roller

NUMBER = 20_000
ROUNDS = 25


def main() -> None:
    """Print nanoseconds per die, the best of many alternating rounds, and the ratio."""
    spans: dict[str, list[float]] = {"randint(1, 6)": [], "die(6)": [], 'die(6, "to hit")': []}
    for _ in range(ROUNDS):
        names = {"randint": Random("bench").randint, "die": Roller("bench").die}
        for statement, taken in spans.items():
            taken.append(timeit(statement, globals=names, number=NUMBER) / NUMBER * 1e9)
    floor = min(spans["randint(1, 6)"])
    for statement, taken in spans.items():
        print(f"{statement:18} {min(taken):5.0f} ns   x {min(taken) / floor:.2f}")


if __name__ == "__main__":
    main()
