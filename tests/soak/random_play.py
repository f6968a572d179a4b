"""Random legal play to the end, with all that must hold checked after every event."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from skirmish.analysis.self_play import play
from skirmish.core.apply import apply_event
from skirmish.core.orders import parse_order
from skirmish.game import Game, Opening, verify_record
from tests.soak.invariants import faults, order_faults, settled_faults


@frozen
class Soaked:
    """What random play found: how much was played, and every fault with its seed and line."""

    games: int
    orders: int
    events: int
    faults: tuple[str, ...]


def soak(opening: Opening, seeds: Sequence[int], *, verify: bool = True) -> Soaked:
    """Plays a game of random legal orders for each seed and checks it event by event.

    Every drawn order must be legal: `Game` raises OrderRefused for one that is not.
    """
    players = dict.fromkeys(opening.state.setup.sides, "random")
    found: list[str] = []
    orders = events = 0
    for seed in seeds:
        with play(opening, players, seed) as game:
            wrong, told = faults_of(game)
            found += [f"seed {seed}, {fault}" for fault in wrong]
            if verify and not (report := verify_record(game.record.text)).ok:
                found.append(f"seed {seed}, {report.difference}")
            orders += len(game.lines)
            events += told
    return Soaked(len(seeds), orders, events, tuple(found))


def faults_of(game: Game) -> tuple[list[str], int]:
    """The faults of a game that was played, and how many events it had."""
    found: list[str] = []
    events = 0
    for line, entry in enumerate(game.lines, 1):
        state = game.state_at(line - 1)
        wrong = list(order_faults(parse_order(entry.order, game.verbs), game.verbs))
        for told in entry.told:
            after = apply_event(state, told.event, told.sides)
            wrong += faults(state, told.event, after)
            state = after
            events += 1
        if game.state_at(line).pending is None:
            wrong += settled_faults(state)
        found += [f"line {line} ({entry.order}): {fault}" for fault in wrong]
    return found, events
