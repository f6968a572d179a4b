"""What every ruleset must hold in play, tried on every shipped scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.ai import LEVELS
from skirmish.core.dice import Roller
from skirmish.game import Game, opening_of, verify_record
from skirmish.lab.soak import soak
from skirmish.rulesets.carry import refusal
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load, shipped

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = 3
LOOKS = 40


@pytest.mark.parametrize("name", shipped())
def test_random_play_ends_and_its_records_verify(name: str) -> None:
    """No dead end, no drawn order refused, every invariant after every event."""
    assert soak(opening_of(load(find(name))), range(GAMES)).faults == ()


@pytest.mark.parametrize("name", shipped())
def test_drawn_and_typical_orders_are_legal(name: str) -> None:
    """Whatever comes from a family or from `typical` is allowed by `refusal`."""
    game = Game.new(load(find(name)), 7)
    rules, dice = game.ruleset, Roller("contract")

    def pick(n: int) -> int:
        return dice.die(n) - 1

    for _ in range(LOOKS):
        if game.over:
            break
        view = game.view(game.to_act)
        orders = [
            order
            for figure in view.own()
            for order in (
                *rules.typical(view, figure.id),
                *(family.draw(pick) for family in rules.choices(view, figure.id)),
            )
            if game.state.clock.turn
        ]
        assert [str(o) for o in orders if refusal(rules, view, o)] == []
        game.order(game.to_act, orders[pick(len(orders))] if orders and pick(3) else _pass(game))


def _pass(game: Game) -> str:
    return "end" if game.state.clock.turn else "ready"


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_ruleset_has_a_golden_record_that_verifies(ruleset: str) -> None:
    """The rules make of a recorded game what they made of it when it was recorded."""
    records = sorted(GOLDEN.glob(f"{ruleset}*.skr"))

    assert records
    assert [
        str(verify_record(path).difference) for path in records if not verify_record(path).ok
    ] == []


def test_levels_are_known() -> None:
    """The levels that scenarios and commands may name."""
    assert {"random", "recruit", "regular"} <= set(LEVELS)
