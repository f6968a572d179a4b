"""An attack repeated for the rest of the bound: what it can cost at most, and its ammunition."""

from __future__ import annotations

from fractions import Fraction

import pytest

from skirmish.core.events import Hurt
from skirmish.presentation.odds.attack_gain import net_gain, repeated_gain
from skirmish.presentation.odds.odds_summary import points_left
from skirmish.rulesets.registry import RULESETS
from tests.position import Position, position


def hurt(battle: Position, damage: int) -> Position:
    """The battle with damage to r."""
    return battle.after(Hurt("r", damage)) if damage else battle


def left_to_lose(battle: Position) -> Fraction:
    """The points that r still costs if it is put out."""
    figure = battle.figure("r")
    return points_left(figure, *battle.ruleset.card.health(figure))


def repeated(battle: Position, text: str) -> tuple[Fraction, int]:
    """What an order gains in the rest of the bound, and how often it is done."""
    return repeated_gain(battle.ruleset, battle.view(), battle.line(text), battle.odds(text))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_figure_has_to_lose_is_what_it_costs_to_be_put_out(ruleset: str) -> None:
    """In every system, hurt or not."""
    whole = position("a>. R<", ruleset=ruleset)
    left, _ = whole.ruleset.card.health(whole.figure("r"))

    for damage in range(min(left, 3)):
        battle = hurt(whole, damage)
        odds = battle.odds("fire a r").figures["r"]
        most = max(battle.ruleset.outcomes.loss(battle.state, "r", out) for out in odds)
        assert left_to_lose(battle) == most


def test_throws_at_a_hurt_figure_gain_no_more_than_is_left_of_it() -> None:
    """Two grenades, the first of which may put it out; the second is less exact."""
    whole = position(
        "a>. . . . R<",
        ruleset="d20",
        kinds={"a": "grenadier", "r": "recruit"},
        weapons={"a": ["frag_grenade"]},
    )
    weak = hurt(whole, whole.ruleset.card.health(whole.figure("r"))[0] - 3)
    throw = "bombard a 5,0"

    once = net_gain(weak.ruleset, weak.view(), weak.odds(throw))
    total, times = repeated(weak, throw)

    worth = left_to_lose(weak)
    assert times == 2
    assert once > worth / 4
    assert once < total < once + once * (1 - once / worth) < worth


def test_repeats_count_by_the_chance_that_a_token_is_left() -> None:
    """A burst with one token left uses it on 1 to 8."""
    battle, full = (
        position(
            "a>. . . R<",
            ruleset="d20",
            kind="veteran",
            weapons={"a": ["carbine"]},
            rules={"ammunition": "tokens"},
            counters={"a": {"tokens": tokens}},
        )
        for tokens in (1, 2)
    )
    shot = "fire a r mode=burst"

    (short, some), (ample, more) = repeated(battle, shot), repeated(full, shot)

    once = net_gain(full.ruleset, full.view(), full.odds(shot))
    assert (some, more) == (3, 3)
    assert once < short < ample
