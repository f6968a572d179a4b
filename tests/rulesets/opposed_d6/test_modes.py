"""Every way to fire a weapon, what orders cost, and what reloading prepares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve

from tests.position import Position
from tests.rulesets.opposed_d6.blocks import BURST, GUN, MORTAR, SMOKE, scene

TOKENS = {"ammunition": "tokens"}


def modes(game: Position, weapon: str) -> Mapping[str, str]:
    """The ways of `a` to fire at `r`, as orders."""
    return {
        name: str(order)
        for name, order in game.ruleset.weapon_modes(game.state, "a", weapon, "r").items()
    }


def test_a_burst_is_divided_over_the_enemies_that_it_can_take_in() -> None:
    """BAY-14: the nearest to the target first; over rolls at the target where there are fewer."""
    burst = evolve(BURST, factor=5)
    game = scene(". . . . R<\na>. . . . \n. . . . Q<", weapons={"a": (GUN, burst)})

    assert modes(game, burst.id) == {
        "single": f"fire a r weapon={burst.id}",
        "burst over 2 rolls": f"fire a r split=r:3+q:2 weapon={burst.id}",
        "burst over 3 rolls": f"fire a r rolls=3 weapon={burst.id}",
    }
    assert modes(game, GUN.id) == {"single": "fire a r"}


def test_an_area_weapon_is_aimed_at_where_the_target_stands() -> None:
    """Smoke, too, though it has no attack."""
    game = scene("a>. . . R<", weapons={"a": (MORTAR, SMOKE)})

    assert modes(game, MORTAR.id) == {"blast": "bombard a 4,0"}
    assert modes(game, SMOKE.id) == {"blast": f"bombard a 4,0 weapon={SMOKE.id}"}


def test_what_is_barred_is_no_mode() -> None:
    """Out of sight, of the arc, of range."""
    assert modes(scene("a># . . R<", weapons={"a": (GUN,)}), GUN.id) == {}
    assert modes(scene("a<. . . R<", weapons={"a": (GUN,)}), GUN.id) == {}


@pytest.mark.parametrize(
    ("text", "cost"), [("fire a R", 1), ("bombard a 4,0", 1), ("reload a", 1), ("turn a N", 0)]
)
def test_a_shot_takes_the_whole_bound(text: str, cost: int) -> None:
    """BAY-12: there is one, and reloading takes it; moving and turning are free."""
    game = scene("a>. . . R<", weapons={"a": (GUN,)})

    assert game.ruleset.cost(game.state, game.line(text)) == cost


def test_reloading_is_worth_the_more_the_emptier_a_weapon_is() -> None:
    """Half of the best shot for an empty one, a little without an enemy, nothing for a full one."""
    gun = evolve(GUN, magazine=30)

    def worth(tokens: int, drawing: str = "a>. . . R<") -> Fraction:
        counters = {"a": {"tokens": tokens}}
        game = scene(drawing, weapons={"a": (gun,)}, counters=counters, rules=TOKENS)
        return game.ruleset.prospect(game.view("blue"), game.line("reload a"))

    game = scene("a>. . . R<", weapons={"a": (gun,)})
    assert worth(0) == game.ruleset.estimates.menace(game.state, "a", "r") / 2 > 0
    assert worth(0) > worth(1) > worth(2) == 0
    assert worth(0, "a># . . R<") == Fraction(game.figure("a").who.kind.points, 10)
    assert worth(0, "a># . . R<") > worth(1, "a># . . R<") > worth(2, "a># . . R<") == 0
    assert game.ruleset.prospect(game.view("blue"), game.line("fire a R")) == 0
