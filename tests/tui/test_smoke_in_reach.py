"""Smoke on the painted map, within the reach of an order."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.terrain_looks import SIZES, map_theme
from tests.game.test_scripted_events import begun

SMOKE = "[[events]]\nwhen = { turn = 1 }\nsmoke = [{ at = [6, 2], radius = 0, turns = 3 }]\n"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "red-green", "blue-yellow"])
def test_reach_does_not_tint_smoke(theme: str, size: int) -> None:
    """It stays as it is outside of reach; the ground beside it is tinted."""
    view = begun(SMOKE).view("blue")
    board = view.state.board
    reach = board.mask_of((x, y) for x in range(2, 11) for y in range(5))

    drawn = []
    for overlay in (Overlay(), Overlay(ground=reach)):
        pixels = np.full((6 * size, 12 * size, 3), 90, np.uint8)
        part = PixelOverlay.of(view, Part(0, 0, 12, 6), size, map_theme(theme), pixels)
        part.draw_ground(overlay, 0)
        drawn.append(pixels)
    row = slice(2 * size, 3 * size)
    smoke, ground = (slice(x * size, (x + 1) * size) for x in (6, 8))
    without, within = drawn
    assert np.any(without[row, smoke] != 90)
    assert np.array_equal(without[row, smoke], within[row, smoke])
    assert np.any(without[row, ground] != within[row, ground])
