"""The painted map: what a view knows is painted, and nothing else; the shapes that tell it."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import dist
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console as RichConsole
from tcod.console import Console

from skirmish.core.board import TERRAIN, Board, Terrain
from skirmish.core.figures import ZoneKind
from skirmish.core.geometry import Facing, Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.setup import Objective
from skirmish.core.state import Area, State, Zone
from skirmish.core.view import view
from skirmish.presentation.visibility import WatchedGround
from skirmish.tui import theme
from skirmish.tui.map.camera import ZOOMS, origin, tile_cells
from skirmish.tui.map.canvas import LOWER, UPPER, Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.edge_marks import edge_place
from skirmish.tui.map.glyphs import ASCII, UNICODE, Glyphs
from skirmish.tui.map.ground_pixels import Pixels, ground_pixels
from skirmish.tui.map.map_image import png_of
from skirmish.tui.map.paint import LEGIBLE, contrast
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.rows import CellFrame
from skirmish.tui.map.terrain_looks import SIZES, drawings, look_id, looks, map_theme, snapped
from tests.position import position
from tests.tui.test_cells import FIELD, SIDES, state_of
from tests.tui.test_themes import DEUTAN, PROTAN, TRITAN, seen
from tools.command import opening_named

THEMES = (theme.DARK, theme.LIGHT, theme.CONTRAST, theme.RED_GREEN, theme.BLUE_YELLOW)
WINDOW = (30, 12)
BLACK = (0, 0, 0)
SIGHT_APART = 1.35
"""Least contrast of ground in sight with the same ground out of sight."""
ALL_CONES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def painted(
    state: State,
    overlay: Overlay | None = None,
    zoom: int = 2,
    cursor: Tile | None = None,
    **shown: str | bool,
) -> Console:
    """The picture of the first side in a small window."""
    painter = Painter(map_theme(str(shown.get("theme", "dark"))), UNICODE)
    return painter.paint(view(state, "blue"), overlay or Overlay(), (0, 0), WINDOW, zoom, cursor)


def text(console: Console) -> list[str]:
    """The characters of a picture, blocks as blanks."""
    rows = ["".join(map(chr, row)) for row in console.rgb["ch"].tolist()]
    return [row.replace(UPPER, " ").replace(LOWER, " ").rstrip() for row in rows]


def pixels(console: Console) -> np.ndarray:
    """The pixels of a picture, as far as cells are blocks: [y, x, colour]."""
    cells = console.rgb
    upper = np.where((cells["ch"] == ord(UPPER))[..., None], cells["fg"], cells["bg"])
    return np.stack((upper, cells["bg"]), axis=1).reshape(-1, console.width, 3)


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


@pytest.mark.parametrize("zoom", ZOOMS)
def test_what_is_kept_of_a_map_that_moves_looks_as_if_painted_alone(zoom: int) -> None:
    """Washes and rims are the same wherever the camera was before."""
    state = opening_named("low_water").state
    known, board = view(state, state.clock.side), state.board
    every = [(x, y) for x in range(board.width) for y in range(board.height)]
    near = board.mask_of(at for at in every if sum(at) < 14)
    far = board.mask_of(at for at in every if sum(at) > 11)
    odd = board.mask_of(at for at in every if sum(at) % 3)
    washes = Overlay(ground=near, threat=far, threat_more=odd, after=near & odd, field=far)
    kept = Painter()
    for camera in ((0, 0), (2, 1), (4, 3), (1, 0), (0, 12), (9, 0), (0, 0)):
        moved = kept.paint(known, washes, camera, WINDOW, zoom)
        alone = Painter().paint(known, washes, camera, WINDOW, zoom)
        assert (moved.rgba == alone.rgba).all(), camera


def test_badges_have_letter_facing_and_cut_corners() -> None:
    """The first side has capitals, the second small letters and badges with cut corners."""
    state = state_of(FIELD)
    left, top = origin((5, 3), WINDOW, tile_cells(2))
    rows = text(painted(state))
    assert rows[top + 2][left : left + 4].strip() == "M→"
    assert rows[top][left + 12 : left + 16].strip() == "m→"
    cells = painted(state).rgb["ch"]
    assert cells[top, left + 12] == ord(LOWER)
    assert cells[top + 2, left] != ord(LOWER)


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_an_enemy_out_of_sight_changes_no_cell(zoom: int) -> None:
    """Wherever an unseen enemy stands, the picture is the same."""
    behind = state_of(FIELD, r2=(4, 1))
    elsewhere = state_of(FIELD, r2=None)
    assert (painted(behind, zoom=zoom).rgb == painted(elsewhere, zoom=zoom).rgb).all()


def mask(*tiles: Tile) -> int:
    """A mask of the field's board."""
    return sum(1 << y * 5 + x for x, y in tiles)


