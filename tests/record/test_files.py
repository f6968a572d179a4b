"""The file of a record: whatever fails or dies, the orders that were confirmed are there."""

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from skirmish.errors import RecordProblem, UsageProblem
from skirmish.game import Game
from skirmish.record import Entry, Record, delete_file, files, read_bytes
from skirmish.record.reader import parse_record
from tests.toy_ruleset import play, toy


class Failing:
    """The calls of `os` that write; the one of a given number fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, failure: str) -> None:
        """Count down to the call that fails."""
        self.left = number
        self.failure = failure
        self.hit = False
        for name in ("open", "write", "fsync", "link"):
            monkeypatch.setattr(os, name, self.wrapped(getattr(os, name), name))

    def wrapped(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        """The call, counted."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self.left -= 1
            if self.left != 0:
                return real(*args, **kwargs)
            self.hit = True
            if self.failure == "short" and name == "write":
                real(args[0], args[1][:5])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            code = errno.EIO if self.failure == "EIO" else errno.ENOSPC
            raise OSError(code, os.strerror(code))

        return call


def path_of(game: Game) -> Path:
    """Where a game is kept."""
    assert game.record.path is not None
    return game.record.path


def refuses(*_: object) -> None:
    """A call on a disk that is gone."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_new_record_has_a_name_of_its_own(tmp_path: Path) -> None:
    """`<scenario>-<seed>.skr`, with a counter where the name is taken."""
    names = []
    for _ in range(3):
        with Game.new(toy(), 7, record=tmp_path) as game:
            names.append(path_of(game).name)

    assert names == ["the-lane-7.skr", "the-lane-7-2.skr", "the-lane-7-3.skr"]


def test_a_new_record_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    """A file that is there stays as it is."""
    path = tmp_path / "mine.skr"
    path.write_text("precious")

    with pytest.raises(RecordProblem, match="already"):
        Game.new(toy(), 7, record=path)

    assert path.read_text() == "precious"


def test_what_is_on_disk_is_what_is_in_memory(tmp_path: Path) -> None:
    """After every order the file holds the whole game."""
    with Game.new(toy(), 7, record=tmp_path) as game:
        for _ in range(10):
            play(game, 1, seed=len(game.lines))
            assert read_bytes(path_of(game)).decode() == game.record.text


def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path) -> None:
    """A second process is refused until the first closes the file."""
    game = Game.new(toy(), 7, record=tmp_path)
    path = path_of(game)
    with pytest.raises(UsageProblem, match="already"):
        Game.load(path, open_scenario=toy)
    assert Game.replay(path, open_scenario=toy).lines == game.lines

    game.close()

    Game.load(path, open_scenario=toy).close()
    with pytest.raises(RecordProblem, match="closed"):
        game.order("blue", "turn b1 face=S")


def test_a_torn_line_is_cut_when_the_game_goes_on(tmp_path: Path) -> None:
    """The file then has complete lines only, and there is a notice."""
    path = tmp_path / "torn.skr"
    with Game.new(toy(), 7, record=path) as game:
        play(game, 5)
        text = game.record.text
    path.write_text(text + "8 blue step b1 2,")

    with Game.load(path, open_scenario=toy) as game:
        assert "incomplete" in game.notices[0]
        assert path.read_text() == text
        play(game, 3, seed=5)
        assert path.read_text() == game.record.text


def test_a_line_that_lost_only_its_end_goes_on(tmp_path: Path) -> None:
    """Its check vouches for it; the next line begins on a line of its own."""
    path = tmp_path / "unended.skr"
    with Game.new(toy(), 7, record=path) as game:
        play(game, 5)
    path.write_bytes(path.read_bytes()[:-1])

    with Game.load(path, open_scenario=toy) as game:
        play(game, 3, seed=5)
        assert path.read_text() == game.record.text


@pytest.mark.parametrize("failure", ["ENOSPC", "EIO", "short"])
def test_an_order_that_cannot_be_written_was_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str
) -> None:
    """Whichever call fails: a clear message, the earlier record whole, and play goes on after."""
    path = tmp_path / "full.skr"
    with Game.new(toy(), 7, record=path) as game:
        play(game, 5)
        before, state = path.read_bytes(), game.state
        for number in (1, 2):
            with monkeypatch.context() as patched:
                Failing(patched, number, failure)
                with pytest.raises(RecordProblem, match="cannot be written") as caught:
                    game.order("blue", "resign")
            assert caught.value.remedy
            assert path.read_bytes() == before
            assert game.state is state
        play(game, 5, seed=2)
        assert path.read_text() == game.record.text


def test_a_disk_that_fails_altogether_stops_the_game_but_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a half-written line cannot even be taken back, no order is lost that was confirmed."""
    path = tmp_path / "broken.skr"
    with Game.new(toy(), 7, record=path) as game:
        play(game, 5)
        with monkeypatch.context() as patched:
            Failing(patched, 1, "short")
            patched.setattr(os, "ftruncate", refuses)
            with pytest.raises(RecordProblem):
                game.order("blue", "resign")
        with pytest.raises(RecordProblem, match="could not be removed") as caught:
            game.order("blue", "resign")
        assert caught.value.remedy == "load the game again"
    with Game.load(path, open_scenario=toy) as again:
        assert again.lines == game.lines
        assert "incomplete" in again.notices[0]


