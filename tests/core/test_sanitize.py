"""Nothing that came from outside reaches a terminal unless the gate let it through."""

import sys
import unicodedata
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from skirmish.core import sanitize
from skirmish.errors import TextRefused

# Control, format, surrogate, private, unassigned, marks, separators: general categories.
NEVER_SHOWN = ("C", "M", "Zl", "Zp")

# Surrogates included: file names and TOML escapes can hold them.
any_text = st.text(st.characters(exclude_categories=()))


@cache
def showable() -> list[str]:
    """Every character that the gate lets through."""
    return [char for char in map(chr, range(sys.maxunicode + 1)) if sanitize.is_showable(char)]


def passes(text: str) -> bool:
    """Tell whether the gate lets text through as a name."""
    try:
        sanitize.clean(text, what="name")
    except TextRefused:
        return False
    return True


def test_no_code_point_that_steers_a_terminal_or_joins_its_neighbour_is_showable() -> None:
    """Of all of Unicode, no control, format, mark or separator passes but the plain space."""
    found = {
        unicodedata.category(char)
        for char in showable()
        if unicodedata.category(char).startswith(NEVER_SHOWN)
    }

    assert found == set()
    assert [char for char in showable() if char.isspace()] == [" "]


def test_each_showable_code_point_is_as_wide_as_the_screen_library_draws_it() -> None:
    """One or two columns, and the same count as the library that lays out the screen."""
    wrong = [char for char in showable() if sanitize.display_width(char) != cell_len(char)]

    assert wrong == []


def test_ordinary_letters_of_many_scripts_are_showable() -> None:
    """The gate is no wall: most of what Unicode assigns passes."""
    assert len(showable()) > 130_000
    assert passes("Łukasz Müller, Αθηνά, Жуков, 山田, 한국, דוד, 42 % [TODO] {} <b>")


@pytest.mark.parametrize(
    "char",
    [
        "\x00",
        "\t",
        "\n",
        "\x1b",
        "\x7f",
        "\x9b",
        "\xa0",
        "\xad",
        "\u0301",
        "\u200b",
        "\u202e",
        "\u2028",
        "\u2066",
        "\u2800",
        "\u3164",
        "\ud800",
        "\ue000",
        "\ufe0f",
        "\uffa0",
        "\uffff",
        "\U0001f3fd",
        "\U000e0041",
    ],
)
def test_a_refused_character_is_named_and_not_printed(char: str) -> None:
    """The message gives the code point and the field, and is itself fit to print."""
    with pytest.raises(TextRefused) as caught:
        sanitize.clean(f"Vale-{char}", what="figures[2].name")

    message = str(caught.value)
    named = {"\t": "a tab", "\n": "a line break"}.get(char, "a")
    assert message.startswith(f"figures[2].name: contains U+{ord(char):04X}, {named}")
    assert message.isprintable()


@given(any_text)
@example("e\u0301")
@example("\u1100\u1161\u11a8")
def test_what_passes_is_normal_and_passes_unchanged_again(text: str) -> None:
    """Clean text is NFC, within the limit, and cleaning it once more changes nothing."""
    if not passes(text):
        return
    once = sanitize.clean(text, what="name")

    assert once == unicodedata.normalize("NFC", text)
    assert len(once) <= sanitize.LINE_LIMIT
    assert sanitize.clean(once, what="name") == once


@given(st.deferred(lambda: st.text(st.sampled_from(showable()))))
def test_widths_add_up_in_any_mixture(text: str) -> None:
    """No character changes the columns of the one beside it."""
    assert sanitize.display_width(text) == cell_len(text)


def test_a_letter_and_its_accents_become_one_character() -> None:
    """Three marks on a letter are what NFC can merge; a fourth is refused."""
    assert sanitize.clean("Vale\u0301", what="name") == "Val\u00e9"
    assert sanitize.clean("\u03b1\u0313\u0300\u0345", what="name") == "\u1f82"
    assert not passes("\u03b1\u0313\u0300\u0345\u0301")


