"""Orders of the movement phase, and who may not give them."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.events import event_text
from skirmish.core.geometry import Facing
from skirmish.rulesets.engine import suggested
from skirmish.rulesets.families import Routes
from skirmish.rulesets.opposed_d6.budget import allowance, left
from tests.position import Position, field_of, position

LONG = "a>" + ". " * 15 + "\n" + "# " * 16 + "\nR "
CREEPING = """
. a>: . .
. . . . .
. . . . .
. . . . R
"""
MELEE = """
. . . . . .
. a>R . . .
. b . . . .
"""


def moving(drawing: str, **more: object) -> Position:
    """A position in blue's movement."""
    return position(drawing, phase="move", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "counters", "tiles"),
    [
        ("rifleman", {}, 6),
        ("conscript", {}, 6),
        ("heavy_infantry", {}, 4),
        ("armoured_car", {}, 10),
        ("cavalry", {}, 12),
        ("rifleman", {"injury": 1}, 4),
        ("rifleman", {"injury": 2}, 2),
        ("rifleman", {"injury": 3}, 0),
        ("heavy_infantry", {"injury": 3}, 0),
        ("cavalry", {"suppressed": 1}, 2),
        ("rifleman", {"suppressed": 1, "injury": 3}, 0),
        ("rifleman", {"rallied": 1}, 0),
    ],
)
def test_a_figure_moves_as_far_as_its_kind_and_state_let_it(
    kind: str, counters: dict[str, int], tiles: int
) -> None:
    """Movement: by kind, 2 less for each level of injury; a Suppressed figure 2 at most."""
    game = moving(LONG, kind=kind, counters={"a": counters})

    assert allowance(game.figure("a")) == 2 * tiles
    assert game.refusal(f"move a {tiles + 1},0") is not None
    if tiles:
        assert game.rule(f"move a {tiles},0") == "legal"


def test_what_a_recovered_figure_could_move_stays_two_tiles_until_it_moves_again() -> None:
    """BAY-A8: the allowance for the bound in which it was Suppressed."""
    assert allowance(moving(LONG, counters={"a": {"recovered": 1}}).figure("a")) == 4


@pytest.mark.parametrize(
    ("drawing", "levels", "path", "halves"),
    [
        ("a>. . .", "0000", "3,0", 6),
        ("a>. . .\n. . . .\n. . . .\n. . . .", "", "3,3", 9),
        ("a>o . .", "0000", "3,0", 8),
        ("a>. . .", "0110", "3,0", 8),
        ("a>. . .", "0120", "3,0", 10),
        (". . . .\n. o . .\na>. . .", "", "1,1", 6),
    ],
)
def test_steps_cost_what_the_ground_says(drawing: str, levels: str, path: str, halves: int) -> None:
    """Orthogonal 1, diagonal 1.5, rough ground twice as much, 1 more for a level up."""
    after = moving(drawing, levels=levels).order(f"move a {path}")

    assert after.figure("a").count("moved") == halves
    assert left(after.figure("a")) == 12 - halves


def test_a_move_may_be_made_in_parts() -> None:
    """What is left of the allowance stays for later in the bound."""
    game = moving(LONG).order("move a 2,0").order("move a 6,0")

    assert game.rule("move a 7,0") == "BAY-F3"
    assert game.figure("a").at == (6, 0)


def test_nobody_walks_through_an_enemy_or_stops_on_a_friend() -> None:
    """Through a friend only without stopping there."""
    through = moving("a>b>. . R . .")

    assert through.rule("move a 2,0") == "legal"
    assert through.refusal("move a 1,0").reason == "b stands on 1,0"  # type: ignore[union-attr]
    assert through.refusal("move a 5,0").reason == "r stands on 4,0"  # type: ignore[union-attr]
    assert through.refusal("move a 0,0").reason == "a stands there already"  # type: ignore[union-attr]


def test_no_way_over_what_nobody_can_pass() -> None:
    """Walls, the map edge, and the gap between two of them."""
    game = moving("a># .\n# . .")

    assert game.refusal("move a 1,0") is not None
    assert game.refusal("move a 1,1") is not None
    assert game.refusal("move a 0,0>0,9") is not None


