"""The end of the program by a signal, a closed terminal or bad input: soon, and in order."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from skirmish.game import Game
from skirmish.shutdown import GRACE
from tests.cli.controlling_terminal import Session, session
from tests.cli.virtual_terminal import COMMAND

SOON = GRACE + 3
"""Seconds in which a process has to end, on a busy machine."""
PLAY = (COMMAND, "play", "first_steps", "--seed", "3")

STUCK = {
    "busy": "while True: pass",
    "locked": "import threading; threading.Lock().acquire() and threading.Event().wait()",
    "writing": "import os\nwhile True: os.write(1, b'x' * 4096)",
    "starting": "import threading as t\nt._active_limbo_lock.acquire()\nt.Event().wait()",
    "ending": "import threading\nthreading.Thread(target=threading.Event().wait).start()",
}
BEGIN = """
import sys, termios, tty
from skirmish.shutdown import Shutdown
with Shutdown(lambda: True, reset=b"RESET", grace=0.2):
    sys.stdout.write("begun"); sys.stdout.flush()
    tty.setraw(0)
"""


@pytest.fixture
def homes(tmp_path: Path) -> Mapping[str, str]:
    """Folders of a player of his own."""
    names = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "SKIRMISH_HOME")
    return {name: str(tmp_path) for name in names}


@pytest.mark.parametrize("stuck", STUCK)
def test_a_signal_ends_a_process_that_is_stuck(stuck: str, homes: Mapping[str, str]) -> None:
    """Whatever the main thread does; the terminal is as it was before."""
    script = BEGIN + "".join(f"    {line}\n" for line in STUCK[stuck].split("\n"))
    with session((sys.executable, "-c", script), homes) as seat:
        seat.see(b"begun")
        if stuck != "ending":
            seat.until(lambda: not seat.echoes)
        seat.process.send_signal(signal.SIGTERM)
        code = seat.ends(SOON, read=stuck != "writing")

        assert code in (128 + signal.SIGTERM, -signal.SIGTERM)
        assert seat.modes == seat.before


@pytest.mark.parametrize("after", [0.0, 0.3, 0.7, 1.2, 2.0])
def test_a_closed_terminal_ends_the_game_at_any_time(
    after: float, homes: Mapping[str, str]
) -> None:
    """Also in its first moments, with keys typed ahead."""
    with session(PLAY, homes) as seat:
        seat.type(b"\r\tjk\x10\x1b[6~\x1b")
        seat.read(after)
        seat.hang_up()

        seat.ends(SOON)


def begin(seat: Session, record: Path) -> None:
    """Go from setting up to the battle."""
    seat.see(b"seed")
    seat.type(b"s")
    seat.see(b": begin")
    seat.type(b"\r")
    seat.until(record.exists)


@pytest.mark.parametrize("asked", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_terminal_and_record_in_order(
    asked: signal.Signals, homes: Mapping[str, str], tmp_path: Path
) -> None:
    """In the middle of a battle; SIGCONT comes with every hang-up, and starts nothing twice."""
    record = tmp_path / "kept.skr"
    with session((*PLAY, "--record", record), homes) as seat:
        begin(seat, record)
        seat.process.send_signal(signal.SIGCONT)
        seat.read(0.5)
        seat.process.send_signal(asked)

        assert seat.ends(SOON) == 128 + asked
        assert seat.modes == seat.before
    with Game.load(record) as game:
        assert not game.notices


def test_a_terminal_that_nobody_reads_holds_nothing_up(homes: Mapping[str, str]) -> None:
    """The screen is larger than what the system keeps for a reader."""
    with session(PLAY, homes, (400, 200)) as seat:
        seat.until(lambda: not seat.echoes)
        seat.process.send_signal(signal.SIGTERM)

        assert seat.ends(SOON, read=False) == 128 + signal.SIGTERM
        assert seat.modes == seat.before


def test_the_game_ends_with_its_terminal_without_a_signal(homes: Mapping[str, str]) -> None:
    """There is nothing to read any more, and standard output is closed."""
    with session(PLAY, homes, controlling=False) as seat:
        seat.until(lambda: not seat.echoes)
        seat.read(0.5)
        seat.hang_up()

        assert seat.ends(SOON) == 128 + signal.SIGHUP


def test_bytes_that_are_no_text_do_no_harm(homes: Mapping[str, str]) -> None:
    """Parts of UTF-8, letters of another code, numbers that no terminal means."""
    odd = b"\x83\xfc\xe4\xff\x1b[<99999999999;1;1M\x1b[1114112999u\x1b[1:2;3u\xe2\x82"
    with session((COMMAND,), homes) as seat:
        seat.see(b"How to play")
        seat.type(odd + b"\x1b[48;0;0;0;0t\x1b[48;99999999;99999999;1;1t\x80\x1b[200~\xc0\x1b[201~")
        seat.read(1.0)
        seat.type(b"\x11")

        assert seat.ends() == 0
        assert b"Traceback" not in seat.shown
        assert seat.modes == seat.before


def test_without_its_input_the_game_ends_as_a_failure(
    homes: Mapping[str, str], tmp_path: Path
) -> None:
    """It says so, and how to go on; the record is closed."""
    record = tmp_path / "kept.skr"
    script = f"""
