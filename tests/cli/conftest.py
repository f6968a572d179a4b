"""Calling commands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from skirmish.__main__ import answer
from tests.cli.cli_runner import CliResult, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Call a command in an empty folder; what it prints and its exit code."""
    monkeypatch.chdir(tmp_path)
    if "SKIRMISH_HOME" not in os.environ:
        monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path / "home"))

    def call(*arguments: str | Path) -> CliResult:
        monkeypatch.setattr("sys.argv", ["skirmish", *map(str, arguments)])
        code: object = 0
        try:
            answer()
        except SystemExit as end:
            code = end.code or 0
        printed = capsys.readouterr()
        assert isinstance(code, int)
        assert "Traceback" not in printed.err
        return CliResult(code, printed.out, printed.err)

    return call
