"""Made grounds: small, sound, alike for both sides, each another one, and always the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from skirmish.core.geometry import Tile
from skirmish.core.setup import Objective
from skirmish.game import Opening, open_text
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import check
from tools.ladder.scenario_generator import generated_scenario

NUMBERS = range(1, 13)
each = pytest.mark.parametrize("number", NUMBERS)
of_each = pytest.mark.parametrize("ruleset", RULESETS)
SIDES = ("blue", "red")
Area = tuple[int, int, int, int]


@cache
def opened(ruleset: str, number: int) -> Opening:
    return open_text(generated_scenario(ruleset, number))


def tiles(area: Area) -> list[Tile]:
    left, top, right, bottom = area
    return [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]


def turned(area: Area) -> Area:
    left, top, right, bottom = area
    return 23 - right, 15 - bottom, 23 - left, 15 - top


def objectives(opening: Opening, side: str) -> list[Objective]:
    return [one for one in opening.state.setup.objectives if one.side == side]


def deployed(opening: Opening) -> Mapping[str, Area]:
    found = {}
    for side in SIDES:
        area = opening.state.setup.sides[side].deploy
        assert area is not None
        found[side] = area
    return found


@each
@of_each
def test_it_is_sound(ruleset: str, number: int, tmp_path: Path) -> None:
    """Nothing is wrong with its file, and it stands there as the program itself would write it."""
    file = tmp_path / "ground.toml"
    file.write_text(generated_scenario(ruleset, number))

    assert check(file) == ()
    assert opened(ruleset, number).ruleset.id == ruleset
    assert opened(ruleset, number).text == generated_scenario(ruleset, number)


@each
@of_each
def test_it_is_small(ruleset: str, number: int) -> None:
    """24 x 16, eight turns, the same five on each side; who is named first acts first."""
    state = opened(ruleset, number).state
    casts = [[f.who.kind.id for f in state.figures.values() if f.side == side] for side in SIDES]

    assert (state.board.width, state.board.height, state.setup.turns) == (24, 16, 8)
    assert len(casts[0]) == 5
    assert casts[0] == casts[1]
    assert (tuple(state.setup.sides), state.setup.first) == (SIDES, "blue")


@each
@of_each
def test_both_sides_have_the_same_ground(ruleset: str, number: int) -> None:
    """Turned by half the map is the map, and each side's zone and objectives are the other's."""
    opening = opened(ruleset, number)
    board = opening.state.board
    everywhere = tiles((0, 0, 23, 15))
    zones = deployed(opening)
    goals = {
        side: [(one.kind, one.points, one.area) for one in objectives(opening, side)]
        for side in SIDES
    }
    areas = {area for _, _, area in goals["blue"] if area is not None}

    assert [board.terrain(tile).id for tile in everywhere] == [
        board.terrain((23 - x, 15 - y)).id for x, y in everywhere
    ]
    assert turned(zones["blue"]) == zones["red"]
    assert goals["blue"] == goals["red"]
    assert {turned(area) for area in areas} == areas


@each
@of_each
def test_whatever_is_fought_for_is_reached_on_foot(ruleset: str, number: int) -> None:
    """Every tile of both zones and of what is to be held, with all doors shut."""
    opening = opened(ruleset, number)
    board = opening.state.board
    zones = deployed(opening)
    areas = [one.area for one in objectives(opening, "blue") if one.area is not None]
    wanted = [tile for area in (*zones.values(), *areas) for tile in tiles(area)]
    ways = board.walking([(0, 0)])

    assert [tile for tile in wanted if tile not in ways] == []


@of_each
def test_each_number_is_another_one(ruleset: str) -> None:
    """And the same one again, wherever it is made."""
    texts = [generated_scenario(ruleset, number) for number in NUMBERS]
    maps = {opened(ruleset, number).state.board.rows() for number in NUMBERS}

    assert [generated_scenario(ruleset, number) for number in NUMBERS] == texts
    assert len(maps) == len(texts)


def test_all_that_may_be_fought_for_comes_up() -> None:
    """The middle, two wings, or nothing but the enemy."""
    every = [opened(ruleset, number) for ruleset in RULESETS for number in NUMBERS]
    many = {len(objectives(opening, "blue")) for opening in every}

    assert many == {1, 2, 3}


@pytest.mark.parametrize(
    ("ruleset", "number", "expected"),
    [("d20", 17, "56bdf9850bd4c70f"), ("opposed_d6", 1, "bb5c58cf9ef628fa")],
)
def test_it_stays_as_it_is(ruleset: str, number: int, expected: str) -> None:
    """Where another one is made of a number, whatever was measured before is of other grounds."""
    assert opened(ruleset, number).hash == expected
