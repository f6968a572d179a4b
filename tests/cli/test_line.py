"""`skirmish play --line`: a whole battle over a pipe."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from skirmish.core.sanitize import display_width
from skirmish.scenario import find
from skirmish.scenario.files import scenario_bytes
from tests.cli.cli_runner import Run

SCRIPT = ["ready", "look", "move towards 16,9", "odds fire r1", "next", *["end"] * 20]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A script on standard input, and a home of its own."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(SCRIPT) + "\n"))
    monkeypatch.setenv("SKIRMISH_HOME", str(tmp_path / "home"))


@pytest.mark.usefixtures("types")
def test_a_whole_battle_over_a_pipe(run: Run) -> None:
    """To its report, in plain lines; its record agrees with the rules."""
    said = run("play", "--line", "first_steps", "--as", "red=recruit", "--seed", "3")
    path = next(Path("home/records").glob("*.skr"))

    lines = said.out.split("\n")
    assert (said.code, said.err) == (0, "")
    assert "The battle is over." in lines
    assert any(line.startswith(("Victory: ", "A draw")) for line in lines)
    assert all(display_width(line) <= 100 and line.isprintable() for line in lines)
    assert run("verify", path).code == 0


def test_a_record_does_not_say_how_its_scenario_was_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By its name or by any path: the same bytes."""
    text = scenario_bytes(find("first_steps")).decode()
    below = tmp_path / "own" / "deep"
    below.mkdir(parents=True)
    for place in ("mine.toml", "own/mine.toml", "own/a\\b.toml"):
        (tmp_path / place).write_text(text)
    names = ("first_steps", "mine.toml", "./mine.toml", tmp_path / "mine.toml", "own/a\\b.toml")
    records = []
    for number, name in enumerate((*names, "own/deep/../mine.toml")):
        monkeypatch.setattr("sys.stdin", io.StringIO("ready\nquit\n"))
        said = run("play", "--line", name, "--seed", "3", "--record", f"{number}.skr")
        assert said.code == 0
        records.append(Path(f"{number}.skr").read_bytes())

    assert len(records) == len(names) + 1
    assert {*records} == {records[0]}


@pytest.mark.usefixtures("types")
def test_without_a_scenario_one_is_chosen(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a list, by number or by name; what is wrong is told and asked again."""
    monkeypatch.setattr("sys.stdin", io.StringIO("99\nfrist_steps\n1\nlook\n"))
    said = run("play", "--line")

    assert said.code == 0
    assert "  1: First steps. Opposed d6, 24x16, 3 v 3." in said.out
    assert "did you mean 'first_steps'?" in said.out
    assert "b1 Marten, sergeant, at 3,6: facing east, can deploy." in said.out
    assert "The input has ended." in said.out


@pytest.mark.usefixtures("types")
def test_own_scenarios_are_listed_with_their_files(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that two of one title differ; a pasted one may have no-break spaces."""
    folder = Path("home/scenarios")
    folder.mkdir(parents=True)
    packed = run("pack", "first_steps").out
    (folder / "My Mill.toml").write_text(packed)
    (folder / "low_water.toml").write_text(packed.replace("[about]", '[about]\nversion = "0.3"'))
    block = run("pack", "low_water", "--paste").out.replace(" ", "\u00a0")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"first steps\n{block}quit\n"))

    said = run("play", "--line")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    named = run("play", "--line", "My Mill", "--seed", "1")

    assert "First steps (low_water.toml, version 0.3). Opposed d6, 24x16, 3 v 3." in said.out
    assert "First steps (My Mill.toml). Opposed d6, 24x16, 3 v 3." in said.out
    assert (folder / "s_low_water.toml").exists()
    assert "'Low water' is in your own scenarios as" in said.out
    assert "home/scenarios/s_low_water.toml." in "".join(said.out.split())
    several = said.out[said.out.index("Several have this in their names:") :]
    assert re.findall(r"^  \d+: ([^.]+(?:\.toml[^)]*\))?)\. ", several, re.MULTILINE) == [
        "First steps",
        "First steps (My Mill.toml)",
        "First steps (low_water.toml, version 0.3)",
    ]
    assert (named.code, named.err) == (0, "")


@pytest.mark.usefixtures("types")
def test_settings_are_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the screen; what is wrong with their file is told, and the rest is heeded."""
    monkeypatch.setattr("sys.stdin", io.StringIO("advise\nodds\nquit\n"))
    Path("home").mkdir()
    Path("home/settings.toml").write_text('adviser = "none"\nodds = "rough"\nhue = 1\n')
    Path("home/keys.toml").write_text('nonsense = "x"\n')
    said = run("play", "--line", "first_steps")

    assert "The setting 'adviser' is off (" in said.out
    assert "Exact odds are off in your settings." in said.out
    assert said.err.count("\n") == 1
    assert "settings.toml:3:1: hue: no such setting" in said.err


@pytest.mark.usefixtures("types")
def test_a_side_that_a_resumed_battle_has_not(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is refused in words, however the record was chosen, and the record stays as it was."""
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    run("play", "--line", "first_steps", "--as", "red=recruit")
    begun = next(Path("home/records").glob("*.skr"))
    before = begun.read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO("resume\nquit\n"))
    said = run("play", "--line", "--as", "green=human")

    assert said.code == 2
    assert "no side 'green'" in said.err
    assert begun.read_text() == before


def test_no_input_at_all(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is no fault."""
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    said = run("play", "--line")

    assert said.code == 0
    assert said.out.endswith("No battle was started.\n")
