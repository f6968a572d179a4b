"""Blast weapons: the throw, the scatter diagram, the blast."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.geometry import Facing
from skirmish.core.view import news_of
from skirmish.presentation.log.event_sentences import log_sentences
from skirmish.presentation.orders.legal_orders import LegalOrders
from skirmish.rulesets.attack import Aim
from skirmish.rulesets.d100.area import radius, scattered
from tests.position import Position, field_of
from tests.rulesets.d100.blocks import GRENADE, PISTOL, PLASMA, SEEKER, SOLDIER, scene, sums, target

WIDE = Board.parse("\n".join(["." * 81] * 81))


def landed(die: int, factor: int) -> tuple[int, int]:
    """Where a blast lands from the point aimed at, for one thrown eastward at 40,40."""
    tile = scattered(WIDE, (30, 40), (40, 40), Facing.N)[factor - 1][die - 1]
    assert tile is not None
    return tile[0] - 40, tile[1] - 40


@pytest.mark.parametrize(
    ("die", "factor", "off"),
    [
        (4, 1, (0, 4)),
        (7, 2, (-14, 0)),
        (10, 3, (21, -21)),
        (1, 1, (1, 0)),
        (2, 1, (2, 0)),
    ],
    ids=["EP-V3", "EP-V4", "EP-V5", "EP-V6a", "EP-V6b"],
)
def test_the_scatter_diagram(die: int, factor: int, off: tuple[int, int]) -> None:
    """EP-04, EP-05, EP-09, EP-A2, EP-V3 to EP-V6: right of an eastward throw is south."""
    assert landed(die, factor) == off


def test_every_face_has_its_direction() -> None:
    """EP-09: 1 and 2 on, 3 half right, round to 10 half left."""
    signs = [tuple((n > 0) - (n < 0) for n in landed(die, 1)) for die in range(1, 11)]
    on, right, back, left = (1, 0), (0, 1), (-1, 0), (0, -1)
    assert signs == [on, on, (1, 1), right, (-1, 1), back, back, (-1, -1), left, (1, -1)]


def thrown(faces: list[int], text: str = "bombard a 10,5", **more: object) -> Position:
    """A throw of the grenade from 4,5 with the skill of 50, less 10 for the range."""
    at = {"a": (4, 5), "R": (10, 5)}
    game = scene(field_of(21, 11), at=at, weapons={"a": (GRENADE,)}, **more)
    return game.order(text, faces=faces)


def test_a_good_throw_lands_where_it_was_aimed() -> None:
    """EP-F21: a plain test that nobody opposes; one roll of the DV, without margin or critical."""
    game = thrown([33, 6, 6, 35])
    assert game.news("burst") == ("burst 10,5 grenade",)
    assert game.figure("r").damage == 6 + 6 + 4 - 8


@pytest.mark.parametrize(
    ("roll", "x"), [(70, 11), (71, 12), (98, 12)], ids=["margin 30", "margin 31", "margin 58"]
)
def test_a_miss_goes_somewhere(roll: int, x: int) -> None:
    """EP-03, EP-06, EP-A3, EP-F14: target number 40, the die shows 1."""
    game = thrown([roll, 1, 1, 1], kinds={"R": evolve(SOLDIER, id="tank", kinetic=50)})
    assert game.news("burst") == (f"burst {x},5 grenade",)


def test_a_miss_by_more_than_sixty_goes_three_times_as_far() -> None:
    """EP-07: with a target number of 30, 91 misses by 61."""
    hurt = {"a": {"wounds": 1}}
    game = thrown([91, 1, 1, 1], counters=hurt)
    assert game.news("burst") == ("burst 13,5 grenade",)


def test_what_leaves_the_map_is_told_with_its_dice() -> None:
    """EP-03: nothing comes down, but the throw was rolled and cannot be taken back."""
    game = thrown([98, 1], "bombard a 20,5")
    assert game.news("burst") == ()
    assert game.news("tested") == ("tested a throw off_the_map",)


def test_what_is_thrown_stops_before_a_wall() -> None:
    """The table's rule: on the last tile before what blocks sight from the point."""
    drawing = ". . . . . . . . # . .\n" * 3
    game = scene(drawing, at={"a": (0, 1)}, weapons={"a": (GRENADE,)})
    assert game.order("bombard a 6,1", faces=[70, 2, 1, 1]).news("burst") == ("burst 7,1 grenade",)