OVERLAYS: Mapping[str, Overlay] = {
    "reach": Overlay(ground=mask((1, 2), (2, 2))),
    "after": Overlay(ground=mask((1, 2), (2, 2), (3, 2)), after=mask((1, 2), (2, 2))),
    "danger": Overlay(threat=mask((1, 2), (2, 2))),
    "twice": Overlay(threat=mask((1, 2)), threat_more=mask((1, 2))),
    "arc": Overlay(arc=mask((1, 2))),
    "field": Overlay(field=mask((1, 2))),
    "area": Overlay(area=mask((1, 2))),
    "blast": Overlay(strengths=(((1, 2), 80),)),
    "scatter": Overlay(falls=(((1, 2), Fraction(1, 5)),)),
    "path": Overlay(path=((1, 2),)),
    "line": Overlay(spots=(((1, 1), "*"), ((2, 1), "X"))),
    "target": Overlay(targets=((1, 2),)),
    "group": Overlay(group=((1, 2), (2, 2))),
    "shield": Overlay(shields=(((1, 2), Facing.NE, 2),)),
    "fire": Overlay(fire=((0, 2), (4, 2), (2, 2))),
    "fallen": Overlay(fallen=(((1, 2), state_of(FIELD).figures["r1"]),)),
    "label": Overlay(labels=(((2, 2), "83%", "good"),)),
    "watch": Overlay(watched=(WatchedGround("blue", False, mask((1, 2), (2, 2))),)),
    "enemy watch": Overlay(watched=(WatchedGround("red", False, mask((1, 2), (2, 2))),)),
    "own fire": Overlay(watched=(WatchedGround("blue", True, mask((1, 2), (2, 2))),)),
    "enemy fire": Overlay(watched=(WatchedGround("red", True, mask((1, 2), (2, 2))),)),
    "flash": Overlay(flash=(((1, 2), "*"),)),
}


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_every_overlay_has_a_shape_of_its_own(zoom: int) -> None:
    """Each overlay changes the picture; the main ones can be told apart without colour."""
    bare = painted(state_of(FIELD), zoom=zoom).rgb.copy()
    shapes = {}
    for name, overlay in OVERLAYS.items():
        changed = painted(state_of(FIELD), overlay, zoom).rgb != bare
        assert changed.any(), name
        shapes[name] = changed.tobytes()
    told = ("reach", "after", "danger", "path", "line", "shield", "label")
    if zoom > 1:
        assert len({shapes[name] for name in told}) == len(told)


FILL_APART, AFTER_APART, RIM_APART = 5.5, 6.5, 14
"""Distance in CIELAB of ground in reach from ground out of reach, of where a figure can still act,
of the rim; 2 can just be seen."""
INDOORS_APART = 12
WALKED = [kind.id for kind in TERRAIN.values() if kind.cost]


def reach_apart(name: str, size: int, *, flat: bool, lit: bool) -> Mapping[str, tuple[float, ...]]:
    """How far reach is from each bare ground: its tint, that of where a figure can act, its rim."""
    glyphs = [glyph for glyph, kind in TERRAIN.items() if kind.cost]
    board = Board.parse("\n".join(["".join(glyph * 5 for glyph in glyphs)] * 5))
    known, colours = view(evolve(state_of(FIELD), board=board), "blue"), map_theme(name, flat=flat)
    known = evolve(known, state=evolve(known.state, figures={}))
    whole = (1 << board.width * board.height) - 1
    found = []
    for overlay in (Overlay(), Overlay(ground=whole), Overlay(ground=whole, after=whole)):
        ground = ground_pixels(board, size, colours)
        drawn = (ground.lit if lit else ground.dim).copy()
        part = Part(0, 0, board.width, board.height)
        PixelOverlay.of(known, part, size, colours, drawn).ground_layers(overlay)
        found.append(snapped(drawn) if flat else drawn)
    middle, edge = slice(2 * size, 3 * size), slice(0, 1)

    def apart(a: int, b: int, rows: slice, at: int) -> float:
        columns = slice((5 * at + 2) * size, (5 * at + 3) * size)
        means = (found[n][rows, columns].reshape(-1, 3).mean(axis=0).tolist() for n in (a, b))
        return dist(*(seen((mean[0], mean[1], mean[2]), ALL_CONES) for mean in means))

    return {
        kind: (apart(0, 1, middle, at), apart(1, 2, middle, at), apart(0, 1, edge, at))
        for at, kind in enumerate(WALKED)
    }


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "flat"), [*((one, False) for one in THEMES), ("dark", True)])
def test_reach_stands_out_on_every_ground(name: str, flat: bool, size: int, lit: bool) -> None:
    """Its tint and its rim can be told from bare ground, indoors, on water and on stone."""
    for kind, (fill, after, rim) in reach_apart(name, size, flat=flat, lit=lit).items():
        assert fill >= (INDOORS_APART if kind == "floor" else FILL_APART), kind
        assert rim >= RIM_APART, kind
        if size == SIZES[0]:
            # Without room for a second rim, a stronger tint is where a figure can still act.
            assert after >= AFTER_APART, kind


