"""Measures how cost grows with the number of figures: 10, 20, 40 and 80 in a battle on 60 x 40.

For a random legal order (with both views updated) and for a side-turn of the computer, it prints
the microseconds and the exponent of the line through their logarithms: 1 is linear. A side-turn has
an order of every figure, so it is also printed per figure; what figures can do to each other is
computed for pairs, which grows with the square where all see each other.

python bench/growth.py [RULESET,RULESET...] [LEVEL,LEVEL...] [TURNS]

Without a ruleset it measures all of them, which takes long; each line is printed at once.
"""

from __future__ import annotations

import sys
from math import log
from statistics import fmean
from time import process_time

from ai import timed
from field import SECTIONS, battle
from order import orders

SIZES = (10, 20, 40, 80)
GAMES = 2
TURNS = 3


def exponent(costs: list[float]) -> float:
    """The slope of the straight line through the logarithms, by least squares."""
    across, up = [log(size) for size in SIZES], [log(cost) for cost in costs]
    middle, height = fmean(across), fmean(up)
    rise = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True))
    return rise / sum((x - middle) ** 2 for x in across)


def order(ruleset: str, size: int) -> float:
    """Microseconds per order, the best of some games."""
    opening = battle(ruleset, each=size // 2)
    best = float("inf")
    for seed in range(GAMES):
        started = process_time()
        made = orders(opening, seed)
        best = min(best, (process_time() - started) / made * 1e6)
    return best


def side_turn(ruleset: str, level: str, size: int, turns: int) -> float:
    """Mean microseconds per side-turn, without deployment and the first turn's thought."""
    spent = timed(ruleset, level, 0, turns, size // 2)[2:]
    return fmean(one.thought for one in spent) * 1e6


def told(what: str, costs: list[float]) -> None:
    """Print a line."""
    numbers = "".join(f"{cost:10.0f}" for cost in costs)
    print(f"{what:24}{numbers}   exponent {exponent(costs):.2f}", flush=True)


def main() -> None:
    """Print a line for each ruleset, for orders and for each level."""
    given = dict(enumerate(sys.argv))
    rulesets = given[1].split(",") if 1 in given else tuple(SECTIONS)
    levels = given.get(2, "regular,veteran").split(",")
    turns = int(given.get(3, TURNS))
    print(f"{'us, figures in a battle':24}" + "".join(f"{size:10}" for size in SIZES))
    for ruleset in rulesets:
        told(f"{ruleset} order", [order(ruleset, size) for size in SIZES])
        for level in levels:
            costs = [side_turn(ruleset, level, size, turns) for size in SIZES]
            told(f"{ruleset} {level}", costs)


if __name__ == "__main__":
    main()
