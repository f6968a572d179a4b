"""Smoke on the painted map, within the reach of an order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.paint import contrast
from skirmish.tui.map.pixel_overlays import Part, PixelOverlay
from skirmish.tui.map.terrain_looks import SIZES, map_theme
from tests.game.test_scripted_events import begun

SMOKE = "[[events]]\nwhen = { turn = 1 }\nsmoke = [{ at = [6, 2], radius = 0, turns = 3 }]\n"


THEMES = ["dark", "light", "contrast", "red-green", "blue-yellow"]
APART, ASIDE = 2.5, 1.5
"""Least contrast of the rim of smoke with ground out of sight beside it, and with the smoke."""


def whole(colour: NDArray[Any]) -> tuple[int, int, int]:
    """A colour in whole numbers."""
    red, green, blue = map(int, colour)
    return red, green, blue


@pytest.mark.parametrize("name", THEMES)
def test_the_edge_of_smoke_is_seen_on_ground_out_of_sight(name: str) -> None:
    """Where all around it is out of sight, too, as where it has just come down."""
    view, theme, size = begun(SMOKE).view("blue"), map_theme(name), max(SIZES)
    dim = np.clip(theme.dimmed(theme.looks["open"][0][None]), 0, 255)[0]
    pixels = np.empty((6 * size, 12 * size, 3), np.uint8)
    pixels[:] = dim
    part = PixelOverlay.of(view, Part(0, 0, 12, 6), size, theme, pixels)
    part.draw_ground(Overlay(), 0)
    tile = pixels[2 * size : 3 * size, 6 * size : 7 * size]
    edges = tile[0], tile[-1], tile[:, 0], tile[:, -1]
    seen = [contrast(whole(edge.mean(axis=0)), whole(dim)) for edge in edges]
    assert min(seen) >= APART
    inside = whole(tile[1:-1, 1:-1].mean(axis=(0, 1)))
    assert min(contrast(whole(edge.mean(axis=0)), inside) for edge in edges) >= ASIDE


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
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
