"""*Surprise me*: a new scenario from the list of scenarios, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot

from skirmish.analysis.even_scenario import Candidate
from skirmish.analysis.intervals import Mean
from skirmish.analysis.workers import Stopped, Workers
from skirmish.generator import Options, generate
from skirmish.presentation.setup import saves
from skirmish.presentation.user_files import SERVED, SERVED_VARIABLE, scenario_folder
from skirmish.scenario import load
from skirmish.tui.item_list import ItemList
from skirmish.tui.screens import surprise
from skirmish.tui.screens.game_setup import NewGameScreen
from skirmish.tui.screens.surprise import SurpriseScreen
from tests.tui.pilots import frame, name, press, settled
from tests.tui.test_flow import LARGE, SMALL, battle, choose, running

pytestmark = pytest.mark.usefixtures("_home")
SEED = 681025


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(surprise, "random_seed", lambda: SEED)


def form(pilot: Pilot[None]) -> SurpriseScreen:
    """The form, shown or below something else."""
    return next(one for one in pilot.app.screen_stack if isinstance(one, SurpriseScreen))


async def mark(pilot: Pilot[None], item: str) -> None:
    """Mark an item of the form."""
    form(pilot).query_one(ItemList).mark(item)
    await settled(pilot)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_by_keys_from_the_list_to_a_battle(size: tuple[int, int]) -> None:
    """`s` and `s` again: the setup of a new scenario, kept in the folder; its battle begins."""
    async with running(size=size) as pilot:
        await press(pilot, "n")
        assert "Surprise me" in frame(pilot)
        footer = " ".join(frame(pilot).split("\n")[-1].split())
        assert "s surprise me" in footer
        assert footer.endswith("? help esc back")
        await press(pilot, "s")
        assert f"< {SEED} >" in frame(pilot)
        await press(pilot, "s")
        (path,) = scenario_folder().iterdir()
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.plan.scenario == load(path)
        assert "generated" in screen.plan.scenario.about.tags
        await press(pilot, "s", "enter")
        game = battle(pilot).session.game
        assert game.state.setup.title == load(path).title
        assert saves.newest_save() is not None


@pytest.mark.parametrize(("keys", "left"), [(("down", "enter"), 0), (("enter",), 1)])
async def test_what_was_not_played_is_kept_or_removed(keys: tuple[str, ...], left: int) -> None:
    """The form asks when one goes back to it, and once; the list knows of what is left."""
    async with running() as pilot:
        await press(pilot, "n", "s", "s", "escape")
        assert "not played yet" in frame(pilot)
        await press(pilot, *keys)
        assert name(pilot) == "SurpriseScreen"
        assert len([*scenario_folder().iterdir()]) == left
        await press(pilot, "escape")
        assert name(pilot) == "ScenarioBrowser"
        assert ("kept as" in frame(pilot)) == bool(left)


async def test_one_that_was_there_before_is_not_asked_about() -> None:
    """It was not made for this battle."""
    async with running() as pilot:
        await press(pilot, "n", "s", "s", "escape", "enter", "s", "escape")
        assert name(pilot) == "SurpriseScreen"
        assert len([*scenario_folder().iterdir()]) == 1


async def test_by_mouse_alone() -> None:
    """Clicks choose the entry, change a value to both sides, and start."""
    async with running(size=LARGE) as pilot:
        await press(pilot, "n")
        await choose(pilot, "Surprise me")
        await choose(pilot, "Surprise me")
        assert name(pilot) == "SurpriseScreen"
        await choose(pilot, "any >")
        first = form(pilot).wish.place
        await choose(pilot, "< village" if first == "village" else "< trenches")
        await choose(pilot, "Start at once")
        assert {first, form(pilot).wish.place} & {None, "village", "trenches"}
        assert name(pilot) == "NewGameScreen"


async def test_wishes_are_changed_typed_and_fulfilled() -> None:
    """Values change by arrows, a size and points are typed; the file names all of them."""
    async with running() as pilot:
        await press(pilot, "n", "s")
        await mark(pilot, "place")
        await press(pilot, "right", "right", "left")
        await mark(pilot, "size")
        await press(pilot, "enter", *"31x21", "enter")
        await mark(pilot, "points")
        await press(pilot, "enter", *"130", "enter")
        await mark(pilot, "same_forces")
        await press(pilot, "right")
        await mark(pilot, "ruleset")
        await press(pilot, "left")
        await mark(pilot, "seed")
        await press(pilot, "enter", *"17", "enter")
        await press(pilot, "s")
        (path,) = scenario_folder().iterdir()
        made = load(path)
        wanted = Options(17, "village", (31, 21), "trait_die", 130, same_forces=True)

        assert made == generate(wanted)
        await press(pilot, "escape")
        assert form(pilot).wish.seed == 17


async def test_what_is_not_possible_is_said_in_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """A size that is none, one that is too small, and a map without room for the points."""
    monkeypatch.setattr("skirmish.generator.generation.faults_of", lambda *_: ("no room",))
    async with running() as pilot:
        await press(pilot, "n", "s")
        await mark(pilot, "size")
        for typed, told in (("wide", "'wide' is no size"), ("9x9", "a map of 9x9 is too small")):
            await press(pilot, "enter", *typed, "enter")
            assert told in frame(pilot)
            assert form(pilot).wish.size is None
        await mark(pilot, "points")
        await press(pilot, "enter", *"many", "enter")
        assert "'many' is no number of points" in frame(pilot)
        await press(pilot, "enter", *"900", "enter")
        await mark(pilot, "size")
        await press(pilot, "enter", *"20x15", "enter", "s")
        assert "no fair map of 20x15 for 900 points (choose a larger map or fewer" in frame(pilot)
        assert name(pilot) == "SurpriseScreen"
        assert not scenario_folder().exists()
        await press(pilot, "down")
        await press(pilot, "right")
        assert "no fair map" not in frame(pilot)


async def test_the_list_has_the_new_scenario_when_it_is_shown_again() -> None:
    """Back from the setup and the form: the new one is marked."""
    async with running() as pilot:
        await press(pilot, "n", "s", "s")
        (path,) = scenario_folder().iterdir()
        await press(pilot, "escape", "enter", "escape")
        assert name(pilot) == "ScenarioBrowser"
        marked = pilot.app.screen.query_one(ItemList).highlighted_option
        assert marked is not None
        assert load(path).title in str(marked.prompt)


async def test_in_a_browser_no_file_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The battle can be played all the same."""
    monkeypatch.setenv(SERVED_VARIABLE, SERVED)
    async with running() as pilot:
        await press(pilot, "n", "s", "s")
        assert name(pilot) == "NewGameScreen"
        assert not scenario_folder().exists()


