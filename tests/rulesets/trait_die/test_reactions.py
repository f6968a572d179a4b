"""Held actions: who interrupts whom, and when."""

from __future__ import annotations

from typing import Any

import pytest

from tests.position import Position
from tests.rulesets.trait_die.blocks import scene

LANE = "a>. . . . . .\n. . . . . R<."


def held(fields: str = "", drawing: str = LANE, **about: Any) -> Position:
    """Blue's a holds its action; it is red's bound."""
    return scene(drawing, **about).order(f"hold a {fields}".strip()).order("end")


def test_who_wins_the_roll_fires_before_the_step() -> None:
    """AMMO-F16: a tie goes to who holds; the hold is spent, and the walk goes on."""
    game = held().order("move R 5,1>5,0", [4, 4, 3])

    assert game.news("tested", "fired", "struck", "moved", "left") == (
        "tested a agility acts_first",
        "fired a gun target=r how=single",
        "struck r missed source=a",
        "moved r 5,0",
    )
    assert game.figure("a").count("holding") == 0


def test_who_loses_the_roll_fires_right_after() -> None:
    """AMMO-F16: after the step, and with no second roll."""
    game = held().order("move R 5,1>5,0", [2, 3, 3])

    assert game.news("tested", "moved", "fired") == (
        "tested a agility acts_right_after",
        "moved r 5,0",
        "fired a gun target=r how=single",
    )


def test_an_action_is_interrupted_too() -> None:
    """AMMO-F16: who is put out before it fires does not fire."""
    game = held().order("fire R a", [5, 3, 4, 7, 6])

    assert game.news("fired", "left") == ("fired a gun target=r how=single", "left r downed")


def test_who_is_shaken_before_it_acts_does_not_act() -> None:
    """AMMO-F16, AMMO-F13: the order is judged again and lapses, and nothing is spent."""
    game = held().order("fire R a", [5, 3, 4, 3, 3])

    assert game.news("fired") == ("fired a gun target=r how=single",)
    assert (game.figure("r").count("shaken"), game.figure("r").count("acts")) == (1, 0)


def test_a_held_action_is_no_further_action() -> None:
    """AMMO-F5, AMMO-F16: it is the one that was kept."""
    game = held()
    attack = game.ruleset.attack(game.state, game.line("fire a R"))

    assert [m.name for m in attack.modifiers if m.on == "shooting"] == []  # type: ignore[union-attr]


def test_a_standing_order_waits_for_a_better_chance() -> None:
    """`when`: below this chance of any effect it holds its fire."""
    game = held("when=95%").order("move R 5,1>5,0")

    assert game.news("tested", "fired") == ()
    assert game.figure("a").count("holding") == 1


def test_the_owner_may_be_asked() -> None:
    """`reply=ask`, or the house rule: fire, or hold on."""
    game = held("reply=ask").order("move R 5,1>5,0")
    question = game.state.pending.question  # type: ignore[union-attr]

    assert (question.side, question.figure, question.options[-1]) == ("blue", "a", "hold")
    assert game.order("answer hold").news("tested") == ()
    by_rule = held(rules={"reactions": "ask"}).order("move R 5,1>5,0")
    assert by_rule.state.pending is not None


@pytest.mark.parametrize("text", ["move a 0,0>1,0", "fire a R", "hold a"])
def test_who_holds_does_nothing_else_in_its_bound(text: str) -> None:
    """AMMO-F16."""
    assert scene(LANE).order("hold a").rule(text) == "AMMO-F16"


def test_a_hold_takes_the_whole_bound() -> None:
    """AMMO-F5; and it is over when the next own bound begins (AMMO-F1)."""
    assert scene(LANE, counters={"a": {"acts": 1}}).rule("hold a") == "AMMO-F5"
    assert held().order("end").figure("a").count("holding") == 0


def test_a_blade_waits_for_who_comes_near() -> None:
    """AMMO-F16, AMMO-F19: it strikes whoever is in reach and moves on."""
    game = held("weapon=blade", "a>R<. . .").order("move R 1,0>2,0", [6, 1, 1, 4])

    assert game.news("tested", "fired") == (
        "tested a agility acts_first",
        "fired a blade target=r how=strike",
    )


def test_who_is_not_seen_is_not_interrupted() -> None:
    """AMMO-F16: only in sight."""
    game = held(drawing="a># . . R<").order("move R 4,0>3,0")

    assert game.news("tested") == ()


def test_that_a_figure_holds_is_seen_and_nothing_more() -> None:
    """What it holds ready, and from which chance on, is known to its own side alone."""
    counters = held().view("red").state.figures["a"].counters

    assert [name for name in counters if "hold" in name] == ["holding"]
