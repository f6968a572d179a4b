"""Reasons for recorded orders of the computer."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.ai import Explanation, Weighed
from skirmish.ai.choose import DOUBT
from skirmish.ai.explanation import points
from skirmish.analysis.self_play import play
from skirmish.core.orders import Order
from skirmish.errors import RecordProblem, UsageProblem
from skirmish.game import Game
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.presentation.reasons.ai_reasons import TERMS, gain_parts, gain_words, reason_lines
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.rulesets.registry import RULESETS
from tests.ai.test_terms import LANE, moving, seen, terms
from tests.village import village

PAIRS = [*((rules, "recruit") for rules in RULESETS), ("trait_die", "veteran")]


def looked_back(rules: str, blue: str, seed: int = 6) -> tuple[Game, RecordExplainer]:
    """A game against `regular`, read from its record."""
    game = play(village(rules), {"blue": blue, "red": "regular"}, seed)
    again = Game.replay(game.record.text)
    return again, RecordExplainer(again)


def named(reasons: Explanation) -> set[str]:
    """The terms of all candidates."""
    told = (reasons.chosen, *reasons.rejected)
    return {name for weighed in told for name, _ in weighed.terms}


@pytest.mark.parametrize(("rules", "blue"), PAIRS)
def test_thinking_again_gives_the_recorded_order(rules: str, blue: str) -> None:
    """This holds for a whole game, and every term has words."""
    game, looked = looked_back(rules, blue)
    found = list(map(looked.explain, looked.lines))

    sides = [game.lines[line - 1].side for line in looked.lines]
    assert min(sides.count("blue"), sides.count("red")) > 10
    assert [(str(one.order), one.line) for one in found if not one.matches] == []
    assert set().union(*(named(one.explanation) for one in found)) - set(TERMS) == set()


def test_every_term_of_a_place_has_words() -> None:
    """So has the term `doubt`."""
    assert {*terms(seen(moving(LANE)), (0, 0)), DOUBT} - set(TERMS) == set()


def test_starting_places_have_rating_points() -> None:
    """Points would need enemy fire, which is unknown before the battle."""
    start = Weighed(Order.of("deploy", "b1", (3, 1)), 4800, (("cover", 4800),))
    shot = Weighed(Order.of("fire", "b1", "r1"), 4800)

    assert [gain_words(one).split()[1] for one in (start, shot)] == ["rating", "worth"]
    later = evolve(shot, plan=shot.gain + 900)
    assert [part.split()[0] for part in gain_parts(later)] == [points(later.plan), "by"]


def test_reasons_are_words_with_their_sign() -> None:
    """Each candidate has its order, gain and terms; without numbers in words alone."""
    game, looked = looked_back("opposed_d6", "recruit")
    thought = (one for one in map(looked.explain, looked.lines) if one.order.verb != "deploy")
    one = next(one for one in thought if len(one.explanation.rejected) > 1)
    lines = reason_lines(LegalOrders(game.ruleset, one.view), one.explanation)

    assert lines[0].startswith(f"{one.order.figure}: ")
    assert "worth over doing nothing" in "\n".join(lines)
    assert any(line.startswith("3. ") for line in lines)
    plain = "\n".join(
        reason_lines(LegalOrders(game.ruleset, one.view), one.explanation, numbers=False)
    )
    assert "%" not in plain
    assert "worth" not in plain


def test_a_persons_order_has_no_reasons() -> None:
    """The error names the reason and a line that can be explained."""
    game = Game.new(village(), 1, {"blue": "human", "red": "random"})
    game.order("red", "ready")
    game.order("blue", "ready")
    game.hand_over("red", "regular")
    game.order("red", "end")
    looked = RecordExplainer(game)

    assert looked.lines == (4,)
    assert looked.missing_reason(1) == "Red was played at random"
    assert looked.missing_reason(3) == "this line hands a side to another player"
    with pytest.raises(UsageProblem, match=r"a person gave this order for Blue \(such as line 4\)"):
        looked.explain(2)
    assert looked.missing_reason(0) == "no order has been given yet"
    with pytest.raises(UsageProblem, match="the record has lines 1 to 4"):
        looked.explain(5)


def test_a_record_of_other_rules_is_not_explained() -> None:
    """The record was begun under another version of the rules."""
    game = Game.new(village(), 1, {"blue": "regular", "red": "regular"})
    looked = RecordExplainer(game)
    looked.check_rules()
    game.record.head = evolve(game.record.head, version=game.record.head.version + 1)

    with pytest.raises(RecordProblem, match="which has changed since"):
        looked.check_rules()
