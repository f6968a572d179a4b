"""Direct fire: what adds to it, who may be fired at, what comes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.events import Posed
from skirmish.core.figures import HIDDEN
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.d100.dice import Blow
from skirmish.rulesets.d100.kinds import Kind
from skirmish.rulesets.d100.outcomes import needs
from tests.position import Position, field_of
from tests.rulesets.d100.blocks import (
    BURST,
    GRENADE,
    KNIFE,
    KNIVES,
    PISTOL,
    SOLDIER,
    scene,
    sums,
    target,
)

SMART = evolve(SOLDIER, id="smart", smartlink=True)


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [(2, 70), (3, 60), (10, 60), (11, 50), (20, 50), (21, 40), (30, 40), (31, 30), (40, 30)],
)
def test_range_bands(tiles: int, expected: int) -> None:
    """EP-F14: a boundary belongs to the nearer band."""
    game = scene(field_of(45, 1), at={"a": (0, 0), "R": (tiles, 0)})
    assert target(game, "fire a R") == expected


def test_beyond_extreme_range_nothing_is_fired() -> None:
    """EP-F14: nor without sight, nor at a friend or somebody unseen (EP-F8)."""
    far = scene(field_of(45, 1), at={"a": (0, 0), "R": (41, 0)})
    near = scene("a . # . R\nb . . . .")
    assert far.rule("fire a R") == "EP-F14"
    assert near.rule("fire a R") == "EP-F8"
    assert near.rule("fire a b") == "EP-F8"
    assert near.rule("fire a x") == "EP-F8"


@pytest.mark.parametrize(("glyph", "value"), [("o", -10), (":", -20), ("&", -30)])
def test_cover_by_its_grade(glyph: str, value: int) -> None:
    """EP-F15: minor, moderate, major."""
    game = scene("a . . . R", under={"R": glyph})
    assert target(game, "fire a R") == 60 + value


def test_what_else_counts() -> None:
    """EP-F15, EP-F16, EP-F17, EP-F11, EP-15: each by its name, all capped together (EP-F2)."""
    drawing = field_of(16, 2)
    game = scene(
        drawing,
        at={"a": (0, 0), "R": (12, 0)},
        levels="1" + "0" * 15 + "\n" + "0" * 16,
        kinds={"a": SMART},
        counters={"a": {"aimed": 30, "ran": 1, "wounds": 1, "jolted": 500}},
    )
    prone = game.after(Posed("r", "prone"))
    lines = sums(prone, "fire a R")["attack"]
    assert lines == {
        "ranged": 60,
        "medium range": -10,
        "prone target": -10,
        "superior position": 20,
        "smartlink": 10,
        "aim": 30,
        "running": -20,
        "wounds": -10,
        "shock": -30,
    }
    assert target(prone, "fire a R") == 40


def test_the_preview_has_the_number_of_the_tests_for_wounds() -> None:
    """EP-F11: its lines add up to that with one wound more."""
    game = scene("a . . R", counters={"R": {"wounds": 1}})
    assert target(game, "fire a R", "test to stay up") == 45 - 10 - 10


def test_prone_helps_from_ten_tiles_on() -> None:
    """EP-F15: at nine it does not."""
    for tiles, expected in ((9, 60), (10, 50)):
        game = scene(field_of(15, 1), at={"a": (0, 0), "R": (tiles, 0)})
        assert target(game.after(Posed("r", "prone")), "fire a R") == expected


def test_all_modifiers_together_are_capped() -> None:
    """EP-F2: the breakdown tells what the cap took, and still adds up."""
    at = {"a": (0, 0), "R": (35, 0)}
    game = scene(field_of(40, 1), at=at, counters={"a": {"wounds": 4}})
    assert sums(game, "fire a R")["attack"]["penalties count 60 at most"] == 10
    assert target(game, "fire a R") == 0


def test_an_enemy_in_reach_disturbs() -> None:
    """EP-F17: unless he can do nothing."""
    game = scene("a Q . . R")
    assert target(game, "fire a R") == 30
    held = scene("a Q . . R", counters={"Q": {"surprised": 900}})
    assert target(held, "fire a R") == 60


def test_a_shot_is_opposed_by_half_fray() -> None:
    """EP-F8: 41 is 20; full defence adds 30 (EP-F9); who can't defend has no guard."""
    assert sums(scene("a . . . R"), "fire a R")["defence"] == {"half Fray": 20}
    ready = scene("a . . . R", counters={"R": {"defending": 1, "wounds": 2}})
    assert target(ready, "fire a R", "defence") == 20 + 30 - 20
    caught = scene("a . . . R", counters={"R": {"surprised": 900}})
    assert "defence" not in sums(caught, "fire a R")


def test_armour_is_pierced_but_not_below_nothing() -> None:
    """EP-F10: a positive AP is taken off the armour that the weapon is against."""
    game = scene("a . . . R", weapons={"a": (evolve(PISTOL, ap=20),)})
    assert sums(game, "fire a R")["armour"] == {"kinetic armour": 8, "armour piercing": -8}
    energy = scene("a . . . R", weapons={"a": (evolve(PISTOL, against="energy", ap=0),)})
    assert sums(energy, "fire a R")["armour"] == {"energy armour": 5}


