"""Words that rise from a figure on the painted map stay within its tile."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish.presentation.effects import BAD, Clip, Effect, Stage, Timeline, Word
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.moment import Moment
from skirmish.tui.map.painter import ZOOMS, Painter, tile_cells
from skirmish.tui.map.terrain_looks import map_theme
from tests.ai.test_terms import LANE, moving

LENGTH = 1000


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("still", [False, True])
def test_rising_words_stay_within_their_tile(zoom: int, *, still: bool) -> None:
    """At each moment; on large tiles they do rise."""
    word = Word(0, LENGTH, (5, 1), "-3", BAD)
    times = range(0, LENGTH, 90)
    rows = [changed_rows(word, time, zoom, still=still) for time in times]

    tile = range(zoom, 2 * zoom)
    assert all(found and found <= set(tile) for found in rows)
    assert (len(set().union(*rows)) == zoom) == (not still or zoom == 1)


def changed_rows(word: Word, time: int, zoom: int, *, still: bool) -> set[int]:
    """The rows of the terminal in which the word stands."""
    shown, plain = (characters(effects, time, zoom, still=still) for effects in ((word,), ()))
    return set(np.nonzero((shown != plain).any(axis=1))[0].tolist())


def characters(effects: tuple[Effect, ...], time: int, zoom: int, *, still: bool) -> np.ndarray:
    """The characters of the whole map at a moment."""
    seen = moving(LANE).view("blue")
    timeline = Timeline(Clip(seen, seen, ()), effects, (Stage(0, seen, 0),))
    (across, down), board = tile_cells(zoom), seen.state.board
    window = board.width * across, board.height * down
    painter = Painter(map_theme("dark"), UNICODE)
    moment = Moment(timeline, time, still)
    found: np.ndarray = painter.paint_moment(moment, Overlay(), (0, 0), window, zoom).rgb["ch"]
    return found.copy()