@pytest.mark.parametrize("name", THEMES)
def test_reach_has_the_colour_of_no_window_and_no_side(name: str) -> None:
    """For all eyes that a theme is for."""
    shown = map_theme(name)
    others = shown.looks["window"][0], shown.colours["blue"], shown.colours["red"]
    for eye in (ALL_CONES, *EYES.get(name, ())):
        reach, *found = (seen(rgb_of(one), eye) for one in (shown.colours["reach"], *others))
        assert min(dist(reach, one) for one in found) >= 20


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_rim_of_reach_leaves_no_holes_in_windows(name: str, size: int) -> None:
    """No pixel of a window in reach is much nearer to the colour beyond the map than without it."""
    known = view(evolve(state_of(FIELD), board=Board.parse("|||||\n" * 5), figures={}), "blue")
    colours, whole = map_theme(name), (1 << 25) - 1
    bare = ground_pixels(known.state.board, size, colours).lit
    drawn = bare.copy()
    part = PixelOverlay.of(known, Part(0, 0, 5, 5), size, colours, drawn)
    part.ground_layers(Overlay(ground=whole, after=whole))

    def nearest(pixels: Pixels) -> float:
        beyond = rgb_of(colours.colours["beyond"])
        return min(dist(pixel, beyond) for pixel in pixels.reshape(-1, 3).tolist())

    assert nearest(drawn) > nearest(bare) * 0.6


@pytest.mark.parametrize("wide", [3, 4])
def test_at_the_smallest_zoom_a_rim_fills_no_narrow_reach(wide: int) -> None:
    """There a tint tells of it: a rim would leave nothing between its sides."""
    known = view(evolve(state_of(FIELD), board=Board.parse("......\n" * 6), figures={}), "blue")
    board, size = known.state.board, SIZES[0]
    drawn = np.full((6 * size, 6 * size, 3), 60, np.uint8)
    PixelOverlay.of(known, Part(0, 0, 6, 6), size, map_theme("dark"), drawn).ground_layers(
        Overlay(ground=board.mask_of((x, y) for x in range(wide) for y in range(6)))
    )
    shades = {tuple(pixel) for pixel in drawn[:, : wide * size].reshape(-1, 3).tolist()}
    assert len(shades) == (2 if wide > 3 else 1)


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


@pytest.mark.parametrize("size", SIZES)
def test_grounds_in_reach_differ_as_without_it_in_few_colours(size: int) -> None:
    """The fill hides no ground: what is of another colour beside it stays so."""
    colours, glyphs = map_theme("dark", flat=True), [g for g, kind in TERRAIN.items() if kind.cost]
    board = Board.parse("\n".join(["".join(glyph * 5 for glyph in glyphs)] * 5))
    known = view(evolve(state_of(FIELD), board=board, figures={}), "blue")
    bare = ground_pixels(board, size, colours).lit
    filled = bare.copy()
    part = Part(0, 0, board.width, board.height)
    whole = (1 << board.width * board.height) - 1
    PixelOverlay.of(known, part, size, colours, filled).ground_layers(Overlay(ground=whole))

    def kinds(pixels: Pixels) -> int:
        inside = pixels[size:-size, size:-size]
        return len({tuple(pixel) for pixel in snapped(inside).reshape(-1, 3).tolist()})

    assert kinds(filled) >= kinds(bare) * 3 // 4


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_watch_and_fire_of_each_side_have_patterns_of_their_own(zoom: int) -> None:
    """The pixels that they change differ, not their colours alone."""
    bare = pixels(painted(state_of(FIELD), zoom=zoom))
    row = mask(*((x, y) for y in range(3) for x in range(5)))
    shapes = [
        (
            pixels(
                painted(state_of(FIELD), Overlay(watched=(WatchedGround(side, fire, row),)), zoom)
            )
            != bare
        ).any(axis=2)
        for side in SIDES
        for fire in (False, True)
    ]
    assert len({shape.tobytes() for shape in shapes}) == len(shapes)
    own, enemy = (sum(shape.sum() for shape in shapes[at : at + 2]) for at in (0, 2))
    assert enemy > own


def test_two_enemies_cross_their_hatches() -> None:
    """Where two can hit, more pixels are hatched."""
    state = state_of(FIELD)
    bare = pixels(painted(state))
    once = (pixels(painted(state, OVERLAYS["danger"])) != bare).any(axis=2).sum()
    twice = evolve(OVERLAYS["danger"], threat_more=OVERLAYS["danger"].threat)
    assert (pixels(painted(state, twice)) != bare).any(axis=2).sum() > once


