"""Measures changing one figure of a state, and a state's hash, against copying the state.

python bench/state.py [SCENARIO]
"""

from __future__ import annotations

import sys
from copy import deepcopy
from time import process_time
from timeit import repeat

from skirmish.core.fast_evolve import fast_evolve
from skirmish.core.state import State, state_hash
from skirmish.game import opening_of
from skirmish.scenario import find, load

NUMBER = 2000
ROUNDS = 15


def one_changed(state: State) -> State:
    """The state with damage to its first figure."""
    name, figure = next(iter(state.figures.items()))
    hurt = fast_evolve(figure, damage=figure.damage + 1)
    return fast_evolve(state, figures={**state.figures, name: hurt})


def main() -> None:
    """Print microseconds, the best of many rounds."""
    state = opening_of(load(find(sys.argv[1] if len(sys.argv) > 1 else "first_steps"))).state
    figures = dict(state.figures)
    change = (
        min(repeat(lambda: one_changed(state), timer=process_time, number=NUMBER, repeat=ROUNDS))
        / NUMBER
    )
    copy = min(repeat(lambda: deepcopy(figures), timer=process_time, number=20, repeat=5)) / 20
    whole = (
        min(repeat(lambda: state_hash(state), timer=process_time, number=100, repeat=ROUNDS)) / 100
    )
    print(f"figures              {len(figures):7d}")
    print(
        f"one changed figure  {change * 1e6:7.1f} us (goal 5)   x {change / copy:.3f} of a deepcopy"
    )
    print(f"state hash           {whole * 1e6:7.1f} us")


if __name__ == "__main__":
    main()
