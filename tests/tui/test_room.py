"""The game can be played in less room than it was made for."""

from __future__ import annotations

import pytest
from textual.events import Key

from skirmish.game import Game
from skirmish.scenario import find, load
from skirmish.tui.map.widget import MapView
from skirmish.tui.screens.recap import RecapScreen
from skirmish.tui.widgets import LogView, SidePanel
from tests.toy_game import played
from tests.tui.test_battle import at_table, frame


@pytest.mark.parametrize(
    ("size", "below", "log"),
    [((40, 12), True, False), ((40, 24), True, True), ((88, 14), False, False)],
)
async def test_the_map_has_the_whole_width(
    size: tuple[int, int], *, below: bool, log: bool
) -> None:
    """On a slim screen the panel stands below the map, on a low one there is no log."""
    async with at_table(played(), size) as (pilot, screen):
        await pilot.press("enter")
        await pilot.pause()
        board, panel = screen.query_one(MapView).region, screen.query_one(SidePanel).region

        assert pilot.app.screen is screen
        assert board.width == size[0]
        assert (panel.y >= board.bottom and panel.height >= 4) == below
        assert bool(screen.query_one(LogView).region.height) == log


@pytest.mark.parametrize("small", [(58, 20), (50, 14), (50, 24)])
async def test_with_more_room_all_is_as_it_would_have_been(small: tuple[int, int]) -> None:
    """Nothing stays of the layout that there was less room for."""
    async with at_table(crowded(), (120, 40)) as (pilot, _):
        await pilot.press("tab")
        await pilot.pause()
        before = frame(pilot)
        for size in (small, (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await pilot.pause(0.1)

        assert frame(pilot) == before


def crowded() -> Game:
    """A battle whose cards have more to say than a narrow panel has columns."""
    return Game.new(load(find("toll_bridge")), 3, {"blue": "human", "red": "random"})


async def test_what_was_seen_leaves_the_map_most_of_a_large_screen() -> None:
    """Where things happened is what the recap is for."""
    game = played(red="random")
    view = game.view("blue")
    async with at_table(game, (120, 40)) as (pilot, _):
        pilot.app.push_screen(
            RecapScreen(view, view.news, lambda: None, lambda: None, game.ruleset)
        )
        await pilot.pause()

        assert pilot.app.screen.query_one(MapView).region.width >= 60


async def test_keys_pressed_before_the_recap_could_be_seen_are_dropped() -> None:
    """One that was meant for the screen before does not close it; a later one does."""
    game = played(red="random")
    gone: list[int] = []
    view = game.view("blue")
    async with at_table(game, (120, 40)) as (pilot, _):
        recap = RecapScreen(view, view.news, lambda: gone.append(1), lambda: None, game.ruleset)
        early = Key("enter", None)
        await pilot.pause(0.05)
        pilot.app.push_screen(recap)
        await pilot.pause()
        recap._forward_event(early)  # noqa: SLF001
        await pilot.pause()
        assert not gone
        recap._forward_event(Key("enter", None))  # noqa: SLF001
        await pilot.pause()
        assert gone == [1]
