"""Suppressive fire: the order, the cone, the free attack, its end."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.dice import odds
from skirmish.core.events import Counted, Posed
from skirmish.rulesets.attack import Attack
from skirmish.rulesets.d100.dice import strike
from skirmish.rulesets.d100.suppression import SHOWN, free_blow
from tests.position import Position, field_of
from tests.rulesets.d100.blocks import BURST, FULL, HASTY, PISTOL, SOLDIER, scene

MOVER = evolve(SOLDIER, id="mover", walk=20)


def laid(drawing: str, text: str = "suppress a 9,1", **more: object) -> Position:
    """Suppressive fire is laid, and red has its bound; r does not defend."""
    game = scene(drawing, weapons={"a": (FULL,)}, **more).order(text)
    return game.bound("act", "red")


INITIATIVE = [9, 1]
OPEN = ". . . . . . . . . . . .\na . . . . . . . R . . .\n. . . . . . . . . . . ."
SHELTER = ". . . . . . . . . . . .\na . . . . . . & R . . .\n. . . . . . . . . . . ."


def test_it_needs_full_automatic() -> None:
    """EP-28, EP-29: set to it; a Complex action."""
    assert scene(OPEN).rule("suppress a 9,1") == "EP-28"
    assert scene(OPEN, weapons={"a": (BURST,)}).rule("suppress a 9,1") == "EP-28"
    single = evolve(PISTOL, id="single", modes=("single",))
    assert scene(OPEN, weapons={"a": (single,)}).rule("suppress a 9,1") == "EP-28"
    game = scene(OPEN, weapons={"a": (FULL,)}, counters={"a": {"acted": 1}})
    assert game.rule("suppress a 9,1") == "EP-F6"


@pytest.mark.parametrize(("rounds", "rule"), [(19, "EP-A11"), (20, "legal")])
def test_it_takes_twenty_rounds(rounds: int, rule: str) -> None:
    """EP-30, EP-A11, EP-V16: with 19 it can't be done; with 20 none are left."""
    game = scene(OPEN, weapons={"a": (FULL,)}, counters={"a": {"rounds": rounds}})
    assert game.rule("suppress a 9,1") == rule
    if rule == "legal":
        assert game.order("suppress a 9,1").figure("a").count("rounds") == 0


def test_the_length_is_chosen() -> None:
    """EP-A10: up to extreme range; else it reaches to the tile."""
    game = scene(OPEN, weapons={"a": (FULL,)})
    assert game.rule("suppress a 9,1 length=40") == "legal"
    assert game.rule("suppress a 9,1 length=41") == "EP-A10"
    (zone,) = game.order("suppress a 6,1").state.zones.values()
    assert max(x for x, _ in zone.tiles) == 6


def test_its_odds_are_those_of_the_free_attack() -> None:
    """EP-33 to EP-36: told before anybody shows himself, for each enemy in the cone alone."""
    drawing = ". . . b . . . . . . . .\na . . . . . . & R . . .\n. . . . . . . . . . . Q"
    game = scene(drawing, weapons={"a": (FULL,)})
    plan = game.ruleset.attack(game.state, game.line("suppress a 9,1"))
    assert isinstance(plan, Attack)
    assert (plan.subjects, plan.at, plan.policy) == (("r",), (9, 1), SHOWN)
    (zone,) = (laid := game.order("suppress a 9,1")).state.zones.values()
    assert plan.area == game.state.board.mask_of(zone.tiles)
    found = free_blow(laid.state, zone, laid.figure("r"))
    assert found is not None
    assert plan.odds_on("r") == odds(strike, found[0])
    assert game.ruleset.attack(game.state, game.line("suppress a 0,2")) is None


def test_the_cone() -> None:
    """EP-32, EP-F23: 10 tiles to each side at its end, never over 45 degrees, a flat end."""
    game = scene(field_of(45, 31), at={"a": (0, 15)}, weapons={"a": (FULL,)})
    (wide,) = game.order("suppress a 20,15").state.zones.values()
    (short,) = game.order("suppress a 5,15").state.zones.values()
    ends = {x: max(y - 15 for tx, y in wide.tiles if tx == x) for x in (1, 10, 20)}
    assert ends == {1: 0, 10: 5, 20: 10}
    assert max(y - 15 for x, y in short.tiles if x == 5) == 5
    assert not any(x > 20 for x, _ in wide.tiles)
    assert (0, 15) not in wide.tiles


