"""Lines wrapped to a width."""

from __future__ import annotations

from textual.content import Content

from skirmish.core.text import cut_at_marks
from skirmish.tui.wrapping import begun, indented

_WIDTH = 30
_SHOT = "b1 fires rifle at r5 (62%): needs 9+, rolls 5: missed  (damage 3)"


def test_a_line_of_the_log_is_indented_where_it_wraps() -> None:
    """All of it is there, and no row is wider than the width."""
    rows = [row.plain for row in indented(Content(_SHOT), _WIDTH)]

    assert rows[0].startswith("b1 fires")
    assert all(row.startswith("  ") and row[2] != " " for row in rows[1:])
    assert max(map(len, rows)) <= _WIDTH
    assert " ".join(" ".join(rows).split()) == " ".join(_SHOT.split())


def test_a_line_that_fits_is_left_as_it_is() -> None:
    """Up to the last column."""
    assert indented(Content(_SHOT), len(_SHOT)) == [Content(_SHOT)]


def test_facts_of_a_weapon_are_cut_at_marks() -> None:
    """A number stays with its unit; a part that is too long has a line of its own."""
    said = "damage 7, 30 tiles short, 90 tiles long, burst of 3"
    assert cut_at_marks(said, 28) == ["damage 7, 30 tiles short,", "90 tiles long, burst of 3"]
    assert cut_at_marks(said, 12) == [
        "damage 7,",
        "30 tiles short,",
        "90 tiles long,",
        "burst of 3",
    ]
    assert cut_at_marks(said, len(said)) == [said]
    moment = "Sol, rifle, at The quiet one: harm 9, 2 expected"
    assert cut_at_marks(moment, 32, ",:") == [moment[:29], moment[30:]]


def test_a_line_is_begun_in_as_many_rows_as_are_free() -> None:
    """The words that say where the rest is stand at the end of the last one."""
    line = Content("Lesson: " + "one two three four five six seven eight nine ten " * 2)
    for rows in (1, 2, 3):
        short = begun(line, 30, " .. (p: more)", rows)
        assert len(indented(short, 30)) == rows
        assert short.plain.endswith(" .. (p: more)")
        assert line.plain.startswith(short.plain.removesuffix(" .. (p: more)"))
    assert begun(line, 30, " .. (p: more)", 9) is line