import sys
from skirmish.tui import driver
from skirmish.cli import main
usual = driver.InputDecoder.feed
def feed(self, data):
    if b"Z" in data:
        raise RuntimeError
    return usual(self, data)
driver.InputDecoder.feed = feed
sys.argv = ["skirmish", "play", "first_steps", "--seed", "3", "--record", {str(record)!r}]
main()
"""
    with session((sys.executable, "-c", script), homes) as seat:
        begin(seat, record)
        seat.type(b"Z")

        assert seat.ends() == 1
        assert b"skirmish has failed: RuntimeError" in seat.shown
        assert b"Resume with: skirmish play" in seat.shown
        assert seat.modes == seat.before
    Game.load(record).close()


@pytest.mark.parametrize(
    "asked", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP]
)
def test_line_mode_gives_the_terminal_back(
    asked: signal.Signals, homes: Mapping[str, str], tmp_path: Path
) -> None:
    """It has no echo while a line is edited; whatever ends or stops the program, it has again."""
    record = tmp_path / "kept.skr"
    with session((*PLAY, "--line", "--record", record), homes) as seat:
        seat.see(b"> ")
        seat.until(lambda: not seat.echoes)
        seat.process.send_signal(asked)
        if asked == signal.SIGTSTP:
            os.waitpid(seat.process.pid, os.WUNTRACED)
            assert seat.modes == seat.before
            seat.process.send_signal(signal.SIGCONT)
            seat.until(lambda: not seat.echoes)
            seat.type(b"quit\r")
            assert seat.ends() == 0
        else:
            assert seat.ends(SOON) == 128 + asked
        assert seat.modes == seat.before
    Game.load(record).close()


def test_ctrl_c_ends_line_mode_although_its_exception_is_lost(homes: Mapping[str, str]) -> None:
    """A line editor that calls back swallows what is raised there."""
    script = (
        "import sys, time, weakref\n"
        "from skirmish.shutdown import exit_on_signal\n"
        "class Called: pass\n"
        "def wait(_):\n"
        "    sys.stdout.write('begun'); sys.stdout.flush()\n"
        "    time.sleep(60)\n"
        "with exit_on_signal():\n"
        "    while True:\n"
        "        called = Called()\n"
        "        kept = weakref.ref(called, wait)\n"
        "        del called\n"
    )
    with session((sys.executable, "-c", script), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(signal.SIGINT)

        assert seat.ends(SOON) == 128 + signal.SIGINT


GUARDED = """
import atexit, os, sys, threading, time, weakref
from skirmish.shutdown import guarded
def begun(write=os.write):
    write(1, b"begun")
def hang(*_, begun=begun, sleep=time.sleep):
    begun()
    sleep(60)
class Called: pass
def command():
"""
ENDED = """
guarded(command)
"""
SWALLOWED = """
    called = Called()
    kept = weakref.ref(called, hang)
    try:
        del called
        time.sleep(60)
    finally:
        print("in order")
