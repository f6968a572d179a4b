"""`skirmish play`: only in a terminal, and with everything in order before the screen comes up."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.cli_runner import Run

NO_TERMINAL = (
    "no terminal to play in"
    " (run it in a terminal; 'skirmish play --line', 'simulate' and 'odds' need none)"
)
COMMAND = Path(sys.executable).with_name("skirmish")
PATIENCE = 20.0


@pytest.mark.parametrize("arguments", [(), ("play",), ("play", "first_steps"), ("play", "none")])
def test_without_a_terminal_there_is_no_game(run: Run, arguments: tuple[str, ...]) -> None:
    """Exit 2 with a hint."""
    said = run(*arguments)

    assert (said.code, said.fault) == (2, NO_TERMINAL)


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_every_stream_has_to_be_the_terminal(stream: str) -> None:
    """Keys come from one, the screen is measured on another and drawn on the third."""
    master, slave = pty.openpty()
    with Path(os.devnull).open("r+b") as nowhere:
        one, two, three = (
            nowhere.fileno() if name == stream else slave for name in ("stdin", "stdout", "stderr")
        )
        done = subprocess.run(
            [COMMAND], stdin=one, stdout=two, stderr=three, check=False, timeout=PATIENCE
        )
    os.close(slave)
    told = b"" if stream == "stderr" else os.read(master, 4096)
    os.close(master)

    assert done.returncode == 2
    assert stream == "stderr" or told.decode().strip() == NO_TERMINAL


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all streams were a terminal."""
    monkeypatch.setattr("skirmish.cli.play.is_terminal", lambda _stream: True)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("frist_steps",), 2, "frist_steps: no such scenario (did you mean 'first_steps'?)"),
        (("bad.toml",), 1, "bad.toml:1:1: "),
        (("none.skr",), 2, "none.skr: cannot be opened"),
        (("bad.skr",), 1, "bad.skr: is not a record"),
        (("first_steps", "--player", "pink=human"), 2, "no side 'pink' (one of: blue, red)"),
        (
            ("first_steps", "--player", "blue=genius"),
            2,
            "no player 'genius' for blue (one of: human, ",
        ),
        (("--player", "blue"), 2, "--player 'blue' is not SIDE=WHO (as in blue=regular)"),
        (("first_steps", "--record", "x.txt"), 2, "x.txt: a record's name must end in .skr"),
        (("bad.skr", "--seed", "3"), 2, "a record cannot be combined with --seed"),
        (("--seed", "-1"), 2, "skirmish play: Invalid value for '--seed': must be 0 to 99"),
    ],
)
def test_what_is_wrong_is_told_before_the_screen_comes_up(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, message: str
) -> None:
    """In one line (of a scenario: each fault in one), like everywhere."""
    (tmp_path / "bad.toml").write_text("format = 1\n")
    (tmp_path / "bad.skr").write_text("no record\n")

    said = run("play", *arguments)

    assert said.code == code
    assert said.err.startswith(message)


@pytest.mark.usefixtures("terminal")
def test_a_terminal_that_cannot_draw(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plainest of terminals is told so."""
    monkeypatch.setenv("TERM", "dumb")

    said = "TERM=dumb means that this terminal cannot draw"
    remedy = "use another one; 'skirmish play --line' draws nothing"
    assert run("play").fault == f"{said} ({remedy})"


@pytest.mark.parametrize("asked", [None, signal.SIGTERM, signal.SIGHUP])
def test_the_installed_command_in_a_terminal(tmp_path: Path, asked: signal.Signals | None) -> None:
    """It shows the title, quits when told to, and leaves the terminal as it was."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    before = termios.tcgetattr(slave)
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    environment = {**os.environ, **homes, "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [COMMAND], stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    ) as game:
        try:
            shown = until(master, (b"New battle", b"New game", b"Quit"))
            if asked is None:
                os.write(master, b"\x11")
            else:
                game.send_signal(asked)
            shown += until(master, (b"\x1b[?1049l",))
            assert game.wait(PATIENCE) == (0 if asked is None else 128 + asked)
            shown += rest(master)
        finally:
            game.kill()
    after = termios.tcgetattr(slave)
    os.close(slave)
    os.close(master)

    assert b"\x1b[?1049h" in shown
    assert b"\x1b[?25h" in shown[shown.rindex(b"\x1b[?1049h") :]
    assert after == before


def until(master: int, wanted: Sequence[bytes]) -> bytes:
    """What a program writes to its terminal until one of these has come."""
    shown = b""
    deadline = time.monotonic() + PATIENCE
    while not any(text in shown for text in wanted):
        left = deadline - time.monotonic()
        ready, _, _ = select.select([master], [], [], max(0.0, left))
        assert ready, shown[-500:]
        shown += os.read(master, 65536)
    return shown


def rest(master: int) -> bytes:
    """What a program that has ended wrote and nobody read yet."""
    shown = b""
    while select.select([master], [], [], 0)[0]:
        shown += os.read(master, 65536)
    return shown