def test_what_flies_in_an_arc_comes_down_behind_a_wall() -> None:
    """The table's rule: only what is thrown or launched directly stops."""
    board = Board.parse("....#....")
    direct = scattered(board, (0, 0), (2, 0), Facing.N)
    lobbed = scattered(board, (0, 0), (2, 0), Facing.N, stops=False)
    assert (direct[1][1], lobbed[1][1]) == ((3, 0), (6, 0))


def test_a_throw_off_the_map_is_gone() -> None:
    """Nobody is struck."""
    game = scene(field_of(8, 1), at={"a": (0, 0), "R": (5, 0)}, weapons={"a": (GRENADE,)})
    after = game.order("bombard a 6,0", faces=[71, 2])
    assert after.news("burst", "struck") == ()
    assert after.figure("a").count("rounds") == 1


def test_a_blast_falls_off_by_the_metre() -> None:
    """EP-08, EP-F21: 2 DV for each full metre, on friends too; one roll for all."""
    tough = evolve(SOLDIER, id="tough", kinetic=0, dur=200, wound_threshold=100)
    at = {"a": (0, 0), "b": (8, 2), "R": (8, 0), "Q": (12, 0)}
    game = scene(field_of(20, 4), at=at, weapons={"a": (GRENADE,)}, kind=tough)
    after = game.order("bombard a 8,0", faces=[10, 5, 5])
    assert [after.figure(who).damage for who in ("r", "b", "q")] == [14, 10, 6]


def test_a_falling_blast_ends_by_full_metres() -> None:
    """EP-F21: a DV of 24 at most is 2 at 11.7 metres, and nothing at 12."""
    at = {"a": (0, 0), "R": (14, 11), "Q": (22, 0)}
    game = scene(field_of(26, 14), at=at, weapons={"a": (evolve(GRENADE, extreme=40),)})
    plan = game.ruleset.attack(game.state, game.line("bombard a 10,0"))
    assert isinstance(plan, Aim)
    assert plan.at((10, 0)).subjects == ("a", "r")


def test_a_uniform_blast_is_as_strong_to_its_edge() -> None:
    """EP-F21: and ends there."""
    tough = evolve(SOLDIER, id="tough", energy=0, dur=200, wound_threshold=100)
    at = {"a": (0, 0), "Q": (8, 2), "R": (8, 0), "P": (8, 3)}
    game = scene(field_of(20, 4), at=at, weapons={"a": (PLASMA,)}, kind=tough)
    after = game.order("bombard a 8,0", faces=[10, 5, 5])
    assert [after.figure(who).damage for who in ("r", "q", "p")] == [14, 14, 0]
    assert radius(GRENADE) == 11


def test_what_stands_between_is_armour() -> None:
    """EP-F21: rocks 10, a wall stops it all."""
    at = {"a": (0, 0), "R": (8, 0), "Q": (10, 0), "P": (8, 2)}
    drawing = ". . . . . . . . . : .\n. . . . . . . # # # .\n. . . . . . . . . . ."
    game = scene(drawing, at=at, weapons={"a": (GRENADE,)})
    lines = [
        line
        for line in game.odds("bombard a 8,0").modifiers
        if (line.on, line.figure) == ("armour", "q")
    ]
    assert ("object between", 10) in [(line.name, line.value) for line in lines]
    plan = game.ruleset.attack(game.state, game.line("bombard a 8,0"))
    assert isinstance(plan, Aim)
    assert "p" not in plan.at((8, 0)).subjects


def test_nothing_covers_a_figure_where_the_blast_comes_down() -> None:
    """EP-F21: rocks shelter it from a blast beside them, not from one among them."""
    at = {"a": (0, 0), "R": (8, 0)}
    game = scene(". . . . . . . . : . .", at=at, weapons={"a": (GRENADE,)})
    plan = game.ruleset.attack(game.state, game.line("bombard a 8,0"))
    assert isinstance(plan, Aim)
    covered = {x: [one.name for one in plan.at((x, 0)).modifiers] for x in (7, 8, 9)}
    assert [x for x, names in covered.items() if "object between" in names] == [7, 9]


@pytest.mark.parametrize(("ap", "dealt"), [(0, 7), (8, 15), (12, 19), (40, 25)])
def test_piercing_takes_from_all_armour(ap: int, dealt: int) -> None:
    """EP-F10, EP-F21: what is worn (8) and what stands between (10) are one sum, less AP."""
    weapon = evolve(GRENADE, ap=ap, add=7, blast="uniform", radius=3)
    tough = evolve(SOLDIER, id="tough", dur=200, wound_threshold=100)
    at = {"a": (0, 0), "R": (10, 0)}
    game = scene(". . . . . . . . . : .", at=at, weapons={"a": (weapon,)}, kind=tough)
    after = game.order("bombard a 8,0", faces=[10, 9, 9])
    assert after.figure("r").damage == dealt
    plan = game.ruleset.attack(game.state, game.line("bombard a 8,0"))
    assert isinstance(plan, Aim)
    lines = [one.value for one in plan.at((8, 0)).modifiers if one.on == "armour"]
    assert sum(lines) == 25 - dealt


