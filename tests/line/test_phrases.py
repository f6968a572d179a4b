"""Wrapped lines, and directions and paths in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.geometry import Facing
from skirmish.core.sanitize import display_width
from skirmish.line.console import wrap
from skirmish.line.phrases import DIRECTION_NAMES, bearing, join_words
from skirmish.line.references import parse_direction, parse_legs, path_corners


@given(st.text(max_size=300), st.integers(20, 100))
def test_wrapped_lines_fit_the_width(text: str, wide: int) -> None:
    """For any text; no word is lost and no control character is left."""
    lines = list(wrap(text, wide))

    assert all(display_width(line) <= wide and line.isprintable() for line in lines)
    if text.isascii() and text.isprintable():
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_words_are_not_broken() -> None:
    """Only the lines after the first are indented."""
    assert list(wrap("one two three", 9)) == ["one two", "  three"]


@pytest.mark.parametrize("facing", Facing)
def test_directions_parse_from_their_names(facing: Facing) -> None:
    """By names, with and without a hyphen, and by letters."""
    name = DIRECTION_NAMES[facing]

    assert [parse_direction(word) for word in (name, name.replace("-", ""), facing.name)] == [
        facing
    ] * 3


def test_bearing_of_a_tile() -> None:
    """In whole tiles, to the nearest of the eight directions."""
    assert bearing((5, 5), (10, 0)) == "7 tiles to the north-east"
    assert bearing((5, 5), (5, 6)) == "1 tile to the south"
    assert bearing((5, 5), (5, 5)) == "right here"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("e3 ne2", ((0, 9), (3, 9), (5, 7))),
        ("east 3 north", ((0, 9), (3, 9), (3, 8))),
        ("e0", ((0, 9),)),
        ("3 e 2 north", ((0, 9), (3, 9), (3, 7))),
        ("3 3", ((0, 9),)),
        ("e3 r1", ((0, 9),)),
    ],
)
def test_legs_parse_to_corners(words: str, expected: tuple[tuple[int, int], ...]) -> None:
    """Lengths stand behind each direction, or before each; anything else is no path."""
    assert path_corners((0, 9), parse_legs(words.split())) == expected


def test_words_are_joined_as_in_a_sentence() -> None:
    """With commas and a last conjunction."""
    assert [join_words(["a"]), join_words(["a", "b", "c"]), join_words([], "or")] == [
        "a",
        "a, b and c",
        "",
    ]
