"""`skirmish report`: what a record came to, printed or written, and never over another file."""

from __future__ import annotations

import json
from pathlib import Path

from skirmish.game import Game, open_text
from tests.cli.cli_runner import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "opposed_d6-first_steps.skr"
MILL = Path(__file__).parents[1] / "tui" / "data" / "mill.toml"


def test_a_battle_that_is_over_is_told_in_full(run: Run) -> None:
    """As text for who reads it, as JSON for programs."""
    text = run("report", GOLDEN)
    data = json.loads(run("report", GOLDEN, "--format", "json").out)

    assert (text.code, text.err) == (0, "")
    assert "both sides" in text.out
    assert data["over"] is True
    assert data["ledger"]["attacks"]


def test_a_file_is_written_where_there_is_none(run: Run, tmp_path: Path) -> None:
    """Its name says the format; another file is left alone but for --force; the path is told."""
    path = tmp_path / "report.html"
    said = run("report", GOLDEN, "-o", path)
    assert (said.code, said.out, said.err) == (0, "", f"{path}\n")
    assert path.read_text().startswith("<!DOCTYPE html>")

    path.write_text("mine")
    again = run("report", GOLDEN, "-o", path)
    assert again.code == 2
    assert "exists already" in again.fault
    assert "--force" in again.fault
    assert path.read_text() == "mine"
    assert run("report", GOLDEN, "-o", path, "--force").code == 0
    assert path.read_text() != "mine"
    assert "unknown format" in run("report", GOLDEN, "-o", "report.pdf").fault


def test_a_battle_that_lasts_is_told_for_a_side(run: Run, tmp_path: Path) -> None:
    """Without one it is refused; with one it tells no more than that side has learnt."""
    path = tmp_path / "mill.skr"
    with Game.new(open_text(MILL.read_text()), 1, {"red": "human"}, record=path) as game:
        game.order("blue", "ready")

    assert "add --side blue or --side red" in run("report", path).fault
    said = run("report", path, "--side", "blue")
    assert said.code == 0
    assert "only what Vale's section knows" in " ".join(said.out.split())
    assert "Lutz" not in said.out
    assert "no side 'green'" in run("report", path, "--side", "green").fault


def test_replay_is_text_where_there_is_no_terminal(run: Run) -> None:
    """As it is with --text."""
    piped, asked = run("replay", GOLDEN), run("replay", GOLDEN, "--text")

    assert piped.code == 0
    assert piped == asked
    assert piped.out.startswith("1 ")