def with_objective(state: State) -> State:
    """The state with an objective of blue that pays 4 points."""
    goal = Objective("ford", "blue", "hold", 4, (1, 1, 3, 2))
    return evolve(state, setup=evolve(state.setup, objectives=(goal,)))


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


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_what_is_likely_to_come_down_shows_its_chance(zoom: int) -> None:
    """In percent, beside a figure that hides the tile; the likelier, the denser the cloud."""
    chances = {(1, 2): Fraction(1, 2), (2, 2): Fraction(1, 25), (3, 0): Fraction(1, 4)}
    overlay = Overlay(falls=tuple(chances.items()))
    bare, shown = (painted(state_of(FIELD), one, zoom) for one in (Overlay(), overlay))
    words = " ".join(text(shown))
    assert all(number in words for number in ("50", "25%"))
    assert "4%" not in words
    left, top = origin((5, 3), WINDOW, tile_cells(zoom))
    clouds = [
        np.abs(
            shown.rgb["bg"][top + 3 * zoom - 1, left + 2 * zoom * x].astype(int)
            - bare.rgb["bg"][top + 3 * zoom - 1, left + 2 * zoom * x]
        ).sum()
        for x in (1, 2)
    ]
    assert clouds[0] > clouds[1] > 0


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_what_comes_down_beyond_the_window_is_not_drawn(zoom: int) -> None:
    """Above, below and to either side of a part of the map that the window shows."""
    chances = {tile: Fraction(1, 4) for tile in product(range(5), range(3))}
    overlay = Overlay(falls=tuple(chances.items()))
    state, size = state_of(FIELD), (6, 2)
    for camera in product(range(3), range(2)):
        painter = Painter(map_theme("dark"), UNICODE)
        shown = painter.paint(view(state, "blue"), overlay, camera, size, zoom, None)
        assert (shown.width, shown.height) == size


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


def test_health_is_a_bar_of_its_length_and_colour() -> None:
    """The bar under a badge is filled by what is left, and has at least one cell."""
    state, colours = state_of(FIELD), map_theme("dark").colours
    left, top = origin((5, 3), WINDOW, tile_cells(3))
    for share, cells, tone in ((100, 6, "whole"), (50, 3, "hurt"), (1, 1, "failing")):
        overlay = Overlay(health=(("b1", share),))
        bar = painted(state, overlay, zoom=3).rgb["bg"][top + 5, left : left + 6].astype(float)
        assert (bar == colours[tone]).all(axis=1).sum() == cells
        assert (bar == colours["empty"]).all(axis=1).sum() == 6 - cells


@pytest.mark.parametrize("zoom", [2, 3])
@pytest.mark.parametrize("name", THEMES)
def test_badges_above_each_other_are_parted(name: str, zoom: int) -> None:
    """Without a bar of health the last row of pixels of a badge is dark."""
    state = state_of(FIELD, b1=(0, 0), r1=(0, 1))
    left, top = origin((5, 3), WINDOW, tile_cells(zoom))
    below = painted(state, zoom=zoom, theme=name).rgb[top + zoom - 1 : top + zoom + 1, left + 1]
    foot, head = (rgb_of(one) for one in below["bg"])
    assert contrast(foot, head) >= 1.8


@pytest.mark.parametrize("name", THEMES)
def test_bars_of_health_stand_out_from_badges(name: str) -> None:
    """A whole one above all; what is lost differs from what is left."""
    colours = map_theme(name).colours
    for side in ("blue", "red"):
        if name == theme.LIGHT:
            assert contrast(rgb_of(colours["whole"]), rgb_of(colours[side])) >= 3
    for part in ("whole", "hurt", "failing"):
        assert contrast(rgb_of(colours[part]), rgb_of(colours["empty"])) >= 2.5


def test_labels_ids_levels_and_the_cursor_are_cells() -> None:
    """Chances stand above an enemy, ids in badges where asked for, brackets round the cursor."""
    state = state_of(FIELD)
    rows = text(painted(state, Overlay(labels=(((2, 2), "83%", "good"),), numbers=True)))
    assert any("83%" in row for row in rows)
    assert any("b1" in row for row in rows)
    assert any("▛" in row and "▜" in row for row in text(painted(state, cursor=(2, 2))))
    assert any("[]" in row for row in text(painted(state, zoom=1, cursor=(2, 2))))


def test_the_chance_that_a_shell_lands_on_a_figure_says_so() -> None:
    """The bare number at a figure is the chance of harm."""
    state = state_of(FIELD)
    at = state.figures["r1"].tile
    overlay = Overlay(labels=((at, "83%", "good"),), falls=((at, Fraction(1, 5)),))
    rows = " ".join(text(painted(state, overlay)))

    assert "lands 20%" in rows
    assert "83%" in rows


