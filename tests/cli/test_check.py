"""`skirmish check`: silent when all is well, else every fault with its place and remedy."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from skirmish.scenario import shipped
from tests.cli.cli_runner import Run


def test_nothing_is_said_of_a_good_file(run: Run) -> None:
    """Shipped scenarios by their names, in one call."""
    said = run("check", *shipped())

    assert (said.code, said.out, said.err) == (0, "", "")


def test_every_fault_of_every_file_is_told(run: Run, tmp_path: Path) -> None:
    """One line each: file, line, column, field, remedy; the worst fault decides the exit code."""
    (tmp_path / "bad.toml").write_text('format = 1\ntitel = "x"\n')
    (tmp_path / "worse.toml").write_text('format = 1\ntitle = "x\n')

    said = run("check", "bad.toml", "worse.toml", "first_steps")

    assert said.code == 1
    assert said.out == ""
    assert "bad.toml:2:1: titel: unknown key (did you mean 'title'?)" in said.err.splitlines()
    assert "worse.toml:2:" in said.err
    assert run("check", "bad.toml", "missing.toml").code == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("frist_steps", "frist_steps: no such scenario (did you mean 'first_steps'?)"),
        ("no/such.toml", "no/such.toml: no such scenario (check the path)"),
        (".", ".: not a plain file (give the name of a text file)"),
        ("/dev/zero", "zero: not a plain file (give the name of a text file)"),
        ("\x1b[2J", r"\x1b[2J: no such scenario (check the path)"),
        ("\udcff", r"\udcff: no such scenario (check the path)"),
        ("", "not a valid file name"),
    ],
)
def test_what_cannot_be_read(run: Run, name: str, message: str) -> None:
    """Exit 2 and one printable line."""
    said = run("check", name)

    assert said.code == 2
    assert said.fault == message


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"",
        b"[" * 5000,
        b"x = " + b"[" * 5000,
        b"a." * 40000 + b"b = 1\n",
        b'title = "\\u001b[31m"\n',
        b"x" * (2**20 + 1),
        b"format = 1\n" * 500,
    ],
)
def test_hostile_files(run: Run, tmp_path: Path, content: bytes) -> None:
    """No traceback, nothing that steers a terminal, a place for each fault."""
    (tmp_path / "hostile.toml").write_bytes(content)

    said = run("check", "hostile.toml")

    assert said.code in (1, 2)
    assert said.err.startswith("hostile.toml:")
    assert all(line.isprintable() for line in said.err.splitlines())
    assert all(len(line) < 400 for line in said.err.splitlines())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("gap", ["\n", " "])
def test_a_text_to_paste_is_named_as_one(run: Run, tmp_path: Path, gap: str) -> None:
    """Also if it is one long line; the message says what reads it."""
    block = run("pack", "first_steps", "--paste").out.replace("\n", gap)
    (tmp_path / "block.txt").write_text(f"Look:\n\n{block}")
    said = run("check", "block.txt")

    assert said.code == 1
    assert said.err == (
        "block.txt:3: a scenario as a text to paste (skirmish unpack FILE reads it)\n"
    )


def test_a_pipe_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    """It is refused before it is opened."""
    os.mkfifo(tmp_path / "pipe.toml")

    assert "not a plain file" in run("check", "pipe.toml").fault


def test_a_file_is_named_with_the_folder_it_was_given_with(run: Run, tmp_path: Path) -> None:
    """So the lines of two files of one name can be told apart, and an editor finds them."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "bad.toml").write_text("title = 3\n")

    assert "sub/bad.toml:1:9: title: must be text" in run("check", "sub/bad.toml").err


WARNED = (
    'format = 1\ntitle = "x"\nruleset = "opposed_d6"\nturns = 3\n[map]\nrows = "...."\n'
    '[sides.a]\nname = "A"\nfigures = [{ id = "a1", kind = "rifleman", at = [0, 0] }]\n'
    '[sides.b]\nname = "B"\nfigures = [{ id = "b1", kind = "rifleman", at = [3, 0] }]\n'
)


def test_warnings_do_not_fail_unless_asked_to(run: Run, tmp_path: Path) -> None:
    """Each line ends with severity and id."""
    (tmp_path / "w.toml").write_text(WARNED)

    said = run("check", "w.toml")

    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines() == [
        (
            "w.toml:7:1: sides.a: 1 of 1 figure begins in sight of enemies near by"
            " (move one side farther away, or behind walls) [warning: near_at_start]"
        ),
        (
            "w.toml:7:1: sides: the battle is won by destroying the other side alone"
            " (write an objective or a break_point) [note: only_destruction]"
        ),
        (
            "w.toml:10:1: sides.b: 1 of 1 figure begins in sight of enemies near by"
            " (move one side farther away, or behind walls) [warning: near_at_start]"
        ),
    ]
    assert run("check", "--strict", "w.toml").code == 1
    assert run("check", "--strict", "low_water").code == 0


def test_other_programs_read_the_messages(run: Run, tmp_path: Path) -> None:
    """JSON, SARIF and messages of a workflow: warnings and faults alike."""
    (tmp_path / "w.toml").write_text(WARNED)
    (tmp_path / "bad.toml").write_text('format = 1\ntitel = "x"\n')

    plain = json.loads(run("check", "--format", "json", "w.toml", "bad.toml").out)["messages"]
    sarif = json.loads(run("check", "--format", "sarif", "w.toml", "bad.toml").out)
    github = run("check", "--format", "github", "w.toml", "bad.toml")

    assert {one["severity"] for one in plain} == {"error", "warning", "note"}
    first = next(one for one in plain if one["field"] == "titel")
    assert (first["file"], first["line"], first["column"]) == ("bad.toml", 2, 1)
    results = sarif["runs"][0]["results"]
    assert [one["level"] for one in results] == [one["severity"] for one in plain]
    place = results[-1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "bad.toml"
    assert github.code == 1
    lines = github.out.splitlines()
    assert len(lines) == len(plain)
    assert "::error file=bad.toml,line=2,col=1,title=fault::" in github.out
