"""Suppression, flight, going down, clouds."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Script
from skirmish.core.geometry import Facing, Tile, adjacent, distance2
from skirmish.core.orders import Order
from skirmish.rulesets.opposed_d6 import area, morale
from skirmish.rulesets.opposed_d6.budget import full_move
from skirmish.rulesets.opposed_d6.kinds import Kind
from skirmish.rulesets.scene import Scene
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import GAS, RABBLE, SMOKE, TROOPER, scene

CREW = evolve(TROOPER, id="crew", crew=True)


def scene_of(game: Position) -> Scene:
    """A scene in which effects happen."""
    return Scene(game.state, game.state.clock.side, Order("end"), Script(()), ())


def after(game: Position, told: Scene) -> Position:
    """The battle after a scene."""
    return evolve(game, state=told.state, told=tuple(told.told))


def fled(game: Position, name: str, source: Tile) -> Position:
    """The battle after a flight."""
    told = scene_of(game)
    morale.flee(told, name, source)
    return after(game, told)


@pytest.mark.parametrize(
    ("source", "facing"),
    [((0, 4), Facing.E), ((8, 8), Facing.NW), ((4, 0), Facing.S), ((1, 3), Facing.E)],
)
def test_a_suppressed_figure_is_marked_and_turned_directly_away(
    source: Tile, facing: Facing
) -> None:
    """BAY-F7: the nearest of the eight directions; it stays where it is."""
    game = scene(field_of(9, 9), at={"a": (4, 4, "^"), "R": (8, 0)})
    told = scene_of(game)
    morale.suppress(told, "a", source)
    figure = told.state.figures["a"]

    assert (figure.at, figure.facing, figure.count("suppressed")) == ((4, 4), facing, 1)


@pytest.mark.parametrize("kind", [CREW, RABBLE])
def test_crew_and_irregular_figures_flee_instead(kind: Kind) -> None:
    """A full move away at once, turned about; they are not suppressed."""
    game = scene(field_of(20, 3), kinds={"a": kind}, at={"a": (4, 1, "<"), "R": (0, 1)})
    told = scene_of(game)
    morale.suppress(told, "a", (0, 1))
    figure = told.state.figures["a"]

    assert (figure.count("fleeing"), figure.count("suppressed")) == (1, 0)
    assert (figure.at, figure.facing) == ((10, 1), Facing.E)


def test_flight_goes_to_the_farthest_tile_in_reach() -> None:
    """The full move whatever was walked before, by the easiest way round obstacles."""
    walled = """
    R . . a . # . . . . .
    . . . . . # . . . . .
    . . . . . . . . . . .
    """
    game = scene(walled, counters={"a": {"moved": 12}})

    gone = fled(game, "a", (0, 0))

    assert gone.figure("a").at == (8, 2)
    assert gone.figure("a").count("moved") == 12


def test_equally_far_tiles_are_chosen_by_edge_cost_and_direction() -> None:
    """The nearer to the map edge first, else clockwise from straight away."""
    centred = scene(field_of(31, 31), at={"a": (15, 15, ">"), "R": (30, 30)})
    near_edge = scene(field_of(40, 30), at={"a": (12, 3, "^"), "R": (39, 29)})

    for_turn, _ = morale.flight(centred.state, centred.figure("a"), (15, 15))
    for_edge, _ = morale.flight(near_edge.state, near_edge.figure("a"), (12, 3))

    assert for_turn[-1] == (9, 15)
    assert for_edge[-1] == (6, 3)


@pytest.mark.parametrize(("x", "fate"), [(13, "fled"), (14, "fled"), (12, "")])
def test_a_figure_flees_over_the_edge_when_its_move_suffices(x: int, fate: str) -> None:
    """The step off the map is paid like any other."""
    game = scene(field_of(19, 1), at={"a": (x, 0), "R": (0, 0)})

    gone = fled(game, "a", (0, 0))

    assert gone.figure("a").fate == fate
    assert gone.figure("a").at == (None if fate else (18, 0))


def test_flight_never_enters_contact() -> None:
    """It goes round an enemy, or stays where it is."""
    gap = """
    # # # # # # #
    R . a . . Q .
    # # # # # # #
    """
    game = scene(gap)

    assert fled(game, "a", (0, 1)).figure("a").at == (3, 1)


def test_an_unseen_figure_stops_a_flight_like_any_move() -> None:
    """It is revealed; the figure goes on fleeing in its next bound."""
    game = scene("r . A . q . . . . . . . .", counters={"q": {"hidden": 1}}, kinds={"A": RABBLE})

    gone = fled(game, "a", (0, 0))

    assert gone.figure("a").at == (3, 0)
    assert "revealed q" in gone.news()
    assert gone.figure("a").count("fleeing") == 1


def test_a_figure_that_flees_on_still_runs_from_where_it_was_shot_at() -> None:
    """Its own side alone knows that tile."""
    game = fled(scene(field_of(40, 1), at={"a": (4, 0), "R": (0, 0)}), "a", (0, 0))
    told = scene_of(game)
    morale.flee_on(told, "a")

    assert told.state.figures["a"].at == (16, 0)
    assert game.view("red").state.figures["a"].count("fled_from") == 0
    assert game.view("blue").state.figures["a"].count("fled_from") == 1


def test_a_shot_from_the_own_tile_turns_a_figure_about() -> None:
    """A burst on the tile it stands on has no direction."""
    game = scene(field_of(9, 9), at={"a": (4, 4, "^"), "R": (8, 0)})
    told = scene_of(game)
    morale.suppress(told, "a", (4, 4))

    assert told.state.figures["a"].facing is Facing.S


def test_a_downed_figure_is_out_and_a_hidden_one_is_seen_to_fall() -> None:
    """Struck in sight of an enemy it is revealed; out of sight nobody learns."""
    in_sight = scene_of(scene("a>. R .", counters={"R": {"hidden": 1}}))
    unseen = scene_of(scene("a># R .", counters={"R": {"hidden": 1}}))
    for told in (in_sight, unseen):
        morale.down(told, "r")

    assert [told.state.figures["r"].fate for told in (in_sight, unseen)] == ["downed"] * 2
    assert [t.sides for t in in_sight.told] == [("blue", "red")] * 2
    assert [t.sides for t in unseen.told] == [("red",)]


@pytest.mark.parametrize(
    ("side", "phase", "turn", "step", "duration", "until"),
    [
        ("blue", "fire", 1, 4, 1, 201),
        ("blue", "fire", 1, 4, 3, 401),
        ("red", "fire", 1, 2, 1, 103),
        ("red", "fire", 1, 2, 2, 203),
        ("blue", "fire", 2, 4, 2, 401),
    ],
)
def test_a_cloud_stays_for_its_duration_in_bounds_of_the_side_that_fired(
    side: str, phase: str, turn: int, step: int, duration: int, until: int
) -> None:
    """BAY-20: counted at the start of each bound of that side."""
    game = scene("a>. . . R", phase="move").bound(phase, side, turn, step)
    owner = "a" if side == "blue" else "r"
    told = scene_of(game)
    zone = area.land_cloud(told, evolve(SMOKE, duration=duration), (2, 0), owner)

    assert told.state.zones[zone].until == until


def test_a_cloud_of_gas_remembers_what_it_attacks_with() -> None:
    """BAY-F12: the weapon's factor and the skill of who fired it, and where it lies."""
    told = scene_of(scene("a>. . . R", kinds={"a": evolve(TROOPER, quality="superior")}))
    zone = area.land_cloud(told, GAS, (2, 0), "a")

    assert told.state.zones[zone].numbers == {"factor": 4, "skill": 1, "x": 2, "y": 0}