@pytest.mark.parametrize("name", THEMES)
def test_a_bad_chance_is_no_part_of_a_badge(name: str) -> None:
    """Its ground is none of the colours of the sides, which a badge beside it may have."""
    overlay = Overlay(labels=(((2, 2), "7%", "bad"),))
    cells = painted(state_of(FIELD), overlay, theme=name).rgb
    (at,) = np.argwhere(cells["ch"] == ord("%"))
    ground = cells["bg"][*at].astype(np.float32)
    assert contrast(cells["fg"][*at], ground) > LEGIBLE
    for side in map_theme(name).sides(SIDES).values():
        assert np.abs(ground - side).max() > 60


@pytest.mark.parametrize("zoom", [1, 2])
def test_labels_cover_no_figure_and_no_label_where_there_is_room(zoom: int) -> None:
    """Those of neighbours stand on different sides; every badge and chance can be read."""
    state = state_of(FIELD)
    one = state.figures["r1"]
    places: list[Tile] = [(1, 1), (2, 1), (1, 2)]
    figures = {
        f"r{n}": evolve(one, at=tile, who=evolve(one.who, id=f"r{n}"))
        for n, tile in enumerate(places, 1)
    }
    crowd = evolve(state, figures={"b1": state.figures["b1"], **figures})
    crowd = with_updated_sight(crowd, SIDES)
    chances = ("11%", "22%", "33%")
    overlay = Overlay(
        labels=tuple((tile, words, "good") for tile, words in zip(places, chances, strict=True)),
        numbers=True,
    )
    rows = " ".join(text(painted(crowd, overlay, zoom)))
    bare = " ".join(text(painted(crowd, evolve(overlay, labels=()), zoom)))
    assert all(chance in rows for chance in chances)
    badges = [name if zoom > 1 else f"m{name[1:]}" for name in figures]
    assert all(badge in bare for badge in badges)
    assert [rows.count(badge) for badge in badges] == [bare.count(badge) for badge in badges]


def test_a_cursor_step_keeps_the_picture() -> None:
    """The picture under the cursor is kept; it comes back where the cursor leaves."""
    painter, known = Painter(glyphs=UNICODE), view(state_of(FIELD), "blue")
    first = painter.paint(known, Overlay(), (0, 0), WINDOW, 2)
    painter.paint(known, Overlay(), (0, 0), WINDOW, 2, (2, 2))
    assert (painter.paint(known, Overlay(), (0, 0), WINDOW, 2).rgb == first.rgb).all()
    painter.show_theme("light")
    assert (painter.paint(known, Overlay(), (0, 0), WINDOW, 2).rgb != first.rgb).any()


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_what_is_kept_does_not_show(zoom: int) -> None:
    """A painter with a past paints each overlay, after each other one, as a new painter does."""
    state = with_objective(state_of(FIELD))
    known, old = view(state, "blue"), Painter(glyphs=UNICODE)
    more = {"chosen": Overlay(chosen=state.figures["b1"].at), "spent": Overlay(spent=("b1",))}
    more |= {"health": Overlay(health=(("b1", 40), ("r1", 70))), "numbers": Overlay(numbers=True)}
    more |= {"facings": Overlay(facings=True), "zones": Overlay(zones=((mask((1, 2)), "red"),))}
    seen = {**OVERLAYS, **more}

    def paint(painter: Painter, overlay: Overlay) -> np.ndarray:
        return painter.paint(known, overlay, (0, 0), WINDOW, zoom, (2, 1)).rgb.copy()

    fresh = {name: paint(Painter(glyphs=UNICODE), one) for name, one in seen.items()}
    for first in seen.values():
        for name, overlay in seen.items():
            paint(old, first)
            assert (paint(old, overlay) == fresh[name]).all(), name


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_smoke_moves_with_the_phase_and_stays_while_the_map_scrolls(zoom: int) -> None:
    """Its texture is one of the map; only its tiles change."""
    state = state_of(FIELD)
    smoke = Zone("s1", "smoke", "blue", "", ((1, 2), (2, 2)))
    smoky = with_updated_sight(evolve(state, zones={"s1": smoke}), SIDES)
    known = view(evolve(smoky, figures={}), "blue")
    painter, cells = Painter(glyphs=UNICODE), (10 * zoom, 3 * zoom)
    still, moved = (
        painter.paint(known, Overlay(), (0, 0), cells, zoom, None, phase).rgb for phase in (0, 1)
    )
    changed = (still != moved).reshape(3, zoom, 5, 2 * zoom).any(axis=(1, 3))
    assert set(zip(*np.nonzero(changed)[::-1], strict=True)) <= {(1, 2), (2, 2)}
    assert changed.any()
    scrolled = painter.paint(known, Overlay(), (1, 1), (8 * zoom, 2 * zoom), zoom).rgb
    assert (scrolled[zoom:] == still[2 * zoom :, 2 * zoom :]).all()


