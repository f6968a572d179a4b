"""The smallest ruleset is complete: it is played, refused and asked for odds like any other."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from skirmish.core.orders import parse_order
from skirmish.core.view import view
from skirmish.rulesets.attack import odds_of
from skirmish.rulesets.engine import refusal, verbs_of
from skirmish.rulesets.smallest import SMALLEST
from tests.seams.thin import Play, battle

FIGURES = [("b1", "blue", (0, 1)), ("r1", "red", (6, 1)), ("r2", "red", (11, 2))]


def begun() -> Play:
    """Blue to act on open ground."""
    play = battle(lambda *_: None, FIGURES)
    setup = evolve(play.state.setup, declared=SMALLEST.handbook.declared)
    return evolve(play, ruleset=SMALLEST, state=evolve(play.state, setup=setup))


def refused(play: Play, text: str) -> str:
    """Why the side to act may not give an order."""
    known = view(play.state, play.state.clock.side)
    return str(refusal(SMALLEST, known, parse_order(text, verbs_of(SMALLEST))))


def test_a_bound_of_each_side_is_played() -> None:
    """A walk, a shot that hits, a shot that misses; counters fall back in the own bound."""
    play = begun().order("move b1 0,1>3,1").order("fire b1 r1", "6:4")

    assert play.at("b1") == (3, 1)
    assert play.at("r1") is None
    play = play.order("end").order("fire r2 b1", "6:3").order("end")
    assert play.at("b1") == (3, 1)
    assert refused(play, "fire b1 r2") == "None"


def test_what_may_not_be_ordered_is_refused() -> None:
    """By the plan, and by what the figure has done already."""
    play = begun()

    assert "no enemy" in refused(play, "fire b1 zz")
    assert "needs 8 tiles, has 6" in refused(play, "move b1 0,1>0,0>7,0")
    assert "has shot" in refused(play.order("fire b1 r1", "6:1"), "fire b1 r1")


def test_its_options_and_odds_are_told() -> None:
    """Menus and forecasts need nothing else."""
    known = view(begun().state, "blue")
    order = parse_order("fire b1 r1", verbs_of(SMALLEST))
    plan = SMALLEST.attack(known.state, order)

    assert [family.verb for family in SMALLEST.options(known, "b1")] == ["move", "fire"]
    assert [family.verb for family in SMALLEST.movement(known, "b1")] == ["move"]
    assert plan is not None
    odds = odds_of(plan, SMALLEST.outcomes.no_effect)
    assert odds.figures["r1"] == {"hit": Fraction(1, 2), "nothing": Fraction(1, 2)}
    assert SMALLEST.outcomes.chance_of_effect(odds.figures["r1"]) == Fraction(1, 2)
