"""Marks at the edges of a map in letters: where it goes on, and how many figures are there."""

from __future__ import annotations

import pytest
from textual.geometry import Offset

from skirmish.core.view import view
from skirmish.tui.map.edge_marks import letter_edge_marks
from skirmish.tui.map.glyphs import ASCII, UNICODE, Glyphs
from skirmish.tui.map.widget import MapView
from tests.toy_game import played
from tests.tui.test_battle import at_table
from tests.tui.test_cells import state_of

FIELD = "title t\nturns 3\nmap\n" + f"{'.' * 60}\n" * 40
FIGURES = "figures\nb1 blue 30,20\nr1 red 31,20\nr2 red 50,21\n"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_each_edge_past_which_the_map_goes_on_has_a_mark(glyphs: Glyphs) -> None:
    """Those of enemies past an edge count them; each stands for a tile past its edge."""
    known = view(state_of(FIELD + FIGURES), "blue")
    left, right, up, down = tuple(glyphs.pointers)
    marks = {
        one.words.strip(): one
        for one in letter_edge_marks(known, (20, 10, 20, 20), glyphs.pointers)
    }
    assert {*marks} == {f"{left} more", f"more {right}", f"{up} more", f"{down} more", f"{right}1"}
    assert marks[f"{right}1"].side == "red"
    assert marks[f"{left} more"].tile[0] == 19
    assert marks[f"{down} more"].tile[1] == 30
    assert not letter_edge_marks(known, (0, 0, 60, 40), glyphs.pointers)
    for mark in marks.values():
        assert not {*mark.cells} & {(20, 10), (21, 10), (22, 10), (23, 10)}


async def test_a_click_on_a_mark_shows_what_is_past_the_edge() -> None:
    """As on a painted map; another part of the map has its own marks."""
    async with at_table(played(FIELD + FIGURES, red="random")) as (pilot, screen):
        board = screen.query_one(MapView)
        y, row = next((y, row) for y, row in enumerate(board.rows()) if "◂ more" in row)
        assert not board.painted
        before = board.viewport.part
        await pilot.click(MapView, offset=Offset(row.index("◂ more") + 1, y))
        await pilot.pause()
        assert board.viewport.part[0] < before[0]
        assert any("more ▸" in row for row in board.rows())