@pytest.mark.parametrize("name", THEMES)
def test_smoke_gas_and_danger_differ_in_texture(name: str) -> None:
    """Each changes other pixels by other shares, so that no colour need tell them apart."""
    state, tiles = state_of(FIELD, r1=None, r2=None), tuple((x, 0) for x in range(5))
    bare = pixels(painted(state, theme=name)).astype(int)
    kinds = {**state.setup.declared.zones, "gas": ZoneKind("gas", "%", cloud=True)}
    setup = evolve(state.setup, declared=evolve(state.setup.declared, zones=kinds))
    state = evolve(state, setup=setup)
    known = [
        with_updated_sight(evolve(state, zones={kind: Zone(kind, kind, "blue", "", tiles)}), SIDES)
        for kind in ("smoke", "gas")
    ]
    pictures = [painted(one, theme=name) for one in known]
    pictures.append(painted(state, Overlay(threat=mask(*tiles)), theme=name))
    changes = [np.abs(pixels(picture) - bare).sum(axis=2) for picture in pictures]
    shapes = [change > np.median(change[change > 0]) for change in changes]
    assert len({shape.tobytes() for shape in shapes}) == len(shapes)
    assert (changes[2] > 0).sum() * 2 < (changes[1] > 0).sum()


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_a_thing_on_the_ground_is_a_sign_and_no_coloured_tile(zoom: int) -> None:
    """It is not taken for a figure: all else of its tile is as bare ground."""
    state = state_of(FIELD, r1=None, r2=None)
    kinds = {**state.setup.declared.zones, "arrow": ZoneKind("arrow", "/", item=True)}
    setup = evolve(state.setup, declared=evolve(state.setup.declared, zones=kinds))
    lies = evolve(state, setup=setup, zones={"z": Zone("z", "arrow", "red", "", ((2, 1),))})
    bare, shown = (painted(one, zoom=zoom).rgb for one in (state, with_updated_sight(lies, SIDES)))
    changed = np.argwhere(bare["ch"] != shown["ch"])
    assert [chr(shown["ch"][y, x]) for y, x in changed.tolist()] == ["/"]
    assert (bare["bg"] != shown["bg"]).any(axis=-1).sum() <= 1


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_what_stops_a_line_is_crossed(zoom: int) -> None:
    """By a cross of pixels; at the smallest size by its characters."""
    overlay = Overlay(fire=((0, 2), (4, 2), (2, 2)))
    shown = painted(state_of(FIELD), overlay, zoom)
    left, top = origin((5, 3), WINDOW, tile_cells(zoom))
    tile = shown.rgb[top + 2 * zoom : top + 3 * zoom, left + 4 * zoom : left + 6 * zoom]
    if zoom == 1:
        assert [chr(char) for char in tile["ch"][0]] == ["\N{MULTIPLICATION X}"] * 2
        return
    red = map_theme("dark").colours["blocked"]
    upper, lower = ((tile[part] == red).all(axis=2) for part in ("fg", "bg"))
    crossed = np.stack((upper, lower), axis=1).reshape(2 * zoom, 2 * zoom)
    assert all(crossed[at, at] and crossed[at, -1 - at] for at in range(2 * zoom) if at != zoom)


def test_a_window_shows_its_part_of_the_map() -> None:
    """A small map stands in the middle; the camera moves in tiles."""
    assert origin((5, 3), (30, 12), tile_cells(2)) == (5, 3)
    painter = Painter(glyphs=UNICODE)
    known = view(evolve(state_of(FIELD), figures={}), "blue")
    whole = painter.paint(known, Overlay(), (0, 0), (20, 6), 2)
    part = painter.paint(known, Overlay(), (1, 1), (7, 3), 2)
    assert (part.rgb["bg"][:, :7] == whole.rgb["bg"][2:5, 4:11]).all()


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_figures_past_the_edge_are_counted(glyphs: Glyphs) -> None:
    """By side, at the edge towards them; of enemies those in sight."""
    battle = position(
        """
        a>. . . . . . .
        . . . . . . . .
        b>. . . c>. . R<
        . . . . . . . .
        . . . . d>. . .
        """,
        ruleset="opposed_d6",
    )
    painter, known = Painter(glyphs=glyphs), battle.view()
    colours = painter.theme.sides(("blue", "red"))
    shown = painter.paint(known, Overlay(), (3, 1), (8, 3), 1)
    left, right, _, below = tuple(glyphs.pointers)
    found = ["".join(map(chr, row)) for row in shown.rgb["ch"]]
    assert found[0].startswith(f"{left}2") or found[1].startswith(f"{left}2")
    assert [row for row in found if row.endswith(f"{right}1")]
    assert f"{below}1" in found[2]
    places = {
        mark: next((y, row.index(mark)) for y, row in enumerate(found) if mark in row)
        for mark in (f"{left}2", f"{right}1", f"{below}1")
    }
    grounds = [shown.rgb["bg"][place].astype(float) for place in places.values()]
    for ground, side in zip(grounds, ("blue", "red", "blue"), strict=True):
        assert np.allclose(ground, colours[side], atol=1)

    whole = painter.paint(known, Overlay(), (0, 0), (16, 5), 1)
    assert not {chr(char) for char in whole.rgb["ch"].flat} & {*UNICODE.pointers, "^"}


