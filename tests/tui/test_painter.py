"""The painted map: what a view knows is painted, and nothing else; badges, labels, its edges."""

from __future__ import annotations

from fractions import Fraction
from math import dist
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.view import view
from skirmish.tui import theme
from skirmish.tui.map.camera import ZOOMS, origin, tile_cells
from skirmish.tui.map.canvas import LOWER, Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.edge_marks import edge_place
from skirmish.tui.map.glyphs import ASCII, UNICODE, Glyphs, mark_of
from skirmish.tui.map.map_image import png_of
from skirmish.tui.map.paint import LEGIBLE, contrast
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from tests.position import position
from tests.tui.painting import (
    ALL_CONES,
    EYES,
    OVERLAYS,
    THEMES,
    WIDE,
    WINDOW,
    mask,
    painted,
    rgb_of,
    text,
    with_objective,
)
from tests.tui.test_cells import FIELD, SIDES, state_of
from tests.tui.test_themes import seen
from tools.command import opening_named


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


@pytest.mark.parametrize("zoom", [1, 2])
def test_targets_with_the_same_letter_show_their_numbers(zoom: int) -> None:
    """The number replaces the facing; a figure that is no target keeps it."""
    state = state_of(
        "title t\nturns 3\nmap\n......\nfigures\nb1 blue 0,0\nr2 red 3,0\nr11 red 4,0\n"
    )

    rows = " ".join(text(painted(state, Overlay(targets=((3, 0), (4, 0))), zoom)))

    assert all(badge in rows for badge in ("M→", "m2", "mb"))


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


def test_a_small_badge_shows_the_state_or_the_facing() -> None:
    """The facing of the chosen figure, and of all that are asked for."""
    state = state_of(FIELD)
    shaken = evolve(state.figures["b1"], counters={"shaken": 1})
    known = view(evolve(state, figures={**state.figures, "b1": shaken}), "blue")

    left, top = origin((5, 3), WINDOW, tile_cells(1))

    def shown(overlay: Overlay) -> str:
        return text(Painter(glyphs=UNICODE).paint(known, overlay, (0, 0), WINDOW, 1))[top + 1][
            left : left + 2
        ]

    mark = mark_of("shaken", UNICODE)
    assert [shown(one) for one in (Overlay(), Overlay(chosen=(0, 0)))] == [f"M{mark}"] * 2
    assert [shown(one) for one in (Overlay(facings=True), Overlay(chosen=shaken.at))] == ["M→"] * 2


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