class Games:
    """Stands in for the games of a test, which take minutes: tells progress, and then waits."""

    def __init__(self, points: Mean) -> None:
        """Find a candidate with this share of the points."""
        self.points = points
        self.go_on, self.stopped = Event(), Event()

    def __call__(
        self,
        options: Options,
        workers: Workers,
        *,
        told: Callable[[Candidate], None],
        progress: Callable[[int, int], None],
        **_: Any,
    ) -> Candidate:
        """Play none."""
        progress(12, 200)
        assert workers.stopped is not None
        while not self.go_on.wait(0.01):
            if workers.stopped():
                self.stopped.set()
                raise Stopped("stopped")
        found = Candidate(generate(options), 1, "blue", self.points)
        told(found)
        return found


async def start_test(pilot: Pilot[None]) -> None:
    """Start with a test, and wait until the first games are over."""
    await press(pilot, "n", "s")
    await mark(pilot, "tested")
    await press(pilot, "right")
    await pilot.press("s")
    for _ in range(500):
        await pilot.pause(0.01)
        if "of 40 games" in frame(pilot):
            return
    raise AssertionError(frame(pilot))


@pytest.mark.parametrize("by", ["escape", "s", "mouse", "change"])
async def test_a_test_shows_its_progress_and_is_cancelled(
    by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By key, by a click on the item or by another wish; nothing is kept, and the form stays."""
    games = Games(Mean((50,) * 40, 100))
    monkeypatch.setattr("skirmish.presentation.setup.surprise.even_scenario", games)
    async with running() as pilot:
        await start_test(pilot)
        assert "12 of 40 games, candidate 1 of 5 at most" in frame(pilot)
        if by == "mouse":
            rows = frame(pilot).split("\n")
            await pilot.click(offset=(3, next(y for y, row in enumerate(rows) if "Cancel" in row)))
        elif by == "change":
            await pilot.press("down", "right")
        else:
            await pilot.press(by)
        await settled(pilot)
        assert games.stopped.is_set()
        assert name(pilot) == "SurpriseScreen"
        assert "Test it, then start" in frame(pilot)
        assert not scenario_folder().exists()


@pytest.mark.parametrize(("share", "page"), [(50, False), (0, True)])
async def test_a_tested_scenario_starts(
    share: int, page: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If no candidate was even, a page says so before the setup."""
    games = Games(Mean((share,) * 40, 100))
    monkeypatch.setattr("skirmish.presentation.setup.surprise.even_scenario", games)
    async with running() as pilot:
        await start_test(pilot)
        games.go_on.set()
        await settled(pilot)
        assert name(pilot) == ("Page" if page else "NewGameScreen")
        if page:
            assert "No candidate was even" in frame(pilot)
            await press(pilot, "escape")
        assert name(pilot) == "NewGameScreen"
        (path,) = scenario_folder().iterdir()
        assert load(path).about.notes.endswith("--tested")
