"""Close combat: its dice, what adds to them, what comes of it."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from operator import itemgetter

import pytest
from attrs import evolve

from skirmish.core.dice import Face, Roller, Script, odds
from skirmish.core.geometry import Facing
from skirmish.rulesets.opposed_d6.close_combat import fight_attack
from skirmish.rulesets.opposed_d6.dice import Bout, close_combat
from tests.position import Position
from tests.rulesets.opposed_d6.blocks import GUN, KNIFE, OFFICER, SHIELDED, TROOPER, scene

NOTHING, LOCKED, RECOIL, DOWNED = Bout.NOTHING, Bout.LOCKED, Bout.RECOIL, Bout.DOWNED
OPEN = (False, False)
SWORD = evolve(KNIFE, id="sword", name="sword", melee=2)


def fought(faces: tuple[int, int], factors: tuple[int, int]) -> tuple[Bout, Bout]:
    """What these faces and factors come to."""
    return close_combat(Script([Face(6, face) for face in faces]), *factors, OPEN)


def factor(game: Position, name: str, order: str = "fight a R") -> dict[str, int]:
    """What a figure fights with, by name."""
    return {m.name: m.value for m in game.odds(order).modifiers if m.figure == name}


@pytest.mark.parametrize(
    ("faces", "factors", "outcomes"),
    [
        ((3, 3), (2, 2), (LOCKED, LOCKED)),
        ((4, 3), (2, 2), (NOTHING, RECOIL)),
        ((2, 6), (2, 2), (DOWNED, NOTHING)),
        ((3, 6), (2, 2), (RECOIL, NOTHING)),
        ((6, 2), (2, 1), (NOTHING, DOWNED)),
        ((6, 2), (2, 2), (NOTHING, DOWNED)),
        ((5, 2), (2, 2), (NOTHING, RECOIL)),
        ((1, 2), (-2, -2), (DOWNED, NOTHING)),
        ((1, 1), (-3, -2), (DOWNED, NOTHING)),
        ((1, 1), (-2, 0), (DOWNED, NOTHING)),
    ],
)
def test_the_higher_total_wins(
    faces: tuple[int, int], factors: tuple[int, int], outcomes: tuple[Bout, Bout]
) -> None:
    """BAY-F9: a tie locks; more than half recoils; half or less is Downed, 0 and below too."""
    assert fought(faces, factors) == outcomes


@pytest.mark.parametrize("cornered", [(True, False), (False, True), (True, True)])
def test_who_is_cornered_is_downed_instead_of_recoiling(cornered: tuple[bool, bool]) -> None:
    """Recoil, blocked: Downed; it changes nothing for a winner or a tie."""
    free = odds(close_combat, 2, 2, OPEN)
    shut = odds(close_combat, 2, 2, cornered)

    assert shut.probability((LOCKED, LOCKED)) == free.probability((LOCKED, LOCKED))
    for place in (0, 1):
        mine = free.map(itemgetter(place))
        lost = mine.probability(RECOIL) if cornered[place] else 0
        assert shut.map(itemgetter(place)).probability(DOWNED) == mine.probability(DOWNED) + lost


def test_what_is_rolled_agrees_with_the_odds() -> None:
    """Within five sigma of each outcome, over twenty thousand fights."""
    rolled, dice = 20_000, Roller("close combat")
    found = Counter(close_combat(dice, 3, 2, (False, True)) for _ in range(rolled))

    for outcome, chance in odds(close_combat, 3, 2, (False, True)).items():
        expected = rolled * chance
        sigma = sqrt(expected * (1 - chance))
        assert abs(found[outcome] - expected) < 5 * sigma, outcome


def test_a_figure_fights_with_its_physical_factor_quality_and_best_blade() -> None:
    """Weapons do not add up, and cover counts against shooting only."""
    game = scene(
        "a>R<. .",
        kinds={"a": evolve(TROOPER, quality="superior"), "R": OFFICER},
        weapons={"a": (GUN, KNIFE, SWORD)},
        under={"R": ":"},
        phase="move",
    )

    assert factor(game, "a") == {"guard": 2, "superior": 1, "sword": 2}
    assert factor(game, "r") == {"guard": 2, "officer": 1}


def test_an_injury_takes_one_off_every_factor() -> None:
    """Each level, in close combat as everywhere."""
    game = scene("a>R<. .", counters={"a": {"injury": 2}}, phase="move")

    assert factor(game, "a") == {"guard": 2, "injury": -2}


@pytest.mark.parametrize(
    ("mark", "counters", "line"),
    [
        ("<", {}, {}),
        ("^", {}, {}),
        (">", {}, {"attacked from behind": -1}),
        ("9", {}, {"attacked from behind": -1}),
        ("<", {"suppressed": 1}, {"suppressed": -1}),
        (">", {"suppressed": 1}, {"suppressed": -1}),
    ],
)
def test_suppressed_and_attacked_from_behind_count_once(
    mark: str, counters: dict[str, int], line: dict[str, int]
) -> None:
    """Behind is outside the front 180 degrees: exactly 90 degrees is still the front."""
    game = scene(f". a>R{mark}.", counters={"R": counters}, phase="move")

    assert factor(game, "r") == {"guard": 2, **line}


def test_a_shield_counts_against_the_front_only() -> None:
    """BAY-F5: nor does frontal armour help against an attack from behind."""
    front = scene(". a>R<.", kinds={"R": SHIELDED}, phase="move")
    rear = scene(". a>R>.", kinds={"R": SHIELDED}, phase="move")

    assert factor(front, "r") == {"guard": 2, "shield": 2}
    assert factor(rear, "r") == {"guard": 2, "attacked from behind": -1}


@pytest.mark.parametrize(("friends", "aid"), [("b", 1), ("bc", 2), ("bcd", 3), ("bcde", 3)])
def test_overlapping_friends_add_one_each_up_to_three(friends: str, aid: int) -> None:
    """They aid the friend who is paired with the enemy they press, and fight nobody."""
    places = {"a": (1, 1, ">"), "b": (2, 0), "c": (2, 2), "d": (3, 0), "e": (3, 2)}
    at = {"R": (2, 1, "<"), **{name: places[name] for name in f"a{friends}"}}
    game = scene("\n".join([". . . . . "] * 4), at=at, phase="move")

    assert factor(game, "a")["overlapping friends"] == aid
    assert "overlapping friends" not in factor(game, "r")


def test_the_breakdown_adds_up_to_what_is_rolled_with() -> None:
    """The lines of each figure are its factor in the rule."""
    game = scene(
        "b . . .\n. a>R>.", kinds={"R": OFFICER}, weapons={"a": (GUN, KNIFE)}, phase="move"
    )
    attack = fight_attack(game.state, "a", "r")

    assert attack.args[:2] == (sum(factor(game, "a").values()), sum(factor(game, "r").values()))


def test_a_fight_can_only_be_asked_about_among_figures_in_contact() -> None:
    """And never ordered: all pairs fight when the shooting ends (BAY-A10)."""
    game = scene("a>R<. Q<", phase="move")

    assert game.barred("fight a R") is None
    assert game.barred("fight a Q").rule == "BAY-07"  # type: ignore[union-attr]
    assert game.rule("fight a R") == "BAY-A10"


def ended(drawing: str, faces: tuple[int, ...], **more: object) -> Position:
    """The battle after the shooting of red that follows a move of blue."""
    return scene(drawing, phase="fire", side="red", **more).order("end", faces)


def test_a_loser_recoils_straight_away_from_the_winner_with_its_facing_kept() -> None:
    """BAY-F9: in the direction winner to loser, diagonals too."""
    straight = ended(". . . . .\n. a>R<. .\nb . . . .\nQ . . . .", (5, 3, 4, 4))
    slanted = ended(". . . .\n. a>. .\n. . R^.\n. . . .", (5, 4))

    assert (straight.figure("R").at, straight.figure("R").facing) == ((3, 1), Facing.W)
    assert (slanted.figure("R").at, slanted.figure("R").facing) == ((3, 3), Facing.N)


@pytest.mark.parametrize(
    ("drawing", "more"),
    [
        ("a>R<", {}),
        (". a>R<#", {}),
        (". a>R<~", {}),
        (". a>R<Q<", {}),
        (". a>R<.", {"levels": "0001"}),
        (". . # .\n. a>. #\n. . R<.\n. . . .", {"levels": "0000\n0000\n0000\n0001"}),
    ],
    ids=["map edge", "wall", "water", "figure", "step up", "slanting step up"],
)
def test_a_blocked_recoil_is_downed(drawing: str, more: dict[str, object]) -> None:
    """By the map edge, impassable ground, any figure, a step up; the odds know it."""
    before = scene(drawing, phase="fire", side="red", **more)

    after = before.order("end", (5, 3))

    assert after.figure("R").fate == "downed"
    odds = before.odds("fight R a")
    assert RECOIL not in odds.figures["r"]
    assert odds.warning.startswith("r cannot recoil, ")


def test_a_step_down_blocks_no_recoil() -> None:
    """It falls back down the slope."""
    after = ended(". a>R<. .\n. . . . Q", (5, 4), levels="11100\n11100")

    assert after.figure("R").at == (3, 0)


def test_a_figure_hidden_behind_the_loser_blocks_it_and_is_revealed() -> None:
    """The odds could not tell: unseen figures do not enter them."""
    before = scene(". a>R<q . . V", counters={"q": {"hidden": 1}}, phase="fire", side="red")

    after = before.order("end", (5, 4))

    assert before.odds("fight R a", side="red").figures["r"][RECOIL] > 0
    assert after.figure("R").fate == "downed"
    assert after.news("revealed") == ("revealed q",)


def test_a_fight_is_told_with_a_die_for_each() -> None:
    """What each rolled, with what, and how it came out; both sides learn it."""
    after = ended("a>R<. .\n. . . Q", (5, 3))

    struck = [told for told in after.told if told.event.verb == "struck"]
    assert after.news("struck", "moved") == (
        "struck a nothing source=r how=melee sums=die:5+factor:2+total:7",
        "struck r recoil source=a how=melee sums=die:3+factor:2+total:5",
        "moved r 2,0 how=recoil",
    )
    assert [(told.first, told.dice, told.sides) for told in struck] == [
        (0, 1, ("blue", "red")),
        (1, 1, ("blue", "red")),
    ]


def test_all_pairs_are_made_before_any_is_fought() -> None:
    """A recoil into new contact starts no new fight in this bound."""
    after = ended("a>R<. . \n. . . b>\n. . . Q<", (5, 3, 4, 4))

    assert after.figure("R").at == (2, 0)
    assert len(after.news("struck")) == 4


def test_who_aids_whom_does_not_change_while_the_pairs_are_fought() -> None:
    """BAY-F9: a figure overlaps one enemy; neither it nor a winner aids in a second fight."""
    drawing = """
    . a>Q<. .
    . . c^. .
    . b>R<. .
    """

    after = ended(drawing, (6, 1, 3, 3))

    assert after.news("struck") == (
        "struck a nothing source=q how=melee sums=die:6+factor:3+total:9",
        "struck q downed source=a how=melee sums=die:1+factor:2+total:3",
        "struck b locked source=r how=melee sums=die:3+factor:2+total:5",
        "struck r locked source=b how=melee sums=die:3+factor:2+total:5",
    )
