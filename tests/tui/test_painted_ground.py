"""The ground of the painted map: terrain, light, height, and how few bytes it takes."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve
from rich.console import Console as RichConsole

from skirmish.core.board import TERRAIN, Board, Terrain
from skirmish.core.geometry import Tile
from skirmish.core.view import view
from skirmish.tui.map.camera import ZOOMS
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.ground_pixels import ground_pixels
from skirmish.tui.map.paint import contrast
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.rows import CellFrame
from skirmish.tui.map.terrain_looks import SIZES, drawings, look_id, looks, map_theme, snapped
from tests.tui.painting import THEMES, WINDOW, rgb_of
from tests.tui.test_cells import FIELD, state_of
from tools.command import opening_named

BLACK = (0, 0, 0)
SIGHT_APART = 1.35
"""Least contrast of ground in sight with the same ground out of sight."""


def test_every_terrain_has_a_look_and_every_drawing_fits() -> None:
    """No terrain of the fixed table is drawn like another one; drawings name colours there are."""
    assert set(looks()) == {kind.id for kind in TERRAIN.values()}
    for look in looks().values():
        if look.pattern == "art":
            for size in SIZES:
                bank = drawings(look, size)
                assert bank.shape[1:] == (size, size)
                assert bank.max() <= len(look.colours)


@pytest.mark.parametrize(
    ("terrain", "like"),
    [
        (Terrain("crate", "crate", "c", 0, 2, 1), "wall"),
        (Terrain("pool", "pool", "p", 0), "water"),
        (Terrain("gate", "gate", "g", 0, 2, opaque=True, door="open_gate"), "door"),
        (Terrain("open_gate", "open gate", "h", 1, 1, door="gate"), "open_door"),
        (Terrain("desk", "desk", "k", 2, 2), "rocks"),
        (Terrain("mud", "mud", "m", 3), "marsh"),
        (Terrain("reed", "reed", "r", 2, 1), "brush"),
        (Terrain("corn", "corn", "n", 2, 1, 1), "hedge"),
        (Terrain("sand", "sand", "s"), "open"),
        (Terrain("crops", "crops", "C", 2, height=1), "brush"),
        (Terrain("ice", "ice", "i", look="shallows"), "shallows"),
    ],
)
def test_own_terrain_is_drawn_by_what_it_does(terrain: Terrain, like: str) -> None:
    """A scenario's terrain looks like what does the same to those who stand there."""
    assert look_id(terrain) == like


def test_terrain_in_a_colour_of_its_own_has_the_pixels_of_its_look() -> None:
    """Its tiles come nearer to the colour, and others stay as they are."""
    reds = Terrain("cargo", "cargo", "c", 0, 2, 1, colour="c02020")
    greys = evolve(reds, colour="")
    own, plain = (
        ground_pixels(Board.parse(".c.", extra={"c": kind}), 4, map_theme("dark")).lit.astype(int)
        for kind in (reds, greys)
    )
    assert (own[:, :4] == plain[:, :4]).all()
    tile = own[:, 4:8] - plain[:, 4:8]
    assert tile[..., 0].mean() > 0 > tile[..., 2].mean()
    assert len(np.unique(own[:, 4:8].reshape(-1, 3), axis=0)) > 2


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_all_terrain_can_be_told_apart_in_all_themes(name: str, size: int) -> None:
    """No two kinds of terrain have the same pixels, lit and dim."""
    row = "".join(TERRAIN)
    board = Board.parse("\n".join([row] * 3))
    ground = ground_pixels(board, size, map_theme(name))
    assert ground.lit.shape == (3 * size, len(row) * size, 3)
    for shown in (ground.lit, ground.dim):
        tiles = [shown[size:-size, at * size :][:, :size].tobytes() for at in range(len(row))]
        assert len(set(tiles)) == len(row)
    assert (ground.lit != ground.dim).any(axis=2).mean() > 0.9


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "flat"), [*((one, False) for one in THEMES), ("dark", True)])
def test_ground_in_sight_is_lighter_than_out_of_sight(name: str, flat: bool, size: int) -> None:
    """What is seen can be told from what is not, on all terrain, trenches too."""
    for glyph, kind in TERRAIN.items():
        board = Board.parse("\n".join([glyph * 5] * 5))
        ground = ground_pixels(board, size, map_theme(name, flat=flat))
        lit, dim = (rgb_of(one.mean(axis=(0, 1))) for one in (ground.lit, ground.dim))
        assert contrast(lit, BLACK) > contrast(dim, BLACK), kind.id
        assert contrast(lit, dim) >= SIGHT_APART, kind.id


def test_the_same_map_looks_the_same_and_height_is_light() -> None:
    """Noise depends on the place alone; high ground is lighter, with a dark step to the south."""
    flat, high = Board.parse("...\n...\n..."), Board.parse("...\n...\n...", "000\n020\n000")
    colours = map_theme("dark")
    low = ground_pixels(flat, 6, colours).lit.astype(int)
    assert (low == ground_pixels(Board.parse("...\n...\n..."), 6, colours).lit).all()
    hill = ground_pixels(high, 6, colours).lit.astype(int)
    assert (hill[8:10, 8:10] > low[8:10, 8:10]).all()
    assert hill[11, 7:11].sum() < low[11, 7:11].sum()


def test_the_flat_palette_has_colours_of_the_256_alone() -> None:
    """Every colour is a step of the cube or a grey, and such colours stay as they are."""
    console = Painter(map_theme("dark", flat=True), UNICODE).paint(
        view(state_of(FIELD), "blue"), Overlay(ground=0b111), (0, 0), WINDOW, 2, (2, 2)
    )
    cube = (0, 95, 135, 175, 215, 255)
    greys = range(8, 239, 10)
    for plane in ("fg", "bg"):
        for red, green, blue in console.rgb[plane].reshape(-1, 3).tolist():
            assert {red, green, blue} <= set(cube) or (red == green == blue and red in greys)
    fixed = np.array([[[95, 135, 95], [255, 175, 0], [98, 98, 98]]], np.uint8)
    assert (snapped(fixed) == fixed).all()


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_flat_map_takes_few_bytes(zoom: int) -> None:
    """The map on a screen of 120 x 40; top line, panel and log come on top of it."""
    state = opening_named("low_water").state
    known = view(state, state.clock.side)
    painter, window = Painter(map_theme("dark", flat=True), UNICODE), (84, 34)
    frame = CellFrame.of(painter.paint(known, Overlay(), (0, 0), window, zoom), flat=True)

    console = RichConsole(color_system="truecolor", force_terminal=True)
    rows = [frame.row(y).render(console).encode() for y in range(window[1])]
    assert sum(map(len, rows)) <= 15_000


@pytest.mark.parametrize(
    ("window", "zoom", "most"), [((84, 34), 2, 32_000), ((160, 50), 3, 80_000)]
)
def test_a_map_in_true_colour_takes_no_more_bytes_than_it_must(
    window: Tile, zoom: int, most: int
) -> None:
    """The map on a screen of 120 x 40 and of 200 x 60, painted whole."""
    state = opening_named("low_water").state
    known = view(state, state.clock.side)
    frame = CellFrame.of(Painter().paint(known, Overlay(), (0, 0), window, zoom))

    console = RichConsole(color_system="truecolor", force_terminal=True)
    rows = [frame.row(y).render(console).encode() for y in range(window[1])]
    assert sum(map(len, rows)) <= most
