"""Why the computer did something, worked out again from the record, and told in words."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.ai import Explanation, Weighed
from skirmish.ai.choose import DOUBT
from skirmish.ai.evaluation import TERMS as OF_PLACES
from skirmish.analysis.self_play import play
from skirmish.core.orders import Order
from skirmish.errors import RecordProblem, UsageProblem
from skirmish.game import Game
from skirmish.presentation.ai_reasons import TERMS, gain_words, reason_lines
from skirmish.presentation.explain_record import RecordExplainer
from skirmish.rulesets.registry import RULESETS
from tests.village import village

PAIRS = [*((rules, "recruit") for rules in RULESETS), ("trait_die", "veteran")]


def looked_back(rules: str, blue: str, seed: int = 6) -> tuple[Game, RecordExplainer]:
    """A game against regular, from its record alone."""
    game = play(village(rules), {"blue": blue, "red": "regular"}, seed)
    again = Game.replay(game.record.text)
    return again, RecordExplainer(again)


def named(reasons: Explanation) -> set[str]:
    """The terms of all candidates."""
    told = (reasons.chosen, *reasons.rejected)
    return {name for weighed in told for name, _ in weighed.terms}


@pytest.mark.parametrize(("rules", "blue"), PAIRS)
def test_the_thought_comes_to_the_recorded_order(rules: str, blue: str) -> None:
    """Over a whole game every order is found again, and every term of it has words."""
    game, looked = looked_back(rules, blue)
    found = list(looked.explain_all())

    sides = [game.lines[line - 1].side for line in looked.lines]
    assert min(sides.count("blue"), sides.count("red")) > 10
    assert [(str(one.order), one.line) for one in found if not one.matches] == []
    assert set().union(*(named(one.explanation) for one in found)) - set(TERMS) == set()


def test_every_term_of_a_place_has_words() -> None:
    """None of the terms that places are weighed by goes by its id alone, nor does doubt."""
    assert {*OF_PLACES, DOUBT} - set(TERMS) == set()


def test_a_place_to_start_is_told_in_marks() -> None:
    """They are no points: of what the enemy will do nothing is known there."""
    start = Weighed(Order.of("deploy", "b1", (3, 1)), 4800, (("cover", 4800),))
    shot = Weighed(Order.of("fire", "b1", "r1"), 4800)

    assert [gain_words(one).split()[1] for one in (start, shot)] == ["marks", "points"]


def test_reasons_are_words_with_their_sign() -> None:
    """Each candidate is told with the order, its gain and its terms; without numbers in words."""
    game, looked = looked_back("opposed_d6", "recruit")
    thought = (one for one in looked.explain_all() if one.order.verb != "deploy")
    one = next(one for one in thought if len(one.explanation.rejected) > 1)
    lines = reason_lines(one.view, game.verbs, one.explanation)

    assert lines[0].startswith(f"{one.order.figure}: ")
    assert "points over doing nothing" in "\n".join(lines)
    assert any(line.startswith("3. ") for line in lines)
    plain = "\n".join(reason_lines(one.view, game.verbs, one.explanation, numbers=False))
    assert "%" not in plain
    assert "points" not in plain


def test_a_persons_order_has_no_reasons() -> None:
    """Of whom nobody knows the thoughts is told so, and which line has any."""
    game = Game.new(village(), 1, {"blue": "human", "red": "random"})
    game.order("red", "ready")
    game.order("blue", "ready")
    game.hand_over("red", "regular")
    game.order("red", "end")
    looked = RecordExplainer(game)

    assert looked.lines == (4,)
    assert looked.missing_reason(1) == "red was played at random: its orders were drawn"
    assert looked.missing_reason(3) == "the line hands a side over"
    with pytest.raises(UsageProblem, match=r"a person gave this order for blue \(such as line 4\)"):
        looked.explain(2)
    with pytest.raises(UsageProblem, match="the record has lines 1 to 4"):
        looked.explain(0)


def test_other_rules_are_said() -> None:
    """A battle that was begun under other rules is not explained by those of now."""
    game = Game.new(village(), 1, {"blue": "regular", "red": "regular"})
    looked = RecordExplainer(game)
    looked.check_rules()
    game.record.head = evolve(game.record.head, version=game.record.head.version + 1)

    with pytest.raises(RecordProblem, match="which has changed since"):
        looked.check_rules()
