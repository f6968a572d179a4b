"""The whole map in one window, at a zoom or scaled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.presentation.objective_status import objective_grounds
from skirmish.scenario import find, load
from skirmish.session.omniscient import scenario_view
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE, letter
from skirmish.tui.map.objective_labels import objective_label
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from skirmish.tui.map.whole_map import Fit, ScaledOverlay, crowded_out, paint_whole, shrunk
from tests.position import position

MILL = load(Path(__file__).parent / "data" / "mill.toml")
sizes = st.integers(1, 200)


@given(st.tuples(sizes, sizes), st.tuples(sizes, sizes))
def test_the_map_is_in_the_window_and_touches_two_edges_or_is_at_a_zoom(
    tiles: tuple[int, int], window: tuple[int, int]
) -> None:
    """Nothing is cut off, and a scaled map takes all the room of one direction."""
    fit = Fit.of(tiles, window)

    assert all(one >= 1 for one in fit.cells)
    ends = [first + length for first, length in zip(fit.start, fit.cells, strict=True)]
    assert all(first >= 0 for first in fit.start)
    assert ends[0] <= window[0]
    assert ends[1] <= window[1]
    assert fit.zoom or fit.cells[0] == window[0] or fit.cells[1] == window[1] or fit.cells[1] == 1


@given(st.tuples(sizes, sizes), st.tuples(sizes, sizes), st.data())
def test_a_cell_of_the_map_has_a_tile_and_one_beside_it_has_none(
    tiles: tuple[int, int], window: tuple[int, int], data: st.DataObject
) -> None:
    """The mouse finds tiles by it."""
    fit = Fit.of(tiles, window)
    cell = data.draw(st.tuples(st.integers(0, window[0] - 1), st.integers(0, window[1] - 1)))
    inside = all(
        first <= at < first + length
        for at, first, length in zip(cell, fit.start, fit.cells, strict=True)
    )

    tile = fit.tile_at(cell)

    assert (tile is not None) is inside
    if tile is not None:
        assert 0 <= tile[0] < tiles[0]
        assert 0 <= tile[1] < tiles[1]


@given(st.tuples(st.integers(1, 40), st.integers(1, 40)), st.integers(10, 60), st.data())
def test_what_is_written_on_a_tile_stands_on_cells_of_that_tile(
    tiles: tuple[int, int], tenths: int, data: st.DataObject
) -> None:
    """Also where a tile begins in the middle of a cell, as long as it has room for both letters."""
    fit = Fit.of(tiles, (2 * tiles[0] * tenths // 10, tiles[1] * tenths // 10))
    tile = data.draw(st.tuples(st.integers(0, tiles[0] - 1), st.integers(0, tiles[1] - 1)))
    x, y = fit.place(tile)

    assert fit.tile_at((x, y)) == fit.tile_at((x + 1, y)) == tile


def test_shrinking_takes_means() -> None:
    """Each pixel is the mean of its block, also where blocks differ in size."""
    pixels = np.zeros((2, 3, 3), np.uint8)
    pixels[:, 2] = 100
    pixels[1, 1] = 200

    small = shrunk(pixels, (2, 1))

    assert small[0, :, 0].tolist() == [0, 100]


@pytest.mark.parametrize("cells", [(20, 9), (31, 14), (47, 20)])
def test_rims_on_a_scaled_map_are_as_bright_on_all_sides(cells: tuple[int, int]) -> None:
    """They are drawn after scaling: none is a mixture with the ground beside it."""
    view = scenario_view(load(find("first_steps")))
    board, colours = view.state.board, map_theme("dark")
    fit = Fit((board.width, board.height), 0, (0, 0), cells)
    pixels = np.full((2 * cells[1], cells[0], 3), 60, np.uint8)
    area = board.mask_of((x, y) for x in range(5, 15) for y in range(3, 9))
    drawn = ScaledOverlay.over(view, fit, colours, pixels)
    drawn.zones(Overlay(zones=((area, "blue"),)))

    inside = drawn.of_mask(area)
    assert (pixels[~inside] == 60).all()
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    part = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    sides = (part[0], part[-1], part[:, 0], part[:, -1])
    assert len({tuple(pixel) for side in sides for pixel in side.tolist()}) == 1
    assert (part[1:-1, 1:-1] != part[0, 0]).any(axis=-1).all()


def test_start_areas_of_a_scaled_map_are_not_drawn_as_reach_as_well() -> None:
    """Where zones are drawn, what letters show in their place is not."""
    view = scenario_view(load(find("first_steps")))
    overlay = deployment_overlay(view)

    drawn = [
        paint_whole(Painter(), view, one, (67, 22)).rgb
        for one in (overlay, evolve(overlay, ground=0, arc=0))
    ]

    assert (drawn[0] == drawn[1]).all()


@pytest.mark.parametrize("window", [(50, 7), (60, 9), (16, 30)])
def test_labels_of_a_scaled_map_lie_on_it(window: tuple[int, int]) -> None:
    """Not on the window beside it."""
    view = scenario_view(load(find("first_steps")))
    console = paint_whole(Painter(), view, deployment_overlay(view), window)
    board = view.state.board
    fit = Fit.of((board.width, board.height), window)

    written = np.argwhere(console.rgb["ch"] == ord(":")).tolist()
    assert written
    for y, x in np.argwhere(~np.isin(console.rgb["ch"], [ord(" "), ord("▀")])).tolist():
        assert fit.tile_at((x, y)) is not None


@pytest.mark.parametrize("window", [(14, 4), (30, 8), (120, 40), (9, 30)])
def test_figures_with_a_fixed_place_come_through(window: tuple[int, int]) -> None:
    """At any size both letters are where their tiles are."""
    view = scenario_view(MILL)
    console = paint_whole(Painter(), view, deployment_overlay(view), window)
    board = view.state.board
    fit = Fit.of((board.width, board.height), window)

    chars = {chr(code) for code in console.rgb["ch"].flat}
    assert {"R", "r"} <= chars
    if not fit.zoom:
        at = view.state.figures["b2"].at
        assert at is not None
        x, y = fit.place(at)
        assert chr(console.rgb["ch"][y, x]) == "R"


def test_neighbours_on_a_scaled_map_keep_their_letters() -> None:
    """In whatever order the figures are listed: the sign behind a letter gives way."""
    for drawn in ("a>b^", "b^a>", "a>R<", "R<a>"):
        row = drawn + ". " * 40
        view = position(row, ruleset="dice_pool", kind="sergeant").view()
        console = paint_whole(Painter(), view, Overlay(facings=True), (45, 4))
        text = "".join(chr(one) for one in console.ch.flatten())
        letters = [
            letter(one, "blue")[0]
            for one in sorted(view.state.figures.values(), key=lambda one: one.tile)
        ]
        assert "".join(letters) in text, drawn


@pytest.mark.parametrize("window", [(60, 20), (24, 8), (12, 8)])
def test_a_fallen_figure_shows_whole_or_is_named_as_left_out(window: tuple[int, int]) -> None:
    """Where a tile has less than two columns a letter without its mark would seem to stand."""
    view = position("\n".join([". " * 16] * 4 + ["a>" + ". " * 15])).view()
    one = view.state.figures["a"]
    fallen = tuple(((x, y), one) for x, y in ((4, 1), (5, 1), (6, 1), (9, 2)))
    console = paint_whole(Painter(), view, Overlay(fallen=fallen), window)
    left_out = len(crowded_out(view, fallen, window))

    rows = ["".join(map(chr, row)) for row in console.rgb["ch"]]
    marks = sum(row.count("†") for row in rows)
    sign = letter(one, "blue")[0]
    assert marks == sum(row.count(f"{sign}†") for row in rows) == len(fallen) - left_out
    assert sum(row.count(sign) for row in rows) == marks + 1
    assert bool(left_out) == (window[0] < 2 * 16)


@pytest.mark.parametrize("window", [(32, 9), (40, 12), (68, 22)])
def test_no_figure_stands_on_the_label_of_an_objective(window: tuple[int, int]) -> None:
    """In a scaled map a badge is wider than its tile; the label keeps off its cells, too."""
    known = scenario_view(load(Path(__file__).parents[2] / "scenarios" / "mail_train.toml"))
    console = paint_whole(Painter(glyphs=UNICODE), known, deployment_overlay(known), window)
    rows = ["".join(map(chr, row)) for row in console.rgb["ch"].tolist()]
    for ground in objective_grounds(known):
        words = "".join(part for part, _ in objective_label(known, ground, UNICODE, named=True))
        assert any(words in row for row in rows), words
