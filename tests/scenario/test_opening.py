"""The state in which a battle begins follows from the scenario alone, and may be played at once."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Roller
from skirmish.core.figures import DEPLOYS, HIDDEN, Arrival
from skirmish.core.geometry import Facing
from skirmish.core.orders import Order
from skirmish.core.state import in_area, state_hash
from skirmish.core.view import view
from skirmish.errors import UsageProblem
from skirmish.rulesets.engine import carry_out, refusal
from skirmish.rulesets.registry import ruleset
from skirmish.scenario import (
    FigureEntry,
    Force,
    MapSection,
    Scenario,
    load,
    opening_state,
    parse,
    scenario_text,
)

SAMPLE = load(Path(__file__).parent / "data" / "crossing.toml")


def test_figures_stand_as_the_file_says() -> None:
    """Place, facing, state, hiding, kinds and weapons of the scenario's own."""
    figures = opening_state(SAMPLE).figures
    b1, r1, r2, r9 = (figures[name] for name in ("b1", "r1", "r2", "r9"))

    assert (b1.at, b1.facing, b1.who.name) == ((2, 2), Facing.E, "Ottar")
    assert (b1.who.kind.id, b1.who.weapons[0].id) == ("old_hand", "squad_gun")
    assert getattr(b1.who.kind, "quality") == "superior"  # noqa: B009 - a field of the ruleset's
    assert (r1.count(HIDDEN), r1.count(DEPLOYS)) == (1, 0)
    assert (r2.count("suppressed"), r2.facing) == (1, Facing.W)
    assert (r9.at, r9.who.arrival, r9.facing) == (None, Arrival(4, "E"), Facing.W)


def test_a_figure_without_a_place_stands_in_its_zone_and_may_be_moved() -> None:
    """It is marked for deployment, and those with a fixed place are not."""
    state = opening_state(SAMPLE)
    b2 = state.figures["b2"]

    assert b2.count(DEPLOYS) == 1
    assert in_area((0, 0, 3, 3), b2.tile)
    assert state.board.passable(b2.tile)


def test_both_sides_may_be_ready_at_once() -> None:
    """Deployment is optional: after two `ready` orders the first turn begins."""
    rules = ruleset(SAMPLE.ruleset)
    state = opening_state(SAMPLE)
    for side in ("red", "blue"):
        order = Order("ready")
        assert refusal(rules, view(state, side), order) is None
        state = carry_out(rules, state, side, order, Roller("opening")).state

    assert (state.clock.turn, state.clock.side) == (1, "red")


def test_a_side_is_worth_its_figures_those_that_come_later_included() -> None:
    """Points of kinds, added up."""
    setup = opening_state(SAMPLE).setup
    kinds = ruleset("opposed_d6").handbook.armoury.kinds()
    red = ("rifleman", "sergeant", "mortar_team")

    assert setup.sides["red"].worth == sum(kinds[name].points for name in red)


def test_house_rules_are_the_default_the_scenarios_or_the_players() -> None:
    """The later of them counts; every rule has a value."""
    rules = opening_state(SAMPLE, {"fog": False, "sight": 12}).setup.rules

    assert (rules["fog"], rules["sight"], rules["go_to_ground"]) == (False, 12, True)
    assert rules["ammunition"] == "none"


@pytest.mark.parametrize("chosen", [{"fgo": True}, {"fog": 1}, {"sight": -1}, {"ammunition": "x"}])
def test_a_house_rule_that_is_not_there_is_refused(chosen: Mapping[str, bool | int | str]) -> None:
    """As it would be in a file."""
    with pytest.raises(UsageProblem):
        opening_state(SAMPLE, chosen)


def test_without_fog_every_tile_is_seen() -> None:
    """But before the first turn no enemy is, and no hidden one ever."""
    state = opening_state(SAMPLE, {"fog": False})
    board = state.board

    assert state.known["blue"].seen == (1 << board.width * board.height) - 1
    assert state.known["blue"].visible == ()


def test_the_same_scenario_opens_to_the_same_state() -> None:
    """In text form too: what a record holds begins the same battle."""
    one, other = opening_state(SAMPLE), opening_state(parse(scenario_text(SAMPLE)))

    assert state_hash(one) == state_hash(other)


@given(
    st.integers(1, 12),
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 4), st.integers(0, 4)),
    st.text(st.sampled_from("..T~#"), min_size=100, max_size=100),
)
def test_default_places_are_free_tiles_of_the_zone(
    count: int, corner: tuple[int, int, int, int], letters: str
) -> None:
    """Whatever the ground: each on a tile of its own, on which one can stand."""
    x, y, wide, high = corner
    zone = (x, y, x + wide, y + high)
    rows = tuple(letters[n : n + 10] for n in range(0, 100, 10))
    figures = tuple(FigureEntry(f"b{n}", "rifleman") for n in range(count))
    blue = Force("blue", "Blue", deploy=zone, figures=figures)
    scenario = evolve(SAMPLE, sides=(blue, SAMPLE.sides[1]), map=MapSection(rows))
    fixed = [entry.at for entry in SAMPLE.sides[1].figures]
    standing = [
        (a, b)
        for b in range(y, y + high + 1)
        for a in range(x, x + wide + 1)
        if rows[b][a] in ".T" and (a, b) not in fixed
    ]
    if len(standing) < count:
        return

    places = [f.tile for f in opening_state(_bare(scenario)).of_side("blue")]

    assert len({*places}) == count
    assert all(tile in standing for tile in places)


def _bare(scenario: Scenario) -> Scenario:
    return evolve(scenario, objectives=(), waves=(), lessons=())


def test_a_side_in_its_zone_stands_in_line_across_it() -> None:
    """Five figures along the left edge of an open field, evenly, and looking at the enemy."""
    rows = ("." * 20,) * 10
    figures = tuple(FigureEntry(f"b{n}", "rifleman") for n in range(5))
    blue = Force("blue", "Blue", deploy=(0, 0, 2, 9), figures=figures)
    red = Force("red", "Red", deploy=(17, 0, 19, 9), figures=(FigureEntry("r1", "rifleman"),))
    state = opening_state(_bare(evolve(SAMPLE, sides=(blue, red), map=MapSection(rows))))

    assert [f.at for f in state.of_side("blue")] == [(1, 0), (1, 2), (1, 4), (1, 6), (1, 8)]
    assert [f.facing for f in state.of_side("blue")][2] is Facing.E


def test_an_extended_magazine_is_full_unless_the_file_says_what_is_in_it() -> None:
    """AMMO-06: 30 rounds are 2 tokens, 45 are 3; in the muster as without it."""
    text = """
format = 1
title = "Loads"
ruleset = "trait_die"
turns = 3
first = "blue"
[rules]
muster = true
[map]
rows = "........"
[sides.blue]
name = "Blue"
[[sides.blue.figures]]
id = "b1"
kind = "trooper"
at = [0, 0]
state = { extended = true }
[[sides.blue.figures]]
id = "b2"
kind = "trooper"
at = [1, 0]
state = { extended = true, tokens = 1 }
[sides.red]
name = "Red"
figures = [{ id = "r1", kind = "trooper", at = [7, 0] }]
"""
    figures = opening_state(parse(text)).figures

    assert [figures[name].count("tokens") for name in ("b1", "b2", "r1")] == [3, 1, 2]
