"""Objectives on the painted map: who holds them, what they pay, what their labels hide."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from skirmish.core.board import Board
from skirmish.core.geometry import Tile
from skirmish.core.setup import Objective
from skirmish.core.state import Area
from skirmish.core.view import view
from skirmish.tui import theme
from skirmish.tui.map.camera import origin, tile_cells
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.terrain_looks import SIZES, map_theme
from tests.tui.painting import THEMES, WIDE, WINDOW, painted, pixels, text, with_objective
from tests.tui.test_cells import FIELD, state_of


@pytest.mark.parametrize("area", [(1, 1, 4, 1), (1, 1, 1, 4), (2, 2, 2, 2)])
def test_an_objective_of_a_tile_across_shows_its_ground(area: Area) -> None:
    """At the smallest zoom its rim is on one of two sides that face."""
    plain = evolve(state_of(FIELD), board=Board.parse("......\n" * 6), figures={})
    goal = Objective("ford", "blue", "hold", 4, area)
    known = view(evolve(plain, setup=evolve(plain.setup, objectives=(goal,))), "blue")
    size, (left, top, right, bottom) = SIZES[0], area
    drawn = np.full((6 * size, 6 * size, 3), 60, np.uint8)
    part = PixelOverlay.of(known, Part(0, 0, 6, 6), size, map_theme("dark"), drawn)
    part.ground_layers(Overlay())
    tiles = drawn[top * size : (bottom + 1) * size, left * size : (right + 1) * size]
    gold = (tiles != 60).any(axis=-1)
    assert 0.25 <= 1 - gold.mean() <= 0.5
    assert gold.any(axis=0).all()


@pytest.mark.parametrize(
    ("holder", "flag", "colour"), [("b1", "▲", "blue"), ("r1", "▼", "red"), ("", "", "objective")]
)
def test_a_flag_tells_who_holds_an_objective(holder: str, flag: str, colour: str) -> None:
    """It stands with what is paid where no figure hides it, in the colour of its side."""
    places: dict[str, Tile | None] = {"b1": (0, 0), "r1": (4, 0), "r2": None}
    state = with_objective(state_of(FIELD, **(places | ({holder: (1, 1)} if holder else {}))))
    for zoom in (1, 2, 3):
        shown, words = painted(state, zoom=zoom), f"{flag}{'hold ' if zoom > 1 else ''}4:0"
        fallen = Overlay(fallen=(((2, 1), state.figures["r2"]),))
        assert any(words in row for row in text(painted(state, fallen, zoom)))
        (row,) = [row for row in text(shown) if "4" in row]
        assert words in row
        left, top = origin((5, 3), WINDOW, tile_cells(zoom))
        tile = (
            (row.index(words) - left) // (2 * zoom),
            (text(shown).index(row) - top) // zoom,
        )
        # Beside the figure if the rest of the row is long enough and tiles keep them apart, else
        # below it.
        beside = (2, 1) if zoom > 1 and len(words) <= 2 * 2 * zoom else (1, 2)
        assert tile == (beside if holder else (1, 1))
        cells = shown.rgb[top + tile[1] * zoom, left + tile[0] * 2 * zoom :]["bg"]
        if flag or zoom > 1:
            assert (cells[0] == map_theme("dark").colours[colour]).all()
        own, theirs = cells[len(words) - 3], cells[len(words) - 1]
        assert (own == map_theme("dark").colours["blue"]).all()
        assert (theirs == map_theme("dark").colours["red"]).all()


def test_an_objective_of_both_sides_tells_what_each_is_paid() -> None:
    """Own points first; in a preview with what it is for."""
    state = with_objective(state_of(FIELD, b1=(0, 0), r1=(4, 0), r2=None))
    (goal,) = state.setup.objectives
    goals = (goal, evolve(goal, side="red", points=2))
    both = evolve(state, setup=evolve(state.setup, objectives=goals))
    assert any("4:2" in row for row in text(painted(both, zoom=1)))
    preview = painted(both, Overlay(zones=((1, "blue"),)), zoom=1)
    assert any("hold 4:2" in row for row in text(preview))


@pytest.mark.parametrize("area", [(0, 0, 0, 0), (4, 2, 4, 2), (2, 1, 2, 1)])
def test_a_small_objective_is_not_hidden_by_its_label(area: Area) -> None:
    """In a corner of the map, too: the label stands beside it."""
    state = with_objective(state_of(FIELD, b1=(2, 0), r1=(3, 2), r2=None))
    (goal,) = state.setup.objectives
    state = evolve(state, setup=evolve(state.setup, objectives=(evolve(goal, area=area),)))
    left, top = origin((5, 3), WINDOW, tile_cells(1))
    rows = text(painted(state, zoom=1))
    row = next(number for number, row in enumerate(rows) if "4:0" in row)
    label = {(rows[row].index("4:0") + step, row) for step in range(3)}
    assert label.isdisjoint({(left + 2 * area[0] + step, top + area[1]) for step in (0, 1)})


def test_the_label_of_an_objective_touches_no_figure_where_there_is_room() -> None:
    """Right behind a badge it would be read as a part of it: `S→▲1:2`."""
    state = with_objective(state_of(FIELD, b1=(1, 1), r1=(4, 2), r2=None))
    (goal,) = state.setup.objectives
    state = evolve(state, setup=evolve(state.setup, objectives=(evolve(goal, area=(1, 1, 1, 1)),)))
    rows = text(painted(state, zoom=1))
    row = next(number for number, row in enumerate(rows) if "4:0" in row)
    _, top = origin((5, 3), WINDOW, tile_cells(1))
    assert row != top + 1


def test_objectives_are_dashed_for_colour_blind_eyes() -> None:
    """Their rim has gaps where colour does not tell it from others; what they pay stands in it."""
    state = state_of(FIELD)
    changed = {}
    for name in (theme.DARK, theme.RED_GREEN):
        bare = pixels(painted(state, theme=name))
        shown = painted(with_objective(state), theme=name)
        left, top = origin((5, 3), WINDOW, tile_cells(2))
        assert chr(shown.rgb["ch"][top + 2, left + 4]) == "h"
        changed[name] = (pixels(shown) != bare).any(axis=2).sum()
    assert changed[theme.RED_GREEN] < changed[theme.DARK]


@pytest.mark.parametrize("name", THEMES)
def test_an_objective_within_another_is_told_apart(name: str) -> None:
    """Its ground is tinted, and both labels say what the ground is for."""
    state = with_objective(state_of(WIDE, b1=(0, 0), r1=(1, 0), r2=None))
    (goal,) = state.setup.objectives
    outer = evolve(goal, area=(8, 2, 19, 7))
    inner = evolve(goal, id="inner", kind="reach", area=(8, 5, 19, 7), points=5)
    shown = []
    for goals in ((outer,), (outer, inner)):
        known = view(evolve(state, setup=evolve(state.setup, objectives=goals)), "blue")
        painter = Painter(map_theme(name), UNICODE)
        shown.append(painter.paint(known, Overlay(), (0, 0), (80, 23), 1))
    alone, both = shown

    assert "4:0" in "".join(text(alone))
    assert "hold 4:0" in "".join(text(both))
    assert "reach 5:0" in "".join(text(both))
    row, before = (console.rgb[6, 20:36] for console in (both, alone))
    assert (row["bg"] != before["bg"]).any(axis=-1).all()
    assert (both.rgb["bg"][3, 20:36] == alone.rgb["bg"][3, 20:36]).all()