"""
"""The exception is raised in a callback, where Python loses it."""
REFUSED = """
    begun()
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass
"""
HANGS_AT_THE_END = {
    "a thread": "    threading.Thread(target=hang).start()\n",
    "an exit handler": "    atexit.register(hang)\n",
    "a destructor": "    Called.__del__ = hang; Called.kept = Called()\n",
}
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def guarded(body: str) -> Sequence[str]:
    """A process that does this as its command."""
    return (sys.executable, "-c", GUARDED + body + ENDED)


@pytest.mark.parametrize("asked", ENDING)
def test_an_exception_that_is_swallowed_is_raised_again(
    asked: signal.Signals, homes: Mapping[str, str]
) -> None:
    """The command ends in order, and tells nothing of what Python did with the first one."""
    with session(guarded(SWALLOWED), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(asked)

        assert seat.ends(SOON) == 128 + asked
        assert b"in order" in seat.shown
        assert b"Traceback" not in seat.shown


@pytest.mark.parametrize("asked", ENDING)
def test_a_command_that_catches_everything_is_ended(
    asked: signal.Signals, homes: Mapping[str, str]
) -> None:
    """By force, with the word and the cursor that an orderly end would have left."""
    with session(guarded(REFUSED), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(asked)

        assert seat.ends(SOON) == 128 + asked
        seat.read(0.2)
        assert b"\x1b[?25h" in seat.shown
        assert (b"stopped" in seat.shown) == (asked == signal.SIGINT)


@pytest.mark.parametrize("asked", ENDING)
@pytest.mark.parametrize("stuck", HANGS_AT_THE_END)
def test_a_process_that_hangs_after_its_command_is_ended(
    stuck: str, asked: signal.Signals, homes: Mapping[str, str]
) -> None:
    """By Python's handler, or by the system where Python hears no signals any more."""
    with session(guarded(HANGS_AT_THE_END[stuck]), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(asked)

        assert seat.ends(SOON) in (128 + asked, -asked)
        assert b"Traceback" not in seat.shown


@pytest.mark.parametrize("stuck", HANGS_AT_THE_END)
def test_a_signal_that_was_heard_is_not_outlived(stuck: str, homes: Mapping[str, str]) -> None:
    """The command has ended in order; what would hang at the end has no more than its deadline."""
    with session(guarded(f"{HANGS_AT_THE_END[stuck]}    hang()\n"), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(signal.SIGINT)

        assert seat.ends(SOON) == 128 + signal.SIGINT


@pytest.mark.parametrize("asked", ENDING)
def test_the_way_in_is_guarded_before_it_imports_the_command_line(
    asked: signal.Signals, homes: Mapping[str, str], tmp_path: Path
) -> None:
    """A package that swallows everything while it is imported cannot hold the program."""
    fake = tmp_path / "packages"
    fake.mkdir()
    (fake / "click.py").write_text(
        "import sys, time\n"
        "sys.stdout.write('begun'); sys.stdout.flush()\n"
        "while True:\n"
        "    try:\n"
        "        time.sleep(60)\n"
        "    except BaseException:\n"
        "        pass\n"
    )
    script = (
        f"import sys; sys.path.insert(0, {str(fake)!r})\n"
        "from skirmish.__main__ import main\n"
        "sys.argv = ['skirmish', 'play', '--line']; main()\n"
    )
    with session((sys.executable, "-c", script), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(asked)

        assert seat.ends(SOON) == 128 + asked


def test_what_the_caller_has_switched_off_stays_off(homes: Mapping[str, str]) -> None:
    """A command under nohup goes on when its terminal is closed."""
    script = GUARDED + "    begun(); time.sleep(0.5); print('done')" + ENDED
    ignoring = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    with session((sys.executable, "-c", ignoring + script), homes) as seat:
        seat.see(b"begun")
        seat.process.send_signal(signal.SIGHUP)

        assert seat.ends(SOON) == 0
        seat.see(b"done")
