"""Lines that any terminal holds, and directions in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.gate import width
from skirmish.core.geometry import Facing
from skirmish.line.bearings import NAMES, bearing, direction, legs, walked
from skirmish.line.fold import folded, listed


@given(st.text(max_size=300), st.integers(20, 100))
def test_no_line_is_wider(text: str, wide: int) -> None:
    """Whatever is in it; no word is lost, nothing a terminal would obey is left."""
    lines = list(folded(text, wide))

    assert all(width(line) <= wide and line.isprintable() for line in lines)
    if text.isascii() and text.isprintable():
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_words_stay_whole() -> None:
    """Only the lines after the first are indented."""
    assert list(folded("one two three", 9)) == ["one two", "  three"]


@pytest.mark.parametrize("facing", Facing)
def test_directions_are_understood_as_they_are_told(facing: Facing) -> None:
    """By their names, with and without a hyphen, and by their letters."""
    name = NAMES[facing]

    assert [direction(word) for word in (name, name.replace("-", ""), facing.name)] == [facing] * 3


def test_how_a_tile_lies() -> None:
    """In whole tiles, to the nearest of the eight directions."""
    assert bearing((5, 5), (10, 0)) == "7 tiles to the north-east"
    assert bearing((5, 5), (5, 6)) == "1 tile to the south"
    assert bearing((5, 5), (5, 5)) == "right here"


@pytest.mark.parametrize(
    ("words", "corners"),
    [
        ("e3 ne2", ((0, 9), (3, 9), (5, 7))),
        ("east 3 north", ((0, 9), (3, 9), (3, 8))),
        ("e0", ((0, 9),)),
        ("3 e 2 north", ((0, 9), (3, 9), (3, 7))),
        ("3 3", ((0, 9),)),
        ("e3 r1", ((0, 9),)),
    ],
)
def test_ways_leg_by_leg(words: str, corners: tuple[tuple[int, int], ...]) -> None:
    """Lengths stand behind the direction, or all of them before it; anything else is no way."""
    assert walked((0, 9), legs(words.split())) == corners


def test_lists_of_words() -> None:
    """As in a sentence."""
    assert [listed(["a"]), listed(["a", "b", "c"]), listed([], "or")] == ["a", "a, b and c", ""]
