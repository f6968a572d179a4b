"""A scaled map keeps its figures and the commonest ground."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skirmish.scenario import find, load
from skirmish.session.omniscient import scenario_view
from skirmish.tui.app import SkirmishApp
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.order_overlay import deployment_overlay
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from skirmish.tui.map.whole_map import Fit, OverviewPainter
from skirmish.tui.map.widget import MapView
from skirmish.tui.minimap import MiniMap, fitted_size, shrink
from skirmish.tui.settings import FLAT, PAINTED, Settings
from tests.toy_game import played
from tests.toy_ruleset import LANE
from tests.tui.test_battle import at_table, press

MILL = load(Path(__file__).parent / "data" / "mill.toml")
WIDE = LANE.replace(".........", "." * 120).replace("....#....", "...." + "#" + "." * 115)
sizes = st.integers(1, 200)


def rows(room: tuple[int, int]) -> list[str]:
    """The mill as it fits into so much room, the first column of each tile."""
    view = scenario_view(MILL)
    cells = Composer().compose(view, Overlay())
    kept = [figure.at for figure in view.state.figures.values() if figure.at is not None]
    small = shrink(cells, fitted_size(cells.size, room), kept)
    return ["".join(map(chr, row[:, 0])) for row in small.chars]


def test_the_preview_shows_who_has_a_fixed_place_and_nobody_in_hiding() -> None:
    """Figures to be deployed or hidden are not on it."""
    assert sorted(scenario_view(MILL).state.figures) == ["b2", "r1"]


def test_a_smaller_map_keeps_figures_and_walls() -> None:
    """Each block is drawn as what it mostly is, but a figure always comes through."""
    small = rows((7, 20))

    assert [len(row) for row in small] == [7] * 4
    assert small[2][1] == "R"
    assert small[1][4] == "r"
    assert "#" in small[0]
    assert rows((14, 8))[5][2] == "R"


@pytest.mark.parametrize("across", [19, 10])
def test_a_smaller_map_has_whole_points_and_fences(across: int) -> None:
    """Scaled down tile by tile, `0:6` would be `0`, and a zone would have no end."""
    view = scenario_view(load(find("water_station")))
    cells = Composer(UNICODE).compose(view, deployment_overlay(view))
    small = shrink(cells, (across, across * 26 // 38), ()).finished()
    lines = ["".join(map(chr, row.reshape(-1))) for row in small.chars]
    assert sum("$1:6" in line for line in lines) == 1
    assert any(line.count("├") == line.count("┤") == 1 for line in lines)


@given(st.tuples(sizes, sizes), st.tuples(sizes, sizes))
def test_what_fits_keeps_its_shape(size: tuple[int, int], room: tuple[int, int]) -> None:
    """It is never larger than the room or the map, and touches one edge of the room or is whole."""
    width, height = fitted_size(size, room)

    assert 1 <= width <= min(size[0], room[0])
    assert 1 <= height <= min(size[1], room[1])
    assert (width, height) == size or width == room[0] or height == room[1]


@given(st.data())
def test_every_kept_tile_comes_through(data: st.DataObject) -> None:
    """Wherever a figure stands and whatever the size, it is on the smaller map."""
    across = data.draw(st.integers(1, 14))
    down = data.draw(st.integers(1, 8))
    at = data.draw(st.tuples(st.integers(0, 13), st.integers(0, 7)))
    cells = Composer().compose(scenario_view(MILL), Overlay())
    cells.chars[at[1], at[0]] = ord("!")

    assert ord("!") in shrink(cells, (across, down), [at]).chars


def test_an_overview_has_dots_for_figures_and_a_frame() -> None:
    """Each figure is a dot in the colour of its side, where it stands; the frame is where it is."""
    view, painter = scenario_view(MILL), Painter()
    board = view.state.board
    window = (2 * board.width, 2 * board.height)
    fit = Fit.scaled((board.width, board.height), window)
    console = OverviewPainter(painter).paint(view, 0, (1, 1, 6, 4), window)

    def pixel(x: int, y: int) -> list[int]:
        cell = console.rgb[fit.start[1] + y // 2, fit.start[0] + x]
        lower = y % 2 or cell["ch"] == ord(" ")
        return [int(part) for part in cell["bg" if lower else "fg"]]

    sides = painter.theme.sides(view.state.setup.sides)
    scale = fit.cells[0] // board.width
    for figure in view.state.figures.values():
        assert figure.at is not None
        x, y = figure.at
        assert pixel(x * scale, y * scale) == [int(part) for part in sides[figure.side]]
    for corner in ((1, 1), (6, 1), (1, 4), (6, 4)):
        inside = [scale * at + (scale - 1) * (at > 1) for at in corner]
        assert pixel(*inside) == [255, 255, 255]


def test_an_overview_is_the_same_whatever_part_had_the_frame_before() -> None:
    """The ground that it keeps has no frame and no dots."""
    view, window = scenario_view(MILL), (40, 20)
    used = OverviewPainter(Painter())
    used.paint(view, 0, (0, 0, 3, 3), window)

    again, fresh = (
        one.paint(view, 0, (1, 1, 6, 4), window) for one in (used, OverviewPainter(Painter()))
    )

    assert (again.rgba == fresh.rgba).all()


def test_an_overview_in_few_colours_is_not_grey() -> None:
    """Its ground is not dimmed: dark colours of the 256 are greys."""
    painter = Painter(map_theme("dark", flat=True))
    ground = (
        OverviewPainter(painter).paint(scenario_view(MILL), 0, (0, 0, 1, 1), (40, 20)).rgb["bg"]
    )
    drawn = ground[(ground != ground[0, 0]).any(axis=-1)]
    assert (np.ptp(drawn.astype(int), axis=-1) > 0).mean() > 0.5


async def test_the_small_map_changes_with_the_settings_at_once() -> None:
    """To few colours and back, without another view or another part of the map."""
    app = SkirmishApp(played(WIDE), pace=0, settings=Settings(map=PAINTED))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "enter")
        small = app.screen.query_one(MiniMap)
        app.apply_settings(Settings(map=FLAT))
        await pilot.pause()
        assert small.painted_theme is not None
        assert small.painted_theme.flat


def test_the_dots_of_an_overview_have_one_shape() -> None:
    """At each scale the two figures take as many pixels, wherever the edges of their tiles are."""
    view, painter = scenario_view(MILL), Painter()
    sides = painter.theme.sides(view.state.setup.sides)
    for across in range(14, 60):
        console = OverviewPainter(painter).paint(view, 0, (0, 0, 1, 1), (across, 60))
        found = dict.fromkeys(sides, 0)
        for cell in console.rgb.flat:
            # A cell of one colour is a space, else a half block with two.
            pixels = ("bg", "bg") if cell["ch"] == ord(" ") else ("fg", "bg")
            for side, colour in sides.items():
                found[side] += sum(list(cell[one]) == [int(c) for c in colour] for one in pixels)
        assert len(set(found.values())) == 1, across


async def test_the_small_map_comes_where_the_large_one_does_not_fit() -> None:
    """Beside nine tiles it is hidden; beside 120 it is there, and empty behind a curtain."""
    async with at_table(played(red="random"), (120, 40)) as (_, screen):
        assert not screen.query_one(MiniMap).has_class("-needed")
    async with at_table(played(WIDE), (120, 40)) as (pilot, screen):
        await press(pilot, "enter")
        small = screen.query_one(MiniMap)
        assert small.has_class("-needed")
        # Its rows are those of the widget: with a border, changes would be drawn a row too low.
        assert small.size == small.outer_size
        assert any(row.strip() for row in small.rows())
        screen.session.cover()
        await pilot.pause()
        assert not any(row.strip() for row in small.rows())


async def test_the_frame_of_the_small_map_is_right_after_what_was_watched() -> None:
    """The window goes back to the cursor, and the frame with it."""
    async with at_table(played(WIDE), (120, 40)) as (pilot, screen):
        await press(pilot, "enter")
        small, board = screen.query_one(MiniMap), screen.query_one(MapView)
        before = board.viewport.part
        board.look_at((110, 0))
        await pilot.pause()
        away = board.viewport.part
        assert away != before
        screen.updates._shown()  # noqa: SLF001
        await pilot.pause()
        left, _, across, _ = board.viewport.part
        assert left <= board.cursor[0] < left + across
        assert small._told is not None  # noqa: SLF001
        assert small._told[1] == board.viewport.part != away  # noqa: SLF001
