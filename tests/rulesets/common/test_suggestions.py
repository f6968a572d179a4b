"""What is worth doing: moves with a purpose, and what an order that only prepares would gain."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.geometry import Tile, distance2
from skirmish.core.setup import Objective
from skirmish.core.state import State
from skirmish.rulesets.common import prospects
from skirmish.rulesets.common.present import beside, foes
from skirmish.rulesets.common.suggestions import aim_tiles, typical_moves
from skirmish.rulesets.common.walking import Pace, path_refusal, turn_refusal, turns, walks
from tests.position import Position, position

FIELD = """
a>. . . . . .
. . . & . . .
. . . . . R .
"""


def moves(game: Position, halves: int = 8) -> list[str]:
    """The typical moves and turns of a."""
    known = game.view()
    figure = known.state.figures["a"]
    families = [*walks(known.state, figure, Pace(halves)), turns(figure)]
    return [str(order) for order in typical_moves(known, "a", families)]


def test_with_an_enemy_in_sight_it_may_go_to_cover_close_up_or_draw_back() -> None:
    """Behind the sandbags, as near as it gets, as far off as it gets; each looking at the enemy."""
    assert moves(position(FIELD)) == [
        "move a 1,0>2,0 face=SE",
        "move a 1,1>2,2>3,2 face=E",
        "move a 0,1 face=E",
    ]


def test_with_nobody_in_sight_it_goes_for_the_objective_and_on() -> None:
    """Whom it does not see it does not look for, nor turn to."""
    pays = Objective("o1", "blue", "reach", 1, area=(0, 2, 1, 2))
    hidden = position(FIELD, counters={"R": {"hidden": 1}}, objectives=(pays,))

    assert moves(hidden) == ["move a 0,1>0,2", "move a 1,0>4,0"]


def test_a_figure_turns_to_the_nearest_enemy_unless_it_looks_there() -> None:
    """Also where it cannot walk at all."""
    assert moves(position("R a>. V"), halves=0) == ["turn a W"]
    assert moves(position("R a<. V"), halves=0) == []


@given(st.integers(0, 6), st.integers(0, 2), st.integers(0, 12), st.booleans())
def test_typical_moves_are_legal_and_few(x: int, y: int, halves: int, hidden: bool) -> None:
    """Whatever the place and the pace."""
    at = {"R": (x, y)} if (x, y) != (0, 0) else {}
    game = position(
        FIELD.replace("R", "."),
        at=at,
        phase="move",
        counters={"R": {"hidden": int(hidden)}} if at else {},
    )
    orders = moves(game, halves)
    state, a = game.view().state, game.figure("a")
    lines = [game.line(order) for order in orders]
    refused = [
        turn_refusal(a, one) if one.verb == "turn" else path_refusal(state, a, one, Pace(halves))
        for one in lines
    ]

    assert refused == [None] * len(orders)
    assert len(orders) == len(set(orders)) <= 6


def menace(state: State, shooter: str, target: str) -> Fraction:
    """As many points as two figures stand apart, and one for each wound of the shooter's."""
    figures = state.figures
    away = distance2(figures[shooter].tile, figures[target].tile)
    return Fraction(away + figures[shooter].damage)


def test_a_prospect_is_reckoned_against_the_enemies_in_sight() -> None:
    """The best of them to shoot at, all of them to be shot at by; who is unseen counts nowhere."""
    game = position("a>. R . V . X", counters={"X": {"hidden": 1}})
    state, a = game.state, game.figure("a")
    hurt, nearer = evolve(a, damage=3), evolve(a, at=(1, 0))

    assert [foe.id for foe in foes(state, "blue")] == ["r", "v"]
    assert prospects.best(menace, state, "a") == 16
    assert prospects.danger(menace, state, "a") == 4 + 16
    assert prospects.gain(menace, state, hurt) == 3
    assert prospects.gain(menace, state, nearer) == 9 - 16
    assert prospects.relief(menace, state, nearer) == 20 - (1 + 9)
    assert prospects.best(menace, game.view().state, "a") == 16


def test_nobody_in_sight_is_nothing_to_gain() -> None:
    """Neither taken nor feared."""
    state = position("a>. R", counters={"R": {"hidden": 1}}).state

    assert prospects.best(menace, state, "a") == 0
    assert prospects.danger(menace, state, "a") == 0


def test_who_is_beside_whom_hand_to_hand() -> None:
    """Enemies in sight to whom a step leads: none between two walls, no friend, no unseen one."""
    game = position("R # .\n# a>V\n. b>X", counters={"X": {"hidden": 1}})

    assert [other.id for other in beside(game.state, game.figure("a"))] == ["v"]
    assert [other.id for other in beside(game.state, game.figure("x"))] == ["a", "b"]


def test_a_risk_keeps_an_enemy_from_what_it_is_worth_to_it() -> None:
    """It takes the risk for a dear target, and gives up what it can do to cheap ones."""
    state = position("R a . b").view().state
    harm = {("r", "a"): Fraction(1), ("r", "b"): Fraction(5, 2), ("a", "r"): Fraction(9)}

    def menace(_: State, shooter: str, target: str) -> Fraction:
        return harm.get((shooter, target), Fraction(0))

    assert prospects.deterred(menace, state, "r", Fraction(2)) == 2
    assert prospects.deterred(menace, state, "r", Fraction(3)) == Fraction(5, 2)
    assert prospects.deterred(lambda *_: Fraction(0), state, "r", Fraction(3)) == 0


def test_an_area_attack_is_aimed_beside_an_enemy_if_that_spares_a_friend() -> None:
    """The nearest tile that reaches the enemy and no friend; without friends near, its own tile."""

    def aims(drawing: str) -> tuple[Tile, ...]:
        state = position(drawing).state
        return aim_tiles(state, state.figures["a"], state.board.disc((3, 0), 9), 2)

    assert aims("a>. . . . R<. . .") == ((5, 0),)
    assert aims("a>. . . b>. R<. . .") == ((6, 0), (7, 0))


def test_an_area_attack_may_be_aimed_where_its_figure_sees() -> None:
    """Of the ground behind a wall, the nearest tile in its own sight is tried as well."""
    drawing = """
a>. . . . . . .
. # # # # # . .
. . R<. . . . b"""
    state = position(drawing).state
    figure = state.figures["a"]
    tiles = aim_tiles(state, figure, state.board.disc((4, 1), 9), 3)

    assert tiles[0] == (2, 2)
    assert not state.board.seen_from(figure.tile) & state.board.bit((2, 2))
    assert any(state.board.seen_from(figure.tile) & state.board.bit(tile) for tile in tiles)
