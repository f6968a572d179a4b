"""The process killed while it plays, and the disk full: no acknowledged order is lost.

A child process plays on a record and acknowledges each line through a pipe, as a screen shows it;
the parent kills it at a random moment and reads the record. The kill is SIGKILL: what was written
stays with the system, so this tries the program, not the disk.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import time
from pathlib import Path
from random import Random
from typing import NoReturn

from skirmish.ai import Stream, think
from skirmish.errors import RecordProblem, SkirmishError
from skirmish.game import Game, Opening, verify_record
from skirmish.record import parse_record, read_bytes
from skirmish.record.format import entry_text
from tests.soak.case import Case, chance_of
from tests.soak.fields import drawn

KILLS = 12
"""Kills on one record."""
PATIENCE = 60.0
"""Seconds in which a child with a full disk must come to the end of its tries."""
DISK_LEFT = 1_500
"""Bytes at most that a full disk still takes."""
TRIES = 40
"""Orders that a child with a full disk gives."""


class Ear:
    """What the children of one record acknowledged and complained of."""

    def __init__(self) -> None:
        """Begin with silence."""
        self.lines: list[str] = []
        self.faults: list[str] = []
        self.over = False
        self._rest = b""

    def listen(self, pipe: int, seconds: float) -> None:
        """Take what a child says until it ends, for so long at most."""
        deadline = time.monotonic() + seconds
        while select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
            data = os.read(pipe, 1 << 16)
            if not data:
                return
            *whole, self._rest = (self._rest + data).split(b"\n")
            for line in whole:
                self._hear(*line.decode().split(" ", 2))

    def _hear(self, what: str, number: str, text: str) -> None:
        if what == "fault":
            self.faults.append(text)
        elif what == "over":
            self.over = True
        elif int(number) == len(self.lines):
            self.lines.append(text)
        elif self.lines[int(number)] != text:
            self.faults.append(f"line {number} was {self.lines[int(number)]}, is now {text}")

    def hang_up(self) -> None:
        """Forget half a message: its child is dead."""
        self._rest = b""


def run(seed: int, folder: Path) -> Case:
    """One record, played by one child after another, each of them killed."""
    case, chance, ear = Case(), chance_of("kills", seed), Ear()
    opening = drawn(chance)
    for number in range(KILLS):
        full = number > 0 and chance.randrange(4) == 0
        _one_child(opening, folder, seed * 1000 + number, chance, ear, full=full)
        case.counts["full disks" if full else "kills"] += 1
        case.faults += _lost(folder, ear)
        if ear.over:
            break
    case.counts["lines acknowledged"] += len(ear.lines)
    case.faults += [*ear.faults, *_unsound(folder)]
    return case


def _one_child(
    opening: Opening, folder: Path, seed: int, chance: Random, ear: Ear, *, full: bool
) -> None:
    """Lets a child play on the record and kills it."""
    reading, writing = os.pipe()
    moment = chance.random() * (0.4 if chance.randrange(3) else 0.02)
    left = 1 + chance.randrange(DISK_LEFT)
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play_on(opening, folder, seed, writing, disk_left=left if full else 0)
    os.close(writing)
    ear.listen(reading, PATIENCE if full else moment)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    ear.listen(reading, PATIENCE)  # what was acknowledged before the kill is still in the pipe
    os.close(reading)
    ear.hang_up()


def _play_on(opening: Opening, folder: Path, seed: int, pipe: int, *, disk_left: int) -> NoReturn:
    """The child: random legal orders, each acknowledged once it counts, until it is killed."""
    try:
        records = sorted(folder.glob("*.skr"))
        game = Game.load(records[0]) if records else Game.new(opening, seed, record=folder)
        told = _acknowledge(pipe, game, 0)
        if disk_left:
            _fill_disk(game, disk_left)
        streams = {side: Stream(f"{seed}{side}") for side in game.sides}
        tries = 0
        while not game.over and not (disk_left and tries > TRIES):
            side, tries = game.to_act, tries + 1
            choice = think(game.ruleset, game.view(side), "random", streams[side])
            _order(pipe, game, side, str(choice.order))
            told = _acknowledge(pipe, game, told)
        if game.over:
            os.write(pipe, b"over 0 .\n")
    except BaseException as error:  # noqa: BLE001 - the parent must hear of whatever it is
        _complain(pipe, f"{type(error).__name__}: {error}")
    finally:
        os._exit(0)


def _acknowledge(pipe: int, game: Game, told: int) -> int:
    """Tells the parent of every line from `told` on; how many have been told then."""
    for number, entry in enumerate(game.lines[told:], told):
        os.write(pipe, f"line {number} {entry_text(entry, game.sides)}\n".encode())
    return len(game.lines)


def _complain(pipe: int, fault: str) -> None:
    os.write(pipe, f"fault 0 {fault}\n".encode())


def _fill_disk(game: Game, left: int) -> None:
    """From now on the record may grow by so many bytes and no more."""
    assert game.record.path is not None
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    size = game.record.path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + left, resource.RLIM_INFINITY))


def _order(pipe: int, game: Game, side: str, order: str) -> None:
    """Gives an order; where the disk is full it must change nothing, and succeed with room."""
    assert game.record.path is not None
    lines = len(game.lines)
    try:
        game.order(side, order)
    except RecordProblem:
        kept = len(parse_record(read_bytes(game.record.path)).entries)
        if kept != len(game.lines):
            _complain(pipe, f"full disk: {kept} lines in the file, {len(game.lines)} in the game")
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        if len(game.lines) == lines:
            game.order(side, order)


def _lost(folder: Path, ear: Ear) -> list[str]:
    """What is missing in the record after a kill, or lies beside it."""
    files = sorted(folder.iterdir())
    if not files:
        return [f"{len(ear.lines)} lines acknowledged and no record"] if ear.lines else []
    if len(files) > 1:
        return [f"litter beside the record: {', '.join(file.name for file in files)}"]
    try:
        reading = parse_record(read_bytes(files[0]))
    except SkirmishError as error:
        return [f"unreadable after a kill: {error}"]
    sides = tuple(reading.head.players)
    kept = [entry_text(entry, sides) for entry in reading.entries]
    if kept[: len(ear.lines)] != ear.lines:
        return [f"{len(ear.lines)} lines were acknowledged, {len(kept)} are kept"]
    return []


def _unsound(folder: Path) -> list[str]:
    """How the record differs from what the rules make of its orders."""
    for file in sorted(folder.glob("*.skr")):
        with Game.load(file):  # cuts what the last kill left torn
            pass
        report = verify_record(file)
        if not report.ok:
            return [str(report.difference)]
    return []
