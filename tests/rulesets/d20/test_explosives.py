"""Explosives: what must be rolled, where they come down, whom they strike."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from skirmish.core.events import event_text
from skirmish.core.geometry import Tile
from skirmish.core.view import news_of
from tests.position import Position, field_of
from tests.rulesets.d20.blocks import bomb, duel, man


def yard(away: int = 4, **setup: object) -> Position:
    """Puts a with bombs at the left of a field, R so many tiles to the east."""
    arm = setup.pop("arm", bomb())
    return duel(field_of(26, 9), arm, at={"a": (0, 4), "R": (away, 4)}, **setup)  # type: ignore[arg-type]


def landing(battle: Position, order: str) -> Mapping[Tile | None, Fraction]:
    """Where it comes down."""
    return battle.odds(order).landing


@pytest.mark.parametrize(
    ("away", "explosives", "perception", "lands"), [(5, 4, 7, 12), (5, 0, 5, 6), (6, 4, 7, 2)]
)
def test_the_difficulty(away: int, explosives: int, perception: int, lands: int) -> None:
    """D20-F11: 15, 10 more for each band beyond close; so many faces of 20 reach it."""
    battle = yard(away, shooter=man(explosives=explosives, perception=perception))
    exact = landing(battle, f"bombard a {away},4")[(away, 4)]

    hits = Fraction(lands, 20)
    assert exact >= hits
    assert exact - hits < Fraction(1, 10)  # half a tile off may still round to the aim point


def test_an_unseen_point_is_harder() -> None:
    """D20-F11: 5 more behind a wall."""
    battle = duel("a . # . R", bomb())
    parts = {m.name: m.value for m in battle.odds("bombard a 4,0").modifiers}

    assert parts["unseen point"] == 5
    assert duel("a . # . R", bomb(thrown=False)).rule("bombard a 4,0") == "D20-F11"


def test_a_miss_scatters_by_half_the_failure() -> None:
    """D20-F11: 8 short of 15 is 4 tiles; a 3 on the d10 goes one eighth to the right."""
    after = yard(10, arm=bomb(close=20)).order("bombard a 10,4", [7, 1])
    skewed = yard(10, arm=bomb(close=20)).order("bombard a 10,4", [8, 3])

    assert after.news("burst") == ("burst 14,4 bomb",)
    assert skewed.news("burst") == ("burst 13,7 bomb",)


def test_the_failure_of_one_is_a_tile() -> None:
    """D20-F11: half of 1 rounded up; the natural 1 and 20 are plain numbers."""
    after = yard(10, arm=bomb(close=20)).order("bombard a 10,4", [14, 1])

    assert after.news("burst") == ("burst 11,4 bomb",)
    assert len(landing(yard(11), "bombard a 11,4")) > 10


def test_what_lands_off_the_map_is_lost() -> None:
    """D20-F11: no effect, the throw is paid."""
    after = duel("a . . R", bomb()).order("bombard a 3,0", [1, 3])

    assert after.news("burst") == ()
    assert (after.figure("a").count("spent"), after.figure("a").count("rounds")) == (4, 2)


def test_a_thrown_one_stops_at_a_wall() -> None:
    """D20-F11: on the last tile before what blocks sight from the aim point."""
    after = duel("a . . R . # . .", bomb()).order("bombard a 3,0", [7, 1, *([])])

    assert after.news("burst") == ("burst 4,0 bomb",)


def test_all_within_take_the_same_roll() -> None:
    """D20-F12: friends too, each with his armour; a sixth of the loss to each limb."""
    arm = bomb(damage_dice=1, damage_bonus=8)
    battle = duel(
        "a . . b R", arm, kinds={"b": man(physical_dt=2, physical_dr=50)}, weapons={"b": ()}
    )
    after = battle.order("bombard a 4,0", [15, 5])

    assert (after.figure("R").damage, after.figure("b").damage) == (13, 6)
    assert [after.figure("R").count(limb) for limb in ("head", "left_leg", "torso")] == [2, 2, 2]
    assert after.figure("b").count("head") == 1


def test_walls_shield() -> None:
    """D20-F12: what no sight reaches from the burst is spared."""
    battle = duel("a . . R # b", bomb(radius=3), weapons={"b": ()})

    assert battle.order("bombard a 3,0", [15]).figure("b").damage == 0


def test_unseen_figures_are_struck_and_shown() -> None:
    """D20-F12: areas strike all; the odds of the side know nothing of it."""
    battle = yard(counters={"R": {"hidden": 1}})

    assert "r" not in battle.odds("bombard a 4,4").figures
    after = battle.order("bombard a 4,4", [15])
    assert (after.figure("R").damage, after.figure("R").count("hidden")) == (6, 0)


def test_effects_of_a_blast() -> None:
    """D20-25, D20-F13: burning, stun and knockdown for all within."""
    after = yard(arm=bomb(burn=3, stun=True, knockdown=True)).order("bombard a 4,4", [15])
    target = after.figure("R")

    assert (target.count("burn"), target.count("stunned"), target.posture) == (3, 1, "prone")


def test_recoil_aim_and_arms_count() -> None:
    """D20-36, D20-F9, D20-F5, D20-F11: all that changes Accuracy."""
    battle = yard(counters={"a": {"bursts": 1, "aim": 1, "left_arm": 6}})
    parts = {m.name: m.value for m in battle.odds("bombard a 4,4").modifiers}

    assert (parts["recoil"], parts["aim"], parts["left arm"]) == (-4, 2, -4)


def test_what_is_no_aim_point() -> None:
    """D20-F11, D20-F8: off the map, the own tile, beyond reach; a gun is not for tiles."""
    battle = yard()

    assert [battle.rule(f"bombard a {tile}") for tile in ("90,4", "0,4", "21,4")] == [
        "D20-F11",
        "D20-F11",
        "D20-F8",
    ]
    assert duel().rule("bombard a 2,0") == "D20-F11"
    assert yard().refusal("fire a R")


def test_an_indirect_one_flies_over_and_hides_its_source() -> None:
    """D20-F11: over a wall; the side that is struck is not told who fired."""
    battle = duel("a . # . R", bomb(thrown=False, indirect=True))
    after = battle.order("bombard a 4,0", [20])

    told = news_of(battle.state, after.told, (), "red")
    assert "struck r hit source=? how=blast sums=damage:6" in [event_text(n.event) for n in told]
