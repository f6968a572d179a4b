"""Thought is budgeted in orders weighed: no level weighs more for a figure than it says."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.ai import LEVELS, think
from skirmish.ai.cache import ThoughtCache
from skirmish.ai.situation import Situation
from skirmish.ai.stream import Stream
from skirmish.core.orders import END
from skirmish.game import Game
from skirmish.rulesets.engine import refusal
from skirmish.rulesets.registry import RULESETS
from tests.ai.ranking import rank_options
from tests.village import village

FEW = 4


def begun(ruleset: str) -> Game:
    """A battle that both sides have deployed for."""
    game = Game.new(village(ruleset), 3, {"blue": "regular", "red": "regular"})
    while game.state.clock.turn < 1:
        side = game.to_act
        game.order(side, think(game.ruleset, game.view(side), "regular", Stream(side)).order)
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
def test_no_more_is_weighed_than_the_level_says(level: str, ruleset: str) -> None:
    """Fewer plans are the first of as many as there are, and none leave nothing to do."""
    game = begun(ruleset)
    known, played = game.view(game.to_act), LEVELS[level]
    counts = {
        plans: [
            len(one.best)
            for one in rank_options(
                Situation(
                    game.ruleset,
                    known,
                    evolve(played, plans=plans),
                    ThoughtCache(known.state.board),
                )
            )
        ]
        for plans in (0, FEW, played.plans)
    }

    assert not any(counts[0])
    assert max(counts[FEW]) == FEW
    assert FEW < max(counts[played.plans]) <= played.plans


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_any_plans_an_answer_is_legal(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is ended."""
    monkeypatch.setitem(LEVELS, "regular", evolve(LEVELS["regular"], plans=0))
    game = begun(ruleset)
    known = game.view(game.to_act)
    order = think(game.ruleset, known, "regular", Stream("none")).order

    assert order.verb == END.name
    assert refusal(game.ruleset, known, order) is None
