"""The terminal was in other hands: all of the screen stands there again."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.virtual_terminal import AppTerminal, seated

SIZE = (80, 24)
REDRAW = "\x0c"


@pytest.fixture
def title(tmp_path: Path) -> Iterator[tuple[AppTerminal, int]]:
    """The game at its title, where nothing moves, and its process."""
    (tmp_path / "settings.toml").write_text("animation = false\n")
    homes = {"HOME": str(tmp_path), "SKIRMISH_HOME": str(tmp_path)}
    with seated((), homes, SIZE) as (seat, process):
        seat.see("How to play")
        seat.see("behind:")
        seat.press("j")
        yield seat, process.pid


def test_a_key_redraws_what_others_wrote_over(title: tuple[AppTerminal, int]) -> None:
    """A job in the background has printed into the screen."""
    seat, _ = title
    before = seat.steady()
    seat.screen.write("\x1b[3;3H[1]+ Done\x1b[20;1Hmore of it")
    assert seat.screen.cells != before

    seat.press(REDRAW)

    seat.see_again(before)


@pytest.mark.parametrize("asleep", [signal.SIGTSTP, signal.SIGSTOP])
def test_after_a_sleep_the_screen_is_whole(
    title: tuple[AppTerminal, int], asleep: signal.Signals
) -> None:
    """The shell had the terminal meanwhile; what stood there is gone."""
    seat, pid = title
    before = seat.steady()
    os.kill(pid, asleep)
    os.waitpid(pid, os.WUNTRACED)
    seat.press()
    seat.screen.write("\x1b[2J\x1b[1;1H$ make")

    os.kill(pid, signal.SIGCONT)

    seat.see_again(before)
