"""The text of a record: one spelling, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.dice import Face
from skirmish.core.events import Bound, Fired, Moved, ToldEvent, Turned, Zoned
from skirmish.core.geometry import Facing
from skirmish.errors import RecordProblem
from skirmish.record.format import Entry, entry_text, parse_entry

SIDES = ("blue", "red")
ENTRY = Entry(
    17,
    "blue",
    "fire b1 r3",
    (Face(6, 5), Face(10, 2)),
    (
        ToldEvent(Fired("b1", "bren", target="r3"), SIDES),
        ToldEvent(Turned("r3", Facing.W), ("red",), 1, 1),
        ToldEvent(Moved("b1", ((3, 4), (4, 4), (5, 4))), (), 0, 1),
        ToldEvent(Bound(1, 2, "fire", "red"), SIDES),
    ),
    "0123456789abcdef",
)


def test_a_line_says_who_learnt_what_and_which_dice_belong_to_it() -> None:
    """Nothing is added where both sides learnt an event and it has no dice."""
    assert entry_text(ENTRY, SIDES) == (
        "17 blue fire b1 r3 | 6:5 10:2 | fired b1 bren target=r3; turned r3 W ~red @1+1; "
        "moved b1 3,4>5,4 ~ @0+1; bound 1 2 fire red =0123456789abcdef"
    )


def test_a_line_without_dice_and_events_is_spelt_out() -> None:
    """A dash stands for none, so that the three parts can always be told apart."""
    assert entry_text(Entry(3, "red", "undo"), SIDES) == "3 red undo | - | -"


told = st.builds(
    lambda event, sides, dice: ToldEvent(event, sides, *dice),
    st.sampled_from([one.event for one in ENTRY.told]),
    st.sampled_from([(), ("blue",), ("red",), SIDES]),
    st.sampled_from([(0, 0), (0, 1), (1, 1), (0, 2)]),
)
entries = st.builds(
    Entry,
    st.integers(1, 9_999_999),
    st.sampled_from(SIDES),
    st.sampled_from(["end", "fire b1 r3 split=r3:2+r4:1", "answer stand fast"]),
    st.just(ENTRY.faces),
    st.lists(told, max_size=4).map(tuple),
    st.sampled_from(["", "0123456789abcdef"]),
)


@given(entries)
def test_every_line_reads_back(entry: Entry) -> None:
    """Reading a line gives what was written."""
    assert parse_entry(entry_text(entry, SIDES), SIDES) == entry


def test_tiles_are_kept_in_the_order_they_are_written_in() -> None:
    """However a rule lists the tiles of a zone, the loaded game has what the played one had."""
    zoned = Zoned("s1", "smoke", "red", ((2, 1), (1, 1), (5, 0)), until=104)
    entry = Entry(1, "red", "end", told=(ToldEvent(zoned, SIDES),))

    again = parse_entry(entry_text(entry, SIDES), SIDES)

    assert zoned.tiles == ((5, 0), (1, 1), (2, 1))
    assert again == entry


@pytest.mark.parametrize(
    "line",
    [
        "17 blue fire b1 r3",
        "17 blue fire b1 r3 | -",
        "17 blue end | - | - | -",
        "0 blue end | - | -",
        "17 green end | - | -",
        "17 blue  end | - | -",
        "17 blue end | 6:x | -",
        "17 blue end | - | sang b1",
        "17 blue end | - | turned b1",
        "17 blue end | - | turned b1 W ~green",
        "17 blue end | - | turned b1 W ~red+blue",
        "17 blue end | 6:1 | turned b1 W @0+2",
        "17 blue end | - | turned b1 W =123",
        "17 blue end | - | ",
    ],
)
def test_what_is_no_line_is_refused(line: str) -> None:
    """A line that spells no entry is a problem of the record and nothing worse."""
    with pytest.raises(RecordProblem):
        parse_entry(line, SIDES)
