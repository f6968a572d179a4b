"""Background work ends in its result or in the reason for a failure, and nothing comes late."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event
from time import monotonic

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from skirmish.errors import UsageProblem
from skirmish.game import Game
from skirmish.presentation.reasons.explain_record import RecordExplainer
from skirmish.tui.app import SkirmishApp
from skirmish.tui.background import BackgroundTask, Job, ScreenExecutor
from skirmish.tui.screens.browser import ScenarioBrowser
from skirmish.tui.screens.explanation import ExplanationPage
from skirmish.tui.screens.record_list import RecordList
from skirmish.tui.screens.report import ReportScreen
from skirmish.tui.screens.title import TitleScreen
from tests.tui.pilots import frame
from tests.tui.test_replay import GOLDEN

FAULT = "a program error (TypeError)"


pytestmark = pytest.mark.usefixtures("own_home")


async def through(pilot: Pilot[None]) -> None:
    """All threads have ended, and what they told has come."""
    await pilot.pause()
    while not all(worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.01)
    await pilot.pause()


class Heard:
    """What one piece of work let its screen hear."""

    def __init__(self, task: BackgroundTask) -> None:
        """Hear nothing yet."""
        self.task, self.enough, self.words = task, Event(), list[str]()

    def begin(self, fault: Exception | None = None) -> None:
        """Work that tells something, and ends or fails when it may."""

        def work(job: Job) -> str:
            job.send(self.words.append, "begun")
            self.enough.wait(30)
            if fault is not None:
                raise fault
            return "done"

        self.task.start(work, self.words.append, self.words.append)


@pytest.mark.parametrize(
    ("fault", "said"),
    [(None, "done"), (UsageProblem("no such thing"), "no such thing"), (TypeError("r4"), FAULT)],
)
async def test_it_ends_in_a_result_or_in_words(fault: Exception | None, said: str) -> None:
    """What is foreseen in its own words, anything else by its kind alone."""
    app = App[None]()
    async with app.run_test() as pilot:
        heard = Heard(BackgroundTask(app.screen, "some"))
        heard.enough.set()
        heard.begin(fault)
        await through(pilot)

        assert heard.words == ["begun", said]


async def test_work_rests_while_a_key_is_answered() -> None:
    """So the answer does not share the processor; work that is dropped goes on to its end."""
    app = SkirmishApp()
    async with app.run_test() as pilot:
        job = Job(pilot.app.screen)
        app.answered_at = monotonic() + 0.05
        assert not job.cancelled
        assert monotonic() >= app.answered_at

        app.answered_at = monotonic() + 3600
        job.cancel()
        assert job.cancelled


async def test_work_for_a_draft_rests_while_its_effect_is_played() -> None:
    """That of the computer and the adviser goes on."""
    app = SkirmishApp()
    async with app.run_test() as pilot:
        watched = True
        executor = ScreenExecutor(pilot.app.screen, lambda: watched)
        done = list[str]()
        for group in ("outlook", "reach", "labels", "ai"):
            executor.task(group).start(partial(_group_unless_cancelled, group), done.append, print)
        await pilot.pause(0.2)
        assert done == ["ai"]

        watched = False
        await through(pilot)
        assert sorted(done) == ["ai", "labels", "outlook", "reach"]


def _group_unless_cancelled(group: str, job: Job) -> str:
    return "" if job.cancelled else group


async def test_what_is_dropped_or_comes_too_late_is_not_heard() -> None:
    """After another piece of work, after it was dropped, and when the screen is gone."""
    app = App[None]()
    async with app.run_test() as pilot:
        screen = Screen[None]()
        await app.push_screen(screen)
        task = BackgroundTask(screen, "some")
        first, second = Heard(task), Heard(task)
        first.begin()
        second.begin()
        await pilot.pause(0.05)
        first.enough.set()
        await app.pop_screen()
        second.enough.set()
        await through(pilot)

        assert (first.words, second.words) == ([], ["begun"])


@pytest.mark.parametrize(
    ("broken", "make"),
    [
        ("skirmish.presentation.setup.saves.saved_battles", lambda _: TitleScreen(print)),
        ("skirmish.presentation.setup.saves.list_saves", lambda _: RecordList(print)),
        (
            "skirmish.presentation.setup.scenario_list.shipped_entries",
            lambda _: ScenarioBrowser(print, print),
        ),
        ("skirmish.tui.screens.report.summarize_battle", lambda game: ReportScreen(game, print)),
        (
            "skirmish.tui.screens.explanation.why_lines",
            lambda game: ExplanationPage(RecordExplainer(game), 3),
        ),
    ],
)
async def test_no_screen_waits_for_what_has_failed(
    broken: str, make: Callable[[Game], Screen[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each says that it did, in place of what was to come."""

    def fail(*_: object) -> None:
        raise TypeError

    monkeypatch.setattr(broken, fail)
    app = SkirmishApp()
    async with app.run_test() as pilot:
        app.push_screen(make(Game.replay(GOLDEN)))
        await through(pilot)

        assert FAULT in frame(pilot)
        assert " .." not in frame(pilot)


async def test_the_list_of_scenarios_begins_at_the_system_played_last() -> None:
    """Its first scenario is marked, where no other was marked by the player."""
    app = SkirmishApp()
    async with app.run_test(size=(120, 40)) as pilot:
        browser = ScenarioBrowser(print, print, begin_at="trait_die")
        app.push_screen(browser)
        marked = None
        for _ in range(200):
            await pilot.pause(0.02)
            marked = browser._marked()  # noqa: SLF001 - what enter would choose
            if marked is not None and marked.scenario and marked.scenario.ruleset == "trait_die":
                break
        assert marked is not None
        assert marked.scenario is not None
        assert marked.scenario.ruleset == "trait_die"
