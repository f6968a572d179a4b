"""Measures thinking time with empty caches: milliseconds per side-turn, 12 a side on 60 x 40.

A game is played once and then followed by its orders alone. The thought of each bound runs in a
fork of this process, in which nothing has been computed yet. It is measured in processor time, and
in multiples of a random move of python-chess (`pip install chess`) in the same run.

python bench/cold.py [LEVEL] [RULESET,RULESET...] [TURNS] [GAMES]
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from statistics import median
from time import process_time
from typing import TypeVar

from field import SECTIONS, battle
from order import GAMES, chess_moves

from skirmish.ai import Choice, Stream, think
from skirmish.game import Game

TURNS = 6
_T = TypeVar("_T")
Bound = tuple[int, int, str]
"""Turn, step and side."""


def apart(work: Callable[[], _T]) -> _T:
    """The result of work that is done in a fork of this process."""
    fork = get_context("fork")
    ours, theirs = fork.Pipe()
    gc.collect()
    gc.freeze()  # else the fork's collector copies every page of this process
    process = fork.Process(target=_answer, args=(work, theirs))
    process.start()
    found: _T = ours.recv()
    process.join()
    return found


def _answer(work: Callable[[], object], to: Connection) -> None:
    to.send(work())


def bound_of(game: Game) -> Bound:
    """The present bound of a game."""
    return game.turn, game.state.clock.step, game.to_act


def thought(game: Game, level: str) -> tuple[float, list[tuple[str, str]]]:
    """Seconds of thought until the bound ends (from the setup: the game), and all orders given."""
    begun, seconds, last = bound_of(game), 0.0, dict[str, Choice]()
    streams = {side: Stream(side) for side in game.sides}
    given: list[tuple[str, str]] = []
    while not game.over and (not begun[0] or bound_of(game) == begun):
        side, view = game.to_act, game.view(game.to_act)
        start = process_time()
        choice = think(game.ruleset, view, level, streams[side], previous=last.get(side))
        seconds += process_time() - start
        last[side] = choice
        given.append((side, str(choice.order)))
        game.order(side, choice.order)
    return seconds, given


def side_turns(ruleset: str, level: str, turns: int, seed: int) -> list[float]:
    """Seconds for each side-turn of one game."""
    opening = battle(ruleset, seed, turns=turns)
    _, orders = apart(lambda: thought(Game.new(opening, seed), level))
    game, spent, before = Game.new(opening, seed), dict[tuple[int, str], float](), None
    for side, order in orders:
        now = bound_of(game)
        if game.turn and now != before and game.state.pending is None:
            seconds, _ = apart(lambda: thought(game, level))
            spent[game.turn, side] = spent.get((game.turn, side), 0.0) + seconds
            before = now
        game.order(side, order)
    return list(spent.values())


def chess_move() -> float:
    """Seconds for a random move of python-chess, the best of some games."""
    best = float("inf")
    for seed in range(GAMES):
        start = process_time()
        made = chess_moves(seed)
        best = min(best, (process_time() - start) / made)
    return best


def main() -> None:
    """Print a line for each ruleset."""
    given = dict(enumerate(sys.argv))
    level = given.get(1, "regular")
    rulesets = given[2].split(",") if 2 in given else tuple(SECTIONS)
    turns, games = int(given.get(3, TURNS)), int(given.get(4, 2))
    print("ms a side-turn, cold      median    p90  worst   n   median in chess moves")
    for ruleset in rulesets:
        found = [one for seed in range(games) for one in side_turns(ruleset, level, turns, seed)]
        taken, move = sorted(1000 * one for one in found), 1000 * chess_move()
        print(
            f"{ruleset:12} {level:12} {median(taken):7.0f}{taken[len(taken) * 9 // 10]:7.0f}"
            f"{taken[-1]:7.0f}{len(taken):4}   {median(taken) / move:.0f} of {1000 * move:.0f} us",
            flush=True,
        )


if __name__ == "__main__":
    main()
