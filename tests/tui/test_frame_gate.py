"""One frame in flight: what the terminal's answers tell of its line."""

from __future__ import annotations

from time import monotonic

import pytest
from textual.app import App
from textual.events import CursorPosition

from skirmish.tui.frame_gate import ASK, ENOUGH, PATIENCE, PROBED, SLOW_ANSWER, FrameGate
from skirmish.tui.settings import Settings
from skirmish.tui.settings_app import SettingsApp, is_palette_fixed
from tests.toy_game import played
from tests.tui.test_battle import QUIET, at_table


class Line:
    """A line whose answers come when a test says so."""

    def __init__(self) -> None:
        """Begin at time 0 with an open gate."""
        self.time = 0.0
        self.asked = 0
        self.gate = FrameGate(self.write, lambda: self.time)

    def write(self, text: str) -> bool:
        """Take the question."""
        assert text == ASK
        self.asked += 1
        return True

    def ask(self) -> None:
        """Write a frame and ask for an answer."""
        self.gate.wrote(ENOUGH)
        self.gate.ask()

    def frame(self, seconds: float) -> None:
        """Write a frame that is taken after some seconds."""
        self.ask()
        self.time += seconds
        self.gate.answered()


def test_a_frame_waits_for_the_answer_to_the_last_one() -> None:
    """But not for ever: a terminal may not answer."""
    line = Line()
    line.ask()
    line.ask()
    assert line.asked == 1
    assert not line.gate.open
    line.time += PATIENCE + 1
    assert line.gate.open
    for _ in range(4):
        line.ask()
        line.time += PATIENCE + 1
    assert line.asked == 2


def test_small_frames_are_asked_about_together() -> None:
    """Once they come to so much text that a slow line needs time for it."""
    line = Line()
    for _ in range(3):
        line.gate.wrote(ENOUGH // 3 + 1)
        assert not line.asked
        line.gate.ask()
    assert line.asked == 1
    line.gate.answered()
    line.gate.ask()
    assert line.asked == 1


def test_the_line_is_probed_seldom() -> None:
    """Not at each turn of a wheel."""
    line = Line()
    for _ in range(3):
        line.gate.wrote(ENOUGH)
        line.gate.probe()
        line.gate.answered()
    assert line.asked == 1
    line.time += PROBED
    line.gate.probe()
    assert line.asked == 2


@pytest.mark.parametrize("seconds", [SLOW_ANSWER * 1.5, PATIENCE * 3])
def test_three_slow_answers_in_a_row_make_a_slow_line(seconds: float) -> None:
    """Also answers that were no longer waited for."""
    line = Line()
    line.frame(seconds)
    line.frame(seconds)
    line.frame(SLOW_ANSWER / 2)
    line.frame(seconds)
    line.frame(seconds)
    assert not line.gate.slow
    line.frame(seconds)
    assert line.gate.slow


def test_an_answer_that_lay_unread_says_nothing_of_the_line() -> None:
    """This machine was busy."""
    line = Line()
    for _ in range(4):
        line.ask()
        line.time += SLOW_ANSWER * 2
        assert not line.gate.answered(line.time - SLOW_ANSWER)
    assert not line.gate.slow


def test_a_slow_line_is_reported_once_and_measured_again() -> None:
    """Only the answer that decides reports it."""
    line = Line()
    found = []
    for _ in range(5):
        line.ask()
        line.time += SLOW_ANSWER * 2
        found.append(line.gate.answered(line.time))
    assert found == [False, False, True, False, False]
    line.gate.measure_again()
    line.frame(SLOW_ANSWER * 2)
    assert not line.gate.slow


def test_an_answer_to_an_older_question_is_not_taken_for_a_quick_one() -> None:
    """Each answer is to the oldest question."""
    line = Line()
    for _ in range(4):
        line.ask()
        line.time += PATIENCE + 0.1
        if line.asked > 1:
            line.gate.answered()
    assert line.gate.slow


async def test_a_battle_says_that_its_line_is_slow() -> None:
    """Below the map, when the answer comes that decides."""
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        assert isinstance(pilot.app, SettingsApp)
        gate = pilot.app.frame_gate
        for _ in range(3):
            gate._asked.append(monotonic() - 2 * SLOW_ANSWER)  # noqa: SLF001 - there is no terminal
            pilot.app.post_message(CursorPosition(1, 1))
            await pilot.pause()

        assert gate.slow
        assert "a slow line" in screen.session.controller.notice


async def test_a_slow_line_gets_the_next_screen_when_it_has_taken_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What changes until then is shown in one go, and never later than by patience."""
    shown: list[bool] = []
    monkeypatch.setattr(App, "_display", lambda *_: shown.append(True))
    async with at_table(played(QUIET, red="random")) as (pilot, screen):
        assert isinstance(pilot.app, SettingsApp)
        gate = pilot.app.frame_gate
        gate.slow = True
        gate._asked.append(monotonic())  # noqa: SLF001 - there is no terminal
        shown.clear()
        for _ in range(3):
            screen.refresh()
            await pilot.pause()
        assert not shown

        pilot.app.post_message(CursorPosition(1, 1))
        await pilot.pause(0.1)
        assert shown


@pytest.mark.parametrize(("wanted", "flat"), [("auto", True), ("flat", True), ("painted", False)])
def test_a_slow_line_makes_maps_flat_unless_painted_ones_are_asked_for(
    wanted: str, *, flat: bool
) -> None:
    """What the player sets counts more than what was measured."""
    app = SettingsApp(settings=Settings(map=wanted))
    app.frame_gate.slow = True
    assert is_palette_fixed(app) == flat