def test_the_limit_counts_characters_after_merging() -> None:
    """Eighty merged letters pass, eighty-one do not."""
    assert sanitize.clean("e\u0301" * 80, what="name") == "\u00e9" * 80
    assert not passes("e\u0301" * 81)
    assert passes("x" * 80)
    assert not passes("x" * 81)
    assert sanitize.clean("x" * 200, what="line", limit=200) == "x" * 200


def test_a_long_run_of_marks_is_refused_before_it_is_sorted() -> None:
    """Sorting this would take minutes: the test ends, so the gate did not try."""
    with pytest.raises(TextRefused):
        sanitize.clean("a" + "\u0315\u0323" * 100_000, what="line", limit=65_536)


def test_lines_are_cleaned_one_by_one() -> None:
    """A block keeps its line breaks; a bad line is named by its number."""
    assert sanitize.clean_lines("one\n\ntwo", what="briefing") == ("one", "", "two")
    with pytest.raises(TextRefused, match="briefing, line 2: longer than 80 characters"):
        sanitize.clean_lines("one\n" + "x" * 81, what="briefing")


def test_a_block_has_a_largest_number_of_lines() -> None:
    """Three lines pass where three are allowed, four do not."""
    assert len(sanitize.clean_lines("1\n2\n3", what="briefing", lines=3)) == 3
    with pytest.raises(TextRefused, match="longer than 3 lines"):
        sanitize.clean_lines("1\n2\n3\n4", what="briefing", lines=3)


@given(any_text, st.integers(min_value=3, max_value=100))
@example("x" * 101, 100)
@example("\x1b" * 5, 19)
@example("e\u0301" * 500, 80)
def test_shown_text_is_clean_whatever_came_in(text: str, limit: int) -> None:
    """Any text at all can be quoted: showable characters only, and never past the limit."""
    quoted = sanitize.escaped(text, limit)

    assert len(quoted) <= limit
    assert all(sanitize.is_showable(char) for char in quoted)


def test_shown_text_spells_out_what_is_refused_and_says_when_it_is_cut() -> None:
    """A reader can tell what was there, without meeting it."""
    assert sanitize.escaped("a\x1b[2Jb") == "a\\x1b[2Jb"
    assert sanitize.escaped("\u202eabc") == "\\u202eabc"
    assert sanitize.escaped("Vale\u0301") == "Val\u00e9"
    assert sanitize.escaped("x" * 80) == "x" * 80
    assert sanitize.escaped("x" * 81) == "x" * 77 + "..."


@pytest.mark.parametrize("text", ["b1", "light_machine_gun", "x" * 24])
def test_ids_are_small_letters_digits_and_underscores(text: str) -> None:
    """An id starts with a letter and has at most 24 characters."""
    assert sanitize.is_name(text)


@pytest.mark.parametrize("text", ["", "B1", "1b", "_b", "b-1", "b1\n", "b\u0661", "é", "x" * 25])
def test_anything_else_is_no_id(text: str) -> None:
    """No capitals, no other digits than 0 to 9, no line break at the end."""
    assert not sanitize.is_name(text)


@pytest.mark.parametrize("text", [".", "#", "~", "é", "▲", "░", " "])
def test_a_glyph_is_one_character_of_one_column(text: str) -> None:
    """Letters, signs and the plain space can be drawn in a map cell."""
    assert sanitize.is_glyph(text)


@pytest.mark.parametrize("text", ["", "ab", "山", "\u0301", "e\u0301", "\x1b", "א", "ع", "\u200b"])
def test_a_map_cell_holds_neither_wide_nor_turning_characters(text: str) -> None:
    """Wide, joining, invisible and right-to-left characters would shift or turn the row."""
    assert not sanitize.is_glyph(text)


def test_names_that_differ_in_case_alone_are_the_same() -> None:
    """Two figures cannot be told apart by capitals."""
    assert sanitize.casefolded("VALÉ") == sanitize.casefolded("valé")
    assert sanitize.casefolded("STRASSE") == sanitize.casefolded("straße")
    assert sanitize.casefolded("Vale") != sanitize.casefolded("Dale")
