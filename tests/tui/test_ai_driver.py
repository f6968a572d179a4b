"""The computer player: its orders are given only while they fit; failures are shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from skirmish.presentation.user_files import HOME_VARIABLE
from skirmish.tui.app import SkirmishApp
from skirmish.tui.flow import StartOptions
from skirmish.tui.screens import pause
from tests.tui.pilots import frame
from tests.tui.test_every_key import Slow
from tests.tui.test_flow import SMALL, battle, record

BY_HAND = "player red human"


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """An opponent that thinks until it is told to stop."""
    slow = Slow()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr("skirmish.presentation.setup.opponents.ComputerOpponent", lambda *_: slow)
    return slow


@asynccontextmanager
async def against(slow: Slow) -> AsyncIterator[Pilot[None]]:
    """The mill, resumed where red begins to think."""
    app = SkirmishApp(start=StartOptions(record(("blue", "ready"), ("blue", "end"))), pace=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        try:
            assert battle(pilot).session.ai_driver.thinking == "red"
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


async def test_what_is_skipped_to_is_said_until_it_comes(slow: Slow) -> None:
    """Or how far the enemy's bound is played faster; the latest of both."""
    async with against(slow) as pilot:
        session = battle(pilot).session
        for key, words in (("enter", "Faster until"), ("e", "Skipping to")):
            await pilot.press(key)
            await pilot.pause()
            assert session.controller.notice == f"{words} your next orders."
            assert f"{words} your next orders." in frame(pilot)
        slow.enough.set()
        await through(pilot)
        session.hand_over("red", "human")
        await pilot.pause()
        assert "next orders" not in frame(pilot)


async def test_leaving_cuts_a_thought_off(slow: Slow) -> None:
    """The program need not wait for it to end."""
    async with against(slow) as pilot:
        wait = battle(pilot).session.ai_driver._progress  # noqa: SLF001 - what its thread asks
        assert not wait.pace.cut()
        await menu(pilot, pause.TITLE)

        assert wait.pace.cut()