@given(
    st.tuples(st.integers(-4, 34), st.integers(-4, 16)).filter(
        lambda at: not (0 <= at[0] < WINDOW[0] and 0 <= at[1] < WINDOW[1])
    ),
    st.integers(2, 4),
    st.sets(st.tuples(st.integers(0, WINDOW[0] - 1), st.integers(0, WINDOW[1] - 1)), max_size=60),
)
def test_a_count_at_the_edge_covers_least_and_is_near(
    past: Tile, wide: int, taken: set[Tile]
) -> None:
    """Of all places at that edge, with a free cell on either side if there is one."""
    console = Painter(glyphs=UNICODE).bare(np.zeros((2, 2, 3), np.uint8), (0, 0), WINDOW)
    canvas = Canvas(console.rgb, 0, 0, (0, 0), 1)
    last = WINDOW[0] - wide
    beside = 0 <= past[0] < WINDOW[0]
    along = [(x, 0 if past[1] < 0 else WINDOW[1] - 1) for x in range(last + 1)]
    upright = [(0 if past[0] < 0 else last, y) for y in range(WINDOW[1])]

    def price(at: Tile) -> tuple[int, int]:
        covered = sum((at[0] + step, at[1]) in taken for step in range(-1, wide + 1))
        return covered, abs(at[0] - past[0]) + abs(at[1] - past[1])

    best = min(along if beside else upright, key=price)
    assert edge_place(canvas, past, wide, taken) == best


@pytest.mark.parametrize("zoom", ZOOMS)
def test_marks_of_single_tiles_are_characters_and_no_line(zoom: int) -> None:
    """Such as how often fire fell: the tiles between them stay as they are."""
    known = view(evolve(state_of(FIELD), figures={}), "blue")
    painter, window = Painter(glyphs=UNICODE), (10 * zoom, 3 * zoom)
    bare = painter.paint(known, Overlay(), (0, 0), window, zoom).rgb
    marked = Overlay(spots=(((0, 0), "3"), ((4, 2), "+")))
    shown = painter.paint(known, marked, (0, 0), window, zoom).rgb
    changed = (shown != bare).reshape(3, zoom, 5, 2 * zoom).any(axis=(1, 3))
    assert set(zip(*np.nonzero(changed)[::-1], strict=True)) == {(0, 0), (4, 2)}
    for (x, y), mark in marked.spots:
        tile = shown[y * zoom : (y + 1) * zoom, 2 * x * zoom : 2 * (x + 1) * zoom]
        assert ord(mark) in tile["ch"]


def test_pictures_are_png_files(tmp_path: Path) -> None:
    """The image of a map can be written and has the signature and the size of its cells."""
    data = png_of(np.zeros((20, 30, 3), np.uint8))
    (tmp_path / "map.png").write_bytes(data)
    assert data[1:4] == b"PNG"
    assert data[16:24] == (30).to_bytes(4, "big") + (20).to_bytes(4, "big")


@pytest.mark.parametrize("name", THEMES)
def test_letters_of_badges_are_legible_in_all_themes(name: str) -> None:
    """Also on badges of figures that can do nothing more, and on labels."""
    colours = map_theme(name).colours
    grounds = ("blue", "red", "green", "gold", "chosen", "good", "middling", "bad", "objective")
    for ground in grounds:
        assert contrast(rgb_of(colours["ink"]), rgb_of(colours[ground])) >= LEGIBLE, ground
    for side in ("blue", "red", "green", "gold"):
        pale = (colours[side] + colours["spent"]) / 2
        assert contrast(rgb_of(colours["ink"]), rgb_of(pale)) >= LEGIBLE - 1, side
        outline = contrast(rgb_of(colours[side]), rgb_of(colours["ghost_ground"]))
        assert outline >= LEGIBLE - 1, side


def rgb_of(colour: np.ndarray) -> tuple[int, int, int]:
    """A colour as whole numbers."""
    red, green, blue = colour.astype(int).tolist()
    return red, green, blue


