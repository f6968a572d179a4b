"""Measures a random legal order against a move of python-chess and a plain loop, in one run.

An order is drawn from the families of one figure, judged and carried out, and both views are
updated, without a file. A second measure draws it from the families of every figure of the side, so
that the reach of all is computed before each order. Goals: at most 3 times as long as the chess
move (better 1.5), and 120 us. The plain loop is the least that a game on a map must do, without
rules or sight: search where a figure can go, and move it there. Needs `pip install chess`.

python bench/order.py [SCENARIO...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from random import Random
from time import process_time

import chess

from skirmish.core.dice import Roller
from skirmish.core.geometry import Tile
from skirmish.core.orders import ANSWER, END, READY, Order
from skirmish.core.state import State
from skirmish.core.view import View, view
from skirmish.game import Opening, opening_of
from skirmish.rulesets.engine import carry_out, refusal, to_act
from skirmish.rulesets.ruleset import Ruleset
from skirmish.scenario import find, load

GAMES = 6
PLIES = 120
ALLOWANCE = 14
SHIPPED = (
    "first_steps",
    "low_water",
    "low_water_d20",
    "low_water_d100",
    "low_water_dice_pool",
    "low_water_trait_die",
)


def chess_moves(seed: int) -> int:
    """Play random moves of python-chess; returns their number."""
    random = Random(seed)
    board = chess.Board()
    for made in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            return made
        board.push(random.choice(moves))
    return PLIES


def plain_moves(seed: int) -> int:
    """Play moves on a map of 24 x 16 (search, choose a tile found, step); returns their number."""
    random = Random(seed)
    costs = {(x, y): random.choice((2, 2, 2, 4)) for x in range(24) for y in range(16)}
    figures = {number: (number, 0) for number in range(6)}
    for _ in range(PLIES):
        number = random.randrange(6)
        taken = set(figures.values())
        found = [tile for tile in searched(costs, figures[number]) if tile not in taken]
        figures = {**figures, number: random.choice(found)}
    return PLIES


def searched(costs: dict[Tile, int], start: Tile) -> list[Tile]:
    """The tiles that can be reached with an allowance."""
    best, heap = {start: 0}, [(0, start)]
    while heap:
        spent, (x, y) = heappop(heap)
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                tile = x + dx, y + dy
                total = spent + costs.get(tile, 99) + (dx != 0 and dy != 0)
                if total <= ALLOWANCE and total < best.get(tile, 99):
                    best[tile] = total
                    heappush(heap, (total, tile))
    return list(best)


def orders(opening: Opening, seed: int, *, everybody: bool = False) -> int:
    """Play random orders; returns their number."""
    rules, state, random = opening.ruleset, opening.state, Random(seed)
    for made in range(PLIES):
        if state.tally.over:
            return made
        side = to_act(state)
        known = view(state, side)
        if everybody:
            for figure in known.own():
                rules.options(known, figure.id)
        order = drawn(rules, known, random)
        if refusal(rules, known, order) is not None:
            sys.exit(f"{order} was drawn and is refused")
        # An answer carries out its order again with the same dice.
        number = made if state.pending is None else state.pending.number
        state = advanced(rules, state, side, order, Roller(f"{seed}:{number}"), number)
    return PLIES


def advanced(
    rules: Ruleset, state: State, side: str, order: Order, dice: Roller, made: int
) -> State:
    """The state after an order, with the other side's view updated."""
    after = carry_out(rules, state, side, order, dice, made).state
    view(after, after.setup.enemy(side))
    return after


def drawn(rules: Ruleset, known: View, random: Random) -> Order:
    """An order of a random figure, or the end of the bound."""
    if known.question is not None:
        return Order(ANSWER.name, target=random.choice(known.question.options))
    if not known.state.clock.turn:
        return Order(READY.name)
    figures = list(known.own())
    if figures and random.random() < 0.9:
        families = rules.options(known, random.choice(figures).id)
        if families:
            return random.choice(families).draw(random.randrange)
    return Order(END.name)


def microseconds(games: list[Callable[[int], int]]) -> list[float]:
    """Microseconds per order for each kind of game, the best of some games played in turn."""
    best = [float("inf")] * len(games)
    for seed in range(GAMES):
        for index, game in enumerate(games):
            started = process_time()
            made = game(seed)
            best[index] = min(best[index], (process_time() - started) / made * 1e6)
    return best


def main() -> None:
    """Print microseconds per order and per move, and the ratios of the best rounds."""
    for name in sys.argv[1:] or SHIPPED:
        opening = opening_of(load(find(name)))
        games: list[Callable[[int], int]] = [
            chess_moves,
            plain_moves,
            partial(orders, opening),
            partial(orders, opening, everybody=True),
        ]
        move, plain, order, whole = microseconds(games)
        print(
            f"{name:20} {len(opening.state.figures):3} figures: chess {move:4.0f} us, "
            f"plain {plain:4.0f} us, order {order:5.0f} us, x {order / move:5.2f} of chess, "
            f"x {order / plain:5.2f} of plain, all families too {whole:5.0f} us",
            flush=True,
        )
    print("goals: 3 of chess (aim 1.5), all families too 120 us")


if __name__ == "__main__":
    main()