def test_a_shock_meets_whom_something_covers() -> None:
    """EP-10, EP-A6: what stands between is armour, and armour is no help against the shock."""
    baton = evolve(GRENADE, shock=True, dice=1, add=0)
    drawing = ". . . . . . . : . . ."
    game = scene(drawing, at={"a": (0, 0), "R": (8, 0)}, weapons={"a": (baton,)})
    after = game.order("bombard a 6,0", faces=[10, 6, 99])
    assert (after.figure("r").posture, after.figure("r").damage) == ("stunned", 0)


def test_who_throws_must_see_the_point() -> None:
    """EP-F22: an indirect weapon flies to what its side sees; EP-25: by whoever of it."""
    drawing = "a . . # . . R\n. . . # . . .\n. . . # . b ."
    plain = scene(drawing, weapons={"a": (GRENADE,)})
    assert plain.rule("bombard a 6,0") == "EP-F22"
    assert plain.refusal("bombard a 6,0").reason == "its line to 6,0 is blocked at 3,0"  # type: ignore[union-attr]
    seeker = scene(drawing, weapons={"a": (SEEKER,)})
    assert seeker.rule("bombard a 6,0") == "legal"
    alone = scene("a . . # . . R", weapons={"a": (SEEKER,)})
    assert alone.rule("bombard a 6,0") == "EP-F22"


def test_the_odds_of_a_throw() -> None:
    """EP-03: where it lands adds up to 1, and so does what happens to each figure."""
    at = {"a": (4, 5), "R": (10, 5)}
    game = scene(field_of(21, 11), at=at, weapons={"a": (GRENADE,)})
    odds = game.odds("bombard a 10,5")
    assert odds.landing[10, 5] == Fraction(41, 100)
    assert sum(odds.landing.values()) == 1
    assert all(sum(chances.values()) == 1 for chances in odds.figures.values())
    assert target(game, "bombard a 10,5") == 40
    assert sums(game, "bombard a 10,5")["attack"] == {"throwing": 50, "medium range": -10}


def test_grenades_are_not_reloaded() -> None:
    """EP-F19: when they are thrown they are gone."""
    game = thrown([33, 6, 6, 35])
    assert game.rule("bombard a 10,5") == "EP-F6"
    empty = scene("a . . . R", weapons={"a": (GRENADE,)}, counters={"a": {"rounds": 0}})
    assert empty.rule("bombard a 4,0") == "EP-F19"
    assert empty.rule("reload a") == "EP-F19"


def test_a_throw_is_said_to_be_unopposed() -> None:
    """EP-F21: no figure defends against what is thrown at a point; a shot is opposed."""
    game = scene("a . . . R", weapons={"a": (GRENADE, PISTOL)})
    legal = LegalOrders(game.ruleset, game.view())
    said = {}
    for text in ("bombard a 4,0", "fire a R"):
        odds = legal.order_odds(game.line(text))
        assert odds is not None
        said[text] = "both succeed" in " ".join(odds.rolls)
    assert said == {"bombard a 4,0": False, "fire a R": True}


def test_the_log_halves_what_a_shock_grenade_rolled_for_all() -> None:
    """EP-18, EP-A6: 7 + 2 is halved to 4; what stands between counts as armour too."""
    shock = evolve(PLASMA, shock=True, dice=1, add=2)

    def said(tile: str, energy: int) -> str:
        blocks = {"weapons": {"a": (shock,)}, "kinds": {"R": evolve(SOLDIER, energy=energy)}}
        game = scene(f". . . . . . . {tile} . . .", at={"a": (0, 0), "R": (8, 0)}, **blocks)
        thrown = game.order("bombard a 6,0", faces=[10, 7, 3])
        news = news_of(game.state, thrown.told, thrown.faces, "blue")
        return log_sentences(game.view("blue"), news, game.ruleset)[-1].words

    told = "(half damage, for it withstood the shock: half of 9 is 4"
    assert f"4 DUR lost {told})" in said(".", 0)
    assert f"1 DUR lost {told}, less 3 for armour)" in said(".", 3)
    assert f"unsteady {told}, less 6 for armour)" in said(".", 6)
    assert f"unsteady {told}, less 4 for armour)" in said(":", 0)
