"""Words at tiles: they hide no figure, and each touches its own tile or points at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from attrs import evolve

from skirmish.core.geometry import Tile
from skirmish.core.knowledge import with_updated_sight
from skirmish.core.view import view
from skirmish.tui.map.canvas import Canvas
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.label_places import Label, LabelPlace, LabelPlaces
from skirmish.tui.map.painter import Painter
from tests.tui.painting import text, with_objective
from tests.tui.test_cells import SIDES, state_of

WINDOW = 20, 12
"""Tiles across and down."""
LEFT, RIGHT, UP, DOWN = tuple(UNICODE.pointers)
CHANCES = ("58%", "100%", "12%", "7%", "41%", "8%", "33%", "64%", "99%")
CROWDS: Mapping[str, Sequence[Tile]] = {
    "row": ((8, 4), (9, 4), (10, 4), (11, 4)),
    "column": ((8, 3), (8, 4), (8, 5), (8, 6)),
    "block": tuple(product((8, 9, 10), (4, 5))),
    "loose": ((8, 4), (10, 4), (9, 5), (11, 5), (8, 6), (10, 6)),
    "mixed": ((8, 4), (9, 5), (10, 4), (9, 3), (12, 4)),
}


def canvas_of(zoom: int) -> Canvas:
    """An empty window."""
    size = WINDOW[0] * 2 * zoom, WINDOW[1] * zoom
    bare = Painter(glyphs=UNICODE).bare(np.zeros((2, 2, 3), np.uint8), (0, 0), size)
    return Canvas(bare.rgb, 0, 0, (0, 0), zoom)


def cells_of(tile: Tile, zoom: int) -> set[Tile]:
    """The cells of a tile."""
    left, top = tile[0] * 2 * zoom, tile[1] * zoom
    return {*product(range(left, left + 2 * zoom), range(top, top + zoom))}


def places_of(
    tiles: Sequence[Tile], zoom: int, first: Tile | None = None
) -> dict[Tile, LabelPlace]:
    """Where the chances at figures stand."""
    figures = frozenset(cell for tile in tiles for cell in cells_of(tile, zoom))
    found = LabelPlaces(canvas_of(zoom), UNICODE.pointers, figures)
    labels = [Label(tile, words, "good") for tile, words in zip(tiles, CHANCES, strict=False)]
    return {label.tile: place for label, place in found.placed(labels, first)}


def beside(place: LabelPlace) -> set[Tile]:
    """The cells that a label touches with an edge."""
    cells = {*place.cells}
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    return around - cells


def pointed_at(place: LabelPlace) -> Tile | None:
    """The cell that a label points at."""
    (x, y), last = (place.x, place.y), place.x + len(place.words) - 1
    for column, sign in ((x, place.words[0]), (last, place.words[-1])):
        steps = {LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1)}
        if sign in steps:
            return column + steps[sign][0], y + steps[sign][1]
    return None


@pytest.mark.parametrize("zoom", [1, 2, 3])
@pytest.mark.parametrize("crowd", CROWDS)
def test_each_label_of_a_crowd_belongs_to_one_figure(crowd: str, zoom: int) -> None:
    """All have a place; it is in the figure's tile, touches no other figure, or points at it."""
    tiles = CROWDS[crowd]
    found = places_of(tiles, zoom)
    assert {*found} == {*tiles}
    for tile, place in found.items():
        own, cells = cells_of(tile, zoom), {*place.cells}
        others = {cell for one in tiles if one != tile for cell in cells_of(one, zoom)}
        assert not cells & others
        assert not cells & {cell for one in found if one != tile for cell in found[one].cells}
        if cells <= own:
            continue
        assert not cells & own
        if (aim := pointed_at(place)) is not None:
            assert aim in own
        else:
            assert beside(place) & own
            assert not beside(place) & others


@pytest.mark.parametrize("zoom", [1, 2])
def test_a_figure_in_the_midst_of_others_hides_none_of_them(zoom: int) -> None:
    """Its chance stands over its own bar of health, or where there is none is left out."""
    tiles = [*product((8, 9, 10), (4, 5, 6))]
    found = places_of(tiles, zoom)
    figures = {cell for tile in tiles for cell in cells_of(tile, zoom)}
    covered = {tile for tile, place in found.items() if {*place.cells} & figures}
    assert covered == ({(9, 5)} if zoom > 1 else set())
    assert ((9, 5) in found) is (zoom > 1)
    if zoom > 1:
        assert {*found[9, 5].cells} <= {(x, y) for x, y in cells_of((9, 5), zoom) if y % zoom}


def test_words_with_room_for_a_part_of_them_alone_are_left_out() -> None:
    """Half a number is another one, and one between two figures would be read for either."""
    ring = [(4, 5), (6, 4), (7, 4), (7, 5), (7, 6), (6, 6), (5, 4), (5, 6)]
    assert (6, 5) not in places_of([(6, 5), *ring], 1)
    assert places_of([(6, 5), *ring[1:]], 1)[6, 5].words == f"58%{RIGHT}"
    corner = [(0, 5), (1, 5), (0, 4), (1, 4), (1, 6), (0, 7)]
    assert (0, 5) not in places_of(corner, 1)


