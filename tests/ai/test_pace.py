"""Thoughts for somebody who waits: the same answers, told as they go on, and cut off if need be."""

from __future__ import annotations

import pytest

from skirmish.ai import Pace, Stream, think
from skirmish.core.view import View
from skirmish.game import Game
from skirmish.rulesets.engine import refusal
from tests.village import village

RULES = ("opposed_d6", "trait_die", "d20")


def moments(rules: str) -> list[View]:
    """What a side sees before the battle, and in its first bounds."""
    game = Game.new(village(rules), 2, {"blue": "regular", "red": "regular"})
    seen = []
    while game.turn < 2:
        seen.append(game.view(game.to_act))
        game.order(game.to_act, "ready" if not game.turn else "end")
    return seen


@pytest.mark.parametrize("rules", RULES)
def test_who_waits_gets_the_same_answer(rules: str) -> None:
    """Told of is each figure that is judged, once; the order and its reasons are those without."""
    ruleset = village(rules).ruleset
    for known in moments(rules):
        told: list[tuple[str, int, int]] = []
        pace = Pace(tell=lambda figure, at, of, told=told: told.append((figure, at, of)))  # type: ignore[misc]
        waited = think(ruleset, known, "regular", Stream("x"), pace=pace)

        assert waited == think(ruleset, known, "regular", Stream("x"))
        assert [at for _, at, _ in told] == list(range(1, len(told) + 1))
        assert len({figure for figure, _, _ in told}) == len(told)
        assert {of for _, _, of in told} <= {len(list(known.own()))}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_thought_that_is_cut_off_has_a_legal_answer(rules: str, after: int) -> None:
    """At once, or after so many figures: the best of what was weighed, or the end of the bound."""
    ruleset = village(rules).ruleset
    for known in moments(rules):
        left = [after]

        def cut(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        choice = think(ruleset, known, "veteran", Stream("x"), pace=Pace(cut))
        assert refusal(ruleset, known, choice.order) is None
        if not after:
            assert choice.order.verb in ("end", "ready")