def test_a_shot_and_what_comes_of_it() -> None:
    """EP-F6, EP-F8: the rounds, the action, the damage; the dice belong to what they decided."""
    game = scene("a . . . R").order("fire a R", faces=[45, 21, 4, 6, 35])
    assert game.news("fired", "struck", "hurt") == (
        "fired a pistol target=r how=single",
        "struck r wounded source=a how=single sums=damage:12",
        "hurt r 12",
    )
    assert game.figure("r").damage == 4 + 6 + 3 + 5 - (8 - 2)
    assert game.figure("r").count("wounds") == 1
    assert game.figure("a").count("rounds") == 59
    assert game.rule("fire a R") == "EP-F6"


def test_who_has_nothing_to_fire_strikes_or_throws() -> None:
    """EP-F8: blades are no missiles, grenades go at a tile; throwing knives do fly."""
    assert scene("a . R", weapons={"a": (KNIFE, GRENADE)}).rule("fire a R") == "EP-F8"
    assert scene("a . R", weapons={"a": (GRENADE, KNIVES)}).rule("fire a R") == "legal"
    assert scene("a . R").rule("fire a R weapon=rifle") == "EP-F8"


def test_without_rounds_nothing_is_fired() -> None:
    """EP-F19: a burst takes three."""
    game = scene("a . . . R", weapons={"a": (BURST,)}, counters={"a": {"rounds": 2}})
    assert game.rule("fire a R") == "EP-F19"
    full = game.order("reload a")
    assert full.figure("a").count("rounds") == 60


def test_a_hidden_shooter_shows_itself() -> None:
    """Direct fire in sight of an enemy reveals who fires."""
    game = scene("a . . . R", counters={"a": {HIDDEN: 1}}).order("fire a R", faces=[99])
    assert game.news()[0] == "revealed a"


def test_odds_are_whole() -> None:
    """The chances of every figure add up to 1."""
    game = scene("a . . . R\n. . . . Q", weapons={"a": (BURST,)})
    for text in ("fire a R", "fire a R also=q", "fire a R bonus=damage"):
        for chances in game.odds(text).figures.values():
            assert sum(chances.values(), Fraction(0)) == 1


PEOPLE = st.builds(
    evolve,
    st.just(SOLDIER),
    ranged=st.integers(0, 120),
    fray=st.integers(0, 120),
    smartlink=st.booleans(),
    kinetic=st.integers(0, 30),
)
MARKS = st.fixed_dictionaries(
    {
        "wounds": st.integers(0, 8),
        "aimed": st.sampled_from([0, 10, 30]),
        "ran": st.integers(0, 1),
        "defending": st.integers(0, 1),
        "jolted": st.integers(0, 5).map(lambda turns: 100 * turns),
        "shocked": st.integers(0, 70).map(lambda turns: 100 * turns),
    }
)


@settings(max_examples=60, deadline=None)
@given(
    mine=PEOPLE,
    theirs=PEOPLE,
    own=MARKS,
    other=MARKS,
    tiles=st.integers(1, 40),
    under=st.sampled_from(".o:&"),
)
def test_the_breakdown_adds_up_to_what_is_rolled_with(
    mine: Kind,
    theirs: Kind,
    own: dict[str, int],
    other: dict[str, int],
    tiles: int,
    under: str,
) -> None:
    """Every line, base values and the cap included; modifiers never come to more than 60."""
    game = scene(
        field_of(42, 1),
        at={"a": (0, 0), "R": (tiles, 0)},
        kinds={"a": mine, "R": theirs},
        counters={"a": own, "R": other},
        under={"R": under},
        weapons={"a": (BURST,)},
    )
    plan = game.ruleset.attack(game.view("blue").state, game.line("fire a R"))
    assert isinstance(plan, Attack)
    assert plan == game.ruleset.attack(game.state, game.line("fire a R"))
    (one,) = cast("tuple[Blow, ...]", plan.args[0])
    numbers = {
        on: sum(line.value for line in plan.modifiers if line.on == on)
        for on in ("attack", "defence", "damage dice", "damage", "armour")
    }
    assert numbers == {
        "attack": one.skill,
        "defence": one.guard,
        "damage dice": one.dice,
        "damage": one.add,
        "armour": one.body.armour,
    }
    assert abs(one.skill - mine.ranged) <= 60


def test_a_number_below_0_is_the_same_in_odds_and_log() -> None:
    """EP-F1: 00 always succeeds; how far a throw scatters goes by the number itself (EP-06)."""

    def said(game: Position, order: str) -> str:
        plan = game.ruleset.attack(game.state, game.line(order))
        assert plan is not None
        return needs(plan)

    game = scene("a . . . R", counters={"R": {"wounds": 3}}, kind=evolve(SOLDIER, fray=50))
    assert sums(game, "fire a R")["defence"] == {
        "half Fray": 25,
        "wounds": -30,
        "below 0 counts as 0": 5,
    }
    assert said(game, "fire a R") == "60 or less (defence 0 or less)"

    counters = {"a": {"wounds": 6, "ran": 1}}
    far = scene("a . . . R", counters=counters, weapons={"a": (GRENADE,)})
    assert target(far, "bombard a 4,0") == -10
    assert said(far, "bombard a 4,0") == "0 or less (attack -10)"