def test_facing_is_free_while_moving() -> None:
    """As ordered, else the way it went."""
    game = moving(field_of(6, 3), at={"a": (0, 0), "R": (5, 2)})

    assert game.order("move a 2,2").figure("a").facing is Facing.SE
    assert game.order("move a 2,2 face=N").figure("a").facing is Facing.N


def test_a_figure_that_does_not_move_turns_once() -> None:
    """Having moved, it may be turned once more to where it wants to look."""
    turned = moving(LONG).order("turn a N")

    assert turned.figure("a").facing is Facing.N
    assert turned.rule("turn a S") == "BAY-F3"
    assert turned.order("move a 2,0").rule("turn a S") == "legal"
    assert moving(LONG).refusal("turn a E") is not None


def test_figures_move_in_their_own_movement_only() -> None:
    """BAY-12, BAY-A10: the other bounds are for shooting."""
    assert position(LONG, phase="fire").rule("move a 1,0") == "BAY-A10"


def test_in_hand_to_hand_a_figure_may_turn_but_not_leave() -> None:
    """A fill, since the numbered rules are silent; who only overlaps moves as it likes."""
    game = moving(MELEE)

    assert game.rule("move a 0,1") == "BAY-F9"
    assert game.rule("turn a N") == "legal"
    assert game.rule("move b 0,2") == "legal"


def test_who_flees_takes_no_orders_and_who_rallied_may_only_turn() -> None:
    """Flee: a rally costs it that bound's movement."""
    fleeing = moving(LONG, counters={"a": {"fleeing": 1}})
    rallied = moving(LONG, counters={"a": {"rallied": 1}})

    assert fleeing.rule("move a 1,0") == fleeing.rule("turn a N") == "BAY-F8"
    assert rallied.rule("move a 1,0") == "BAY-F8"
    assert rallied.rule("turn a N") == "legal"


def test_a_suppressed_figure_creeps_away_or_into_better_cover() -> None:
    """No step brings it nearer to an enemy its side sees, unless into better cover."""
    game = moving(CREEPING, counters={"a": {"suppressed": 1}})

    assert game.rule("move a 0,0") == "legal"
    assert game.rule("move a 2,0") == "legal"
    assert game.rule("move a 1,1") == "BAY-F7"


def test_an_unseen_enemy_does_not_hold_a_creeping_figure() -> None:
    """Only enemies that its side sees count."""
    hidden = {"a": {"suppressed": 1}, "R": {"hidden": 1}}

    assert moving(". . a>. . R", counters=hidden).rule("move a 3,0") == "legal"


def test_doors_are_opened_and_closed_from_beside_them() -> None:
    """It costs two tiles of the move, and shows what is behind."""
    shut = moving("a>+ . R")

    opened = shut.order("door a 1,0")

    assert shut.state.known["blue"].visible == ()
    assert opened.state.known["blue"].visible == ("r",)
    assert opened.figure("a").count("moved") == 4
    closed = opened.order("door a 1,0")
    assert closed.state.known["blue"].visible == ()
    assert left(closed.figure("a")) == 4


def test_a_door_is_no_door_from_afar_nor_for_the_suppressed_nor_on_an_empty_purse() -> None:
    """Adjacent, two tiles of move left, free of figures, not Suppressed."""
    assert moving("a>. + R").refusal("door a 2,0") is not None
    assert moving("a>. + R").refusal("door a 1,0") is not None
    assert moving("a>+ R", counters={"a": {"suppressed": 1}}).refusal("door a 1,0") is not None
    assert moving("a>+ R", counters={"a": {"moved": 9}}).refusal("door a 1,0") is not None
    assert moving("a>b R", under={"b": "/"}).refusal("door a 1,0") is not None


PLACES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 5)), min_size=5, max_size=5, unique=True
)
GROUND = st.lists(st.sampled_from("......oT#+/"), min_size=48, max_size=48)
STATES = st.sampled_from(
    [{}, {}, {"suppressed": 1}, {"injury": 2}, {"moved": 5}, {"turned": 1}, {"rallied": 1}]
)


