"""Arrows and thrown blades lie where they were aimed, and are picked up again."""

from __future__ import annotations

from typing import Any

import pytest

from skirmish.core.events import Counted, Placed
from skirmish.core.geometry import Facing
from skirmish.core.state import Zone
from skirmish.presentation.ground_words import zones_at, zones_on_path
from skirmish.rulesets.dice_pool.handbook import HANDBOOK
from skirmish.rulesets.dice_pool.kinds import Weapon
from skirmish.rulesets.engine import suggested
from tests.position import Position
from tests.rulesets.dice_pool.blocks import gun, man, scene

MISS = [2, 2, 2, 2]
HIT = [*(6, 2, 2, 2), *(2, 2), *(5, 5)]


def bow(**changed: Any) -> Weapon:
    return gun(**{"modes": (), "magazine": 2, "recoverable": True, **changed})


def shot(faces: list[int] = MISS, drawing: str = "a>. R<. \n. . . . ", **more: Any) -> Position:
    """Blue's a has shot at red's r."""
    return scene(drawing, bow(**more)).order("fire a R", faces)


def at(name: str, tile: tuple[int, int]) -> Placed:
    """A figure comes to stand somewhere."""
    return Placed(name, tile, Facing.E)


def lying(game: Position, side: str) -> list[Zone]:
    return list(game.view(side).state.zones.values())


@pytest.mark.parametrize("faces", [MISS, HIT])
def test_a_missile_lies_where_it_was_aimed(faces: list[int]) -> None:
    """POOL-F20: whether it hit or not; the enemy sees that something lies there, and no more."""
    game = shot(faces)

    assert [(zone.tiles, dict(zone.numbers)) for zone in lying(game, "blue")] == [
        (((2, 0),), {"gun": 1})
    ]
    assert [(zone.tiles, dict(zone.numbers), zone.owner) for zone in lying(game, "red")] == [
        (((2, 0),), {}, "")
    ]


def test_who_does_not_see_the_tile_does_not_see_what_lies_there() -> None:
    """POOL-F20: nor does its own side."""
    game = shot(drawing="a>. R<. \n# # # # \n. . . . ").after(at("a", (2, 2)))
    assert lying(game, "blue") == []
    assert len(lying(game, "red")) == 1


def test_it_is_picked_up_from_the_tile_or_the_next() -> None:
    """POOL-04, POOL-F20: a Simple action; the weapon is ready again; two lie in one heap."""
    game = shot().order("reload a").bound("act", "blue").order("fire a R", MISS)
    assert [dict(zone.numbers) for zone in lying(game, "blue")] == [{"gun": 2}]
    assert game.rule("fire a R") == "POOL-A14"
    assert game.rule("retrieve a 2,0") == "POOL-F20"
    game = game.after(at("a", (1, 1)), at("r", (3, 0)))

    done = game.order("retrieve a 2,0")

    figure = done.figure("a")
    assert (figure.count("rounds"), figure.count("unready"), figure.count("used")) == (2, 0, 2)
    assert done.state.zones == {}
    assert "tested a missiles picked_up_2" in done.news()
    on_it = game.after(at("a", (2, 0)))
    assert on_it.rule("retrieve a 2,0") == "legal"


def test_no_more_is_picked_up_than_it_carries() -> None:
    """POOL-F20: what is too much stays; with all of them it is refused."""
    game = shot().after(at("r", (3, 1)), at("a", (1, 0)), Counted("a", "rounds", 2))
    assert game.rule("retrieve a 2,0") == "POOL-F20"

    lies = game.state.zones["missile_blue_2_0"]
    assert dict(lies.numbers) == {"gun": 1}


def test_a_slow_weapon_is_loaded_all_the_same() -> None:
    """POOL-F20: picking up does not stand for a Complex action."""
    game = shot(reload="complex").after(at("r", (3, 1)), at("a", (1, 0)))
    game = game.order("retrieve a 2,0")

    assert (game.figure("a").count("rounds"), game.figure("a").count("unready")) == (2, 1)


