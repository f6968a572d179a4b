"""`skirmish keys`: a file to begin with, and what is wrong with one."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.cli.cli_runner import Run


def test_the_printed_file_is_well_as_it_is_and_with_every_line_taken_in(
    run: Run, tmp_path: Path
) -> None:
    """Nothing of it changes a key; the head names the place where the game looks for it."""
    said = run("keys")
    file = tmp_path / "keys.toml"
    file.write_text(said.out, encoding="utf-8")
    assert (said.code, tomllib.loads(said.out)) == (0, {})
    assert "keys.toml" in said.out
    assert run("keys", "--check", file).code == 0

    lines = [line.removeprefix("#") for line in said.out.splitlines() if " = " in line]
    file.write_text("\n".join(lines), encoding="utf-8")
    checked = run("keys", "--check", file)
    assert (checked.code, checked.err) == (0, "")


def test_faults_are_told_with_their_place(run: Run, tmp_path: Path) -> None:
    """A line for each: misspelt ids, keys that do not exist, two meanings; it ends with 1."""
    file = tmp_path / "mine.toml"
    file.write_text('verb.move = "x"\nlok = "c"\nconfirm = "entre"\n', encoding="utf-8")
    said = run("keys", "--check", "mine.toml")
    first, second, third = said.err.splitlines()

    assert said.code == 1
    assert first.startswith("mine.toml:1:6: verb.move: 'x' is already the key of 'look at a tile'")
    assert second == "mine.toml:2:1: lok: no such key id (did you mean 'look'?)"
    assert third == "mine.toml:3:1: confirm: no such key: 'entre' (did you mean 'enter'?)"


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """Ends with 2; one that is no TOML with 1 and its line."""
    (tmp_path / "bad.toml").write_text("\n= 3\n", encoding="utf-8")

    assert run("keys", "--check", "none.toml").code == 2
    assert run("keys", "--check", "bad.toml").err.startswith("bad.toml:2:1: ")