def test_the_target_of_the_order_chooses_its_place_first() -> None:
    """Where two would take the same one."""
    tiles = [(8, 4), (9, 4)]
    taken = {tile: places_of(tiles, 1, tile) for tile in tiles}
    assert all(pointed_at(taken[tile][tile]) is None for tile in tiles)


@pytest.mark.parametrize(("tile", "pointer"), [((4, 2), ""), ((5, 2), DOWN), ((6, 2), "")])
def test_a_pointer_tells_the_owner_of_a_label_between_neighbours(tile: Tile, pointer: str) -> None:
    """A chance that touches its own figure alone has none."""
    tiles = [(4, 2), (5, 2), (6, 2)]
    figures = frozenset(cell for one in tiles for cell in cells_of(one, 1))
    found = LabelPlaces(canvas_of(1), UNICODE.pointers, figures)
    ((_, place),) = found.placed([Label(tile, "11%", "good")])
    assert place.words == f"{pointer}11%"


@pytest.mark.parametrize("numbered", [True, False])
def test_a_chance_does_not_run_on_from_the_number_of_its_figure(numbered: bool) -> None:
    """`t3` and `9%` would read as 39%."""
    tile, figures = (4, 2), frozenset(cells_of((4, 2), 1))
    tiles = frozenset([tile] if numbered else [])
    found = LabelPlaces(canvas_of(1), UNICODE.pointers, figures, numbered=tiles)
    ((_, place),) = found.placed([Label(tile, "9%", "good")])
    assert (place.y == tile[1]) != numbered


def test_a_pointer_in_a_row_with_another_label_may_be_taken_for_its() -> None:
    """Such a place is taken only where there is no other that hides as little."""
    place = LabelPlace(4, 2, f"22%{DOWN}")
    for taken, unclear in ((set[Tile](), 0), ({(8, 2)}, 1)):
        found = LabelPlaces(canvas_of(1), UNICODE.pointers, frozenset(), taken)
        assert found.cost(place, (3, 3)) == (0, 0, unclear)


@pytest.mark.parametrize("zoom", [1, 2, 3])
def test_a_chance_to_land_does_not_run_on_into_what_an_objective_pays(zoom: int) -> None:
    """The label gives way to numbers on its tiles and beside it."""
    field = "title t\nturns 3\nmap\n" + "........\n" * 3
    state = with_objective(state_of(f"{field}figures\nb1 blue 0,1\nr1 red 7,2\n"))
    (goal,) = state.setup.objectives
    state = evolve(state, setup=evolve(state.setup, objectives=(evolve(goal, area=(2, 0, 6, 0)),)))
    known, painter = view(state, "blue"), Painter(glyphs=UNICODE)
    for many in range(6):
        falls = tuple(((x, 0), Fraction(12, 100)) for x in range(many))
        console = painter.paint(known, Overlay(falls=falls), (0, 0), (16 * zoom, 3 * zoom), zoom)
        rows = text(console)
        assert sum(row.count("12") for row in rows) == many
        at = [row.index(":") - 1 for row in rows if ":" in row]
        assert bool(at) is (many < 5)
        for row, start in zip([row for row in rows if ":" in row], at, strict=True):
            assert row[start - 1] in (" ", "d")


def numbers_of(words: str) -> set[str]:
    """The percentages in a text: each with all that it is written together with."""
    return {word for word in words.split() if "%" in word}


@pytest.mark.parametrize("zoom", [1, 2, 3])
@pytest.mark.parametrize("harm", [False, True])
@pytest.mark.parametrize("crowd", CROWDS)
def test_chances_of_a_throw_at_a_crowd_do_not_run_into_each_other(
    crowd: str, zoom: int, *, harm: bool
) -> None:
    """Each chance on the map is one that there is; the mark at the edge stays whole."""
    state = state_of("title t\nturns 3\nmap\n" + f"{'.' * 30}\n" * 12 + "figures\nr1 red 8,4\n")
    one, tiles = state.figures["r1"], CROWDS[crowd]
    figures = {
        f"r{at}": evolve(one, at=tile, who=evolve(one.who, id=f"r{at}"))
        for at, tile in enumerate(tiles)
    }
    known = view(with_updated_sight(evolve(state, figures=figures), SIDES), "red")
    near = product(range(6, 14), range(2, 8))
    chances = {tile: Fraction(6, 100) for tile in near} | dict.fromkeys(tiles, Fraction(53, 100))
    labels = zip(tiles, CHANCES, strict=False) if harm else ()
    overlay = Overlay(
        labels=tuple((tile, words, "good") for tile, words in labels), falls=tuple(chances.items())
    )
    painter, window = Painter(glyphs=UNICODE), (16 * 2 * zoom, 8 * zoom)
    rows = text(painter.paint(known, overlay, (4, 1), window, zoom))

    signs = str.maketrans(dict.fromkeys((*UNICODE.pointers, *UNICODE.arrows, "m"), " "))
    found = numbers_of(" ".join(rows).translate(signs))
    assert found <= {"6%", "53%", *CHANCES}
    assert (CHANCES[0] in found) is harm
    assert any(f"{LEFT} more" in row for row in rows)
    assert harm or any("lands 53%" in row for row in rows)
