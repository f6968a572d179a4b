"""What every ruleset must hold in play, tried in the village and on every shipped scenario."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from skirmish.ai import LEVELS
from skirmish.ai.capabilities import capabilities_of
from skirmish.analysis.self_play import play
from skirmish.core.dice import Roller
from skirmish.core.setup import DEPLOYMENT, SETUP_PHASES
from skirmish.game import Game, Opening, opening_of, verify_record
from skirmish.game.opening import data_hash
from skirmish.rulesets.common import deploy
from skirmish.rulesets.engine import refusal, suggested
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import find, load, shipped
from tests.soak.random_play import soak
from tests.village import village

GOLDEN = Path(__file__).parents[1] / "golden"
VILLAGE = "village:"
FIELDS = (*(VILLAGE + name for name in RULESETS), *shipped())
"""The village under each ruleset, and the scenarios by name."""
TURNS = 1
"""In which the computer plays a scenario, more where figures arrive later; `tests/test_hidden.py`
lets it play whole games in the village."""
LOOKS = 12

each_ruleset = pytest.mark.parametrize("ruleset", sorted(RULESETS))


@cache
def opening(field: str) -> Opening:
    """What a game on one of these fields starts from."""
    if field.startswith(VILLAGE):
        return village(field.removeprefix(VILLAGE))
    return opening_of(load(find(field)))


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS)
def test_random_play_ends_and_its_records_verify(field: str) -> None:
    """No dead end, no drawn order refused, every invariant after every event."""
    assert soak(opening(field), [1]).faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_the_computer_plays_every_scenario(name: str) -> None:
    """Whatever objectives, waves and forces a scenario has, both sides know what to do."""
    capabilities_of.cache_clear()  # kinds may have been tried out in another battle
    scenario = load(find(name))
    turns = max([TURNS, *(wave.arrival.turn for wave in scenario.waves)])
    fought = opening_of(evolve(scenario, turns=turns))

    assert play(fought, dict.fromkeys(fought.state.setup.sides, "recruit"), 1).over


@pytest.mark.parametrize("field", FIELDS)
def test_drawn_and_typical_orders_are_legal(field: str) -> None:
    """Whatever comes from a family or from `typical` is allowed by `refusal`."""
    game = Game.new(opening(field), 7)
    rules, dice = game.ruleset, Roller("contract")

    def pick(n: int) -> int:
        return dice.die(n) - 1

    for _ in range(LOOKS):
        if game.over:
            break
        view = game.view(game.to_act)
        phase = game.state.clock.phase
        choices = deploy.choices if phase == DEPLOYMENT else rules.options
        orders = [
            order
            for figure in view.own()
            for order in (
                *(suggested(rules, view, figure.id) if phase not in SETUP_PHASES else ()),
                *(family.draw(pick) for family in choices(view, figure.id)),
            )
        ]
        if view.question is not None:
            game.order(view.question.side, f"answer {view.question.options[0]}")
            continue
        assert [str(o) for o in orders if refusal(rules, view, o)] == []
        game.order(game.to_act, orders[pick(len(orders))] if orders and pick(3) else _pass(game))


def _pass(game: Game) -> str:
    return "ready" if game.state.clock.phase in SETUP_PHASES else "end"


@each_ruleset
def test_every_ruleset_has_a_scenario(ruleset: str) -> None:
    """One at least that comes with the game, which is played above."""
    assert [name for name in shipped() if load(find(name)).ruleset == ruleset]


@each_ruleset
def test_every_ruleset_has_a_golden_record_that_verifies(ruleset: str) -> None:
    """The rules make of a recorded game what they made of it when it was recorded."""
    records = sorted(GOLDEN.glob(f"{ruleset}*.skr"))

    assert records
    reports = [verify_record(path) for path in records]
    assert [str(report.difference) for report in reports if not report.ok] == []


DATA = {
    "d100": "75bcf72ef4fbeaa5",
    "d20": "adf3bf1652cfd543",
    "dice_pool": "85b90a25d19412de",
    "opposed_d6": "fa3ad16cf62711df",
    "trait_die": "a360f9022521266b",
}
"""Hashes of figures, weapons and house rules without their texts, as records hold them."""


@each_ruleset
def test_the_data_that_records_name_is_what_it_was(ruleset: str) -> None:
    """Another hash lets every record of before say that it goes on under other data."""
    assert data_hash(RULESETS[ruleset]) == DATA[ruleset]


def test_levels_are_known() -> None:
    """The levels that scenarios and commands may name."""
    assert {"random", "recruit", "regular"} <= set(LEVELS)
