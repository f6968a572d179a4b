"""`skirmish unpack`: each fault of a text says where it is and what to do."""

from __future__ import annotations

import base64
import io
import sys
import zlib
from pathlib import Path

import pytest

from skirmish.scenario import parse
from tests.cli.cli_runner import Run

LIMIT = 1 << 20


def block(content: bytes) -> bytes:
    """A block of text around packed bytes."""
    code = base64.b64encode(zlib.compress(content, 9))
    head = b"-----BEGIN SKIRMISH SCENARIO-----\ncheck: 0123456789abcdef\n\n"
    return head + code + b"\n-----END SKIRMISH SCENARIO-----\n"


FAULTS = {
    b"skirmish record 1\nruleset d20 2\n": "the record of a game, not a text to paste (play it)",
    b"hello": "there is no scenario in this text",
    b"\xff\xfe": "not UTF-8 text (save it as UTF-8)",
    b"\0" * (LIMIT + 1): "larger than 1 MiB (such a ",
    block(b"x" * 50 * LIMIT): "larger than 1 MiB (a scenario needs far less)",
    block(b"\0" * 100): "pasted text:1:1: U+0000, a control character (remove it)",
}


@pytest.mark.parametrize("content", FAULTS)
def test_faults_of_a_file(content: bytes, run: Run, tmp_path: Path) -> None:
    """By its name; nothing is kept."""
    (tmp_path / "mail.txt").write_bytes(content)

    said = run("unpack", "mail.txt")

    assert FAULTS[content] in said.fault
    assert "pasted text" in said.fault or said.fault.startswith("mail.txt: ")
    assert said.code in (1, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["mail.txt"]


@pytest.mark.parametrize("content", FAULTS)
def test_faults_of_standard_input(
    content: bytes, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which no more is read than the limit."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    said = run("unpack")

    assert FAULTS[content] in said.fault
    assert "pasted text" in said.fault or said.fault.startswith("standard input: ")
    assert said.code in (1, 2)


NOTES = "Red is slow on purpose.\\nBlue is not."


@pytest.fixture
def noted(run: Run, tmp_path: Path) -> Path:
    """A file with notes and two comments."""
    text = run("pack", "first_steps").out
    path = tmp_path / "noted.toml"
    path.write_text(
        f'# Mine.\n{text}# The end: "#" above.\n'.replace(
            "[about]\n", f'[about]\nnotes = "{NOTES}"\n'
        )
    )
    return path


def test_notes_are_kept_and_comments_are_not(noted: Path, run: Run, tmp_path: Path) -> None:
    """In the packed file and in the text to paste; it is said that comments are left out."""
    said = run("pack", noted)
    pasted = run("pack", noted, "--paste")
    (tmp_path / "mail.txt").write_text(pasted.out)
    run("unpack", "mail.txt", "-o", "again.toml")

    words = "noted.toml: 2 comments left out; the notes of [about] are kept\n"
    assert said.err == pasted.err == words
    assert "# " not in said.out
    for text in (said.out, (tmp_path / "again.toml").read_text()):
        assert parse(text).about.notes == NOTES.replace("\\n", "\n")
    assert run("pack", "again.toml").err == ""


def test_a_file_is_replaced_with_force_alone(noted: Path, run: Run, tmp_path: Path) -> None:
    """Also by `unpack`; a folder is not."""
    old = tmp_path / "old.toml"
    old.write_text("mine")
    fault = "old.toml: exists already (choose another name, or add --force to replace it)"
    (tmp_path / "mail.txt").write_text(run("pack", noted, "--paste").out)

    for command in (("pack", noted), ("unpack", "mail.txt")):
        assert run(*command, "-o", "old.toml").fault == fault
        assert old.read_text() == "mine"
        assert run(*command, "-o", "old.toml", "--force").code == 0
        assert "Red is slow" in old.read_text()
        old.write_text("mine")
        assert "exists already" in run(*command, "-o", ".", "--force").fault


def test_another_scenario_of_the_same_name_is_told_of(noted: Path, run: Run) -> None:
    """It is kept beside the one that is there."""
    blocks = [run("pack", name, "--paste").out for name in ("first_steps", noted)]
    said = []
    for number, text in enumerate((*blocks, blocks[0])):
        Path(f"{number}.txt").write_text(text)
        said.append(run("unpack", f"{number}.txt").err)

    words = "s_first_steps.toml has other content, so this one is s_first_steps_2.toml\n"
    assert said == ["", words, "you have this scenario already, as s_first_steps.toml\n"]


def test_a_misspelt_name_may_be_that_of_an_own_scenario(noted: Path, run: Run) -> None:
    """Its file is in the player's folder."""
    Path("mail.txt").write_text(run("pack", noted, "--paste").out)
    kept = Path(run("unpack", "mail.txt").out.strip())
    kept.rename(kept.with_name("the_well.toml"))

    assert run("check", "the_wel").fault == ("the_wel: no such scenario (did you mean 'the_well'?)")
    said = run("armoury", "the_wel").fault
    assert said == "no ruleset or scenario 'the_wel' (did you mean 'the_well'?)"


def test_at_a_terminal_it_is_said_what_is_waited_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And how the text ends."""
    typed = io.TextIOWrapper(io.BytesIO(b"hello"))
    monkeypatch.setattr(typed, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdin", typed)

    assert run("unpack").err.startswith("Paste the block, from BEGIN to END, then ctrl+")
