"""`skirmish serve`: what is told before anything is served, and that Ctrl-C ends it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from skirmish.errors import UsageProblem
from skirmish.presentation.user_files import SERVED_VARIABLE, need_own_terminal
from tests.cli.cli_runner import Run
from tests.cli.virtual_terminal import COMMAND, PATIENCE


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this machine that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def test_without_its_extra_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, with the package by its own name."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    said = run("serve")

    assert said.code == 2
    assert "needs textual-serve" in said.fault
    assert "pip install textual-serve" in said.fault


def test_a_port_that_is_taken(run: Run, port: int) -> None:
    """It says so, and how to choose another one."""
    said = run("serve", "--port", str(port))

    told = f"127.0.0.1:{port}: the port is taken (choose another with --port)"
    assert (said.code, said.fault) == (2, told)


def test_it_warns_where_others_may_come(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where the host is not this machine's own."""
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr("skirmish.web.server.serve", lambda *told: asked.append(told[:2]))
    quiet, warned = run("serve"), run("serve", "--host", "192.0.2.1")

    assert quiet.err == ""
    assert "there is no login" in warned.err
    assert asked == [("127.0.0.1", 8000), ("192.0.2.1", 8000)]


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """With a word, and no error."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    with subprocess.Popen(
        [COMMAND, "serve", "--port", str(free)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "SKIRMISH_HOME": str(tmp_path)},
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == (
            f"skirmish is at http://127.0.0.1:{free}/ (Ctrl-C ends it)\n"
        )
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE) == 0
        assert server.stdout.read() == "stopped\n"


def test_a_served_game_takes_no_files(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by the command line nor by whatever asks first."""
    monkeypatch.setenv(SERVED_VARIABLE, "1")

    for arguments in (("first_steps",), ("--record", "here")):
        said = run("play", *arguments)
        assert (said.code, said.fault) == (
            2,
            "naming files is off in the browser (play in a terminal for that)",
        )
    with pytest.raises(UsageProblem):
        need_own_terminal("writing files")
