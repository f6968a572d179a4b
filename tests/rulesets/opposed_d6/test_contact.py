"""Who is in contact, who is paired, who overlaps."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.state import State
from skirmish.rulesets.opposed_d6.close_combat import (
    Pair,
    engagement,
    fight_attack,
    in_contact,
    melee_of,
    melees,
)
from tests.position import Position, field_of
from tests.rulesets.opposed_d6.blocks import scene


def pairs(game: Position) -> list[tuple[str, str]]:
    """Pairs in the order in which they fight, the moving side's figure first."""
    return [(pair.mover, pair.other) for pair in melees(game.state).pairs]


def engaged(game: Position) -> dict[str, str]:
    """How each figure is in close combat."""
    return {name: engagement(game.state, f) for name, f in sorted(game.state.figures.items())}


def test_contact_is_with_an_enemy_on_an_adjacent_tile() -> None:
    """BAY-06, BAY-07: corners touch too; friends are no contact, nor is a tile between."""
    game = scene(". . R . .\n. a>b . .\n. . . . Q", phase="move")

    assert [name for name in "abrq" if in_contact(game.state, game.figure(name))] == ["a", "b", "r"]


def test_a_hidden_figure_is_in_contact_with_nobody() -> None:
    """Unseen figures neither fight nor overlap, until somebody stops beside them."""
    game = scene("a>R . . .", counters={"R": {"hidden": 1}}, phase="move")

    assert engaged(game) == {"a": "", "r": ""}


def test_each_figure_fights_one_enemy_at_most() -> None:
    """The one left over overlaps."""
    game = scene("a>R<. . .\nb . . . .", phase="move")

    assert pairs(game) == [("a", "r")]
    assert engaged(game) == {"a": "hand_to_hand", "b": "overlapping", "r": "hand_to_hand"}


def test_those_who_face_each_other_fight_first() -> None:
    """BAY-F9: before lower ids, before one who faces an enemy that looks elsewhere."""
    drawing = """
    . Qv. . .
    . a>R<. .
    """

    assert pairs(scene(drawing, phase="move")) == [("a", "r")]
    assert pairs(scene(drawing.replace("a>", "a^"), phase="move")) == [("a", "q")]


def test_then_those_of_whom_one_faces_the_other() -> None:
    """Lower ids decide only among equals."""
    drawing = """
    . Q^. . .
    . a<R<. .
    """

    assert pairs(scene(drawing, phase="move")) == [("a", "r")]
    assert pairs(scene(drawing.replace("R<", "R>"), phase="move")) == [("a", "q")]


def test_facing_includes_45_degrees() -> None:
    """The corner beside straight ahead counts: a faces both, and R faces it too."""
    drawing = """
    . . . . .
    . a>Q^. .
    . . R<. .
    """

    assert melees(scene(drawing, phase="move").state).pairs == (Pair("a", "r"),)
    assert pairs(scene(drawing.replace("a>", "a^"), phase="move")) == [("a", "r")]
    assert pairs(scene(drawing.replace("R<", "R>"), phase="move")) == [("a", "q")]


def test_pairs_fight_in_the_order_of_the_moving_sides_ids() -> None:
    """By (moving side's id, enemy's id), whoever that is in this bound."""
    drawing = """
    a>R<. . .
    . . . . .
    b>Q<. . .
    """

    assert pairs(scene(drawing, phase="move")) == [("a", "r"), ("b", "q")]
    assert pairs(scene(drawing, phase="fire")) == [("q", "b"), ("r", "a")]


def test_an_overlapping_figure_presses_the_lowest_paired_enemy_it_touches() -> None:
    """Touching two of them it aids against the lower id."""
    game = scene("a>Q<. . .\n. c . . .\nb>R<. . .", phase="move")

    assert pairs(game) == [("a", "q"), ("b", "r")]
    assert melees(game.state).pressing("q") == ("c",)
    assert melees(game.state).pressing("r") == ()


def test_a_melee_is_all_who_hang_together_by_contact() -> None:
    """BAY-A4: of both sides; another fight elsewhere is another melee."""
    game = scene("a>R<b . . c>Q<", phase="move")

    assert melee_of(game.state, game.figure("a")) == ("a", "b", "r")
    assert melee_of(game.state, game.figure("Q")) == ("c", "q")
    assert melee_of(scene("a>. R<").state, scene("a>. R<").figure("a")) == ()


PLACES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.sampled_from("^>v<7913")),
    min_size=7,
    max_size=7,
    unique_by=lambda place: place[:2],
)


def crowd(places: list[tuple[int, int, str]], **more: object) -> Position:
    """Seven figures in a crowd."""
    return scene(field_of(5, 4), at=dict(zip("abcdRQV", places, strict=True)), **more)


@given(PLACES)
def test_everybody_in_contact_fights_or_overlaps(places: list[tuple[int, int, str]]) -> None:
    """Pairs are of enemies in contact, nobody is in two, no two enemies in contact are left."""
    game = crowd(places, phase="move")
    state: State = game.state
    now = melees(state)
    paired = [name for pair in now.pairs for name in (pair.mover, pair.other)]
    overlapping = [name for name, _ in now.pressed]

    assert len(set(paired)) == len(paired)
    assert sorted(paired + overlapping) == [n for n, how in engaged(game).items() if how]
    assert [enemy for _, enemy in now.pressed if enemy not in paired] == []


@given(PLACES)
def test_a_side_sees_the_same_fights_on_its_view(places: list[tuple[int, int, str]]) -> None:
    """With hidden figures about or not."""
    game = crowd(places, counters={"Q": {"hidden": 1}, "b": {"hidden": 1}}, phase="move")
    known = game.view("blue").state
    seen = [f for f in known.figures.values() if f.at is not None]

    assert melees(known) == melees(game.state)
    assert [engagement(known, f) for f in seen] == [
        engagement(game.state, game.figure(f.id)) for f in seen
    ]
    for pair in melees(known).pairs:
        shown = fight_attack(known, pair.mover, pair.other)
        assert shown == fight_attack(game.state, pair.mover, pair.other)


@given(PLACES)
def test_a_hidden_figure_changes_nobodys_fight(places: list[tuple[int, int, str]]) -> None:
    """The pairs are the same whether it is there or not."""
    game = crowd(places, counters={"Q": {"hidden": 1}}, phase="move")
    figures = {**game.state.figures, "q": evolve(game.figure("Q"), at=None)}

    assert melees(evolve(game.state, figures=figures)) == melees(game.state)
