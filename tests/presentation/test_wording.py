"""Words of orders, options and refusals."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from skirmish import rulesets
from skirmish.core import script
from skirmish.core.orders import Order, Question, parse_order
from skirmish.core.view import view
from skirmish.presentation.ground_words import cover_beside, distance_words, tile_words
from skirmish.presentation.question_words import answer_options, question_situation, question_words
from skirmish.presentation.wording import (
    action_words,
    change_words,
    count_words,
    door_words,
    humanize,
    order_words,
    percent,
    refusal_on_screen,
    runs,
    score_words,
)
from skirmish.rulesets.engine import verbs_of
from tests.position import position
from tests.rulesets.d20.blocks import duel
from tests.village import village


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("fire a r weapon=pistol", "fire a r weapon=rifle", "with rifle instead of pistol"),
        ("fire a r weapon=pistol", "fire a r mode=burst weapon=pistol", "mode burst"),
        ("fire a r limb=head", "fire a r", "without called shot head"),
        ("fire a r mode=burst", "fire a r", "mode single instead of burst"),
        ("move a 1,0", "move a 2,0", "2,0 instead of 1,0"),
    ],
)
def test_a_change_of_an_order_says_what_was_before(before: str, after: str, words: str) -> None:
    """In plain words, a weapon by its name."""
    battle = position("a>. . R<", ruleset="d20", weapons={"a": ["pistol", "rifle"]})
    verbs = verbs_of(battle.ruleset)
    orders = (parse_order(text, verbs) for text in (before, after))
    assert change_words(verbs, battle.state.figures["a"], *orders) == words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "the rifle is jammed (POOL-F2): 'unjam' it",
            "the rifle is jammed (POOL-F2): unjam (J) it",
        ),
        ("r1 is prone: 'pose standing' first", "r1 is prone: pose standing (z) first"),
        ("a blast: leave out burst= and spread=wide", "a blast: leave out burst and spread wide"),
        ("2,3 can't be aimed at: 'move' closer", "2,3 can't be aimed at: move closer"),
        (
            "the rifle fires bursts only: set mode=burst",
            "the rifle fires bursts only: set mode to burst",
        ),
    ],
)
def test_a_remedy_names_keys_not_commands(text: str, shown: str) -> None:
    """Orders are not typed on the screen."""
    keys = {"unjam": "J", "pose": "z"}

    assert refusal_on_screen(text, lambda verb: keys.get(verb, "")) == shown


def test_a_remedy_names_the_key_of_details() -> None:
    """Only where it changes one."""
    assert refusal_on_screen("set mode=burst", str, "c") == "set mode to burst (c: options)"
    assert refusal_on_screen("move closer", str, "c") == "move closer"


def test_abbreviations_are_spelled_as_on_the_card() -> None:
    """Other ids are shown in words."""
    assert [humanize(name) for name in ("bf", "crit", "left_leg")] == [
        "BF",
        "critical hit",
        "left leg",
    ]


def test_one_of_something_has_no_plural() -> None:
    """Zero is a word."""
    assert [count_words("hits", n) for n in (0, 1, 2)] == ["no hits", "1 hit", "2 hits"]
    assert count_words("damage", 1) == "1 damage"


def test_consecutive_numbers_are_runs() -> None:
    """Repeated numbers count once."""
    assert runs([1, 3, 4, 4, 5, 9]) == [(1, 1), (3, 5), (9, 9)]
    assert runs([]) == []


def test_points_are_those_that_the_side_knows_of() -> None:
    """With objectives others may have been scored unseen, and the words say so at any time."""
    fought_over, empty = village("d20").state, position("a>. R<").state

    assert score_words(view(fought_over, "blue"), "red") == "0 points known so far"
    assert score_words(view(empty, "blue"), "red") == "0 points"


def test_an_attack_at_a_tile_is_told_by_its_weapon() -> None:
    """What is thrown is thrown; an order of another kind keeps its name."""
    arms = {"a": ["smoke_grenade"], "b": ["smoke_grenade", "mortar"]}
    battle = position("a>b>. R<", ruleset="opposed_d6", weapons=arms)
    armed, both = battle.figure("a"), battle.figure("b")

    assert action_words(armed, "bombard") == "throw smoke grenade"
    assert action_words(both, "bombard") == "throw or fire at a tile"
    assert action_words(both, "bombard", "mortar") == "fire light mortar at a tile"
    assert action_words(armed, "move") == "move"
    assert action_words(both, "reload", "smoke_grenade") == "ready smoke grenade"
    assert action_words(both, "reload", "mortar") == "reload"


def test_another_order_is_named_as_the_screen_names_it() -> None:
    """An attack at a tile by what is thrown there, not by its id."""
    battle = position("a>. R<", ruleset="opposed_d6", weapons={"a": ["rifle", "smoke_grenade"]})
    fire, thrown = Order.of("fire", "a", "R"), Order.of("bombard", "a", (2, 0))
    words = change_words(verbs_of(battle.ruleset), battle.figure("a"), fire, thrown)

    assert words.startswith("throw smoke grenade instead of fire")


def test_settings_of_a_gun_are_not_said_to_be_left_out_for_another_weapon() -> None:
    """A grenade has no bursts."""
    arms = {"a": ["submachine_gun", "grenade"]}
    battle = position("a>. . R<", ruleset="dice_pool", weapons=arms)
    shot = Order.of("bombard", "a", (2, 0), weapon="submachine_gun", burst="short")
    thrown = Order.of("bombard", "a", (2, 0), weapon="grenade")
    words = change_words(verbs_of(battle.ruleset), battle.figure("a"), shot, thrown)

    assert words == "with hand grenade instead of submachine gun"


def test_a_tile_names_what_covers_it_also_where_no_enemy_is_known() -> None:
    """As in deployment: the best cover, and towards which sides; else that against the enemies."""
    seen = view(position("a>. # . . \n. . . . R<").state, "blue")
    own = {name: one for name, one in seen.state.figures.items() if one.side == "blue"}
    alone = evolve(seen, state=evolve(seen.state, figures=own), contacts={})

    assert tile_words(alone, (1, 0), beside=True).endswith("cover 2 against E")
    assert "cover" not in tile_words(seen, (1, 1), beside=True)
    assert "cover" not in tile_words(alone, (4, 0))


def test_a_tile_names_each_side_on_which_it_has_cover_from_an_enemy() -> None:
    """Also from one that is not the nearest."""
    drawn = """
        . . . Q<. .
        . - - . . .
        a>- . . . R<
        . . . . . .
        . . . . P<. .
    """
    seen = view(position(drawn, ruleset="d20").state, "blue")
    assert cover_beside(seen, (0, 2)) == "+4 against enemies NE/E"
    assert tile_words(seen, (0, 2), beside=True) == "0,2 open ground, cover +4 against enemies NE/E"
    assert tile_words(seen, (0, 2), 36, beside=True) == "0,2 open ground, cover +4 against NE"


@pytest.mark.parametrize("name", ["d20", "dice_pool", "d100", "trait_die"])
def test_cover_is_named_by_the_number_that_counts_in_the_odds(name: str) -> None:
    """Of the tile and in the breakdown: one scale for both."""
    for glyph, degree in (("%", 1), ("-", 2), ("&", 3)):
        battle = position(". a>. . . R<", ruleset=name, under={"R": glyph})
        odds = battle.odds("fire a R")
        assert battle.state.board.cover((1, 0), (5, 0)) == degree
        (value,) = [part.value for part in odds.modifiers if "cover" in part.name]
        assert f"gives cover {value:+d}" in tile_words(battle.view(), (5, 0))


@pytest.mark.parametrize(
    ("thousandths", "shown"),
    [(0, "0%"), (4, "<1%"), (5, "1%"), (25, "3%"), (267, "27%"), (994, "99%"), (996, ">99%")],
)
def test_a_chance_is_rounded_by_itself(thousandths: int, shown: str) -> None:
    """A half is rounded up; what may or may not happen is never 0% or 100%."""
    assert percent(Fraction(thousandths, 1000)) == shown


def question_kinds() -> set[str]:
    """The ids of all questions that the rules ask, as they stand in their code."""
    kinds = {script.QUESTION}
    for path in Path(rulesets.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name("Question"), args=[_, ast.Constant(str(what)), *_]):
                    kinds.add(what)
                case _:
                    pass
    return kinds


def test_each_question_says_what_happened_and_what_choosing_means() -> None:
    """One of a kind without words would be asked by its id."""
    battle = position("a>. . b>R<", ruleset="opposed_d6")
    for what in sorted(question_kinds()):
        question = Question("blue", what, ("fire a r", "hold"), "b")
        happened = question_situation(battle.view(), battle.ruleset.verbs, question)
        assert happened.endswith("."), what
        assert "?" in question_words(question), what
    stray = Question("blue", "redirect", ("a", "r"), "b")
    view = evolve(battle.view(), question=stray)
    assert question_situation(view, battle.ruleset.verbs, stray).startswith("A shot at b b into")
    named = [option.words for option in answer_options(view, battle.ruleset.verbs)]
    assert named == ["a a (yours)", "r R (an enemy)"]


@pytest.mark.parametrize(
    ("there", "words"),
    [((1, 0), "1 tile"), ((10, 0), "10 tiles"), ((10, 1), "10.1 tiles"), ((9, 4), "9.9 tiles")],
)
def test_a_distance_beyond_a_range_in_whole_tiles_is_shown_beyond_it(
    there: tuple[int, int], words: str
) -> None:
    """It is what range bands are compared with, rounded up to a tenth."""
    assert distance_words((0, 0), there) == words


def test_an_order_to_a_door_says_what_it_does() -> None:
    """By the door as its side knows it."""
    hall = duel("a + . R")
    board, door = hall.state.board, Order.of("door", "a", (1, 0))
    opened = board.with_terrain((1, 0), board.kinds["open_door"])

    assert [door_words(one, door) for one in (board, opened)] == ["open door", "close door"]
    assert (
        order_words(hall.view("blue"), verbs_of(hall.ruleset)["door"], door) == "open door at 1,0"
    )
