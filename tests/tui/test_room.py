"""Less room than the game was made for: it can be played all the same."""

from __future__ import annotations

import pytest

from skirmish.tui.bars import Log, Panel
from skirmish.tui.map.widget import MapView
from tests.tui.table import played
from tests.tui.test_battle import at_table


@pytest.mark.parametrize(
    ("size", "below", "log"),
    [((40, 12), True, False), ((40, 24), True, True), ((80, 14), False, False)],
)
async def test_the_map_has_the_whole_width(
    size: tuple[int, int], *, below: bool, log: bool
) -> None:
    """Where it is narrow the panel stands below the map, where it is low there is no log."""
    async with at_table(played(), size) as (pilot, screen):
        await pilot.press("enter")
        await pilot.pause()
        board, panel = screen.query_one(MapView).region, screen.query_one(Panel).region

        assert pilot.app.screen is screen
        assert (panel.y >= board.bottom, board.width == size[0]) == (below, below)
        assert panel.height >= 4
        assert bool(screen.query_one(Log).region.height) == log