GROUND = st.lists(st.sampled_from(".......oT#"), min_size=80, max_size=80)
PLACES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 7)), min_size=5, max_size=5, unique=True
)


@given(GROUND, PLACES)
def test_a_flight_is_the_best_there_is(ground: list[str], places: list[Tile]) -> None:
    """Payable, clear of contact, and no tile that could be reached so lies farther off."""
    rows = ["".join(f"{glyph} " for glyph in ground[y * 10 : y * 10 + 10]) for y in range(8)]
    for x, y in places:
        rows[y] = rows[y][: 2 * x] + ". " + rows[y][2 * x + 2 :]
    game = scene("\n".join(rows), at=dict(zip("abRQV", places, strict=True)), kinds={"a": RABBLE})
    figure, source = game.figure("a"), game.figure("R").tile
    board, seen = game.state.board, game.state.known["blue"].visible
    foes = [game.figure(name).tile for name in seen]

    path, over = morale.flight(game.state, figure, source)

    steps = list(zip((figure.tile, *path), path, strict=False))
    cost = sum(board.step_cost(a, b) or 99 for a, b in steps)
    end = path[-1] if path else figure.tile
    assert cost + 2 * over <= full_move(figure)
    assert [tile for tile in path if any(adjacent(tile, foe) for foe in foes)] == []
    assert end != game.figure("b").at
    beyond = [(end[0] + dx, end[1] + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    goals = [tile for tile in beyond if not board.inside(tile)] if over else [end]
    assert max(distance2(source, goal) for goal in goals) >= distance2(source, figure.tile)
    if not over:
        near = [t for t in board.tiles_of(board.disc(end, 1)) if t != end]
        better = [t for t in near if distance2(source, t) > distance2(source, end)]
        left = full_move(figure) - cost
        open_ones = [
            t
            for t in better
            if (price := board.step_cost(end, t)) is not None
            and price <= left
            and not any(adjacent(t, foe) for foe in foes)
            and game.state.standing(t) is None
        ]
        assert open_ones == []