def battle(
    ground: list[str], places: list[tuple[int, int]], counters: dict[str, dict[str, int]]
) -> Position:
    """Three of blue against two of red on random ground."""
    rows = ["".join(f"{glyph} " for glyph in ground[y * 8 : y * 8 + 8]) for y in range(6)]
    for x, y in places:
        rows[y] = rows[y][: 2 * x] + ". " + rows[y][2 * x + 2 :]
    at = dict(zip("abcRV", places, strict=True))
    return moving("\n".join(rows), at=at, counters=counters)


@given(GROUND, PLACES, STATES, st.integers(0, 10**6))
def test_nothing_drawn_from_a_family_is_refused(
    ground: list[str], places: list[tuple[int, int]], state: dict[str, int], seed: int
) -> None:
    """Nor is anything typical."""
    game = battle(ground, places, {"a": state})
    pick = Random(seed).randrange
    known = game.view()
    orders = [family.draw(pick) for family in game.ruleset.options(known, "a")]

    refused = [(str(order), game.refusal(str(order))) for order in orders]
    refused += [(str(o), game.refusal(str(o))) for o in suggested(game.ruleset, known, "a")]

    assert [pair for pair in refused if pair[1] is not None] == []


@given(GROUND, PLACES, STATES)
def test_the_families_hold_every_legal_goal(
    ground: list[str], places: list[tuple[int, int]], state: dict[str, int]
) -> None:
    """Every walk of one or two steps that is not refused ends on a tile of the family."""
    game = battle(ground, places, {"a": state})
    families = {f.verb: f for f in game.ruleset.options(game.view(), "a")}
    routes = families["move"].target if "move" in families else None
    goals = routes.mask if isinstance(routes, Routes) else 0
    x, y = game.figure("a").tile
    near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    far = [(x + dx, y + dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)]
    lines = [f"move a {a[0]},{a[1]}" for a in near if min(a) >= 0]
    lines += [
        f"move a {a[0]},{a[1]}>{b[0]},{b[1]}"
        for a in near
        for b in far
        if min(*a, *b) >= 0 and a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1
    ]

    legal = [line for line in lines if game.refusal(line) is None]

    ends = [game.line(line).target_path[-1] for line in legal]
    assert [end for end in ends if not goals & game.state.board.bit(end)] == []
    turns = [f.name for f in Facing if game.refusal(f"turn a {f.name}") is None]
    assert len(turns) == (7 if "turn" in families else 0)


@given(GROUND, PLACES, STATES, st.integers(0, 10**6))
def test_hidden_figures_change_nothing_that_may_be_ordered(
    ground: list[str], places: list[tuple[int, int]], state: dict[str, int], seed: int
) -> None:
    """Refusals, families and typical orders are the same wherever a hidden enemy stands."""
    with_v = battle(ground, places, {"a": state, "V": {"hidden": 1}})
    figures = {**with_v.state.figures, "v": evolve(with_v.figure("v"), at=None)}
    without = evolve(with_v, state=evolve(with_v.state, figures=figures))
    pick = Random(seed)
    lines = [f"move a {pick.randrange(8)},{pick.randrange(6)}" for _ in range(12)]

    for game in (with_v, without):
        assert game.view().state.figures.keys() - {"v"} == without.view().state.figures.keys()
    assert [with_v.refusal(line) for line in lines] == [without.refusal(line) for line in lines]
    assert suggested(with_v.ruleset, with_v.view(), "a") == suggested(
        without.ruleset, without.view(), "a"
    )
    masks = [
        [f.target.mask for f in game.ruleset.options(game.view(), "a") if f.verb == "move"]  # type: ignore[union-attr]
        for game in (with_v, without)
    ]
    assert masks[0] == masks[1]


def test_the_events_of_a_move_are_told_in_order() -> None:
    """Walked, turned, paid; the enemy does not learn what is left."""
    after = moving("a>. . . .\n. . . . R").order("move a 2,0 face=S")

    assert [(event_text(t.event), len(t.sides)) for t in after.told] == [
        ("moved a 1,0>2,0", 2),
        ("counted a moved 4", 1),
        ("turned a S", 2),
    ]