def test_it_strikes_no_figure_beyond_extreme_range() -> None:
    """EP-F23: a corner of the flat end may be farther away than the weapon shoots."""
    at = {"a": (0, 10), "Q": (40, 10), "R": (40, 20)}
    game = scene(field_of(45, 21), at=at, weapons={"a": (FULL,)})
    plan = game.ruleset.attack(game.state, game.line("suppress a 40,10"))
    assert isinstance(plan, Attack)
    assert plan.subjects == ("q",)
    (zone,) = (laid := game.order("suppress a 40,10")).state.zones.values()
    assert (40, 20) in zone.tiles
    assert free_blow(laid.state, zone, laid.figure("r")) is None


def test_walls_stop_it() -> None:
    """EP-F23: what the shooter does not see it does not cover."""
    game = laid("a . . # . R", "suppress a 5,0 length=10")
    (zone,) = game.state.zones.values()
    assert all(x <= 3 for x, _ in zone.tiles)


def test_who_leaves_cover_is_shot_at() -> None:
    """EP-33, EP-34, EP-36: one free attack, like one shot, and no rounds more (EP-A12)."""
    game = laid(SHELTER, kinds={"R": MOVER})
    after = game.order("move R 8,1>8,2", faces=[29, 99, 1, 4])
    assert after.news("struck") == ("struck r hurt source=a how=suppression sums=damage:2",)
    assert after.figure("a").count("rounds") == 40
    again = after.order("move R 8,2>8,1").order("move R 8,1>8,2")
    assert again.news("struck") == ()


def test_the_free_attack_counts_range_wounds_and_full_defence() -> None:
    """EP-35, EP-V18: neither the cover that was left nor shock, aim or running."""
    game = laid(
        SHELTER,
        counters={
            "a": {"wounds": 1, "jolted": 900},
            "R": {"defending": 1, "wounds": 1, "jolted": 900, "ran": 1},
        },
    )
    (zone,) = game.state.zones.values()
    found = free_blow(game.state, zone, game.figure("r"))
    assert found is not None
    assert (found[0].skill, found[0].guard) == (60 - 10, 20 + 30 - 10)
    assert (found[0].dice, found[0].add) == (2, 3)


def test_who_ends_its_action_in_the_open_is_shot_at() -> None:
    """EP-33, EP-A9: at the end of its bound; cover of any grade saves it."""
    bare = laid(OPEN).order("end", faces=[70, *INITIATIVE])
    assert bare.news("struck") == ("struck r missed source=a how=suppression",)
    assert laid(SHELTER).order("end", faces=INITIATIVE).news("struck") == ()


def test_a_stunned_figure_draws_no_free_attack() -> None:
    """EP-A9: it has no action to end."""
    game = laid(OPEN + " Q").after(Posed("r", "stunned"), Counted("r", "stunned", 900))
    assert game.order("end", faces=INITIATIVE).news("struck") == ()


def test_there_is_one_free_attack_on_each_figure() -> None:
    """EP-A9: who was shot at leaving cover is not shot at again as its bound ends."""
    game = laid(SHELTER, kinds={"R": MOVER}).order("move R 8,1>8,2", faces=[70])
    assert game.order("end", faces=INITIATIVE).news("struck") == ()


def test_who_is_brought_down_goes_no_farther() -> None:
    """EP-34: a fall stops the move where it was hit."""
    game = laid(SHELTER, kinds={"R": MOVER})
    after = game.order("move R 8,1>8,2>11,2", faces=[29, 99, 10, 4, 98])
    assert after.figure("r").at == (8, 2)
    assert after.figure("r").posture == "prone"


def test_it_ends_with_the_shooters_next_phase() -> None:
    """EP-31, EP-V17: laid in the second phase, it is over when the third begins."""
    game = scene(OPEN, weapons={"a": (FULL,)}, kind=HASTY).bound("act", "blue", step=15)
    game = game.order("suppress a 9,1")
    red = game.order("end")
    assert (red.state.clock.side, len(red.state.zones)) == ("red", 1)
    blue = red.order("end", faces=[70])
    assert (blue.state.clock.side, blue.state.clock.step) == ("blue", 25)
    assert blue.state.zones == {}
    assert blue.state.linked("under_fire") == ()


def test_it_ends_when_the_shooter_moves() -> None:
    """EP-F23: it covers what he saw from where he stood."""
    game = scene(OPEN, weapons={"a": (FULL,)}).order("suppress a 9,1")
    assert game.order("move a 0,1>0,2").state.zones == {}


def test_friends_are_spared() -> None:
    """EP-33: the shooter does not fire at its own side."""
    game = scene("R . . a . b .", weapons={"a": (FULL,)}).order("suppress a 5,0 length=9")
    assert game.order("end").news("struck") == ()
