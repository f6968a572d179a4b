"""`skirmish replay` and `skirmish verify`: what a record tells, and whether it is true."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from skirmish.analysis.self_play import play
from skirmish.core.events import EVENTS, Left, ToldEvent
from skirmish.game import Game, opening_of
from skirmish.record import Record
from skirmish.scenario import find, load
from tests.cli.cli_runner import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "d20-water_station.skr"


@pytest.fixture(scope="module")
def game() -> Game:
    """A game that was played to its end."""
    opening = opening_of(load(find("first_steps")))
    return play(opening, {"blue": "random", "red": "random"}, 5)


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    """Its record, as a file."""
    path = tmp_path / "game.skr"
    path.write_text(game.record.text)
    return path


def test_a_record_that_agrees(run: Run, record: Path, game: Game) -> None:
    """Exit 0, and how many orders were carried out again."""
    said = run("verify", record)

    assert (said.code, said.err) == (0, "")
    assert said.out == f"game.skr: {len(game.lines)} orders agree\n"


def test_the_first_difference_is_told_with_its_line(run: Run, tmp_path: Path, game: Game) -> None:
    """Exit 1; the other records are looked at all the same."""
    entries = list(game.lines)
    at = next(n for n, e in enumerate(entries) if e.faces)
    entries[at] = evolve(entries[at], told=(ToldEvent(Left("b1", "bored"), ("blue",)),))
    (tmp_path / "lie.skr").write_text(Record(game.record.head, entries).text)
    (tmp_path / "true.skr").write_text(game.record.text)

    said = run("verify", "lie.skr", "true.skr")
    line = next(
        n
        for n, text in enumerate((tmp_path / "lie.skr").read_text().splitlines(), 1)
        if "left b1 bored" in text
    )

    assert said.code == 1
    assert said.err.startswith(f"lie.skr:{line}")
    assert "left b1 bored" in said.err
    assert said.out == f"true.skr: {len(entries)} orders agree\n"


def test_everything_or_what_one_side_saw(run: Run, record: Path, game: Game) -> None:
    """In sentences; with --side neither the other side's orders nor what it alone learnt."""
    whole = run("replay", record).out
    blue = run("replay", record, "--side", "blue").out.splitlines()

    assert all(f"{e.number} {e.side} {e.order}\n" in whole for e in game.standing)
    orders = [line for line in blue if not line.startswith(" ")]
    own = [e.order for e in game.standing if e.side == "blue"]
    assert [line.split(" ", 1)[1] for line in orders] == [f"blue {order}" for order in own]
    numbers = [e.number for e in game.standing if e.side == "blue"]
    assert [int(line.split(" ", 1)[0]) for line in orders] == numbers
    unseen = [e for e in game.standing for t in e.told if "blue" not in t.sides]
    assert unseen
    assert len(blue) < len(whole.splitlines())
    told = [line.strip() for line in whole.splitlines() if line.startswith(" ")]
    assert not [line for line in told if line.partition(" ")[0] in EVENTS]
    assert [line for line in told if line.startswith("-- turn 2, ")]
    assert "(rolls" in whole or "(attack" in whole or " against " in whole


def test_the_end_of_an_overwatch_names_its_figure(run: Run) -> None:
    """Though it began some orders before."""
    out = run("replay", GOLDEN, "--text").out

    assert "\n    r1: overwatch ends\n" in out
    assert "overwatch is gone" not in out


def test_a_battle_that_is_not_over_tells_no_secrets_unasked(
    run: Run, tmp_path: Path, game: Game
) -> None:
    """A side has to be named, or everything asked for."""
    path = tmp_path / "half.skr"
    path.write_text(Record(game.record.head, game.lines[: len(game.lines) // 2]).text)
    refused = run("replay", path)

    assert refused.code == 2
    assert refused.fault == (
        "the battle is not over (add --side blue or --side red; --both prints everything)"
    )
    both = run("replay", path, "--both").out
    assert run("replay", record_of(tmp_path, game)).out.startswith(both)
    red = run("replay", path, "--side", "red").out
    assert red not in ("", both)
    # The numbers of the record would tell how many orders the enemy gave unseen.
    last = [line for line in red.splitlines() if line[:1].isdigit()][-1]
    number, order = last.split(" ", 1)
    assert f"\n{number} {order}\n" not in both
    assert f" {order}\n" in both
    assert run("replay", path, "--side", "red", "--both").fault == (
        "--both cannot be combined with --side (remove one of them)"
    )


def record_of(folder: Path, game: Game) -> Path:
    """The record of a game as a file."""
    (folder / "whole.skr").write_text(game.record.text)
    return folder / "whole.skr"


def test_a_torn_last_line_is_left_out_with_a_notice(run: Run, record: Path) -> None:
    """The rest is told and verified; nothing is written to the file."""
    torn = record.read_bytes()[:-20]
    record.write_bytes(torn)

    for command in (("replay", "--both"), ("verify",)):
        said = run(*command, record)
        assert said.code == 0
        line = len(torn.splitlines())
        assert said.err == f"game.skr:{line}: the last line is incomplete and was left out\n"
    assert record.read_bytes() == torn


def test_a_damaged_record(run: Run, record: Path) -> None:
    """Exit 1 and one line that names the damaged one; what is told ends before it."""
    whole = run("replay", record).out
    lines = record.read_text().splitlines(keepends=True)
    lines[-5] = lines[-5].replace(" ", "  ", 1)
    record.write_text("".join(lines))

    verified, told = run("verify", record), run("replay", "--both", record)

    assert (verified.code, told.code) == (1, 1)
    unasked = run("replay", record)
    assert unasked.fault.endswith("; --side or --both prints the part before it)")
    assert verified.fault.startswith(f"game.skr:{len(lines) - 4}: ")
    assert told.err == verified.err
    assert whole.startswith(told.out)
    assert told.out


def test_the_remedy_for_a_damaged_record_mends_it(run: Run, record: Path) -> None:
    """Without the damaged line and all after it, the record is whole again."""
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join([*lines[:-5], "damage\n", *lines[-4:]]))
    assert "delete this line and all after it" in run("verify", record).fault

    record.write_text("".join(lines[:-5]))

    assert run("verify", record).code == 0


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("none.skr", None, 2),
        (".", None, 2),
        ("/dev/zero", None, 2),
        ("\udcff", None, 2),
        ("empty.skr", b"", 1),
        ("junk.skr", b"\x00\xff" * 100, 1),
        ("other.skr", b"format = 1\n", 1),
        ("newer.skr", b"skirmish record 99\n", 1),
        ("begun.skr", b"skirmish record 1\n", 1),
        ("hostile.skr", b"skirmish record \x1b[31m\n", 1),
    ],
)
def test_what_is_no_record(
    run: Run, tmp_path: Path, command: str, name: str, content: bytes | None, code: int
) -> None:
    """One printable line, exit 1 for what was read, 2 for what could not be."""
    if content is not None:
        (tmp_path / name).write_bytes(content)

    said = run(command, name)

    assert said.code == code
    assert said.fault.isprintable()


def test_a_side_that_there_is_not(run: Run, record: Path) -> None:
    """The sides of that game are named."""
    said = run("replay", record, "--side", "\x1b")

    assert (said.code, said.fault) == (2, r"no side '\x1b' (one of: blue, red)")
