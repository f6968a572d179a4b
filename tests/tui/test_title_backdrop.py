"""The battle behind the title: a record that ships, never in the way of the menu."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from tcod.console import Console

from skirmish.core.geometry import Tile
from skirmish.presentation.log.clip_timeline import timeline_of
from skirmish.presentation.log.effects import Clip, Stage, Timeline, Word
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.item_list import ItemList
from skirmish.tui.map.cells import Overlay
from skirmish.tui.map.glyphs import UNICODE
from skirmish.tui.map.moment import Moment
from skirmish.tui.screens.title import TitleScreen
from skirmish.tui.settings import PAINTED, Settings
from skirmish.tui.title_backdrop import Backdrop, DimPicture, TitleBattle, covering_zoom, dim
from tests.tui.pilots import settled


@pytest.fixture(scope="module")
def battle() -> TitleBattle:
    """The battle that ships."""
    return TitleBattle.load()


def test_it_is_a_whole_battle_and_begins_again(battle: TitleBattle) -> None:
    """It is over, what happens is seen, and after the last step comes the first."""
    count = battle.playback.last
    clips = list(islice(battle.clips(), count + 1))
    starts = [{f.id: f.at for f in one.before.state.figures.values()} for one in clips]

    assert battle.playback.battle.over
    assert sum(timeline_of(clip).length > 0 for clip in clips) > count // 4
    assert starts[0] in starts[1:]


def test_nothing_of_it_is_an_objective(battle: TitleBattle) -> None:
    """Rims and points would mean nothing on the title."""
    assert battle.playback.view(0).state.setup.objectives
    assert not battle.still.state.setup.objectives


@pytest.mark.parametrize(
    ("window", "zoom"), [((80, 24), 1), ((120, 40), 2), ((200, 60), 3), ((400, 100), 3)]
)
def test_the_map_covers_the_window_as_far_as_it_can(window: tuple[int, int], zoom: int) -> None:
    """The smallest zoom that leaves no edge free."""
    assert covering_zoom((40, 24), window) == zoom


def test_dim_goes_half_the_way_to_the_background() -> None:
    """Both colours of a cell."""
    console = Console(1, 1, order="C")
    console.rgb["fg"], console.rgb["bg"] = 200, 100

    dim(console.rgb, np.zeros(3, np.float32))

    assert console.rgb["fg"].tolist() == [[[100, 100, 100]]]
    assert console.rgb["bg"].tolist() == [[[50, 50, 50]]]


def test_a_live_picture_is_dim_and_has_words_over_it() -> None:
    """Only cells that differ from the bare one are made dim; no other sign is among the words."""
    bare, live = Console(6, 2, order="C"), Console(6, 2, order="C")
    for console in (bare, live):
        console.rgb["ch"], console.rgb["fg"], console.rgb["bg"] = ord("▀"), 200, 100
    live.rgb["bg"][0, 1:3] = 40
    background, words = np.zeros(3, np.float32), (((2, 0), "█ █", "ff0000"),)
    shown = DimPicture.of((), bare, background, words).console(live)

    dim(live.rgb, background)
    assert [chr(char) for char in shown.rgb["ch"][0]] == list("▀ █ █ ")
    assert (shown.rgb[0, 0], *shown.rgb[1]) == (live.rgb[0, 0], *live.rgb[1])
    # The mean of their halves, darkened.
    assert shown.rgb["bg"][0, 1:4, 0].tolist() == [(100 + 20) // 4] * 2 + [(100 + 50) // 4]


@pytest.mark.parametrize("moves", [False, True])
async def test_it_stands_still_where_animation_is_off(battle: TitleBattle, *, moves: bool) -> None:
    """The menu is over it, and takes the keys."""
    app = SkirmishApp(
        start=StartOptions(), settings=Settings(map=PAINTED, animation="normal" if moves else "off")
    )
    app.motion = True  # As in a terminal.
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        title = app.screen
        assert isinstance(title, TitleScreen)
        assert not title.query(Backdrop)

        title.show_battle(battle)
        await settled(pilot)
        shown = [title.query_one(Backdrop).rows()]
        for _ in range(8):
            await pilot.pause(0.35)
            shown.append(title.query_one(Backdrop).rows())

        assert (len(set(shown)) > 1) is moves
        assert "odds" in "".join(shown[0])
        assert not {*UNICODE.pointers} & {*"".join(shown[0])}
        await pilot.press("h")
        await settled(pilot)
        assert app.screen is not title


async def test_what_happens_behind_the_menu_is_not_painted(battle: TitleBattle) -> None:
    """Unless something beside it has to be removed."""
    app = SkirmishApp(start=StartOptions(), settings=Settings(map=PAINTED, animation="off"))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        title = app.screen
        assert isinstance(title, TitleScreen)
        title.show_battle(battle)
        await settled(pilot)
        backdrop, menu = title.query_one(Backdrop), title.query_one(ItemList).region
        view, still = battle.still, backdrop.rows()

        def shown(at: Tile) -> bool:
            """Whether a word on a tile changes the picture."""
            before = backdrop.rows()
            word = Word(0, 100, at, "hit", "bad")
            timeline = Timeline(Clip(view, view, ()), (word,), (Stage(0, view, 0),))
            backdrop.show_moment(Moment(timeline, 50), Overlay())
            return backdrop.rows() != before

        # The middle of the menu is over this tile.
        left, top = backdrop._place_of((0, 0))  # noqa: SLF001
        x, y = int(menu.center[0] - left) // 4, int(menu.center[1] - top) // 2
        assert not shown((x, y))
        assert backdrop.rows() == still
        assert shown((x, y - 8))
        assert shown((x, y))
        assert not shown((x + 1, y))
        backdrop.end_moment()
        assert backdrop.rows() == still


async def test_letters_have_no_battle_behind_the_menu(battle: TitleBattle) -> None:
    """Where maps are drawn in letters, the title is as it was."""
    app = SkirmishApp(start=StartOptions())
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        title = app.screen
        assert isinstance(title, TitleScreen)
        title.show_battle(battle)
        await settled(pilot)

        assert not title.query_one(Backdrop).display
        assert title.query_one("#name").visible
