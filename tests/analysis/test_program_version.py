"""Which program played: another one as soon as anything is that decides how a game goes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish.analysis.program_version import ALL_PARTS, GAME_PARTS, program_version

PARTS = ("ai", "lab/play.py")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small program."""
    for name in ("ai/levels.py", "ai/deep/plan.py", "ai/notes.txt", "lab/play.py", "lab/other.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n")
    return tmp_path


def test_it_is_a_version_and_a_hash() -> None:
    """The same whenever it is asked for; what measures counts beside what plays."""
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{8}", program_version())
    assert program_version() == program_version(GAME_PARTS)
    assert program_version(ALL_PARTS) != program_version(GAME_PARTS)


@pytest.mark.parametrize("name", ["ai/levels.py", "ai/deep/plan.py", "ai/new.toml", "lab/play.py"])
def test_whatever_decides_a_game_counts(package: Path, name: str) -> None:
    """Files that are changed or added, at any depth."""
    before = program_version(PARTS, package)
    (package / name).write_text("changed\n")

    assert program_version(PARTS, package) != before


@pytest.mark.parametrize("name", ["ai/notes.txt", "lab/other.py"])
def test_nothing_else_does(package: Path, name: str) -> None:
    """Nor how lines end, which differs from system to system."""
    before = program_version(PARTS, package)
    (package / name).write_text("changed\n")
    (package / "lab/play.py").write_bytes(b"# lab/play.py\r\n")

    assert program_version(PARTS, package) == before
