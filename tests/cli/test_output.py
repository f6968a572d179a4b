"""Output of commands: the progress bar."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest

from skirmish.cli.output import progress


class Terminal(StringIO):
    """What is drawn on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Callable[[float, int, int], str]:
    """The line of the bar when after so many seconds so much is done, of so much."""

    def draw(seconds: float, done: int, of: int) -> str:
        screen, clock = Terminal(), iter((0, seconds))
        monkeypatch.setattr("sys.stderr", screen)
        monkeypatch.setattr("skirmish.cli.output.monotonic", lambda: next(clock))
        with progress("pairs") as watch:
            watch(done, of)
        return screen.getvalue().split("\r")[-1].partition("]  ")[2].split("\x1b")[0].strip()

    return draw


def test_no_bar_is_drawn_before_there_is_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all games are kept there is none at all."""
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    with progress():
        pass
    assert screen.getvalue() == ""

    with progress() as watch:
        watch(0, 40)
    assert "0/40" in screen.getvalue()


def test_the_bar_tells_rate_and_time_left(drawn: Callable[[float, int, int], str]) -> None:
    """One follows from the other: 26 that are left at 2.8 a second take 9 s."""
    assert drawn(5, 14, 40) == "14/40  2.8 pairs a second, 9 s left"
    assert drawn(50, 10, 50) == "10/50  12.0 pairs a minute, 3 min 20 s left"
    assert drawn(60, 10, 661) == "10/661  10.0 pairs a minute, 1 h 05 min left"
    assert drawn(5, 40, 40) == "40/40  8.0 pairs a second"
