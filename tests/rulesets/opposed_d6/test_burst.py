"""Automatic fire divided over several rolls."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.events import Struck
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.opposed_d6.dice import Shot
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import BURST, GUN, MARKSMAN, scene


def rolls(game: Position, text: str) -> list[tuple[str, int]]:
    """Whom each roll of a burst is at, and its attack factor."""
    attack = game.ruleset.attack(game.view().state, game.line(text))
    assert isinstance(attack, Attack)
    shots = attack.args[1]
    assert isinstance(shots, tuple)
    found = []
    for shot in shots:
        assert isinstance(shot, Shot)
        found.append((attack.subjects[shot.target], shot.factor))
    return found


THREE = scene(
    """
    a>. . . R<
    b>. . . Q<
    . . . . P<
    """,
    weapons={"a": (BURST, GUN)},
)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("fire a R", [("r", 6)]),
        ("fire a R rolls=2", [("r", 3), ("r", 3)]),
        ("fire a R rolls=3", [("r", 2), ("r", 2), ("r", 2)]),
        ("fire a R split=r:3+q:3", [("r", 3), ("q", 3)]),
        ("fire a R split=r:1+q:2+r:3", [("r", 1), ("q", 2), ("r", 3)]),
    ],
)
def test_the_factor_is_divided_over_the_rolls(text: str, shares: list[tuple[str, int]]) -> None:
    """BAY-14, BAY-A6, BAY-V12: equal shares unless a split is given, which is kept as it is."""
    assert THREE.rule(text) == "legal"
    assert rolls(THREE, text) == shares


@pytest.mark.parametrize(
    "text",
    [
        "fire a R split=r:3+q:2",
        "fire a R split=r:3+q:4",
        "fire a R split=r:6+q:0",
        "fire a R split=q:3+r:3",
        "fire a R split=r:2+q:2+p:1+r:1",
        "fire a R rolls=4",
        "fire a R rolls=0",
        "fire a R rolls=2 split=r:3+q:3",
        "fire a R rolls=2 weapon=gun",
        "fire a R split=r:2+q:2 weapon=gun",
    ],
)
def test_shares_are_whole_and_add_up(text: str) -> None:
    """BAY-14, BAY-A6: at least 1 each, the factor in all, three rolls at most, automatic only."""
    assert THREE.rule(text) == "BAY-14"


def test_more_rolls_than_the_factor_are_refused() -> None:
    """BAY-A6: a factor of 2 is never three shares of at least 1."""
    small = scene("a>. . R<", weapons={"a": (evolve(BURST, factor=2),)})

    assert small.rule("fire a R rolls=3") == "BAY-14"
    assert small.rule("fire a R rolls=2") == "legal"


def test_modifiers_count_in_full_on_every_roll() -> None:
    """BAY-14, BAY-V12: quality on each roll, aid on the first one only."""
    game = scene("a>. . . R<\nb>", weapons={"a": (BURST,)}, kinds={"a": MARKSMAN})

    assert rolls(game, "fire a R rolls=2 aid=b") == [("r", 5), ("r", 4)]


@pytest.mark.parametrize(
    ("other", "rule"), [((6, 2), "legal"), ((6, 10), "legal"), ((5, 2), "BAY-04")]
)
def test_the_arc_holds_for_every_target(other: tuple[int, int], rule: str) -> None:
    """BAY-14, BAY-F13: a target of a divided burst is within the arc like any."""
    game = scene(
        field_of(12, 12), at={"a": (2, 6), "R": (8, 6), "Q": other}, weapons={"a": (BURST,)}
    )

    assert game.rule("fire a R split=r:3+q:3") == rule


@pytest.mark.parametrize(("other", "rule"), [((6, 6), "legal"), ((6, 7), "BAY-14")])
def test_targets_lie_within_45_degrees_of_each_other(other: tuple[int, int], rule: str) -> None:
    """BAY-14: the bearings from the shooter differ by at most 45 degrees."""
    game = scene(
        field_of(12, 12), at={"a": (2, 6), "R": (6, 2), "Q": other}, weapons={"a": (BURST,)}
    )

    assert game.rule("fire a R split=r:3+q:3") == rule


def test_each_share_has_its_own_dice_and_the_worst_counts() -> None:
    """BAY-14: rolled against figures as they stood; one figure suffers once."""
    after = THREE.order("fire a R split=r:2+q:2+r:2", faces=[6, 6, 6, 1, 1, 1])
    struck = [told.event for told in after.told if isinstance(told.event, Struck)]

    assert [(one.figure, one.effect) for one in struck] == [
        ("r", "nothing"),
        ("q", "downed"),
        ("r", "nothing"),
    ]
    assert [told.dice for told in after.told if told.event.verb == "struck"] == [2, 2, 2]
    assert after.figure("R").count("suppressed") == 0
    assert after.figure("Q").fate == "downed"