@pytest.mark.parametrize(
    ("here", "enemy"), [((1, 0), (2, 0)), ((0, 0), (3, 1))], ids=["an enemy on it", "too far"]
)
def test_it_must_be_at_hand(here: tuple[int, int], enemy: tuple[int, int]) -> None:
    """POOL-F20: beside it, and no enemy stands on it."""
    game = shot().after(at("a", here), at("r", enemy))

    assert game.rule("retrieve a 2,0") == "POOL-F20"


def test_the_enemy_cannot_pick_it_up() -> None:
    """POOL-F20: it is its own side's; bows alone do not make it another's."""
    game = scene("a>. R<. ", bow(), weapons={"R": (bow(),)}).order("fire a R", MISS)
    game = game.after(Counted("r", "rounds", 1)).order("end")

    assert game.rule("retrieve R 2,0") == "POOL-F20"


def test_a_friend_with_the_same_weapon_picks_it_up() -> None:
    """POOL-F20: whoever shot it."""
    game = scene("a>b>. R<. ", bow(), kinds={"a": man(), "b": man()})
    game = game.order("fire b R", MISS).after(
        Counted("a", "rounds", 1), at("r", (4, 0)), at("b", (0, 0)), at("a", (2, 0))
    )

    assert game.order("retrieve a 3,0").figure("a").count("rounds") == 2


def test_it_is_offered_where_it_is_possible() -> None:
    """Among all orders, and among the sensible ones where the weapon has nothing left."""
    near = shot().after(at("a", (1, 0)), at("r", (3, 1)), Counted("a", "rounds", 0))
    offered = [str(order) for order in suggested(near.ruleset, near.view(), "a")]
    verbs = [family.verb for family in near.ruleset.options(near.view(), "a")]

    assert "retrieve a 2,0" in offered
    assert "retrieve" in verbs
    far = near.after(at("a", (0, 0)))
    assert "retrieve" not in [family.verb for family in far.ruleset.options(far.view(), "a")]


def test_out_of_reach_is_only_what_lies_there() -> None:
    """POOL-F20: elsewhere there is nothing to retrieve."""
    game = shot().after(at("r", (3, 1)))
    reasons = [game.refusal(f"retrieve a {tile}").reason for tile in ("2,0", "3,0")]  # type: ignore[union-attr]
    assert reasons == ["2,0 is out of a's reach", "nothing to retrieve lies in a's reach"]


def test_it_does_nothing_to_a_figure_that_walks_over_it() -> None:
    """POOL-F20: a way through it is not told as one through a cloud or a field of fire."""
    game = shot().after(at("r", (3, 1)))
    assert [zones_on_path(game.view(side), [(1, 0), (2, 0)]) for side in ("blue", "red")] == [
        [],
        [],
    ]
    assert [zones_at(game.view("red"), (2, 0))] == [["spent missile"]]


def test_what_is_shot_is_gone_where_nothing_says_otherwise() -> None:
    """POOL-04: bolts, needles, rockets."""
    assert scene("a>. R<. ", bow(recoverable=False)).order("fire a R", MISS).state.zones == {}
    assert HANDBOOK.armoury.faults(man(), (bow(modes=("sa",)),)) != ()
    assert HANDBOOK.armoury.faults(man(), (bow(explosive=True),)) != ()


def test_a_held_shot_may_show_that_it_cannot_be_picked_up() -> None:
    """POOL-F14, POOL-F20: the order is judged again, lapses, and nothing is spent on it."""
    drawing = "a>. R<. \n. . . . "
    game = scene(drawing, bow(), weapons={"R": (gun(),)}).order("fire a R", MISS)
    game = game.order("end").order("hold r")
    game = game.order("end").after(at("a", (1, 0)), Counted("r", "hidden", 1))
    assert game.rule("retrieve a 2,0") == "legal"

    done = game.order("retrieve a 2,0", [*MISS, *[2] * 9])

    assert done.news("fired") == ("fired r gun target=a how=held",)
    assert done.news("stopped") == ("stopped a lapsed",)
    assert (done.figure("a").count("used"), len(lying(done, "blue"))) == (0, 1)
