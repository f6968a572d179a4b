"""Keys and mouse mashed at a pseudo-terminal, with resizes, odd bytes, hang-ups and signals."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from skirmish.analysis.self_play import play
from skirmish.errors import SkirmishError
from skirmish.game import Game, verify_record
from skirmish.rulesets.registry import RULESETS
from skirmish.scenario import shipped
from tests.cli.controlling_terminal import Session, session
from tests.cli.virtual_terminal import COMMAND
from tests.soak.case import Case, chance_of
from tests.village import village

EVENTS = 150
"""Keys, clicks and the like in a case."""
PATIENCE = 60.0
"""Seconds in which the first frame must come, and a program that is alive must take its input."""
LAST_WORDS = 10.0
"""Seconds in which a hang-up or a signal must end the process, on a machine that is busy."""
FRAME = 100
"""Bytes after which the first frame is being drawn."""
QUIT = (0, 130)
"""Exit codes of a program that keys ended: left by a menu, or by Ctrl-C."""
OTHER_SCREEN = b"\x1b[?1049h"
KEYS = (
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:?+-*/ ",
    *("\r", "\t", "\x7f", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F"),
    *("\x1b[5~", "\x1b[6~", "\x1b[3~", "\x1b[Z", "\x1bOP", "\x1b[15~", "\x1b[1;2A", "\x1b[1;5B"),
    *("\x10", "\x10\x1b[6~", "\x10\x1b[5~", "\x10\r", "\x01", "\x05", "\x0b", "\x15", "\x17"),
    *("\x1b[I", "\x1b[O", "\x1b[200~odd [b]paste[/b]\x1b[201~", "\x1b[200~"),
)
COMMON = ("\r", "\r", "\x1b[B", "\x1b[A", "m", "f", "e", "\t", "\x1b", "\x10")
ODD = (b"\x83", b"\xe9", b"\xff\xfe", b"\xc3", b"\xf0\x9f", b"\x1b[", b"\x1b[M\xff\xff\xff", b"\0")
LINES = (
    *("help", "look", "list", "odds", "fire b1 r1", "move b1 3,3", "end", "ready", "undo"),
    "x" * 3000,
)
BUTTONS = (0, 2, 32, 35, 64, 65)
"""Left, right, dragged, moved, wheel up, wheel down."""
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""What leaves the other screen, shows the cursor and lets the mouse go."""
ENDINGS = ("hang up", "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")


def run(seed: int, folder: Path) -> Case:
    """One program in a terminal, mashed and then ended."""
    case, chance = Case(), chance_of("screen", seed)
    arguments = _arguments(chance, folder)
    line = "--line" in arguments
    what = f"skirmish {' '.join(arguments)}"
    with session(
        [COMMAND, *arguments],
        {"SKIRMISH_HOME": str(folder / "home")},
        chance.choice(((80, 24), (120, 40), (30, 10), (200, 60))),
        controlling=chance.randrange(4) > 0,
    ) as seat:
        _mash(case, chance, seat, line=line)
        _end(case, chance, seat, what, line=line)
    trace = seat.shown.find(b"Traceback (most recent")
    case.check(trace < 0, f"{what}: traceback: {seat.shown[trace:][-300:]!r}")
    _check_records(case, folder, what)
    return case


def _arguments(chance: Random, folder: Path) -> Sequence[str]:
    chosen = chance.randrange(6)
    scenario = chance.choice(sorted(shipped()))
    if chosen == 0:
        return ()
    if chosen == 1:
        record = folder / "old.skr"
        opening = village(chance.choice(sorted(RULESETS)))
        with play(opening, dict.fromkeys(opening.state.setup.sides, "random"), 1) as game:
            record.write_text(game.record.text, encoding="utf-8")
        return ("replay", str(record))
    if chosen == 2:
        return ("play", scenario, "--line", "--seed", "1")
    return ("play", scenario, "--seed", "1")


def _mash(case: Case, chance: Random, seat: Session, *, line: bool) -> None:
    """Random input, sometimes before the first frame, sometimes faster than it is drawn."""
    begun, deadline = chance.randrange(4) > 0, time.monotonic() + PATIENCE
    while begun and len(seat.shown) < FRAME and time.monotonic() < deadline:
        seat.read(0.1)
    for _ in range(chance.randrange(EVENTS)):
        if seat.process.poll() is not None:
            return
        data = _line_input(chance) if line else _input(chance)
        case.counts["inputs"] += 1
        if not case.check(seat.push(data, PATIENCE), f"input is not taken any more: {data!r}"):
            return
        if chance.randrange(20) == 0:
            seat.resize(chance.randrange(1, 220), chance.randrange(1, 70))
            case.counts["resizes"] += 1
        seat.read(chance.choice((0, 0, 0.01, 0.1)))


def _input(chance: Random) -> bytes:
    kind = chance.randrange(10)
    if kind == 0:
        return chance.choice(ODD)
    if kind == 1:
        x, y = chance.randrange(1, 220), chance.randrange(1, 70)
        return f"\x1b[<{chance.choice(BUTTONS)};{x};{y}{chance.choice('Mm')}".encode()
    keys = COMMON if kind in (2, 3, 4) else KEYS
    return "".join(chance.choice(keys) for _ in range(chance.choice((1, 1, 1, 5)))).encode()


def _line_input(chance: Random) -> bytes:
    if chance.randrange(6) == 0:
        return chance.choice(ODD) + b"\n"
    return chance.choice(LINES).encode() + b"\n"


def _end(case: Case, chance: Random, seat: Session, what: str, *, line: bool) -> None:
    """Ends the program in one of the ways that a terminal has; it must end and tidy up."""
    ending = chance.choice(ENDINGS)
    if seat.process.poll() is not None:
        ending = "keys"
        code = seat.process.returncode
        case.check(code in QUIT, f"{what}: keys ended it with {code}")
    elif ending == "hang up":
        seat.hang_up()
    else:
        seat.process.send_signal(getattr(signal, ending))
    case.counts[f"ended by {ending}"] += 1
    try:
        seat.ends(LAST_WORDS)
    except AssertionError:
        case.faults.append(f"{what}: still there {LAST_WORDS:.0f} s after {ending}")
        return
    if ending != "hang up":
        seat.read(0.2)
        _check_terminal(case, seat, f"{what}, {ending}", line=line)


def _check_terminal(case: Case, seat: Session, what: str, *, line: bool) -> None:
    """The terminal is as it was."""
    case.check(seat.modes[:4] == seat.before[:4], f"{what}: echo or line input is not restored")
    if not line and OTHER_SCREEN in seat.shown:
        rest = seat.shown[seat.shown.rindex(OTHER_SCREEN) :]
        left = [end for end in RESTORED if end not in rest]
        case.check(not left, f"{what}: not written to the terminal: {left}")


def _check_records(case: Case, folder: Path, what: str) -> None:
    """Every record that was begun can be loaded, and agrees with the rules."""
    for record in sorted((folder / "home").rglob("*.skr")):
        case.counts["records"] += 1
        try:
            Game.load(record).close()
            report = verify_record(record)
        except SkirmishError as error:
            case.faults.append(f"{what}: its record: {error}")
            continue
        case.check(report.ok, f"{what}: its record: {report.difference}")
