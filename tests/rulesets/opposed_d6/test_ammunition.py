"""The house rule of ammunition tokens."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.position import Position
from tests.rulesets.opposed_d6.blocks import BURST, GUN, scene

RIFLE = evolve(GUN, magazine=10)
LMG = evolve(BURST, magazine=30)


def armed(drawing: str = "a>. . . R<\nb>", ammunition: str = "tokens", **tokens: int) -> Position:
    """A with a rifle of one token, b with a machine gun of two."""
    counters = {name: {"tokens": left} for name, left in tokens.items()}
    rules = {"ammunition": ammunition}
    return scene(drawing, weapons={"a": (RIFLE,), "b": (LMG,)}, counters=counters, rules=rules)


def test_a_figure_starts_with_a_full_magazine() -> None:
    """AMMO-02, AMMO-03: as many tokens as its first magazine holds."""
    game = armed()

    assert [game.figure(name).count("tokens") for name in "abR"] == [1, 2, 0]


@pytest.mark.parametrize(
    ("text", "face", "left"),
    [
        ("fire a R", 1, (0, 2)),
        ("fire a R", 2, (1, 2)),
        ("fire b R", 2, (1, 1)),
        ("fire b R", 3, (1, 2)),
        ("fire b R aid=a", 1, (0, 1)),
        ("fire b R aid=a", 2, (1, 1)),
    ],
)
def test_a_low_attack_die_takes_a_token(text: str, face: int, left: tuple[int, int]) -> None:
    """Single fire on a 1, automatic on 1 or 2; all who fire in the roll look at its die."""
    game = armed().order(text, faces=[face, 6])

    assert tuple(game.figure(name).count("tokens") for name in "ab") == left


def test_only_the_first_roll_is_checked() -> None:
    """Once for each attack, however it is divided."""
    assert armed().order("fire b R rolls=2", faces=[3, 6, 1, 6]).figure("b").count("tokens") == 2


def test_an_empty_weapon_does_not_fire() -> None:
    """AMMO-A4: nor does it aid, until it is reloaded, which takes the shot."""
    game = armed(a=0)
    loaded = game.order("reload a")

    assert game.rule("fire a R") == game.rule("fire b R aid=a") == "AMMO-A4"
    assert loaded.figure("a").count("tokens") == 1
    assert loaded.rule("fire a R") == "BAY-12"
    assert loaded.bound("fire", "blue", turn=2).rule("fire a R") == "legal"


PISTOL = evolve(GUN, id="pistol", name="pistol", magazine=8)
TWO = {"a": (RIFLE, PISTOL), "b": (LMG,)}


def two(**tokens: int) -> Position:
    """A figure with a rifle and a pistol, b with a machine gun."""
    drawing, rules = "a>. . . R<\nb>", {"ammunition": "tokens"}
    return scene(drawing, weapons=TWO, counters={"a": tokens}, rules=rules)


def test_each_weapon_has_its_own_magazine() -> None:
    """AMMO-01, AMMO-02: what the rifle loses the pistol keeps."""
    game = two()
    fired = game.order("fire a R", faces=[1, 6]).bound("fire", "blue", turn=2)
    aided = game.order("fire b R aid=a", faces=[1, 6])

    assert [game.figure("a").count(name) for name in ("tokens", "tokens_2")] == [1, 1]
    assert [fired.figure("a").count(name) for name in ("tokens", "tokens_2")] == [0, 1]
    assert game.ruleset.card.empty_weapons(fired.state, fired.figure("a")) == ("gun",)
    assert fired.rule("fire a R") == "AMMO-A4"
    assert fired.rule("fire a R weapon=pistol") == fired.rule("fire b R aid=a") == "legal"
    assert aided.figure("a").count("tokens") == 0


def test_a_reload_fills_one_weapon() -> None:
    """AMMO-A10: the named one, else the first that is not full."""
    game = two(tokens=0, tokens_2=0)
    full = [
        [game.order(text).figure("a").count(name) for name in ("tokens", "tokens_2")]
        for text in ("reload a", "reload a weapon=pistol")
    ]
    pistol = two(tokens_2=0)

    assert full == [[1, 0], [0, 1]]
    assert pistol.order("reload a").figure("a").count("tokens_2") == 1
    assert pistol.rule("reload a weapon=gun") == "AMMO-A10"
    assert pistol.rule("reload a weapon=knife") == "AMMO-07"
    assert [family.fixed for family in game.ruleset.options(game.view(), "a")] == [
        (),
        (("weapon", "pistol"),),
    ]


def test_a_reload_is_worth_what_the_loaded_weapons_can_not_do() -> None:
    """AMMO-A10: with an equal one in hand there is nothing to gain by it now."""
    worth = [
        two(**tokens).ruleset.prospect(two(**tokens).view(), two().line("reload a"))
        for tokens in ({"tokens": 0}, {"tokens": 0, "tokens_2": 0})
    ]

    assert worth[0] == 0 < worth[1]


def test_nothing_to_reload() -> None:
    """AMMO-07, AMMO-A10: a full magazine, or none; and not where ammunition is not counted."""
    assert armed().rule("reload a") == "AMMO-A10"
    assert scene("a>. R<", rules={"ammunition": "tokens"}).rule("reload a") == "AMMO-07"
    assert armed(ammunition="none", a=0).rule("reload a") == "AMMO-01"
    assert armed(ammunition="none", a=0).rule("fire a R") == "legal"


def test_the_enemy_does_not_see_the_tokens() -> None:
    """How much is left is known to its own side alone."""
    assert "tokens" not in armed().view("red").state.figures["a"].counters
