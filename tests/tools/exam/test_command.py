"""`python -m tools.exam`: how well levels of the computer play positions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.cli_runner import IDENTITY, Run

POSITION = Path(__file__).parents[2] / "exam" / "opposed_d6_the_dearer_of_two.toml"


def test_the_exam_tells_each_level(run: Run, tmp_path: Path) -> None:
    """The positions of a folder, for the levels that were named; as text and as JSON."""
    shutil.copy(POSITION, tmp_path)
    asked = ("exam", "--positions", str(tmp_path), "--levels")

    assert run(*asked, "regular").out.split("\n")[:2] == [
        "regular: 4 of 4 passed, 100.0%",
        "  1 position, 0 failed on some way",
    ]
    data = json.loads(run(*asked, "recruit, regular", "--json").out)
    assert IDENTITY.fullmatch(data["version"])
    assert [report["level"] for report in data["exam"]] == ["recruit", "regular"]


def test_one_position_by_its_file(run: Run) -> None:
    """A file is sat as a folder of one; an order drawn by chance is told by its text."""
    asked = ("exam", "--positions", str(POSITION), "--levels")

    assert run(*asked, "idle").out.split("\n")[3:] == [
        "",
        "opposed_d6_the_dearer_of_two (opposed_d6, fire): drawn, mirrored, upside down, turned",
        "  not: first b1 r1",
        "  nothing",
        "",
    ]
    assert ", drawn by chance +0.0" in run(*asked, "random").out


def test_the_exam_in_other_processes(run: Run, tmp_path: Path) -> None:
    """What is told does not depend on how many sit it."""
    shutil.copy(POSITION, tmp_path)
    asked = ("exam", "--positions", str(tmp_path), "--levels", "recruit,regular")

    assert run(*asked, "--jobs", "2") == run(*asked, "--jobs", "1")


def test_a_faulty_question_is_one_line(run: Run, tmp_path: Path) -> None:
    """With the file and the field, and no trace of the program."""
    text = POSITION.read_text(encoding="utf-8")
    asked = '#: holds = ["inside b1 500,500-9,9"]'
    lines = [asked if line.startswith("#: holds") else line for line in text.split("\n")]
    (tmp_path / "far.toml").write_text("\n".join(lines), encoding="utf-8")
    said = run("exam", "--levels", "regular", "--positions", str(tmp_path))

    assert said.code == 1
    assert said.fault.startswith("far.toml: holds: 'inside b1 500,500-9,9': ")
    assert "500,500 is not on the map" in said.fault


def test_a_folder_without_positions(run: Run, tmp_path: Path) -> None:
    """It is told where there is nothing to sit."""
    nothing = run("exam", "--levels", "regular", "--positions", str(tmp_path))

    assert nothing.code == 2
    assert nothing.fault.endswith("no positions (name a folder of scenario files, or one of them)")


def test_a_level_that_is_none(run: Run) -> None:
    """It is told which levels there are."""
    said = run("exam", "--levels", "regular,genius")

    assert said.code == 2
    assert said.fault.startswith("no level 'genius' (")