EYES = {theme.RED_GREEN: (PROTAN, DEUTAN), theme.BLUE_YELLOW: (TRITAN,)}


@pytest.mark.parametrize("name", THEMES)
def test_no_chance_has_the_colour_of_a_side(name: str) -> None:
    """A label of a chance is no part of a badge, for all eyes that a theme is for."""
    colours = map_theme(name).colours
    for tone in ("good", "middling", "later"):
        for side in ("blue", "red"):
            for eye in (ALL_CONES, *EYES.get(name, ())):
                one, other = (seen(rgb_of(colours[key]), eye) for key in (tone, side))
                assert dist(one, other) >= 20, (tone, side)


@pytest.mark.parametrize("zoom", [1, 2])
def test_labels_at_the_edge_are_whole_and_of_what_is_shown(zoom: int) -> None:
    """A chance on an enemy beyond the edge is left out; words of an area are not cut."""
    known = view(with_objective(state_of(FIELD, r2=None)), "blue")
    overlay = Overlay(labels=(((4, 2), "58%", "later"),))
    painter = Painter(glyphs=UNICODE)
    beyond = painter.paint(known, overlay, (0, 0), (8 * zoom, 3 * zoom), zoom)
    inside = painter.paint(known, overlay, (0, 0), (10 * zoom, 3 * zoom), zoom)
    assert not any("%" in row for row in text(beyond))
    assert any("58%" in row for row in text(inside))
    cut = painter.paint(known, Overlay(), (2, 0), (6 * zoom, 3 * zoom), zoom)
    assert any("4:0" in row for row in text(cut))
    past = painter.paint(known, Overlay(), (4, 0), (10 * zoom, 3 * zoom), zoom)
    assert not any("4:0" in row for row in text(past))


WIDE = FIELD.replace("map\n", "map\n" + f"{'.' * 40}\n" * 23).replace(".....\n..#..\n.....\n", "")


@pytest.mark.parametrize("zoom", [1, 2])
def test_an_edge_past_which_the_map_goes_on_says_so(zoom: int) -> None:
    """Each such edge and no other; the mark is for ground past it. A small window has none."""
    known = view(state_of(WIDE, b1=(9, 9), r1=(10, 9), r2=None), "blue")
    painter = Painter(glyphs=UNICODE)
    window = 40, 10 * zoom
    first = painter.paint(known, Overlay(), (0, 0), window, zoom)
    shown = "\n".join(text(first))
    assert ("▾ more" in shown, "more ▸" in shown) == (True, True)
    assert "▴ more" not in shown
    assert "◂ more" not in shown
    (cell, row) = next((line.index("▾"), at) for at, line in enumerate(text(first)) if "▾" in line)
    assert painter.marked_beyond((cell, row)) == (10 if zoom == 1 else 5, 10)
    last = "\n".join(text(painter.paint(known, Overlay(), (20, 16), window, zoom)))
    assert ("▴ more" in last, "◂ more" in last, "▾ more" in last) == (True, True, False)
    assert "more" not in "\n".join(text(painter.paint(known, Overlay(), (0, 0), (30, 10), zoom)))


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_chance_hides_no_mark_of_ground_past_the_edge(zoom: int) -> None:
    """Half of that mark before a chance would be read as a figure's letter."""
    known = view(state_of(WIDE, b1=(9, 9), r1=(10, 9), r2=None), "blue")
    painter, last = Painter(glyphs=UNICODE), 40 // (2 * zoom) - 1
    for tile in ((x, y) for x in range(last - 3, last + 1) for y in range(10)):
        chance = Overlay(labels=((tile, "42%", "later"),))
        shown = "\n".join(text(painter.paint(known, chance, (0, 0), (40, 10 * zoom), zoom)))
        assert ("more ▸" in shown, "42%" in shown) == (True, True), tile


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


def test_a_painter_beside_another_takes_none_of_its_pictures() -> None:
    """It paints the same on the same ground; what the other keeps is still there after that."""
    painter = Painter(map_theme("dark"), UNICODE)
    beside = painter.beside()
    first, second = (view(state_of(FIELD, b1=at), "blue") for at in ((0, 1), (1, 2)))
    kept = painter.bare_picture(first, Overlay(), (0, 0), WINDOW, 2)
    other = beside.bare_picture(second, Overlay(), (0, 0), WINDOW, 2)

    assert painter.bare_picture(first, Overlay(), (0, 0), WINDOW, 2) is kept
    fresh = Painter(map_theme("dark"), UNICODE).bare_picture(second, Overlay(), (0, 0), WINDOW, 2)
    assert (other.rgba == fresh.rgba).all()
    assert (other.rgba != kept.rgba).any()
