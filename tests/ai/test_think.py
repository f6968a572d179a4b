"""Thinking: always a legal order, always the same one, and a bound always comes to an end."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from skirmish.ai import LEVELS, Choice, Stream, key_of, think
from skirmish.analysis.self_play import play
from skirmish.core.orders import Question
from skirmish.core.view import View
from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.rulesets.engine import refusal
from tests.position import position
from tests.village import village

SEED = 3


@cache
def game(level: str) -> list[tuple[View, Choice]]:
    """All thoughts of a game in the village."""
    return played(level)


def played(level: str) -> list[tuple[View, Choice]]:
    """All thoughts of the same game, played now."""
    thoughts: list[tuple[View, Choice]] = []
    battle = play(
        village(), {"blue": level, "red": level}, SEED, observer=lambda *both: thoughts.append(both)
    )
    assert battle.over
    return thoughts


@pytest.mark.parametrize("level", LEVELS)
def test_every_order_is_legal(level: str) -> None:
    """What a level chooses is never refused, from the deployment to the end."""
    rules = village().ruleset
    refused = [
        (str(choice.order), refusal(rules, known, choice.order)) for known, choice in game(level)
    ]

    assert [pair for pair in refused if pair[1] is not None] == []


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_thought_needs_no_more_than_the_views_of_its_bound(level: str) -> None:
    """From these it is thought again, reasons included, whatever came in earlier bounds."""
    rules = village().ruleset
    bound: list[View] = []
    for number, (known, choice) in enumerate(game(level)):
        if bound and (bound[0].side, bound[0].state.clock) != (known.side, known.state.clock):
            bound.clear()
        bound.append(known)
        if number % 5 == 0:
            again = None
            for view in bound:
                stream = Stream(key_of(SEED, known.side))
                again = think(rules, view, level, stream, previous=again)
            assert again == choice
            assert again.explanation.data == choice.explanation.data


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_is_the_same_game(level: str) -> None:
    """A game depends on scenario, players and seed alone."""
    first, second = game(level), played(level)

    assert [str(c.order) for _, c in first] == [str(c.order) for _, c in second]


def test_an_endless_bound_is_cut_off() -> None:
    """Whatever could still be gained, after so many orders the bound is ended."""
    battle = position("a>. . . . . . . . R<", phase="move")
    known = battle.view()
    previous = None
    for _ in range(200):
        previous = think(battle.ruleset, known, "regular", Stream("x"), previous=previous)

    assert previous is not None
    assert str(previous.order) == "end"


def test_a_question_is_answered() -> None:
    """Between figures the enemy's are offered first, and the dearest of them."""
    battle = position("a>. R<")
    asked = _asked(battle.view(), ("a", "r"))

    assert str(think(battle.ruleset, asked, "regular", Stream("x")).order) == "answer r"


def _asked(known: View, options: tuple[str, ...]) -> View:
    return evolve(known, question=Question(known.side, "redirect", options))


def test_no_such_level() -> None:
    """A level that does not exist is a usage problem, and the message names those there are."""
    battle = position("a>. R<")

    with pytest.raises(UsageProblem, match="recruit, regular"):
        think(battle.ruleset, battle.view(), "napoleon", Stream("x"))


def test_deployment_ends_and_stays_in_the_zone() -> None:
    """Every figure is placed at most once, on a tile of its own, then the side is ready."""
    battle = Game.new(village(), 1)
    previous = None
    orders = []
    while battle.turn == 0 and battle.to_act == "red":
        previous = think(
            battle.ruleset, battle.view("red"), "regular", Stream("x"), previous=previous
        )
        orders.append(previous.order)
        told = previous.explanation
        assert all(told.chosen.gain >= other.gain for other in told.rejected)
        assert all(one.gain == sum(mark for _, mark in one.terms) for one in told.rejected)
        battle.order("red", previous.order)

    assert [order.verb for order in orders] == ["deploy"] * (len(orders) - 1) + ["ready"]
    assert len({order.figure for order in orders}) == len(orders)
