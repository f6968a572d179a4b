"""Calling tools and the game's own commands."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from skirmish.__main__ import main as skirmish
from tests.cli.cli_runner import CliResult, Run

TOOLS = {
    "behaviour_checks": "tools.behaviour_checks",
    "exam": "tools.exam.__main__",
    "ladder": "tools.ladder.__main__",
    "styles": "tools.styles",
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call a tool by its name, or a command of the game, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(name: str | Path, *arguments: str | Path) -> CliResult:
        tool = TOOLS.get(str(name), "")
        main = import_module(tool).main if tool else skirmish
        words = arguments if tool else (name, *arguments)
        monkeypatch.setattr("sys.argv", ["called", *map(str, words)])
        code: object = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        printed = capsys.readouterr()
        assert isinstance(code, int)
        assert "Traceback" not in printed.err
        return CliResult(code, printed.out, printed.err)

    return call
