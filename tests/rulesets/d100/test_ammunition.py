"""The house rule of ammunition tokens."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.position import Position
from tests.rulesets.d100.blocks import BURST, FULL, GRENADE, PISTOL, scene

TOKENS = {"ammunition": "tokens"}


def counted(drawing: str = "a . . . R", **more: object) -> Position:
    return scene(drawing, rules=TOKENS, **more)


@pytest.mark.parametrize(("size", "tokens"), [(1, 1), (10, 1), (11, 2), (40, 2), (41, 3), (100, 5)])
def test_a_magazine_holds_tokens(size: int, tokens: int) -> None:
    """AMMO-02, AMMO-03, AMMO-04, EP-F20: by its size."""
    game = counted(weapons={"a": (evolve(PISTOL, magazine=size),)})
    assert game.figure("a").count("tokens") == tokens


@pytest.mark.parametrize(("weapon", "last"), [(PISTOL, 12), (BURST, 37), (FULL, 37)])
def test_a_low_roll_costs_a_token(weapon: object, last: int) -> None:
    """AMMO-08, EP-F20: 00 to 12 for single shots, 00 to 37 for bursts, on the attack's own roll."""
    game = counted(weapons={"a": (weapon,)}, counters={"a": {"wounds": 20}})
    lost = [
        3 - game.order("fire a R", faces=[roll]).figure("a").count("tokens")
        for roll in (last, last + 1)
    ]
    assert lost == [1, 0]


def test_a_roll_of_00_costs_a_token() -> None:
    """AMMO-08, EP-F20: the face 100 is the lowest roll, and a hit."""
    game = counted(weapons={"a": (PISTOL,)}).order("fire a R", faces=[100, 99, 1, 1])

    assert game.figure("a").count("tokens") == 2


def test_an_empty_weapon_cannot_fire() -> None:
    """EP-F20: any token pays for a burst of ten; none, and it must be reloaded."""
    one = counted(weapons={"a": (FULL,)}, counters={"a": {"tokens": 1}})
    assert one.rule("fire a R") == "legal"
    none = counted(weapons={"a": (FULL,)}, counters={"a": {"tokens": 0}})
    assert none.rule("fire a R") == "EP-F19"
    assert none.order("reload a").figure("a").count("tokens") == 3


def test_suppressive_fire_takes_a_token() -> None:
    """EP-F20: it stands for twenty rounds."""
    game = counted(weapons={"a": (FULL,)}).order("suppress a 4,0")
    assert game.figure("a").count("tokens") == 2


def test_grenades_are_counted_all_the_same() -> None:
    """AMMO-07: what is thrown has no tokens."""
    game = counted(weapons={"a": (GRENADE,)})
    after = game.order("bombard a 4,0", faces=[5, 1, 1])
    assert (after.figure("a").count("rounds"), after.figure("a").count("tokens")) == (1, 0)


def test_each_weapon_has_its_own_magazine() -> None:
    """AMMO-01, EP-F20: an empty rifle leaves the pistol loaded."""
    other = evolve(PISTOL, id="other")
    game = counted(weapons={"a": (PISTOL, other)}, counters={"a": {"tokens": 0}})
    assert game.rule("fire a R") == "EP-F19"
    after = game.order("fire a R weapon=other", faces=[5, 98, 1, 1])
    assert [after.figure("a").count(name) for name in ("tokens", "tokens_2")] == [0, 2]
