"""Generated scenarios: the same from the same options, without a message, fair, and playable."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.analysis.even_scenario import Candidate, even_scenario
from skirmish.analysis.intervals import Mean
from skirmish.analysis.self_play import play
from skirmish.errors import UsageProblem
from skirmish.game import opening_of
from skirmish.generator import PLACES, VERSION, Options, generate, size_of_text
from skirmish.generator.draw import Draw, Noise, plots
from skirmish.generator.fairness import faults_of
from skirmish.generator.forces import APART, BOUGHT, TOLERANCE, cost_of, costs_of, forces, roles_of
from skirmish.rulesets.registry import RULESETS, handbook
from skirmish.scenario import Scenario, parse, scenario_text
from skirmish.scenario.faults import Faults
from skirmish.scenario.lint import look
from skirmish.scenario.opening import subject_of
from skirmish.scenario.stat_blocks import stat_blocks_of

SIZES = ((20, 15), (60, 40), (40, 60), (100, 70))
each_place = pytest.mark.parametrize("place", PLACES)
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@cache
def made(options: Options) -> Scenario:
    return generate(options)


def digest(scenario: Scenario) -> str:
    return hashlib.sha256(scenario_text(scenario).encode()).hexdigest()[:16]


@each_place
@each_ruleset
def test_it_is_a_whole_scenario_without_a_message(place: str, ruleset: str) -> None:
    """Its text loads to the same scenario, and `check` has neither warning nor note."""
    scenario = made(Options(7, place, ruleset=ruleset))

    assert parse(scenario_text(scenario)) == scenario
    assert list(look(subject_of(scenario))) == []
    assert scenario.ruleset == ruleset


@each_place
@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_fair(place: str, size: tuple[int, int]) -> None:
    """The map is of the size asked for, is itself when turned, and gives both sides the same."""
    scenario = made(Options(3, place, size, points=120))
    rows = scenario.map.rows
    zones = tuple(force.deploy for force in scenario.sides)
    goals = tuple(
        [goal.area for goal in scenario.objectives if goal.side == force.id and goal.area]
        for force in scenario.sides
    )
    assert zones[0] is not None
    assert zones[1] is not None

    assert scenario.map.size == size
    assert rows == tuple(row[::-1] for row in rows[::-1])
    assert len(goals[0]) == len(goals[1]) > 0
    assert faults_of(subject_of(scenario).board, (zones[0], zones[1]), goals, 5) == ()


@each_ruleset
@given(points=st.integers(50, 1000), seed=st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_forces_cost_the_same(ruleset: str, points: int, seed: int) -> None:
    """Whatever is bought, neither side costs more than the points, nor much more than the other."""
    sides = forces(ruleset, points, Draw(f"{seed}"))
    one, other = (cost_of(ruleset, side) for side in sides)

    assert max(one, other) <= points
    assert 100 * abs(one - other) <= TOLERANCE * points
    assert min(map(len, sides)) >= 2


@each_ruleset
def test_every_kind_has_a_cost_and_a_role(ruleset: str) -> None:
    """The table knows the whole armoury, and nothing else."""
    kinds = set(
        stat_blocks_of(made(Options(7, ruleset=ruleset)), handbook(ruleset), Faults()).kinds
    )
    roles = roles_of(ruleset)

    assert set(costs_of(ruleset)) == kinds
    assert {kind for role in (*BOUGHT, APART) for kind in roles[role]} == kinds
    assert all(type(cost) is int and cost > 0 for cost in costs_of(ruleset).values())


@each_place
def test_the_same_options_give_the_same_bytes(place: str) -> None:
    """On every machine and with every Python; a change needs a new version of the generator."""
    assert digest(made(Options(17, place))) == DIGESTS[place]
    assert digest(generate(Options(17, place))) == DIGESTS[place]


DIGESTS: dict[str, str] = {
    "village": "5c26d9451c903496",
    "woods": "f1e267219da7fa57",
    "factory": "0304a98d2a41c8c5",
    "ruins": "5a90aa88fa25f03d",
    "bridge": "43752136dbd5e762",
    "trenches": "cab80fc716d8cff3",
}


def test_other_seeds_and_candidates_are_others() -> None:
    """Each has a map of its own."""
    found = [generate(Options(seed)).map.rows for seed in range(4)]
    found.append(generate(Options(0), 2).map.rows)

    assert len(set(found)) == len(found)


def test_the_file_names_its_options() -> None:
    """The command stands in its notes, in words that stay true when the file is changed."""
    about = made(Options(7, "bridge", (44, 30), "d20", 150, same_forces=True)).about

    assert about.author == ""
    assert about.notes.split("\n") == [
        f"Begun with version {VERSION} of the generator:",
        "skirmish generate --seed 7 --place bridge --size 44x30",
        "--ruleset d20 --points 150 --same-forces",
    ]


def test_the_longest_command_fits_on_its_lines() -> None:
    """Notes have 80 columns."""
    options = Options(10**18 - 1, "trenches", (120, 120), "opposed_d6", 1000, tested=True)

    assert max(map(len, options.command)) <= 80


@each_ruleset
def test_it_is_played_to_its_end(ruleset: str) -> None:
    """Recruit against recruit."""
    place = PLACES[list(RULESETS).index(ruleset)]
    opening = opening_of(made(Options(5, place, (28, 18), ruleset, 90)))
    with play(opening, dict.fromkeys(("blue", "red"), "recruit"), 5) as game:
        assert game.over


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (Options(1, "vilage"), "no place 'vilage' (did you mean 'village'?)"),
        (
            Options(1, size=(19, 15)),
            "a map of 19x15 is too small (choose 20x15 or 15x20 to 120x120)",
        ),
        (
            Options(1, size=(20, 14)),
            "a map of 20x14 is too small (choose 20x15 or 15x20 to 120x120)",
        ),
        (
            Options(1, size=(200, 10)),
            "a map of 200x10 is too narrow and too long (choose 20x15 or 15x20 to 120x120)",
        ),
        (
            Options(1, size=(121, 40)),
            "a map of 121x40 is too large (choose 20x15 or 15x20 to 120x120)",
        ),
        (Options(1, points=49), "49 points for a side (choose 50 to 1000)"),
        (Options(10**18), "the seed is too long (a number of at most 18 digits)"),
    ],
)
def test_impossible_options(options: Options, message: str) -> None:
    """A sentence with the remedy."""
    with pytest.raises(UsageProblem) as caught:
        generate(options)

    assert str(caught.value) == message


def test_an_unknown_ruleset_and_more_figures_than_there_is_room() -> None:
    """Both are refused with a remedy."""
    with pytest.raises(UsageProblem, match="d21"):
        generate(Options(1, ruleset="d21"))
    with pytest.raises(UsageProblem, match="choose a larger map or fewer points"):
        generate(Options(1, size=(20, 15)), sides=(("rifleman",) * 40, ("rifleman",) * 40))


@each_place
@pytest.mark.parametrize(("size", "points"), [((20, 15), 100), ((30, 20), 150), ((16, 26), 100)])
def test_small_maps_of_every_place(place: str, size: tuple[int, int], points: int) -> None:
    """Each can be made; none is empty between the zones."""
    for seed in range(4):
        rows = generate(Options(seed, place, size, points=points)).map.rows
        assert sum(row.count(".") for row in rows) * 4 < size[0] * size[1] * 3


def test_terrain_that_a_place_brings_looks_like_no_other() -> None:
    """Crops are furrows, machines and crates are blocks; not marsh, rocks and walls."""
    looks = {
        block.fields["id"]: (block.fields["look"], block.fields["colour"])
        for place in ("village", "factory")
        for seed in range(12)
        for block in generate(Options(seed, place)).map.terrain.values()
    }

    assert looks.keys() == {"crops", "machine", "crates"}
    assert len(set(looks.values())) == len(looks)
    assert looks["crops"][0] == "bridge"


@pytest.mark.parametrize("text", ["", "60", "60x", "x40", "0x40", "60x40x2", "-6x40", "٦x٤"])
def test_sizes_that_are_none(text: str) -> None:
    """Only two whole numbers with an x between them."""
    with pytest.raises(UsageProblem, match="is no size"):
        size_of_text(text)


def test_noise_is_smooth_and_the_same_when_turned() -> None:
    """Neighbours differ little; both ends of the range come up."""
    noise = Noise(Draw("noise"), (40, 30), 8)
    rows = [[noise(x, y) for x in range(40)] for y in range(30)]

    assert rows == [row[::-1] for row in rows[::-1]]
    assert max(abs(a - b) for row in rows for a, b in pairwise(row)) < 100
    assert min(map(min, rows)) < 80
    assert max(map(max, rows)) > 176


@given(wide=st.integers(8, 60), high=st.integers(8, 40), seed=st.integers(0, 999))
@settings(max_examples=50, deadline=None)
def test_plots_lie_apart_and_inside(wide: int, high: int, seed: int) -> None:
    """None is too small, none meets another one."""
    found = plots((3, 2, 2 + wide, 1 + high), (6, 5), 2, Draw(f"{seed}"))
    tiles = [(x, y) for a, b, c, d in found for x in range(a, c + 1) for y in range(b, d + 1)]

    assert len(set(tiles)) == len(tiles)
    assert all(c - a >= 5 and d - b >= 4 for a, b, c, d in found)
    assert all(3 <= x <= 2 + wide and 2 <= y <= 1 + high for x, y in tiles)
    assert found


def test_an_even_scenario_says_what_was_measured() -> None:
    """The candidate taken is the first even one, or the evenest of five."""
    heard: list[Candidate] = []
    options = Options(2, "woods", (20, 15), "trait_die", 60)
    found = even_scenario(options, told=heard.append, games=2)

    assert found in heard
    assert [one.candidate for one in heard] == list(range(1, len(heard) + 1))
    assert found.accepted or len(heard) == 5
    assert all(not one.accepted for one in heard[:-1])
    assert found.scenario.about.notes.endswith("--tested")
    assert "2 games: blue" in found.text


def test_an_even_scenario_with_an_unpaid_objective_is_not_accepted() -> None:
    """The line names the objective."""
    even = Candidate(generate(Options(2, size=(20, 15))), 1, "blue", Mean((1, 1), 2))
    unpaid = evolve(even, unpaid=("red, Hold the mill: 2 a turn",))

    assert (even.even, even.accepted) == (True, True)
    assert (unpaid.even, unpaid.accepted) == (True, False)
    assert unpaid.text.endswith("even; never paid: red, Hold the mill: 2 a turn")


@each_place
def test_no_two_objectives_of_a_side_have_one_text(place: str) -> None:
    """Two areas of one name have their place on the map in their text."""
    for seed, size in ((3, (60, 40)), (4, (26, 40)), (5, (24, 16))):
        for side in ("blue", "red"):
            goals = generate(Options(seed, place, size, points=100)).objectives
            texts = [goal.text for goal in goals if goal.side == side]
            assert len(set(texts)) == len(texts)