@pytest.mark.parametrize("named_at_once", [True, False])
@pytest.mark.parametrize("failure", ["ENOSPC", "EIO", "short"])
def test_a_record_that_cannot_be_begun_leaves_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: str, *, named_at_once: bool
) -> None:
    """Whichever call fails, there is a whole record or none, also where files need a name."""
    if named_at_once:
        monkeypatch.setattr(files, "_NAMELESS", 0)
    failed = 0
    for number in range(1, 20):
        with monkeypatch.context() as patched:
            failing = Failing(patched, number, failure)
            with suppress(RecordProblem):
                Game.new(toy(), number, record=tmp_path).close()
        for path in tmp_path.iterdir():
            Game.replay(path, open_scenario=toy)
        if not failing.hit:
            return
        failed += 1
    pytest.fail(f"{failed} calls to begin one record")


KILLED = """
import os, sys
from pathlib import Path
from skirmish.game import Game
from tests.toy_ruleset import play, toy

game = Game.new(toy(), 7, record=Path(sys.argv[1]))
play(game, 4)
real, at = os.write, sys.argv[2]
def write(descriptor, text):
    if at == "torn":
        real(descriptor, text[: len(text) // 2])
    elif at == "unsynced":
        real(descriptor, text)
    os.kill(os.getpid(), 9)
os.write = write
game.order(game.to_act, "end")
"""


@pytest.mark.parametrize(("at", "lines"), [("before", 0), ("torn", 0), ("unsynced", 1)])
def test_a_program_that_is_killed_loses_no_order_that_was_confirmed(
    tmp_path: Path, at: str, lines: int
) -> None:
    """Killed before, in the middle of and after a write: at most the order in hand is gone."""
    expected = play(Game.new(toy(), 7), 4)
    path = tmp_path / "killed.skr"
    script = [sys.executable, "-c", KILLED, str(path), at]

    died = subprocess.run(script, cwd=Path(__file__).parents[2], check=False)

    assert died.returncode == -9
    with Game.load(path, open_scenario=toy) as game:
        assert game.lines[: len(expected.lines)] == expected.lines
        assert len(game.lines) == len(expected.lines) + lines
        assert bool(game.notices) == (at == "torn")
    assert [file.name for file in tmp_path.iterdir()] == ["killed.skr"]


def test_only_plain_files_are_opened(tmp_path: Path) -> None:
    """A link, a folder, a pipe, a device, a name that is none: refused, and nothing hangs."""
    real = tmp_path / "real.skr"
    Game.new(toy(), 7, record=real).close()
    (tmp_path / "link").symlink_to(real)
    os.mkfifo(tmp_path / "pipe")
    names = [tmp_path / "link", tmp_path, tmp_path / "pipe", Path("/dev/zero"), Path("a\0b")]
    for path in [*names, tmp_path / "missing", tmp_path / ("long" * 100)]:
        for way in (Game.load, Game.replay):
            with pytest.raises(UsageProblem) as caught:
                way(path, open_scenario=toy)
            assert caught.value.exit_code == 2
            assert str(caught.value).isprintable()


