"""Words that rise from a figure on the painted map hide no figure."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from skirmish.core.board import TERRAIN
from skirmish.core.geometry import Tile
from skirmish.core.setup import Objective
from skirmish.presentation.log.effects import BAD, Blast, Clip, Effect, Stage, Timeline, Word
from skirmish.tui.map.camera import ZOOMS, tile_cells
from skirmish.tui.map.cells import Composer, Overlay
from skirmish.tui.map.effect_cells import cells_with_effects
from skirmish.tui.map.glyphs import UNICODE, ground_pair
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.painter import Painter
from skirmish.tui.map.terrain_looks import map_theme
from tests.ai.test_terms import LANE, moving

LENGTH = 1000
SEEN = moving(LANE).view("blue")
PLACES = [figure.at for figure in SEEN.state.figures.values() if figure.at is not None]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("at", PLACES)
def test_rising_words_hide_no_figure(at: Tile, zoom: int, *, still: bool) -> None:
    """At each moment: the letters of all figures stay; a further word has a place of its own."""
    words = Word(0, LENGTH, at, "-3", BAD), Word(LENGTH // 2, LENGTH, at, "pinned", BAD)
    plain = characters((), 0, zoom, still=still)
    for time in range(0, LENGTH, 90):
        shown = characters(words, time, zoom, still=still)
        for x, y in PLACES:
            row, column = zoom * y + (zoom - 1) // 2, 2 * zoom * x
            letters = np.s_[row, column : column + 2 * zoom]
            assert (shown[letters] == plain[letters]).all()
        text = "\n".join("".join(map(chr, row)) for row in shown.tolist())
        assert "-3" in text
        assert ("pinned" in text) is (time >= LENGTH // 2)


@pytest.mark.parametrize("at", PLACES)
def test_words_on_a_map_of_letters_hide_no_figure(at: Tile) -> None:
    """They stand on other tiles."""
    plain = Composer().compose(SEEN, Overlay())
    shown = cells_with_effects(plain, moment((Word(0, LENGTH, at, "pinned", BAD),), 5), UNICODE)
    changed = (shown.chars != plain.chars).any(axis=2)
    assert changed.any()
    assert not any(changed[y, x] for x, y in PLACES)


def test_the_points_of_an_objective_keep_off_rising_words() -> None:
    """In letters they are not cut to other numbers, and come back afterwards."""
    goal = Objective("ford", "blue", "hold", 12, (0, 0, 4, 0))
    setup = evolve(SEEN.state.setup, objectives=(goal,))
    plain = Composer().compose(evolve(SEEN, state=evolve(SEEN.state, setup=setup)), Overlay())
    rising = moment((Word(0, LENGTH, (1, 0), "pinned", BAD),), 5)
    shown = cells_with_effects(plain, rising, UNICODE).finished()
    text = "".join(map(chr, shown.chars.ravel().tolist()))
    assert "12:0" in "".join(map(chr, plain.finished().chars.ravel().tolist()))
    assert "pinned" in text
    assert ("12" in text) == ("12:0" in text)


def test_a_blast_on_a_map_of_letters_is_no_wall() -> None:
    """It fills its tiles, as some ground does with another sign."""
    plain, at = Composer().compose(SEEN, Overlay()), (1, 0)
    shown = cells_with_effects(plain, moment((Blast(0, LENGTH, at, 0),), 5), UNICODE)
    pair = "".join(map(chr, shown.chars[at[1], at[0]].tolist()))
    assert pair not in {ground_pair(kind, UNICODE) for kind in TERRAIN.values()}


def moment(effects: tuple[Effect, ...], time: int, *, still: bool = False) -> Moment:
    """A moment of effects over the view."""
    return Moment(Timeline(Clip(SEEN, SEEN, ()), effects, (Stage(0, SEEN, 0),)), time, still)


def characters(effects: tuple[Effect, ...], time: int, zoom: int, *, still: bool) -> np.ndarray:
    """The characters of the whole map at a moment."""
    (across, down), board = tile_cells(zoom), SEEN.state.board
    window = board.width * across, board.height * down
    painter, now = Painter(map_theme("dark"), UNICODE), moment(effects, time, still=still)
    found: np.ndarray = painter.paint_moment(now, Overlay(), (0, 0), window, zoom).rgb["ch"]
    return found.copy()
