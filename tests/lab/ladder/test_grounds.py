"""The ladder's scenarios: small, alike for both sides, two for each ruleset."""

from __future__ import annotations

import pytest

from skirmish.core.geometry import Tile
from skirmish.errors import UsageProblem
from skirmish.lab.ladder.grounds import Ground, grounds, of_ruleset, own
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import shipped

OWN = {ground.name: ground for ground in grounds()}
each_ground = pytest.mark.parametrize("ground", OWN.values(), ids=OWN)


def test_every_ruleset_has_two() -> None:
    """And the game itself does not list them."""
    assert {ruleset: len(found) for ruleset, found in of_ruleset(grounds()).items()} == (
        dict.fromkeys(RULESETS, 2)
    )
    assert set(own()) & set(shipped()) == set()


@each_ground
def test_they_are_small(ground: Ground) -> None:
    """24 x 16, eight turns, the same five on each side."""
    state = ground.opening.state
    casts = [
        [f.who.kind.id for f in state.figures.values() if f.side == s] for s in ("blue", "red")
    ]

    assert (state.board.width, state.board.height, state.setup.turns) == (24, 16, 8)
    assert len(casts[0]) == 5
    assert casts[0] == casts[1]


@each_ground
def test_both_sides_have_the_same_ground(ground: Ground) -> None:
    """Turned by half, the map is the map, and each side's zones and objectives the other's."""
    state = ground.opening.state
    board, setup = state.board, state.setup

    def across(tile: Tile) -> Tile:
        return board.width - 1 - tile[0], board.height - 1 - tile[1]

    tiles = [(x, y) for y in range(board.height) for x in range(board.width)]
    assert [board.terrain(t).id for t in tiles] == [board.terrain(across(t)).id for t in tiles]
    blue, red = (setup.sides[side].deploy or (0, 0, 0, 0) for side in ("blue", "red"))
    assert (*across(blue[2:]), *across(blue[:2])) == red
    goals = {
        side: [(o.kind, o.points, o.area) for o in setup.objectives if o.side == side]
        for side in ("blue", "red")
    }
    assert goals["blue"] == goals["red"]


def test_rulesets_fight_on_the_same_ground() -> None:
    """Each of the two maps is there under every ruleset."""
    maps = {name: ground.opening.state.board.rows() for name, ground in OWN.items()}

    assert len(set(maps.values())) == 2
    assert maps["d20_yard"] == maps["d100_yard"] != maps["d20_hollow"]


def test_others_may_be_named() -> None:
    """By name or file; the rulesets sort out which of them."""
    assert [ground.name for ground in grounds(["first_steps", "d20_yard"])] == [
        "first_steps",
        "d20_yard",
    ]
    assert [ground.name for ground in grounds(["first_steps", "d20_yard"], ["d20"])] == ["d20_yard"]
    assert [ground.name for ground in grounds((), ["d100"])] == ["d100_hollow", "d100_yard"]


@pytest.mark.parametrize(
    ("scenarios", "rulesets", "message"),
    [
        (["d20_yrad"], [], "d20_yrad: no such scenario"),
        ([], ["d21"], "no ruleset 'd21' ("),
        (["d20_yard"], ["d100"], "no scenario of these rulesets (take --ruleset out)"),
    ],
)
def test_what_there_is_not(scenarios: list[str], rulesets: list[str], message: str) -> None:
    """A sentence with the remedy."""
    with pytest.raises(UsageProblem) as caught:
        grounds(scenarios, rulesets)

    assert str(caught.value).startswith(message)
