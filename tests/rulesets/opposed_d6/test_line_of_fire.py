"""Who may shoot at whom, and where: direct fire on the table."""

from __future__ import annotations

import pytest
from attrs import evolve

from skirmish.core.figures import HIDDEN
from skirmish.rulesets.opposed_d6.kinds import Weapon
from tests.position import field_of, position
from tests.rulesets.opposed_d6.blocks import GUN, KNIFE, MORTAR, RABBLE, TURRET, scene

FAR = evolve(GUN, range=60)
WIDE = """
    . . R . .
    . . . . .
    . . a>. .
    . . . . .
    . Q . . .
"""


@pytest.mark.parametrize(
    ("x", "y", "rule"),
    [(15, 20, "legal"), (34, 2, "BAY-04"), (1, 26, "legal"), (34, 1, "legal"), (0, 30, "BAY-04")],
    ids=["45", "46", "45 to the left", "45 far away", "beside"],
)
def test_the_target_is_within_45_degrees_of_straight_ahead(x: int, y: int, rule: str) -> None:
    """BAY-04, BAY-A1, BAY-V1: the boundary is in; 29 across and 28 ahead is 46 degrees."""
    game = scene(field_of(40, 31), at={"a": (5, 30, "^"), "R": (x, y)}, weapons={"a": (FAR,)})

    assert game.rule("fire a R") == rule


def test_an_arc_belongs_to_the_weapon() -> None:
    """BAY-10: a turret of 180 degrees reaches what is straight beside it, and no more."""
    game = scene(WIDE, weapons={"a": (TURRET,)})

    assert (game.rule("fire a R"), game.rule("fire a Q")) == ("legal", "BAY-10")


def test_one_enemy_is_the_target() -> None:
    """BAY-03: not a friend, and nobody that is not there."""
    game = scene("a>. b.R.")

    assert [game.rule(f"fire a {who}") for who in "ab"] == ["BAY-03", "BAY-03"]
    assert game.rule("fire a x9") == "BAY-05"


def test_a_weapon_has_a_range() -> None:
    """BAY-03: up to the range the distance costs nothing, beyond it there is no shot."""
    game = scene("a>. . . R.Q.", weapons={"a": (evolve(GUN, range=4),)})

    assert game.rule("fire a R") == "legal"
    assert game.rule("fire a Q") == "BAY-03"
    assert {m.name for m in game.odds("fire a R").modifiers} == {"gun", "guard"}


def test_a_figure_shoots_with_what_it_carries() -> None:
    """BAY-02: the first weapon that fits, or the one that is named."""
    pistol = Weapon("pistol", "pistol", factor=2, range=8)
    game = scene("a>. . . R.", weapons={"a": (KNIFE, MORTAR, GUN, pistol)})

    assert game.odds("fire a R").modifiers[0].name == "gun"
    assert game.odds("fire a R weapon=pistol").modifiers[0].name == "pistol"
    assert game.rule("fire a R weapon=mortar") == "BAY-02"
    assert scene("a>. . . R.", weapons={"a": (KNIFE,)}).rule("fire a R") == "BAY-02"


def test_the_shooter_itself_must_see_the_target() -> None:
    """BAY-05: what a friend sees is not enough."""
    game = scene(
        """
        a># . R.
        . b>. .
        """
    )

    assert game.rule("fire a R") == "BAY-05"
    assert "does not see" in str(game.refusal("fire a R"))
    assert game.rule("fire b R") == "legal"


def test_unseen_hidden_and_unknown_are_the_same() -> None:
    """A refusal tells nothing: the same words whether a figure is hidden, unseen or invented."""
    hidden = scene("a>. . R.", counters={"R": {HIDDEN: 1}})
    unseen = scene("a>. # R.")
    nobody = scene("a>. . . ")

    said = {str(game.refusal("fire a r")) for game in (hidden, unseen, nobody)}
    assert len(said) == 1


