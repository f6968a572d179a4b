"""Close combat: reach, grips, breaking free."""

from __future__ import annotations

import pytest

from skirmish.core.events import Hurt
from tests.position import Position
from tests.rulesets.d100.blocks import AXE, KNIFE, PISTOL, QUICK, SWORD, scene, sums, target


def duel(mine: object, theirs: object, **more: object) -> Position:
    return scene("a R .", weapons={"a": (mine,), "R": (theirs,)}, **more)


def test_a_sword_against_a_knife() -> None:
    """EP-01, EP-02, EP-V1: +10 for the swordsman, attacking and defending."""
    game = duel(SWORD, KNIFE)
    assert sums(game, "strike a R")["attack"] == {"melee": 50, "reach": 10}
    assert sums(game, "strike a R")["defence"] == {"Fray": 41}
    turned = duel(KNIFE, SWORD)
    assert sums(turned, "strike a R")["attack"] == {"melee": 50}
    assert sums(turned, "strike a R")["defence"] == {"Fray": 41, "reach": 10}


@pytest.mark.parametrize(("mine", "theirs"), [(SWORD, SWORD), (AXE, SWORD), (KNIFE, KNIFE)])
def test_only_a_difference_counts(mine: object, theirs: object) -> None:
    """EP-A1, EP-V2: longer still is no better."""
    game = duel(mine, theirs)
    assert (target(game, "strike a R"), target(game, "strike a R", "defence")) == (50, 41)


def test_everybody_has_fists() -> None:
    """EP-F28: who carries nothing for close combat strikes with them, beside it alone."""
    game = scene("a R . Q")
    assert sums(game, "strike a R")["attack"] == {"unarmed": 40}
    assert game.rule("strike a Q") == "EP-F28"
    assert game.rule("strike a R weapon=pistol") == "EP-F28"
    assert scene("a # R").rule("strike a R") == "EP-F28"


def test_a_blow_is_a_complex_action() -> None:
    """EP-F6: and who has run has 20 less (EP-F17)."""
    game = duel(SWORD, KNIFE, counters={"a": {"ran": 1}})
    assert target(game, "strike a R") == 40
    after = game.order("strike a R", faces=[30, 99, 1, 2])
    assert after.figure("r").damage == 1 + 2 + 2 + 5 - 8
    assert after.rule("strike a R") == "EP-F6"


def grip(margin: int) -> Position:
    """The position after a grip of this margin was tried; r does not defend."""
    return duel(SWORD, KNIFE).order("grapple a R", faces=[margin, 99])


def test_a_grip_is_declared() -> None:
    """EP-21, EP-22, EP-23, EP-24, EP-V15: an order of its own, with any weapon, without damage."""
    assert grip(29).state.linked("grip") == ()
    held = grip(30)
    assert [(link.a, link.b) for link in held.state.linked("grip")] == [("a", "r")]
    assert held.figure("r").damage == 0
    assert held.state.setup.declared.links["grip"].open
    assert held.news("struck") == ("struck r subdued source=a how=grapple",)


def test_a_critical_grip_may_do_damage() -> None:
    """EP-24: unless it is declined beforehand."""
    game = duel(SWORD, KNIFE)
    hurt = game.order("grapple a R", faces=[44, 99, 1, 1, 35])
    spared = game.order("grapple a R wound=no", faces=[44, 99])
    assert hurt.figure("r").damage == 1 + 1 + 2 + 5
    assert spared.figure("r").damage == 0
    assert len(hurt.state.linked("grip")) == len(spared.state.linked("grip")) == 1


def test_a_subdued_figure_can_only_break_free() -> None:
    """EP-25, EP-26: nothing else that takes its body; it sees, but does not defend."""
    game = grip(30).bound("act", "red")
    for text in ("fire R a", "strike R a", "turn R N", "pose R prone", "defend R"):
        assert game.rule(text) == "EP-25"
    assert game.rule("free R") == "legal"
    assert game.view("red").seen
    assert [family.verb for family in game.ruleset.options(game.view("red"), "r")] == ["free"]
    back = grip(30).bound("act", "blue")
    assert "defence" not in sums(back, "strike a R")


def test_who_holds_stays_and_may_let_go() -> None:
    """EP-F25: one at a time; letting go takes no action."""
    game = scene("a R .\n. Q .", weapons={"a": (SWORD,), "R": (KNIFE,)})
    held = game.order("grapple a R", faces=[30, 99]).bound("act", "blue")
    assert held.rule("move a 0,0>0,1") == "EP-F25"
    assert held.rule("grapple a Q") == "EP-F25"
    assert held.rule("strike a Q") == "legal"
    free = held.order("free a")
    assert free.state.linked("grip") == ()
    assert free.rule("strike a R") == "legal"


def test_breaking_free_is_opposed_by_the_same_kind() -> None:
    """EP-27: Unarmed or SOM x 3, as the subdued says; 30 less for it; it is a Complex action."""
    game = grip(30).bound("act", "red")
    by_hand = sums(game, "free R")
    assert by_hand["attack"] == {"unarmed": 40, "subdued": -30}
    assert by_hand["defence"] == {"unarmed": 40}
    by_will = sums(game, "free R by=som")
    assert by_will["attack"] == {"SOM x 3": 45, "subdued": -30}
    assert by_will["defence"] == {"SOM x 3": 45}
    broken = game.order("free R by=som", faces=[12, 99])
    assert broken.state.linked("grip") == ()
    failed = game.order("free R", faces=[10, 10])
    assert len(failed.state.linked("grip")) == 1
    assert failed.rule("free R") == "EP-F6"


def test_a_grip_ends_when_either_is_out() -> None:
    """EP-F25: a friend shoots the grappler."""
    held = scene("R a .\n. . .\nQ . .", weapons={"R": (KNIFE,), "a": (SWORD,), "Q": (PISTOL,)})
    game = held.order("grapple a R", faces=[30, 99]).bound("act", "red")
    after = game.after(Hurt("a", 34)).order("fire Q a", faces=[29, 99, 10, 10])
    assert after.figure("a").fate == "downed"
    assert after.state.linked("grip") == ()


def test_nobody_is_held_twice() -> None:
    """EP-F25: a second grip on the same enemy is refused."""
    game = scene("a R b", weapons=dict.fromkeys("aRb", (SWORD,)), kind=QUICK)
    assert game.order("grapple a R", faces=[30, 99]).rule("grapple b R") == "EP-F25"
