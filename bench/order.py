"""A random legal order against a random move of python-chess, both in full.

Ours: drawn from the families, judged, carried out, both views brought up to date, no file. The
goal is 3 times the chess move, the aim 1.5. Needs `pip install chess`.

python bench/order.py SCENARIO
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

import chess

from skirmish.core.dice import Roller
from skirmish.core.orders import END, READY, Order
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.game import opening_of
from skirmish.rulesets.carry import carry, refusal, to_act
from skirmish.rulesets.protocol import Ruleset
from skirmish.scenario import find, load

GAMES = 6
PLIES = 120


def chess_moves(seed: int) -> tuple[int, float]:
    """Moves made, and seconds."""
    random = Random(seed)
    board = chess.Board()
    started = perf_counter()
    for made in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return made, perf_counter() - started
        board.push(random.choice(moves))
    return PLIES, perf_counter() - started


def orders(rules: Ruleset, state: State, seed: int) -> tuple[int, float]:
    """Orders carried out, and seconds."""
    random = Random(seed)
    started = perf_counter()
    for made in range(PLIES):
        if state.tally.over:
            return made, perf_counter() - started
        side = to_act(state)
        known = view(state, side)
        order = drawn(rules, known, random)
        if refusal(rules, known, order) is not None:
            sys.exit(f"{order} was drawn and is refused")
        state = carry(rules, state, side, order, Roller(f"{seed}:{made}"), made).state
        view(state, state.setup.enemy(side))
    return PLIES, perf_counter() - started


def drawn(rules: Ruleset, known: View, random: Random) -> Order:
    """An order of a random figure, or the end of the bound."""
    if not known.state.clock.turn:
        return Order(READY.name)
    figures = list(known.own())
    if figures and random.random() < 0.9:
        families = rules.choices(known, random.choice(figures).id)
        if families:
            return random.choice(families).draw(random.randrange)
    return Order(END.name)


def main() -> None:
    """Print microseconds an order and a move, and the ratio of the best rounds."""
    opening = opening_of(load(find(sys.argv[1] if len(sys.argv) > 1 else "first_steps")))
    chess_best = ours_best = float("inf")
    for seed in range(GAMES):
        made, taken = chess_moves(seed)
        chess_best = min(chess_best, taken / made)
        made, taken = orders(opening.ruleset, opening.state, seed)
        ours_best = min(ours_best, taken / made)
    print(f"chess move    {chess_best * 1e6:7.0f} us")
    print(f"random order  {ours_best * 1e6:7.0f} us   x {ours_best / chess_best:.2f} (goal 3)")


if __name__ == "__main__":
    main()
