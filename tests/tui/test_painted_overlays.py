"""What lies over the painted map: reach, danger, watched ground, clouds, lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import dist

import numpy as np
import pytest
from attrs import evolve

from skirmish.core.board import TERRAIN, Board
from skirmish.core.figures import ZoneKind
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.state import Zone
from skirmish.core.view import view
from skirmish.presentation.visibility import WatchedGround
from skirmish.tui.map.camera import ZOOMS, origin, tile_cells
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.ground_pixels import Pixels, ground_pixels
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.terrain_looks import SIZES, map_theme, snapped
from tests.tui.painting import (
    ALL_CONES,
    EYES,
    OVERLAYS,
    THEMES,
    WINDOW,
    mask,
    painted,
    pixels,
    rgb_of,
    text,
)
from tests.tui.test_cells import FIELD, SIDES, state_of
from tests.tui.test_themes import seen


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
    # A figure on the tile leaves the character visible.
    stood = painter.paint(
        view(state_of(FIELD, b1=(0, 0)), "blue"), marked, (0, 0), window, zoom
    ).rgb
    for (x, y), mark in marked.spots:
        assert (
            ord(mark) in stood["ch"][y * zoom : (y + 1) * zoom, 2 * x * zoom : 2 * (x + 1) * zoom]
        )
        tile = shown[y * zoom : (y + 1) * zoom, 2 * x * zoom : 2 * (x + 1) * zoom]
        assert ord(mark) in tile["ch"]
