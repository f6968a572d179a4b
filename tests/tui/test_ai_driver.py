"""The computer player: its orders are given only while they fit; failures are shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from skirmish.core.orders import Order
from skirmish.core.view import View
from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.screens import pause
from skirmish.tui.screens.report import ReportScreen
from tests.tui.test_every_key import Slow
from tests.tui.test_flow import SMALL, battle, name, record
from tests.tui.toy_game import played

BY_HAND = "player red human"


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """An opponent that thinks until it is told to stop."""
    slow = Slow()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr("skirmish.presentation.opponents.ComputerOpponent", lambda *_: slow)
    return slow


@asynccontextmanager
async def against(slow: Slow) -> AsyncIterator[Pilot[None]]:
    """The mill, resumed where red begins to think."""
    app = SkirmishApp(start=StartOptions(record(("blue", "ready"), ("blue", "end"))), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        try:
            assert battle(pilot).ai_driver.thinking == "red"
            yield pilot
        finally:
            slow.enough.set()


async def through(pilot: Pilot[None]) -> None:
    """All threads have ended, and what they told has come."""
    while not all(worker.is_finished for worker in pilot.app.workers):
        await pilot.pause(0.01)
    await pilot.pause()


async def menu(pilot: Pilot[None], chosen: str) -> None:
    """Choose something from the menu over the battle."""
    await pilot.press("q")
    assert isinstance(pilot.app.screen, pause.PauseMenu)
    pilot.app.screen.dismiss(chosen)
    await pilot.pause()


@pytest.mark.parametrize("when", ["held", "covered", "seated"])
async def test_what_was_thought_of_is_not_given_for_a_person(slow: Slow, when: str) -> None:
    """Whether it came before the side was taken by hand, under the curtain, or after it."""
    async with against(slow) as pilot:
        game = battle(pilot).game
        if when == "held":
            await pilot.press("escape")
            slow.enough.set()
            await through(pilot)
        await menu(pilot, BY_HAND)
        lines = len(game.lines)
        if when == "covered":
            slow.enough.set()
            await through(pilot)
        assert name(pilot) == "CurtainScreen"
        await pilot.press("enter")
        slow.enough.set()
        await through(pilot)
        await pilot.press("enter")

        assert (name(pilot), battle(pilot).seat, len(game.lines)) == ("BattleScreen", "red", lines)


async def test_resigning_does_not_wait_for_a_thought(slow: Slow) -> None:
    """The report is there at once, and below it nothing is held up or complained of."""
    async with against(slow) as pilot:
        await menu(pilot, pause.RESIGN)
        assert isinstance(pilot.app.screen, ReportScreen)
        slow.enough.set()
        await through(pilot)

        screen = battle(pilot)
        assert (screen.ai_driver.stopped, screen.controller.notice) == (False, "")


async def test_leaving_cuts_a_thought_off(slow: Slow) -> None:
    """The program need not wait for it to end."""
    async with against(slow) as pilot:
        wait = battle(pilot).ai_driver._wait  # noqa: SLF001 - what its thread asks
        assert not wait.pace.cut()
        await menu(pilot, pause.TITLE)

        assert wait.pace.cut()


async def test_an_opponent_that_fails_is_told_and_may_try_again() -> None:
    """It counts as stopped, and the words are those of a program and not of its figures."""

    def fail(view: View) -> Order:
        raise KeyError(view.side)

    app = SkirmishApp(pace=0)
    async with app.run_test(size=SMALL) as pilot:
        screen = app.run_battle(played(red="random"), hire=lambda *_: fail)
        await pilot.pause()
        await pilot.press("e", "e")
        await through(pilot)

        assert screen.ai_driver.stopped
        assert screen.controller.notice == (
            "the computer could not decide: a fault of the program (KeyError)"
        )
