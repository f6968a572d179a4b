"""Pages of text are turned by less than they show, and begin with an entry."""

from skirmish.tui.screens.page import page_top


def test_a_page_keeps_a_row_and_begins_with_an_entry() -> None:
    """A block of lines, else a line; where none begins near there, the last row stays in sight."""
    lines = range(0, 200, 2)
    assert page_top((), 0, 20, 1) == 19
    assert page_top((), 19, 20, -1) == 0
    assert page_top(((), lines), 0, 20, 1) == 18
    assert page_top(((), lines), 37, 20, -1) == 18
    assert page_top(((0, 15, 40), lines), 0, 20, 1) == 15
    assert page_top(((0, 10, 40), lines), 0, 20, 1) == 18