def test_a_folder_that_takes_no_files_says_so(tmp_path: Path) -> None:
    """The message names the file and the reason."""
    for folder in (tmp_path / "none" / "deeper.skr", Path("a\0b"), Path("/proc/x.skr")):
        with pytest.raises(RecordProblem, match="cannot be written"):
            Game.new(toy(), 7, record=folder)


def test_a_record_is_a_plain_readable_file(tmp_path: Path) -> None:
    """Whichever way it was made, it can be read, copied and mailed."""
    with Game.new(toy(), 7, record=tmp_path) as game:
        assert stat.S_ISREG(path_of(game).stat().st_mode)
        assert parse_record(path_of(game).read_bytes()).notices == ()


def test_a_full_record_refuses_the_order_and_keeps_room_for_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player is warned in time; nothing is lost; the battle can still be given up."""
    with Game.new(toy(), 7, record=tmp_path / "x.skr") as game:
        play(game, 4)
        full = 2 * len(game.record.text)
        monkeypatch.setattr("skirmish.record.limits.MAX_FILE", full)
        assert game.warning == ""
        text = warned = ""

        def until_full() -> None:
            nonlocal text, warned
            for seed in range(200):
                text, warned = game.record.text, game.warning
                play(game, 1, seed=seed)

        with pytest.raises(RecordProblem, match="is full; the order was not") as caught:
            until_full()
        assert "'resign'" in caught.value.remedy
        assert warned.startswith("the record is nearly full: about ")
        assert (game.record.text, path_of(game).read_text()) == (text, text)
        game.order(game.to_act, "resign")
        assert game.over

    assert parse_record(read_bytes(tmp_path / "x.skr")).entries == game.lines


@pytest.mark.parametrize(
    ("orders", "order", "player", "fits"),
    [
        (89, "end", "human", True),
        (90, "end", "human", False),
        (90, "end", "recruit", True),
        (90, "player recruit", "human", True),
        (98, "end", "recruit", False),
        (98, "player recruit", "human", False),
        (99, "resign", "human", True),
    ],
)
def test_the_computer_has_room_where_a_person_has_none(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    orders: int,
    order: str,
    player: str,
    fits: bool,
) -> None:
    """So a record is never full in the computer's bound, when the player cannot resign."""
    monkeypatch.setattr("skirmish.record.limits.MAX_ORDERS", 100)
    with Game.new(toy(), 7, {"blue": player}, record=tmp_path / "x.skr") as game:
        head = game.record.head
    lines = tuple(Entry(number, "blue", "end") for number in range(1, orders + 1))
    with Record.create(head, tmp_path / "y.skr", entries=lines) as record:
        line = Entry(orders + 1, "blue", order)
        if fits:
            record.append(line)
        else:
            with pytest.raises(RecordProblem, match="is full"):
                record.append(line)
        assert len(record.entries) == orders + fits


def test_a_record_is_deleted_unless_its_game_is_open(tmp_path: Path) -> None:
    """Nothing else is: neither a link, nor what it leads to, nor a folder."""
    path, link, folder = tmp_path / "a.skr", tmp_path / "link.skr", tmp_path / "folder.skr"
    with Game.new(toy(), 7, record=path):
        with pytest.raises(UsageProblem, match="already open elsewhere"):
            delete_file(path)
        link.symlink_to(path)
        folder.mkdir()
        for other, why in ((link, "is a link"), (folder, "is not a file")):
            with pytest.raises(UsageProblem, match=why):
                delete_file(other)
    assert {one.name for one in tmp_path.iterdir()} == {"a.skr", "link.skr", "folder.skr"}

    delete_file(path)
    assert not path.exists()
    with pytest.raises(UsageProblem, match="cannot be opened"):
        delete_file(path)