def test_nobody_shoots_while_in_contact() -> None:
    """BAY-06, BAY-07, BAY-A3: not the one that fights, not at one that does without saying so."""
    game = scene(
        """
        . . . b>
        a>. . R<
        . . . . . . .
        . . . . . . Q<
        """
    )

    assert game.rule("fire b R") == "BAY-07"
    assert game.rule("fire b Q") == "BAY-07"
    assert game.rule("fire a R") == "BAY-07"
    assert game.rule("fire a R combat=yes") == "legal"
    assert game.rule("fire a Q combat=yes") == "BAY-24"


def test_a_figure_between_blocks_direct_fire() -> None:
    """BAY-08, BAY-V2: no figure, friend or foe, may stand even partly between."""
    friend, foe = scene("a>b.. R."), scene("a>. Q.. R.")

    assert friend.rule("fire a R") == "BAY-08"
    assert foe.rule("fire a R") == "BAY-08"


def test_shipped_figures_block_as_well() -> None:
    """BAY-08, BAY-V2: with the armoury's first kind, and nothing said but the drawing."""
    game = position("a>b.R", ruleset="opposed_d6")

    refused = game.refusal("fire a R")
    assert refused is not None
    assert refused.rule == "BAY-08"


def test_indirect_fire_goes_over_figures() -> None:
    """BAY-11, BAY-V2: the same friend between does not matter to a mortar."""
    game = scene("a>b.. R.", weapons={"a": (MORTAR,)})

    assert game.rule("bombard a 3,0") == "legal"


@pytest.mark.parametrize(
    ("at", "rule"),
    [((2, 1), "BAY-08"), ((1, 0), "BAY-08"), ((1, 1), "legal"), ((3, 2), "legal")],
    ids=["in the middle", "partly", "a corner is touched", "clear"],
)
def test_partly_between_is_a_cut_through_the_tile(at: tuple[int, int], rule: str) -> None:
    """BAY-08: the line of 6 across and 2 down cuts tiles, and brushes a corner of 1,1."""
    game = scene(field_of(8, 4), at={"a": (0, 0), "R": (6, 2), "b": at})

    assert game.rule("fire a R") == rule


def test_a_diagonal_runs_through_corners_only() -> None:
    """BAY-08: the two tiles beside a diagonal step are not between."""
    game = scene(field_of(5, 5), at={"a": (0, 0, "3"), "R": (3, 3), "b": (1, 0), "c": (1, 2)})

    assert game.rule("fire a R") == "legal"


def test_one_shoots_over_those_who_stand_lower() -> None:
    """BAY-09: at least one level lower than the higher of shooter and target."""
    low = scene("a>b.. R.", levels="1000")
    level = scene("a>b.. R.", levels="1100")
    strict = scene("a>b.. R.", levels="1000", rules={"relaxed_blocking": False})

    assert [g.rule("fire a R") for g in (low, level, strict)] == ["legal", "BAY-08", "BAY-08"]


def test_irregulars_shoot_past_their_neighbours() -> None:
    """BAY-09: shooter and the one between both irregular, on tiles that touch."""
    crowd = scene("a>b.. R.", kinds={"a": RABBLE, "b": RABBLE})
    apart = scene("a>. b.. R.", kinds={"a": RABBLE, "b": RABBLE})
    mixed = scene("a>b.. R.", kinds={"a": RABBLE})

    assert [g.rule("fire a R") for g in (crowd, apart, mixed)] == ["legal", "BAY-08", "BAY-08"]


def test_unseen_figures_are_not_in_the_way() -> None:
    """A hidden enemy between neither forbids the shot nor changes its numbers."""
    open_ground = scene("a>. . R.")
    ambush = scene("a>Q.. R.", counters={"Q": {HIDDEN: 1}})

    assert ambush.rule("fire a R") == "legal"
    assert ambush.odds("fire a R") == open_ground.odds("fire a R")
