"""Values as text: one canonical spelling each, and what it spells is what it was made from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.core.codec import Shape, Value, decode, encode
from skirmish.core.geometry import Facing
from skirmish.core.text import by_id, id_key

WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
TILES = st.tuples(st.integers(0, 199), st.integers(0, 199))
SHARES = st.lists(st.tuples(WORDS, st.integers(-99, 99)), min_size=1, max_size=5).map(tuple)
VALUES: dict[Shape, st.SearchStrategy[Value]] = {
    Shape.WORD: WORDS,
    Shape.FIGURE: WORDS,
    Shape.NUMBER: st.integers(-(10**9) + 1, 10**9 - 1),
    Shape.TILE: TILES,
    Shape.PATH: TILES.map(lambda tile: (tile, (tile[0] + 3, tile[1] + 3))),
    Shape.FIGURES: st.lists(WORDS, min_size=1, max_size=5).map(by_id),
    Shape.SPLIT: SHARES,
    Shape.FACING: st.sampled_from(Facing),
    Shape.CHANCE: st.integers(0, 100).map("{}%".format),
    Shape.LINE: st.text(max_size=20),
}


@pytest.mark.parametrize("shape", list(Shape))
def test_every_shape_reads_back_what_it_shows(shape: Shape) -> None:
    """`read(shape, show(value)) == value` for each shape there is."""

    @settings(max_examples=25)
    @given(VALUES[shape])
    def reads_back(value: Value) -> None:
        assert decode(shape, encode(value)) == value

    reads_back()


@given(st.sampled_from(list(Shape)), st.text(max_size=40))
def test_any_text_is_a_value_or_a_value_error(shape: Shape, text: str) -> None:
    """What reads at all reads again from its canonical spelling, which then stays."""
    try:
        value = decode(shape, text)
    except ValueError:
        return
    assert encode(decode(shape, encode(value))) == encode(value)


@pytest.mark.parametrize(
    ("shape", "loose", "canonical"),
    [
        (Shape.FIGURES, "b10+b2+b10", "b2+b10"),
        (Shape.NUMBER, "007", "7"),
        (Shape.NUMBER, "-0", "0"),
        (Shape.CHANCE, "007%", "7%"),
        (Shape.SPLIT, "r3:03+r3:2", "r3:3+r3:2"),
    ],
)
def test_loose_spellings_have_one_canonical_form(shape: Shape, loose: str, canonical: str) -> None:
    """Sets in order and without repeats, numbers without ornament; shares stay as they stand."""
    assert encode(decode(shape, loose)) == canonical


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        (Shape.WORD, "B1"),
        (Shape.WORD, "b1\n"),
        (Shape.WORD, "b\u0661"),
        (Shape.NUMBER, "\u0663"),
        (Shape.NUMBER, "1" * 10),
        (Shape.NUMBER, "+1"),
        (Shape.TILE, "1,"),
        (Shape.TILE, "1,2,3"),
        (Shape.PATH, "0,0>2,1"),
        (Shape.PATH, "1,1>1,1"),
        (Shape.FIGURES, "b1+"),
        (Shape.SPLIT, "b1"),
        (Shape.SPLIT, "b1:2:3"),
        (Shape.FACING, "ne"),
        (Shape.CHANCE, "101%"),
        (Shape.CHANCE, "30"),
    ],
)
def test_what_is_no_value_is_refused(shape: Shape, text: str) -> None:
    """Digits of other scripts, line breaks and near misses are no values."""
    with pytest.raises(ValueError, match=r".*"):
        decode(shape, text)


def test_lower_ids_count_as_people_count() -> None:
    """b2 comes before b10, and letters before numbers do not clash."""
    assert by_id(("b10", "b2", "a", "b2", "b")) == ("a", "b", "b2", "b10")
    assert id_key("b02") < id_key("b10")
